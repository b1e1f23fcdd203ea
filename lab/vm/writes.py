"""Every write to a disk, in order, as QEMU kept it (blklogwrites): the disk can be had again as it
was after any of them, which is what a machine finds whose power went there. For a machine that is
not QEMU's its storage daemon keeps them, behind a file of its own (FUSE).

The log begins with a sector of its own; then each write is a sector that says where it went, and
its bytes. docs: Linux, Documentation/admin-guide/device-mapper/log-writes.rst.
"""

import asyncio
import os
import signal
import struct
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from msgspec import Struct

SECTOR = 512
MAGIC = 0x6A736677736872
_HEAD, _ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")
DISCARD = 4
PIECE = 1 << 20
DAEMON, FUSE = "qemu-storage-daemon", Path("/dev/fuse")


def kept_drive(disk: Path, log: Path) -> list[str]:
    """QEMU's words for a drive, `disk`, each write of which is kept in `log`."""
    return [
        "-blockdev", f"driver=file,node-name=file,filename={disk}",
        "-blockdev", f"driver=file,node-name=log,filename={log}",
        "-blockdev", "driver=raw,node-name=raw,file=file",
        "-blockdev", "driver=blklogwrites,node-name=disk,file=raw,log=log",
    ]  # fmt: skip


class Served:
    """A disk as another file, `there`: what is written there is kept, and written to the disk."""

    def __init__(self, disk: Path, log: Path, there: Path) -> None:
        self._disk, self._log, self._there = disk, log, there
        self._daemon: asyncio.subprocess.Process

    async def open(self) -> None:
        self._there.touch()
        words = [
            word.replace("-blockdev", "--blockdev") for word in kept_drive(self._disk, self._log)
        ]
        export = f"type=fuse,id=there,node-name=disk,mountpoint={self._there},writable=on"
        self._daemon = await asyncio.create_subprocess_exec(DAEMON, *words, "--export", export)
        while self._there.stat().st_size != self._disk.stat().st_size:
            assert self._daemon.returncode is None, f"{DAEMON} does not serve {self._disk}"
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Everything that was written is on the disk; the file is an empty one again."""
        with suppress(ProcessLookupError):
            self._daemon.send_signal(signal.SIGTERM)
        await self._daemon.wait()


class Write(Struct, frozen=True):
    at: int  # bytes, on the disk
    size: int
    there: int  # where its bytes are in the log; 0: they were given up, and read as zeros

    @property
    def end(self) -> int:
        return self.at + self.size


def read_log(log: Path) -> list[Write]:
    """The count in its first sector is as of the last flush: what follows is walked instead."""
    found: list[Write] = []
    with log.open("rb") as source:
        head, end = source.read(SECTOR), os.fstat(source.fileno()).st_size
        magic, version, _, sector = _HEAD.unpack_from(head.ljust(SECTOR, b"\0"))
        if not end:
            return []
        assert (magic, version) in ((MAGIC, 1), (0, 0)), f"{log} is no log of writes"
        place = sector or SECTOR
        while place + SECTOR <= end:
            source.seek(place)
            at, count, flags, inside = _ENTRY.unpack(source.read(_ENTRY.size))
            place += SECTOR
            size, there = count * SECTOR, 0 if flags & DISCARD else place
            place += 0 if flags & DISCARD else size
            if place > end or inside:
                break
            if size:
                found.append(Write(at * SECTOR, size, there))
    return found


class Replay:
    """One disk that goes through its writes. The range `apart` of it is a file of its own."""

    def __init__(self, disk: Path, apart: Path, start: int, size: int) -> None:
        self._disk, self._apart, self._start, self._end = disk, apart, start, start + size
        words = [f"if={disk}", f"of={apart}", "bs=1M", f"skip={start >> 20}", f"count={size >> 20}"]
        subprocess.run(["dd", *words, "conv=sparse"], check=True, capture_output=True)
        self.dirty: list[tuple[int, int]] = []  # what was written since somebody looked

    def go(self, log: Path, stops: list[int]) -> Iterator[int]:
        """Stops after so many writes, each time; all of them are done in the end."""
        with ExitStack() as open_:
            source = open_.enter_context(log.open("rb"))
            disk = open_.enter_context(self._disk.open("r+b"))
            apart = open_.enter_context(self._apart.open("r+b"))
            waits = sorted(set(stops), reverse=True)
            for done, write in enumerate(read_log(log), 1):
                inside = self._start <= write.at < self._end
                out, at = (apart, write.at - self._start) if inside else (disk, write.at)
                if write.there:
                    _copy(source, write.there, out, at, write.size)
                else:
                    _zeros(out, at, write.size)
                if not inside:
                    self.dirty.append((write.at, write.end))
                while waits and waits[-1] == done:
                    disk.flush()
                    apart.flush()
                    yield waits.pop()


def _copy(source: IO[bytes], there: int, out: IO[bytes], at: int, size: int) -> None:
    source.seek(there)
    out.seek(at)
    while size and (piece := source.read(min(PIECE, size))):
        out.write(piece)
        size -= len(piece)


def _zeros(out: IO[bytes], at: int, size: int) -> None:
    out.seek(at)
    for start in range(0, size, PIECE):
        out.write(bytes(min(PIECE, size - start)))
