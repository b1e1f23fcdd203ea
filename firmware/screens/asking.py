"""Questions that wait for their answers: said again after every reconnect, under the same id."""

import asyncio
from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar


class Question(Protocol):
    @property
    def id(self) -> str: ...


Q = TypeVar("Q", bound=Question)


class Asking(Generic[Q]):
    def __init__(self, send: Callable[[Q], None]) -> None:
        self._send = send
        self._open: dict[str, tuple[Q, asyncio.Future[Any]]] = {}

    async def ask(self, question: Q) -> Any:
        """As long as it takes; whoever asks twice waits for the one answer."""
        if question.id not in self._open:
            waits: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
            self._open[question.id] = question, waits
            self._send(question)
        return await asyncio.shield(self._open[question.id][1])

    def again(self) -> None:
        """The other end is there."""
        for question, _ in [*self._open.values()]:
            self._send(question)

    def answered(self, id: str, answer: Any) -> None:
        _, waits = self._open.pop(id, (None, None))
        if waits is not None and not waits.done():
            waits.set_result(answer)

    def give_up(self, id: str) -> None:
        self._open.pop(id, None)
