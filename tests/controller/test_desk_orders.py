"""An order of the floor: who, once, by two where it takes two; and the journal knows all of it."""

import pytest

from firmware.bank.identity import Identity
from firmware.bank.staff_sessions import SESSION_MS
from firmware.bank.store import bank_away
from firmware.journal import records as r
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from lab.simulation.company import company, play
from lab.simulation.demo_cage import PIN
from lab.simulation.demo_people import STAFF_PIN, at_work, staff_track
from lab.simulation.view_bots import calls
from tests.controller.floor import Floor
from tests.controller.test_controller import middle


@pytest.fixture
def whole(make_whole):
    made = make_whole()
    made.power_on()
    return made


@pytest.fixture
def floor(whole):
    return Floor(whole)


@pytest.fixture
def in_hand(whole):
    """Three people, in the middle of hand 2; then the floor comes."""
    assert play(whole, company(whole, calls)[:3], middle(whole, 3, 2))
    return Floor(whole)


def told(whole, kind):
    entries = whole.controller.journal.read(1, whole.controller.journal.head.seq)
    return [each for each in map(r.from_entry, entries) if isinstance(each, kind)]


def chips(whole) -> dict[int, int]:
    return {seat.number: seat.chips.stack for seat in whole.controller.table.seats if seat.seated}


def test_an_order_is_done_and_journalled_with_name_role_reason_and_answer(whole, in_hand):
    answer = in_hand("flo", o.Pause, reason="spill")
    assert isinstance(answer, o.Done)
    assert whole.controller.table.paused
    (said,) = told(whole, r.OrderAnswered)
    assert (said.by, said.role, said.reason, said.done) == ("flo", "floor", "spill", True)
    assert said.words == answer.words
    assert in_hand.token("flo") not in said.order, "a session is nobody else's business"
    assert [(stop.by, stop.reason) for stop in in_hand.view.stops] == [("flo", "spill")]


def test_what_it_does_is_said_before_it_is_confirmed(whole, in_hand):
    answer = in_hand("flo", o.CashIn, seat=1, sure=False)
    words = "Seat 1 is cashed in and leaves, after this hand."
    assert answer == o.Would(answer.id, words, False)
    assert not whole.controller.table.seats[1].leave
    assert told(whole, r.OrderAnswered) == [], "a question is no order"


def test_sent_twice_it_happens_once(whole, in_hand):
    order = in_hand.make("flo", o.ExtendClock, seat=whole.controller.table.clock.seat, seconds=30)
    until = whole.controller.table.clock.until
    first = in_hand.send(order)
    assert in_hand.send(order) == first
    assert whole.controller.table.clock.until == until + 30_000


def test_through_a_power_cut_it_happens_once_and_has_its_answer(whole, in_hand):
    order = in_hand.make("flo", o.Pause)
    first = in_hand.send(order)
    whole.power_off()
    whole.power_on()
    back = Floor(whole)
    assert back.send(order) == first
    assert len(told(whole, r.OrderAnswered)) == 1


def test_another_order_under_a_number_that_was_used_is_refused(whole, in_hand):
    used = in_hand.make("flo", o.Pause, id="form-7")
    in_hand.send(used)
    answer = in_hand("flo", o.CashIn, seat=1, id="form-7")
    assert isinstance(answer, o.No)
    assert "Another order has this number" in answer.words


def test_a_refusal_is_journalled_with_its_rule(whole, in_hand):
    answer = in_hand("flo", o.Approve, seat=1)
    assert answer == o.No(answer.id, "Seat 1: a player sits there.", "seat state")
    (said,) = told(whole, r.OrderAnswered)
    assert (said.done, said.words, said.rule) == (False, answer.words, "seat state")


def test_a_reason_is_asked_for_where_the_rule_wants_one(in_hand):
    assert "Say why" in in_hand("flo", o.CashIn, seat=1, reason=" ").words


def test_no_patrons_name_is_kept_with_an_order(whole, in_hand):
    held = {"account": "patron:100009", "name": "Sandra Keller"}
    assert isinstance(in_hand("flo", o.Reserve, seat=9, **held), o.Done)
    assert isinstance(in_hand("flo", o.JoinList, account="patron:100010", name="Miguel"), o.Done)
    names = {seat.person.name for seat in whole.controller.table.seats if seat.seated}
    in_hand("flo", o.CashIn, seat=1)
    kept = str(told(whole, r.OrderAnswered))
    assert not [name for name in ("Sandra", "Miguel", *names) if name in kept]


