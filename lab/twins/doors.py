"""A twin of the doors-and-lamps board: the same link, doors that open, and a screwdriver."""

from msgspec.structs import replace

from drivers.doors import VERSION, Inputs, Lamps
from drivers.link.happenings import Arrived, Happening
from drivers.link.keys import Entropy, Identity, Peer
from drivers.link.link import Link, screen_link
from drivers.link.messages import Codec


def board_codec() -> Codec[Inputs, Lamps]:
    return Codec(Inputs, Lamps, VERSION, "doors")


class DoorBoardTwin:
    def __init__(self, me: Identity, table: Peer, now_s: float, entropy: Entropy) -> None:
        self.link: Link[Inputs, Lamps] = screen_link(me, table, board_codec(), now_s, entropy)
        self.inputs, self.lamps = Inputs(), Lamps()
        self.link.show(self.inputs)

    def hear(self, happening: Happening[Lamps]) -> None:
        if isinstance(happening, Arrived):
            self.lamps = happening.message

    def _now(self, inputs: Inputs) -> None:
        self.inputs = inputs
        self.link.show(inputs)

    def open(self, door: str) -> None:
        now = self.inputs
        if door == "main door":
            opened = now.main_door_openings + 1
            self._now(replace(now, main_door_open=True, main_door_openings=opened))
        else:
            opened = now.logic_door_openings + 1
            self._now(replace(now, logic_door_open=True, logic_door_openings=opened))

    def shut(self, door: str) -> None:
        if door == "main door":
            self._now(replace(self.inputs, main_door_open=False))
        else:
            self._now(replace(self.inputs, logic_door_open=False))

    def turn_key(self, seat: int) -> None:
        keys = set(self.inputs.seat_keys) ^ {seat}
        self._now(
            replace(self.inputs, seat_keys=tuple(sorted(keys)), key_turns=self.inputs.key_turns + 1)
        )
