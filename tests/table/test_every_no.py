"""Each order and wish beside its nearest No: what is refused in which words, and what is not."""

import pytest
from msgspec.structs import replace

from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.jackpot import Jackpot
from lab.simulation.bare_table import BareTable, config, no_limit
from tests.table.fuzz import SHOW
from tests.table.ruling import AJ, DELTA, free, refused

BY = ("floor", "because")


def on(house=AJ, seats=(1, 2, 3, 4), hand=False, **changes) -> BareTable:
    page = config(house, schedule="", spreads=free(house))
    m = BareTable(replace(page, **changes)).open(*seats, button=seats[0])
    return m.next_hand() if hand else m


def contest(*seats, **changes) -> BareTable:
    m = BareTable(no_limit(tournament=replace(SHOW, **changes)))
    for seat in seats:
        m.sit(seat, SHOW.entry)
    return m


def running(*seats) -> BareTable:
    m = contest(*(seats or (1, 2, 3)))
    m.order(c.StartTournament)
    return m


def listed() -> BareTable:
    m = on()
    m.ask(c.JoinList, "x", "X")
    m.ask(c.JoinList, "y", "Y", True)
    return m


def held() -> BareTable:
    m = on()
    m.order(c.Reserve, 5, "x", "X")
    return m


def wished(to=6) -> BareTable:
    m = on()
    m.ask(c.AskSeat, 2, to)
    return m


def apart(together=True) -> BareTable:
    m = on(seats=(1, 4))
    m.order(c.KeepApart, ("p1", "x"), together)
    return m


def called() -> BareTable:
    m = on()
    m.ask(c.CallFloor, 2)
    m.order(c.AnswerCall, 2)
    return m


def stopped(*by) -> BareTable:
    m = on(hand=True)
    for who in by:
        m.ask(c.Pause, who, "open")
    return m


def gone(seat=4) -> BareTable:
    m = on(hand=True)
    m.ask(c.Leave, seat)
    return m


def cut(seat=5) -> BareTable:
    m = on()
    m.ask(c.LoseLink, seat)
    return m


def over(**settings) -> BareTable:
    """A hand that everybody called to its end, or where one was left."""
    m = on(hand=True, settings=settings)
    return m.call_down()


def voted(motion) -> BareTable:
    m = on(hand=True, settings={"straddle": True})
    m.ask(c.Propose, 1, motion)
    return m


def vetoed(motion) -> BareTable:
    m = on(hand=True, settings={"straddle": True})
    m.ask(c.Propose, 1, motion, False)
    return m


