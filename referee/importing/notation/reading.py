"""A match as read so far: what the lines record is decided and folded, and what else they say is compared with the result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from referee.events.log import Recorded
from referee.game import commands as ask
from referee.game.decide import decide_act, well_formed
from referee.game.refused import Refused
from referee.game.state import Deal, Match, Playing, first_leader, seat_to_play
from referee.game.timeline import fold
from referee.importing.notation.lines import Row, Tag, unreadable
from referee.rules.seats import Seat, clockwise_from
from referee.service import Service
from referee.service.access import SCORER
from referee.service.acting import sealed_act

SEAT_NAMES = {"North": Seat.N, "East": Seat.E, "South": Seat.S, "West": Seat.W}


Readers = Mapping[tuple[str, int], Callable[..., None]]


class Reading:
    """The match as read so far, as its log and as its timeline; `section` is the number of the deal that the text is in."""

    def __init__(self, service: Service, opening: Sequence[Recorded], readers: Readers) -> None:
        timeline = fold(opening)
        assert timeline is not None
        self.service, self.log, self.timeline, self.readers = service, list(opening), timeline, readers
        self.section, self.line = 0, 1
        self.lines = [1] * len(opening)  # for each event, the line of the text that it comes from
        self.rulings: dict[int, tuple[str, str, int]] = {}
        self.marked: dict[tuple[int, int, Seat], int] = {}
        self.turned_up: tuple[int, list[Row]] | None = None

    @property
    def match(self) -> Match:
        return self.timeline.match

    @property
    def deal(self) -> Deal:
        deal = self.match.deal_numbered(self.section)
        if deal is None:
            raise unreadable(self.line, "no-deal")
        return deal

    def act(self, command: ask.Command) -> None:
        try:
            well_formed(self.match, command)
            sealed, self.timeline = sealed_act(self.service, self.timeline, decide_act(self.timeline, command), SCORER)
        except Refused as refused:
            raise unreadable(self.line, refused.code, refused.rule) from refused
        self.log += sealed
        self.lines += [self.line] * len(sealed)

    def check(self, holds: bool, reason: str) -> None:
        if not holds:
            raise unreadable(self.line, reason)

    def read(self, line: Tag | Row) -> None:
        """One line of a deal's section."""
        self.line = line.line
        if isinstance(line, Row):
            self._row(line)
            return
        self.check(self.turned_up is None, "tricks-missing")
        if line.name in SEAT_NAMES:
            self.act(ask.ChangePlayers({SEAT_NAMES[line.name]: line.values[0] or None}))
            return
        reader = self.readers.get((line.name, len(line.values)))
        if reader is None:
            raise unreadable(line.line, "unknown-tag", tag=line.name)
        try:
            reader(self, *line.values)
        except (ValueError, KeyError) as error:
            raise unreadable(line.line, "bad-value") from error

    # --- rows --------------------------------------------------------------------------------------------------------

    def _row(self, row: Row) -> None:
        number = self.turned_up[0] if self.turned_up else self.section
        for seat, cell in row.cells.items():
            if cell.reneged:
                self.marked.setdefault((number, row.number, seat), row.line)
        if self.turned_up:
            self._turned_up_row(row, *self.turned_up)
        elif row.has_cards:
            self._played_row(row)
        else:
            self._taken_row(row)

    def _taken_row(self, row: Row) -> None:
        """A trick of which only the winner was recorded."""
        self.check(row.winner is not None and row.number == len(self.deal.tricks) + 1, "wrong-trick")
        assert row.winner is not None
        self.act(ask.TakeTrick(row.winner))

    def _played_row(self, row: Row) -> None:
        """The cards that are new in this row, in turn order; those already played must agree."""
        deal, stage = self.deal, self.deal.stage
        self.check(isinstance(stage, Playing), "not-now")
        assert isinstance(stage, Playing)
        known = stage.tricks[-1] if stage.tricks and stage.tricks[-1].number == row.number else None
        running = stage.tricks and stage.tricks[-1].winner is None
        self.check(known is not None or (not running and row.number == len(stage.tricks) + 1), "wrong-trick")
        leader = known.leader if known else row.leads_out_of_turn or seat_to_play(deal, stage, self.match.rules)
        played = len(known.plays) if known else 0
        cells = [(seat, row.cells[seat]) for seat in clockwise_from(leader, deal.sitting_out)]
        known_cards = sum(cell.card is not None for _, cell in cells)
        self.check(all(cell.card for _, cell in cells[:known_cards]) and known_cards >= played, "wrong-order")
        for index, (seat, cell) in enumerate(cells[:known_cards]):
            assert cell.card is not None
            if known and index < played:
                self.check(known.plays[index].card == cell.card, "wrong-card")
            else:
                self.act(ask.Play(seat, cell.card, cell.led_out_of_turn))
        self.check(self.deal.tricks[row.number - 1].winner is row.winner, "wrong-winner")

    def _turned_up_row(self, row: Row, number: int, rows: list[Row]) -> None:
        rows.append(row)
        if len(rows) == self.match.rules.all_tricks:
            self.turned_up = None
            self.act(ask.RecordCards(number, tuple(self._turned_up(number, rows))))
            deal = self.match.deal_numbered(number)
            assert deal is not None
            self.check([trick.winner for trick in deal.tricks] == [row.winner for row in rows], "wrong-winner")

    def _turned_up(self, number: int, rows: list[Row]) -> list[ask.TurnedUp]:
        deal = self.match.deal_numbered(number)
        if deal is None or deal.contract is None:
            raise unreadable(self.line, "no-deal")
        tricks, turn = [], first_leader(deal.dealer, deal.contract, self.match.rules)
        for row in rows:
            leader = row.leads_out_of_turn or turn
            cards = [row.cells[seat].card for seat in clockwise_from(leader, deal.sitting_out)]
            tricks.append(
                ask.TurnedUp(leader, tuple(card for card in cards if card), row.leads_out_of_turn is not None)
            )
            turn = row.winner or leader
        return tricks

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self, said: Mapping[str, Tag]) -> None:
        """Compares what the header says of the whole match with the result; raises Refused."""
        self.check(self.turned_up is None, "tricks-missing")
        match = self.match
        self._compare_rulings(match)
        came = {
            "Status": "abandoned" if match.abandoned else match.status,
            "Score": f"NS {match.score.ns} EW {match.score.ew}",
            "Ended": match.outcome.ended if match.outcome else "-",
            "Winner": "draw" if match.drawn else match.winner.value if match.winner else "-",
        }
        for name, value in came.items():
            if name in said and said[name].values != (value,):
                raise unreadable(said[name].line, "does-not-follow", tag=name)

    def _compare_rulings(self, match: Match) -> None:
        for number, (verdict, ground, line) in self.rulings.items():
            ruling = match.claims[number - 1].ruling if number <= len(match.claims) else None
            if ruling is None or (ruling.verdict, ruling.ground) != (verdict, ground):
                raise unreadable(line, "does-not-follow", claim=number)
        upheld = {
            (claim.deal, trick, claim.accused)
            for claim in match.claims
            if claim.ruling and claim.ruling.verdict == "upheld" and not claim.withdrawn
            for trick in claim.ruling.tricks
        }
        for place, line in self.marked.items():
            if place not in upheld:
                raise unreadable(line, "does-not-follow", mark="^R")
