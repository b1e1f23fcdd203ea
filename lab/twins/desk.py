"""A floor desk of paper: what it is shown and told has been packed and unpacked as on the wire."""

from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Devices
from firmware.screens.schema import desk_codec, table_to_desk


class PaperDesk:
    def __init__(self, name: str = "Floor 1", of_floor: bool = True) -> None:
        self.name, self.of_floor = name, of_floor
        self.view: g.Floor | None = None
        self.views = 0
        self.answers: list[o.Answer | o.Step] = []
        self._table, self._desk = table_to_desk(), desk_codec()

    def show(self, view: g.Floor) -> None:
        self.view, self.views = g.floor(g.pack(view)), self.views + 1

    def answer(self, answer: o.Answer | o.Step) -> None:
        heard = self._desk.read(self._table.write(answer))
        assert not isinstance(heard, g.Whole | g.Changed | Devices)
        self.answers.append(heard)

    def sent(self, order: o.AnyOrder) -> g.FromDesk:
        """As it comes out at the table."""
        return self._table.read(self._desk.write(order))
