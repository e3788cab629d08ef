"""A process of its own in a history: threads that act on one match at once. Told by JSON on its input, it prints `ready`,

starts at the next line, and prints what each request was answered, between which moments of the machine's clock."""

from __future__ import annotations

import json
import random
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
from tests.stores.histories.linear import Operation
from tests.stores.histories.one_table import Asked

MESSAGE = re.compile(r"^id: (\d+)-\S*\nevent: (\S+)$", re.MULTILINE)
CALLS = ("pass", "pass", "3", "4", "5")


def any_request(chance: random.Random, key: str, seen: int | None) -> Asked:
    """What people at a table do at the same time: call, read, follow the stream, undo, book points; some of it only if
    the match is still at the version that they saw."""
    if chance.random() < 0.3:
        return Asked("", {}) if seen is None or chance.random() < 0.5 else Asked("stream", {}, seen)
    path = chance.choice(("bids", "bids", "adjustments", "undo", "redo"))
    body: dict[str, Any] = {}
    if path == "bids":
        body = {"seat": chance.choice("NESW"), "bid": chance.choice(CALLS)}
    elif path == "adjustments":
        body = {"team": chance.choice(("NS", "EW")), "points": chance.choice((-2, -4)), "reason": key}
    return Asked(path, body, seen if chance.random() < 0.3 else None, key if chance.random() < 0.6 else None)


def reply_of(reply: TestResponse) -> Any:
    """The reply in the words of `one_table.step`."""
    if reply.content_type == "text/event-stream":
        return ["streamed", [[int(version), name] for version, name in MESSAGE.findall(reply.text)]]
    body = reply.json
    if reply.status_code >= 400:
        return ["refused", body["code"]]
    if reply.status_code == 200:
        return ["read", body["version"], [body["score"]["NS"], body["score"]["EW"]]]
    return ["done", [[event["version"], event["type"]] for event in body["events"]]]


def sent(client: FlaskClient, told: dict[str, Any], asked: Asked, tags: dict[int, str]) -> TestResponse:
    """The request over HTTP, in process; `tags` are the ETags of the versions seen."""
    path, headers = f"/api/v1/matches/{told['match']}", {"Authorization": f"Bearer {told['token']}"}
    if asked.path == "stream":
        return client.get(f"{path}/stream?wait=0&after={asked.seen}", headers=headers)
    if not asked.path:
        return client.get(path, headers=headers)
    if asked.key:
        headers["Idempotency-Key"] = asked.key
    if asked.seen:
        headers["If-Match"] = tags[asked.seen]
    return client.post(f"{path}/{asked.path}", json=asked.body, headers=headers)


def main(told: dict[str, Any]) -> list[Operation]:
    """All that the threads of this process asked."""
    store = open_store(told["database"])
    app = create_app(Service(store), Settings(rate_limit=False))
    print("ready", flush=True)
    sys.stdin.readline()
    history: list[Operation] = []

    def run(number: int) -> None:
        chance, client = random.Random(f"{told['seed']}-{told['process']}-{number}"), app.test_client()
        seen: dict[int, str] = {}  # the ETag of each version
        keyed: list[Asked] = []

        def once(asked: Asked) -> None:
            began = time.monotonic()
            reply = sent(client, told, asked, seen)
            told_us = reply_of(reply)  # before the clock is read: a stream is sent while it is read
            history.append(Operation(began, time.monotonic(), asked, told_us))
            if reply.is_json and reply.status_code < 300:
                seen[reply.json["version"]] = reply.headers["ETag"]
            if asked.key and told_us[0] == "done":
                keyed.append(asked)

        for turn in range(told["turns"]):
            key = f"{told['process']}-{number}-{turn}" if chance.random() < 0.5 else f"shared-{turn}"
            once(any_request(random.Random(key) if "shared" in key else chance, key, max(seen, default=None)))
        for asked in keyed[:1]:
            once(asked)  # a retry

    with ThreadPoolExecutor(told["threads"]) as pool:
        list(pool.map(run, range(told["threads"])))  # raises what a thread raised
    store.close()
    return history


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.stdin.readline()))))
