"""A desk on another machine: the same link over TCP."""

from types import SimpleNamespace

from firmware.machine.floor_desks import FloorDesks
from firmware.screens.protocol import orders as o
from lab.live.ports import free_port
from tests.attacks.test_floor_door import (  # noqa: F401
    at_door,
    house,
    make_whole,
    no_devices,
    pause,
    until,
)


def test_a_desk_of_another_machine_sees_and_orders_and_finds_the_table_again(at_door):  # noqa: F811
    async def work(door) -> None:
        door.address = f"tcp:127.0.0.1:{free_port(0)}"
        plan = SimpleNamespace(desks=[door.address])
        listening = FloorDesks(plan, door.book, door.whole.controller, no_devices)
        desk = door.call(door.key())
        await until(lambda: desk.view)
        order = pause(door.slip())
        assert isinstance(await desk.order(order), o.Done)
        await until(lambda: desk.view and desk.view.stops)
        listening.close()
        await until(lambda: desk.view is None)
        listening = FloorDesks(plan, door.book, door.whole.controller, no_devices)
        await until(lambda: desk.view and desk.view.stops)
        assert isinstance(await desk.order(order), o.Done), "once, and its first answer again"
        listening.close()

    at_door(work, hands=True)
