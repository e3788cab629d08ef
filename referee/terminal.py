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
from referee.importing.logs import imported
from referee.importing.nights import holds_night, imported_night
from referee.projections.replay import Step, steps
from referee.projections.seating import by_seat, seating
from referee.rules.cards import parse_card
from referee.rules.options import Rules
from referee.rules.seats import SEATS, Seat
from referee.rules.trump import Trump
from referee.service import Service, acting, joining
from referee.service.access import JOIN
from referee.service.answers import Opened
from referee.service.core import is_night
from referee.service.nights import joining as nights

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


def new_links(service: Service, address: str) -> list[str]:
    """A link with a new token for each role of a match or a night, and one with a new join code; raises Refused
    `no-such-match` or `no-such-night`."""
    renew = nights.renew_all if is_night(address) else joining.renew_all
    tokens, code = renew(service, address)
    return [*_links(address, tokens), f"{JOIN:7} /j/{code}"]


def brought_in(service: Service, body: bytes) -> tuple[str, list[str]]:
    """The address of an imported match or night, and its links; raises Refused as the imports do."""
    if holds_night(body):
        came = imported_night(service, body)
        return came.night, [*_links(came.night, came.tokens), f"{JOIN:7} /j/{came.join_code}"]
    match = imported(service, body)
    return match.match, _links(match.match, match.tokens)


def _links(address: str, tokens: Mapping[str, str]) -> list[str]:
    page = "n" if is_night(address) else "m"
    return [f"{role:7} /{page}/{address}#{token}" for role, token in tokens.items()]


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
