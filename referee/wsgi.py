"""The application for any WSGI server, as `referee.wsgi:app`; settings come from the environment."""

from __future__ import annotations

import os

from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.service.core import Service, relax_collector
from referee.stores import open_store


def application(settings: Settings) -> Flask:
    """The application of this process, with a store of its own. Raises StoreError if the store cannot be opened."""
    relax_collector()
    return create_app(Service(open_store(settings.database)), settings)


def __getattr__(name: str) -> Flask:
    """Makes `app` when a server asks for it, so that importing this module alone opens no database."""
    if name != "app":
        raise AttributeError(name)
    globals()["app"] = application(Settings.from_environment(os.environ))
    app: Flask = globals()["app"]
    return app
