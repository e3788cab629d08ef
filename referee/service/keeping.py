"""Maintenance of a store: whether its logs are intact, and its projections rebuilt from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from referee.events.log import BrokenLog, Recorded, chained
from referee.game.audit import audit
from referee.game.timeline import fold
from referee.nights.audit import audit as night_audit
from referee.projections.summary import match_row
from referee.projections.views import HashText
from referee.service.core import BrokenMatch, Service, is_night
from referee.stores.contract import Store, Summary


class VerificationReply(TypedDict):
    """Whole, with `events` and `head`; or not, with the first bad `version` and the `reason`."""

    ok: bool
    events: NotRequired[int]
    head: NotRequired[HashText]
    version: NotRequired[int]
    reason: NotRequired[str]


def verification(service: Service, match: str, anchor: tuple[int, str] | None = None) -> VerificationReply:
    """Whether a log is intact and its rulings, or a night's draws, follow from its facts; else the first bad version and
    the reason.

    An anchor (version, hash), as noted earlier by anyone, also shows a cut (`cut`) or wholly rewritten log
    (`rewritten`)."""
    service.version(match)
    try:
        version, head = audited(match, service.store.events(match))
    except BrokenLog as broken:
        return {"ok": False, "version": broken.version, "reason": broken.reason}
    if anchor:
        known = service.hash_at(match, anchor[0]) if anchor[0] <= version else None
        if known != anchor[1]:
            return {"ok": False, "version": anchor[0], "reason": "rewritten" if known else "cut"}
    return {"ok": True, "events": version, "head": head}


def audited(match: str, log: Iterable[Recorded]) -> tuple[int, str]:
    """The newest version and hash of a log of a match or a night in which all is right; raises BrokenLog."""
    if is_night(match):
        evening = night_audit(log)
        assert evening is not None
        return evening.anchor
    timeline = audit(log)
    assert timeline is not None
    return timeline.anchor


def summarised(service: Service, match: str) -> Summary:
    """The row of a closed match, recomputed and stored, because an older Referee stored less."""
    timeline = service.timeline(match)
    row = Summary(match, *match_row(timeline))
    service.store.append(match, timeline.version, (), summary=row)
    return row


def rebuild(service: Service) -> int:
    """Rebuilds the projections from all logs; returns the number of matches.

    Raises BrokenMatch at the first log that is not as it was sealed; then the projections stay as they were."""
    rows = (worked_out(service.store, match) for match in service.matches())
    return service.store.replace_summaries(row for row in rows if row is not None)


def worked_out(store: Store, match: str) -> Summary | None:
    """The row of a match from its log, or None if there is none any more; raises BrokenMatch."""
    try:
        timeline = fold(chained(store.events(match)))
    except BrokenLog as broken:
        raise BrokenMatch(match, broken.version, broken.reason) from broken
    return None if timeline is None else Summary(match, *match_row(timeline))
