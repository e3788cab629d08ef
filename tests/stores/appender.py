"""A process of its own for the tests: opens the store argv[1] when told to, appends argv[3] plays to match argv[2]."""

import sys

from referee.events.log import FIRST_PREV, seal
from referee.stores import open_store
from referee.stores.contract import StaleVersion

url, match, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
store = open_store(url)
done = head = 0
prev = FIRST_PREV
while done < count:
    event = seal(match, head + 1, head + 1, "card-played", {"seat": "N"}, "scorer", "2026-03-01T19:30:00.000Z", prev)
    try:
        store.append(match, head, [event])
        done += 1
        head, prev = head + 1, event.hash
    except StaleVersion as error:
        newest = list(store.events(match, after=error.head - 1))[-1]
        head, prev = newest.version, newest.hash
store.close()
