"""The application factory: one service, one set of settings, the routes; no global state."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.config import Settings
from referee.http import (
    adjudications,
    claims,
    exports,
    finish,
    league,
    matches,
    meta,
    page,
    problems,
    reading,
    recording,
    rules,
    stream,
)
from referee.http.context import EXTENSION, house_of
from referee.http.operations import BASE
from referee.service import Service

API = (
    matches.routes,
    claims.routes,
    reading.routes,
    stream.routes,
    adjudications.routes,
    rules.routes,
    exports.routes,
    league.routes,
)


def create_app(service: Service, settings: Settings) -> Flask:
    """The WSGI application over a service. More routes may be registered on it before its first request."""
    app = Flask("referee", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.url_map.merge_slashes = False
    house = app.extensions[EXTENSION] = house_of(service, settings)
    for routes in (*API, recording.blueprint()):
        app.register_blueprint(routes, url_prefix=BASE)
    app.register_blueprint(meta.routes)
    app.register_blueprint(page.routes)
    problems.register(app)
    app.wsgi_app = finish.Finish(app.wsgi_app, house.metrics)  # type: ignore[method-assign]
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies)  # type: ignore[method-assign]
    return app
