"""The OpenAPI document, made from the routes and the schemas that serve them. Nothing in it is written twice."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask
from marshmallow import Schema
from werkzeug.routing import Rule

from referee import __version__
from referee.http import promises
from referee.http.context import EXTENSION
from referee.http.headers import DIFFERENT, SECRET_KEY
from referee.http.middleware import template
from referee.http.openapi.examples import Example, played
from referee.http.openapi.links import Links, links_from, operation_id
from referee.http.problems import STATUS
from referee.http.promises import Operation, Parameter
from referee.http.schemas.body import Either, Shape
from referee.http.schemas.described import component
from referee.http.schemas.fields import Field, json_schema
from referee.http.schemas.replies import Problem
from referee.i18n import LANGUAGES

MATCH_ACCESS = (promises.READ, promises.RECORD, promises.SCORE)
TEXT = {"type": "string"}
LANG = Parameter(
    "lang", TEXT, f"The reader's language, before Accept-Language: {', '.join(LANGUAGES)}; any other is passed over"
)
ACCEPT_LANGUAGE = Parameter("Accept-Language", TEXT, "The reader's languages", "header")
KEY = Parameter(
    "Idempotency-Key", {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[ -~]*$"},
    "Makes a retry harmless: the same key and body give the first reply again", "header",
)  # fmt: skip
LONG = {"minLength": SECRET_KEY}
HARD_TO_GUESS = f"{KEY.description}; random, such as a UUID: {DIFFERENT} different characters at least"
IF_MATCH = Parameter(
    "If-Match",
    {"type": "string", "pattern": '^(\\*|([0-9]+|(W/)?"[^"]*")( *, *([0-9]+|(W/)?"[^"]*"))*)$'},
    'The version that the act was decided on: its ETag, or the number alone ("17"); of a list any will do', "header",
)  # fmt: skip
IF_NONE_MATCH = Parameter("If-None-Match", TEXT, "The ETag of what the reader has", "header")
REQUEST_ID = Parameter("X-Request-ID", TEXT, "Echoed in the reply", "header")
SSE = "text/event-stream"
MESSAGE = {
    "type": "object",
    "description": "One message of the stream",
    "properties": dict.fromkeys(("id", "event", "data"), TEXT),
}
SHARED = (LANG, ACCEPT_LANGUAGE, KEY, IF_MATCH, IF_NONE_MATCH, REQUEST_ID)
HEADERS = {
    "ETag": "The version and 8 signs of its hash, with the language where the body has texts, and `-gzip` where it is compressed",
    "X-Request-ID": "Echoed or made",
    "Referee-Version": "The version of the referee: an answer without it is somebody else's",
    "Idempotency-Replayed": "`true` for an answer given before",
    "Location": "The address of the match",
    "Retry-After": "Seconds to wait",
}
ABOUT = """Score-keeper and rules referee for Bid Euchre played with real cards. Each call of a match carries
`Authorization: Bearer TOKEN`; opening a match answers with a token for each role. Every reply about a match carries
its version as `ETag`; every refusal is a problem (RFC 9457) whose `type` has a page."""


def document(app: Flask) -> dict[str, Any]:
    """The document of a fresh application (`examples.stage`); its examples are played on it."""
    operations = app.extensions[EXTENSION].operations
    plugin = MarshmallowPlugin(schema_name_resolver=lambda schema: _class_of(schema).__name__)
    spec = APISpec("Referee", __version__, "3.1.0", plugins=[plugin], info={"description": " ".join(ABOUT.split())})
    plugin.converter.add_attribute_function(_described)  # type: ignore[union-attr]
    _components(spec)
    examples = played(app)
    rules = sorted(app.url_map.iter_rules(), key=lambda rule: (rule.rule, sorted(rule.methods or ())))
    for rule in rules:
        route = _Route(
            spec,
            rule,
            operations[rule.endpoint],
            examples.get(rule.endpoint, []),
            links_from(rule.endpoint, rules),
        )
        spec.path(template(rule.rule), operations=route.operations())
    for schema, name in ((key[0], name) for key, name in plugin.converter.refs.items()):  # type: ignore[union-attr]
        _add_what_the_class_says(schema, spec.components.schemas[name])
    whole: dict[str, Any] = json.loads(json.dumps(spec.to_dict()))
    return whole


def as_json(whole: dict[str, Any]) -> bytes:
    """The document as JSON."""
    return json.dumps(whole, ensure_ascii=False).encode()


def as_yaml(whole: dict[str, Any]) -> str:
    """The document as openapi.yaml holds it."""
    return yaml.dump(whole, sort_keys=False, allow_unicode=True, width=120, default_flow_style=None)


def _class_of(schema: Any) -> type[Schema]:
    return schema if isinstance(schema, type) else type(schema)


def _described(converter: Any, field: Any, ret: dict[str, Any], **more: Any) -> dict[str, Any]:
    """For apispec: the JSON Schema of a field, which the fields of this application provide themselves."""
    if isinstance(field, Field):
        ret.clear()
        return json_schema(field)
    return {}


def _add_what_the_class_says(schema: Any, json: dict[str, Any]) -> None:
    """Adds to a component what its class states beyond its fields."""
    json["description"] = (_class_of(schema).__doc__ or "").strip()
    json.update(getattr(schema, "more", {}))


def _components(spec: APISpec) -> None:
    spec.components.security_scheme("token", {"type": "http", "scheme": "bearer", "description": "a role of a match"})
    spec.components.security_scheme("admin", {"type": "http", "scheme": "bearer", "description": "the server's admin"})
    spec.components.security_scheme("ticket", {"type": "apiKey", "in": "query", "name": "ticket"})
    for one in SHARED:
        spec.components.parameter(one.name, one.place, {"schema": one.schema, "description": one.description})
    for name, description in HEADERS.items():
        spec.components.header(name, {"schema": TEXT, "description": description})
    _view(spec, Problem)


def _view(spec: APISpec, view: type[Any]) -> dict[str, Any]:
    """The reference to a view's schema, which is added to the components on first use."""
    name = view.__name__
    if name not in spec.components.schemas:
        spec.components.schema(name, component(view, lambda inner: _view(spec, inner)))
    return {"$ref": f"#/components/schemas/{name}"}


