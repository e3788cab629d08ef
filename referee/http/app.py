"""The application factory: one service, one set of settings, the routes; no global state."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from referee.config import Settings
from referee.http import problems
from referee.http.compression import compressed
from referee.http.context import EXTENSION, context_of
from referee.http.middleware import Finish
from referee.http.openapi import examples
from referee.http.openapi.document import document
from referee.http.origin import gate, own_names
from referee.http.page import routes as page
from referee.http.promises import BASE
from referee.http.routes import (
    adjudications,
    claims,
    exports,
    league,
    matches,
    meta,
    nights,
    reading,
    recording,
    rules,
    seats,
    stream,
)
from referee.service import Service

API = (
    matches.routes,
    seats.routes,
    claims.routes,
    reading.routes,
    stream.routes,
    adjudications.routes,
    rules.routes,
    exports.routes,
    league.routes,
    *nights.API,
)


def create_app(service: Service, settings: Settings) -> Flask:
    """The WSGI application over a service. More routes may be registered on it before its first request."""
    app = Flask("referee", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.url_map.merge_slashes = False
    shared = app.extensions[EXTENSION] = context_of(service, settings, api_document)
    for routes in (*API, recording.blueprint()):
        app.register_blueprint(routes, url_prefix=BASE)
    app.register_blueprint(meta.routes)
    app.register_blueprint(page.routes)
    problems.register(app)
    app.before_request(gate(own_names(settings.hosts, settings.host)))
    app.after_request(compressed)
    app.wsgi_app = Finish(app.wsgi_app, shared.metrics)  # type: ignore[method-assign]
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=settings.proxies, x_host=settings.proxies
        )
    return app


@cache
def api_document() -> dict[str, Any]:
    """The OpenAPI document; its examples are played on a separate application."""
    return document(create_app(*examples.stage()))
