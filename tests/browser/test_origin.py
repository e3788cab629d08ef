"""What a page of somebody else can do to a referee on the home network: nothing; shown by a real browser and a false name."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores.memory import MemoryStore
from tests.browser.conftest import ARGS
from tests.http.servers import running
from tests.programs import CHROMIUM

pytestmark = pytest.mark.browser
BASE = "/api/v1"
MAPPED = "--host-resolver-rules=MAP evil.test 127.0.0.1, MAP table.lan 127.0.0.1"
# Chromium alone has a guard of its own against some of this; the others have none.
UNGUARDED = "--disable-features=LocalNetworkAccessChecks,BlockInsecurePrivateNetworkRequests"
# The smallest writes that need no media type but a form's: an opening without a body, and a notation of no deals.
BODIES = {"matches": "", "imports": '[Notation "Referee 1"]\r\n[North "a=b"]\r\n'}
# Each sends a write as a simple request, which no browser asks about first.
SENDERS = {
    "fetch": "([url, body]) => fetch(url, {method: 'POST', mode: 'no-cors', body: body || undefined}).catch(() => 0)",
    "beacon": "([url, body]) => navigator.sendBeacon(url, body || undefined)",
    "form": """([url, body]) => new Promise((done) => {
        document.body.innerHTML = '<iframe name="f"></iframe><form method="post" enctype="text/plain" target="f"></form>';
        const form = document.forms[0]; form.action = url;
        if (body) {
            const field = document.createElement('input');
            [field.name, field.value] = body.trim().split('='); form.append(field);
        }
        document.querySelector('iframe').onload = () => done(1); form.submit();
    })""",
    "sandboxed frame": """([url, body]) => new Promise((done) => {
        const frame = document.createElement('iframe');
        const sent = JSON.stringify({method: 'POST', mode: 'no-cors', body: body || undefined});
        frame.sandbox = 'allow-scripts';
        frame.srcdoc = `<script>fetch('${url}', ${sent}).finally(() => parent.postMessage(1, '*'))</script>`;
        addEventListener('message', () => done(1)); document.body.append(frame);
    })""",
}  # fmt: skip


class Elsewhere(BaseHTTPRequestHandler):
    """A page of another origin."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title><body></body>")

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of another server on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join(10)
    server.server_close()


@pytest.fixture(scope="module")
def page(driver: Any) -> Iterator[Any]:
    """A page of a browser that takes evil.test and table.lan for this machine."""
    args = [*ARGS, MAPPED, UNGUARDED]
    chromium = driver.chromium.launch(executable_path=CHROMIUM, headless=True, args=args)
    yield chromium.new_page()
    chromium.close()


@pytest.fixture
def referee() -> Iterator[tuple[int, Service, list[dict[str, Any]]]]:
    """The port of a referee that was told `table.lan`, its service, and what it was asked."""
    service, asked = Service(MemoryStore()), list[dict[str, Any]]()
    app = create_app(service, Settings(rate_limit=False, hosts=("table.lan",)))
    inner = app.wsgi_app

    def noting(environ: Any, start_response: Any) -> Any:
        asked.append(environ)
        return inner(environ, start_response)

    app.wsgi_app = noting  # type: ignore[method-assign]
    with running(app) as base:
        yield int(base.rpartition(":")[2]), service, asked


@pytest.mark.parametrize("host", ["127.0.0.1", "table.lan"])
@pytest.mark.parametrize("path", ["matches", "imports"])
@pytest.mark.parametrize("sender", SENDERS)
def test_a_page_of_another_origin_writes_nothing(
    page: Any, elsewhere: int, referee: tuple[int, Service, list[dict[str, Any]]], sender: str, path: str, host: str
) -> None:
    port, service, asked = referee
    page.goto(f"http://evil.test:{elsewhere}/")
    page.evaluate(SENDERS[sender], [f"http://{host}:{port}{BASE}/{path}", BODIES[path]])
    page.wait_for_timeout(100)
    assert {environ["PATH_INFO"] for environ in asked} == {f"{BASE}/{path}"}, "it was sent"
    assert list(service.store.matches()) == []


def test_a_name_that_is_made_to_point_here_reaches_nothing(
    page: Any, referee: tuple[int, Service, list[dict[str, Any]]]
) -> None:
    port, service, asked = referee
    answer = page.goto(f"http://evil.test:{port}/")
    assert answer.status == 421 and answer.headers["content-type"] == "application/problem+json"
    # The page came from the stranger's own server, while its name still pointed there.
    page.route("**/before", lambda route: route.fulfill(content_type="text/html", body="<!doctype html><body></body>"))
    page.goto(f"http://evil.test:{port}/before")
    answered = """([path, method]) => fetch(path, {method, headers: {'Content-Type': 'application/json'},
        body: method == 'GET' ? undefined : '{}'}).then((reply) => reply.status)"""
    for path, method in ((f"{BASE}/matches", "POST"), (f"{BASE}/imports", "POST"), (f"{BASE}/rules", "GET")):
        assert page.evaluate(answered, [path, method]) == 421
    assert {environ["PATH_INFO"] for environ in asked} == {"/", f"{BASE}/matches", f"{BASE}/imports", f"{BASE}/rules"}
    assert list(service.store.matches()) == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "table.lan"])
def test_its_own_page_writes(page: Any, referee: tuple[int, Service, list[dict[str, Any]]], host: str) -> None:
    port, service, asked = referee
    page.goto(f"http://{host}:{port}/")
    status = page.evaluate(
        """(url) => fetch(url, {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{}'})
        .then((reply) => reply.status)""",
        f"{BASE}/matches",
    )
    sent = next(environ for environ in asked if environ["REQUEST_METHOD"] == "POST")
    assert status == 201 and len(list(service.store.matches())) == 1
    assert ("HTTP_SEC_FETCH_SITE" in sent) == (host != "table.lan"), "on a plain network browsers send Origin alone"
    assert sent["HTTP_ORIGIN"] == f"http://{host}:{port}"
