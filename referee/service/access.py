"""Who may do what (docs/api.md): tokens, join codes and the table of roles. Secrets are returned once, as text; only hashes are kept."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from referee.events.types import CardPlayed, ClaimRuled
from referee.game import commands as ask
from referee.game.entries import last_act
from referee.game.timeline import Timeline
from referee.rules.seats import SEATS, Seat

SCORER, VIEWER = "scorer", "viewer"
ROLES = (SCORER, *(seat.value for seat in SEATS), VIEWER)
ORGANISER, BOARD = "organiser", "board"  # of a night
JOIN = "join"  # no role, but renewed like one: the join code
RECORDINGS = ("anyone", "own-seat", "scorer")

# Without 0 O 1 I L, because codes are read aloud. 31^6 codes, about 888 million.
CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
CODE_LENGTH = 6

SCORERS_ONLY = (ask.AdjustScore, ask.Close, ask.Reopen, ask.CorrectCard, ask.CorrectEntries, ask.LinkRematch)


def new_token() -> str:
    """A secret of 192 random bits, URL-safe."""
    return secrets.token_urlsafe(24)


def new_join_code() -> str:
    """A short code to read out, such as `K7QF2M`."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def join_code_of(key: str, match: str, attempt: int) -> str:
    """The join code of a match opened with this idempotency key: a retry gets the same, though only its hash is stored.

    Nobody can work it out without the key, which only the opener's phone knows."""
    digest = hmac.new(key.encode(), f"{match} {attempt}".encode(), hashlib.sha256).digest()
    number, letters = int.from_bytes(digest), []
    for _ in range(CODE_LENGTH):
        number, index = divmod(number, len(CODE_LETTERS))
        letters.append(CODE_LETTERS[index])
    return "".join(letters)


def token_made_of(token: str, purpose: str) -> str:
    """Another token, which only who has this one can have: asking twice for the same purpose gives the same one."""
    digest = hmac.new(token.encode(), purpose.encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:24]).decode()


def hashed(secret: str) -> str:
    """What the store keeps of a token or a join code: SHA-256, hex."""
    return hashlib.sha256(secret.encode()).hexdigest()


def may(role: str, command: ask.Command, timeline: Timeline) -> bool:
    """Whether a role may give this command at this table (docs/api.md, Who may do what)."""
    if role == SCORER:
        return True
    if role == VIEWER or isinstance(command, SCORERS_ONLY):
        return False
    seat = Seat(role)
    if isinstance(command, (ask.ClaimRenege, ask.ClaimAceNoFace, ask.Concede, ask.Withdraw)):
        return command.by is seat
    if isinstance(command, ask.ChangePlayers):
        return set(command.players) == {seat} and not command.from_the_start
    if isinstance(command, ask.Undo):
        return _own_last_act(role, command, timeline)
    if isinstance(command, ask.Redo):
        return _own_undo(role, command, timeline)
    if isinstance(command, ask.ProposeScorer):
        return command.by is seat
    if isinstance(command, ask.ChangeScorer):
        return _agreed(seat, command, timeline)
    recording = timeline.match.opening.recording
    if isinstance(command, ask.ChangeDealer):
        return recording != "scorer" and command.seat is seat
    return recording == "anyone" or (recording == "own-seat" and _own(seat, command, timeline))


def _agreed(seat: Seat, command: ask.ChangeScorer, timeline: Timeline) -> bool:
    """Whether these seats have all named the new scorer, this one by this very act, and the one named is among them: no
    seat takes the role over alone."""
    if command.seat is None:
        return False
    wanted = {**timeline.moment.scorer.proposed, seat: command.seat}
    agreed = set(command.agreed)
    return len(agreed) > 1 and {seat, command.seat} <= agreed and all(wanted.get(one) is command.seat for one in agreed)


def _own(seat: Seat, command: ask.Command, timeline: Timeline) -> bool:
    """Whether a seat may record this if each seat records only its own acts."""
    match command:
        case ask.Bid() | ask.Play() | ask.Show():
            return command.seat is seat
        case ask.Discard():
            deal = timeline.match.deal_numbered(command.deal) if command.deal else timeline.match.deal
            return deal is None or deal.dealer is seat
        case ask.NameTrump():
            return timeline.match.deal.maker is seat
        case ask.Exchange():
            deal = timeline.match.deal_numbered(command.deal) if command.deal else timeline.match.deal
            return deal is None or deal.maker is seat
        case ask.TakeTrick():
            return command.winner is seat
        case ask.TakeBack():
            entry = timeline.standing_at(command.version)
            return entry is not None and isinstance(entry.event, CardPlayed) and entry.event.seat is seat
    return False


def _own_last_act(role: str, command: ask.Undo, timeline: Timeline) -> bool:
    """Whether the last act is the seat's own and holds no ruling: a seat may undo nothing else."""
    act = last_act(timeline.head)
    own = act[0].by == role and not any(isinstance(entry.event, ClaimRuled) for entry in act)
    return own and command.to in (None, timeline.undo_to)


def _own_undo(role: str, command: ask.Redo, timeline: Timeline) -> bool:
    if timeline.redo_to is None or command.to not in (None, timeline.redo_to):
        return False
    rewind = timeline.moment_at(timeline.redo_to + 1)
    return rewind is not None and rewind.recorded.by == role
