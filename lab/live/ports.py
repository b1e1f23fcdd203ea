"""Ports of this machine: the one that was asked for, or a word why not."""

import socket
from contextlib import suppress


class PortTaken(Exception):
    def __init__(self, port: int) -> None:
        other = port + 10 if port < 65526 else 8080
        super().__init__(
            f"port {port} is taken, perhaps by a table that runs already: look at "
            f"http://127.0.0.1:{port}/, or choose another: make run PORT={other}, or --port 0."
        )


def listen(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen()  # until somebody listens, a second one may bind as well
    except OSError:
        listener.close()
        raise PortTaken(port) from None
    return listener


def free_port(wanted: int) -> int:
    """That one, or any that is free where it is taken."""
    for port in (wanted, 0):
        with suppress(PortTaken, OverflowError), listen(port) as one:
            return int(one.getsockname()[1])
    return wanted
