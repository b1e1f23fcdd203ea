"""The table's events as records: nothing said twice, nothing unsaid, no card in the clear."""

from msgspec import json

from firmware import keeper
from firmware.bank.counter import Counter
from firmware.journal.frame import Entry
from firmware.journal.records import HandPaid, Transfer, TransferPosted, TransferRefused
from firmware.table import commands as c
from firmware.table.engine import decide
from firmware.table.jackpot import Claim
from firmware.table.state import Hit, balance
from lab.table_day import LONG_DAY, TABLE, Act, Day
from tests.border.conftest import SITTING, check_evening, new_day


def entries(day: Day) -> list[Entry]:
    return list(day.journal.read(1, day.journal.head.seq))


def test_no_hole_card_stands_in_the_journal_in_the_clear(house):
    """R10: what a player was dealt is readable only when it was shown."""
    day = new_day(house, LONG_DAY)
    day.run()
    open_kinds, sealed = set(), 0
    for entry in entries(day):
        if entry.kind == "table.InHand" and not entry.sealed:
            open_kinds |= {one["type"] for one in json.decode(entry.body)["events"]}
        sealed += entry.kind == "table.InHand" and entry.sealed
    assert sealed > 10
    assert {"Posted", "Called", "Raised", "Won"} <= open_kinds
    assert not open_kinds & {"Dealt", "Drew", "Rolled", "CardsGiven"}


def test_the_book_is_told_again_by_its_records_alone(house):
    day = new_day(house, LONG_DAY)
    day.run()
    check_evening(day)
    again = keeper.new_book(TABLE, 1_781_118_000_000)
    for entry in entries(day):
        keeper.hear(again, entry, day.journal.unseal(entry))
    assert keeper.to_bytes(again) == keeper.to_bytes(day.desk.book)


def test_what_players_put_in_is_what_came_out(house):
    """R41: wagered = won + fees + drops, hand by hand and in the meters."""
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
    """R40: the chips have left the seat and reached no card; the table still counts them."""
    day = new_day(house, SITTING[:3])
    day.run()
    book = day.desk.book
    keeper.tell(book, decide(book.table, c.Leave(day.now_ms, 1)))
    (parcel,) = book.outbox.parcels.values()
    refused = TransferRefused(parcel.transfer, "closed account")
    keeper.tell(book, keeper.answered(book, refused, day.now_ms))
    assert book.outbox.parcels[parcel.transfer.id].life == "owed"
    assert (list(book.table.flying), balance(book.table)) == ([parcel.transfer.id], (6000, 6000))

    keeper.tell(book, keeper.answered(book, HandPaid(parcel.transfer, "ann"), day.now_ms))
    assert (book.outbox.parcels, book.table.flying, balance(book.table)) == ({}, {}, (0, 0))


def test_a_jackpot_comes_back_from_the_bank_before_it_is_paid(house):
    """R43: the pool was swept to its own account; the players' money is fetched, then paid."""
    day = new_day(house, SITTING[:3])
    day.run()
    book, now = day.desk.book, day.now_ms
    book.table.seats[1].stack -= 9_00  # as if nine hands had dropped a dollar each
    book.table.books.bad_beat = 9_00
    (asked,) = keeper.sweep(book)
    keeper.tell(book, [asked])
    keeper.tell(book, keeper.answered(book, TransferPosted(asked.transfer), now))
    assert keeper.sweep(book) == [], "swept once"

    claim = Claim(1, "patron:100001", 9_00, "beaten hand")
    book.table.hits.append(Hit(1, 9, (claim,)))
    keeper.tell(book, decide(book.table, c.ConfirmJackpot(now, "mia", "seen", 1)))
    first, second = (parcel.transfer for parcel in book.outbox.parcels.values())
    assert first == Transfer("T1-sweep-2", "jackpot_out", "jackpot:bad-beat", "table:T1", 9_00)
    assert (second.kind, second.credit, second.amount) == ("cash_out", "patron:100001", 9_00)


def test_a_session_ends_at_the_bank_even_if_the_player_never_bought_in(house):
    day = new_day(house, SITTING[:2])
    day.run()
    day.commit(decide(day.table, c.CancelEntry(day.now_ms, 1)))
    assert day.desk.book.leaving == ["T1-s1"]
    day.pump()
    assert day.desk.book.leaving == []
    day.bank.sign_on(day.tracks[0], "2468", "elsewhere", "table:T1", 2)


def test_own_time_is_kept_at_the_seat_and_never_in_the_middle_of_a_hand(house):
    day = new_day(house, [*SITTING, Act("call")])
    Counter(day.bank).set_time_limit("100001", 60, "ann")
    day.run()
    day.now_ms += 60 * 60_000
    assert keeper.time_is_up(day.desk.book, day.now_ms - 60_000) == []
    (home,) = keeper.time_is_up(day.desk.book, day.now_ms)
    assert home.seat == 1
    day.commit(decide(day.table, home))
    assert day.table.in_hand(1), "the hand is played out first"
    assert keeper.time_is_up(day.desk.book, day.now_ms) == [], "asked once"

    day.script = [*day.script, *[Act("call")] * 8]
    day.run()
    assert day.table.seats[1].life == "empty"
    assert day.bank.balance("patron:100001").held == 0
    assert "T1-s1" not in day.desk.book.leaving


def test_a_moved_player_keeps_the_session(house):
    day = new_day(house, SITTING[:3])
    day.run()
    day.commit(decide(day.table, c.MovePlayer(day.now_ms, "mia", "a draught", 1, 4)))
    assert day.desk.book.sittings[4].session == "T1-s1"
    day.commit(decide(day.table, c.Leave(day.now_ms, 4)))
    day.pump()
    assert day.bank.balance("patron:100001").balance == 1000_00