NO = {
    "the list, twice": (listed, c.JoinList, ("x", "X"), "X is on the list."),
    "the list, from another table": (listed, c.JoinList, ("y", "Y"), "Y is on the list."),
    "the list, seated": (on, c.JoinList, ("p1", "P"), "P has a seat here."),
    "off the list": (on, c.LeaveList, ("x",), "That name is not on the list."),
    "held for who sits here": (on, c.Reserve, (*BY, 5, "p1", "P"), "P has a seat here."),
    "held, wished for": (
        wished, c.Reserve, (*BY, 6, "x", "X"), "Seat 2 asked for seat 6 first."),
    "a card in use": (on, c.SwipeCard, (5, "p1", "P"), "This card is in use at seat 1."),
    "another's seat": (held, c.SwipeCard, (5, "y", "Y"), "This seat is held for somebody else."),
    "a stranger before the list": (
        listed, c.SwipeCard, (5, "z", "Z"), "There is a waiting list; please see the floor."),
    "a seat wished for": (
        wished, c.SwipeCard, (6, "x", "X"), "Seat 2 asked for seat 6 first."),
    "a contest that runs": (running, c.SwipeCard, (5, "x", "X"), "The tournament has begun."),
    "a contest that is full": (
        lambda: _did(contest(1, seats=2), c.SwipeCard, 2, "y", "Y"), c.SwipeCard, (5, "x", "X"),
        "All places of this tournament are taken."),
    "not at one table": (
        apart, c.SwipeCard, (7, "x", "X"), "Please see the floor about this seat."),
    "not side by side": (
        lambda: apart(False), c.SwipeCard, (2, "x", "X"), "Please see the floor about this seat."),
    "nor round the corner": (
        lambda: apart(False), c.SwipeCard, (10, "x", "X"), "Please see the floor about this seat."),
    "opened twice": (lambda: contest(1, 2), c.OpenTable, BY,
                     "A tournament is started, not opened."),
    "a contest closed": (running, c.CloseTable, BY, "A tournament is played to its end."),
    "closed already": (lambda: BareTable(config()), c.CloseTable, BY, "The table is closed."),
    "stopped while closed": (lambda: BareTable(config()), c.Pause, BY, "The table is closed."),
    "a door again": (lambda: stopped(c.DOORS), c.Pause, (c.DOORS, "open"), "The table is stopped."),
    "a door is open": (
        lambda: stopped(c.DOORS), c.Resume, BY, "A door is open: shut it first."),
    "a second person": (
        lambda: stopped(c.SECOND), c.Resume, BY, "An order waits for its second person."),
    "under test": (
        lambda: stopped(c.SERVICE), c.Resume, BY,
        "Its devices are under test: the technician ends that."),
    "not by that": (
        lambda: stopped("floor"), c.Resume, (c.DOORS, "shut"), "It is stopped, but not by that."),
    "a break of a contest": (
        running, c.TakeBreak, (*BY, 60_000), "A tournament has breaks of its own: pause it."),
    "no call": (on, c.AnswerCall, (*BY, 2), "Seat 2 does not call."),
    "on the way": (called, c.AnswerCall, (*BY, 2), "You are on the way."),
    "not barred": (on, c.Unbar, (*BY, "x"), "That account is not barred."),
    "one apart": (on, c.KeepApart, (*BY, ("x", "x")), "Name two accounts or more."),
    "together": (apart, c.LetTogether, (*BY, ("x", "y")), "Nobody keeps these accounts apart."),
    "one together": (apart, c.LetTogether, (*BY, ("x",)), "Nobody keeps these accounts apart."),
    "no hit": (on, c.ConfirmJackpot, (*BY, 1), "There is no hit 1 to confirm."),
    "no high hand": (on, c.PayHighHand, BY, "Nobody holds a high hand, or the pool is empty."),
    "no transfer": (on, c.HandPay, (*BY, "t1-99", True), "No such transfer is on its way."),
    "no fees": (on, c.SweepFees, BY, "No fees lie on the table."),
    "no contest": (lambda: BareTable(config()), c.StartTournament, BY,
                   "This table plays no tournament."),
    "a contest of one": (lambda: contest(1), c.StartTournament, BY,
                         "A tournament takes two players."),
    "nobody agreed": (running, c.EndTournament, (*BY, True),
                      "Everybody who is left has to agree first."),
    "sits out already": (
        lambda: _did(on(hand=True), c.SitOut, 4), c.SitOut, (4,), "That is already so."),
    "plays on already": (lambda: on(hand=True), c.SitOut, (4, ""), "That is already so."),
    "sits out of a contest": (running, c.SitOut, (2,), "In a tournament everybody is dealt in."),
    "goes from a contest": (running, c.GoAway, (2,), "In a tournament everybody is dealt in."),
    "goes with cards": (lambda: on(hand=True), c.GoAway, (4,), "Finish your hand first."),
    "moves with cards": (lambda: on(hand=True), c.TakeSeat, (4, 8), "Finish your hand first."),
    "comes back from nowhere to leave": (
        lambda: _did(_did(on(), c.GoAway, 4), c.CashIn, *BY, 4), c.ComeBack, (4,),
        "This seat is being closed."),
    "leaves twice": (gone, c.Leave, (4,), "You leave at the end of the hand."),
    "is cashed in twice": (gone, c.CashIn, (*BY, 4), "This seat is being closed."),
    "leaves with chips on their way": (
        lambda: _did(on(), c.BuyIn, 4, 2_000), c.Leave, (4,),
        "One moment: your buy-in is on its way."),
    "leaves a contest": (running, c.Leave, (2,), "A tournament is played to its end."),
    "is sent from a contest": (
        running, c.CashIn, (*BY, 2),
        "In a tournament: foul the hand, or bar the account after it."),
    "his own seat": (on, c.AskSeat, (4, 4), "Choose another seat, or any."),
    "no seat": (on, c.AskSeat, (4, 11), "Choose another seat, or any."),
    "less than a seat": (on, c.AskSeat, (4, -1), "Choose another seat, or any."),
    "in the queue": (wished, c.AskSeat, (2, 6), "You are in the queue."),
    "no wish": (on, c.DropAskSeat, (2,), "You did not ask for another seat."),
    "asked first": (wished, c.TakeSeat, (4, 6), "Seat 2 asked first."),
    "asked first for any": (lambda: wished(0), c.TakeSeat, (4, 6), "Seat 2 asked first."),
    "did not ask": (on, c.GrantSeat, (*BY, 4, 6), "Seat 4 did not ask for seat 6."),
    "a seat that is taken": (on, c.MovePlayer, (*BY, 4, 1), "Seat 1 is not open."),
    "a seat that is none": (on, c.MovePlayer, (*BY, 4, 11), "Seat 11 is not open."),
    "nobody's seat": (on, c.MovePlayer, (*BY, 4, 0), "Seat 0 is not open."),
    "a dead station": (cut, c.MovePlayer, (*BY, 4, 5), "The station of seat 5 does not answer."),
    "moved while he leaves": (gone, c.MovePlayer, (*BY, 4, 8), "This seat is being closed."),
    "shown here never": (over, c.ShowCards, (1, (1,)), "Cards are shown at the showdown only."),
    "no straddle": (on, c.Propose, (1, "straddle"), "No straddle at this table."),
    "yes twice": (lambda: voted("straddle"), c.Propose, (1, "straddle"), "You said yes."),
    "yes after a no": (lambda: vetoed("straddle"), c.Propose, (2, "straddle"), "Somebody said no."),
    "no game to choose": (on, c.ChooseGame, (1, 0), "The button chooses no game here."),
    "no over": (on, c.ChooseExtra, (1, "over", 400), "No over at this table."),
    "no rabbit": (lambda: over(), c.ShowRabbit, ((1,),), "Nobody sees cards that were not dealt."),
    "in the game": (lambda: on(hand=True), c.ChooseEntry, (1, "post"), "You are in the game."),
    "no button for sale": (
        lambda: _sat(on(hand=True)), c.ChooseEntry, (7, "buy the button"),
        "The button cannot be bought here."),
    "no straddle to come in": (
        lambda: _sat(on(hand=True)), c.ChooseEntry, (7, "straddle"),
        "No straddle makes up for blinds here."),
    "no pass at Delta": (
        lambda: _sat(on(DELTA, hand=True)), c.ChooseEntry, (7, "pass"),
        "Here nobody lets the big blind go by."),
    "no kill to come in": (
        lambda: _sat(on(hand=True)), c.ChooseEntry, (7, "kill"),
        "No over and no kill brings you in here: post, or wait for the big blind."),
    "another table": (
        on, c.ChangeGame, (*BY, config(table="t2")),
        "It stays the same table, with the same stations."),
    "other stations": (
        on, c.ChangeGame, (*BY, config(seats=9)),
        "It stays the same table, with the same stations."),
    "no contest of a table": (
        on, c.ChangeGame, (*BY, no_limit(tournament=SHOW)), "A tournament is a table of its own."),
    "no table of a contest": (
        lambda: contest(1), c.ChangeGame, (*BY, config()), "A tournament is a table of its own."),
    "who has come": (
        lambda: contest(1), c.ChangeGame, (*BY, no_limit(tournament=replace(SHOW, fee=0))),
        "Somebody has come to enter: the tournament stays as it is."),
    "a pool that holds money": (
        lambda: on(hand=True, jackpot=Jackpot(bad_beat=0)).fold_out(), c.ChangeGame,
        (*BY, config(schedule="", spreads=free())),
        "The pools hold players' money: the jackpot stays."),
    "the other pool": (
        lambda: on(hand=True, jackpot=Jackpot()).fold_out(), c.ChangeGame,
        (*BY, config(schedule="", spreads=free())),
        "The pools hold players' money: the jackpot stays."),
    "no button to draw": (lambda: on(hand=True).fold_out(), c.DrawButton, (1,),
                          "No button is to be drawn now."),
    "a button at an empty seat": (
        lambda: _only_open(1, 2), c.DrawButton, (3,),
        "The button is drawn among the seats that are ready."),
    "an order without a name": (
        on, c.Pause, (" ", "x"), "An order of the floor needs a name and a reason."),
    "an order without a reason": (
        on, c.Pause, ("x", " "), "An order of the floor needs a name and a reason."),
    "seat eleven": (on, c.CallFloor, (11,), "There is no seat 11."),
    "seat none": (on, c.CallFloor, (0,), "There is no seat 0."),
}  # fmt: skip


