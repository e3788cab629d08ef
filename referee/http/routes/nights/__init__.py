"""The routes of club nights (docs/nights.md)."""

from __future__ import annotations

from referee.http.routes.nights import acting, coming, logs, planning, reading

API = (coming.routes, acting.blueprint(), reading.routes, logs.routes, planning.routes)
