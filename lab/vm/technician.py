"""Inside the machine: a hand at the readers, and an eye on what udev and systemd made of things.

Orders come in and answers go out as lines of JSON on the console. Run as a program it serves a
table that systemd started by itself; guest.py adds the drivers alone.
"""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

from lab.twins.card_reader import UinputCardReader
from lab.vm.gadget import GadgetReader

GADGET_SEAT = 10  # the reader on a real USB path


def say(what: str, **details: Any) -> None:
    print("@", json.dumps({"what": what, **details}), flush=True)


def _own_up(done: asyncio.Future[object]) -> None:
    if (wrong := done.exception()) is not None:
        say("trouble", words=str(wrong))


class Technician:
    def __init__(self) -> None:
        self.twins: dict[int, UinputCardReader | GadgetReader] = {}
        self._aside = ThreadPoolExecutor(1)

    def order(self, order: dict[str, Any]) -> None:
        seat = order.get("seat", 0)
        match order["do"]:
            case "plug reader":
                self.aside(self.plug_reader, seat)
            case "unplug reader":
                self.aside(self.twins[seat].unplug)
            case "type":
                self.aside(self.twins[seat].type, order["text"])
            case "look":
                self.look(order["path"])
            case "service":
                self.aside(self.service, order["unit"])
            case "start":
                self.aside(_systemctl, "start", "--no-block", "--no-ask-password", order["unit"])
            case "kill":
                self.aside(self.kill, order["unit"])

    def aside(self, work: Callable[..., object], *details: Any) -> None:
        """A hand is not the controller: its work does not stop the controller's loop."""
        done = asyncio.get_running_loop().run_in_executor(self._aside, work, *details)
        done.add_done_callback(_own_up)

    def plug_reader(self, seat: int) -> None:
        if seat != GADGET_SEAT:
            self.twins[seat] = UinputCardReader(f"lab/reader/{seat}")
            return
        twin = self.twins.get(seat) or GadgetReader()
        assert isinstance(twin, GadgetReader)
        self.twins[seat] = twin
        twin.plug()

    def look(self, path: str) -> None:
        """What udev made of a node: where a name leads, who may open it, or what a file says."""
        found = Path(path)
        with suppress(OSError):
            stat = found.stat()
            text = found.read_text().strip() if path.startswith("/sys") else ""
            say("look", path=path, real=os.path.realpath(path), mode=oct(stat.st_mode & 0o777),
                group=stat.st_gid, text=text)  # fmt: skip
            return
        say("look", path=path, real="")

    # What systemd started

    def service(self, unit: str) -> None:
        """Its state in systemd's words, and its log."""
        names = "ActiveState,SubState,MainPID,NRestarts,StatusText,Result"
        shown = _systemctl("show", unit, f"--property={names}")
        facts = dict(line.split("=", 1) for line in shown.splitlines() if "=" in line)
        log = log_of(unit).read_text() if log_of(unit).exists() else ""
        say("service", **facts, log=log.splitlines()[-30:], user=_user(facts.get("MainPID", "0")))

    def kill(self, unit: str) -> None:
        pid = int(_systemctl("show", unit, "--property=MainPID", "--value"))
        os.kill(pid, signal.SIGKILL)
        say("killed", pid=pid)


def log_of(unit: str) -> Path:
    """Where the bench lets a unit write its lines: stormdeck-table.service to /run/table.log."""
    return Path("/run") / f"{re.split('[@.]', unit.removeprefix('stormdeck-'))[0]}.log"


def _systemctl(*words: str) -> str:
    done = subprocess.run(["/bin/systemctl", *words], capture_output=True, text=True, timeout=60)
    return done.stdout


def _user(pid: str) -> int:
    with suppress(OSError):
        return os.stat(f"/proc/{pid}").st_uid
    return -1


async def serve(technician: Technician) -> None:
    """Until it is told to end."""
    loop, orders = asyncio.get_running_loop(), asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    say("ready", python=sys.version.split()[0], kernel=os.uname().release)
    while line := await orders.readline():
        order = json.loads(line)
        if order["do"] == "end":
            break
        technician.order(order)


if __name__ == "__main__":
    asyncio.run(serve(Technician()))
