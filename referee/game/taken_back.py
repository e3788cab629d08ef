"""A card of the current trick taken back and replaced in time (R7.4): can it be, now or after a correction before it?"""

from __future__ import annotations

from referee.events import types as fact
from referee.game.refused import Refused
from referee.game.state import Match, Playing
from referee.rules.moves import Played, after_taking_back
from referee.rules.whereabouts import fits


def in_time(match: Match, version: int) -> Played | None:
    """The card of that version, unless the next lead or (option) the next play has been made (R7.4)."""
    stage = match.deal.stage
    if not isinstance(stage, Playing) or not stage.tricks:
        return None
    plays = stage.tricks[-1].plays
    if match.rules.correct_until == "next-play":
        plays = plays[-1:]
    return next((play for play in plays if play.version == version), None)


def card_corrected(match: Match, event: fact.CardCorrected) -> None:
    """Lets another card in place of the one taken back pass or raises Refused. A slip put right (J3) changes an entry,
    which is judged itself."""
    if event.kind == "entry":
        return
    play = in_time(match, event.version)
    if play is None or play.card is None or play.card == event.card:
        raise Refused("correction-does-not-fit", "J3", first=event.version)
    moves = after_taking_back(match.deal.moves, play, event.card, event.version)
    if not fits(match.deal._replace(moves=moves).record(match.rules)):
        raise Refused("correction-does-not-fit", "J3", first=event.version)
