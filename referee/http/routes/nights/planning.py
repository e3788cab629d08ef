"""A whole draw without a night: who would sit where in each round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response, request

from referee.http.context import context
from referee.http.promises import OPENER, Operation
from referee.http.replies import json_reply
from referee.http.routing import operation
from referee.http.schemas.night_replies import PlannedTable, PlanReply
from referee.http.schemas.nights import PlanBody
from referee.nights.draws import planned
from referee.nights.judges import MOVEMENTS
from referee.nights.values import Draw, Table
from referee.nights.views import met, pairs_of
from referee.rules.seats import SEATS

routes = Blueprint("night_plans", __name__)

PLAN = Operation(
    "A whole evening drawn without a night", OPENER, PlanReply, 200, PlanBody(),
    ("unauthorized", "forbidden", "too-few-players", "no-such-movement", "too-many-requests"),
)  # fmt: skip


@operation(routes, "POST", "/nights/plan", PLAN)
def plan(wanted: dict[str, Any]) -> Response:
    """Every round, with what it repeats. A draw takes up to a second, so few are made at once."""
    leave = context().heavy.enter(request.remote_addr or "")
    try:
        draws = planned(**wanted)
    finally:
        leave()
    pairs = wanted["movement"].name in MOVEMENTS["pairs"]
    return json_reply(plan_view(draws, wanted["players"], pairs), 200, (("Cache-Control", "no-store"),))


def plan_view(draws: Sequence[Draw], players: int, pairs: bool) -> PlanReply:
    """The draws of an evening as a reply."""
    meetings = met(draws)
    return {
        "rounds": [
            {"tables": [_table(table, pairs) for table in draw.tables], "sitting_out": list(draw.sitting_out)}
            for draw in draws
        ],
        "repeats": sum(max(0, one["partners"] + one["opponents"] - 1) for one in meetings),
        "partners_repeated": sum(max(0, one["partners"] - 1) for one in meetings),
        "sit_outs": {
            str(player): sum(player in draw.sitting_out for draw in draws) for player in range(1, players + 1)
        },
    }


def _table(table: Table, pairs: bool) -> PlannedTable:
    view: PlannedTable = {"number": table.number, "seats": {seat.value: table.seats[seat] for seat in SEATS}}
    if pairs:
        view["pairs"] = pairs_of(table.seats)
    return view
