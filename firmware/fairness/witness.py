"""A witness of the log of deals. It gets leaves, never heads: what it signs it has computed itself,
it only ever goes on from what it knew, and a table that tells another story is refused.

The bank and sister tables are the house's own, so they catch thieves and accidents; against the
house itself counts a witness from outside. One that lost its memory takes a new key.
"""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import Struct

from drivers.fault import Fault
from firmware.fairness.digest import label2
from firmware.fairness.log import head_message
from firmware.fairness.merkle import Frontier
from firmware.fairness.station import good

FORKED, BEHIND = "LOG_FORKED", "LOG_BEHIND"


class Known(Struct, frozen=True, omit_defaults=True):
    """How far a witness has followed a table's log."""

    size: int = 0
    peaks: tuple[bytes, ...] = ()

    @property
    def root(self) -> bytes:
        return Frontier(self.size, self.peaks).root()


class News(Struct, frozen=True):
    """What a table tells: who it is, the leaves since `size`, and its signature under the last."""

    table: str
    key: bytes
    size: int
    leaves: tuple[bytes, ...]
    sign: bytes


def heard(known: Known, news: News) -> Known:
    """The head that follows from these leaves. A Fault: it is not what the table signed."""
    if news.size != known.size:
        raise forked(news.table, known.size)
    tree = Frontier(known.size, known.peaks)
    for one in news.leaves:
        tree.append(one)
    root = tree.root()
    if not good(news.key, head_message(news.table, tree.size, root), news.sign):
        raise forked(news.table, known.size)
    return Known(tree.size, tuple(tree.peaks))


def statement(name: str, key: Ed25519PrivateKey, table_key: bytes, known: Known) -> dict[str, Any]:
    """As it stands on receipts."""
    message = label2("witness", name, table_key.hex(), known.size) + known.root
    public = key.public_key().public_bytes_raw().hex()
    return {"name": name, "key": public, "size": known.size, "sign": key.sign(message).hex()}


def forked(table: str, size: int) -> Fault:
    return Fault(
        FORKED,
        happened=f"Table {table} tells another story of its deals than its witness knows"
        f" ({size:,} entries).",
        safe="The witness signed nothing, and keeps what it knew. All chips are known.",
        do="Deal no hand there. Compare stormdeck rng log of the table with the players' receipts,"
        " and call the auditor.",
    )


def behind(table: str, size: int, witnessed: int) -> Fault:
    return Fault(
        BEHIND,
        happened=f"Table {table} has {size:,} entries in its log of deals; its witness has seen"
        f" {witnessed:,}.",
        safe="All chips are known from journal and bank.",
        do="Its disks are not today's: put the right ones in. Two people can go on with these:"
        " stormdeck table FILE --accept-journal REASON, and then the witness takes a new key.",
    )
