"""What a screen program weighs, hand after hand: resident memory of the real one (one_glass.py)
while a whole table plays and its player touches everything. Views and time come from the table.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from lab.bench.all import Figure, figure
from lab.bench.one_glass import Sent, Weight, framed, weight
from lab.simulation.company import company, play
from lab.simulation.view_bots import any_game
from lab.simulation.whole_table import WholeTable
from ui.sprites import MEGABYTE

HANDS, STARTS = 1000, 3
SEATS = {"station": 1, "center": 0}
MOST_MB = {"station": 200, "center": 300}
PLOT = Path("build/bench-memory.png")


class Program:
    """A screen program that is fed views; what it says of its weight goes to a file."""

    def __init__(self, kind: str, told: Path) -> None:
        self.told = told
        with told.open("wb") as out:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "lab.bench.one_glass", kind],
                stdin=subprocess.PIPE,
                stdout=out,
            )

    def show(self, at_ms: int, body: bytes) -> None:
        assert self._process.stdin
        self._process.stdin.write(framed(Sent(at_ms, body)))

    def end(self) -> list[Weight]:
        assert self._process.stdin
        self._process.stdin.close()
        assert self._process.wait() == 0
        return [weight(line) for line in self.told.read_bytes().splitlines()]


def evening(hands: int, seed: int = 1) -> dict[str, list[Weight]]:
    """Both kinds of screen through the same so many hands."""
    with tempfile.TemporaryDirectory() as scratch:
        whole = WholeTable(Path(scratch) / "table", seed)
        whole.players = whole.config.seats
        table = whole.power_on()
        programs = {kind: Program(kind, Path(scratch) / kind) for kind in SEATS}
        for kind, seat in SEATS.items():
            whole.links[seat].watch = _showing(whole, programs[kind])
        play(whole, company(whole, any_game()), lambda: table.table.this_hand.number >= hands)
        found = {kind: program.end() for kind, program in programs.items()}
        whole.power_off()
    return found


def _showing(whole: WholeTable, program: Program) -> Callable[[bytes], None]:
    return lambda body: program.show(whole.now, body)


def start_s(kind: str) -> float:
    """From the command to the first frame."""
    command = [sys.executable, "-m", "lab.bench.one_glass", kind]
    began = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        took = time.monotonic() - began
        process.communicate()
    return took


def figures() -> Iterator[Figure]:
    for kind in SEATS:
        took = min(start_s(kind) for _ in range(STARTS))
        yield figure(f"{kind}: start to first frame", "s", took)
    found = evening(HANDS)
    for kind, curve in found.items():
        for hand in (10, 100, HANDS // 2, HANDS):
            one = min(curve, key=lambda one: abs(one.hand - hand))
            yield figure(f"{kind}: memory after {hand} hands", "MB", one.resident / MEGABYTE)
    _plot(found)


def _plot(found: dict[str, list[Weight]]) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    picture, axis = pyplot.subplots(figsize=(9, 4), layout="constrained")
    for kind, curve in found.items():
        hands, sizes = [one.hand for one in curve], [one.resident / MEGABYTE for one in curve]
        (line,) = axis.plot(hands, sizes, label=kind)
        axis.axhline(MOST_MB[kind], color=line.get_color(), linestyle=":")
    axis.set_xlabel("hands; dotted: the most that is wanted")
    axis.set_ylabel("MB resident")
    axis.set_ylim(bottom=0)
    axis.legend()
    PLOT.parent.mkdir(exist_ok=True)
    picture.savefig(PLOT, dpi=110)
    pyplot.close(picture)
