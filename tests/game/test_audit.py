"""Doctored logs (verification, import): the audit names the first event that is wrong, even where the chain was mended."""

from __future__ import annotations

from random import Random

import pytest

from referee.events.log import BrokenLog, Recorded
from referee.game.audit import audit
from tests.deals import BEFORE, DISPUTED, T1, T2, T5, T6
from tests.forgery import dropped, inserted, sealed_again, swapped, with_data
from tests.matches import disturbed_match
from tests.tables import log_of, played

LOG = log_of(played(*DISPUTED, "claim S E 2", T5, T6, "adjust NS 1", "undo", first_dealer="W"))
RULING = next(event.version for event in LOG if event.type == "claim-ruled")
PLAYED, NAMED, REWOUND = 8, 7, LOG[-1].version


def verdict(log: list[Recorded]) -> tuple[int, str] | None:
    """Where and why a log is broken."""
    try:
        audit(log)
    except BrokenLog as broken:
        return broken.version, broken.reason
    return None


def test_the_log_itself_is_right():
    assert verdict(LOG) is None
    assert verdict([]) is None
    assert audit([]) is None
    assert verdict(sealed_again(LOG)) is None


CHAIN = [
    ("data changed", with_data(LOG, PLAYED, card="9D"), (PLAYED, "hash")),
    ("a ruling changed", with_data(LOG, RULING, verdict="rejected"), (RULING, "hash")),
    ("an event dropped", dropped(LOG, 10), (10, "gap")),
    ("the first event dropped", dropped(LOG, 1), (1, "gap")),
    ("two events swapped", swapped(LOG, 10), (10, "gap")),
    ("an event twice", [*LOG[:10], LOG[9], *LOG[10:]], (11, "gap")),
    ("another author", [*LOG[:9], LOG[9]._replace(by="E"), *LOG[10:]], (10, "hash")),
    ("another time", [*LOG[:9], LOG[9]._replace(at="2026-03-01T19:30:00.001Z"), *LOG[10:]], (10, "hash")),
    ("another match", [*LOG[:9], LOG[9]._replace(match="m2"), *LOG[10:]], (10, "match")),
    ("another prev", [*LOG[:9], LOG[9]._replace(prev="0" * 64), *LOG[10:]], (10, "prev")),
    ("another act", [*LOG[:9], LOG[9]._replace(act=3), *LOG[10:]], (10, "hash")),
]


@pytest.mark.parametrize("log, where", [row[1:] for row in CHAIN], ids=[row[0] for row in CHAIN])
def test_a_broken_chain(log, where):
    assert verdict(log) == where


MENDED = [
    ("a ruling doctored", with_data(LOG, RULING, verdict="rejected"), (RULING, "does-not-follow")),
    ("a ground doctored", with_data(LOG, RULING, ground="conceded"), (RULING, "does-not-follow")),
    ("a proof doctored", with_data(LOG, RULING, facts={}), (RULING, "does-not-follow")),
    ("a penalty doctored", with_data(LOG, RULING, lines=[]), (RULING, "does-not-follow")),
    ("a ruling dropped", dropped(LOG, RULING), (RULING, "does-not-follow")),
    ("the claim dropped", dropped(LOG, RULING - 1), (RULING - 1, "does-not-follow")),
    ("the played card that proves it changed", with_data(LOG, 22, card="TC"), (RULING, "does-not-follow")),
    ("a fact written another way", with_data(LOG, PLAYED, out_of_turn=False), (PLAYED, "not-canonical")),
    ("a card played twice", with_data(LOG, PLAYED + 1, card="JD"), (PLAYED + 1, "card-already-played")),
    ("a card out of turn", with_data(LOG, PLAYED, seat="W"), (PLAYED, "not-your-turn")),
    ("a card dropped", dropped(LOG, 12), (12, "not-your-turn")),
    ("two cards swapped", swapped(LOG, 12), (12, "not-your-turn")),
    ("trump dropped", dropped(LOG, NAMED), (NAMED, "not-now")),
    ("a rewind to nowhere", with_data(LOG, REWOUND, to=400), (REWOUND, "no-such-version")),
    ("a rewind to within an act", with_data(LOG, REWOUND, to=RULING - 1), (REWOUND, "no-such-version")),
    ("the next deal dropped", dropped(LOG, 34), (34, "does-not-follow")),
    ("another dealer", with_data(LOG, 34, dealer="S"), (34, "does-not-follow")),
    ("no opening", LOG[1:], (1, "no-match-opened")),
    ("a second opening", inserted(LOG, 2, "match-opened", {}), (3, "unreadable")),
    ("an unknown type", inserted(LOG, 9, "card-thrown", {}), (10, "unreadable")),
    ("a ruling from nowhere", inserted(LOG, 9, "deal-thrown-in", {"reason": "renege"}), (10, "does-not-follow")),
    ("a deal started too soon", inserted(LOG, 9, "deal-started", {"deal": 2, "dealer": "N"}), (10, "does-not-follow")),
    ("a match closed too soon", inserted(LOG, 9, "match-closed", {"abandoned": False}), (10, "not-decided")),
    ("anything after the close", inserted(log_of(played("abandon")), 3, "bid-made", {"seat": "E", "bid": "3"}), (4, "match-closed")),
]  # fmt: skip


@pytest.mark.parametrize("log, where", [row[1:] for row in MENDED], ids=[row[0] for row in MENDED])
def test_a_doctored_log_with_a_mended_chain(log, where):
    assert verdict(sealed_again(log)) == where


def test_an_act_cut_in_the_middle():
    """The log ends between a claim and its ruling."""
    assert verdict(LOG[: RULING - 1]) == (RULING, "does-not-follow")


@pytest.mark.parametrize("seed", range(30))
def test_every_change_of_a_random_log_is_found_where_it_was_made(seed):
    log, random = log_of(disturbed_match(seed)), Random(seed)
    version = random.randint(2, len(log) - 1)
    changed = random.choice(
        (
            [*log[: version - 1], log[version - 1]._replace(data='{"nonsense":1}'), *log[version:]],
            dropped(log, version),
            swapped(log, version),
            [*log[:version], log[version - 1], *log[version:]],
        )
    )
    broken = verdict(changed)
    assert broken is not None
    assert broken[0] in (version, version + 1)


@pytest.mark.parametrize("seed", range(30))
def test_every_doctored_ruling_is_found_though_the_chain_was_mended(seed):
    log = log_of(disturbed_match(seed))
    for event in log:
        if event.type == "claim-ruled":
            doctored = sealed_again(with_data(log, event.version, ground="conceded", verdict="upheld", tricks=[9]))
            assert verdict(doctored) == (event.version, "does-not-follow")


def test_where_the_acts_end_is_not_taken_on_trust():
    """Four cards of a trick in one act; the ruling of the claim between them is missed."""
    told = (*BEFORE, T1, T2, "claim S E 2", "N:9C E:KC S:QC W:AC", "W:KS N:9D")
    log = log_of(played(*told, "E:TS S:QS", first_dealer="W"))
    last = log[-1]
    joined = [*log[:-3], log[-3], log[-1]._replace(act=log[-3].version)]
    assert last.type == "card-played"
    assert verdict(sealed_again(joined)) is not None
