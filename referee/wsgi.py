"""The application for any WSGI server, as `referee.wsgi:app`; settings come from the environment."""

from __future__ import annotations

import os
import sys

from flask import Flask

from referee.config import Settings
from referee.http.app import create_app
from referee.http.context import EXTENSION, Context
from referee.service import sweeping
from referee.service.core import Service, relax_collector
from referee.stores import open_store

SECONDS_A_TURN = (
    0.0005  # of a thread that computes while others want to: an act needs many turns, an export takes them all
)


def application(settings: Settings) -> Flask:
    """The application of this process, with its own store, whose logs are checked in the background.

    Raises StoreError if the store cannot be opened."""
    relax_collector()
    sys.setswitchinterval(SECONDS_A_TURN)
    app = create_app(Service(open_store(settings.database)), settings)
    here: Context = app.extensions[EXTENSION]
    sweeping.start(here.service, here.metrics.swept, here.stopping)
    return app


def __getattr__(name: str) -> Flask:
    """Makes `app` when a server asks for it: merely importing this module opens no database."""
    if name != "app":
        raise AttributeError(name)
    globals()["app"] = application(Settings.from_environment(os.environ))
    app: Flask = globals()["app"]
    return app
