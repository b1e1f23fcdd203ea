"""The tests tested: one line of a room turned round at a time; do its tests notice?

A sample of each room's lines is drawn, and each is tried in a copy of what is committed. It meets
the tests that run its line, the quickest first, until one fails; what passes them all meets every
test of its room. What no test kills is printed. The few that change nothing anybody could see are
written down in equal_mutants.toml, each with its reason.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

from msgspec import json

from lab.judges.turning import Mutant, drawn, equal, turn
from lab.judges.who_runs import Chosen, Record

ROOMS = {
    "games": ["tests/games", "tests/history"],
    "table": ["tests/table"],
    "settlement": ["tests/settlement", "tests/controller"],
    "bank": ["tests/bank", "tests/settlement"],
    "journal": ["tests/journal"],
    "fairness": ["tests/fairness"],
}
WANTED = 95  # of a hundred
ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "build" / "mutants"
NO_TESTS = 5  # what pytest answers when it was given none


class Outcome(NamedTuple):
    room: str
    tried: int
    living: list[Mutant]

    @property
    def killed(self) -> int:
        return self.tried - len(self.living)

    @property
    def good(self) -> bool:
        return 100 * self.killed >= WANTED * self.tried

    def __str__(self) -> str:
        share = 100 * self.killed / max(self.tried, 1)
        lives = len(self.living)
        return f"{self.room:<12}{self.tried:>6}{self.killed:>8}{lives:>10}{share:>8.1f} %"


class Copy:
    """A copy of what is committed, to be turned round line by line."""

    def __init__(self, place: Path) -> None:
        subprocess.run(["git", "clone", "-q", "--shared", ROOT, place], check=True)
        self.place = place

    @cached_property
    def version(self) -> str:
        """Of what is tried and of what tries it."""
        line = ["git", "rev-parse", "HEAD:firmware", "HEAD:tests"]
        names = subprocess.run(line, cwd=self.place, capture_output=True, text=True, check=True)
        return "-".join(name[:8] for name in names.stdout.split())

    def pytest(self, *arguments: object) -> int:
        line = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not soak", "--no-header"]
        plugins = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "lab.judges.who_runs"]
        return subprocess.run(
            [*line, *plugins, *map(str, arguments)],
            cwd=self.place,
            env={**os.environ, "PYTHONPATH": str(self.place)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        ).returncode

    def record(self, folder: str) -> Record:
        """Who runs what in a folder of tests; remembered until it or the sources change."""
        kept = RECORDS / f"{folder.replace('/', '-')}-{self.version}.json"
        if not kept.exists():
            kept.parent.mkdir(parents=True, exist_ok=True)
            if self.pytest("--who-runs-to", kept, folder):
                kept.unlink(missing_ok=True)
                raise SystemExit(f"{folder} fails without any mutant: pytest {folder}")
        return json.decode(kept.read_bytes(), type=Record)

    def survives(self, mutant: Mutant, tests: "Tests") -> bool:
        file = self.place / mutant.file
        original = file.read_text()
        self._write(file, mutant.source)
        try:
            return all(self._green(tests, chosen) for chosen in tests.against(mutant))
        finally:
            self._write(file, original)

    def _write(self, file: Path, source: str) -> None:
        file.write_text(source)
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()  # it may be of the same second and size

    def _green(self, tests: "Tests", chosen: list[str]) -> bool:
        page = self.place / "chosen.json"
        page.write_bytes(json.encode(Chosen(chosen, tests.cpu_seconds(chosen))))
        answer = self.pytest("--only-tests", page, *sorted({one.split("::")[0] for one in chosen}))
        assert answer != NO_TESTS, chosen
        return answer == 0


class Tests:
    """Of one room, by who runs a line."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.records = list(records)
        self.seconds = {test: s for record in self.records for test, s in record.seconds.items()}

    def against(self, mutant: Mutant) -> Iterable[list[str]]:
        of = (record.of(mutant.file, mutant.line) for record in self.records)
        near = self._quickest_first({test for tests in of for test in tests})
        if near:
            yield near
        # What runs at import, or is remembered from an earlier test, is run by others, too.
        yield self._quickest_first({*self.seconds} - {*near})

    def _quickest_first(self, tests: Iterable[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))

    def cpu_seconds(self, chosen: list[str]) -> int:
        """As many as they took, several times over: more is a circle, and so noticed."""
        return round(4 * sum(self.seconds[test] for test in chosen)) + 30


def run_room(room: str, count: int, seed: int, copies: list[Copy]) -> Outcome:
    root, known = copies[0].place, equal()
    turned = (turn(root, place) for place in drawn(root, room, seed))
    chosen = list(islice((m for m in turned if (m.file, m.was, m.becomes) not in known), count))
    tests = Tests(copies[0].record(folder) for folder in ROOMS[room])
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def lives(mutant: Mutant) -> bool:
        copy = free.get()
        try:
            alive = copy.survives(mutant, tests)
        finally:
            free.put(copy)
        print("o" if alive else ".", end="", flush=True)
        return alive

    print(f"{room}: ", end="", flush=True)
    with ThreadPoolExecutor(len(copies)) as pool:
        living = [m for m, alive in zip(chosen, pool.map(lives, chosen), strict=True) if alive]
    print()
    for mutant in living:
        print(f"  {mutant.file}:{mutant.line}\n    - {mutant.was}\n    + {mutant.becomes}")
    return Outcome(room, len(chosen), living)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), metavar="ROOM")
    parser.add_argument("--count", type=int, default=100, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--copies", type=int, default=2, help="tried at the same time")
    chosen = parser.parse_args(arguments)
    unknown = [room for room in chosen.rooms if room not in ROOMS]
    if unknown:
        parser.error(f"There is no room {unknown[0]}; there are {', '.join(ROOMS)}.")
    place = Path(tempfile.mkdtemp(prefix="stormdeck-mutants-"))
    try:
        copies = [Copy(place / str(n)) for n in range(chosen.copies)]
        outcomes = [run_room(room, chosen.count, chosen.seed, copies) for room in chosen.rooms]
    finally:
        shutil.rmtree(place)
    print("room         tried  killed survivors", *outcomes, sep="\n")
    return 0 if all(outcome.good for outcome in outcomes) else 1
