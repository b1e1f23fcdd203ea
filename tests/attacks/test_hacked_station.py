"""One station, then nine, run a program of their own: the right keys, and no manners.

What counts is work and places in a line, not seconds: how many touches are answered before the
honest one, how much is kept, how much is written down. `stormdeck bench flood` takes the time.
"""

import asyncio
import os
import pty
import tty
from concurrent.futures import Future
from itertools import cycle

import pytest

from drivers.link.keying import ANSWER_S
from drivers.link.port import BURST_BYTES, LINE_BYTES_S, READ_BYTES, Port
from firmware.controller import turns
from firmware.fairness import station
from firmware.screens import protocol as g
from lab.twins.pair import Pairing, new_wire
from tests.controller.glasses import sit_down, until

MINUTE_S, A_SECOND = 60, 200
PAGES = [g.Open("proof", 1), g.Close("proof"), g.Open("history"), g.Open("proof")]
TOGGLES = [
    g.CallFloor(),
    g.SitOut(),
    g.ChangeSeat(0),
    g.Choose(g.Prefs(volume=1)),
    g.Choose(g.Prefs()),
]


@pytest.fixture
def table(make_whole):
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)
    live = whole.controller.table
    until(whole, glasses, lambda: live.this_hand.number >= 1 and live.live is None)
    return whole


def flood(whole, seats, intents, count: int) -> None:
    wishes = cycle(intents)
    for _ in range(count):
        for seat in seats:
            whole.controller.touch(seat, next(wishes))


def answered_before(whole, seat: int) -> int:
    """How many are answered before this honest touch is."""
    seen = []
    read = whole.controller._intents.read

    def spy(table, who, *rest):
        seen.append(who)
        return read(table, who, *rest)

    whole.controller._intents.read = spy
    whole.controller.touch(seat, g.Open("balance"))
    while seat not in seen:
        assert whole.controller.step()
    whole.controller._intents.read = read
    return len(seen) - 1


@pytest.mark.parametrize("mad", [(1,), (1, 2, *range(4, 11))], ids=["one", "nine"])
def test_an_honest_touch_is_next_whoever_floods(table, mad):
    for _ in range(60):
        flood(table, mad, PAGES, 20)
        table.settle()
    flood(table, mad, PAGES, 500)

    assert answered_before(table, 3) <= 1


def test_a_finger_that_drums_does_not_keep_its_station_from_sharing(table):
    """Else one seat could void every hand by its glass alone."""
    flood(table, [1], PAGES, 500)

    assert table.controller.touch(1, g.SealShare(2, 1, bytes(32)))
    assert not table.controller.touch(1, PAGES[0])


@pytest.mark.parametrize("mad", [(1,), (1, 2, *range(4, 11))], ids=["one", "nine"])
def test_nine_mad_stations_cost_the_table_what_one_does(table, mad):
    """Ten seconds at full speed beside an honest finger: what is done for them is counted, and how
    often anything has to be drawn anew for their sake."""
    done, ctl = {"mad": 0, "honest": 0, "drawn": 0}, table.controller
    read, show = ctl._intents.read, ctl.publisher.show

    def counted(there, who, *rest):
        done["honest" if who == 3 else "mad"] += 1
        return read(there, who, *rest)

    def drawn(*what):
        done["drawn"] += 1
        show(*what)

    ctl._intents.read, ctl.publisher.show = counted, drawn
    honest = cycle([g.Open("balance"), g.Close("balance")])
    for n in range(10 * A_SECOND):
        flood(table, mad, PAGES, 2 * turns.PLACES)  # one read of the wire holds more
        if n % 50 == 0:
            ctl.touch(3, next(honest))
        table.now += 1000 // A_SECOND
        table.settle()

    places = len(mad) * turns.PLACES  # before it was known
    assert done["honest"] == 40
    assert done["mad"] <= places + turns.PLACES + 10 * turns.MAD_A_SECOND
    quiet = 10 * 1000 // 200  # a clock, a fault told
    assert done["drawn"] <= 2 * (done["mad"] + done["honest"]) + quiet


def test_what_waits_is_bounded(table):
    flood(table, range(1, 11), [*PAGES, g.SealShare(1, 1, bytes(32))], 5_000)

    assert table.controller._turns.waiting <= 10 * 2 * turns.PLACES
    assert len(table.controller._background._inbox) == 0


def test_two_hundred_proof_pages_a_second_cost_the_table_no_proof(table, monkeypatch):
    """Each was a dozen milliseconds of the machine: now the station checks what it asked for."""

    def checked(_receipt):
        raise AssertionError("the table checked a receipt")

    monkeypatch.setattr(station, "Hand", checked)
    for _ in range(10 * A_SECOND):
        table.controller.touch(1, g.Open("proof", 1))
        table.now += 1000 // A_SECOND
        table.settle()

    table.now += turns.CALM_MS
    table.settle()
    for page in (g.Open("proof", 1), g.Close("proof"), g.Open("proof", 1)):
        table.controller.touch(1, page)
        table.settle()
    assert g.view(table.links[1].pop()).proof.box, "and it is on the page"


