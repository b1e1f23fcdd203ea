"""Two paired ends with plain messages, for tests and benches of the wire."""

import os
from collections.abc import Callable
from random import Random

from msgspec import Struct

from drivers.link.keys import Entropy, Identity, Peer, new_identity
from drivers.link.link import Link, controller_link, screen_link
from drivers.link.messages import Codec
from lab.twins.wire import BAUD_BYTE_S, Faults, Wire


class Said(Struct, frozen=True, tag="said", forbid_unknown_fields=True):
    """From a screen."""

    number: int
    text: bytes = b""


class Shown(Struct, frozen=True, tag="shown", forbid_unknown_fields=True):
    """From the controller."""

    number: int
    text: bytes = b""


def seeded(seed: int | str) -> Entropy:
    """Repeatable bytes where a table takes the kernel's."""
    return Random(seed).randbytes


def screen_codec(version: int = 1) -> Codec[Said, Shown]:
    return Codec(Said, Shown, version)


def controller_codec(version: int = 1) -> Codec[Shown, Said]:
    return Codec(Shown, Said, version)


class Pairing:
    """The keys of one table and one station, already paired."""

    def __init__(self, seed: int, name: str = "Station one", fresh: bool = False) -> None:
        """`fresh`: the same keys with new lives each time, as real ends have."""
        self.entropy = seeded(seed)
        self.table, self.station = new_identity(self.entropy), new_identity(self.entropy)
        self.controller = Peer(self.table.public, "controller", "The table")
        self.peer = Peer(self.station.public, "station", name)
        if fresh:
            self.entropy = os.urandom

    def find(self, public: bytes) -> Peer | None:
        return self.peer if public == self.peer.public else None

    def screen(self, now_s: float = 0.0, me: Identity | None = None) -> Link[Said, Shown]:
        return screen_link(me or self.station, self.controller, screen_codec(), now_s, self.entropy)

    def controller_end(
        self, now_s: float = 0.0, find: Callable[[bytes], Peer | None] | None = None
    ) -> Link[Shown, Said]:
        return controller_link(
            self.table, find or self.find, controller_codec(), now_s, self.entropy
        )


def new_wire(seed: int, faults: Faults | None = None, byte_s: float = BAUD_BYTE_S) -> Wire:
    pairing = Pairing(seed)
    return Wire(pairing.screen(), pairing.controller_end(), seed, faults or Faults(), byte_s)
