"""The log of hands: a Merkle tree that only grows; its head is signed where somebody relies on it.

A head stands on the glass as a square and on every receipt, so that a past once shown cannot be
rewritten unseen. The journal keeps the entries; this keeps only what the next head needs.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness.digest import TABLE_NAME, canonical, label, label2
from firmware.fairness.merkle import Frontier, leaf

Entry = dict[str, Any]


class Head:
    """Where the log stood after an entry; fixed then, signed when it is first handed out.

    Ed25519 (RFC 8032) gives the same signature whenever it is made, so a deal need not wait for
    one that nobody has asked for.
    """

    def __init__(
        self,
        table: str,
        key: Ed25519PrivateKey,
        size: int,
        peaks: Sequence[bytes],
        version: int = 2,
    ) -> None:
        self.size, self.version = size, version
        self._table, self._key, self._peaks = table, key, tuple(peaks)

    @cached_property
    def root(self) -> bytes:
        return Frontier(self.size, self._peaks).root()

    @cached_property
    def signature(self) -> bytes:
        return self._key.sign(head_message(self._table, self.size, self.root, self.version))

    def sign(self) -> bytes:
        return self.signature

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Head):
            return NotImplemented
        return (self.size, self.signature) == (other.size, other.signature)

    __hash__ = None  # type: ignore[assignment]


def head_message(table: str, size: int, root: bytes, version: int = 2) -> bytes:
    front = label("head", table, size) if version == 1 else label2("head", table, size)
    return front + root


class Log:
    def __init__(
        self, table: str, key: Ed25519PrivateKey, size: int = 0, peaks: Sequence[bytes] = ()
    ) -> None:
        assert TABLE_NAME.fullmatch(table), table
        self.table, self._key, self._tree = table, key, Frontier(size, peaks)
        self.public_key = key.public_key().public_bytes_raw()

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
    def head(self) -> Head:
        """As it is now."""
        return Head(self.table, self._key, self._tree.size, self._tree.peaks)

    def sign(self, tree: Frontier) -> bytes:
        """A head that this log has passed."""
        return Head(self.table, self._key, tree.size, tree.peaks).signature

    @property
    def peaks(self) -> tuple[bytes, ...]:
        return tuple(self._tree.peaks)

    def append(self, entry: Entry) -> Head:
        return self.append_line(canonical(entry))

    def append_line(self, line: bytes, version: int = 2) -> Head:
        """An entry as it stands in the journal."""
        self._tree.append(leaf(line))
        return Head(self.table, self._key, self._tree.size, self._tree.peaks, version)


def log_line(line: bytes, signature: bytes) -> bytes:
    """One line of the public log, as labs and sister tables get it; the entry as it was hashed."""
    return b'{"entry":%b,"sign":"%b"}\n' % (line, signature.hex().encode())
