"""The document: complete, valid, fresh; its examples and the replies of the real application fit its schemas."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from openapi_schema_validator import OAS31Validator
from openapi_spec_validator import validate
from referencing import Registry, Resource

from referee.config import Settings
from referee.http.app import api_document, create_app
from referee.http.openapi import html
from referee.http.openapi.document import as_yaml
from referee.projections.rulings import NO_FACTS
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests import scenarios
from tests.http.servers import in_process

FILE = Path(__file__).parents[2] / "openapi.yaml"


@cache
def document() -> dict[str, Any]:
    """The document, made once."""
    return api_document()


def fits(schema: dict[str, Any], value: Any) -> list[str]:
    """What is wrong with a value by a schema of the document; a member that no schema names is wrong too."""
    registry: Registry[Any] = Registry().with_resource("", Resource.opaque(document()))
    beside = {"$id": "", **schema, "components": closed_components()}  # where its references lead
    validator = OAS31Validator(beside, registry=registry)
    return [f"{list(error.absolute_path)}: {error.message[:200]}" for error in validator.iter_errors(value)]


@cache
def closed_components() -> Any:
    """The document's components, where a reply may have no more members than its schema names: none is left undescribed."""
    return _closed(document()["components"])


def _closed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: False if name == "additionalProperties" and one is True else _closed(one) for name, one in schema.items()
    }


OPERATIONS = [
    pytest.param(path, method, operation, id=operation["operationId"])
    for path, methods in document()["paths"].items()
    for method, operation in methods.items()
]


def test_the_document_is_valid() -> None:
    validate(document())
    assert document()["openapi"] == "3.1.0"


def test_the_file_is_fresh() -> None:
    assert FILE.read_text(encoding="utf-8") == as_yaml(api_document()), "run: referee openapi > openapi.yaml"


def test_every_route_is_in_it(app: Flask) -> None:
    told = {(path, method) for path, methods in document()["paths"].items() for method in methods}
    routes = {
        (re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert told == routes


def test_operation_ids_are_distinct() -> None:
    ids = [operation["operationId"] for methods in document()["paths"].values() for operation in methods.values()]
    assert len(set(ids)) == len(ids)


def examples(content: dict[str, Any]) -> list[tuple[dict[str, Any], Any]]:
    """Schema and value of every example of a body."""
    return [(told["schema"], one["value"]) for told in content.values() for one in told.get("examples", {}).values()]


@pytest.mark.parametrize(("path", "method", "operation"), OPERATIONS)
def test_examples_fit_their_schemas(path: str, method: str, operation: dict[str, Any]) -> None:
    if "requestBody" in operation:
        content = operation["requestBody"]["content"]
        assert examples(content), "an example request is missing"
        for schema, value in examples(content):
            assert fits(schema, value) == []
    for response in operation["responses"].values():
        for schema, value in examples(response.get("content", {})):
            assert fits(schema, value) == []
    api = operation["tags"][0] not in ("meta", "page", "stream")
    success = next(operation["responses"][status] for status in ("200", "201") if status in operation["responses"])
    drawn = {"text/event-stream", "application/pdf"} & set(success["content"])  # no text that a document can show
    assert not api or drawn or examples(success["content"]), "an example reply is missing"


BAD = [("BidBody", {"seat": "N"}), ("BidBody", {"seat": "N", "bid": "4", "x": 1}), ("PlayBody", {"seat": "N", "card": "1C"}),
       ("CountBody", {"NS": "3", "EW": 3}), ("OpenBody", {"rules": {"target": 0}}), ("OpenBody", {"rules": {"joker": 1}}),
       ("AdjustmentBody", {"team": "NS", "points": 0, "reason": "x"}), ("PlayersBody", {}), ("Match", {})]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), BAD)
def test_schemas_refuse_what_is_wrong(name: str, value: Any) -> None:
    assert fits({"$ref": f"#/components/schemas/{name}"}, value)


class Watched:
    """Sends to the application and holds every reply to the document: status, code and shape."""

    def __init__(self, app: Flask) -> None:
        self.send_on, self.rules = in_process(app), app.url_map.bind("localhost")
        self.wrong: list[Any] = []

    def send(self, method: str, path: str, body: Any, token: str | None) -> tuple[int, Any]:
        """As scenarios.Send."""
        status, reply = self.send_on(method, path, body, token)
        self.hold(method, path, body, status, reply)
        return status, reply

    def hold(self, method: str, path: str, body: Any, status: int, reply: Any) -> None:
        """Notes what is wrong with a reply by the document."""
        rule = self.rules.match(path.partition("?")[0], method, return_rule=True)[0]
        told = document()["paths"][re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)][method.lower()]
        response = told["responses"].get(str(status))
        if response and "$ref" in response:
            response = document()["components"]["responses"][response["$ref"].rpartition("/")[2]]
        media = "application/json" if status < 400 else "application/problem+json"
        faults = fits(response["content"][media]["schema"], reply) if response else ["undocumented"]
        if faults:
            self.wrong.append((method, path, body, status, reply.get("code"), faults[:3]))


def test_all_replies_of_all_scenarios_are_as_documented(app: Flask) -> None:
    watched = Watched(app)
    for _, scenario in scenarios.scenarios():
        scenarios.run(scenario, watched.send)
    assert watched.wrong == []


def test_an_opening_repeated_with_its_key_is_as_documented(app: Flask) -> None:
    watched, client, path = Watched(app), app.test_client(), "/api/v1/matches"
    first = client.post(path, json={}, headers={"Idempotency-Key": "opened as documented"}).json
    watched.send("POST", "/api/v1/joins", {"code": first["join_code"], "seat": "N"}, None)
    again = client.post(path, json={}, headers={"Idempotency-Key": "opened as documented"})
    watched.hold("POST", path, {}, again.status_code, again.json)
    assert watched.wrong == []
    assert (again.json["id"], again.json["join_code"]) == (first["id"], first["join_code"])
    assert set(again.json["tokens"]) == {"scorer", "E", "S", "W", "viewer"}


def test_a_proof_by_counting_is_as_documented() -> None:  # J2.4
    facts: dict[str, Any] = dict.fromkeys(NO_FACTS) | {"count": {"unnamed": 3, "other_suits": 2}}
    shape = {"$ref": "#/components/schemas/Facts"}
    assert fits(shape, facts) == []
    assert fits(shape, facts | {"count": 3}) and fits(shape, facts | {"counted": None})


def test_the_page_shows_every_call_and_needs_nothing_else() -> None:
    client = create_app(Service(MemoryStore()), Settings()).test_client()
    page = client.get("/api/docs")
    assert page.status_code == 200 and "script" not in page.text.partition("<main>")[0]
    assert "https://" not in page.text and "<script" not in page.text and 'name="viewport"' in page.text
    for path, methods in document()["paths"].items():
        for method in methods:
            assert f'<span class="method">{method.upper()}</span> {path}</code>' in page.text
    styles = client.get("/api/docs.css")
    assert styles.content_type == "text/css; charset=utf-8" and "prefers-color-scheme: dark" in styles.text
    assert client.get("/api/openapi.json").json == document()
    assert html.html("<b>", html.Markup("x")).count("&lt;b&gt;") == 1
