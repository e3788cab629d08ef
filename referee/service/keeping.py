"""Maintenance of a store: whether its logs are intact, and its projections rebuilt from them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NotRequired, TypedDict

from referee.events.log import BrokenLog
from referee.game.audit import audit
from referee.game.refused import Refused
from referee.game.timeline import fold
from referee.projections.summary import match_row
from referee.projections.views import HashText
from referee.service.core import Service
from referee.stores.contract import Summary


class VerificationReply(TypedDict):
    """Whole, with `events` and `head`; or not, with the first bad `version` and the `reason`."""

    ok: bool
    events: NotRequired[int]
    head: NotRequired[HashText]
    version: NotRequired[int]
    reason: NotRequired[str]


def verification(service: Service, match: str, anchor: tuple[int, str] | None = None) -> VerificationReply:
    """Whether a match's log is intact and its rulings follow from its facts; else the first bad version and the reason.

    An anchor (version, hash), as noted earlier by anyone, also shows a cut (`cut`) or wholly rewritten log
    (`rewritten`)."""
    if service.store.head(match) == 0:
        raise Refused("no-such-match")
    try:
        timeline = audit(service.store.events(match))
    except BrokenLog as broken:
        return {"ok": False, "version": broken.version, "reason": broken.reason}
    assert timeline is not None
    if anchor:
        known = timeline.moment_at(anchor[0])
        if known is None or known.recorded.hash != anchor[1]:
            return {"ok": False, "version": anchor[0], "reason": "rewritten" if known else "cut"}
    return {"ok": True, "events": timeline.version, "head": timeline.hash}


def summarised(service: Service, match: str) -> Summary:
    """The row of a closed match, recomputed and stored, because an older Referee stored no tally."""
    timeline = service.timeline(match)
    row = Summary(match, *match_row(timeline))
    service.store.append(match, timeline.version, (), summary=row)
    return row


def rebuild(service: Service) -> int:
    """Rebuilds the projections from all logs; returns the number of matches."""

    def rows() -> Iterator[Summary]:
        for match in service.store.matches():
            timeline = fold(service.store.events(match))
            assert timeline is not None
            yield Summary(match, *match_row(timeline))

    return service.store.replace_summaries(rows())
