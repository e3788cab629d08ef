"""The entries that stand, as a chain from the last one to the first, and how they read after corrections (J3). No tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from referee.events import types as fact
from referee.events.codec import data_of, event_of, name_of

_CORRECTIONS = (
    fact.EntriesCorrected,
    fact.CardCorrected,
)  # change entries (J3); a card taken back is a fact of its own (R7.4)


class Standing(NamedTuple):
    """An entry that stands and the standing entry before it.

    A correction changes no entry of the chain: `rewrites` is the first version that reads differently after it (0 for
    all other entries), `without` those that fall away with it. `taken_back` is the last card taken back before it."""

    version: int
    act: int
    by: str
    event: fact.Event
    prior: Standing | None
    rewrites: int = 0
    without: frozenset[int] = frozenset()
    taken_back: Standing | None = None

    def __repr__(self) -> str:
        """Without `prior`, which would print every entry before it."""
        return f"<Standing {self.version} {self.event}>"


def following(head: Standing, version: int, act: int, by: str, event: fact.Event) -> Standing:
    """The chain with one more entry."""
    taken_back = head if _takes_back(head.event) else head.taken_back
    if not isinstance(event, _CORRECTIONS) or _takes_back(event):
        return Standing(version, act, by, event, head, 0, frozenset(), taken_back)
    without = _undealt(head) if event.undealt else frozenset()
    first = min((*changes(event, taken_back), *without), default=0)
    return Standing(version, act, by, event, head, first, without, taken_back)


def _takes_back(event: fact.Event) -> bool:
    return isinstance(event, fact.CardCorrected) and event.kind == "taken-back"


def changes(event: Any, taken_back: Standing | None) -> Mapping[int, Mapping[str, Any]]:
    """What a correction changes: members of the data by version. For a card it is the entry of the card played, or the
    one that last replaced it (R7.4)."""
    if isinstance(event, fact.EntriesCorrected):
        return event.entries
    version = event.version
    while taken_back and taken_back.version > event.version:
        if taken_back.event.version == event.version:  # type: ignore[union-attr]
            version = taken_back.version
            break
        taken_back = taken_back.taken_back
    return {version: {"card": str(event.card)}}


def _undealt(head: Standing) -> frozenset[int]:
    """The versions of the entries that began the empty deal, and named its dealer, where it falls away (R9.3)."""
    dropped: set[int] = set()
    found: set[int] = set()
    for entry in entries_back(head):
        dropped |= entry.without
        if entry.version in dropped:
            continue
        if isinstance(entry.event, (fact.DealStarted, fact.DealerChanged)):
            found.add(entry.version)
        if isinstance(entry.event, fact.DealStarted):
            break
    return frozenset(found)


def entries_back(head: Standing) -> Iterator[Standing]:
    """The entries from the last to the first, as they were written."""
    entry: Standing | None = head
    while entry is not None:
        yield entry
        entry = entry.prior


def entries(head: Standing, after: int = 0) -> list[Standing]:
    """The entries after a version in their order, as they read now."""
    chain = []
    for entry in entries_back(head):
        if entry.version <= after:
            break
        chain.append(entry)
    chain.reverse()
    if not any(entry.rewrites for entry in chain):
        return chain
    return _corrected(chain)


def _corrected(chain: list[Standing]) -> list[Standing]:
    """The entries with every correction among them applied; of two that change the same, the later one holds."""
    without: set[int] = set()
    changed: dict[int, dict[str, Any]] = {}
    for correction in chain:
        if correction.rewrites:
            without |= correction.without
            for version, data in changes(correction.event, correction.taken_back).items():
                changed.setdefault(version, {}).update(data)
    place = {entry.version: index for index, entry in enumerate(chain)}
    for version in changed.keys() & place.keys():
        entry = chain[place[version]]
        event = event_of(name_of(entry.event), {**data_of(entry.event), **changed[version]})
        chain[place[version]] = entry._replace(event=event)
    return [entry for entry in chain if entry.version not in without]


def stands(head: Standing, entry: Standing) -> bool:
    """Whether the entry is one of those under this head, and all up to it reads there as it did when it was the last."""
    for one in entries_back(head):
        if one.version <= entry.version:
            return one is entry
        if 0 < one.rewrites <= entry.version:
            return False
    return False


def same_up_to(one: Standing, other: Standing) -> int:
    """The last version up to which the entries under two heads are the same and read the same."""
    first = max(one.version, other.version) + 1
    while one is not other:
        later, earlier = (one, other) if one.version >= other.version else (other, one)
        first = min(first, later.rewrites or first)
        assert later.prior is not None
        one, other = later.prior, earlier
    return min(one.version, first - 1)


def last_act(head: Standing) -> list[Standing]:
    """The entries of the last act that stands, in order."""
    act = []
    for entry in entries_back(head):
        if entry.act != head.act:
            break
        act.append(entry)
    return act[::-1]
