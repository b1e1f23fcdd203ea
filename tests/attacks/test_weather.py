"""Bad luck, or somebody who makes it look like that: clocks that are wrong, disks that fail. Nobody
is folded by it, nobody waits an hour for a hand, and whatever was shown stays true."""

import errno
import os
from collections.abc import Iterator
from contextlib import nullcontext
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from firmware import durable
from firmware.errors import Fault
from firmware.journal import snapshot
from firmware.journal.disk import RealDisk
from firmware.journal.journal import JUMP_MS, open_journal
from firmware.journal.records import PlayUntil
from firmware.machine.clock import TableClock
from firmware.table import commands as c
from firmware.table.config import Spread, Tournament
from lab.faults.faulty_disk import AFTERMATHS, PowerCut
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable, demo_config
from tests.journal.conftest import KEYS, Rig, note

MINUTE, HOUR, DAY = 60_000, 3600_000, 24 * 3600_000
GLITCHES = [HOUR, -HOUR, DAY, -DAY, 20 * 365 * DAY, -20 * 365 * DAY]


# Clocks


class WrongClock:
    """The wall's, which somebody can set; the table's own count goes on."""

    def __init__(self, whole) -> None:
        self.whole, self.by_ms, self.ahead = whole, 0, 0

    def wall(self) -> int:
        return self.whole.now - self.ahead + self.by_ms

    def start(self) -> None:
        """As the program does it. The lab's time is the table's, however far that is ahead."""
        whole = self.whole
        clock = TableClock(self.wall, lambda: whole.now)
        if hasattr(whole, "controller"):
            clock.not_before(whole.controller.table.now)
        self.ahead += clock() - whole.now
        whole.now = clock()
        whole.power_on()._clock = TableClock(lambda: whole.now, lambda: whole.now)


@pytest.mark.parametrize("at_ms", [0, 4_102_444_800_000], ids=["1970", "2100"])
def test_a_new_table_starts_in_1970_or_2100(make_whole, at_ms):
    """A board without a battery, or a mistyped year: it plays."""
    whole = make_whole(4)
    whole.now = at_ms
    whole.power_on()
    players, ctl = company(whole, calls)[:4], whole.controller
    assert play(whole, players, lambda: ctl.table.this_hand.number >= 2 and not ctl.table.live)


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_the_clock_is_set_while_a_hand_is_played(make_whole, by_ms):
    whole = make_whole(3)
    clock = WrongClock(whole)
    clock.start()
    ctl = whole.controller
    players = company(whole, calls)[:4]
    play(whole, players, lambda: ctl.table.live is not None and ctl.table.clock.seat)
    hand, asked = ctl.table.this_hand.number, ctl.table.clock.seat
    clock.by_ms = by_ms
    ctl.step()
    assert (ctl.table.this_hand.number, ctl.table.clock.seat) == (hand, asked), "nobody is folded"
    before = whole.now
    play(whole, players, lambda: ctl.table.this_hand.number >= hand + 3)
    assert whole.now - before < 10 * 60_000, "no hour without hands"


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_the_clock_is_wrong_after_a_power_cut(make_whole, by_ms):
    """And right again after the next one: both ways, time goes on from where it was."""
    whole = make_whole(3)
    clock = WrongClock(whole)
    clock.start()
    players = company(whole, calls)[:4]
    ctl = whole.controller
    play(whole, players, lambda: ctl.table.live is not None and ctl.table.clock.seat)
    for wrong in (by_ms, 0):
        hand, asked = ctl.table.this_hand.number, ctl.table.clock.seat
        live = tuple(ctl.table.live.queue)
        whole.power_off()
        clock.by_ms = wrong
        clock.start()
        ctl = whole.controller
        ctl.step()
        assert (ctl.table.this_hand.number, ctl.table.clock.seat) == (hand, asked)
        assert tuple(ctl.table.live.queue) == live, "nobody is folded"
        players = company(whole, calls)[:4]
        began = ctl.now
        play(
            whole, players,
            lambda ctl=ctl, hand=hand: ctl.table.this_hand.number >= hand + 2
            and ctl.table.live is not None and ctl.table.clock.seat,
        )  # fmt: skip
        assert ctl.now - began < 10 * 60_000, "no hour without hands"


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_nobodys_own_time_is_used_up_by_a_wrong_clock(make_whole, by_ms):
    """He gave himself two hours; the hours that the clock was wrong by, he did not play."""
    whole = make_whole(3)
    clock = WrongClock(whole)
    clock.start()
    ctl = whole.controller
    play(whole, company(whole, calls)[:4], lambda: ctl.table.live is not None)
    ctl.record([PlayUntil(ctl.custody.sessions[1], ctl.now + 2 * HOUR)])
    whole.power_off()
    clock.by_ms = by_ms
    clock.start()
    left = whole.controller.custody.sittings[1].until_ms - whole.controller.now
    assert abs(left - 2 * HOUR) < MINUTE
    while whole.controller.step():
        pass
    assert not whole.controller.table.seats[1].leave


