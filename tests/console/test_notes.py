"""What was typed while nobody heard: in order, once, and what is lost of it is said."""

import asyncio

from console.notes import MOST, Notes
from console.outside import Signing
from firmware.bank.staff_sessions import Session
from firmware.errors import Refused
from firmware.screens.protocol import orders as o

TOM = Signing(Session("token", "tom", "technician", 0), 0)


class Ear:
    def __init__(self) -> None:
        self.heard: list[str] = []
        self.says: o.No | Refused | None = None
        self.meanwhile = lambda: None

    async def order(self, order: o.AtConsole) -> o.Answer:
        self.meanwhile()
        if isinstance(self.says, Refused):
            raise self.says
        if self.says is not None:
            return self.says
        self.heard.append(order.typed)
        return o.Done(order.id, "")


def notes() -> tuple[Notes, Ear]:
    ear = Ear()
    return Notes(ear.order, lambda: "1"), ear


def test_who_types_more_than_can_wait_hides_nothing_silently():
    """Somebody with an hour at a dead table: how much was pushed out stands in the journal, and in
    the system's log."""
    kept, ear = notes()
    for n in range(MOST + 3):
        kept.add(TOM, f"line {n}")
    said = "(3 lines before this are lost: only 500 can wait.) "
    assert (len(kept), kept.unheard[0]) == (MOST, f"{said}tom typed: line 3")
    asyncio.run(kept.send(TOM))
    assert ear.heard == [f"{said}line 3", *(f"line {n}" for n in range(4, MOST + 3))]
    assert kept.unheard == []


def test_what_is_pushed_out_while_a_line_is_on_its_way_is_another():
    kept, ear = notes()
    for n in range(MOST):
        kept.add(TOM, f"line {n}")

    def types_on() -> None:
        ear.meanwhile = lambda: None
        for n in range(MOST, MOST + 2):
            kept.add(TOM, f"line {n}")

    ear.meanwhile = types_on
    asyncio.run(kept.send(TOM))
    assert ear.heard[0] == "line 0"
    assert ear.heard[1] == "(1 line before this is lost: only 500 can wait.) line 2"
    assert ear.heard[2:] == [f"line {n}" for n in range(3, MOST + 2)]


def test_a_line_that_the_table_did_not_look_at_waits():
    """Five hundred come at once when a dead table is back: more than it listens to."""
    kept, ear = notes()
    kept.add(TOM, "line 0")
    for away in (o.No("", "Too many orders at once.", again=True), Refused("not heard")):
        ear.says = away
        asyncio.run(kept.send(TOM))
        assert (len(kept), ear.heard) == (1, [])
    ear.says = o.No("", "Too many orders at once.", again=True)
    asked = kept.add(TOM, "write water")
    assert asyncio.run(kept.send(TOM, asked)) is None
    ear.says = None
    asyncio.run(kept.send(TOM))
    assert ear.heard == ["line 0", "write water"]


def test_who_waits_for_an_answer_has_the_no():
    kept, ear = notes()
    asked = kept.add(TOM, "write water")
    ear.says = o.No(asked, "Too many orders at once.", again=True)
    assert asyncio.run(kept.send(TOM, asked)) == ear.says
    assert len(kept) == 0
