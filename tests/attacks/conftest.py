"""Who attacks, and what they hold: a file an attacker, a test a trick."""

from tests.bank.conftest import (
    a_clock_that_is_kept,
    bank,
    clock,
    connect,
    counter,
    server,
)
from tests.controller.conftest import house, make_whole
from tests.journal.conftest import rig

__all__ = [
    "a_clock_that_is_kept",
    "bank",
    "clock",
    "connect",
    "counter",
    "house",
    "make_whole",
    "rig",
    "server",
]