class _Route:
    """One route as the document describes it."""

    def __init__(
        self, spec: APISpec, rule: Rule, promise: Operation, examples: Sequence[Example], links: Links
    ) -> None:
        self.spec, self.rule, self.promise, self.examples, self.links = spec, rule, promise, examples, links
        self.method = next(iter((rule.methods or set()) - {"HEAD", "OPTIONS"})).lower()
        self.of_night = promise.access in promises.NIGHTS
        self.of_match = promise.access in MATCH_ACCESS or self.of_night

    def operations(self) -> dict[str, Any]:
        """The operation object under its method."""
        operation: dict[str, Any] = {
            "operationId": operation_id(self.rule),
            "tags": [self.rule.endpoint.partition(".")[0]],
            "summary": self.promise.summary,
            "security": self._security(),
            "parameters": list(self._parameters()),
            "responses": dict(sorted(self._responses().items())),
        }
        if self.promise.body:
            operation["requestBody"] = self._request(self.promise.body)
        if self.promise.takes:
            operation["requestBody"] = {
                "required": True,
                "content": {media: self._taken(media) for media in self.promise.takes},
            }
        return {self.method: operation}

    def _security(self) -> list[dict[str, list[str]]]:
        if self.promise.access == promises.ADMIN:
            return [{"admin": []}]
        if self.of_match:
            return [{"token": []}, {"ticket": []}] if self.promise.ticket else [{"token": []}]
        return [{}, {"admin": []}] if self.promise.access == promises.OPENER else [{}]

    def _parameters(self) -> Iterator[Any]:
        for name, converter in self.rule._converters.items():
            number = type(converter).__name__ == "IntegerConverter"
            schema = {"type": "integer", "minimum": 0} if number else TEXT
            yield {"name": name, "in": "path", "required": True, "schema": schema}
        for one in self.promise.query:
            yield {"name": one.name, "in": one.place, "schema": one.schema, "description": one.description}
        yield from (LANG.name, ACCEPT_LANGUAGE.name, REQUEST_ID.name)
        if self.promise.secret_key:
            yield {"name": KEY.name, "in": KEY.place, "schema": KEY.schema | LONG, "description": HARD_TO_GUESS}
        elif self.promise.acts or self.promise.keyed:
            yield KEY.name
        if self.promise.acts:
            yield IF_MATCH.name
        if self._conditional():
            yield IF_NONE_MATCH.name

    def _conditional(self) -> bool:
        return self.method == "get" and self.of_match and self.promise.reply is not None

    def _request(self, body: Shape | Either) -> dict[str, Any]:
        shapes = list(body.shapes.values()) if isinstance(body, Either) else [body]
        refs = [self._ref(type(shape)) for shape in shapes]
        schema = {"oneOf": refs} if len(refs) > 1 else refs[0]
        examples = {one.name: {"value": one.body} for one in self.examples}
        required = any(shape.more or field.required for shape in shapes for field in shape.fields.values())
        return {"required": required, "content": {"application/json": {"schema": schema, "examples": examples}}}

    def _taken(self, media: str) -> dict[str, Any]:
        """The description of a body that is not JSON of a schema."""
        examples = {one.name: {"value": one.body} for one in self.examples if media == "text/plain"}
        schema = {"type": "object"} if media == "application/json" else TEXT
        return {"schema": schema, **({"examples": examples} if examples else {})}

    def _ref(self, schema: type[Schema]) -> dict[str, str]:
        name = schema.__name__
        if name not in self.spec.components.schemas:
            self.spec.components.schema(name, schema=schema)
        return {"$ref": f"#/components/schemas/{name}"}

    def _responses(self) -> dict[str, Any]:
        responses: dict[str, Any] = {str(self.promise.status): self._success()}
        if self._conditional():
            responses["304"] = {"description": "The reader has it", "headers": self._headers("ETag")}
        codes = sorted(set(self._codes()))
        for status in sorted({STATUS[code] for code in codes}):
            responses[str(status)] = self._problem(status, [code for code in codes if STATUS[code] == status])
        return responses

    def _success(self) -> dict[str, Any]:
        content = {media: self._content(media) for media in self.promise.media}
        headers = ["X-Request-ID", "Referee-Version", *(["ETag"] if self.of_match else [])]
        if self.promise.acts or self.promise.keyed:
            headers.append("Idempotency-Replayed")
        if self.promise.keyed:
            headers.append("Location")
        success = {"description": self.promise.summary, "headers": self._headers(*headers), "content": content}
        return success | ({"links": self.links} if self.links else {})

    def _content(self, media: str) -> dict[str, Any]:
        json_reply = media == "application/json" or media.endswith("+json")
        if self.promise.reply is None or not json_reply:
            schema: dict[str, Any] = {"type": "object"} if json_reply else MESSAGE if media == SSE else TEXT
        else:
            views = [one for one in (self.promise.reply, self.promise.or_else) if one]
            refs = [_view(self.spec, one) for one in views]
            schema = {"anyOf": refs} if len(refs) > 1 else refs[0]
        examples = {one.name: {"value": one.reply} for one in self.examples if isinstance(one.reply, str) != json_reply}
        return {"schema": schema, **({"examples": examples} if examples else {})}

    def _headers(self, *names: str) -> dict[str, Any]:
        return {name: {"$ref": f"#/components/headers/{name}"} for name in names}

    def _codes(self) -> Iterator[str]:
        yield from (*self.promise.problems, "internal-error", "unknown-host")
        if self.method != "get":
            yield "cross-origin"
        if self.of_match or self.promise.access == promises.ADMIN:
            yield from ("unauthorized", "forbidden", "store-unavailable")
        if self.of_match:
            yield from ("no-such-night" if self.of_night else "no-such-match", "doctored-log")
        if self.rule.arguments:
            yield "not-found"
        if self.promise.query or self.promise.body:
            yield "invalid-request"
        if self.promise.body:
            yield from ("malformed-json", "payload-too-large", "unsupported-media-type")
        if any(one.name == "at" for one in self.promise.query):
            yield "no-such-version"
        if self.promise.acts:
            yield from ("stale-version", *(["night-closed"] if self.of_night else ["match-closed", "match-full"]))
        if self.promise.acts or self.promise.keyed:
            yield from ("idempotency-key-reused", "store-unavailable")
        if self.promise.keyed:
            yield "idempotency-key-expired"
        if self.promise.secret_key:
            yield "idempotency-key-weak"

    def _problem(self, status: int, codes: list[str]) -> dict[str, Any]:
        """The refusals of one status; those with a single code are kept among the components."""
        if len(codes) > 1:
            return self._refusals(status, codes)
        if codes[0] not in self.spec.components.responses:
            self.spec.components.response(codes[0], self._refusals(status, codes))
        return {"$ref": f"#/components/responses/{codes[0]}"}

    def _refusals(self, status: int, codes: list[str]) -> dict[str, Any]:
        schema = {"allOf": [_view(self.spec, Problem), {"properties": {"code": {"enum": codes}}}]}
        headers = self._headers("X-Request-ID", "Referee-Version", *(["Retry-After"] if status in (429, 503) else []))
        return {
            "description": ", ".join(codes),
            "headers": headers,
            "content": {"application/problem+json": {"schema": schema}},
        }
