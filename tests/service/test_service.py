"""The path from a request to the log: durable acts, keys, versions, joining, tokens, verification. Over the store that forgets."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from referee.game import commands as ask
from referee.game.refused import Refused
from referee.importing import logs
from referee.rules.options import rules_of
from referee.rules.seats import Seat
from referee.service import acting, joining, keeping
from referee.service import cache as tables
from referee.service.access import ROLES, hashed
from referee.service.answers import Key
from referee.service.core import Service, new_id, now
from referee.stores.memory import MemoryStore
from tests.deals import BEFORE, DISPUTED, T1, T2
from tests.tables import AT, commands

OPENING = ask.OpenMatch(rules_of("classic", {}), first_dealer=Seat.W, players={Seat.N: "Ann"})
KEY, OTHER = Key("k1", "fingerprint"), Key("k1", "another")


def a_service() -> Service:
    """A service with a fixed clock and ids in order."""
    numbers = count(1)
    return Service(MemoryStore(), lambda: AT, lambda: f"m{next(numbers)}")


def told(service: Service, match: str, *lines: str, by: str = "scorer", **more):
    """The answer to the last act of these lines."""
    answer = None
    for line in lines:
        for command in commands(service.timeline(match), line):
            answer = acting.act(service, match, command, by, **more)
    return answer


def code(ask_for) -> str:
    """With which code something is refused."""
    with pytest.raises(Refused) as error:
        ask_for()
    return error.value.code


# --- acting ----------------------------------------------------------------------------------------------------------


def test_an_answer_holds_the_table_and_the_appended_events():
    service = a_service()
    match = joining.open_match(service, OPENING).match
    answer = told(service, match, "result N 5 D 5 1")
    assert [event.type for event in answer.events] == ["contract-declared", "tricks-counted", "deal-started"]
    assert {event.act for event in answer.events} == {3}
    assert {event.by for event in answer.events} == {"scorer"}
    assert answer.timeline.version == 5 == service.store.head(match)
    assert list(service.events(match, after=2)) == list(answer.events)


def test_rulings_are_the_referees_own():
    service = a_service()
    match = joining.open_match(service, OPENING).match
    answer = told(service, match, *DISPUTED, "claim S E 2")
    assert [(event.type, event.by) for event in answer.events] == [("claim-made", "scorer"), ("claim-ruled", "referee")]
    assert answer.claim == 1


def test_a_refusal_appends_nothing():  # J1
    service = a_service()
    match = joining.open_match(service, OPENING).match
    assert code(lambda: told(service, match, "E:5")) == "not-your-turn"
    assert service.store.head(match) == 2
    assert code(lambda: service.timeline("m9")) == "no-such-match"
    assert code(lambda: keeping.verification(service, "m9")) == "no-such-match"


def test_a_repeated_claim_answers_the_old_one_with_no_event():  # J2.6
    service = a_service()
    match = joining.open_match(service, OPENING).match
    told(service, match, *DISPUTED, "claim S E 2")
    again = told(service, match, "claim N E 2")
    assert (again.events, again.claim) == ((), 1)


def test_an_act_for_another_version_is_stale():  # docs/api.md, Headers
    service = a_service()
    match = joining.open_match(service, OPENING).match
    assert told(service, match, "N:5", expected={2}).timeline.version == 3
    assert code(lambda: told(service, match, "E:pass", expected={2})) == "stale-version"
    assert code(lambda: told(service, match, "E:6", expected={2})) == "invalid-request"  # malformed comes first


def test_a_full_match_takes_nothing_more(monkeypatch):
    monkeypatch.setattr(acting, "EVENTS_PER_MATCH", 4)
    service = a_service()
    match = joining.open_match(service, OPENING).match
    told(service, match, "N:5", "E:pass")
    assert code(lambda: told(service, match, "S:pass")) == "match-full"


DECIDED = ("adjust NS 30", "result N 5 D 5 1")  # the target is reached, though not final (R9.1)


def brimming(monkeypatch: pytest.MonkeyPatch, *lines: str) -> tuple[Service, str, str]:
    """A service, a match that these lines have filled to the last event, and its join code."""
    service = a_service()
    opened = joining.open_match(service, OPENING)
    told(service, opened.match, *lines)
    for module in (acting, joining, logs):
        monkeypatch.setattr(module, "EVENTS_PER_MATCH", service.store.head(opened.match))
    assert code(lambda: told(service, opened.match, "name N Nora")) == "match-full" and opened.join_code
    return service, opened.match, opened.join_code


@pytest.mark.parametrize(
    "lines, end", [(("N:5",), "abandon"), ((*BEFORE, T1, T2, "claim S E 2"), "abandon"), (DECIDED, "close")]
)
def test_a_full_match_can_be_closed_and_read_elsewhere(monkeypatch, lines, end):
    service, match, _ = brimming(monkeypatch, *lines)
    answer = told(service, match, end)
    assert [event.type for event in answer.events] == ["match-closed"] and answer.timeline.match.closed
    assert keeping.verification(service, match)["ok"]
    log = [event.line for event in service.events(match)]
    came = logs.imported(service, "\n".join(log).encode())
    assert came.timeline.version == len(log) == acting.EVENTS_PER_MATCH + 1
    for module in (acting, logs):
        monkeypatch.setattr(module, "EVENTS_PER_MATCH", len(log) - 2)
    assert code(lambda: logs.imported(service, "\n".join(log).encode())) == "broken-log"


def test_a_full_match_takes_players_without_names(monkeypatch):
    service, match, join_code = brimming(monkeypatch, "N:5")
    full = service.store.head(match)
    assert code(lambda: joining.join(service, join_code, "E", "Eve")) == "match-full"
    assert service.store.taken_seats(match) == frozenset()
    seated, watching = joining.join(service, join_code, "E"), joining.join(service, join_code, "viewer", "Vic")
    assert [service.role_of(one.token) for one in (seated, watching)] == [(match, "E"), (match, "viewer")]
    assert service.role_of(joining.renew(service, match, "E").token) == (match, "E")
    assert service.store.head(match) == full


# --- keys ------------------------------------------------------------------------------------------------------------


def test_the_same_key_gives_the_first_answer_whatever_happened_since():  # docs/api.md, Headers
    service = a_service()
    match = joining.open_match(service, OPENING).match
    told(service, match, *BEFORE)
    first = told(service, match, "trick JD TD KD QD", key=KEY)
    told(service, match, "N:AS E:QH")
    again = acting.act(service, match, next(commands(service.timeline(match), "trick JD TD KD QD")), "scorer", key=KEY)
    assert again.replayed and not first.replayed
    assert (again.timeline.version, again.events) == (first.timeline.version, first.events)
    assert code(lambda: told(service, match, "S:9S", key=OTHER)) == "idempotency-key-reused"
    told(service, match, "S:9S W:JS", "count 5 1")
    assert told(service, match, "trick JD TD KD QD", key=KEY).replayed
    assert told(service, match, "undo", key=Key("k2", "f")).events[0].type == "rewound"
    assert told(service, match, "undo", key=Key("k2", "f")).replayed


def test_a_refused_act_is_decided_anew():  # docs/api.md, Headers
    service = a_service()
    match = joining.open_match(service, OPENING).match
    assert code(lambda: told(service, match, "E:5", key=KEY)) == "not-your-turn"
    told(service, match, "N:4")
    assert not told(service, match, "E:5", key=KEY).replayed


def test_a_key_remembers_a_claim_without_events():
    service = a_service()
    match = joining.open_match(service, OPENING).match
    told(service, match, *DISPUTED, "claim S E 2")
    first = told(service, match, "claim S E 2", key=KEY)
    again = told(service, match, "claim S E 2", key=KEY)
    assert (first.events, again.events, again.claim, again.replayed) == ((), (), 1, True)


def test_the_same_key_opens_the_same_match_with_fresh_tokens():  # docs/api.md, Headers
    service = a_service()
    first, again = joining.open_match(service, OPENING, KEY), joining.open_match(service, OPENING, KEY)
    assert (again.match, again.replayed, again.timeline.version) == (first.match, True, 2)
    assert service.role_of(first.tokens["scorer"]) is None
    assert service.role_of(again.tokens["scorer"]) == (first.match, "scorer")
    assert code(lambda: joining.open_match(service, OPENING, OTHER)) == "idempotency-key-reused"
    assert joining.open_match(service, OPENING).match == "m2"


def test_a_late_retry_of_the_opening_says_the_same_code_and_turns_nobody_out():  # docs/api.md, Headers
    service = a_service()
    first = joining.open_match(service, OPENING, KEY)
    seated, watching = (
        joining.join(service, first.join_code, "E", "Eve"),
        joining.join(service, first.join_code, "viewer"),
    )
    again = joining.open_match(service, OPENING, KEY)
    assert again.join_code == first.join_code and "E" not in again.tokens
    assert [service.role_of(one.token) for one in (seated, watching)] == [("m1", "E"), ("m1", "viewer")]


def test_a_code_that_another_match_has_is_not_given_again(monkeypatch: pytest.MonkeyPatch):  # docs/api.md
    service = a_service()
    taken = joining.open_match(service, OPENING).join_code
    codes = iter([taken, taken, "FRESH2"])
    monkeypatch.setattr(joining, "new_join_code", lambda: next(codes))
    assert joining.open_match(service, OPENING).join_code == "FRESH2"
    assert [joining.match_of_code(service, code) for code in (taken, "fresh2")] == ["m1", "m2"]


# --- joining and tokens ----------------------------------------------------------------------------------------------


def test_a_token_for_each_role():
    service = a_service()
    opened = joining.open_match(service, OPENING)
    assert {role: service.role_of(token) for role, token in opened.tokens.items()} == {
        role: ("m1", role) for role in ROLES
    }
    assert service.role_of("guessed") is None


def test_joining_takes_the_seat_and_kills_the_token_of_the_opening():  # docs/api.md, Who may do what
    service = a_service()
    opened = joining.open_match(service, OPENING)
    joined = joining.join(service, f" {opened.join_code.lower()} ", "E", "Eve")
    assert service.role_of(joined.token) == (opened.match, "E")
    assert service.role_of(opened.tokens["E"]) is None
    assert service.timeline(opened.match).players[Seat.E] == "Eve"
    assert service.timeline(opened.match).recorded.by == "E"
    assert code(lambda: joining.join(service, opened.join_code, "E")) == "seat-taken"
    assert code(lambda: joining.join(service, "ZZZZZZ", "N")) == "no-such-code"


def test_every_viewer_has_a_token_and_renewing_kills_them_all():  # docs/api.md, Who may do what
    service = a_service()
    opened = joining.open_match(service, OPENING)
    tokens = [joining.join(service, opened.join_code, "viewer", "Vic").token for _ in range(2)]
    assert [service.role_of(token) for token in tokens] == [(opened.match, "viewer")] * 2
    fresh = joining.renew(service, opened.match, "viewer")
    assert [service.role_of(token) for token in (*tokens, fresh.token)] == [None, None, (opened.match, "viewer")]
    assert service.timeline(opened.match).version == 2


def test_a_renewed_seat_is_free_to_join_again():  # docs/api.md, Who may do what
    service = a_service()
    opened = joining.open_match(service, OPENING)
    joined = joining.join(service, opened.join_code, "E")
    renewed = joining.renew(service, opened.match, "E", Key("k3", "f"))
    assert service.role_of(joined.token) is None
    again = joining.renew(service, opened.match, "E", Key("k3", "f"))
    assert again.replayed and service.role_of(renewed.token) is None
    assert joining.join(service, opened.join_code, "E").token


def test_the_same_key_joins_the_same_seat_with_a_fresh_token():
    service = a_service()
    opened = joining.open_match(service, OPENING)
    first = joining.join(service, opened.join_code, "E", "Eve", KEY)
    again = joining.join(service, opened.join_code, "E", "Eve", KEY)
    assert (again.role, again.match, again.replayed) == ("E", opened.match, True)
    assert [service.role_of(one.token) for one in (first, again)] == [None, (opened.match, "E")]
    assert service.timeline(opened.match).version == 3


def at_the_clock(happens: Callable[[Service], object]) -> tuple[Service, Callable[[], None]]:
    """A service for a match m1, and how to have something happen when it looks at the clock next."""
    waiting: list[Callable[[Service], object]] = []

    def clock() -> str:
        if waiting:
            waiting.pop()(service)
        return AT

    service = Service(MemoryStore(), clock, lambda: "m1")
    return service, lambda: waiting.append(happens)


def test_a_code_renewed_while_somebody_joins_lets_nobody_in():
    service, then = at_the_clock(lambda service: joining.renew(service, "m1", "join"))
    opened = joining.open_match(service, OPENING)
    then()
    assert code(lambda: joining.join(service, opened.join_code, "E")) == "no-such-code"
    assert service.store.taken_seats("m1") == frozenset()


@pytest.mark.parametrize("role, again", [("join", "no-such-code"), ("E", "idempotency-key-expired"), ("N", None)])
def test_a_renewal_while_somebody_joins_again(role, again):
    service, then = at_the_clock(lambda service: joining.renew(service, "m1", role))
    join_code = joining.open_match(service, OPENING).join_code
    first = joining.join(service, join_code, "E", key=KEY)
    then()
    if again is None:
        assert joining.join(service, join_code, "E", key=KEY).replayed
    else:
        assert code(lambda: joining.join(service, join_code, "E", key=KEY)) == again
        assert (service.role_of(first.token) is None) == (role == "E")


def test_the_times_of_a_log_never_run_backwards():
    hour = 20
    service = Service(MemoryStore(), lambda: f"2026-01-05T{hour}:00:00.000Z", lambda: "m1")
    joining.open_match(service, OPENING)
    hour = 19  # the clock is set back
    acting.act(service, "m1", ask.Bid(Seat.N, "4"), "scorer")
    hour = 21
    acting.act(service, "m1", ask.Bid(Seat.E, "5"), "scorer")
    assert [event.at[11:13] for event in service.events("m1")] == ["20", "20", "20", "21"]


# --- looking after the logs ------------------------------------------------------------------------------------------


def test_verification_says_what_is_right_or_where_it_breaks():  # docs/api.md, Reading
    service = a_service()
    match = joining.open_match(service, OPENING).match
    told(service, match, *BEFORE, T1)
    head = service.timeline(match)
    noted = (9, head.at(9).hash)
    assert keeping.verification(service, match) == {"ok": True, "events": 11, "head": head.hash}
    assert keeping.verification(service, match, noted)["ok"]
    assert keeping.verification(service, match, (9, "0" * 64)) == {"ok": False, "version": 9, "reason": "rewritten"}
    assert keeping.verification(service, match, (99, "0" * 64)) == {"ok": False, "version": 99, "reason": "cut"}


def test_summaries_are_kept_and_can_be_rebuilt():
    service = a_service()
    for _ in range(2):
        match = joining.open_match(service, OPENING).match
        told(service, match, "result N 5 D 5 1", "name E Eve", "adjust NS 40", "result passed", "close")
    kept = list(service.store.summaries())
    assert [(row.status, row.ns, row.ew, row.winner) for row in kept] == [("closed", 45, 1, "NS")] * 2
    assert keeping.rebuild(service) == 2
    assert [row._replace(version=0) for row in service.store.summaries()] == [row._replace(version=0) for row in kept]


def test_another_process_on_the_same_store_is_seen():
    store = MemoryStore()
    one, other = Service(store, lambda: AT), Service(store, lambda: AT)
    match = joining.open_match(one, OPENING).match
    told(one, match, "N:4")
    told(other, match, "E:5")
    assert one.timeline(match).match == other.timeline(match).match
    assert [call.bid for call in one.timeline(match).match.deal.calls] == ["4", "5"]


def test_two_phones_posting_the_same_turn_get_one_answer_and_one_refusal():  # docs/api.md, Headers
    service = a_service()
    match = joining.open_match(service, OPENING).match
    told(service, match, *BEFORE)
    outcomes: list[str] = []
    barrier = threading.Barrier(8)

    def post() -> None:
        barrier.wait()
        try:
            told(service, match, "N:JD")
            outcomes.append("recorded")
        except Refused as refused:
            outcomes.append(refused.code)

    threads = [threading.Thread(target=post) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["not-your-turn"] * 7 + ["recorded"]
    assert keeping.verification(service, match)["ok"]


def test_a_token_that_died_on_the_way_records_nothing():
    service = a_service()
    opened = joining.open_match(service, OPENING)
    alive = hashed(opened.tokens["scorer"])
    command = next(commands(opened.timeline, "N:3"))
    acting.act(service, opened.match, command, "scorer", token_hash=alive)
    joining.renew(service, opened.match, "scorer")
    command = next(commands(service.timeline(opened.match), "E:pass"))
    assert code(lambda: acting.act(service, opened.match, command, "scorer", token_hash=alive)) == "unauthorized"
    assert service.timeline(opened.match).version == 3


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(tables, "CACHED_EVENTS", 10)
    service = a_service()
    matches = [joining.open_match(service, OPENING).match for _ in range(8)]
    for match in matches:
        told(service, match, "N:5", "E:pass")
    assert list(service.cache._known) == matches[-2:]  # 4 events each, and 10 are kept at most
    assert [service.timeline(match).version for match in matches] == [4] * 8


def test_ids_begin_with_their_millisecond_and_are_never_the_same():
    before, ids, after = time.time_ns() // 1_000_000, [new_id() for _ in range(1000)], time.time_ns() // 1_000_000
    assert all(before <= int(one[:12], 16) <= after for one in ids)
    assert len({one[12:] for one in ids}) == 1000
    assert all(re.fullmatch(r"[0-9a-f]{28}", one) for one in ids)


def test_times_are_utc_to_the_millisecond():
    before, said, after = datetime.now(UTC), now(), datetime.now(UTC)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", said)
    assert before - timedelta(milliseconds=1) < datetime.fromisoformat(said) <= after
