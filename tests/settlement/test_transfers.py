"""Each transfer ends up on both sides once, or on neither, and the player is told the truth."""

import pytest

from firmware.errors import Fault, Refused
from firmware.journal.records import (
    HandPaid,
    Transfer,
    TransferAsked,
    TransferCancelled,
    TransferPosted,
    TransferRefused,
)
from firmware.settlement import transfers
from firmware.settlement.transfers import MOVES, Outbox, Parcel
from lab.simulation.day_script import Act, Buy, Leave
from tests.settlement.conftest import SITTING, new_day, run_without_bank

IN = Transfer("t1", "buy_in", "patron:1", "table:T1", 200_00, 3, "s1")
OUT = Transfer("t2", "cash_out", "table:T1", "patron:1", 200_00, 3, "s1")


def outbox(*told) -> Outbox:
    box = Outbox()
    for each in told:
        transfers.evolve(box, each)
    return box


def test_every_life_can_end():
    """Walk the table: from each life some way leads to done."""
    lives = {life for life, _ in MOVES} | set(MOVES.values())
    for life in lives - {"done"}:
        reach = {life}
        for _ in lives:
            reach |= {to for (at, _), to in MOVES.items() if at in reach}
        assert "done" in reach, life


def test_a_record_out_of_turn_is_our_own_mistake():
    for told in (TransferPosted(IN), TransferCancelled("t1", "me"), HandPaid(IN, "ann")):
        with pytest.raises(KeyError):
            outbox(told)


@pytest.mark.parametrize(
    ("transfer", "life", "words"),
    [
        (OUT, "asked", "Your $200 is on its way to your card."),
        (OUT, "owed", "Your $200 could not reach your card. It is safe; the cage pays it."),
        (IN, "asked", "Your $200 is on its way to the table."),
        (IN, "cancelling", "Calling your $200 back to your card."),
    ],
)
def test_the_player_is_told_the_truth(transfer, life, words):
    assert transfers.words(Parcel(transfer, life)) == words


def test_a_refused_cash_out_is_owed_until_a_person_acts():
    """REQ-R40."""
    box = outbox(TransferAsked(OUT), TransferRefused(OUT, "no such account"))
    assert box.parcels["t2"].life == "owed"
    assert transfers.to_carry(box) == []
    box = outbox(TransferAsked(OUT), TransferRefused(OUT, "x"), HandPaid(OUT, "ann"))
    assert box.parcels == {}


def test_a_pool_is_back_before_anything_is_paid_out_of_it():
    """REQ-R43: sent together, a payment could come first, find the table's account empty and be
    refused for good."""
    back = Transfer("t0", "jackpot_out", "jackpot:bad-beat", "table:T1", 200_00)
    box = outbox(TransferAsked(IN), TransferAsked(back), TransferAsked(OUT))
    assert [parcel.transfer for parcel in transfers.to_carry(box)] == [IN, back]
    transfers.evolve(box, TransferPosted(back))
    assert [parcel.transfer for parcel in transfers.to_carry(box)] == [IN, OUT]


def test_what_was_asked_later_does_not_wait_for_a_prize_that_waits_for_people():
    back = Transfer("t0", "jackpot_out", "jackpot:bad-beat", "table:T1", 200_00)
    box = outbox(TransferAsked(back), TransferAsked(OUT))
    assert [parcel.transfer for parcel in transfers.to_carry(box)] == [back]
    assert [parcel.transfer for parcel in transfers.to_carry(box, ["t0"])] == [OUT]


def test_a_pool_is_fetched_when_all_that_was_sent_to_it_is_there():
    """REQ-R43: while the bank was away a drop was swept and the pool was won. Sent together, the
    fetch could come first and find the pool too small."""
    sent = Transfer("s1", "jackpot_in", "table:T1", "jackpot:bad-beat", 200_00)
    back = Transfer("s2", "jackpot_out", "jackpot:bad-beat", "table:T1", 200_00)
    box = outbox(TransferAsked(sent), TransferAsked(IN), TransferAsked(back), TransferAsked(OUT))
    assert [parcel.transfer for parcel in transfers.to_carry(box)] == [sent, IN]
    transfers.evolve(box, TransferPosted(sent))
    assert [parcel.transfer for parcel in transfers.to_carry(box)] == [IN, back]


def test_only_a_buy_in_on_its_way_is_called_back():
    box = outbox(TransferAsked(IN), TransferAsked(OUT))
    assert transfers.cancel(box, "t1", "seat 3") == TransferCancelled("t1", "seat 3")
    for id_ in ("t2", "t9"):
        with pytest.raises(Refused, match="nothing on its way"):
            transfers.cancel(box, id_, "seat 3")


def test_a_bank_that_is_away_does_not_stop_the_hand(house):
    day = new_day(house, [*SITTING, Act("call")])
    day.run()
    more = [Buy(1, 100_00), Leave(2), *[Act("call")] * 7]
    day.wire.away, day.script = True, [*day.script, *more]
    day.run()
    assert day.table.this_hand.number == 1
    assert day.table.live is None, "the hand was played to its end"
    told = {transfers.words(parcel) for parcel in day.custody.outbox.parcels.values()}
    assert "Your $100 is on its way to the table." in told
    assert any(words.endswith("is on its way to your card.") for words in told)

    day.wire.away = False
    day.pump()
    assert day.custody.outbox.parcels == {}
    day.audit()


def test_a_bank_that_is_away_is_a_named_fault(house):
    day = new_day(house)
    day.wire.away = True
    with pytest.raises(Fault) as away:
        transfers.carry(day.wire, Parcel(IN, "asked"))
    assert away.value.name == "BANK_AWAY"


@pytest.mark.parametrize("reached", ["nothing", "hold", "post"])
def test_a_cancel_is_in_time_or_too_late_but_never_both(house, reached):
    """However far the buy-in got before the player changed their mind."""
    day = new_day(house, SITTING[:3])
    run_without_bank(day)
    (parcel,) = day.custody.outbox.parcels.values()
    if reached != "nothing":
        day.bank.hold(transfers.order_of(parcel.transfer))
    if reached == "post":
        day.bank.post(parcel.transfer.id)
    day.commit([transfers.cancel(day.custody.outbox, parcel.transfer.id, "seat 1")])
    day.wire.away = False
    day.pump()
    seat = day.table.seats[1]
    stack = seat.chips.stack
    assert (seat.life, stack) == (("playing", 60_00) if reached == "post" else ("choosing", 0))
    assert day.bank.balance("patron:100001").available == 1000_00 - stack
    day.audit()
