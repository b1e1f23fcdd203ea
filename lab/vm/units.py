"""The shipped units as the bench installs them: unchanged, with a few lines of its own beside."""

import sys
from pathlib import Path

from lab.live.home import Home
from lab.vm.cpio import Archive
from lab.vm.machine import socket_path
from lab.vm.outside import CENTER, SEATS
from lab.vm.technician import log_of

ROOT = Path(__file__).parents[2]
STATE = "/var/lib/stormdeck"
UNITS = "etc/systemd/system"
TABLE_UNIT = "stormdeck-table.service"
STATION_UNIT, CENTER_UNIT = "stormdeck-station@.service", "stormdeck-center.service"
# Where the lines go, more patience for a processor in software, and that this computer's own
# Python may lie in somebody's home.
DROP_IN = """[Service]
StandardOutput=append:{log}
StandardError=inherit
WatchdogSec=90
TimeoutStartSec=240
"""
# A screen has a board of its own: here it has no display, and the center's book lies beside the
# station's.
SCREEN = "Environment=SDL_VIDEODRIVER=dummy\n"
OTHER_BOOK = f"BindReadOnlyPaths={STATE}/center.json:{STATE}/book.json\n"
FAR = {SEATS: 12, CENTER: 13}  # the far end of which wire is which wire and port, of this machine


def port(wire: int) -> str:
    """As a screen names the port at its end."""
    return f"stormdeck/serial/{socket_path(FAR[wire])}"


def station() -> str:
    """The unit of the station at the last seat; its instance is its port, as systemd-escape says
    it."""
    return STATION_UNIT.replace("@", "@" + port(SEATS).replace("-", r"\x2d").replace("/", "-"))


def put(archive: Archive, home: Home) -> None:
    """Every unit, and what the two screens need: a book each, and the name of a port."""
    _shipped(archive, TABLE_UNIT)
    _shipped(archive, STATION_UNIT, SCREEN)
    _shipped(archive, CENTER_UNIT, SCREEN + OTHER_BOOK)
    for other in sorted((ROOT / "systemd").glob("stormdeck*")):  # there, and not started
        if other.name not in (TABLE_UNIT, STATION_UNIT, CENTER_UNIT):
            archive.file(f"{UNITS}/{other.name}", other.read_bytes())
    for name, seat in (("book", SEATS), ("center", 0)):
        archive.file(f"{STATE}/{name}.json", home.book(seat).read_bytes(), 0o600)
    archive.file("etc/stormdeck/center.env", f"PORT=/dev/{port(CENTER)}\n".encode())


def _shipped(archive: Archive, unit: str, more: str = "") -> None:
    at_home = Path(sys.executable).resolve().is_relative_to("/root")
    drop_in = DROP_IN.format(log=log_of(unit)) + ("ProtectHome=no\n" if at_home else "") + more
    archive.file(f"{UNITS}/{unit}", (ROOT / "systemd" / unit).read_bytes())
    archive.file(f"{UNITS}/{unit}.d/lab.conf", drop_in.encode())