BY_TIME = replace(
    demo_config(), schedule="board-2018-12", settings={"approval": True},
    spreads=(replace(demo_config().spreads[0], fees=(101,)),),
)  # fmt: skip
HALF, FLOOR = HOUR // 2, ("flo", "as asked")


@pytest.fixture
def in_a_break(make_whole) -> tuple[WholeTable, WrongClock]:
    """$10 from each for the half hour. Ten minutes of it are over, and one of a break of an hour;
    one is at his meal, and a seat is held."""
    whole = make_whole(3)
    whole.config, whole.now = BY_TIME, whole.now // HALF * HALF + 10 * MINUTE
    clock = WrongClock(whole)
    clock.start()
    ctl = whole.controller
    play(whole, company(whole, calls)[:4], lambda: ctl.table.this_hand.number > 1)
    play(whole, company(whole, calls)[:4], lambda: ctl.table.live is None)
    ctl.perform(c.GoAway(ctl.now, 1, "meal"))
    ctl.perform(c.Reserve(ctl.now, *FLOOR, 9, "patron:100009", "Ann"))
    ctl.perform(c.TakeBreak(ctl.now, *FLOOR, HOUR))
    assert ctl.table.books.half_hour == ctl.now // HALF
    return whole, clock


def left_of_it(whole: WholeTable) -> list[int]:
    table, now = whole.controller.table, whole.controller.now
    return [until - now for until in (table.seats[1].until, table.seats[9].until,
                                      table.recess.until)]  # fmt: skip


@pytest.mark.parametrize("again", [False, True], ids=["once", "right again and wrong again"])
@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_wrong_clock_after_a_power_cut_ends_no_break_meal_or_held_seat_and_takes_no_fee(
    in_a_break, by_ms, again
):
    """Who was at his meal lost his seat in two minutes, the break was over, and everybody paid for
    half an hour that nobody had."""
    whole, clock = in_a_break
    left, fees = left_of_it(whole), whole.controller.table.books.fees
    for wrong in (by_ms, 0, 2 * by_ms) if again else (by_ms,):
        whole.power_off()
        clock.by_ms = wrong
        clock.start()
        ctl = whole.controller
        while ctl.step():
            pass
        still = [abs(one - was) < MINUTE for one, was in zip(left_of_it(whole), left, strict=True)]
        seats = ctl.table.seats
        assert (still, seats[1].life, seats[9].life) == ([True] * 3, "away", "reserved")
        assert not seats[1].absence.warned
        assert ctl.table.books.fees == fees


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_clock_that_is_set_while_a_break_runs_moves_none_of_them(in_a_break, by_ms):
    whole, clock = in_a_break
    left, fees = left_of_it(whole), whole.controller.table.books.fees
    clock.by_ms = by_ms
    while whole.controller.step():
        pass
    assert left_of_it(whole) == left
    assert whole.controller.table.books.fees == fees


