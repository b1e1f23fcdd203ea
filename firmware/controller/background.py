"""What is slow runs beside the table and comes back through the inbox, in the table's own time."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any, TypeVar

T = TypeVar("T")


class Errands:
    def __init__(self, beside: Executor) -> None:
        self._beside = beside
        self._inbox: deque[Callable[[], None]] = deque()
        self.busy: set[str] = set()  # under way, by name
        self.wake: Callable[[], None] = _nothing

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

    def send(
        self,
        name: str,
        work: Callable[[], T],
        then: Callable[[T], None],
        instead: Callable[[Exception], None],
    ) -> None:
        """`work` elsewhere; `then` with what it found, or `instead` with why it found nothing."""
        self.busy.add(name)

        def back(future: Future[T]) -> None:
            self.later(partial(self._came_back, name, future, then, instead))

        self._beside.submit(work).add_done_callback(back)

    def _came_back(
        self,
        name: str,
        future: Future[Any],
        then: Callable[[Any], None],
        instead: Callable[[Exception], None],
    ) -> None:
        self.busy.discard(name)
        problem = future.exception()
        if isinstance(problem, Exception):
            instead(problem)
        else:
            then(future.result())


def _nothing() -> None:
    pass
