"""One commit for many callers: those who arrive during a commit are committed together next. Knows no database."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Generic, TypeVar

from referee.stores.contract import StoreUnavailable

C = TypeVar("C")

LARGEST_GROUP = 128


class Caller(Generic[C]):
    """One caller's work, to be done with a connection, and its result."""

    __slots__ = ("alone", "answer", "deadline", "error", "gate", "leads", "work")

    def __init__(self, work: Callable[[C], Any] | None, alone: Callable[[], Any] | None) -> None:
        self.work, self.alone = work, alone
        self.deadline = 0.0  # by when it must be started
        self.answer: Any = None
        self.error: BaseException | None = None
        self.leads = False
        self.gate = threading.Lock()
        self.gate.acquire()

    def do(self, connection: C) -> None:
        """Do the work and keep its answer."""
        assert self.work
        self.answer = self.work(connection)


class GroupCommit(Generic[C]):
    """A queue whose first caller leads: it does the work of all who wait, commits once, and passes the lead on.

    If the queue is empty a caller leads at once. Leaders of different processes are kept apart by
    `between_processes`; whoever arrives during that wait still joins the group."""

    def __init__(
        self,
        commit: Callable[[Sequence[Caller[C]]], None],
        between_processes: Callable[[float], AbstractContextManager[Any]],
        patience: float,
    ) -> None:
        """`commit` does the callers' work and makes it durable, setting the `error` of those whose work is not.

        `between_processes` is entered around it, with the most seconds to wait. A caller who waits longer than
        `patience` seconds to be started, in the queue and for other processes, gets StoreUnavailable."""
        self._commit, self._between_processes, self._patience = commit, between_processes, patience
        self._lock = threading.Lock()
        self._queue: deque[Caller[C]] = deque()
        self._led = False

    def run(self, work: Callable[[C], Any]) -> Any:
        """Returns what `work` returns, once it is durable; raises what it raises. Another thread may run it."""
        return self._queued(Caller(work, None))

    def run_alone(self, procedure: Callable[[], Any]) -> Any:
        """Returns what `procedure` returns, called in this thread while nobody else commits."""
        return self._queued(Caller(None, procedure))

    def _queued(self, caller: Caller[C]) -> Any:
        caller.deadline = time.monotonic() + self._patience
        with self._lock:
            self._queue.append(caller)
            leads, self._led = not self._led, True
        if leads or self._called_to_lead(caller):
            self._lead(caller)
        if caller.error is not None:
            raise caller.error
        return caller.answer

    def _called_to_lead(self, caller: Caller[C]) -> bool:
        """Wait until the caller's work is done (False) or it is its turn to lead."""
        if not caller.gate.acquire(timeout=self._patience):
            with self._lock:
                if not caller.leads and caller in self._queue:
                    self._queue.remove(caller)
                    raise StoreUnavailable(f"not one of many writers got through in {self._patience:.0f} seconds")
            caller.gate.acquire()  # started at the last moment
        return caller.leads

    def _lead(self, leader: Caller[C]) -> None:
        group = [leader]
        try:
            with self._between_processes(leader.deadline - time.monotonic()):
                group = self._group()
                if leader.alone:
                    leader.answer = leader.alone()
                else:
                    self._commit(group)
        except BaseException as error:
            leader.error = error
            for caller in group[1:]:
                caller.error = StoreUnavailable("the writer was interrupted")
        finally:
            self._hand_over(leader, group)

    def _group(self) -> list[Caller[C]]:
        with self._lock:
            group = [self._queue.popleft()]
            if not group[0].alone:
                while self._queue and not self._queue[0].alone and len(group) < LARGEST_GROUP:
                    group.append(self._queue.popleft())
            return group

    def _hand_over(self, leader: Caller[C], group: Sequence[Caller[C]]) -> None:
        with self._lock:
            if self._queue and self._queue[0] is leader:  # it failed before it started anybody's work
                self._queue.popleft()
            self._led = bool(self._queue)
            if self._queue:
                self._queue[0].leads = True
                self._queue[0].gate.release()
        for caller in group:
            if caller is not leader:
                caller.gate.release()
