"""What the technician's console takes: the real program on a real terminal of 80x24, beside the
limits of a slow line and a busy table. Its page changes once a second by itself: the clock."""

import os
import pty
import select
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from lab.bench.all import Figure, figure
from lab.live.home import lay_out

STARTS, LOOK_S = 3, 20.0
FIRST, IDLE, WEIGHT, LINE = 1.0, 2.0, 50.0, 1.0  # s, % of a core, MB, kB/s: no more
RUN = "import sys; from commands import main; sys.exit(main(sys.argv[1:]))"
PAINTED = b"SERVICE CONSOLE"
LIMIT_S = 120.0


class Session:
    """A console at the far end of a line. `paint_s`: its processor until the first page."""

    def __init__(self, page: Path, none: Path) -> None:
        argv = [sys.executable, "-c", RUN, "console", str(page), "--log", str(none)]
        began_s = time.monotonic()
        self.pid, self._line = pty.fork()
        if self.pid == 0:
            env = {**os.environ, "TERM": "vt100", "COLUMNS": "80", "LINES": "24"}
            os.execve(argv[0], argv, env)
        said = b""
        while PAINTED not in said and time.monotonic() - began_s < LIMIT_S:
            said += self.heard(0.01)
        self.paint_s, self.paint_cpu_s = time.monotonic() - began_s, self.cpu_s

    def heard(self, seconds: float) -> bytes:
        ends, said = time.monotonic() + seconds, b""
        while (left := ends - time.monotonic()) > 0:
            if select.select([self._line], [], [], left)[0]:
                said += os.read(self._line, 65_536)
        return said

    @property
    def cpu_s(self) -> float:
        words = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """Its own; what it shares with every other program of Python's is not."""
        words = Path(f"/proc/{self.pid}/smaps_rollup").read_text().splitlines()
        private = [int(one.split()[1]) for one in words if one.startswith("Private_")]
        return sum(private) / 1024

    def end(self) -> None:
        os.close(self._line)
        os.waitpid(self.pid, 0)


def figures() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as scratch:
        page = lay_out(Path(scratch), seats=2)[0].page
        starts: list[Session] = []
        for _ in range(STARTS):
            if starts:
                starts[-1].end()
            starts.append(Session(page, Path(scratch) / "none"))
        session = starts[-1]
        session.heard(5.0)  # what it reads of the disks at the start
        before_s, began_s = session.cpu_s, time.monotonic()
        said = session.heard(LOOK_S)
        spent_s = time.monotonic() - began_s
        best = min(starts, key=lambda one: one.paint_s)
        yield figure("console: first paint", "s", best.paint_s, FIRST, "limit")
        yield figure("console: first paint, of a core", "s", best.paint_cpu_s, FIRST, "limit")
        used = 100 * (session.cpu_s - before_s) / spent_s
        yield figure("console: idle, of a core", "%", used, IDLE, "limit")
        yield figure("console: memory of its own", "MB", session.megabytes, WEIGHT, "limit")
        yield figure("console: on the line", "kB/s", len(said) / spent_s / 1000, LINE, "limit")
        session.end()
