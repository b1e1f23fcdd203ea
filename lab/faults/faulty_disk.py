"""A disk that tells the truth about power cuts: only what was synced is sure to be there.

The twin of firmware/journal/disk.py, in memory. Every write, sync, rename and removal burns one
step of the fuse. When the fuse blows the power is cut *during* that step; `cut` then decides what
became of all that was never synced, and the disk can be read again as after a restart.
"""

import errno
import os
from random import Random
from typing import Literal

Aftermath = Literal["lost", "kept", "torn", "scrambled"]
AFTERMATHS: tuple[Aftermath, ...] = ("lost", "kept", "torn", "scrambled")
SECTOR_BYTES = 64  # smaller than life, so that small records are torn in many ways


class PowerCut(BaseException):
    """Not an Exception: no handler of ours may catch it, as none could in life."""


class Fuse:
    def __init__(self, blows_at: int | None = None) -> None:
        self.step, self.blows_at = 0, blows_at
        self.names: list[str] = []

    def burn(self, what: str) -> None:
        self.step += 1
        self.names.append(what)
        if self.step == self.blows_at:
            raise PowerCut(f"step {self.step}: {what}")


class _File:
    def __init__(self) -> None:
        self.synced = bytearray()
        self.now = bytearray()


class FaultyDisk:
    def __init__(self, name: str, fuse: Fuse) -> None:
        self.name, self.fuse = name, fuse
        self.error: dict[str, int] = {}  # operation -> errno it fails with from now on
        self.room: int | None = None  # bytes left before the disk is full
        self._now: dict[str, _File] = {}
        self._synced: dict[str, _File] = {}

    def lock(self) -> None:
        self._may("lock")

    def list(self) -> list[str]:
        return sorted(self._now)

    def size(self, file: str) -> int:
        return len(self._now[file].now)

    def read(self, file: str, start: int = 0, size: int = -1) -> bytes:
        self._may("read")
        if file not in self._now:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), file)
        data = bytes(self._now[file].now[start:])
        return data if size < 0 else data[:size]

    def append(self, file: str, data: bytes) -> None:
        self._may("append")
        held = self._now.setdefault(file, _File())
        fits = len(data) if self.room is None else min(len(data), self.room)
        held.now += data[:fits]
        self.fuse.burn(f"{self.name} write {file}")
        if self.room is not None:
            self.room -= fits
        if fits < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def truncate(self, file: str, size: int) -> None:
        self._may("truncate")
        del self._now[file].now[size:]
        self.fuse.burn(f"{self.name} truncate {file}")

    def rename(self, old: str, new: str) -> None:
        self._may("rename")
        self._now[new] = self._now.pop(old)
        self.fuse.burn(f"{self.name} rename {old}")

    def remove(self, file: str) -> None:
        self._may("remove")
        del self._now[file]
        self.fuse.burn(f"{self.name} remove {file}")

    def sync(self, file: str) -> None:
        self.fuse.burn(f"{self.name} sync {file}")
        self._may("sync")
        held = self._now[file]
        held.synced = bytearray(held.now)

    def sync_names(self) -> None:
        self.fuse.burn(f"{self.name} sync names")
        self._may("sync_names")
        self._synced = dict(self._now)

    def close(self) -> None:
        pass

    def cut(self, aftermath: Aftermath, rng: Random) -> None:
        """The power is back: this is what the disk holds now."""
        names = self._synced if aftermath == "lost" else self._now
        if aftermath == "scrambled" and rng.random() < 0.5:
            names = self._synced
        self._now = {name: _after(held, aftermath, rng) for name, held in names.items()}
        self._synced = dict(self._now)

    def flip(self, file: str, bit: int) -> None:
        """One bit goes wrong on the medium."""
        for data in (self._now[file].now, self._now[file].synced):
            data[bit // 8] ^= 1 << bit % 8

    def overwrite(self, file: str, data: bytes) -> None:
        """Someone with a screwdriver."""
        self._now[file] = held = _File()
        held.synced, held.now = bytearray(data), bytearray(data)
        self._synced[file] = held

    def files(self) -> dict[str, bytes]:
        return {name: bytes(held.now) for name, held in self._now.items()}

    def _may(self, operation: str) -> None:
        if code := self.error.get(operation):
            raise OSError(code, os.strerror(code))


def _after(held: _File, aftermath: Aftermath, rng: Random) -> _File:
    left = _File()
    match aftermath:
        case "lost":
            left.now = bytearray(held.synced)
        case "kept":
            left.now = bytearray(held.now)
        case "torn":
            common = min(len(held.synced), len(held.now))
            left.now = held.now[: rng.randint(common, len(held.now))]
        case "scrambled":
            left.now = _scrambled(bytes(held.synced), bytes(held.now), rng)
    left.synced = bytearray(left.now)
    return left


def _scrambled(synced: bytes, now: bytes, rng: Random) -> bytearray:
    """Unsynced sectors reach the medium in any order, some of them never: holes read as zeros."""
    out = bytearray(now)
    for start in range(len(synced), len(now), SECTOR_BYTES):
        if rng.random() < 0.5:
            end = min(start + SECTOR_BYTES, len(now))
            out[start:end] = bytes(end - start)
    if len(now) < len(synced) and rng.random() < 0.5:
        return bytearray(synced)  # a truncation that did not arrive
    return out