@pytest.mark.parametrize("dark_ms", [2 * MINUTE, DAY])
def test_the_half_hour_that_was_over_in_a_hand_is_paid_once_after_the_dark(make_whole, dark_ms):
    """The next one is paid at its own end."""
    whole = make_whole(3)
    whole.config, whole.now = BY_TIME, whole.now // HALF * HALF - MINUTE
    ctl = whole.power_on()
    play(whole, company(whole, calls)[:4], lambda: ctl.table.live is not None)
    whole.now = whole.now // HALF * HALF + HALF  # the clock of a seat stands still: nobody acts
    ctl.perform(c.Pause(whole.now, *FLOOR))
    ctl.perform(c.Resume(whole.now, *FLOOR))
    assert ctl.table.live is not None
    whole.power_off()
    whole.now += dark_ms
    ctl = whole.power_on()
    hand = ctl.table.this_hand.number
    play(whole, company(whole, calls)[:4], lambda: ctl.table.this_hand.number > hand)
    taken = [
        json.decode(entry.body) for entry in ctl.journal.read(1, ctl.journal.head.seq)
        if entry.kind == "table.TimeFeesTaken"
    ]  # fmt: skip
    assert [bool(one["paid"]) for one in taken].count(True) == 1
    assert ctl.table.books.half_hour == ctl.now // HALF


SIT_N_GO = Tournament(
    entry=3_400, fee=600, chips=1_000, levels=((10, 20, 0), (20, 40, 5)), level_ms=60_000,
    prizes=(70, 30),
)  # fmt: skip


@pytest.mark.parametrize("restarts", [True, False], ids=["across a restart", "running"])
@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_sit_n_go_that_waits_for_its_third_waits_on(make_whole, by_ms, restarts):
    """His place is held for him, and the first level has all of its time."""
    whole = make_whole(3)
    stakes = replace(whole.config.spreads[0].stakes, chip=1)
    spread = Spread("lightning-sit-n-go", stakes, "no-limit")
    whole.config = replace(whole.config, spreads=(spread,), tournament=SIT_N_GO, seats=3)
    clock = WrongClock(whole)
    clock.start()
    ctl = whole.controller
    play(whole, company(whole, calls)[:2], lambda: sum(s.seated for s in ctl.table.seats) == 2)
    ctl.perform(c.Reserve(ctl.now, *FLOOR, 3, "patron:100003", "Cid"))
    left = ctl.table.seats[3].until - ctl.now
    clock.by_ms = by_ms
    if restarts:
        whole.power_off()
        clock.start()
        ctl = whole.controller
    while ctl.step():
        pass
    assert abs(ctl.table.seats[3].until - ctl.now - left) < MINUTE
    assert [seat.life for seat in ctl.table.seats[1:]] == ["playing", "playing", "reserved"]
    assert play(whole, company(whole, calls), lambda: ctl.table.sit_n_go.running)
    assert ctl.table.sit_n_go.until - ctl.now == SIT_N_GO.level_ms


@pytest.mark.parametrize("by_ms", GLITCHES)
def test_a_clock_that_is_set_is_an_event(rig: Rig, by_ms):
    up = [0]
    journal = rig.open().journal
    journal._steady = lambda: up[0]
    journal.append([note("one")])
    for _ in range(3):
        up[0] += 1  # as the rig's clock does
        assert len(journal.append([note("time goes on")])) == 1
    rig.now_ms += by_ms
    up[0] += 1
    jumped, after = journal.append([note("after")])
    assert (jumped.kind, after.kind) == ("journal.clock_jumped", "note")
    assert abs(int(jumped.body.split(b":")[1].split(b",")[0]) - by_ms) < JUMP_MS
    assert after.at_ms == rig.now_ms, "the label is what the wall says; the number is the order"
    rig.now_ms -= by_ms
    up[0] += 1
    assert journal.append([note("right again")])[-1].at_ms == rig.now_ms
    assert [e.body for e in rig.open().entries if e.kind == "note"][-2:] == [
        b"after", b"right again",
    ]  # fmt: skip


