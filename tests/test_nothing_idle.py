"""Nothing is there for nobody: every command has a sender, every event and record a writer, every
setting a reader, every fault somebody who raises it, every function and class a caller, every field
of a state somebody who looks at it. What waits for its door is named here: all of it, no more."""

import ast
from typing import get_args

import pytest
from msgspec import Struct

from firmware.games.banked.commands import BankedCommand
from firmware.games.banked.events import BankedEvent
from firmware.games.poker.commands import Command as PokerCommand
from firmware.games.poker.events import Event as PokerEvent
from firmware.games.poker.house import HouseRules
from firmware.journal import meters
from firmware.journal.records import Told
from firmware.table import receipt, state
from firmware.table.commands import AnyCommand
from firmware.table.events import AnyEvent
from firmware.table.settings import Settings
from tests.uses import _doing, definitions, made, read, used

OLDER = """CardsGiven BankCardTurned Wagered Stayed GaveUp WagerWon WagerLost
    WagerReturned"""  # only read: written by earlier versions
OLDER_AT_TABLE = "FeesSwept"
WAITS = {BankedEvent: {*OLDER.split()}, AnyEvent: {OLDER_AT_TABLE}}
KINDS = [AnyCommand, PokerCommand, BankedCommand, AnyEvent, PokerEvent, BankedEvent, Told]


@pytest.mark.parametrize("kinds", KINDS)
def test_every_command_has_a_sender_every_event_and_record_a_writer(kinds):
    idle = {k.__name__ for k in get_args(kinds) if f"{k.__module__}.{k.__name__}" not in made()}
    assert idle == WAITS.get(kinds, set())


@pytest.mark.parametrize("page", [Settings, HouseRules])
def test_every_setting_has_a_reader(page):
    """Of a house's ways or a game's settings: the same name somewhere else is not it."""
    found = read("ways", "settings", "_ways")
    assert [name for name in page.__struct_fields__ if name not in found] == []


LATER = {
    "proofs that the log only grew": [
        "firmware.fairness.merkle.climb",
        "firmware.fairness.merkle.consistency",
        "firmware.fairness.merkle.consistent",
    ],
    "the console": [
        "firmware.journal.recall.recall_hand",
    ],
    "hands as files": ["firmware.history.write.write"],
    "pages of tests and of the lab": ["firmware.table.checking.load"],
}
WAITING = [name for names in LATER.values() for name in names]


def test_every_function_and_class_has_a_caller():
    assert [name for name in definitions() if name not in used(*WAITING)] == []
    assert [name for name in WAITING if name in used()] == [], "connected: no longer to be named"


def test_every_method_is_called():
    """By its name at least, somewhere."""
    idle = {
        f"{name}.{each.name}"
        for name, node in used().items()
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        if not each.name.startswith("__") and each.name not in read()
    }
    textual = {f"console.app.Console.on_{one}" for one in ("mount", "resize", "key", "unmount")}
    textual.add("console.glass.Glass.render_line")  # called by the library
    textual.add("commands.metrics.Watch.collect")  # and by Prometheus'
    textual.add("desks.cage.report_pdf._Page.footer")  # and by the one that makes PDF files
    assert idle == textual


@pytest.mark.parametrize("module", [state, meters, receipt])
def test_every_field_of_a_state_is_looked_at(module):
    for kind in vars(module).values():
        if (
            isinstance(kind, type)
            and issubclass(kind, Struct)
            and kind.__module__ == module.__name__
        ):
            idle = {name for name in kind.__struct_fields__ if name not in read()}
            assert idle == set(), kind


def test_every_fault_is_raised_somewhere():
    faults = [name for name, node in definitions().items() if _gives(node, "Fault")]
    assert len(faults) > 20
    assert [name for name in faults if name not in made() and name in used()] == []


def _gives(node: ast.AST, kind: str) -> bool:
    gives = getattr(node, "returns", None)
    return isinstance(gives, ast.Name) and gives.id == kind


def test_what_is_called_beside_a_bar_is_called():
    lines = ast.parse("a | b()\nC | D\nc = {} | (e() | f)")
    named = {node.id for node in _doing(lines) if isinstance(node, ast.Name)}
    assert named == {"b", "c", "e"}
