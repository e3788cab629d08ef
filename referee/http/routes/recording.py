"""The routes that record what happened at the table, one row each. What may happen is judged in `game`."""

from __future__ import annotations

from flask import Blueprint

from referee.http.promises import RECORD, SCORE, Operation
from referee.http.routes.acting import act
from referee.http.routing import operation
from referee.http.schemas import recording as schemas
from referee.http.schemas import rulings as ruling_schemas
from referee.http.schemas.body import Either, Shape
from referee.http.schemas.replies import ActReply

CARDS = ("card-already-played", "card-not-in-hand", "unknown-card")

# path, name, summary, body, problems beyond those of every act
ROWS: tuple[tuple[str, str, str, Shape | Either, tuple[str, ...]], ...] = (
    ("discards", "discard", "The dealer's discard (V3.1)", schemas.DiscardBody(), ("not-now", "no-such-deal", *CARDS)),
    ("dealer", "change_dealer", "Who dealt, put right (R2.4)", schemas.DealerBody(), ("not-now", "card-not-in-hand")),
    ("bids", "bid", "A bid or a pass (R3)", schemas.BidBody(), ("not-now", "not-your-turn", "bid-too-low", "dealer-must-bid")),
    ("trump", "name_trump", "The maker names trump (R4.1)", schemas.TrumpBody(), ("not-now",)),
    ("exchanges", "exchange", "The exchange of an ask (R5.2)", schemas.ExchangeBody(), ("not-now", "no-such-deal", *CARDS)),
    ("plays", "play", "A card played (R4.3)", schemas.PlayBody(),
     ("not-now", "not-your-turn", "sits-out", "no-cards-left", *CARDS)),
    ("tricks", "record_trick", "A whole trick, by its cards or its winner (J4.1)", schemas.TRICK,
     ("not-now", "sits-out", "no-cards-left", "not-your-turn", *CARDS)),
    ("contracts", "declare_contract", "Maker, bid and trump in place of the auction (J4.1)", schemas.ContractBody(),
     ("not-now", "bid-too-low")),
    ("counts", "count_tricks", "All tricks of the deal; ends it (J4.2)", schemas.CountBody(),
     ("not-now", "counts-do-not-add-up")),
    ("results", "record_result", "A whole deal in one act (J4.1)", schemas.RESULT,
     ("not-now", "bid-too-low", "counts-do-not-add-up", "dealer-must-bid")),
    ("shown", "show", "Cards laid face up (J2.4)", schemas.ShownBody(), ("not-now", "no-such-deal", "no-cards-left", *CARDS)),
    ("deals/<int:deal>/cards", "record_cards", "The cards of a past deal (J4.3)", schemas.DealCardsBody(),
     ("not-now", "no-such-deal", "not-your-turn", "counts-do-not-add-up", "no-cards-left", "sits-out", *CARDS)),
    ("redeals", "redeal", "A misdeal before the first lead (R2.3)", schemas.RedealBody(), ("not-now",)),
    ("undo", "undo", "Back to an earlier version (J3)", ruling_schemas.UndoBody(), ("nothing-to-undo", "no-such-version")),
    ("redo", "redo", "What was undone, again (J3)", ruling_schemas.RedoBody(), ("nothing-to-undo", "no-such-version")),
    ("corrections", "correct", "A wrong entry put right, or a card taken back (J3, R7.4)", ruling_schemas.CORRECTION,
     ("no-such-version", "card-in-no-trick", "correction-does-not-fit", "too-late-to-take-back", "unknown-card",
      "bid-too-low")),
    ("adjustments", "adjust", "Points booked by the table (J5)", ruling_schemas.AdjustmentBody(), ()),
    ("close", "close", "The match made final (R9.3)", ruling_schemas.CloseBody(), ("not-decided", "not-now")),
    ("reopen", "reopen", "A closed match opened again (R9.6)", ruling_schemas.ReopenBody(), ("not-closed",)),
)  # fmt: skip
SCORERS = ("adjust", "close", "reopen")


def blueprint() -> Blueprint:
    """All recording routes."""
    routes = Blueprint("recording", __name__)
    for path, name, summary, body, problems in ROWS:
        access = SCORE if name in SCORERS else RECORD
        promise = Operation(summary, access, ActReply, 201, body, problems, acts=True)
        operation(routes, "POST", f"/matches/<match>/{path}", promise, name)(act)
    return routes
