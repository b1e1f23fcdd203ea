"""Somebody in front of one glass, through the lab's door: sees what it shows, touches it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from ui.door import (
    Film,
    Finger,
    Log,
    Question,
    Shown,
    Told,
    What,
    answer,
    film,
    framed,
    log,
    read,
    told,
)

Kind = Literal["down", "move", "up"]
KNOCK_S = 0.05
TAP_S = 0.04
PATIENCE_S = 180.0


def _nothing() -> None:
    pass


class Visitor:
    """Comes back by itself when the program behind the door was started again."""

    def __init__(self, path: Path, dark: Callable[[], None] = _nothing) -> None:
        """`dark`: the glass behind the door shows nothing any more."""
        self.path, self._dark = path, dark
        self._writer: asyncio.StreamWriter | None = None
        self._asked: dict[int, asyncio.Future[Shown]] = {}
        self._last: dict[What, int] = {}
        self._count = 0
        self._ear: asyncio.Task[None] | None = None
        self._opening = asyncio.Lock()

    # ---- The socket

    async def _open(self) -> asyncio.StreamWriter:
        async with self._opening:
            while self._writer is None:
                try:
                    reader, self._writer = await asyncio.open_unix_connection(self.path)
                    self._ear = asyncio.create_task(self._listen(reader))
                except OSError:
                    await asyncio.sleep(KNOCK_S)
        return self._writer

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                shown = answer(await read(reader))
                asked = self._asked.pop(shown.n, None)
                if asked is not None and not asked.done():
                    asked.set_result(shown)
        self._gone()

    def _gone(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = None
        self._last.clear()  # a new program counts its frames anew
        self._dark()
        asked, self._asked = self._asked, {}
        for one in asked.values():
            if not one.done():
                one.set_exception(ConnectionError("the program behind the door ended"))

    def close(self) -> None:
        if self._ear is not None:
            self._ear.cancel()
        if self._writer is not None:
            self._writer.close()

    # ---- Seeing

    async def now(self, what: What) -> bytes:
        return await self._look(what, fresh=False)

    async def next(self, what: What) -> bytes:
        """As soon as it is another one than the last of its kind that we saw."""
        return await self._look(what, fresh=True)

    async def _look(self, what: What, fresh: bool) -> bytes:
        while True:
            writer = await self._open()
            self._count += 1
            asked: asyncio.Future[Shown] = asyncio.get_running_loop().create_future()
            self._asked[self._count] = asked
            after = self._last.get(what, -1) if fresh else -1
            writer.write(framed(Question(self._count, what, after)))
            with suppress(ConnectionError):
                shown = await asked
                self._last[what] = shown.frame
                return shown.body

    async def report(self) -> Told:
        return told(await self.now("report"))

    async def log(self) -> Log:
        return log(await self.now("log"))

    async def film(self) -> Film:
        """Every frame since the last time; the first time starts the film."""
        return film(await self.now("film"))

    async def until(self, true: Callable[[Told], bool], limit_s: float = PATIENCE_S) -> Told:
        """The first report for which it is so. The limit only ends what would never end."""
        seen = None
        try:
            async with asyncio.timeout(limit_s):
                seen = await self.report()
                while not true(seen):
                    seen = told(await self.next("report"))
                return seen
        except TimeoutError:
            words = " | ".join(seen.words) if seen else "nothing"
            raise TimeoutError(f"{self.path.name} shows: {words}") from None

    # ---- Touching

    async def finger(self, kind: Kind, x: float, y: float, finger: int = 0) -> None:
        writer = await self._open()
        with suppress(ConnectionError):
            writer.write(framed(Finger(kind, x, y, finger)))

    async def press(self, seen: Told, target: str, at: float = 0.5) -> None:
        """A finger down where it is drawn, `at` so much of its width."""
        x, y, w, h = seen.targets[target]
        await self.finger("down", x + w * at, y + h / 2)

    async def lift(self, seen: Told, target: str, at: float = 0.5) -> None:
        x, y, w, h = seen.targets[target]
        await self.finger("up", x + w * at, y + h / 2)

    async def tap(self, target: str, limit_s: float = PATIENCE_S) -> None:
        seen = await self.until(lambda now: target in now.targets, limit_s)
        await self.press(seen, target)
        await asyncio.sleep(TAP_S)
        await self.lift(seen, target)

    async def drag(self, target: str, start: float, end: float, limit_s: float) -> None:
        """Along a slider, in a few moves as a finger does."""
        seen = await self.until(lambda now: target in now.targets, limit_s)
        x, y, w, h = seen.targets[target]
        await self.press(seen, target, start)
        for step in range(1, 6):
            await asyncio.sleep(0.02)
            await self.finger("move", x + w * (start + (end - start) * step / 5), y + h / 2)
        await self.lift(seen, target, end)

    async def peek(self, limit_s: float = PATIENCE_S) -> Told:
        """Holds the own cards until they are seen, or gone, then lets go."""
        seen = await self.until(lambda now: "peek" in now.targets, limit_s)
        await self.press(seen, "peek")
        try:
            return await self.until(
                lambda now: bool(now.hole) or "peek" not in now.targets, limit_s
            )
        finally:
            await self.lift(seen, "peek")
