"""`stormdeck console` as a program on real terminals: in tmux, and on a line that is hung up."""

import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyte
import pytest

from lab.live.home import lay_out

LIMIT_S = 170.0  # only ends what would never end
RUN = "import sys; from commands import main; sys.exit(main(sys.argv[1:]))"


def until(true: Callable[[], object], words: str) -> None:
    ends = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < ends, words
        time.sleep(0.05)


def console(home: Path) -> list[str]:
    page = lay_out(home, seats=2)[0].page
    return [sys.executable, "-c", RUN, "console", str(page), "--log", str(home / "none")]


@pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is missing: apt-get install tmux")
def test_a_session_in_tmux_shows_its_pages_and_leaves_nothing_behind(tmp_path):
    name = f"stormdeck-{os.getpid()}"

    def tmux(*words: str) -> str:
        argv = ["tmux", "-L", name, "-f", "/dev/null", *words]
        return subprocess.run(argv, capture_output=True, text=True, timeout=60).stdout

    def shown() -> str:
        return tmux("capture-pane", "-p", "-t", "console")

    command = " ".join(f"'{one}'" for one in console(tmp_path))
    try:
        tmux("new-session", "-d", "-s", "console", "-x", "100", "-y", "32", "sh")
        tmux("send-keys", "-t", "console", command, "Enter")
        until(lambda: "SERVICE CONSOLE" in shown() and "Swipe your card" in shown(), "no page")
        tmux("send-keys", "-t", "console", "a-card-that-is-secret")
        until(lambda: "*****" in shown(), "no stars")
        assert "a-card-that" not in shown()
        tmux("resize-window", "-t", "console", "-x", "80", "-y", "24")
        until(lambda: shown().splitlines()[-1:] and "Swipe your card" in shown(), "not drawn again")
        tmux("send-keys", "-t", "console", "F10")
        until(lambda: "SERVICE CONSOLE" not in shown(), "it does not end")
        everything = tmux("capture-pane", "-p", "-S", "-", "-t", "console")
        assert "Swipe your card" not in everything, "no scrollback holds a page"
    finally:
        tmux("kill-server")


def test_a_line_that_is_hung_up_ends_the_console(tmp_path):
    argv = console(tmp_path)
    child, line = pty.fork()
    if child == 0:
        os.execve(argv[0], argv, {**os.environ, "TERM": "vt100", "COLUMNS": "80", "LINES": "24"})
    heard = b""

    def drawn() -> bool:
        nonlocal heard
        while select.select([line], [], [], 0)[0]:
            heard += os.read(line, 65_536)
        return b"SERVICE CONSOLE" in heard

    try:
        until(drawn, "no page")
        os.close(line)
        until(lambda: os.waitpid(child, os.WNOHANG)[0] == child, "it spins on without a terminal")
    except BaseException:
        os.kill(child, signal.SIGKILL)
        raise


def test_a_change_a_second_costs_a_slow_line_little(tmp_path):
    """A line of 115,200 baud carries 11.5 kB/s: a second that goes by takes less than one of them.
    Counted by the seconds that the page itself shows, not by any clock of ours."""
    argv = console(tmp_path)
    child, line = pty.fork()
    if child == 0:
        os.execve(argv[0], argv, {**os.environ, "TERM": "linux", "COLUMNS": "80", "LINES": "24"})
    heard, screen = b"", pyte.Screen(80, 24)
    stream = pyte.ByteStream(screen)

    def shown() -> str:
        nonlocal heard
        while select.select([line], [], [], 0)[0]:
            heard += (data := os.read(line, 65_536))
            stream.feed(data)
        return screen.display[0]

    try:
        until(
            lambda: "CONSOLE" in shown() and "eading the disks" not in "".join(screen.display), ""
        )
        seconds: list[str] = []
        since = 0

        def passed() -> bool:
            nonlocal since
            if not seconds or shown() != seconds[-1]:
                seconds.append(shown())
                since = since or len(heard)
            return len(seconds) > 5

        until(passed, "no second goes by")
        assert len(heard) - since < 1000 * (len(seconds) - 1), heard[since:]
    finally:
        os.close(line)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
