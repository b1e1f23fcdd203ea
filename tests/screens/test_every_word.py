"""No word between controller and screens without two who use it: one says it, one hears it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import fields

from firmware.screens import protocol as g

ROOT = Path(__file__).parents[2]
SCREENS = ("stations", "center_screen")
PROTOCOL = ROOT / "firmware" / "screens" / "protocol"

# A screen draws these and no table fills them yet. Connect it and take it from the list.
NOT_FILLED = {
    "Pin.keys",  # the pad is not scrambled yet
    "Turn.complete",  # stud: a raise that completes the bring-in is shown as a raise
    "OutOfService.detail",
}

# A sheet of fees travels as the house posted it: this only its rules read.
OF_THE_RULES = {"BankedFee.within"}


def nodes(*folders: str) -> Iterator[ast.AST]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if PROTOCOL not in path.parents:
                yield from ast.walk(ast.parse(path.read_text()))


def structs_in(kind: Any) -> set[type[Struct]]:
    found = {one for inner in get_args(kind) for one in structs_in(inner)}
    if isinstance(kind, type) and issubclass(kind, Struct):
        found.add(kind)
        for field in fields(kind):
            found |= structs_in(field.type)
    return found


VIEWS = structs_in(g.View) | structs_in(g.Public)
WORDS = {f"{kind.__name__}.{field}" for kind in VIEWS for field in kind.__struct_fields__}


def name_of(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def test_every_field_of_a_view_is_read_by_a_screen():
    """What a station is told of the log is read by its own half of the shuffle; what a round
    against a bank or a hand of pan comes to is told alike on every screen, so all read it in one
    place."""
    told = [PROTOCOL / "bank_facts.py", PROTOCOL / "pan_facts.py"]
    files = [ROOT / "firmware/fairness/station.py", *told]
    shared = [node for path in files for node in ast.walk(ast.parse(path.read_text()))]
    screens = (*nodes(*SCREENS), *shared)
    read = {node.attr for node in screens if isinstance(node, ast.Attribute)}
    assert {word for word in WORDS if word.split(".")[1] not in read} == OF_THE_RULES


def test_every_field_of_a_view_is_filled_by_the_firmware():
    kinds, filled = {kind.__name__: kind for kind in VIEWS}, set[str]()
    for node in nodes("firmware"):
        if isinstance(node, ast.Call):
            kind = kinds.get(name_of(node.func))
            places = kind.__struct_fields__[: len(node.args)] if kind else ()
            names = [*places, *(word.arg for word in node.keywords)]
            whose = (
                [kind.__name__] if kind else ["Public"] if name_of(node.func) == "replace" else []
            )
            filled |= {f"{who}.{name}" for who in whose for name in names}
    chosen_by_the_player = {f"Prefs.{name}" for name in g.Prefs.__struct_fields__}
    assert WORDS - filled - chosen_by_the_player == NOT_FILLED


def test_every_intent_is_sent_by_a_station_and_heard_by_the_controller():
    intents = {kind.__name__ for kind in get_args(g.Intent)}
    sent = {name_of(node) for node in nodes("stations")}
    heard = {name_of(node.cls) for node in nodes("firmware") if isinstance(node, ast.MatchClass)}
    assert sorted(intents - sent) == []
    assert sorted(intents - heard) == []
