"""What the loop does when nothing is due, and how it keeps its promises when very much is."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from firmware.controller import loop as module
from firmware.errors import Fault
from firmware.journal import records


def run(desk, work) -> None:
    async def main() -> None:
        with ThreadPoolExecutor(1) as errands:
            desk.errands = errands
            ctl = desk.power_on()
            running = asyncio.create_task(ctl.run())
            try:
                await work(ctl)
            finally:
                ctl.stop()
                await running

    asyncio.run(asyncio.wait_for(main(), 60))


async def until(true) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_in_idle_time_a_flipped_bit_is_found_and_mended(make_desk, monkeypatch):
    """R15: nobody has to ask for it."""
    monkeypatch.setattr(module, "REST_S", 0.01)
    monkeypatch.setattr(module, "SCRUB_MS", 0)
    desk = make_desk()

    async def work(ctl) -> None:
        disk = desk._disks[1]
        name = next(name for name in disk.list() if name.endswith(".log"))
        good = disk.files()[name]
        disk.flip(name, 8 * (len(good) - 3))
        await until(lambda: disk.files()[name].startswith(good))
        await until(lambda: len(disk.files()[name]) > len(good))  # the repair is in the journal

    run(desk, work)


def test_a_loop_that_has_always_more_to_do_still_shows_and_still_lives(make_desk):
    desk = make_desk()

    async def work(ctl) -> None:
        beats = []
        ctl.listeners.turned = lambda: beats.append(1)

        def more() -> None:
            if len(beats) < 5:
                ctl.later(more)

        more()
        await until(lambda: len(beats) >= 5)

    run(desk, work)


def test_a_loop_that_hangs_does_not_feed_the_watchdog(make_desk):
    desk = make_desk()
    ctl = desk.power_on()
    beats = []
    ctl.listeners.turned = lambda: beats.append(1)

    async def main() -> None:
        running = asyncio.create_task(ctl.run())
        await until(lambda: beats)
        hangs = asyncio.Event()

        async def never(*_) -> bool:
            await hangs.wait()
            return False

        ctl._steps = never
        ctl.later(lambda: None)
        before = len(beats)
        await asyncio.sleep(3 * module.REST_S)
        assert len(beats) <= before + 1
        ctl.stop()
        hangs.set()
        await running

    asyncio.run(asyncio.wait_for(main(), 60))


def test_faults_are_pairs_in_the_journal_and_count_once(make_desk):
    """R25, R42: opened, told again and again, cleared; after a restart still open or still over."""
    desk = make_desk()
    ctl = desk.power_on()
    told = []
    ctl.listeners.recorded = told.append
    fault = Fault("PORT_CLOSED", "It cannot be opened.", "All is safe.", "Check it.")
    for _ in range(3):
        ctl.fault(fault, "seat 4")
    ctl.fault(fault, "seat 5")
    ctl.fault_over("PORT_CLOSED seat 4")
    ctl.fault_over("PORT_CLOSED seat 4")
    desk.settle()

    assert [type(one) for one in told] == [
        records.FaultOpened, records.FaultOpened, records.FaultCleared
    ]  # fmt: skip
    desk.power_off()
    again = desk.power_on()
    assert list(again.folds.faults.open) == ["PORT_CLOSED seat 5"]
    assert again.folds.meters.faults == 2
