"""Somebody answers questions, one after the other: typed letters in, answers out, Esc ends it."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from console.asking import Question
from firmware.errors import Fault, Refused

LEFT = "Left: nothing was done."


class Dialogue:
    """`tell` hears what came of it."""

    def __init__(self, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self.question: Question | None = None
        self.typed = ""
        self._answer: asyncio.Future[str] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def on(self) -> bool:
        return self._task is not None and not self._task.done()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.create_task(self._run(work))

    async def _run(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Refused, Fault) as no:
            self._tell(str(no))
        except asyncio.CancelledError:
            self._tell(LEFT)
        finally:
            self.question, self.typed, self._answer = None, "", None

    async def ask(self, question: Question) -> str:
        self.question, self.typed = question, ""
        self._answer = asyncio.get_running_loop().create_future()
        return await self._answer

    def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def over(self) -> None:
        """What was left has taken back what it had asked for."""
        if self._task is not None:
            await asyncio.wait([self._task])

    def key(self, key: str, character: str | None) -> None:
        asked = self.question
        if key == "escape":
            self.leave()
        elif asked is None:
            return  # something is under way
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "enter":
            self._take(asked)
        elif character is not None and character.isprintable():
            self.typed += character
            if asked.letters and len(self.typed) == asked.letters:
                self._take(asked)

    def _take(self, asked: Question) -> None:
        typed, self.typed = self.typed.strip(), ""
        if wrong := asked.wrong(typed):
            self._tell(wrong)
        elif self._answer is not None and not self._answer.done():
            self._tell("")
            self.question = None
            self._answer.set_result(typed)

    @property
    def line(self) -> str:
        """As it stands in the command line."""
        if self.question is None:
            return "One moment ..."
        typed = "*" * min(20, len(self.typed)) if self.question.hidden else self.typed
        return f"{self.question.words} {typed}"
