"""A screen that is stopped, or hangs, with somebody's cards on its glass.

What is stopped cannot act: a second process ends it, and the picture goes with it.
"""

import asyncio
import os
import signal
import subprocess
import sys
from functools import partial

import pytest

from lab.live import browser_tab
from lab.live.processes import Processes
from lab.live.visitor import Visitor
from lab.twins.pty_wire import PtyWire
from lab.twins.station import until
from tests.lab.live.tables import insist
from tests.stations.test_program import TURN, Table
from ui.program import REST_MS
from ui.watchdog import BEAT_MS, SILENT_S

HANGS = """
import sys, time
from ui.watchdog import Watchdog
dog = Watchdog()
for cards in map(int, sys.argv[1:]):
    assert dog.beat(bool(cards))
print("shown", flush=True)
"""
SLEEPS, SPINS = "time.sleep(600)", "while True: pass"


def hang(*cards: int, how: str = SLEEPS) -> subprocess.Popen[bytes]:
    """A screen whose loop never turns again after these frames."""
    words = [sys.executable, "-c", HANGS + how, *map(str, cards)]
    screen = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert screen.stdout is not None
    assert screen.stdout.readline() == b"shown\n"
    return screen


def test_who_hangs_with_cards_on_the_glass_is_ended_who_has_none_is_left_alone():
    empty, put_away, shown = hang(0), hang(1, 0), hang(0, 1)
    assert shown.wait(60) == -signal.SIGKILL
    assert empty.poll() is None
    assert put_away.poll() is None
    for screen in (empty, put_away):
        screen.kill()
        screen.wait()


def test_who_goes_round_in_a_circle_is_ended_too():
    assert hang(1, how=SPINS).wait(60) == -signal.SIGKILL


def test_it_takes_less_than_a_second():
    assert BEAT_MS + 1000 * SILENT_S < 1000
    assert REST_MS > 1000, "without cards a screen may rest as long as before"


def test_whose_watchdog_was_taken_away_knows_it():
    words = (
        "import os, signal, time\n"
        "from ui.watchdog import Watchdog\n"
        "dog = Watchdog()\n"
        "os.kill(dog._child, signal.SIGKILL)\n"
        "os.waitid(os.P_PID, dog._child, os.WEXITED | os.WNOWAIT)\n"
        "print(dog.beat(True))\n"
    )
    done = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=60)
    assert done.stdout == "False\n", done.stderr


@pytest.mark.parametrize("sign", [signal.SIGSTOP])
def test_a_station_that_is_stopped_while_somebody_peeks_goes_dark(tmp_path, sign):
    async def evening() -> None:
        wire = PtyWire()
        table = Table(tmp_path, wire)
        (tmp_path / "port").symlink_to(wire.path_b)
        programs = Processes(tmp_path)
        argv = ["station", "--port", tmp_path / "port", "--book", tmp_path / "station"]
        argv += ["--door", tmp_path / "door"]
        programs.start("station", list(map(str, argv)), {"SDL_VIDEODRIVER": "dummy"})
        dark = []
        glass = Visitor(tmp_path / "door", lambda: dark.append(programs.starts("station")))
        try:
            seen = await glass.until(lambda now: "peek" in now.targets)
            await insist(glass, partial(glass.press, seen, "peek"), lambda now: bool(now.hole))
            assert set((await glass.report()).hole) == set(TURN.hole)
            os.kill(programs.pid("station"), sign)

            assert await until(lambda: dark)
            assert await until(lambda: programs.starts("station") == 2)
            seen = await glass.until(lambda now: "peek" in now.targets)
            assert not seen.hole
        finally:
            glass.close()
            await programs.stop()
            table.port.close()
            wire.close()

    asyncio.run(evening())


def test_the_page_of_the_lab_shows_a_dark_glass_at_once():
    """Not the last picture that it got."""

    class Socket:
        sent: list[bytes] = []  # noqa: RUF012

        async def send_bytes(self, data: bytes) -> None:
            self.sent.append(data)

    async def fall() -> list[bytes]:
        tab = browser_tab.BrowserTab.__new__(browser_tab.BrowserTab)
        tab.socket, tab.large, tab._sending = Socket(), 3, set()
        tab.fade(3)
        tab.fade(4)
        await asyncio.gather(*tab._sending)
        return tab.socket.sent

    sent = asyncio.run(fall())
    assert sorted(data[:2] for data in sent) == [bytes([3, 0]), bytes([3, 1]), bytes([4, 0])]
    assert all(data[2:] == browser_tab.dark() for data in sent)
