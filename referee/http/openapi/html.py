"""The document as a page for people: plain HTML made on the server, without scripts or anything fetched from elsewhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

CSS = """
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #fbfaf7; --soft: #6b6f76; --line: #dcd8cf; --box: #f1eee7;
  --accent: #0b5d3b; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4df; --paper: #16181b; --soft: #a2a6ad; --line: #33373d;
  --box: #1f2226; --accent: #6fcf9f; } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); }
h1 { line-height: 1.2 } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) } h3 { font-size: 1rem; margin: 0 }
a { color: var(--accent) } nav a { display: inline-block; padding: .4rem .8rem .4rem 0 }
article { margin: 1rem 0; padding: .8rem 1rem; border: 1px solid var(--line); border-radius: .6rem }
code, pre { font: .875rem/1.45 ui-monospace, monospace; overflow-wrap: anywhere }
pre { margin: .5rem 0; padding: .7rem; overflow-x: auto; background: var(--box); border-radius: .4rem; max-height: 30rem }
.method { color: var(--accent); font-weight: 700 } .soft { color: var(--soft) }
summary { cursor: pointer; padding: .4rem 0; min-height: 1.5rem }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .5rem 0 } dd { margin: 0 }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } dd { padding-left: 1rem } }
"""


def html(title: str, body: Markup, lang: str = "en") -> str:
    """A page around this body."""
    return Markup(
        '<!doctype html>\n<html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/api/docs.css"></head><body><main>{body}</main></body></html>\n'
    ).format(lang=lang, title=title, body=body)


def page(document: dict[str, Any]) -> str:
    """The whole document as HTML."""
    by_tag: dict[str, list[Markup]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            by_tag.setdefault(operation["tags"][0], []).append(
                _operation(method, path, operation, document["components"])
            )
    links = _joined(Markup('<a href="#{0}">{0}</a>').format(tag) for tag in by_tag)
    sections = _joined(
        Markup('<section><h2 id="{0}">{0}</h2>{1}</section>').format(tag, _joined(operations))
        for tag, operations in by_tag.items()
    )
    schemas = _joined(
        Markup('<details id="schema-{0}"><summary><code>{0}</code></summary>{1}</details>').format(name, _json(schema))
        for name, schema in document["components"]["schemas"].items()
    )
    head = Markup(
        '<h1>{0} API {1}</h1><p>{2}</p><p><a href="/api/openapi.json">openapi.json</a></p><nav>{3}</nav>'
    ).format(document["info"]["title"], document["info"]["version"], document["info"]["description"], links)
    return html("Referee API", head + sections + Markup("<section><h2>schemas</h2>{0}</section>").format(schemas))


def _operation(method: str, path: str, operation: dict[str, Any], components: dict[str, Any]) -> Markup:
    parts = [
        Markup(
            '<h3 id="{0}"><code><span class="method">{1}</span> {2}</code></h3><p>{3} <span class="soft">{4}</span></p>'
        ).format(operation["operationId"], method.upper(), path, operation["summary"], _who(operation["security"])),
        _parameters(operation["parameters"], components),
        *_examples("Request", operation.get("requestBody", {}).get("content", {})),
        _answers(operation["responses"], components),
    ]
    for response in operation["responses"].values():
        parts += _examples("Reply", response.get("content", {}))
    return Markup("<article>{0}</article>").format(_joined(parts))


def _who(security: list[dict[str, Any]]) -> str:
    return " or ".join(" ".join(one) or "anybody" for one in security)


def _parameters(parameters: list[dict[str, Any]], components: dict[str, Any]) -> Markup:
    known = [components["parameters"][one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in parameters]
    rows = _joined(
        Markup('<dt><code>{0}</code> <span class="soft">{1}</span></dt><dd>{2}</dd>').format(
            one["name"], one["in"], one.get("description", "")
        )
        for one in known
    )
    return Markup("<details><summary>Parameters</summary><dl>{0}</dl></details>").format(rows)


def _answers(responses: dict[str, Any], components: dict[str, Any]) -> Markup:
    rows = []
    for status, response in responses.items():
        if "$ref" in response:
            response = components["responses"][response["$ref"].rpartition("/")[2]]
        problem = "application/problem+json" in response.get("content", {})
        meaning = _codes(response["description"]) if problem else Markup("{0}").format(response["description"])
        rows.append(Markup("<dt><code>{0}</code></dt><dd>{1}</dd>").format(status, meaning))
    return Markup("<details><summary>Answers</summary><dl>{0}</dl></details>").format(_joined(rows))


def _codes(description: str) -> Markup:
    links = (Markup('<a href="/problems/{0}">{0}</a>').format(code) for code in description.split(", "))
    return Markup(", ").join(links)


def _examples(title: str, content: dict[str, Any]) -> Iterator[Markup]:
    for media, shown in content.items():
        for name, example in shown.get("examples", {}).items():
            yield Markup("<details><summary>{0}: {1} <span class=soft>{2}</span></summary>{3}</details>").format(
                title, name, media, _json(example["value"])
            )


def _json(value: Any) -> Markup:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)
    return Markup('<pre tabindex="0">{0}</pre>').format(text)


def _joined(parts: Any) -> Markup:
    return Markup("").join(parts)
