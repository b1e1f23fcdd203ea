"""Nothing is there for nobody: every command has a sender, every event and record a writer, every
setting a reader, every fault somebody who raises it. What waits for its door is named here."""

import ast
from typing import get_args

import pytest

from firmware.games.banked.commands import BankedCommand
from firmware.games.banked.events import BankedEvent
from firmware.games.poker.commands import Command as PokerCommand
from firmware.games.poker.events import Event as PokerEvent
from firmware.games.poker.house import HouseRules
from firmware.journal.records import Told
from firmware.table.commands import AnyCommand
from firmware.table.events import AnyEvent
from firmware.table.settings import Settings
from tests.uses import made, modules, read

FLOOR = """Bar CloseTable ConfirmJackpot EndTournament ExtendClock FoulHand JoinList KeepApart
    LeaveList LetTogether MovePlayer PayHighHand Release Reserve StartTournament SweepFees Unbar"""
SEAT = "AskSeat DropAskSeat"
CONSOLE = "ServiceTestEntered ServiceTestLeft"
OLDER = "CardsGiven"  # only read: written by earlier versions
OLDER_AT_TABLE = "FeesSwept"
WAITS = {AnyCommand: {*FLOOR.split(), *SEAT.split()}, Told: {*CONSOLE.split()}}
WAITS |= {BankedEvent: {OLDER}, AnyEvent: {OLDER_AT_TABLE}}
KINDS = [AnyCommand, PokerCommand, BankedCommand, AnyEvent, PokerEvent, BankedEvent, Told]


@pytest.mark.parametrize("kinds", KINDS)
def test_every_command_has_a_sender_every_event_and_record_a_writer(kinds):
    idle = {k.__name__ for k in get_args(kinds) if f"{k.__module__}.{k.__name__}" not in made()}
    assert idle == WAITS.get(kinds, set())


@pytest.mark.parametrize("page", [Settings, HouseRules])
def test_every_setting_has_a_reader(page):
    assert [name for name in page.__struct_fields__ if name not in read()] == []


def functions() -> dict[str, ast.FunctionDef]:
    return {
        f"{module}.{node.name}": node
        for module, tree in modules().items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


def test_every_fault_is_raised_somewhere():
    faults = [name for name, node in functions().items() if _gives(node, "Fault")]
    assert len(faults) > 20
    assert [name for name in faults if name not in made()] == []


def _gives(node: ast.FunctionDef, kind: str) -> bool:
    return isinstance(node.returns, ast.Name) and node.returns.id == kind
