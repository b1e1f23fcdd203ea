"""The table's events as records: nothing said twice, nothing unsaid, no card in the clear."""

from collections.abc import Sequence

import pytest
from msgspec import json, msgpack
from msgspec.structs import replace

from firmware.controller import custody
from firmware.controller.records import (
    Happened,
    TableState,
    bank_answered,
    evolve,
    following,
    from_entry,
    new_state,
    to_record,
)
from firmware.journal.frame import Entry
from firmware.journal.meters import Meters, count
from firmware.journal.records import (
    FeesTaken,
    HandEnded,
    HandPaid,
    PlayUntil,
    Told,
    Transfer,
    TransferAsked,
    TransferPosted,
    TransferRefused,
)
from firmware.journal.records import from_entry as told_of
from firmware.settlement.transfers import to_carry
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.engine import decide
from firmware.table.jackpot import Claim, Jackpot
from firmware.table.state import BadBeat, balance, encode
from lab.simulation.bare_table import BareTable, config, no_limit
from lab.simulation.day_script import LONG_DAY, Act
from lab.simulation.demo_people import at_work
from lab.simulation.evening import Evening
from lab.simulation.power_cut_day import TABLE, Day
from tests.settlement.conftest import SITTING, check_evening, new_day
from tests.table import test_banked as banked
from tests.table import test_tournament as tournament


def happen(state: TableState, happened: Sequence[Happened]) -> list[Happened]:
    before = msgpack.encode(state)
    batch = following(state, happened)
    assert msgpack.encode(state) == before, "what follows is found without moving anything"
    for each in batch:
        evolve(state, each)
    return batch


def answer(state: TableState, said, now: int) -> None:
    happen(state, [said, *decide(state.table, bank_answered(state.custody, said, now))])


def entries(day: Day) -> list[Entry]:
    return list(day.journal.read(1, day.journal.head.seq))


def test_no_hole_card_stands_in_the_journal_in_the_clear(house):
    """REQ-R10: what a player was dealt is readable only when it was shown."""
    day = new_day(house, LONG_DAY)
    day.run()
    open_kinds, sealed = set(), 0
    for entry in entries(day):
        if entry.kind == "table.InHand" and not entry.sealed:
            open_kinds |= {one["type"] for one in json.decode(entry.body)["events"]}
        sealed += entry.kind == "table.InHand" and entry.sealed
    assert sealed > 10
    assert {"Posted", "Called", "Raised", "Won"} <= open_kinds
    assert not open_kinds & {"Dealt", "Drew", "Rolled", "CardsDealt"}


def test_the_state_is_told_again_by_its_records_alone(house):
    day = new_day(house, LONG_DAY)
    day.run()
    check_evening(day)
    again = new_state(TABLE, 1_781_118_000_000)
    for entry in entries(day):
        if (each := from_entry(entry, day.journal.unseal(entry))) is not None:
            evolve(again, each)
    assert msgpack.encode(again) == msgpack.encode(day.standing.state)


def test_what_players_put_in_is_what_came_out(house):
    """REQ-R41: wagered = won + fees + drops, hand by hand and in the meters."""
    day = new_day(house, LONG_DAY)
    day.run()
    for entry in entries(day):
        if entry.kind == "HandEnded":
            ended = json.decode(entry.body)
            paid = sum(result["wagered"] - result["won"] for result in ended["results"])
            assert paid == ended["fees"] + ended["jackpot"]
    totals = day.folds.sessions.closed
    assert len(totals) == 4
    assert all(one.won - one.wagered == one.cashed_out - one.bought_in for one in totals)


def test_a_cash_out_that_the_bank_refuses_stays_owed_until_it_is_paid_by_hand(house):
    """REQ-R40: the chips have left the seat and reached no card; the table still counts them."""
    day = new_day(house, SITTING[:3])
    day.run()
    state = day.standing.state
    table, outbox = state.table, state.custody.outbox
    happen(state, decide(table, c.Leave(day.now_ms, 1)))
    (parcel,) = outbox.parcels.values()
    answer(state, TransferRefused(parcel.transfer, "closed account"), day.now_ms)
    assert outbox.parcels[parcel.transfer.id].life == "owed"
    assert (list(table.transit.flying), balance(table)) == ([parcel.transfer.id], (6000, 6000))

    answer(state, HandPaid(parcel.transfer, "ann"), day.now_ms)
    assert (outbox.parcels, table.transit.flying, balance(table)) == ({}, {}, (0, 0))


