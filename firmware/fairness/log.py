"""The log of hands: a Merkle tree that only grows, with a signed head after every entry.

A head stands on the screen and on every receipt, so that a past once shown cannot be rewritten
unseen. The journal keeps the entries; this keeps only what the next head needs.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness.digest import canonical, label
from firmware.fairness.merkle import Frontier, leaf

Entry = dict[str, Any]


class Head:
    """Where the log stood after an entry; fixed then, signed when it is first handed out.

    Ed25519 (RFC 8032) gives the same signature whenever it is made, so a deal need not wait for
    one that nobody has asked for.
    """

    def __init__(self, table: str, key: Ed25519PrivateKey, size: int, peaks: Sequence[bytes]):
        self.size = size
        self._table, self._key, self._peaks = table, key, tuple(peaks)

    @cached_property
    def root(self) -> bytes:
        return Frontier(self.size, self._peaks).root()

    @cached_property
    def signature(self) -> bytes:
        return self._key.sign(head_message(self._table, self.size, self.root))

    def sign(self) -> bytes:
        return self.signature

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Head):
            return NotImplemented
        return (self.size, self.signature) == (other.size, other.signature)

    __hash__ = None  # type: ignore[assignment]


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

    def back_to(self, size: int, peaks: Sequence[bytes]) -> None:
        """Entries that nobody was shown, and no journal holds, were never made."""
        assert size <= self.size
        self._tree = Frontier(size, peaks)

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
        return self.append_line(canonical(entry))

    def append_line(self, line: bytes) -> Head:
        """An entry as it stands in the journal."""
        self._tree.append(leaf(line))
        return Head(self.table, self._key, self._tree.size, self._tree.peaks)


def log_line(entry: Entry, head: Head) -> bytes:
    """One line of the public log, as labs and sister tables get it."""
    return canonical({"entry": entry, "sign": head.signature.hex()}) + b"\n"
