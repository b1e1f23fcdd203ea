"""The tests tested: one line of a room turned round at a time; do its tests notice?

A sample of each room's lines is drawn, and each is tried in a copy of what is committed. It meets
the tests that run its line, the quickest first, until one fails (trial.py); what passes them meets
every test of its room, in a process of its own. What no test kills is printed; while a draw goes
on, build/mutants/living.txt has those that only the tests of their line have met. The few that
change nothing anybody could see are written down in equal_mutants.toml, each with its reason.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from msgspec import json

from lab.judges.trial import Judged, Trial
from lab.judges.turning import Mutant, drawn, equal, turn

ROOMS = {
    "games": ["tests/games", "tests/history", "tests/table", "tests/test_written_before.py"],
    "table": ["tests/table"],
    "settlement": [
        "tests/settlement",
        "tests/attacks/test_rolled_back.py",
        "tests/attacks/test_forked_log.py",
        "tests/attacks/test_dishonest_cashier.py",
    ],
    "bank": [
        "tests/bank",
        "tests/settlement",
        "tests/attacks/test_edited_people.py",
        "tests/attacks/test_cashier_at_the_window.py",
        "tests/attacks/test_dishonest_cashier.py",
    ],
    "journal": ["tests/journal", "tests/attacks/test_insider_with_the_disk.py"],
    "fairness": [
        "tests/fairness",
        "tests/attacks/test_dishonest_house.py",
        "tests/attacks/test_another_face.py",
        "tests/games/test_deal_plan.py",
    ],
}
WANTED = 95  # of a hundred
SAID_LINES = 30  # of tests that fail by themselves
ROOT = Path(__file__).parents[2]
RECORDS = ROOT / "build" / "mutants"  # which test runs which line


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
        return f"{self.room:<12}{self.tried:>6}{self.killed:>8}{lives:>11}{share:>7.1f} %"


class Copy:
    """A copy of what is committed, to be turned round line by line."""

    def __init__(self, place: Path) -> None:
        self.place, self.root, self.said = place, place / "house", place / "said"
        subprocess.run(["git", "clone", "-q", "--shared", ROOT, self.root], check=True)

    def pytest(self, *arguments: object) -> int:
        line = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-m",
            "not soak",
            "--no-header",
            "--tb=no",
        ]
        plugins = ["-p", "no:cacheprovider", "-p", "no:xdist", "-p", "lab.judges.trial"]
        return subprocess.run(
            [*line, *plugins, "--basetemp", self.place / "tests", *map(str, arguments)],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": str(self.root), "HYPOTHESIS_PROFILE": "trial"},
            stdout=self.said.open("w"),
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode

    def trial(self, room: str, mutants: list[Mutant]) -> list[Judged]:
        """Each, by the tests that run its line."""
        page, verdicts = self.place / "trial.json", self.place / "verdicts.json"
        RECORDS.mkdir(parents=True, exist_ok=True)
        page.write_bytes(json.encode(Trial(mutants, str(RECORDS), str(verdicts))))
        if self.pytest("--trial", page, *ROOMS[room]):
            raise SystemExit(f"{room}: its tests fail without any mutant.\n{self._end()}")
        return json.decode(verdicts.read_bytes(), type=list[Judged])

    def _end(self) -> str:
        return "\n".join(self.said.read_text().splitlines()[-SAID_LINES:])

    def survives(self, room: str, mutant: Mutant, order: dict[str, float]) -> bool:
        """Every test of its room, those that run the line first."""
        page = self.place / "order.json"
        page.write_bytes(json.encode(order))
        file = self.root / mutant.file
        original = file.read_text()
        self._write(file, mutant.source)
        try:
            return self.pytest("--in-order", page, *ROOMS[room]) == 0
        finally:
            self._write(file, original)

    def _write(self, file: Path, source: str) -> None:
        file.write_text(source)
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()  # it may be of the same second and size


def run_room(copy: Copy, room: str, count: int, seed: int, *, quick: bool) -> Outcome:
    known = equal()
    turned = (turn(copy.root, place) for place in drawn(copy.root, room, seed))
    new = (m for m in turned if m.can_run and (m.file, m.was, m.becomes) not in known)
    chosen = list(islice(new, count))
    print(f"{room}: ", end="", file=sys.stderr, flush=True)
    judged = zip(chosen, copy.trial(room, chosen), strict=True)
    left = [(mutant, one) for mutant, one in judged if one.verdict != "killed"]
    met = {"lives"} if quick else set()  # what runs at import has met nobody yet
    living = [m for m, one in left if one.verdict in met or copy.survives(room, m, one.order)]
    print(file=sys.stderr)
    for mutant in living:
        print(
            f"  {mutant.file}:{mutant.line}\n    - {mutant.was}\n    + {mutant.becomes}", flush=True
        )
    return Outcome(room, len(chosen), living)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck mutants", description=__doc__)
    parser.add_argument("rooms", nargs="*", default=list(ROOMS), metavar="ROOM")
    parser.add_argument("--count", type=int, default=120, help="mutants of each room")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--quick", action="store_true", help="only the tests that run the line")
    chosen = parser.parse_args(arguments)
    unknown = [room for room in chosen.rooms if room not in ROOMS]
    if unknown:
        parser.error(f"There is no room {unknown[0]}; there are {', '.join(ROOMS)}.")
    place = Path(tempfile.mkdtemp(prefix="stormdeck-mutants-"))
    try:
        copy, how = Copy(place), (chosen.count, chosen.seed)
        outcomes = [run_room(copy, room, *how, quick=chosen.quick) for room in chosen.rooms]
    finally:
        shutil.rmtree(place)
    print("room         tried  killed  survivors", *outcomes, sep="\n")
    return 0 if all(outcome.good for outcome in outcomes) else 1
