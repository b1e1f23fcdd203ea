"""One directory of one disk: the only door between the journal and the kernel.

Small on purpose: its twin, lab/faults/faulty_disk.py, cuts the power behind each call.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
OPEN_MOST = 8  # files at once
SCRATCH = ".new"  # what is written before it takes the name of the old one


class Disk(Protocol):
    name: str

    def lock(self) -> None:
        """Take the directory for writing; BlockingIOError when another process has it."""

    def list(self) -> list[str]: ...

    def size(self, file: str) -> int: ...

    def read(self, file: str, start: int = 0, size: int = -1) -> bytes:
        """To its end, unless so many bytes are enough."""

    def append(self, file: str, data: bytes) -> None:
        """Make the file if there is none; nothing is durable before `sync`."""

    def truncate(self, file: str, size: int) -> None: ...

    def rename(self, old: str, new: str) -> None: ...

    def remove(self, file: str) -> None: ...

    def sync(self, file: str) -> None:
        """The bytes of the file are on the disk when this returns."""

    def sync_names(self) -> None:
        """Files made, renamed and removed are so on the disk when this returns."""

    def close(self) -> None: ...


class RealDisk:
    def __init__(self, directory: Path | str, *, read_only: bool = False) -> None:
        self.path = Path(directory)
        self.name = str(directory)
        if not read_only:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._open: dict[str, int] = {}
        self._lock: int | None = None

    def lock(self) -> None:
        if self._lock is not None:
            return
        lock = _ours(self.path / "lock", os.O_CREAT | os.O_RDWR)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            raise
        self._lock = lock

    def list(self) -> list[str]:
        return sorted(os.listdir(self.path))

    def size(self, file: str) -> int:
        return os.stat(f"{self.name}/{file}").st_size  # a thousand at start-up: no Path objects

    def read(self, file: str, start: int = 0, size: int = -1) -> bytes:
        with open(self.path / file, "rb", opener=_ours) as source:
            # From the disk, not from memory: after a failed sync the kernel's pages tell of bytes
            # that never arrived.
            os.posix_fadvise(source.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
            source.seek(start)
            return source.read(size)

    def append(self, file: str, data: bytes) -> None:
        descriptor, rest = self._descriptor(file), memoryview(data)
        while rest:
            rest = rest[os.write(descriptor, rest) :]

    def truncate(self, file: str, size: int) -> None:
        os.ftruncate(self._descriptor(file), size)

    def rename(self, old: str, new: str) -> None:
        self._forget(old)
        self._forget(new)
        os.replace(self.path / old, self.path / new)

    def remove(self, file: str) -> None:
        self._forget(file)
        os.unlink(self.path / file)

    def sync(self, file: str) -> None:
        os.fsync(self._descriptor(file))

    def sync_names(self) -> None:
        directory = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)

    def close(self) -> None:
        for file in list(self._open):
            self._forget(file)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _descriptor(self, file: str) -> int:
        if file not in self._open:
            if len(self._open) == OPEN_MOST:  # segments left behind by rotation
                self._forget(next(iter(self._open)))
            flags = os.O_CREAT | os.O_WRONLY | os.O_APPEND
            self._open[file] = _ours(self.path / file, flags)
        return self._open[file]

    def _forget(self, file: str) -> None:
        with suppress(KeyError):
            os.close(self._open.pop(file))


def _ours(path: Path | str, flags: int) -> int:
    """A file of this disk: no link to another one's, and nothing that keeps its reader waiting."""
    apart = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    descriptor = os.open(path, flags | apart, 0o600)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "is no file of its own", str(path))
    return descriptor


class LostDisk:
    """In the place of a copy that failed: nothing is read from it any more, nothing is written."""

    def __init__(self, name: str) -> None:
        self.name = name

    def lock(self) -> None: ...

    def list(self) -> list[str]:
        return []

    def size(self, file: str) -> int:
        raise FileNotFoundError(file)

    def read(self, file: str, start: int = 0, size: int = -1) -> bytes:
        raise FileNotFoundError(file)

    def append(self, file: str, data: bytes) -> None: ...

    def truncate(self, file: str, size: int) -> None: ...

    def rename(self, old: str, new: str) -> None: ...

    def remove(self, file: str) -> None: ...

    def sync(self, file: str) -> None: ...

    def sync_names(self) -> None: ...

    def close(self) -> None: ...


class CopyFailed(OSError):
    """Which copy it was, and what became of it."""

    def __init__(self, disk: str, error: OSError) -> None:
        super().__init__(error.errno, error.strerror)
        self.disk, self.error = disk, error


class Watched:
    """A disk that names itself when it fails."""

    def __init__(self, disk: Disk) -> None:
        self._disk, self.name = disk, disk.name

    def lock(self) -> None:
        self._try(self._disk.lock)

    def list(self) -> list[str]:
        return self._try(self._disk.list)

    def size(self, file: str) -> int:
        return self._try(self._disk.size, file)

    def read(self, file: str, start: int = 0, size: int = -1) -> bytes:
        return self._try(self._disk.read, file, start, size)

    def append(self, file: str, data: bytes) -> None:
        self._try(self._disk.append, file, data)

    def truncate(self, file: str, size: int) -> None:
        self._try(self._disk.truncate, file, size)

    def rename(self, old: str, new: str) -> None:
        self._try(self._disk.rename, old, new)

    def remove(self, file: str) -> None:
        self._try(self._disk.remove, file)

    def sync(self, file: str) -> None:
        self._try(self._disk.sync, file)

    def sync_names(self) -> None:
        self._try(self._disk.sync_names)

    def close(self) -> None:
        self._disk.close()

    def _try(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return call(*args, **kwargs)
        except BlockingIOError:
            raise
        except OSError as error:
            raise CopyFailed(self.name, error) from error


def replace_file(disk: Disk, file: str, data: bytes) -> None:
    """All of the new file or all of the old one, whenever the power goes."""
    scratch = file + SCRATCH
    if scratch in disk.list():
        disk.remove(scratch)
    disk.append(scratch, data)
    disk.sync(scratch)
    disk.rename(scratch, file)
    disk.sync_names()
