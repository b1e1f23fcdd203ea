"""What the loop does when nothing is due, and how it keeps its promises when very much is."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from firmware.controller import loop as module
from firmware.errors import Fault
from firmware.journal import records
from firmware.screens import protocol as g
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.test_controller import hands, middle


def run(whole, work) -> None:
    async def main() -> None:
        with ThreadPoolExecutor(1) as errands:
            whole.errands = errands
            ctl = whole.power_on()
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


def test_in_idle_time_a_flipped_bit_is_found_and_mended(make_whole, monkeypatch):
    """REQ-R15: nobody has to ask for it."""
    monkeypatch.setattr(module, "REST_S", 0.01)
    monkeypatch.setattr(module, "SCRUB_MS", 0)
    whole = make_whole()

    async def work(ctl) -> None:
        disk = whole._disks[1]
        name = next(name for name in disk.list() if name.endswith(".log"))
        good = disk.files()[name]
        disk.flip(name, 8 * (len(good) - 3))
        await until(lambda: disk.files()[name].startswith(good))
        await until(lambda: len(disk.files()[name]) > len(good))  # the repair is in the journal

    run(whole, work)


def test_a_loop_that_has_always_more_to_do_still_shows_and_still_lives(make_whole):
    whole = make_whole()

    async def work(ctl) -> None:
        beats = []
        ctl.listeners.turned = lambda: beats.append(1)

        def more() -> None:
            if len(beats) < 5:
                ctl.later(more)

        more()
        await until(lambda: len(beats) >= 5)

    run(whole, work)


def test_a_loop_that_hangs_does_not_feed_the_watchdog(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
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


def test_faults_are_pairs_in_the_journal_and_count_once(make_whole):
    """REQ-R25, REQ-R42: opened, told again and again, cleared; a restart changes neither."""
    whole = make_whole()
    ctl = whole.power_on()
    told = []
    ctl.listeners.recorded = told.append
    fault = Fault("PORT_CLOSED", "It cannot be opened.", "All is safe.", "Check it.")
    for _ in range(3):
        ctl.fault(fault, "seat 4")
    ctl.fault(fault, "seat 5")
    ctl.fault_over("PORT_CLOSED seat 4")
    ctl.fault_over("PORT_CLOSED seat 4")
    whole.settle()

    assert [type(one) for one in told] == [
        records.FaultOpened, records.FaultOpened, records.FaultCleared
    ]  # fmt: skip
    whole.power_off()
    again = whole.power_on()
    assert list(again.folds.faults.open) == ["PORT_CLOSED seat 5"]
    assert again.folds.meters.faults == 2


def idle(ctl, ticks: int) -> int:
    """Blocks of the generator's stream that were thrown away in so many idle moments."""
    before = ctl.deal.cycles
    for _ in range(ticks):
        ctl.idle()
        ctl.deal.dealer.submit(int).result()  # its thread has done everything before this
    return ctl.deal.cycles - before


def test_the_generator_cycles_between_hands_and_never_while_one_is_dealt(make_whole):
    """REQ-R4: N idle moments, N blocks; none from the seals to the deck's end."""
    whole = make_whole()
    ctl = whole.power_on()
    assert idle(ctl, 3) == 0, "nothing was drawn yet: no noise is asked for"
    players = company(whole, calls)[:3]
    assert play(whole, players, middle(whole, 3))
    assert idle(ctl, 5) == 0
    assert play(whole, players, hands(whole, 1))
    assert idle(ctl, 7) == 7


def test_a_block_that_fails_is_a_fault_that_the_floor_sees(make_whole, monkeypatch):
    whole = make_whole()
    ctl = whole.power_on()
    assert play(whole, company(whole, calls)[:3], hands(whole, 1))

    def broken() -> None:
        raise Fault("NOISE_GONE", "It is gone.", "All is safe.", "Plug it in.")

    monkeypatch.setattr(ctl.deal._means.generator, "cycle", broken)
    assert idle(ctl, 2) == 0
    assert list(ctl.folds.faults.open) == ["NOISE_GONE"]
    whole.settle()
    assert g.public(whole.links[0].pop()).alert is not None


def test_an_idle_second_draws_no_screen_anew(make_whole):
    ctl = make_whole().power_on()
    ctl.idle()
    while ctl.step() or not ctl.at_rest:  # the look at the journal, once a minute
        pass
    ctl.publish()
    ctl.idle()
    assert not ctl.publish()
