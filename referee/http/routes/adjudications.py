"""Questions about cards that need no match and leave no trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response

from referee.game.forms import known_card, trumps
from referee.game.refused import Refused
from referee.http.promises import OPEN, Operation
from referee.http.replies import json_reply
from referee.http.routing import operation
from referee.http.schemas import replies as reply_schemas
from referee.http.schemas import rulings as ruling_schemas
from referee.rules.cards import Card
from referee.rules.options import Rules
from referee.rules.tricks import from_high_to_low, playable
from referee.rules.trump import Trump, suit_of

routes = Blueprint("adjudications", __name__)


def _check(trump: Trump, field: str, cards: Sequence[Card], rules: Rules, led: Card | None = None) -> None:
    """Raises Refused for a trump or card that these rules do not have, and for more copies of a card than they have."""
    if trump not in trumps(rules):
        raise Refused("invalid-request", "R4.1", field="trump", allowed=[one.value for one in trumps(rules)])
    for card, times in Counter((*cards, *((led,) if led else ()))).items():
        known_card(rules, card)
        if times > rules.decks:
            raise Refused("invalid-request", "R1.2", errors={field: ["card-too-often"]}, card=str(card))


TRICK = Operation(
    "Who wins a trick",
    OPEN,
    reply_schemas.TrickReply,
    200,
    ruling_schemas.JudgeTrickBody(),
    ("unknown-card", "incompatible-options"),
)


@operation(routes, "POST", "/adjudications/trick", TRICK)
def judge_trick(asked: dict[str, Any]) -> Response:
    """The winner and the order of the cards (R4.4)."""
    (_, rules), trump, plays = asked["rules"], asked["trump"], asked["plays"]
    cards = [play["card"] for play in plays]
    _check(trump, "plays", cards, rules)
    if len({play["seat"] for play in plays}) < len(plays):
        raise Refused("invalid-request", "R4.3", errors={"plays": ["seat-twice"]})
    order = from_high_to_low(cards, trump, rules.identical_cards)
    led_suit = suit_of(cards[0], trump)
    reply: reply_schemas.TrickReply = {
        "led_suit": led_suit.value if led_suit else None,
        "winner": plays[order[0]]["seat"].value,
        "order": [str(cards[index]) for index in order],
    }
    return json_reply(reply)


PLAYABLE = Operation(
    "Which cards of a hand may be played", OPEN, reply_schemas.PlayableReply, 200, ruling_schemas.PlayableBody(),
    ("unknown-card", "incompatible-options"),
)  # fmt: skip


@operation(routes, "POST", "/adjudications/playable", PLAYABLE)
def judge_playable(asked: dict[str, Any]) -> Response:
    """The cards that the rules allow after the one led (R4.3)."""
    (_, rules), trump, led, hand = asked["rules"], asked["trump"], asked["led"], asked["hand"]
    _check(trump, "hand", hand, rules, led)
    cards, must_follow = playable(hand, led, trump)
    reply: reply_schemas.PlayableReply = {
        "playable": [str(card) for card in cards],
        "must_follow": must_follow.value if must_follow else None,
    }
    return json_reply(reply)