# Two people


def test_a_void_takes_two_people_and_gives_everything_back(whole, in_hand):
    ctl = whole.controller
    before, hand = chips(whole), ctl.table.this_hand.number
    left = ctl.table.clock.until - ctl.now
    asked = in_hand.make("flo", o.VoidHand, hand=hand, reason="station fault")
    waits = in_hand.send(asked)
    assert isinstance(waits, o.WantsSecond)
    assert set(waits.roles) == {"cage supervisor", "floor manager"}
    assert ctl.table.live is not None, "nothing is done yet"
    assert ctl.table.paused, "and nobody plays on"
    assert in_hand.view.asked[0].by == "flo"
    done = in_hand("mia", o.Confirm, order=asked.id)
    assert isinstance(done, o.Done)
    assert ctl.table.live is None
    assert chips(whole) == before
    assert not ctl.table.paused
    voided = told(whole, r.HandVoided)
    assert [(one.hand, one.by, one.reason) for one in voided] == [
        (hand, "flo and mia", "station fault")
    ]
    assert in_hand.send(asked) == o.Done(asked.id, waits.words), "who asked is answered, too"
    assert left > 0


@pytest.mark.parametrize(
    ("second", "words"),
    [("flo", "You are the first name"), ("ann", "may not confirm"), ("aud", "may not confirm")],
)
def test_the_second_is_another_person_who_may(whole, in_hand, second, words):
    hand = whole.controller.table.this_hand.number
    asked = in_hand.make("flo", o.VoidHand, hand=hand)
    in_hand.send(asked)
    answer = in_hand(second, o.Confirm, order=asked.id)
    assert isinstance(answer, o.No)
    assert words in answer.words
    assert whole.controller.table.live is not None
    assert asked.id in whole.controller.folds.orders.waiting, "it waits on"


def test_the_same_person_at_another_desk_is_the_same_person(whole, in_hand):
    asked = in_hand.make("mia", o.VoidHand, hand=whole.controller.table.this_hand.number)
    in_hand.send(asked)
    phone = at_work(whole.bank, "mia").token
    confirm = in_hand.make("", o.Confirm, order=asked.id)
    answer = in_hand.send(in_hand.slipped(confirm, phone))
    assert "You are the first name" in answer.words


def test_after_two_minutes_nothing_happens_and_play_goes_on_where_it_was(whole, in_hand):
    ctl = whole.controller
    left = ctl.table.clock.until - ctl.now
    asked = in_hand.make("flo", o.VoidHand, hand=ctl.table.this_hand.number)
    waits = in_hand.send(asked)
    whole.now = waits.until_at - 1
    whole.settle()
    assert ctl.table.paused
    whole.now += 1
    whole.settle()
    assert ctl.table.live is not None
    assert not ctl.table.paused
    assert ctl.table.clock.until - ctl.now == left, "no player lost time"
    assert "Nobody confirmed it in time" in in_hand("mia", o.Confirm, order=asked.id).words


def test_who_asked_may_take_it_back(whole, in_hand):
    asked = in_hand.make("flo", o.VoidHand, hand=whole.controller.table.this_hand.number)
    in_hand.send(asked)
    assert isinstance(in_hand("flo", o.TakeBack, order=asked.id), o.Done)
    assert not whole.controller.table.paused
    assert isinstance(in_hand.send(asked), o.No)


def test_what_waits_for_a_second_waits_on_after_a_power_cut(whole, in_hand):
    asked = in_hand.make("flo", o.VoidHand, hand=whole.controller.table.this_hand.number)
    in_hand.send(asked)
    whole.power_off()
    whole.power_on()
    back = Floor(whole)
    assert whole.controller.table.paused
    assert isinstance(back("mia", o.Confirm, order=asked.id), o.Done)
    assert whole.controller.table.live is None
    assert not whole.controller.table.paused


def test_a_hand_that_is_over_is_not_voided(whole, in_hand):
    assert "is over" in in_hand("flo", o.VoidHand, hand=1).words


def test_two_managers_at_once_the_second_hears_of_the_first(whole, in_hand):
    hand = whole.controller.table.this_hand.number
    in_hand("flo", o.VoidHand, hand=hand)
    assert "flo has asked for that" in in_hand("mia", o.VoidHand, hand=hand).words


