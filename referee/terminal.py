"""What the command line shows: a match entry by entry, new links to it, and a played example of a disputed renege."""

from __future__ import annotations

import io
import socket
from collections.abc import Iterator, Mapping
from typing import Any

import segno

from referee.exporters.words import minus, players_of, result_text
from referee.game import commands as ask
from referee.game.timeline import Timeline
from referee.i18n import event_text, ruling_text, team_text, text, who
from referee.projections.replay import Step, steps
from referee.projections.seating import by_seat, seating
from referee.rules.cards import parse_card
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat
from referee.rules.trump import Trump
from referee.service import Service, acting, joining
from referee.service.access import JOIN
from referee.service.answers import Opened

STRUCK, BOLD, PLAIN = "\x1b[9m", "\x1b[1m", "\x1b[0m"


def account(timeline: Timeline, lang: str, ansi: bool) -> Iterator[str]:
    """The lines of a replay. Undone entries are struck through, or put between ~~ if the output is not a terminal."""
    seats = seating(timeline)
    for step in steps(timeline):
        of_deal = step.claim is not None and step.claim["deal"] <= len(seats.deals)
        players = by_seat(seats.during(step.claim["deal"]) if step.claim and of_deal else seats.at(step.version))
        yield _line(step, players, lang, ansi)
        if step.trick and step.trick.winner:
            winner = who(step.trick.winner.value, players, lang)
            yield "      " + text("replay.trick", lang, number=step.trick.number, player=winner)
    yield _score_line(timeline, lang)
    if timeline.match.outcome:
        yield result_text(timeline, lang)


def _score_line(timeline: Timeline, lang: str) -> str:
    """The score under a replay, for the teams by the names of those who sit in them at its end."""
    score, players = timeline.match.score, players_of(timeline)
    north_south, east_west = (team_text(team, players, lang) for team in ("NS", "EW"))
    return text(
        "replay.score", lang, north_south=north_south, ns=minus(score.ns), east_west=east_west, ew=minus(score.ew)
    )


def _line(step: Step, players: dict[str, str | None], lang: str, ansi: bool) -> str:
    line = _entry_text(step, step.reads, players, lang)
    if step.corrected:
        line = text("replay.corrected", lang, now=line, was=_entry_text(step, step.written, players, lang))
    if step.undone:
        line = f"{STRUCK}{line}{PLAIN}" if ansi else f"~~{line}~~"
    elif step.type in ("deal-started", "claim-ruled") and ansi:
        line = f"{BOLD}{line}{PLAIN}"
    return f"{step.version:4}  {line}"


def _entry_text(step: Step, data: Mapping[str, Any], players: dict[str, str | None], lang: str) -> str:
    if step.claim:
        return ruling_text(dict(step.claim), dict(step.deal), players, lang)
    return event_text(step.type, dict(data), {"deal": step.deal, "players": players, "redo": step.redo}, lang)


DEMO_TRICKS = ("N:JD E:TD S:KD W:QD", "N:AS E:QH S:9S W:JC", "N:9C E:KC S:QC W:AC", "W:KS N:9D E:TS S:QS")


def demo_match(service: Service) -> Opened:
    """A match in its first deal: South sees East throw a heart on spades and claims; East's ten of spades proves it.

    A slip of the scorer, undone at once, shows that the log keeps what was undone."""
    opened = joining.open_match(service, ask.OpenMatch(Rules(), players=dict(zip(SEATS, ("Ann", "Bob", "Cat", "Dan"), strict=True)),
                                        first_dealer=Seat.W))  # fmt: skip
    commands: list[ask.Command] = [ask.Bid(Seat.N, "5"), *(ask.Bid(seat, "pass") for seat in (Seat.E, Seat.S, Seat.W))]
    commands.append(ask.NameTrump(Trump.DIAMONDS))
    for number, trick in enumerate(DEMO_TRICKS, 1):
        plays = (word.split(":") for word in trick.split())
        commands += [ask.Play(Seat(seat), parse_card(card)) for seat, card in plays]
        if number == 2:
            commands += [ask.Undo(), ask.Play(Seat.W, parse_card("JS")), ask.ClaimRenege(Seat.S, Seat.E, trick=2)]
    for command in commands:
        acting.act(service, opened.match, command, "scorer")
    return opened


def new_links(service: Service, match: str) -> list[str]:
    """A link with a new token for each role, and one with a new join code; raises Refused `no-such-match`."""
    tokens, code = joining.renew_all(service, match)
    return [*(f"{role:7} /m/{match}#{token}" for role, token in tokens.items()), f"{JOIN:7} /j/{code}"]


def home_address() -> str:
    """This machine's address on the home network, found by the route that a packet would take; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation (RFC 5737)
        except OSError:  # no network: only this machine can connect
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def qr_code(address: str) -> str:
    """The address as a QR code in block characters, for phones to scan off the terminal."""
    drawn = io.StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    return drawn.getvalue()
