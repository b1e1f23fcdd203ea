"""Who attacks, and what they hold: a file an attacker, a test a trick."""

from tests.bank.conftest import bank, clock, connect, counter, quick_pins, server

__all__ = ["bank", "clock", "connect", "counter", "quick_pins", "server"]
