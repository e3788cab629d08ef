"""The routes of club nights (docs/nights.md)."""

from __future__ import annotations

from referee.http.routes.nights import acting, coming, files, logs, planning, reading

API = (coming.routes, acting.blueprint(), reading.routes, logs.routes, files.routes, planning.routes)
