"""What is slow runs beside the table and comes back through the inbox, in the table's own time."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

from firmware.controller.effects import Effects, Task

Back = Callable[[Callable[[int], Effects]], None]


class Background:
    def __init__(self, beside: Executor) -> None:
        self._beside = beside
        self._inbox: deque[Callable[[], None]] = deque()
        self.busy: set[str] = set()  # under way, by name
        self.wake: Callable[[], object] = _nothing  # called by whichever thread has work done

    def later(self, work: Callable[[], None]) -> None:
        """Between two steps of the table. The one call that another thread may make."""
        self._inbox.append(work)
        self.wake()

    def next(self) -> Callable[[], None] | None:
        return self._inbox.popleft() if self._inbox else None

    @property
    def waiting(self) -> bool:
        return bool(self._inbox)

    @property
    def at_rest(self) -> bool:
        return not self._inbox and not self.busy

    def send(self, task: Task, back: Back) -> None:
        """`back` gets what follows from the work, as a function of the time by then."""
        self.busy.add(task.name)

        def done(future: Future[Any]) -> None:
            self.later(partial(self._came_back, task, future, back))

        self._beside.submit(task.work).add_done_callback(done)

    def _came_back(self, task: Task, future: Future[Any], back: Back) -> None:
        self.busy.discard(task.name)
        problem = future.exception()
        if isinstance(problem, Exception):
            back(partial(task.failed, problem))
        else:
            back(partial(task.found, future.result()))


def _nothing() -> None:
    pass
