"""What another table here may have taken already, a port or a folder: and one line why."""

import socket
from contextlib import suppress
from pathlib import Path

from firmware.journal.disk import RealDisk


class Taken(Exception):
    """One line: what is taken, and what to type."""


def _port_taken(port: int) -> Taken:
    other = port + 10 if port < 65526 else 8080
    return Taken(
        f"port {port} is taken, perhaps by a table that runs already: look at "
        f"http://127.0.0.1:{port}/, or choose another: make run PORT={other}, or --port 0."
    )


def keep(folder: Path) -> RealDisk:
    """Ours until it is closed, or we are gone: keys and journal are one table's."""
    disk = RealDisk(folder)
    try:
        disk.lock()
    except BlockingIOError:
        raise Taken(
            f"a table that runs keeps its journal in {folder}: end it with Ctrl-C, or choose "
            f"another folder: make run DATA={folder}-2."
        ) from None
    return disk


def listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen()  # until somebody listens, a second one may bind as well
    except OSError:
        listener.close()
        raise _port_taken(port) from None
    return listener


def free_port(wanted: int) -> int:
    """That one, or any that is free where it is taken."""
    for port in (wanted, 0):
        with suppress(Taken, OverflowError), listen(port) as one:
            return int(one.getsockname()[1])
    return wanted
