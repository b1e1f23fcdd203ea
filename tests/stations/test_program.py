"""The station as a program: over a real pty, in a process of its own, with a finger at its door."""

import asyncio
from functools import partial

from drivers.link.happenings import Arrived, Up
from drivers.link.keys import Peer, open_book
from drivers.link.link import controller_link
from drivers.link.port import SerialPort
from firmware.screens import protocol as g
from firmware.screens import sending
from firmware.screens.compression import compress
from firmware.screens.schema import controller_codec
from firmware.screens.screen_end import STATION, Follower
from lab.live.processes import Processes
from lab.live.visitor import Visitor
from lab.scenes import VIEWS
from lab.twins.pty_wire import PtyWire
from lab.twins.station import until
from tests.lab.live.tables import insist, tap
from tests.notified import Systemd

TURN = VIEWS["your-turn-nolimit"]


class Table:
    """The controller's end of one wire, and what a finger at the station wanted of it."""

    def __init__(self, tmp_path, wire: PtyWire) -> None:
        self.wire = wire
        self.table, self.station = open_book(tmp_path / "table"), open_book(tmp_path / "station")
        self.table.add(Peer(self.station.me.public, "station", "Station 7"))
        self.station.add(Peer(self.table.me.public, "controller", "Table 4"))
        loop = asyncio.get_running_loop()
        self.link = controller_link(self.table.me, self.table.find, controller_codec(), loop.time())
        self.wishes, self.ups, self.number = [], 0, 0
        self.view = TURN
        self.plug()

    def plug(self) -> None:
        self.port = SerialPort(self.wire.path_a, self.link, self.hear)

    def hear(self, happening) -> None:
        if isinstance(happening, Up):
            self.ups += 1
            self.show(self.view)
        elif isinstance(happening, Arrived) and not isinstance(happening.message, g.KeepFor):
            self.wishes.append(happening.message)

    def show(self, view: g.View) -> None:
        self.view, self.number = view, self.number + 1
        self.link.show(sending.whole(self.number, view))
        asyncio.get_running_loop().call_soon(self.port.pump)


def test_a_station_draws_what_it_is_sent_and_hides_it_when_the_link_is_gone(tmp_path):
    async def evening() -> None:
        wire = PtyWire()
        table = Table(tmp_path, wire)
        path = tmp_path / "port"
        path.symlink_to(wire.path_b)
        programs = Processes(tmp_path)
        door = tmp_path / "door"
        argv = ["station", "--port", path, "--book", tmp_path / "station", "--door", door]
        systemd = Systemd(tmp_path / "notify")
        env = {"SDL_VIDEODRIVER": "dummy", "NOTIFY_SOCKET": systemd.path}
        programs.start("station", [str(word) for word in argv], env)
        glass = Visitor(door)
        try:
            seen = await glass.until(lambda now: "raise" in now.targets)
            assert seen.inside("call") == "Call $20"
            assert not seen.hole
            assert systemd.heard[0] == "READY=1"  # a frame is on the glass
            assert await until(lambda: systemd.status == "the table is heard")

            press = partial(glass.press, seen, "peek")
            seen = await insist(glass, press, lambda now: bool(now.hole))
            assert set(seen.hole) == set(TURN.hole)
            wire.frozen = True  # the table falls silent, the finger stays
            await glass.until(lambda now: not now.hole)
            wire.frozen = False
            await insist(glass, press, lambda now: bool(now.hole))
            await glass.lift(seen, "peek")
            await glass.until(lambda now: not now.hole)

            path.unlink()
            wire.pull()
            await glass.until(lambda now: now.says("reconnecting") or "raise" not in now.targets)
            assert await until(lambda: systemd.status == "waits for the table")
            alive = systemd.heard.count("WATCHDOG=1")
            assert await until(lambda: systemd.heard.count("WATCHDOG=1") >= alive + 2)
            wire.put_back()
            path.symlink_to(wire.path_b)
            ups = table.ups
            table.plug()
            assert await until(lambda: table.ups > ups)
            await glass.until(lambda now: "raise" in now.targets)

            programs.kill("station")
            assert await until(lambda: programs.starts("station") == 2)
            await glass.until(lambda now: "fold" in now.targets)
            await insist(glass, partial(tap, glass, "call"), lambda now: bool(table.wishes))
            assert table.wishes[0] == g.Act(TURN.turn.decision, "call")
        finally:
            glass.close()
            await programs.stop()
            table.port.close()
            wire.close()
        assert "Traceback" not in programs.log("station")
        assert "STOPPING=1" in systemd.heard

    asyncio.run(evening())


def test_a_change_counts_only_on_top_of_what_it_was_made_from():
    one, two, three = TURN, VIEWS["waiting"], VIEWS["showdown"]
    follower = Follower(STATION)

    def whole(number, view):
        return follower.follow(sending.whole(number, view))

    def changed(number, old, new):
        return follower.follow(sending.changed(number, old, new))

    assert changed(1, one, two) is None
    assert whole(2, one) == one
    assert changed(3, one, two) == two
    assert changed(5, two, three) is None  # one is missing
    assert changed(6, two, three) is None
    assert whole(7, three) == three
    assert follower.follow(g.Changed(8, b"\xc1")) is None
    whole(9, three)
    nowhere = compress(g.pack({99: {0: [1]}}))
    assert follower.follow(g.Changed(10, compress(g.pack({})), nowhere)) is None
    whole(11, one)
    follower.forget()
    assert changed(12, one, two) is None
