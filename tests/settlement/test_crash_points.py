"""A power cut at any instant: every write, sync and message of a day, one after the other."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from random import Random

import pytest

from lab.faults.faulty_disk import AFTERMATHS, Aftermath, PowerCut
from lab.simulation.day_script import (
    EVENING,
    LONG_DAY,
    Act,
    Buy,
    Cancel,
    Leave,
    Line,
    Open,
    Pin,
    Sweep,
    Swipe,
    Void,
)
from lab.simulation.power_cut_day import Day
from tests.settlement.conftest import check_evening, new_day


def steps_of(day: Day) -> int:
    day.run()
    return day.fuse.step


def test_a_day_without_a_cut(house):
    day = new_day(house)
    steps = steps_of(day)
    check_evening(day)
    names = {" ".join(name.split()[:2]) for name in day.fuse.names}
    assert {"a write", "a sync", "b write", "b sync", "a rename", "bank hold", "bank post"} <= names
    assert steps > 200
    assert len([name for name in day.disks[0].list() if name.endswith(".log")]) > 2
    assert (day.folds.meters.hands, day.folds.meters.hands_voided) == (1, 1)


@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_the_power_is_cut_at_every_step_of_the_day(house, aftermath):
    """Same hand, same cards, same turn, same money, nothing twice; then the day goes on. Each step
    with two of the four aftermaths, turn and turn about; with all of them in the soak."""
    turn = AFTERMATHS.index(aftermath) % 2
    cut_at(house, aftermath, [at for at in every_step(house) if at // 2 % 2 == turn])


@pytest.mark.soak
@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_soak_the_power_is_cut_at_every_step_with_every_aftermath(house, aftermath):
    cut_at(house, aftermath, every_step(house))


def every_step(house) -> Sequence[int]:
    return range(1, steps_of(new_day(house)) + 1)


def cut_at(house, aftermath: Aftermath, steps: Iterable[int]) -> None:
    for at in steps:
        day = new_day(house)
        day.fuse.blows_at = at
        with pytest.raises(PowerCut):
            day.run()
        day.cut(aftermath, Random(at))
        day.run()  # wake() holds it to what was shown
        check_evening(day)


@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_the_power_is_cut_again_while_it_wakes_up(house, aftermath):
    """Repairs are interrupted too: all along the recovery from a torn append."""
    cut_twice(house, aftermath, cuts=6, gap=3)


@pytest.mark.soak
@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_soak_the_power_is_cut_at_every_step_of_waking_up(house, aftermath):
    cut_twice(house, aftermath, cuts=12, gap=1)


def cut_twice(house, aftermath: Aftermath, cuts: int, gap: int) -> None:
    """So many times in the day, and so many steps into what follows."""
    steps = steps_of(new_day(house))
    for first in range(5, steps, steps // cuts):
        for second in range(1, 40, gap):
            day, rng = new_day(house), Random(first * 100 + second)
            for delay in (first, second):
                run_until(day, delay, aftermath, rng)
            day.run()
            check_evening(day)


def run_until(day: Day, delay: int, aftermath: Aftermath, rng: Random) -> None:
    day.fuse.blows_at = day.fuse.step + delay
    with suppress(PowerCut):  # or the day ended before that
        day.run()
    day.fuse.blows_at = None
    day.cut(aftermath, rng)


def random_script(rng: Random) -> list[Line]:
    """Whatever people do: most of it legal, some of it refused, in any order."""
    script: list[Line] = []
    for seat in (1, 2, 3):
        script += [Swipe(seat), Pin(seat), Buy(seat, rng.choice(CENTS))]
    script.append(Open())
    for _ in range(rng.randint(5, 40)):
        seat = rng.randint(1, 3)
        script += rng.choice(
            (
                *[[Act("call")], [Act("raise")], [Act("most")], [Act("fold")]] * 3,
                [Buy(seat, rng.choice(CENTS))],
                [Leave(seat)],
                [Cancel(seat)],
                [Swipe(seat), Pin(seat, rng.choice((0, 9999_00))), Buy(seat, rng.choice(CENTS))],
                [Void()],
                [Sweep()],
                [Open()],
            )
        )
    return script


HOME = [line for seat in (1, 2, 3) for line in (Leave(seat), Cancel(seat))]
CENTS = (1, 50_00, 123_00, 400_00, 5000_00)


@pytest.mark.soak
@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_the_power_is_cut_at_every_step_of_a_long_day(house, aftermath):
    """Three players, more hands, a sweep while they play, one who comes back."""
    for at in range(1, steps_of(new_day(house, LONG_DAY)) + 1):
        day = new_day(house, LONG_DAY)
        run_until(day, at, aftermath, Random(at))
        day.run()
        check_evening(day)


@pytest.mark.soak
@pytest.mark.parametrize("block", range(8))
def test_random_days_with_random_power_cuts(house, block):
    """Five hundred a block: several cuts a day, each with its own aftermath."""
    for seed in range(block * 500, (block + 1) * 500):
        rng = Random(seed)
        day = new_day(house, random_script(rng), seed)
        for _ in range(rng.randint(1, 6)):
            day.wire.away = rng.random() < 0.2
            run_until(day, rng.randint(1, 150), rng.choice(AFTERMATHS), rng)
        day.wire.away = False
        day.run()  # whatever was on its way has arrived
        day.script = [*day.script, *EVENING[:-1], *HOME, *EVENING]
        day.run()
        check_evening(day)
