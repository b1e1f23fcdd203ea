"""Where a wire ends: at a serial port, at unix:/path on this machine, at tcp:host:port elsewhere.

A socket is a wire like any other: the link on it proves who is there, and trusts nothing else.
"""

import asyncio
import os
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

from drivers.fault import Fault
from drivers.link.port import Port, SerialPort, Talker

DIAL_S = 2.0
WAITING = 16  # callers that nobody has taken in yet
_UNIX_PATH_MAX = 100
_ADDRESS = re.compile(r"unix:(?P<path>.+)|tcp:(?P<host>[^:]+|\[[^]]+\]):(?P<port>\d{1,5})")


def is_socket(address: str) -> bool:
    return _ADDRESS.fullmatch(address) is not None


async def open_port(address: str, talker: Talker, tell: Callable[[Any], None]) -> Port:
    """Raises Fault."""
    if not is_socket(address):
        return SerialPort(address, talker, tell)
    return on_socket(await _dial(address), talker, tell)


async def accept_one(address: str, talker: Talker, tell: Callable[[Any], None]) -> Port:
    """The first who calls. Raises Fault."""
    ear = listen(address)
    try:
        sock, _ = await asyncio.get_running_loop().sock_accept(ear)
    finally:
        ear.close()
    return on_socket(sock, talker, tell)


def on_socket(
    sock: socket.socket, talker: Talker, tell: Callable[[Any], None], bytes_s: float = inf
) -> Port:
    sock.setblocking(False)
    if sock.family != socket.AF_UNIX:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return Port(sock.fileno(), talker, tell, sock.close, bytes_s)


async def _dial(address: str) -> socket.socket:
    family, where = _where(address)
    sock = socket.socket(family, socket.SOCK_STREAM)
    sock.setblocking(False)
    try:
        async with asyncio.timeout(DIAL_S):
            await asyncio.get_running_loop().sock_connect(sock, where)
    except (OSError, TimeoutError) as no:
        sock.close()
        raise nobody_there(address, getattr(no, "strerror", None) or "no answer") from no
    return sock


def listen(address: str) -> socket.socket:
    """Raises Fault. A Unix socket is its owner's and his group's; what an earlier run left behind
    is replaced."""
    family, where = _where(address)
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if family == socket.AF_UNIX:
            with suppress(FileNotFoundError):
                if Path(where).is_socket():
                    os.unlink(where)
        else:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        before = os.umask(0o117)
        try:
            sock.bind(where)
        finally:
            os.umask(before)
        sock.listen(WAITING)
    except OSError as no:
        sock.close()
        raise cannot_listen(address, no.strerror or "no reason given") from no
    sock.setblocking(False)
    return sock


def _where(address: str) -> tuple[int, Any]:
    found = _ADDRESS.fullmatch(address)
    assert found is not None, address
    if found["path"]:
        if len(found["path"]) > _UNIX_PATH_MAX:
            raise cannot_listen(address, "its path is too long")
        return socket.AF_UNIX, found["path"]
    host = found["host"].strip("[]")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return family, (host, int(found["port"]))


def nobody_there(address: str, why: str) -> Fault:
    return Fault(
        name="NOBODY_THERE",
        happened=f"Nobody answers at {address}: {why}.",
        safe="Nothing was sent.",
        do="Check that the table runs, and the network; it is tried again by itself.",
    )


def cannot_listen(address: str, why: str) -> Fault:
    return Fault(
        name="CANNOT_LISTEN",
        happened=f"Desks cannot be heard at {address}: {why}.",
        safe="The table plays on; no desk can reach it there.",
        do="Correct machine.desks in table.toml, then start the table again.",
    )
