"""A process of its own for the race: 8 threads act on an application over the shared store. Told by JSON on its input,

it prints `ready`, starts at the next line, and prints its answers. Keys that start with `s` are sent by every process at once."""

from __future__ import annotations

import json
import random
import sys
import threading
from typing import Any

from referee.config import Settings
from referee.http.app import create_app
from referee.service import Service
from referee.stores import open_store
from tests.trust.load import Request, Send, any_act

THREADS = 8


def main(told: dict[str, Any]) -> list[tuple[Request, int, str, bool]]:
    """The answers of all threads, whatever their status."""
    store = open_store(told["database"])
    app = create_app(Service(store), Settings(rate_limit=False))
    print("ready", flush=True)
    sys.stdin.readline()
    answers: list[tuple[Request, int, str, bool]] = []

    def run(number: int) -> None:
        client = app.test_client()

        def send(request: Request) -> tuple[int, bytes, bool]:
            headers = {"Authorization": f"Bearer {told['tokens'][request.match]}", "Idempotency-Key": request.key}
            reply = client.open(f"/api/v1/{request.address}", method=request.method, json=request.body, headers=headers)
            return reply.status_code, reply.data, "Idempotency-Replayed" in reply.headers

        race(send, told, number, answers)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.close()
    return answers


def race(send: Send, told: dict[str, Any], number: int, answers: list[tuple[Request, int, str, bool]]) -> None:
    """What one thread does: half of its acts are its own, half are asked for by a thread of every process."""
    for turn in range(told["acts"]):
        key = f"s{number}-{turn}" if turn % 2 else f"{told['process']}-{number}-{turn}"
        request = any_act(random.Random(key), list(told["tokens"]), key)
        status, body, replayed = send(request)
        answers.append((request, status, body.decode(), replayed))


if __name__ == "__main__":
    print(json.dumps(main(json.loads(sys.stdin.readline()))))
