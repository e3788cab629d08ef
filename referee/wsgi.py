"""The application for a WSGI server such as gunicorn: `gunicorn referee.wsgi:app`; settings come from the environment."""

from __future__ import annotations

import os

from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.service.core import Service, relax_collector
from referee.stores import open_store


def _application() -> Flask:
    relax_collector()
    settings = Settings.from_environment(os.environ)
    return create_app(Service(open_store(settings.database)), settings)


def __getattr__(name: str) -> Flask:
    """Makes `app` when a server asks for it, so that importing this module alone opens no database."""
    if name != "app":
        raise AttributeError(name)
    globals()["app"] = _application()
    app: Flask = globals()["app"]
    return app
