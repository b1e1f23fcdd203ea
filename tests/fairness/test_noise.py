"""Stuck, biased, slow, vanishing and intermittent sources: what must stop stops, and says why."""

import asyncio
import threading
import time

import pytest

from drivers.fault import Fault
from firmware.fairness import noise as noise_module
from firmware.fairness.demonstration import HOLDEM, Shuffler, Stations, deal, play_holdem
from firmware.fairness.hand import Terms
from firmware.fairness.health import STARTUP_SAMPLES, WINDOW
from firmware.fairness.noise import STORE_BYTES, NoiseWorker
from lab.twins import noise as twin
from lab.twins.noise import ScriptedNoise

SOON = 0.05  # how long a test waits for what must not come


def until(worker, *states):
    """A worker that never gets there fails the test instead of hanging it."""
    for _ in range(20_000):
        if worker.report().state in states:
            return
        time.sleep(0.001)
    raise AssertionError(worker.report())


@pytest.fixture
def start(monkeypatch):
    monkeypatch.setattr(noise_module, "RETRY_SECONDS", 0.001)
    started = []

    def go(*script):
        started.append(NoiseWorker(ScriptedNoise(*script)).start())
        return started[-1]

    yield go
    for worker in started:
        worker.stop()


def test_the_first_1024_samples_never_leave(start):
    """SP 800-90B, 4.3: the start-up samples are tested and not used."""
    source, same = twin.good(), twin.good()
    for _ in range(STARTUP_SAMPLES // WINDOW):
        same(WINDOW)
    assert start(source).read(WINDOW) == same(WINDOW)


def test_a_byte_is_given_once(start):
    worker = start(twin.good())
    taken = [worker.read(64) for _ in range(100)]
    assert len(set(taken)) == 100


def test_a_stuck_source_stops_the_next_hand_and_names_itself(start):
    worker = start(twin.stuck())
    with pytest.raises(Fault, match=r"RNG_FAULT.*512 times in a row.*no new hand starts"):
        worker.read(64)
    assert worker.report().state == "broken"


def test_a_source_that_gets_stuck_later_spoils_what_is_in_store(start, monkeypatch):
    """Nothing from a source that failed is dealt, not even what passed a moment earlier."""
    monkeypatch.setattr(noise_module, "POLL_SECONDS", 0.001)
    worker = start(*twin.repeat(twin.good(), 10), twin.stuck())
    until(worker, "broken")
    assert worker.report().ready_bytes == 0
    for refused in (worker.check, lambda: worker.read(64)):
        with pytest.raises(Fault, match="RNG_FAULT"):
            refused()


def test_the_whole_store_can_be_taken_at_any_fill(start):
    worker = start(twin.good())
    for size in (64, STORE_BYTES, 1, STORE_BYTES):
        assert len(worker.read(size)) == size


def test_a_biased_source_is_stopped(start):
    with pytest.raises(Fault, match=r"RNG_FAULT.*one byte value came"):
        start(twin.biased(share=80)).read(64)


def test_an_intermittent_failure_is_thrown_away_and_the_table_goes_on(start):
    worker = start(twin.hiccup(repeats=10), twin.good())
    assert len(worker.read(64)) == 64
    report = worker.report()
    assert (report.state, report.intermittent) == ("healthy", 1)


def test_after_an_intermittent_failure_the_start_up_test_runs_again(start):
    """Windows 1-2 start up, 3 is kept, 4 fails and takes 3 with it, 5-6 start up, 7 leaves."""
    source, same = twin.good(), twin.good()
    kept = [same(WINDOW) for _ in range(6)][-1]
    script = (*twin.repeat(source, 3), twin.hiccup(10), source)
    worker = NoiseWorker(ScriptedNoise(*script))
    for _ in range(7):
        worker._read()  # in this thread, one read at a time
    assert worker.read(WINDOW) == kept


def test_a_source_that_never_passes_deals_nothing(start):
    worker = start(twin.hiccup(repeats=10))
    with pytest.raises(Fault, match="keeps failing its health test"):
        worker.read(64, wait_seconds=SOON)


def test_a_slow_source_is_waited_for_and_then_named(start):
    release = threading.Event()
    worker = start(twin.slow(release, twin.good()))
    with pytest.raises(Fault, match="too slow"):
        worker.read(64, wait_seconds=SOON)
    release.set()
    assert len(worker.read(64)) == 64  # what must go on goes on


def test_a_source_that_vanishes_stops_the_table_until_it_is_back_and_tested(start):
    back = threading.Event()

    def pulled(size):
        return twin.good()(size) if back.is_set() else twin.gone(size)

    worker = start(*twin.repeat(twin.good(), 3), pulled)
    until(worker, "gone")
    with pytest.raises(Fault, match=r"pulled out.*no new hand starts.*resumes by itself"):
        worker.read(64)
    assert worker.report().ready_bytes == 0
    back.set()
    until(worker, "healthy")
    assert len(worker.read(64)) == 64


def test_our_own_mistake_in_the_thread_is_not_swallowed(start):
    def mistake(size):
        raise AssertionError("ours")

    worker = start(mistake)
    with pytest.raises(AssertionError, match="ours"):
        worker.read(64)
    assert worker.report().fault == "ours"


# --- the table around it (REQ-R11)


@pytest.fixture
def failing_table(monkeypatch):
    """Healthy until the test says otherwise."""
    monkeypatch.setattr(noise_module, "RETRY_SECONDS", 0.001)
    monkeypatch.setattr(noise_module, "POLL_SECONDS", 0.001)
    sick, healthy = {}, twin.good()
    step = lambda size: sick.get("step", healthy)(size)  # noqa: E731
    table = Shuffler(ScriptedNoise(step), simulation=True)
    yield table, sick
    table.close()


def sicken(table, sick, step):
    """Nobody asks for noise: the worker must notice by itself."""
    sick["step"] = step
    until(table.noise, "broken", "gone")


@pytest.mark.parametrize("step", [twin.stuck(), twin.gone], ids=["stuck", "gone"])
@pytest.mark.parametrize("moment", ["committed", "sealed", "cut", "dealt"])
def test_the_hand_in_play_is_finished_and_the_next_one_does_not_start(failing_table, step, moment):
    table, sick = failing_table
    hand = table.commit(1)
    stations = Stations(hand, [1, 2])
    terms = Terms("texas-holdem", "", 2, (1, 2), HOLDEM)
    steps = {"committed": lambda: None, "sealed": lambda: hand.close(terms)}
    steps["cut"] = lambda: (stations.open(), hand.cut())
    steps["dealt"] = lambda: deal(hand, stations, 0)
    for name, go in steps.items():
        go()
        if name == moment:
            sicken(table, sick, step)
    hand.finish()

    with pytest.raises(Fault, match="no new hand starts"):
        table.commit(2)


def test_a_deck_prepared_before_the_failure_is_not_used_after_it(failing_table):
    table, sick = failing_table
    ready = table.dealer.prepare(1, 1, ("52", 1)).result()
    sicken(table, sick, twin.stuck())
    with pytest.raises(Fault, match="RNG_FAULT"):
        table.dealer.begin(ready, 0)
    assert table.log.size == 0  # nothing was committed


def test_the_device_is_never_read_on_the_event_loops_thread():
    """Nor by the thread that prepares: only the noise worker touches the device."""
    source = ScriptedNoise(twin.good())

    async def floor() -> int:
        table = await asyncio.to_thread(Shuffler, source, True)
        for number in range(40):
            ready = await asyncio.wrap_future(table.dealer.prepare(number, 1, ("52", 1)))
            play_holdem(table.dealer.begin(ready, 0), [1, 2, 3])
            table.dealer.tick()
        table.close()
        return threading.get_ident()

    loop_thread = asyncio.run(floor())
    assert source.reads > 8
    assert len(source.threads) == 1
    assert loop_thread not in source.threads


def test_the_event_loop_runs_on_while_a_slow_source_keeps_a_hand_waiting():
    release = threading.Event()
    source = ScriptedNoise(*twin.repeat(twin.good(), 3), twin.slow(release, twin.good()))

    async def floor() -> int:
        table = await asyncio.to_thread(Shuffler, source, True)
        waiting = [asyncio.wrap_future(table.dealer.prepare(n, 1, ("52", 1))) for n in range(40)]
        beats = 0
        while not all(future.done() for future in waiting):
            await asyncio.sleep(0)
            beats += 1
            if beats == 1000:  # the loop beat a thousand times with the device held back
                assert not waiting[-1].done()
                release.set()
        table.close()
        return beats

    assert asyncio.run(floor()) >= 1000