def test_a_jackpot_comes_back_from_the_bank_before_it_is_paid(house):
    """REQ-R43: the pool was swept to its own account; the players' money is fetched, then paid."""
    day = new_day(house, SITTING[:3])
    day.run()
    state, table, now = day.standing.state, day.table, day.now_ms
    table.seats[1].chips.stack -= 9_00  # as if nine hands had dropped a dollar each
    table.books.bad_beat = 9_00
    (asked,) = custody.sweep(state.custody, table.books)
    happen(state, [asked])
    answer(state, TransferPosted(asked.transfer), now)
    assert custody.sweep(state.custody, table.books) == [], "swept once"

    claim = Claim(1, "patron:100001", 9_00, "beaten hand")
    table.jackpots.bad_beats.append(BadBeat(1, 9, (claim,)))
    happen(state, decide(table, c.ConfirmJackpot(now, "mia", "seen", 1)))
    first, second = (parcel.transfer for parcel in state.custody.outbox.parcels.values())
    assert first == Transfer("T1-sweep-2", "jackpot_out", "jackpot:bad-beat", "table:T1", 9_00)
    assert (second.kind, second.credit, second.amount) == ("cash_out", "patron:100001", 9_00)


def test_a_pool_that_the_bank_does_not_give_back_stops_no_table_and_is_asked_for_again(house):
    """REQ-R43: whatever the bank says, the table goes on, and its books know where each cent is."""
    day = new_day(house, SITTING[:3])
    day.run()
    state, table, now = day.standing.state, day.table, day.now_ms
    table.seats[1].chips.stack -= 9_00
    table.books.bad_beat = 9_00
    (swept,) = custody.sweep(state.custody, table.books)
    happen(state, [swept])
    answer(state, TransferPosted(swept.transfer), now)
    claim = Claim(1, "patron:100001", 4_00, "beaten hand")
    table.jackpots.bad_beats.append(BadBeat(1, 9, (claim,)))
    happen(state, decide(table, c.ConfirmJackpot(now, "mia", "seen", 1)))
    fetched, paid = (parcel.transfer for parcel in state.custody.outbox.parcels.values())

    answer(state, TransferRefused(fetched, "There is no account jackpot:bad-beat."), now)
    assert [parcel.transfer for parcel in to_carry(state.custody.outbox)] == [paid]
    (again,) = custody.sweep(state.custody, table.books)
    assert again.transfer == replace(fetched, id="T1-sweep-3")
    happen(state, [again])
    answer(state, TransferPosted(again.transfer), now)
    assert custody.sweep(state.custody, table.books) == []


def test_a_session_ends_at_the_bank_even_if_the_player_never_bought_in(house):
    day = new_day(house, SITTING[:2])
    day.run()
    day.commit(decide(day.table, c.CancelEntry(day.now_ms, 1)))
    assert day.custody.leaving == ["T1-s1"]
    day.pump()
    assert day.custody.leaving == []
    day.bank.sign_on(day.tracks[0], "2468", "elsewhere", "table:T1", 2)


def test_own_time_is_kept_at_the_seat_and_never_in_the_middle_of_a_hand(house):
    day = new_day(house, [*SITTING, Act("call")])
    at_work(day.bank, "ann").set_time_limit("100001", 60)
    day.run()
    day.now_ms += 60 * 60_000
    assert custody.must_go(day.custody, day.table, day.now_ms - 60_000, {}) == []
    (home,) = custody.must_go(day.custody, day.table, day.now_ms, {})
    assert home.seat == 1
    day.commit(decide(day.table, home))
    assert day.table.in_hand(1), "the hand is played out first"
    assert custody.must_go(day.custody, day.table, day.now_ms, {}) == [], "asked once"

    day.script = [*day.script, *[Act("call")] * 8]
    day.run()
    assert day.table.seats[1].life == "empty"
    assert day.bank.balance("patron:100001").held == 0
    assert "T1-s1" not in day.custody.leaving


