"""A small file replaced in one piece: after a power cut it is the old one or the new one."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def replace(path: Path, data: bytes, mode: int = 0o600) -> None:
    """A new file, synced, then renamed over the old one, then the directory synced. Nobody else
    can read it, not even for a moment, unless `mode` says so. A disk that fills up takes a part of
    it and says nothing before it is asked to take the rest."""
    new, rest = path.with_name(path.name + ".new"), memoryview(data)
    new.unlink(missing_ok=True)
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        while rest:
            rest = rest[os.write(fd, rest) :]
        os.fsync(fd)
    except OSError:
        new.unlink()  # it would fill the disk
        raise
    finally:
        os.close(fd)
    os.replace(new, path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def read(path: Path) -> bytes:
    """Whatever somebody laid in its place, nobody waits: a pipe without a writer is empty."""
    with open(path, "rb", opener=lambda at, flags: os.open(at, flags | os.O_NONBLOCK)) as source:
        return source.read() or b""


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Of all programs of this machine that replace this file, one at a time."""
    lock = os.open(
        path.with_name(path.name + ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
    )
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