@pytest.mark.parametrize("wish", [g.Open("limits"), g.LowerLimit(cents=100)])
def test_a_bank_that_is_slow_is_asked_for_limits_once(table, wish):
    """Or everybody's PIN and chips would wait behind them."""
    asked, background = [], table.controller._background
    background._beside.submit = lambda work: asked.append(work) or Future()
    for _ in range(50):
        table.controller.touch(1, wish)
        table.now += 1000 // A_SECOND
        while table.controller.step():
            pass
    assert any("limits 1" in name for name in background.busy)
    assert len(asked) == len(background.busy)


@pytest.mark.parametrize("intents", [TOGGLES, PAGES], ids=["toggles", "pages"])
def test_a_minute_of_it_is_no_flood_of_the_journal(table, intents):
    """Before: 2.75 GB a day from one seat."""
    before, size = table.controller.journal.head.seq, journal_bytes(table)
    for _ in range(MINUTE_S * A_SECOND // 20):
        flood(table, [1], intents, 20)
        table.now += 20 * 1000 // A_SECOND
        table.settle()

    assert table.controller.journal.head.seq - before < 600
    assert (journal_bytes(table) - size) * 60 * 24 < 500_000_000


def journal_bytes(whole) -> int:
    return sum(len(data) for disk in whole._disks for data in disk.files().values())


def test_the_floor_is_told_once_and_once_more_when_it_is_over(table):
    faults = table.controller.folds.faults
    flood(table, [2], PAGES, 50)
    table.settle()
    assert "TOUCH_FLOOD seat 2" in faults.open

    before = table.controller.journal.head.seq
    flood(table, [2], PAGES, 50)
    table.settle()
    assert table.controller.journal.head.seq == before
    table.now += turns.CALM_MS
    table.settle()
    assert "TOUCH_FLOOD seat 2" not in faults.open


def test_a_reader_that_types_all_night_is_no_better(table):
    before = table.controller.journal.head.seq
    for _ in range(2_000):
        table.controller.bad_swipe(4, "no end sentinel")
        table.now += 5
        table.settle()

    assert table.controller.journal.head.seq - before < 150


def test_calls_for_new_keys_cost_the_table_ten_handshakes_a_second():
    """A handshake costs elliptic curves; who calls again and again is answered now and then."""
    wire, people = new_wire(1), Pairing(1)
    wire.run(1.0)
    agreed = wire.b.link.tally.agreed
    rings = 0
    for n in range(1_000):
        caller = people.screen(float(n))
        before = wire.b.link.tally.early
        wire.b.link.receive(caller.outgoing(float(n)), 2.0 + n / 1_000)
        rings += wire.b.link.tally.early == before

    assert rings <= 1 + 1 / ANSWER_S
    assert wire.b.link.up
    assert wire.b.link.tally.agreed == agreed


class Ear:
    """A talker that only listens."""

    def __init__(self) -> None:
        self.bytes = 0

    def receive(self, data: bytes, now_s: float) -> list:
        self.bytes += len(data)
        return [data]

    def tick(self, now_s: float) -> list:
        return []

    def outgoing(self, now_s: float) -> bytes:
        return b""

    def wake_at(self) -> float:
        return float("inf")

    def plugged(self, now_s: float) -> None:
        pass

    def unplugged(self, now_s: float) -> list:
        return []


def test_a_cable_that_never_stops_is_read_no_faster_than_a_real_one():
    """Its bytes stay in the port's buffer; the other ports are read meanwhile."""

    async def evening() -> None:
        loop = asyncio.get_running_loop()
        heard: asyncio.Queue[bytes] = asyncio.Queue()
        (mad, mad_end), (calm, calm_end) = pty.openpty(), pty.openpty()
        for end in (mad_end, calm_end):
            tty.setraw(end)
            os.set_blocking(end, False)
        began_s, ear = loop.time(), Ear()
        ports = [
            Port(mad_end, ear, lambda _: None, lambda: None, LINE_BYTES_S),
            Port(calm_end, Ear(), heard.put_nowait, lambda: None, LINE_BYTES_S),
        ]
        os.set_blocking(mad, False)

        def shout() -> None:
            os.write(mad, bytes(4096))

        loop.add_writer(mad, shout)
        while ear.bytes < BURST_BYTES + 5_000:
            os.write(calm, b"a touch")
            assert await heard.get() == b"a touch"
        allowed = BURST_BYTES + READ_BYTES + (loop.time() - began_s) * LINE_BYTES_S
        assert ear.bytes <= allowed
        loop.remove_writer(mad)
        for port in ports:
            port.close()
        for fd in (mad, mad_end, calm, calm_end):
            os.close(fd)

    asyncio.run(asyncio.wait_for(evening(), 60))
