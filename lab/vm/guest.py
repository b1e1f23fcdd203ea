"""Inside the machine: the controller's drivers under real udev, and a hand at the readers.

Orders come in and happenings go out as lines of JSON on the console. A swipe is told by a digest
only: even here nobody prints what is on a card.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from drivers.entropy import HardwareNoise
from drivers.fault import Fault
from drivers.hotplug import Hotplug
from drivers.link.keys import Peer, open_book
from drivers.readers import Readers
from drivers.sockets import Place, read_sockets
from drivers.stations import Stations
from drivers.track_decoder import Swipe
from lab.card_reader import UinputCardReader
from lab.pair import Said, Shown, controller_words
from lab.vm.gadget import SOCKET, GadgetReader

HOME = Path("/lab/run")


def say(what: str, **details: Any) -> None:
    print("@", json.dumps({"what": what, **details}), flush=True)


class Guest:
    def __init__(self) -> None:
        sockets, book = read_sockets(HOME / "sockets.toml"), open_book(HOME / "keys.json")
        for peer in json.loads((HOME / "peers.json").read_text()):
            book.add(Peer(bytes.fromhex(peer["public"]), peer["kind"], peer["name"]))
        self.stations: Stations[Shown, Said] = Stations(
            sockets, book, controller_words(), self.tell
        )
        self.readers = Readers(sockets, self.tell)
        self.twins: dict[int, UinputCardReader | GadgetReader] = {}
        self.noise = HardwareNoise()
        self._hand = ThreadPoolExecutor(1)

    def tell(self, place: Place | None, happening: Any) -> None:
        details: dict[str, Any] = {"place": str(place)}
        match happening:
            case Swipe():
                details["digest"] = sha256((happening.track2 or "").encode()).hexdigest()
            case Fault():
                details["words"] = str(happening)
            case _:
                plain = to_builtins(happening, builtin_types=(bytes,), enc_hook=str)
                details |= json.loads(json.dumps(plain, default=bytes.hex))
        say(type(happening).__name__, **details)

    async def watch(self) -> None:
        async for event in Hotplug().events():
            say(
                "udev",
                event=type(event).__name__,
                bus=event.bus,
                socket=event.socket,
                node=event.path,
            )
            self.stations.changed(event)
            self.readers.changed(event)

    def order(self, order: dict[str, Any]) -> None:
        seat = order.get("seat", 0)
        match order["do"]:
            case "show":
                place = Place("station", seat) if seat else Place("center")
                self.stations.show(place, Shown(order["number"], order["text"].encode()))
            case "plug reader":
                self.aside(self.plug_reader, seat)
            case "unplug reader":
                self.aside(self.twins[seat].unplug)
            case "type":
                self.aside(self.twins[seat].type, order["text"])
            case "noise":
                self.aside(self.read_noise)
            case "look":
                self.look(order["path"])

    def aside(self, work: Callable[..., None], *details: Any) -> None:
        """A hand is not the controller: its work does not stop the controller's loop."""
        done = asyncio.get_running_loop().run_in_executor(self._hand, work, *details)
        done.add_done_callback(
            lambda one: one.exception() and say("trouble", words=str(one.exception()))
        )

    def plug_reader(self, seat: int) -> None:
        if not order_is_gadget(seat):
            self.twins[seat] = UinputCardReader(f"lab/reader/{seat}")
            return
        twin = self.twins.get(seat) or GadgetReader()
        assert isinstance(twin, GadgetReader)
        self.twins[seat] = twin
        twin.plug()

    def read_noise(self) -> None:
        try:
            say("noise", size=len(set(self.noise.read(4096))), name=HardwareNoise().name)
        except Fault as fault:
            say("Fault", place="the noise source", words=str(fault))

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


def order_is_gadget(seat: int) -> bool:
    return f'{seat} = "{SOCKET}"' in (HOME / "sockets.toml").read_text()


async def main() -> None:
    guest, loop = Guest(), asyncio.get_running_loop()
    watching = loop.create_task(guest.watch())
    orders: asyncio.StreamReader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    say("ready", python=sys.version.split()[0], kernel=os.uname().release)
    while line := await orders.readline():
        order = json.loads(line)
        if order["do"] == "end":
            break
        guest.order(order)
        if watching.done():
            watching.result()
    guest.stations.close()
    guest.readers.close()


if __name__ == "__main__":
    asyncio.run(main())
