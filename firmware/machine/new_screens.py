"""A new screen at one of the table's cables: a technician opens it at the console, compares six
digits with those on its glass, and says so at both ends (drivers/link/pairing.py). What was there
before it is forgotten: a station that was carried away opens nothing.
"""

import asyncio
from typing import Any

from msgspec.structs import replace

from drivers.link.keys import Book, Peer
from drivers.link.pairing import LINGER_S, Compare, Failed, Paired, Pairing
from drivers.sockets import NOWHERE, Place
from drivers.stations import Stations
from firmware.errors import Refused
from firmware.machine.device_faults import where
from firmware.screens.protocol import devices

Happened = Compare | Paired | Failed
RULE = "REQ-R32"


class NewScreens:
    def __init__(self, screens: Stations[Any, Any], book: Book, table: str) -> None:
        self._screens, self._book, self._table = screens, book, table
        self._loop = asyncio.get_running_loop()
        self._place: Place | None = None
        self._pairing: Pairing | None = None
        self.told = devices.Pairing()

    # ---- What a technician orders

    def may_open(self, seat: int) -> None:
        place = _place(seat)
        if place not in self._screens.links:
            raise Refused(f"This table has no {where(place)}.", RULE)
        if self._screens.links[place].up:
            raise Refused(f"The screen of {where(place)} is known and heard.", RULE)
        if place not in self._screens.ports:
            raise Refused(f"Nothing is plugged in at {where(place)}: push the cable home.", RULE)

    def open(self, seat: int) -> None:
        self._give_back()
        self._place, now_s = _place(seat), self._loop.time()
        name = f"Table {self._table}"
        self._pairing = Pairing("controller", self._book.me, "controller", name, now_s)
        self.told = devices.Pairing(where(self._place), "waits")
        self._screens.lend(self._place, self._pairing)

    def may_say(self, seat: int, digits: str) -> None:
        if self.told.step != "compare" or self._place != _place(seat):
            raise Refused(f"No new screen waits at {where(_place(seat))}: begin anew.", RULE)
        if digits != self.told.digits:
            raise Refused("The digits are others by now: compare them again.", RULE)

    def say(self, seat: int) -> None:
        assert self._place is not None
        assert self._pairing is not None
        for happening in self._pairing.confirm(self._loop.time()):
            self.heard(self._place, happening)
        self._screens.lend(self._place, self._pairing)

    # ---- What the screen says

    def heard(self, place: Place, happening: Happened) -> None:
        if place != self._place:
            return
        match happening:
            case Compare(digits, name, kind) if kind == place.what:
                self._tell("compare", name, digits)
            case Compare(kind=kind):
                self._fail(f"it is a {kind}")
            case Paired(peer):
                self._know(place, peer)
                self._tell("paired", peer.name)
                self._loop.call_later(LINGER_S, self._give_back, self._pairing)
            case Failed(why):
                self._fail(why)

    def _know(self, place: Place, peer: Peer) -> None:
        for key, was in [*self._screens.last.items()]:
            if was == place and key != peer.public:
                del self._screens.last[key]
                self._book.remove(key)
        name = f"Station {place.seat}" if place.seat else "Center"
        self._book.add(replace(peer, name=name))
        if place.seat:  # in a hand it waits as one that was carried here
            self._screens.last[peer.public] = NOWHERE

    def _fail(self, why: str) -> None:
        self._tell("failed", why)
        self._give_back()

    def _tell(self, step: Any, words: str = "", digits: str = "") -> None:
        self.told = devices.Pairing(self.told.unit, step, words, digits)

    def _give_back(self, of: Pairing | None = None) -> None:
        """The cable speaks for its link again. `of`: this one alone, not a later one."""
        place, pairing = self._place, self._pairing
        if place is None or pairing is None or (of is not None and of is not pairing):
            return
        self._place = self._pairing = None
        pairing.cancel()
        self._screens.lend(place, None)


def _place(seat: int) -> Place:
    return Place("station", seat) if seat else Place("center")
