"""Meters, recall, sessions and faults are folds: told again from the first record, the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import asdict

from firmware.errors import Refused
from firmware.journal import folds as all_folds
from firmware.journal import happenings, hours, meters
from firmware.journal.folds import Folds, fold
from firmware.journal.frame import Record
from firmware.journal.preferences import PATRONS_KEPT, Preferences, keep
from firmware.journal.recall import recall_hand
from firmware.journal.records import (
    BooksAccepted,
    DoorOpened,
    DoorShut,
    FaultCleared,
    FaultOpened,
    FeesTaken,
    HandEnded,
    HandStarted,
    HandVoided,
    OrderAnswered,
    PoweredUp,
    PreferencesKept,
    SeatResult,
    ServiceTestEntered,
    ServiceTestLeft,
    SessionClosed,
    SessionOpened,
    Transfer,
    TransferAsked,
    TransferPosted,
    from_entry,
    to_record,
)
from tests.journal.conftest import Rig

BUY_IN = Transfer("t1", "buy_in", "patron:1", "table:T1", 20000, 3, "s1")
CASH_OUT = Transfer("t2", "cash_out", "table:T1", "patron:1", 15000, 3, "s1")


def tell(rig: Rig, *told) -> Folds:
    opened = rig.open()
    opened.journal.append([to_record(each) for each in told])
    folds = Folds()
    fold(folds, rig.open().entries)
    return folds


def a_hand(number: int):
    result = (SeatResult(3, "s1", 500, 900), SeatResult(4, "s2", 500, 0))
    return HandStarted(number), HandEnded(number, result, fees=60, jackpot=40)


DAY = [
    PoweredUp(),
    SessionOpened("s1", "patron:1", 3),
    TransferAsked(BUY_IN),
    TransferPosted(BUY_IN),
    *a_hand(1),
    FaultOpened("READER_3", "unplugged"),
    FaultCleared("READER_3"),
    HandStarted(2),
    HandVoided(2, "power", "ann"),
    TransferAsked(CASH_OUT),
    SessionClosed("s1"),
    TransferPosted(CASH_OUT),
]


def test_the_meters_of_a_day(rig):
    meters = tell(rig, *DAY).meters
    assert (meters.money_in, meters.money_out) == (20000, 15000)
    assert (meters.wagered, meters.fees, meters.jackpot) == (1000, 60, 40)
    assert (meters.hands, meters.hands_voided, meters.power_ups, meters.faults) == (1, 1, 1, 1)


def test_a_door_stands_open_once_however_often_it_is_told():
    counted = meters.Meters()
    for told, doors in (
        (DoorOpened("main door"), ["main door"]),
        (DoorOpened("main door"), ["main door"]),
        (DoorOpened("logic door"), ["main door", "logic door"]),
        (DoorShut("main door"), ["logic door"]),
        (DoorShut("main door"), ["logic door"]),
    ):
        meters._doors(counted, told)
        assert counted.doors_open == doors


def test_the_house_hears_what_somebody_may_ask_about_and_no_hand():
    outgoing = happenings.Outgoing()
    told = (PoweredUp(), *a_hand(1), FaultOpened("READER_3", "unplugged"), HandStarted(2))
    last = []
    for seq, one in enumerate(told, 1):
        happenings.follow(outgoing, seq, one)
        last.append(outgoing.last)
    assert last == [1, 1, 1, 4, 4]


def test_a_journal_that_was_accepted_as_it_is_begins_another_story_there():
    outgoing = happenings.Outgoing()
    accepted = BooksAccepted("flo, mia", "a swapped disk", {})
    stories = []
    for seq, one in enumerate((PoweredUp(), accepted, *a_hand(1), accepted, PoweredUp()), 1):
        happenings.follow(outgoing, seq, one)
        stories.append((outgoing.stories, outgoing.accepted))
    assert stories == [(0, 0), (1, 2), (1, 2), (1, 2), (2, 5), (2, 5)]


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (DoorOpened("main door"), "the main door is open"),
        (DoorOpened("main door", unseen=True),
         "the main door was opened and shut while its wire was out"),
        (DoorShut("main door"), "the main door is shut"),
    ],
)  # fmt: skip
def test_a_door_is_told_as_it_was_seen(told, words):
    assert happenings.words_of(told) == ("DOOR", words)


def test_a_thousand_players_are_known_by_their_choices_and_the_longest_silent_is_forgotten():
    kept = Preferences()
    keep(kept, PreferencesKept("patron:0", {"sound": False}))
    keep(kept, PreferencesKept("patron:1", {"sound": False}))
    for number in range(2, PATRONS_KEPT):
        keep(kept, PreferencesKept(f"patron:{number}", {}))
    keep(kept, PreferencesKept("patron:0", {"sound": True}))
    assert len(kept.of) == PATRONS_KEPT
    keep(kept, PreferencesKept("patron:new", {}))
    assert (len(kept.of), "patron:1" in kept.of) == (PATRONS_KEPT, False)
    assert kept.of["patron:0"] == {"sound": True}


def test_every_meter_is_in_the_hash_of_all_and_no_door():
    """Of a service test it proves that nothing was counted (REQ-R27)."""
    zero = meters.figures(meters.Meters())
    counted = [name for name, each in asdict(meters.Meters()).items() if type(each) is int]
    assert len(counted) > 10
    assert (
        len({meters.figures(meters.Meters(**{name: 1})) for name in counted} | {zero})
        == len(counted) + 1
    )
    doors = meters.Meters(doors_open=["main door"], door_counts={"main door": 3})
    assert meters.figures(doors) == zero


def test_an_order_is_told_with_who_gave_it_and_without_a_name_with_nobody():
    for by, who in (("mia", "mia"), ("", "nobody")):
        order = OrderAnswered("order-1", "Pause", "{}", "Paused.", True, by)
        assert happenings.words_of(order) == ("FLOOR", f"{who}: Pause: Paused.")


def test_what_an_hour_brought_is_one_row_of_the_day():
    day = hours.Hours()
    for at, told in (
        (0, a_hand(1)[1]),
        (hours.HOUR_MS - 1, a_hand(2)[1]),
        (5, FeesTaken(7, "time")),
    ):
        hours.add(day, at, told)
    hours.add(day, hours.HOUR_MS, HandVoided(3, "power", "ann"))
    assert day.hours == [
        hours.Hour(0, hands=2, fees=127, jackpot=80),
        hours.Hour(hours.HOUR_MS, voids=1),
    ]


def test_a_day_and_a_little_more_is_kept_hour_by_hour():
    day = hours.Hours()
    for number in range(hours.KEPT + 2):
        hours.add(day, number * hours.HOUR_MS, FeesTaken(1, "time"))
    began = [hour.began_ms // hours.HOUR_MS for hour in day.hours]
    assert began == [*range(2, hours.KEPT + 2)]


@pytest.mark.parametrize("years", [1, 20])
def test_a_clock_that_was_ahead_for_a_moment_keeps_no_hour_open(years):
    """All hands of the evening were counted in an hour that was years away."""
    day, now = hours.Hours(), 1000 * hours.HOUR_MS
    ahead = now + years * 8766 * hours.HOUR_MS
    for at in (now, ahead, now + 1, now + hours.HOUR_MS):
        hours.add(day, at, FeesTaken(1, "time"))
    assert day.hours == [
        hours.Hour(ahead, fees=1), hours.Hour(now, fees=2), hours.Hour(now + hours.HOUR_MS, fees=1)
    ]  # fmt: skip


def test_money_that_was_only_asked_for_moves_no_meter(rig):
    assert tell(rig, TransferAsked(BUY_IN)).meters.money_in == 0


def test_the_totals_of_a_session_count_a_cash_out_that_arrives_after_the_player_left(rig):
    (totals,) = tell(rig, *DAY).sessions.closed
    assert (totals.bought_in, totals.cashed_out) == (20000, 15000)
    assert (totals.wagered, totals.won, totals.hands) == (500, 900, 1)
    assert totals.closed_ms >= totals.opened_ms


def test_a_service_test_moves_no_meter(rig):
    """REQ-R27."""
    folds = tell(rig, ServiceTestEntered("tom"), *DAY, ServiceTestLeft("tom"), PoweredUp())
    assert (folds.meters.hands, folds.meters.money_in, folds.meters.power_ups) == (0, 0, 1)
    assert folds.recall.spans == []


def test_every_fault_has_one_end_and_a_duration(rig):
    """REQ-R25."""
    log = tell(rig, *DAY, FaultCleared("READER_3"), FaultOpened("DOOR", "open")).faults
    assert [(span.name, span.cleared_ms >= span.opened_ms) for span in log.past] == [
        ("READER_3", True)
    ]
    assert list(log.open) == ["DOOR"]


def test_a_thousand_hands_are_recalled_and_the_next_pushes_out_the_first(rig):
    """REQ-R20."""
    opened = rig.open()
    journal, folds = opened.journal, Folds()
    journal.segment_bytes = 20_000
    for number in range(1, 1002):
        start, end = a_hand(number)
        played = [to_record(start), Record("table.acted", b"%d" % number), to_record(end)]
        fold(folds, journal.append(played))
    assert len(folds.recall.spans) == 1000
    for number in (2, 500, 1001):
        entries = list(recall_hand(journal, folds.recall, number))
        assert [entry.kind for entry in entries] == ["HandStarted", "table.acted", "HandEnded"]
        assert entries[1].body == b"%d" % number
    with pytest.raises(Refused, match="not among the last 1,000"):
        recall_hand(journal, folds.recall, 1)


def test_a_hand_is_recalled_when_one_copy_is_lost(rig):
    opened = rig.open()
    folds = Folds()
    fold(folds, opened.journal.append([to_record(each) for each in a_hand(1)]))
    rig.a.overwrite(rig.segments()[0], b"")
    assert len(list(recall_hand(opened.journal, folds.recall, 1))) == 2


def test_a_hand_in_play_is_recalled_up_to_now(rig):
    opened = rig.open()
    folds = Folds()
    fold(folds, opened.journal.append([to_record(HandStarted(7)), Record("table.bet", b"5")]))
    assert [e.kind for e in recall_hand(opened.journal, folds.recall, 7)] == [
        "HandStarted",
        "table.bet",
    ]


@given(st.lists(st.sampled_from(DAY), min_size=1, max_size=40), st.data())
def test_folds_from_a_snapshot_equal_folds_from_the_first_record(day, data):
    rig = Rig()
    journal, live = rig.open().journal, Folds()
    cut = data.draw(st.integers(0, len(day)))
    for number, told in enumerate(day):
        fold(live, journal.append([to_record(told)]))
        if number == cut:
            journal.snapshot(all_folds.to_bytes(live))
    opened = rig.open()
    woken = all_folds.from_bytes(opened.state) if opened.state else Folds()
    fold(woken, opened.entries)
    afresh = Folds()
    fold(afresh, opened.journal.read(1, opened.journal.head.seq))
    assert woken == live == afresh


def test_a_listener_that_was_away_hears_everything_once_and_in_order(rig):
    """REQ-R26: the number of the last record it acknowledged is all it must remember."""
    journal = rig.open().journal
    heard = []
    for number in range(1, 60):
        journal.append([to_record(FaultOpened(str(number), ""))])
        if number % 17 == 0 or number == 59:
            after = heard[-1].seq if heard else 0
            heard += journal.read(after + 1, journal.head.seq)
    assert [entry.seq for entry in heard] == list(range(1, 61))
    assert [from_entry(e).name for e in heard[1:]] == [str(n) for n in range(1, 60)]