def test_two_managers_confirm_at_once_and_it_happens_once(whole, in_hand):
    """At two desks, in one moment: the second reads what became of it."""
    other, before = Floor(whole), chips(whole)
    asked = in_hand.make("flo", o.VoidHand, hand=whole.controller.table.this_hand.number)
    in_hand.send(asked)
    for floor, name in ((in_hand, "mia"), (other, "sue")):
        confirm = floor.make(name, o.Confirm, order=asked.id)
        whole.controller.order(floor.desk, floor.desk.sent(confirm))
    whole.settle()
    assert isinstance(in_hand.desk.answers[-1], o.Done)
    late = other.desk.answers[-1]
    assert isinstance(late, o.No)
    assert "It has its answer" in late.words
    assert [one.by for one in told(whole, r.HandVoided)] == ["flo and mia"]
    assert chips(whole) == before


@pytest.mark.parametrize("first", [o.Confirm, o.TakeBack])
def test_two_managers_at_once_pull_in_opposite_ways(whole, in_hand, first):
    """One confirms while the other takes it back: what came first is done, the other hears it."""
    other, second = Floor(whole), o.TakeBack if first is o.Confirm else o.Confirm
    asked = in_hand.make("flo", o.VoidHand, hand=whole.controller.table.this_hand.number)
    in_hand.send(asked)
    for floor, name, kind in ((in_hand, "mia", first), (other, "sue", second)):
        order = floor.make(name, kind, order=asked.id)
        whole.controller.order(floor.desk, floor.desk.sent(order))
    whole.settle()
    assert [type(floor.desk.answers[-1]) for floor in (in_hand, other)] == [o.Done, o.No]
    assert len(told(whole, r.HandVoided)) == (first is o.Confirm)
    assert not whole.controller.table.paused


def test_to_close_at_once_voids_the_hand_and_takes_two(whole, in_hand):
    before = sum(chips(whole).values())
    asked = in_hand.make("flo", o.CloseTable, now=True)
    assert isinstance(in_hand.send(asked), o.WantsSecond)
    in_hand("sue", o.Confirm, order=asked.id)
    whole.settle()
    assert whole.controller.table.phase == "closed"
    posted = [one.transfer for one in told(whole, r.TransferPosted)]
    assert sum(one.amount for one in posted if one.kind == "cash_out") == before


# Who


def test_nobody_orders_without_a_session(whole, in_hand):
    made_up = in_hand.slipped(in_hand.make("", o.Pause), "made up")
    assert in_hand.send(made_up).words == "Please sign on first."
    assert not whole.controller.table.paused
    (said,) = told(whole, r.OrderAnswered)
    assert (said.by, said.done) == ("", False), "and it is written down"


def test_a_dismissed_person_orders_nothing_any_more(whole, in_hand):
    order = in_hand.make("flo", o.Pause)
    at_work(whole.bank, "mia").dismiss("flo", "gone")
    assert "signed off" in in_hand.send(order).words
    assert not whole.controller.table.paused


def test_a_session_that_ran_out_orders_nothing(whole, in_hand):
    token = Identity(whole.bank).sign_on(staff_track(whole.bank, "flo"), STAFF_PIN, "floor").token
    whole.now += SESSION_MS
    order = in_hand.slipped(in_hand.make("", o.Pause), token)
    assert "run out" in in_hand.send(order).words
    assert not whole.controller.table.paused


def test_the_same_order_by_two_desks_at_once_happens_once(whole, in_hand):
    other = Floor(whole)
    order = in_hand.make("flo", o.Pause)
    for floor in (in_hand, other):
        whole.controller.order(floor.desk, order)
    whole.settle()
    assert len(told(whole, r.OrderAnswered)) == 1
    assert other.send(order) == in_hand.send(order)


@pytest.mark.parametrize("person", ["ann", "aud", "rex"])
def test_a_role_orders_what_its_row_says(in_hand, person):
    assert "may not pause a table" in in_hand(person, o.Pause).words


def test_who_signs_on_again_may_send_the_same_order(whole, in_hand):
    order = in_hand.make("flo", o.Pause, token="run out")
    assert isinstance(in_hand.send(order), o.No)
    again = in_hand.make("flo", o.Pause, id=order.id)
    assert isinstance(in_hand.send(again), o.Done)


def test_an_order_for_another_table_is_refused_by_name(whole, in_hand):
    answer = in_hand("flo", o.Pause, table="7")
    assert answer.words == "This is table 1; that order was for table 7."


