"""A first disk for the kernel: a cpio archive (newc), as initramfs reads it."""

import os
import stat
from gzip import GzipFile
from pathlib import Path
from typing import IO

BLOCK = 4
USELESS = (".a", ".opt-1.pyc", ".opt-2.pyc", ".exe", ".h")


class Archive:
    """Files by their place in the guest. Parents are made as needed."""

    def __init__(self, out: IO[bytes] | GzipFile) -> None:
        self._out, self._number = out, 0
        self._made: set[str] = set()

    def folder(self, place: str) -> None:
        place = place.strip("/")
        if place and place not in self._made:
            self.folder(str(Path(place).parent) if "/" in place else "")
            self._made.add(place)
            self._entry(place, stat.S_IFDIR | 0o755, b"")

    def file(self, place: str, data: bytes, mode: int = 0o644, mtime: int = 0) -> None:
        self._put(place, stat.S_IFREG | mode, data, mtime)

    def link(self, place: str, target: str) -> None:
        self._put(place, stat.S_IFLNK | 0o777, target.encode())

    def copy(self, source: Path, place: str = "") -> None:
        """The file itself; a link is followed. Times are kept, so that .pyc files stay good."""
        found = source.stat()
        mode = found.st_mode & 0o777
        self.file(place or str(source), source.read_bytes(), mode, int(found.st_mtime))

    def _put(self, place: str, mode: int, data: bytes, mtime: int = 0) -> None:
        place = place.strip("/")
        if place not in self._made:
            self.folder(str(Path(place).parent) if "/" in place else "")
            self._made.add(place)
            self._entry(place, mode, data, mtime)

    def _entry(self, place: str, mode: int, data: bytes, mtime: int = 0) -> None:
        self._number += 1
        name = place.encode() + b"\0"
        fields = (self._number, mode, 0, 0, 1, mtime, len(data), 0, 0, 0, 0, len(name), 0)
        head = b"070701" + b"".join(b"%08x" % field for field in fields) + name
        self._out.write(head + bytes(-len(head) % BLOCK) + data + bytes(-len(data) % BLOCK))

    def close(self) -> None:
        self._entry("TRAILER!!!", 0, b"")
        self._out.write(bytes(-self._out.tell() % 512))


def copy_tree(archive: Archive, folder: Path, place: str, leave: frozenset[str]) -> None:
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(one for one in folders if one not in leave and "config-" not in one)
        inside = Path(place) / Path(path).relative_to(folder)
        for name in sorted(files):
            source = Path(path) / name
            if source.exists() and name not in leave and not name.endswith(USELESS):
                archive.copy(source, str(inside / name))
