"""Debian's dieharder on the production stream: a judge that none of us wrote."""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

# Test number: p-samples. Those that dieharder itself marks as suspect or as not to be used are out.
SHORT = {0: 20, 8: 10, 10: 20, 11: 10, 15: 20, 16: 20, 100: 50, 101: 50}
ALL = {
    0: 100, 1: 50, 2: 20, 3: 50, 4: 20, 8: 50, 9: 50, 10: 100, 11: 100, 12: 100, 13: 20,
    15: 100, 16: 50, 17: 50, 100: 100, 101: 100, 102: 100, 200: 20, 201: 20, 202: 50, 203: 20,
    204: 50, 205: 1, 206: 1, 207: 1, 208: 1, 209: 1,
}  # fmt: skip
# These ask for the size of a tuple, and judge nothing, or fail everybody, where none is given.
TUPLES = {200: (1, 2, 4, 8), 201: (2, 3, 4, 5), 202: (3, 4, 5), 203: (0, 1, 8, 31)}
BLOCK_BYTES = 1 << 16
FROM_STDIN = "200"  # dieharder's name for raw numbers on standard input
MISSING = "dieharder is not installed (Debian: apt-get install dieharder); its part is left out."


@dataclass(frozen=True)
class Row:
    name: str
    p: float
    verdict: str  # PASSED, WEAK or FAILED


def installed() -> bool:
    return shutil.which("dieharder") is not None


def run(tests: dict[int, int], raw: Callable[[int], bytes]) -> Iterator[Row]:
    """One process a test, fed from the stream until it has had enough."""
    for number, samples in tests.items():
        for size in TUPLES.get(number, (0,)):
            options = ["-d", str(number), "-p", str(samples)]
            yield from _run_one(options + (["-n", str(size)] if size else []), raw)


def _run_one(options: Sequence[str], raw: Callable[[int], bytes]) -> Iterator[Row]:
    command = ["dieharder", "-g", FROM_STDIN, *options]
    judge = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert judge.stdin
    assert judge.stdout
    feeder = Thread(target=_feed, args=(judge, raw), daemon=True)
    feeder.start()
    lines = judge.stdout.read().decode(errors="replace").splitlines()
    judge.wait()
    feeder.join()
    yield from (row for row in map(parse, lines) if row)


def _feed(judge: "subprocess.Popen[bytes]", raw: Callable[[int], bytes]) -> None:
    assert judge.stdin
    with suppress(BrokenPipeError, ValueError):
        while judge.poll() is None:
            judge.stdin.write(raw(BLOCK_BYTES))
    with suppress(BrokenPipeError):
        judge.stdin.close()


def parse(line: str) -> Row | None:
    """'diehard_runs|   0|    100000|     100|0.41|  PASSED' -> its row; None for other lines."""
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) != 6 or cells[5] not in ("PASSED", "WEAK", "FAILED"):
        return None
    name = cells[0] if cells[1] == "0" else f"{cells[0]} {cells[1]}"
    return Row(name, float(cells[4]), cells[5])