def test_while_the_bank_is_away_nothing_is_done_and_it_may_be_sent_again(
    whole, in_hand, monkeypatch
):
    def away(work):
        raise bank_away("no route")

    order = in_hand.make("flo", o.Pause)
    with monkeypatch.context() as patch:
        patch.setattr(whole.bank.store, "transact", away)
        assert "the bank does not answer" in in_hand.send(order).words
    assert isinstance(in_hand.send(order), o.Done)


# A desk is there


def test_with_a_desk_the_floor_approves_and_opens(make_whole):
    whole = make_whole(approval=True)
    whole.power_on()
    floor = Floor(whole)
    whole.controller.swipe(2, whole.tracks[1])
    whole.settle()
    whole.touch(2, g.EnterPin(PIN))
    whole.settle()
    assert floor.view.seats[1].stage == "approve"
    assert isinstance(floor("flo", o.Approve, seat=2), o.Done)
    assert floor.view.seats[1].stage == "buy-in"


def test_a_desk_that_is_gone_for_long_leaves_the_table_to_itself(whole, floor):
    ctl = whole.controller
    assert ctl.floor
    ctl.detach_desk(floor.desk)
    whole.settle()
    assert ctl.floor, "it may come back"
    whole.now += 10_000
    assert not ctl.floor


def test_a_call_is_answered_and_the_glass_says_so(whole, in_hand):
    whole.touch(2, g.CallFloor())
    whole.settle()
    assert in_hand.view.seats[1].called_at
    in_hand("flo", o.AnswerCall, seat=2)
    assert in_hand.view.seats[1].answered == "flo"
    assert g.view(whole.links[2].pop()).said == "The floor is on the way."
    in_hand("flo", o.AnswerCall, seat=2, done=True)
    assert in_hand.view.seats[1].called_at == 0


def test_a_dispute_is_opened_about_a_hand_and_settled_with_a_note(whole, in_hand):
    in_hand("flo", o.OpenDispute, hand=1, seat=2, about="time", note="says he touched Call")
    (dispute,) = in_hand.view.disputes
    assert (dispute.number, dispute.hand, dispute.seat) == (1, 1, 2)
    assert "not among" in in_hand("flo", o.OpenDispute, hand=99, about="time", note="").words
    settled = {"decision": "hand stands", "note": "replay shown"}
    in_hand("mia", o.SettleDispute, number=1, **settled)
    assert in_hand.view.disputes == ()
    assert [one.decision for one in told(whole, r.DisputeSettled)] == ["hand stands"]


def test_the_days_numbers_are_counted_by_the_hour(whole, in_hand):
    assert sum(hour.hands for hour in in_hand.view.hours) == 1
    assert in_hand.view.hands == (1, 1), "the second is being played"


# Hands again


def shown(floor, hand: int) -> list[o.Step | o.No]:
    floor.desk.answers.clear()
    floor.whole.controller.show_hand(floor.desk, floor.desk.sent(o.ShowHand("look", hand)))
    floor.whole.settle()
    return floor.desk.answers


def test_a_past_hand_is_shown_again_as_everyone_saw_it(whole, in_hand):
    steps = shown(in_hand, 1)
    assert [step.number for step in steps] == [*range(1, len(steps) + 1)]
    assert steps[0].words.startswith("Hand 1 begins, button at seat ")
    words = [step.words for step in steps]
    assert any(one.startswith("Flop ") for one in words)
    assert "wins" in words[-1]
    assert [len(step.public.board) for step in steps] == sorted(
        len(step.public.board) for step in steps
    )
    assert steps[-1].public.result is not None


def test_a_hand_that_is_not_on_the_tape_is_refused_in_words(in_hand):
    (answer,) = shown(in_hand, 99)
    assert isinstance(answer, o.No)
    assert "not on the table's tape" in answer.words


# What the glass says


def test_the_glass_says_what_the_floor_did(whole, in_hand):
    table = whole.controller.table
    actor = table.clock.seat
    in_hand("flo", o.ExtendClock, seat=actor, seconds=30)
    assert g.view(whole.links[actor].pop()).said == "The floor gave you more time."
    in_hand("flo", o.MovePlayer, seat=actor, to=9)
    assert "to seat 9 after this hand" in g.view(whole.links[actor].pop()).said


def test_who_is_turned_away_reads_why_to_go(make_whole):
    whole = make_whole(approval=True)
    whole.power_on()
    floor = Floor(whole)
    whole.controller.swipe(2, whole.tracks[1])
    whole.settle()
    whole.touch(2, g.EnterPin(PIN))
    whole.settle()
    floor("flo", o.TurnAway, seat=2)
    assert g.view(whole.links[2].pop()).refused == "Please see the floor."
