"""The links of the document: which calls take the ids in a reply. Made from the routes; holds no paths."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from werkzeug.routing import Rule

Links = dict[str, dict[str, Any]]

# The endpoint whose reply holds an id -> where in the reply, by the path parameter that takes it.
NAMED: Mapping[str, Mapping[str, str]] = {
    "matches.open_match": {"match": "$response.body#/id"},
    "exports.import_match": {"match": "$response.body#/id"},
    "matches.join": {"match": "$response.body#/match"},
    "claims.claim": {
        "match": "$request.path.match",
        "claim": "$response.body#/claim/number",
        "number": "$response.body#/claim/number",
    },
}
OF_CLAIMS = ("claims.read_claim", "claims.concede", "claims.withdraw")
READ_FIRST = ("matches.read_match", "reading.read_events", "reading.read_score")


def links_from(endpoint: str, rules: Iterable[Rule]) -> Links:
    """The links of one call: a new match leads to all that can be done with it, a claim to its answers, a seat to its table."""
    named = NAMED.get(endpoint, {})
    leads = OF_CLAIMS if "claim" in named else READ_FIRST if endpoint == "matches.join" else None
    return {
        operation_id(rule): {
            "operationId": operation_id(rule),
            "parameters": {name: named[name] for name in sorted(rule.arguments)},
        }
        for rule in rules
        if (rule.endpoint in leads if leads else _only_the_match(rule)) and rule.arguments <= named.keys()
    }


def _only_the_match(rule: Rule) -> bool:
    return rule.arguments == {"match"} and not rule.endpoint.startswith("page.match_page")


def operation_id(rule: Rule) -> str:
    """What the document calls a route."""
    name: str = rule.endpoint.partition(".")[2]
    return name
