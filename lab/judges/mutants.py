"""The tests tested: one line of a room turned round at a time; do its tests notice?

A mutant is a comparison, a sign, an `and` or an `if` of the committed sources that says the
opposite or nearly so. A sample of each room's is drawn, each is tried in a copy of the house, and
those that no test kills are printed. The few that change nothing anybody could see are written
down in equal_mutants.toml, each with its reason.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from time import monotonic
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOMS = {
    "games": ["tests/games"],
    "table": ["tests/table"],
    "settlement": ["tests/settlement", "tests/controller"],
    "bank": ["tests/bank", "tests/settlement"],
    "journal": ["tests/journal"],
    "fairness": ["tests/fairness"],
}
WANTED = 95  # of a hundred
EQUAL = Path(__file__).with_name("equal_mutants.toml")

_TURNS = [
    *("Eq_NotEq", "NotEq_Eq", "Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt", "Lt_Gt", "Gt_Lt"),
    *("Is_IsNot", "IsNot_Is"),
]
OPERATORS = [
    *(f"core/ReplaceComparisonOperator_{turn}" for turn in _TURNS),
    *(f"core/ReplaceBinaryOperator_{turn}" for turn in ("Add_Sub", "Sub_Add", "FloorDiv_Mul")),
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceUnaryOperator_Delete_USub",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/AddNot",
]


class Mutant(NamedTuple):
    file: str
    operator: str
    number: int  # which of that operator's places in the file


class Turned(NamedTuple):
    """A mutant as a person reads it."""

    file: str
    line: int
    was: str
    becomes: str
    source: str


def mutants(root: Path, room: str) -> Iterator[Mutant]:
    """Every one of a room."""
    for path in sorted((root / "firmware" / room).rglob("*.py")):
        nodes = list(ast_nodes(get_ast(path.read_text())))
        for name in OPERATORS:
            places = get_operator(name)().mutation_positions
            for number in range(sum(len(list(places(node))) for node in nodes)):
                yield Mutant(str(path.relative_to(root)), name, number)


def turn(root: Path, mutant: Mutant) -> Turned:
    source = (root / mutant.file).read_text()
    turned = mutate_code(source, get_operator(mutant.operator)(), mutant.number)
    pairs = enumerate(zip(source.splitlines(), turned.splitlines(), strict=False), 1)
    line, (was, becomes) = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
    return Turned(mutant.file, line, was.strip(), becomes.strip(), turned)


def equal() -> set[tuple[str, str, str]]:
    """Those that a person has looked at: nobody could see a difference."""
    rows = tomllib.loads(EQUAL.read_text()).get("mutant", [])
    return {(row["file"], row["was"], row["becomes"]) for row in rows}


class Copy:
    """A copy of what is committed, to be turned round line by line."""

    def __init__(self, root: Path, place: Path) -> None:
        subprocess.run(["git", "clone", "-q", "--shared", root, place], check=True)
        self.place = place

    def survives(self, mutant: Turned, tests: list[str], limit: float) -> bool:
        file = self.place / mutant.file
        original = file.read_text()
        self._write(file, mutant.source)
        try:
            return self.green(tests, limit)
        finally:
            self._write(file, original)

    def _write(self, file: Path, source: str) -> None:
        file.write_text(source)
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()  # it may be of the same second and size

    def green(self, tests: list[str], limit: float) -> bool:
        line = [sys.executable, "-m", "pytest", "-x", "-q", "-m", "not soak", "--no-header"]
        try:
            done = subprocess.run(
                [*line, "-p", "no:cacheprovider", *tests],
                cwd=self.place,
                env={**os.environ, "PYTHONPATH": str(self.place)},
                capture_output=True,
                timeout=limit,
                check=False,
            )
        except subprocess.TimeoutExpired:  # it runs in a circle: noticed
            return False
        return done.returncode == 0


def judge(room: str, chosen: list[Turned], copies: list[Copy]) -> list[Turned]:
    """Those that live. The room's tests without a mutant say how long they may take."""
    tests, began = ROOMS[room], monotonic()
    if not copies[0].green(tests, 3600):
        raise SystemExit(f"{room}: its tests fail without any mutant.")
    limit = 4 * (monotonic() - began) + 30
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def try_one(mutant: Turned) -> Turned | None:
        copy = free.get()
        try:
            lives = copy.survives(mutant, tests, limit)
        finally:
            free.put(copy)
        print("o" if lives else ".", end="", flush=True)
        return mutant if lives else None

    with ThreadPoolExecutor(len(copies)) as pool:
        found = [mutant for mutant in pool.map(try_one, chosen) if mutant is not None]
    print()
    return found


def run_room(room: str, root: Path, count: int, seed: int, copies: list[Copy]) -> bool:
    """Print what lived; is it few enough?"""
    known, every = equal(), list(mutants(root, room))
    drawn = [turn(root, one) for one in random.Random(seed).sample(every, min(count, len(every)))]
    chosen = [one for one in drawn if (one.file, one.was, one.becomes) not in known]
    print(f"{room}: {len(chosen)} of {len(every)} mutants ", end="", flush=True)
    living = judge(room, chosen, copies)
    killed = len(chosen) - len(living)
    print(f"{room}: {killed} of {len(chosen)} killed, {100 * killed / len(chosen):.1f} %")
    for mutant in living:
        print(f"  {mutant.file}:{mutant.line}\n    - {mutant.was}\n    + {mutant.becomes}")
    return 100 * killed >= WANTED * len(chosen)


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
    root = Path(__file__).parents[2]
    place = Path(tempfile.mkdtemp(prefix="stormdeck-mutants-"))
    try:
        copies = [Copy(root, place / str(n)) for n in range(chosen.copies)]
        good = [
            run_room(room, copies[0].place, chosen.count, chosen.seed, copies)
            for room in chosen.rooms
        ]
    finally:
        shutil.rmtree(place)
    return 0 if all(good) else 1
