"""Sister tables as witnesses of each other's deals: no table's log has two stories.

After each hand a table tells its sisters the new leaves of its log, as it tells the bank. What a
sister signs it has computed itself, on from what it knows; that stands in its secrets, a file for
each key. A sister with another story answers LOG_FORKED, and no hand begins there any more.
"""

import os
from pathlib import Path
from threading import Lock
from typing import Any, cast

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import json

from drivers.link.keys import Book
from firmware import durable
from firmware.errors import Fault
from firmware.fairness.witness import Known, News, heard, statement
from firmware.machine.window_line import WindowLine
from firmware.machine.window_words import Words
from firmware.settlement.window import NotYours

KEYS_MOST = 16  # of one sister: each time that its journal was begun anew it has another
FOLDER, OWN_KEY = "witness", "witness.key"


class SisterWindow:
    """What a sister may say here: of its own deals, and nothing else."""

    def __init__(self, folder: Path, me: str, table: str) -> None:
        """`me`: this table's name, as it stands on receipts."""
        self._folder, self._me, self._table = folder, me, table
        self._one = Lock()  # of two stories at once the second is refused, too

    def log_known(self, key: bytes) -> Known:
        seen = self._seen(key)
        return json.decode(seen.read_bytes(), type=Known) if seen.exists() else Known()

    def hear_log(self, news: News) -> dict[str, Any]:
        if news.table != self._table:
            raise NotYours(f"This is table {self._table}, and tells of table {news.table[:60]}.")
        with self._one:
            after, seen = heard(self.log_known(news.key), news), self._seen(news.key)
            if not seen.exists() and len(list(seen.parent.glob("*.json"))) >= KEYS_MOST:
                raise NotYours(f"Table {self._table} has had {KEYS_MOST} keys: ask a person.")
            durable.replace(seen, json.encode(after))
            return statement(f"table {self._me}", self._key(), news.key, after)

    def _seen(self, key: bytes) -> Path:
        folder = self._folder / self._table.encode().hex()
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder / f"{key[:16].hex()}.json"

    def _key(self) -> Ed25519PrivateKey:
        """A witness that lost its memory has a new one: they lie together."""
        path = self._folder / OWN_KEY
        if not path.exists():
            durable.replace(path, os.urandom(32))
        return Ed25519PrivateKey.from_private_bytes(path.read_bytes())


def sister_window(book: Book, name: str, address: str) -> SisterWindow:
    """At another table. Raises Fault: the two were never paired."""
    peers = (peer for peer in book.peers() if (peer.kind, peer.name) == ("table", name))
    there = next(peers, None)
    if there is None:
        raise no_sister(name)
    return cast(SisterWindow, WindowLine(Words(SisterWindow), book.me, there, address))


def no_sister(name: str) -> Fault:
    return Fault(
        "NO_SISTER_PAIRED",
        happened=f"This table was never paired with its sister, table {name}.",
        safe="Nothing was opened.",
        do=f"stormdeck pair --as table at both, with --called at table {name}; or take it out of"
        " machine.sisters.",
    )
