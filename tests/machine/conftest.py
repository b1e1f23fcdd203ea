"""A real `stormdeck table` as a process, over real ptys and FIFOs, with screens of paper."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Callable

import pytest

from lab.live.home import Home, lay_out
from lab.live.paper_screens import PaperPlayer, PaperScreens

LIMIT_S = 180.0  # only ends what would never end


class Room:
    def __init__(self, home: Home, tracks: list[str]) -> None:
        self.home, self.tracks = home, tracks
        self.cables = PaperScreens(home)
        self.log: list[str] = []
        self._process: asyncio.subprocess.Process | None = None
        self.players: dict[int, PaperPlayer] = {}

    async def power_on(self, *words: str, typed: str = "", **environ: str) -> None:
        """`typed`: by whoever stands there, card and PIN."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.machine.table", str(self.home.page), *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, **environ},
        )  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(typed.encode())
        self._process.stdin.close()
        self._reading = asyncio.create_task(self._read(self._process))

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            self.log.append(line.decode().rstrip())

    def sit(self, seat: int) -> None:
        track = self.tracks[seat - 1]
        reader = self.cables.readers[seat]
        player = PaperPlayer(self.cables.screens[seat], lambda: reader.type(track + "\n"))
        self.players[seat] = player
        player.look()

    async def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self.ended()

    async def stop(self) -> int:
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return await self.ended()

    async def ended(self) -> int:
        assert self._process is not None
        code = await asyncio.wait_for(self._process.wait(), LIMIT_S)
        await self._reading
        self._process = None
        return code

    async def until(self, true: Callable[[], object], words: str) -> None:
        for _ in range(int(LIMIT_S / 0.02)):
            if true():
                return
            assert self._process is None or self._process.returncode is None, self.log
            await asyncio.sleep(0.02)
        seen = [one.view or one.public for one in self.cables.screens.values()]
        raise AssertionError(f"{words}; {seen}; the log:\n  " + "\n  ".join(self.log[-20:]))

    async def says(self, words: str) -> None:
        """A screen may be told before its line of the log is here."""
        await self.until(lambda: any(line.startswith(words) for line in self.log), words)

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()
        self.cables.close()


@pytest.fixture
def in_room(tmp_path):
    def run(work, **layout) -> None:
        async def main() -> None:
            home, tracks = lay_out(tmp_path, **{"seats": 3, **layout})
            room = Room(home, tracks)
            try:
                await work(room)
            finally:
                with contextlib.suppress(ProcessLookupError):
                    await room.close()

        asyncio.run(asyncio.wait_for(main(), 3 * LIMIT_S))

    return run
