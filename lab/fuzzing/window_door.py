"""The window of a bank that is a service: somebody with the paired key of one table says anything.

An input is words of the window one after the other, each a byte that names it and what goes with
it: the books are real, and no cent is made or lost whatever is said.
"""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import msgpack

from firmware.bank.bank import Bank
from firmware.bank.ledger import Order
from firmware.bank.witness import Head
from firmware.fairness.witness import News
from firmware.machine.window_service import MISTAKE, answer
from firmware.machine.window_words import Ask, Broke, Words
from firmware.money import Cents
from firmware.settlement.window import TableWindow
from lab.simulation.demo_cage import PIN, demo_bank, demo_key

WORDS = Words(TableWindow)
VERBS = sorted(WORDS.verbs)
BETWEEN = b"\xc1"  # a byte that msgpack never uses
NOW = 1_781_118_000_000


@cache
def _books() -> tuple[Bank, str]:
    folder = Path(tempfile.mkdtemp(prefix="stormdeck-fuzz-bank-"))
    bank, tracks = demo_bank(folder / "bank.db", demo_key(folder / "bank.key"), lambda: NOW)
    return bank, tracks[0]


def window(data: bytes) -> None:
    bank, _ = _books()
    said: list[str] = []
    for n, one in enumerate(data.split(BETWEEN)):
        ask = Ask(str(n), VERBS[one[0] % len(VERBS)] if one else "", one[1:])
        found = answer(WORDS, TableWindow(bank, "1"), ask, said.append)
        assert not isinstance(found, Broke) or MISTAKE not in found.happened, said[-1]
    assert _cents(bank) == _founded(), "money was made, or lost"


def _cents(bank: Bank) -> int:
    rows = bank.store.transact(lambda tx: tx.rows("SELECT sum(balance) FROM account"))
    return int(rows[0][0])


@cache
def _founded() -> int:
    return _cents(_books()[0])


def seeds() -> list[bytes]:
    """What an honest table says, word by word, and an evening of it."""
    _, track = _books()
    in_, out = Order("1-1", "buy_in", "patron:100001", "table:1", Cents(5000), "table:1"), "1-2"
    honest: list[tuple[str, tuple[Any, ...]]] = [
        ("recognise", (track,)), ("sign_on", (track, PIN, "1-s1", 1)), ("hold", (in_,)),
        ("post", ("1-1",)), ("void", (out, "cancelled")), ("balance", ("patron:100001",)),
        ("who_must_go", (["1-s1"],)), ("paid_by_hand", ("1-1",)), ("sign_off", ("1-s1",)),
        ("at_start", ("table:1", "00000000")), ("crossed", (["1-1"],)),
        ("witness", (Head("table:1", "0" * 32, "0" * 64, 1, "0" * 64),)),
        ("log_known", (bytes(32),)),
        ("hear_log", (News("1", bytes(32), 0, (), b""),)), ("events_heard", ("s",)),
        ("hear_events", ("s", [])), ("person", ("token",)), ("last_here", ("token",)),
        ("begin_shift", (track, PIN, "floor", "")), ("end_shift", ("token",)),
    ]  # fmt: skip
    said = [bytes([VERBS.index(verb)]) + msgpack.encode(words) for verb, words in honest]
    return [*said, BETWEEN.join(said[:4]), b"", bytes(range(40))]
