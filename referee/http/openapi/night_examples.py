"""The script of a club night for the document's examples."""

from __future__ import annotations

from referee.http.openapi.steps import Step, post, read

PLAYERS = ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida"]
NIGHT: tuple[Step, ...] = (
    post("night_plans.plan", "/api/v1/nights/plan", {"players": 8, "rounds": 2, "movement": "social", "seed": 1}),
    post("night_roles.open_night", "/api/v1/nights",
         {"title": "Tuesday", "movement": "social", "rounds": 4, "players": PLAYERS, "seed": 1, "confirm": "both-teams"}),
    post("matches.join", "/api/v1/joins", {"code": "{join_code}", "player": 3}, "an own name of a night"),
    read("night_roles.read_night_role", "role"),
    post("night_roles.new_night_ticket", "tickets", {}),
    post("night_roles.renew_night_token", "tokens", {"role": "board"}),
    post("nights.enter", "players", {"name": "Jim"}, "a late comer"),
    Step("nights.change_player", "PATCH", "players/10", {"name": "Jimmy"}, "a name put right"),
    post("nights.leave", "players/10/departure", {}),
    post("nights.draw", "rounds", {}),
    post("nights.redraw", "rounds/1/redraw", {}),
    post("nights.swap", "rounds/1/tables/1/swap", {"a": 1, "b": 3}),
    Step("night_roles.own_seat", "POST", "seat", {}, "the seat of the own table", role="player"),
    read("night_reading.read_tables", "tables"),
    Step("nights.type_result", "PUT", "rounds/1/tables/1/result", {"NS": 14, "EW": 9, "loners": {"NS": 1}}, "a slip"),
    post("nights.confirm", "rounds/1/tables/1/confirmation", {"reason": "both have signed the slip"}, "by the organiser"),
    post("nights.undo_night", "undo", {}),
    post("nights.redo_night", "redo", {}),
    post("nights.close_round", "rounds/1/close", {"leave_out": [2]}),
    read("night_reading.read_night", ""),
    read("night_reading.read_night_standings", "standings"),
    read("night_reading.read_meetings", "meetings"),
    read("night_reading.read_card", "players/1/card"),
    read("night_reading.read_night_events", "events?limit=2", "a page"),
    read("night_reading.night_stream", "stream?wait=0&after=20", "", "text/event-stream"),
    read("night_reading.verify_night", "verification"),
    read("night_logs.export_log", "exports/ndjson", "the log", "application/x-ndjson"),
    read("night_logs.export_document", "exports/json", "the night with its log"),
    post("nights.close_night", "close", {}),
    post("nights.reopen_night", "reopen", {"reason": "a slip turned up"}),
)  # fmt: skip