def test_the_program_counts_by_itself():
    wall, steady = [1_000_000], [500]
    clock = TableClock(lambda: wall[0], lambda: steady[0])
    assert clock() == 1_000_000
    wall[0] += DAY
    steady[0] += 70
    assert clock() == 1_000_070
    clock.not_before(2_000_000)
    steady[0] += 5
    assert clock() == 2_000_005
    clock.not_before(7)
    assert clock() == 2_000_005


# Disks


@pytest.mark.parametrize("copy", ["a", "b"])
@pytest.mark.parametrize("operation", ["append", "sync", "sync_names"])
@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EROFS])
def test_one_disk_fails_and_play_goes_on(rig: Rig, copy, operation, code):
    """One failed copy is a fault, not a stop; and it is called by its own name."""
    journal = rig.open().journal
    journal.segment_bytes = 400
    getattr(rig, copy).error[operation] = code
    for n in range(20):
        journal.append([note(str(n))])
    journal.snapshot(b"state")
    journal.append([note("last")])
    (lost,) = journal.lost
    assert lost == copy
    assert f"disk {copy} " in str(journal.lost[copy])
    assert [e.body for e in journal.read(2, 21)] == [str(n).encode() for n in range(20)]
    getattr(rig, copy).error.clear()  # a new disk, or the old one mended
    opened = rig.open()
    assert opened.journal.lost == {}
    assert opened.entries[0].body == b"last"
    assert {repair.copy for repair in opened.repairs} == {copy}
    journal = opened.journal
    logs = [{n: d for n, d in disk.files().items() if n.endswith(".log")}
            for disk in (rig.a, rig.b)]  # fmt: skip
    assert logs[0] == logs[1]


@pytest.mark.parametrize("copy", ["a", "b"])
@pytest.mark.parametrize("operation", ["lock", "append", "sync"])
def test_one_disk_has_failed_before_the_start(rig: Rig, copy, operation):
    rig.open().journal.append([note("one")])
    disk = getattr(rig, copy)
    for name in disk.list():
        disk.remove(name)  # a disk that has to be filled, and cannot be
    disk.error[operation] = errno.EIO
    opened = rig.open()
    assert [*opened.journal.lost] == [copy]
    opened.journal.append([note("two")])
    disk.error.clear()
    assert rig.bodies() == [b"one", b"two"]


@pytest.mark.parametrize("copy", ["a", "b"])
@pytest.mark.parametrize("aftermath", AFTERMATHS)
def test_the_power_goes_while_one_copy_is_alone(copy, aftermath):
    """The torn end of the one that is written is cut, whichever it is: nobody was shown it."""
    for at in _steps(copy):
        rig, shown = Rig(), []
        rig.fuse.blows_at = at
        with pytest.raises(PowerCut):
            _alone(rig, copy, shown)
        for disk in (rig.a, rig.b):
            disk.error.clear()
            disk.cut(aftermath, Random(at))
        found = rig.bodies()
        assert found[: len(shown)] == shown
        assert len(found) <= len(shown) + 1


def _steps(copy: str) -> Iterator[int]:
    rig = Rig()
    _alone(rig, copy, [])
    return iter(range(8, rig.fuse.step + 1))


def _alone(rig: Rig, copy: str, shown: list[bytes]) -> None:
    journal = rig.open().journal
    getattr(rig, copy).error["sync"] = errno.EIO
    for n in range(6):
        journal.append([note(f"{n}" * 40)])
        shown.append((f"{n}" * 40).encode())


def test_both_disks_fail(rig: Rig):
    journal = rig.open().journal
    rig.a.error["sync"] = rig.b.error["sync"] = errno.EIO
    with pytest.raises(Fault, match="disk b failed"):
        journal.append([note("never shown")])


def test_what_a_failed_sync_left_in_memory_is_not_believed(tmp_path, monkeypatch):
    """The kernel keeps pages that never reached the disk, and says nothing: every read of a copy
    lets go of them first."""
    dropped = []
    real = os.posix_fadvise
    monkeypatch.setattr(os, "posix_fadvise", lambda *a: (dropped.append(a[-1]), real(*a))[1])
    disks = RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b")
    open_journal(disks, KEYS, table="T1").journal.close()
    dropped.clear()
    open_journal(disks, KEYS, table="T1").journal.close()
    assert dropped
    assert set(dropped) == {os.POSIX_FADV_DONTNEED}


