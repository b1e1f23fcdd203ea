"""The log of hands: a Merkle tree that only grows, its head signed after every entry.

A head stands on the screen and on every receipt, so that a past once shown cannot be rewritten
unseen. The journal keeps the entries; this keeps only what the next head needs.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness.digest import canonical, label
from firmware.fairness.merkle import Frontier, leaf

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Head:
    size: int
    root: bytes
    signature: bytes


def head_message(table: str, size: int, root: bytes) -> bytes:
    return label("head", table, size) + root


class Log:
    def __init__(
        self, table: str, key: Ed25519PrivateKey, size: int = 0, peaks: Sequence[bytes] = ()
    ) -> None:
        self.table, self._key, self._tree = table, key, Frontier(size, peaks)
        self.public_key = key.public_key().public_bytes_raw()

    @classmethod
    def resume(cls, table: str, key: Ed25519PrivateKey, entries: Iterable[Entry]) -> "Log":
        """After a restart, from the journal: the same entries give the same heads."""
        log = cls(table, key)
        for entry in entries:
            log._tree.append(leaf(canonical(entry)))
        return log

    @property
    def size(self) -> int:
        return self._tree.size

    @property
    def root(self) -> bytes:
        return self._tree.root()

    @property
    def peaks(self) -> tuple[bytes, ...]:
        return tuple(self._tree.peaks)

    def append(self, entry: Entry) -> Head:
        self._tree.append(leaf(canonical(entry)))
        root = self.root
        return Head(self.size, root, self._key.sign(head_message(self.table, self.size, root)))


def log_line(entry: Entry, head: Head) -> bytes:
    """One line of the public log, as labs and sister tables get it."""
    return canonical({"entry": entry, "sign": head.signature.hex()}) + b"\n"
