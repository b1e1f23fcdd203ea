"""One line of the sources turned round: a comparison, a sign, an `and` or an `if` that says the
opposite or nearly so."""

import ast
import hashlib
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

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


class Place(NamedTuple):
    """Where an operator can turn something."""

    file: str
    line: int
    operator: str
    number: int  # which of that operator's places in the file
    source: str  # the line, and which of the same lines in the file


class Mutant(NamedTuple):
    """As a person reads it."""

    file: str
    line: int
    was: str
    becomes: str
    source: str  # of the whole file

    @property
    def can_run(self) -> bool:
        """A `not` before `a := b` wants brackets, and the operator sets none."""
        try:
            ast.parse(self.source)
        except SyntaxError:
            return False
        return True


def places(root: Path, room: str) -> Iterator[Place]:
    """Every one of a room."""
    for path in sorted((root / "firmware" / room).rglob("*.py")):
        text, file = path.read_text(), str(path.relative_to(root))
        nodes, lines = list(ast_nodes(get_ast(text))), text.splitlines()
        for name in OPERATORS:
            positions = get_operator(name)().mutation_positions
            seen: Counter[str] = Counter()
            found = (start[0] for node in nodes for start, _ in positions(node))
            for number, line in enumerate(found):
                source = lines[line - 1].strip()
                seen[source] += 1
                yield Place(file, line, name, number, f"{source} {seen[source]}")


def drawn(root: Path, room: str, seed: int) -> list[Place]:
    """All of a room, in an order of luck that a change to one line leaves as it is for the rest."""

    def luck(place: Place) -> bytes:
        words = (str(seed), place.file, place.operator, place.source)
        return hashlib.sha256("\n".join(words).encode()).digest()

    return sorted(places(root, room), key=luck)


def turn(root: Path, place: Place) -> Mutant:
    source = (root / place.file).read_text()
    turned = mutate_code(source, get_operator(place.operator)(), place.number)
    pairs = enumerate(zip(source.splitlines(), turned.splitlines(), strict=False), 1)
    line, (was, becomes) = next((n, pair) for n, pair in pairs if pair[0] != pair[1])
    return Mutant(place.file, line, was.strip(), becomes.strip(), turned)


def equal() -> set[tuple[str, str, str]]:
    """Those that a person has looked at: nobody could see a difference."""
    rows = tomllib.loads(EQUAL.read_text()).get("mutant", [])
    return {(row["file"], row["was"], row["becomes"]) for row in rows}
