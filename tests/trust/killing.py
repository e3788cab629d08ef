"""Rounds of killing a loaded server at a random moment; what the clients were told must be what the logs hold."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.trust.load import RULES, Client, check_log, check_replayed, log_of, opened_night, sender
from tests.trust.served import Served

CLIENTS, MATCHES = 8, 3  # and a night


class Survived(NamedTuple):
    """What went through the rounds; `in_flight` acts were answered only when they were sent again."""

    acts: int
    events: int
    in_flight: int


def killed(folder: Path, rounds: int, seed: int, told: Callable[[int], object] = lambda number: None) -> Survived:
    """Kills a server under load so many times, starts it again each time, and checks every log."""
    chance, served = random.Random(seed), Served(folder).start().wait()
    opened = [served.opened({"rules": RULES}) for _ in range(MATCHES)]
    tokens = {one["id"]: one["tokens"]["scorer"] for one in opened}
    tokens |= dict([opened_night(served.asked)])
    send = sender(served.url, tokens)
    clients = [Client(number, send, list(tokens)) for number in range(CLIENTS)]
    try:
        for client in clients:
            client.thread.start()
        for number in range(rounds):
            time.sleep(chance.uniform(0.05, 0.8))
            assert all(client.thread.is_alive() for client in clients), [client.failure for client in clients]
            served.end(signal.SIGKILL)
            served.start().wait()
            told(number + 1)
        time.sleep(0.2)
    finally:
        for client in clients:
            client.stop.set()
        for client in clients:
            client.thread.join(700)
    assert [client.failure for client in clients if client.failure] == []
    survived = _checked(served, tokens, clients, chance)
    assert served.end(signal.SIGTERM) == 0
    logged = served.log.read_text()
    assert not any(token in logged for token in tokens.values())
    return survived


def _checked(served: Served, tokens: dict[str, str], clients: list[Client], chance: random.Random) -> Survived:
    """Every log against every answer; and the first answers once more."""
    answers = [one for client in clients for one in client.answers]
    events = 0
    for match, token in tokens.items():
        log = log_of(served.url, match, token)
        check_log(log, [one for one in answers if one.request.match == match])
        events += len(log)
    send = sender(served.url, tokens)
    for one in chance.sample(answers, min(100, len(answers))):
        check_replayed(send, one)
    return Survived(len(answers), events, sum(one.replayed for one in answers))