def _did(m, kind, *args) -> BareTable:
    m.ask(kind, *args)
    return m


def _sat(m) -> BareTable:
    m.sit(7)
    return m


def _only_open(*seats) -> BareTable:
    m = BareTable(config())
    for seat in seats:
        m.sit(seat)
    m.order(c.OpenTable)
    return m


@pytest.mark.parametrize("why", NO)
def test_it_is_refused_in_these_words(why):
    make, kind, args, words = NO[why]
    m = make()
    assert refused(m, kind(m.now, *args)) == words


YES = {
    "who is called takes his seat": (held, c.SwipeCard, (5, "x", "X"), e.CardSwiped),
    "a seat that nobody wished for": (wished, c.SwipeCard, (7, "x", "X"), e.CardSwiped),
    "the last place of a contest": (
        lambda: contest(1, seats=2), c.SwipeCard, (5, "x", "X"), e.CardSwiped),
    "two apart": (lambda: apart(False), c.SwipeCard, (6, "x", "X"), e.CardSwiped),
    "somebody else": (apart, c.SwipeCard, (2, "y", "Y"), e.CardSwiped),
    "a contest that has not begun is closed": (lambda: contest(1, 2), c.CloseTable, BY,
                                               e.ClosingBegan),
    "another door": (lambda: stopped(c.DOORS), c.Pause, (c.DOORS, "two"), e.Paused),
    "a door while closed": (lambda: BareTable(config()), c.Pause, (c.DOORS, "open"), e.Paused),
    "the door is shut": (lambda: stopped(c.DOORS), c.Resume, (c.DOORS, "shut"), e.Resumed),
    "the floor's own stop stays": (
        lambda: stopped("floor", c.DOORS), c.Resume, (c.DOORS, "shut"), e.StopLifted),
    "somebody else goes": (called, c.AnswerCall, ("ann", "x", 2), e.CallAnswered),
    "the call is answered": (called, c.AnswerCall, (*BY, 2, True), e.CallAnswered),
    "two of three together": (apart, c.LetTogether, (*BY, ("x", "p1")), e.LetBeTogether),
    "his wish is granted": (wished, c.GrantSeat, (*BY, 2, 6), e.Moved),
    "any wish is granted": (lambda: wished(0), c.GrantSeat, (*BY, 2, 8), e.Moved),
    "another seat than asked": (wished, c.TakeSeat, (4, 7), e.Moved),
    "moved when the hand is over": (
        lambda: on(hand=True), c.MovePlayer, (*BY, 4, 8), e.MoveOrdered),
    "a newcomer lets it pass at AJ": (
        lambda: _sat(on(hand=True)), c.ChooseEntry, (7, "pass"), e.EntryChosen),
    "posts": (lambda: _sat(on(hand=True)), c.ChooseEntry, (7, "post"), e.EntryChosen),
    "the last seat": (on, c.AskSeat, (4, 10), e.SeatAsked),
    "who sits out plays on": (
        lambda: _did(on(hand=True), c.SitOut, 4), c.SitOut, (4, ""), e.SitOutChosen),
    "who was never dealt in is away at once": (
        lambda: _sat(on(hand=True)), c.SitOut, (7,), e.WentAway),
    "the pools stay with their jackpot": (
        lambda: on(hand=True, jackpot=Jackpot()).fold_out(), c.ChangeGame,
        (*BY, config(schedule="", spreads=free(), jackpot=Jackpot(pays=50))), e.GameChanged),
    "an empty contest changes": (
        contest, c.ChangeGame, (*BY, no_limit(tournament=replace(SHOW, fee=0))), e.GameChanged),
}  # fmt: skip