def test_a_disk_fails_in_a_hand_and_the_next_hand_waits(make_whole):
    """As the house sets it: by default the hand is played out, and then the floor decides."""
    for plays_on in (False, True):
        whole = make_whole(5, name=f"home {plays_on}")
        ctl = whole.power_on()
        ctl.holds.plays_on_one_copy = plays_on
        players = company(whole, calls)[:4]
        play(whole, players, lambda ctl=ctl: ctl.table.live is not None and ctl.table.clock.seat)
        hand = ctl.table.this_hand.number
        whole._disks[1].error["sync"] = errno.EIO
        most = hand + 2 if plays_on else hand
        play(
            whole, players,
            lambda ctl=ctl, most=most: ctl.table.live is None
            and (ctl.table.paused or ctl.table.this_hand.number > most),
        )  # fmt: skip
        assert list(ctl.folds.faults.open) == ["DISK_FAILED b"]
        assert ctl.table.paused != plays_on
        assert ctl.table.this_hand.number == (hand if not plays_on else most + 1)
        if not plays_on:
            whole._disks[1].error.clear()
            whole.power_off()
            ctl = whole.power_on()
            assert not ctl.table.paused, "a new disk, and it goes on by itself"
            assert ctl.folds.faults.open == {}


@pytest.mark.parametrize("left", [0, 1, 6])
def test_a_disk_is_full_as_a_small_file_is_replaced(tmp_path, monkeypatch, left):
    """It took what it had room for, and half a key lay in the place of the whole one."""
    write, room = os.write, [left]

    def fills_up(fd: int, data: memoryview) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        taken = write(fd, data[: room[0]])
        room[0] -= taken
        return taken

    path = tmp_path / "bank.key"
    durable.replace(path, b"the old one")
    monkeypatch.setattr(os, "write", fills_up)
    with pytest.raises(OSError, match="No space left"):
        durable.replace(path, b"the new one")
    monkeypatch.undo()
    assert path.read_bytes() == b"the old one"
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize("left", [0, 1, 300], ids=["none", "a byte", "a part of it"])
@pytest.mark.parametrize("full", [(0,), (1,), (0, 1)], ids=["a", "b", "both"])
def test_a_disk_is_full_as_the_state_is_written_down(make_whole, monkeypatch, full, left):
    """Nobody's chips are in a state that was half written: with one copy left it plays on, with
    none it stops; and after somebody made room every cent is where it was."""
    whole = make_whole(5)
    ctl = whole.power_on()
    players = company(whole, calls)[:4]
    assert play(whole, players, lambda: ctl.table.this_hand.number >= 3 and not ctl.table.live)
    disks = [whole._disks[at] for at in full]
    write = snapshot.write

    def fills_up(disk, taken) -> None:
        disk.room = left if disk in disks else None
        write(disk, taken)

    monkeypatch.setattr(snapshot, "write", fills_up)
    with pytest.raises(Fault, match="is full") if len(full) == 2 else nullcontext():
        ctl.snapshot()
    monkeypatch.undo()
    stacks = [seat.chips.stack for seat in ctl.table.seats]
    assert {*ctl.journal.lost} == {disks[0].name}
    whole.power_off()
    for disk in disks:
        disk.room = None
    ctl = whole.power_on()
    assert [seat.chips.stack for seat in ctl.table.seats] == stacks
    assert ctl.journal.lost == {}
    number = ctl.table.this_hand.number
    players = company(whole, calls)[:4]
    assert play(whole, players, lambda: ctl.table.this_hand.number > number)
    assert play(whole, players, lambda: ctl.table.live is None)
    ctl.snapshot()
    assert not any(name.endswith(".new") for disk in disks for name in disk.list())
