"""Inside the machine: the controller's drivers under real udev; orders in, happenings out.

A swipe is told by a digest only: even here nobody prints what is on a card.
"""

import asyncio
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from drivers.entropy import HardwareNoise
from drivers.fault import Fault
from drivers.hotplug import Hotplug
from drivers.link.keys import Peer, open_book
from drivers.readers import Readers
from drivers.sockets import Place
from drivers.stations import Stations
from drivers.track_decoder import Swipe
from lab.twins.pair import Said, Shown, controller_codec
from lab.vm.technician import Technician, say, serve
from lab.vm.wiring import read_sockets

HOME = Path("/lab/run")


class Guest(Technician):
    def __init__(self) -> None:
        super().__init__()
        sockets, book = read_sockets(HOME / "sockets.toml"), open_book(HOME / "keys.json")
        for peer in json.loads((HOME / "peers.json").read_text()):
            book.add(Peer(bytes.fromhex(peer["public"]), peer["kind"], peer["name"]))
        self.stations: Stations[Shown, Said] = Stations(
            sockets, book, controller_codec(), self.tell
        )
        self.readers = Readers(sockets, self.tell)
        self.noise = HardwareNoise()

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
            case "noise":
                self.aside(self.read_noise)
            case _:
                super().order(order)

    def read_noise(self) -> None:
        try:
            say("noise", size=len(set(self.noise.read(4096))), name=HardwareNoise().name)
        except Fault as fault:
            say("Fault", place="the noise source", words=str(fault))


async def main() -> None:
    guest = Guest()
    watching = asyncio.create_task(guest.watch())
    serving = asyncio.create_task(serve(guest))
    done, _ = await asyncio.wait([watching, serving], return_when=asyncio.FIRST_COMPLETED)
    for one in done:
        one.result()
    guest.stations.close()
    guest.readers.close()


if __name__ == "__main__":
    asyncio.run(main())