@pytest.mark.parametrize("what", YES)
def test_and_this_is_not(what):
    make, kind, args, event = YES[what]
    m = make()
    assert event in map(type, m.do(kind(m.now, *args)))


@pytest.mark.parametrize("life", ["reserved", "pin", "choosing", "seated", "funding"])
def test_R34_a_bar_ends_whatever_he_had_begun(life):
    m = on()
    if life == "reserved":
        m.order(c.Reserve, 5, "x", "x")
    else:
        m.ask(c.SwipeCard, 5, "x", "x")
    if life in ("choosing", "seated", "funding"):
        m.ask(c.PinChecked, 5, True, 50_000)
        m.order(c.Approve, 5)
    if life in ("seated", "funding"):
        m.ask(c.BuyIn, 5, 2_000)
    if life == "seated":
        m.bank()
    barred, *rest = m.order(c.Bar, "x")
    ends = {"reserved": e.SeatReleased, "pin": e.EntryCancelled, "choosing": e.EntryCancelled,
            "seated": e.LeaveAsked}  # fmt: skip
    assert isinstance(barred, e.Barred)
    assert [type(x) for x in rest] == [ends[life] for _ in rest if life in ends]
    assert len(rest) == (life in ends)


def test_a_wish_for_a_seat_is_served_when_it_opens_and_a_trade_when_two_wish():
    m = on()
    m.ask(c.AskSeat, 2, 4)
    m.ask(c.AskSeat, 4, 2)
    m.ask(c.AskSeat, 3, 1)
    m.ask(c.LoseLink, 4)
    m.ask(c.Tick)
    assert not any(isinstance(x, e.Traded) for x in m.events)  # a station does not answer
    m.ask(c.RegainLink, 4)
    m.ask(c.Tick)
    assert [(x.seat, x.to) for x in m.events if isinstance(x, e.Traded)] == [(2, 4)]
    m.ask(c.Leave, 1)
    m.ask(c.Tick)
    assert m.table.seats[1].person.account == "p3"


