"""The wiring plan of a table in the virtual machine: a file of its own."""

from pathlib import Path

import msgspec

from drivers.fault import Fault
from drivers.sockets import Sockets, Wiring, sockets_of


def read_sockets(path: Path) -> Sockets:
    """Raises Fault: a table that is wired twice, or in no way we understand, does not start."""
    try:
        return sockets_of(msgspec.toml.decode(path.read_bytes(), type=Wiring))
    except OSError as bad:
        raise sockets_wrong(path, bad.strerror or "it cannot be read") from bad
    except ValueError as bad:  # no TOML, no plan of ours, or a socket named twice
        raise sockets_wrong(path, str(bad)) from bad


def sockets_wrong(path: Path, why: str) -> Fault:
    return Fault(
        name="SOCKETS_WRONG",
        happened=f"The wiring plan {path} cannot be used: {why}.",
        safe="No device was opened.",
        do="Correct the line, then start again.",
    )
