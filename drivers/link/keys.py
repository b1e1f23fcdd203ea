"""Who we are and whom we know: one own key, and the book of paired peers, in one private file.

Made at the first start, never shipped. The file is ours alone (0600) and replaced whole.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

import msgspec
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from msgspec import Struct

from drivers.fault import Fault

Entropy = Callable[[int], bytes]
Kind = Literal["controller", "station", "center", "doors", "desk", "console", "table", "bank"]
KEY_BYTES = 32


class Identity:
    """An X25519 key pair. The private half never leaves this object but into its own file."""

    def __init__(self, private: bytes) -> None:
        self._key = X25519PrivateKey.from_private_bytes(private)
        self._private = private
        self.public = self._key.public_key().public_bytes_raw()

    def shared(self, public: bytes) -> bytes:
        """Raises ValueError for a point that hides no secret."""
        return self._key.exchange(X25519PublicKey.from_public_bytes(public))

    def __repr__(self) -> str:
        return f"Identity({name_of(self.public)})"


def new_identity(entropy: Entropy = os.urandom) -> Identity:
    return Identity(entropy(KEY_BYTES))


def name_of(public: bytes) -> str:
    """Short enough to read aloud; a technician's help, not a proof."""
    return "-".join(public.hex()[at : at + 4] for at in (0, 4, 8))


class Peer(Struct, frozen=True):
    public: bytes
    kind: Kind
    name: str


class Book:
    """The paired peers. `path` None: kept in memory only (the lab).

    Others write into the file as well: whoever is paired with a running table is known to it at
    his first call, and whoever was taken out is not let in again.
    """

    def __init__(self, me: Identity, peers: list[Peer], path: Path | None = None) -> None:
        self.me, self._path = me, path
        self._peers = {peer.public: peer for peer in peers}
        self._seen = _written_at(path)

    def find(self, public: bytes) -> Peer | None:
        self._look_again()
        return self._peers.get(public)

    def peers(self) -> list[Peer]:
        return list(self._peers.values())

    def add(self, peer: Peer) -> None:
        """A table or a bank that is paired anew has no old key beside its new one."""
        self._look_again()
        for old in [one for one in self.peers() if one.kind == peer.kind]:
            if old.kind == "bank" or (old.kind == "table" and old.name == peer.name):
                del self._peers[old.public]
        self._peers[peer.public] = peer
        self._save()

    def remove(self, public: bytes) -> None:
        self._look_again()
        self._peers.pop(public, None)
        self._save()

    def _look_again(self) -> None:
        """A file that cannot be read now changes nothing: it is replaced whole, never half."""
        if self._path is None or (written := _written_at(self._path)) == self._seen:
            return
        with suppress(OSError, ValueError, Fault):
            self._peers = {peer.public: peer for peer in _read(self._path).peers}
            self._seen = written

    def _save(self) -> None:
        if self._path is None:
            return
        page = _Page(self.me._private, self.peers())
        draft = self._path.with_suffix(".new")
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(fd, "wb") as file:
            os.fchmod(fd, 0o600)  # a draft left by a cut may have had other rights
            file.write(msgspec.json.encode(page))
            file.flush()
            os.fsync(fd)
        draft.replace(self._path)
        _sync_folder(self._path.parent)
        self._seen = _written_at(self._path)


class _Page(Struct, forbid_unknown_fields=True):
    private: bytes
    peers: list[Peer]


def open_book(path: Path, entropy: Entropy = os.urandom) -> Book:
    """The book at `path`; a new identity with no peers where there is none yet."""
    try:
        page = _read(path)
        return Book(Identity(page.private), page.peers, path)
    except FileNotFoundError:
        book = Book(new_identity(entropy), [], path)
    except (msgspec.DecodeError, ValueError) as bad:
        raise book_unsafe(path, "it cannot be read") from bad
    book._save()
    return book


def _read(path: Path) -> _Page:
    if path.stat().st_mode & 0o077:
        raise book_unsafe(path, "others on this machine can read it")
    return msgspec.json.decode(path.read_bytes(), type=_Page)


def _written_at(path: Path | None) -> tuple[int, int] | None:
    """Each version of the file is another one."""
    try:
        status = path.stat() if path else None
    except FileNotFoundError:
        return None
    return (status.st_ino, status.st_mtime_ns) if status else None


def _sync_folder(folder: Path) -> None:
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def book_unsafe(path: Path, why: str) -> Fault:
    return Fault(
        name="BOOK_UNSAFE",
        happened=f"The key book {path} is not safe to use: {why}.",
        safe="No station is connected and no cards are shown.",
        do="Restore it from the service copy, or move it away and pair the stations again.",
    )
