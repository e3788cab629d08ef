"""The rulebook, its presets and options, in the reader's language."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.game.refused import Refused
from referee.http.headers import language, localised
from referee.http.promises import OPEN, Operation
from referee.http.replies import json_reply
from referee.http.routing import operation
from referee.i18n import RuleReply, RulesReply, rule_text, rules_document

routes = Blueprint("rules", __name__)


def _in_language(value: RuleReply | RulesReply) -> Response:
    reply = localised(json_reply(value))
    reply.add_etag()
    return reply


@operation(routes, "GET", "/rules", Operation("The rulebook with presets and options", OPEN, RulesReply))
def read_rules() -> Response:
    """Everything in one document."""
    return _in_language(rules_document(language()))


@operation(routes, "GET", "/rules/<number>", Operation("One rule", OPEN, RuleReply, problems=("no-such-rule",)))
def read_rule(number: str) -> Response:
    """A rule by its number."""
    rule = rule_text(number, language())
    if rule is None:
        raise Refused("no-such-rule", number=number)
    return _in_language(rule)