def test_a_moved_player_keeps_the_session(house):
    day = new_day(house, SITTING[:3])
    day.run()
    day.commit(decide(day.table, c.MovePlayer(day.now_ms, "mia", "a draught", 1, 4)))
    assert day.custody.sittings[4].session == "T1-s1"
    day.commit(decide(day.table, c.Leave(day.now_ms, 4)))
    day.pump()
    assert day.bank.balance("patron:100001").balance == 1000_00


def test_who_trades_seats_keeps_the_session(house):
    day = new_day(house, SITTING[:-1])
    day.run()
    before = {seat: sitting.session for seat, sitting in day.custody.sittings.items()}
    assert {*before} >= {1, 2}
    day.commit([e.Traded(day.now_ms, 1, 2)])
    sittings = day.custody.sittings
    assert (sittings[2].session, sittings[1].session) == (before[1], before[2])
    day.commit(decide(day.table, c.Leave(day.now_ms, 2)))
    day.pump()
    assert day.bank.balance("patron:100001").balance == 1000_00


def test_own_time_takes_nobody_out_of_a_tournament():
    m = tournament.started(1, 2, 3)
    state = new_state(*m.start)
    for event in m.events:
        happen(state, [event])
    happen(state, [PlayUntil(state.custody.sittings[1].session, m.now)])
    assert custody.must_go(state.custody, state.table, m.now + 1, {}) == []


# Every other kind of evening, told after the fact


def retold(machine: BareTable) -> tuple[TableState, list[Told], Meters]:
    state, tolds, meters = new_state(*machine.start), [], Meters()
    for event in machine.events:
        for record in map(to_record, happen(state, [event])):
            if (told := told_of(record)) is not None:
                tolds.append(told)
                count(meters, told)
    return state, tolds, meters


def check_retold(machine: BareTable) -> None:
    """The same table, every seat's session, every fee in the meters, every hand balanced."""
    state, tolds, meters = retold(machine)
    assert encode(state.table) == encode(machine.table)
    there = {
        s.number: s.person.account
        for s in machine.table.seats
        if s.life not in ("empty", "reserved")
    }
    assert {seat: sitting.account for seat, sitting in state.custody.sittings.items()} == there
    assert meters.fees == machine.table.books.fees
    ended = [told for told in tolds if isinstance(told, HandEnded)]
    assert len(ended) == meters.hands > 3
    if machine.table.config.tournament is None:
        for hand in ended:
            paid = sum(result.wagered - result.won for result in hand.results)
            assert paid == hand.fees + hand.jackpot
    assert len({told.transfer.id for told in tolds if isinstance(told, TransferAsked)}) == sum(
        isinstance(told, TransferAsked) for told in tolds
    )


@pytest.mark.parametrize(
    "page", [config(), config("delta-downtown"), no_limit(jackpot=Jackpot()), banked.page()]
)
def test_an_evening_of_people_who_come_go_and_move(page):
    evening = Evening(page, seed=3, restless=0.3)
    evening.run(0.5, chips=50_000)
    check_retold(evening.m)


def test_a_tournament_pays_its_prizes_and_its_fee():
    m = tournament.started(1, 2, 3, 4)
    tournament.all_in_until_done(m)
    assert not m.table.sit_n_go.running
    state, tolds, _ = retold(m)
    prizes = [told.transfer for told in tolds if isinstance(told, TransferAsked)]
    out = [prize.amount for prize in prizes if prize.kind == "cash_out"]
    assert (sum(out), state.table.books.fees, state.custody.sittings) == (4 * 3_400, 4 * 600, {})
    assert sum(told.amount for told in tolds if isinstance(told, FeesTaken)) == 4 * 600