def test_what_everybody_agreed_on_needs_everybody():
    m = on(settings={"straddle": True})
    m.next_hand().fold_out()
    for seat in (1, 2, 3):
        (vote,) = m.ask(c.Propose, seat, "straddle")
        assert not vote.agreed
    (vote,) = m.ask(c.Propose, 4, "straddle")
    assert vote.agreed
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert [(x.seat, x.chips) for x in began.posts if x.kind == "straddle"] == [(1, 400)]


@pytest.mark.parametrize(("stack", "straddles"), [(800, [1]), (700, [])])
def test_002_L314_who_straddles_has_four_big_blinds(stack, straddles):
    m = on(settings={"straddle": True})
    m.next_hand().fold_out()
    m.table.books.bought_in += stack - m.table.seats[1].chips.stack
    m.table.seats[1].chips.stack = stack
    for seat in (1, 2, 3, 4):
        m.ask(c.Propose, seat, "straddle")
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert [x.seat for x in began.posts if x.kind == "straddle"] == straddles


def test_of_two_nobody_straddles():
    m = on(seats=(1, 2), settings={"straddle": True})
    m.next_hand().fold_out()
    for seat in (1, 2):
        m.ask(c.Propose, seat, "straddle")
    m.next_hand()
    began = next(x for x in reversed(m.events) if isinstance(x, e.HandBegan))
    assert {x.kind for x in began.posts} == {"blind"}


def test_002_L292_cards_are_shown_by_who_was_in_the_hand_each_once():
    m = on(hand=True, settings={"show_cards": True}).fold_out()
    winner = m.table.this_hand.result.won[0].seat
    numbers = m.table.play.held(winner)
    assert refused(m, c.ShowCards(m.now, 9, (0,))).endswith(".")
    assert refused(m, c.ShowCards(m.now, winner, ())) == "Choose the cards to show."
    twice = (numbers[0], numbers[0])
    assert refused(m, c.ShowCards(m.now, winner, twice)) == "Choose the cards to show."
    folded = next(s for s in (1, 2, 3, 4) if m.table.play.folded(s))
    theirs = m.table.play.held(folded)
    words = "You can show cards of a hand that you did not fold."
    assert refused(m, c.ShowCards(m.now, folded, theirs)) == words
    assert refused(m, c.ShowCards(m.now, winner, theirs)) == words
    m.ask(c.ShowCards, winner, numbers[:1])
    assert refused(m, c.ShowCards(m.now, winner, numbers[:1])) == "These cards are shown."
    m.ask(c.ShowCards, winner, numbers[1:])


def test_a_player_of_the_list_is_called_and_off_it():
    m = listed()
    m.order(c.Reserve, 5, "x", "X")
    assert (m.table.people.waiting, len(m.table.people.changing)) == ([], 1)
    m.ask(c.LeaveList, "y")
    assert m.table.people.changing == []
