"""Sit-n-go: until one is left; its chips are not cents (000 L2154, 002 L1210)."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.commands import Call, Raise
from firmware.screens import projection
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.config import Spread, Tournament
from firmware.table.engine import buy_room, stakes_now
from firmware.table.state import balance
from firmware.table.tournament import chop_shares
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import everyone, station

LEVELS = ((10, 20, 0), (20, 40, 0), (50, 100, 10), (100, 200, 25))


def page(**changes):
    show = Tournament(
        entry=3_400,
        fee=600,
        chips=1_000,
        levels=LEVELS,
        level_ms=600_000,
        break_after=2,
        break_ms=300_000,
        prizes=(50, 30, 20),
    )
    stakes = replace(no_limit().spreads[0].stakes, chip=1)
    spread = Spread("lightning-sit-n-go", stakes, "no-limit")
    return no_limit(spreads=(spread,), tournament=replace(show, **changes))


def started(*seats, **changes) -> BareTable:
    m = BareTable(page(**changes))
    for seat in seats:
        m.sit(seat, 3_400)
    m.order(c.StartTournament)
    return m


def all_in_until_done(m, hands=400) -> None:
    for _ in range(hands):
        if not m.table.sit_n_go.running:
            return
        m.next_hand()
        while m.table.live:
            hand = m.table.play
            if hand.due == "act":
                from firmware.games.poker.betting import choices

                offer = choices(hand)
                m.move(
                    Raise(offer.seat, offer.raise_to.most) if offer.raise_to else Call(offer.seat)
                )
            elif not m.step():
                m.wait()
        seen(m)
    raise AssertionError("no winner")


def seen(m) -> None:
    """Who is out has looked at his last hand."""
    if any(seat.seated and not seat.chips.stack for seat in m.table.seats):
        m.wait()
        m.step()


def test_entry_and_fee_are_cents_the_stack_is_chips():
    m = BareTable(page())
    m.sit(1, 3_400)
    assert m.table.seats[1].chips.stack == 1_000
    assert (m.table.books.prizes, m.table.books.entry_fees) == (3_400, 600)
    assert m.table.seats[1].person.balance == 10_000_000 - 4_000, "what is left on the card"
    here, should = balance(m.table)
    assert here == should == 4_000


@pytest.mark.parametrize(("on_card", "room"), [(3_999, 0), (4_000, 3_400)])
def test_who_enters_needs_the_fee_beside_the_entry(on_card, room):
    """000 L2154: $34 and $6; with a cent less on the card there is nothing to enter with."""
    m = BareTable(page())
    m.ask(c.SwipeCard, 1, "p1", "p1")
    m.ask(c.PinChecked, 1, True, on_card)
    m.order(c.Approve, 1)
    assert buy_room(m.table, m.table.seats[1], m.now) == room


def test_who_was_too_slow_is_told_and_plays_on():
    m = started(1, 2, 3).next_hand()
    seat, decision = m.table.play.queue[0], m.table.decision
    while m.table.decision == decision:
        m.wait()
        m.step()
    assert e.TimedOut(m.now, seat, "fold") in m.events
    number = m.table.this_hand.number
    assert station(m, seat).why == (f"Your time ran out in hand #{number}: your hand was folded")
    assert station(m, seat).away == ""
    assert m.replay() == m.table


def test_it_is_played_to_one_and_every_cent_of_the_prizes_is_paid():
    m = started(1, 2, 3, 4, 5)
    all_in_until_done(m)
    m.bank()
    rows = [row for x in m.events if isinstance(x, e.Eliminated) for row in x.out]
    assert sorted(place for _, place, _, _ in rows)[:1] == [1]
    assert sum(cents for _, _, cents, _ in rows) == 5 * 3_400
    assert m.table.books.prizes == 0
    assert m.table.books.cashed_out == 5 * 3_400
    assert m.table.phase == "closed"
    assert m.replay() == m.table


def test_a_prize_s_transfer_has_a_name_that_no_later_one_gets():
    """The bank answers a name that it knows with what it did before."""
    m = started(1, 2, 3, prizes=(100,))
    all_in_until_done(m)
    m.bank()
    for seat in (1, 2, 3):
        m.sit(seat, 3_400)
    asked = [x.transfer for x in m.events if isinstance(x, e.BuyInAsked)]
    rows = [row for x in m.events if isinstance(x, e.Eliminated) for row in x.out]
    names = asked + [name for _, _, cents, name in rows if cents]
    assert len(names) == len({*names}) == 7


def test_levels_rise_on_the_clock_with_antes_and_a_break():
    m = started(1, 2, 3)
    m.next_hand()
    assert m.table.play.stakes.blinds == (10, 20)
    m.now += 600_000
    m.fold_out()
    m.next_hand()
    assert m.table.play.stakes.blinds == (20, 40)
    assert not any(isinstance(event, e.BreakBegan) for event in m.events)  # after every second one
    m.now += 600_000
    m.fold_out()
    m.settle()
    assert m.table.sit_n_go.on_break
    m.now = m.table.sit_n_go.until
    m.next_hand()
    assert m.table.play.stakes == replace(m.table.play.stakes, blinds=(50, 100), ante=10)
    assert everyone(m).contest.level == 3


def test_the_last_level_stays():
    m = started(1, 2, 3, break_after=0)
    for _ in LEVELS:
        m.next_hand()
        m.now += 600_000
        m.fold_out()
    m.settle()
    assert m.table.sit_n_go.level == len(LEVELS) - 1
    m.next_hand()
    assert m.table.play.stakes.blinds == (100, 200)


def test_the_next_tournament_is_told_by_its_own_first_level():
    """The blinds of the last one's end stood there, and of a level that a new page may not have."""
    m = started(1, 2, break_after=0)
    m.next_hand()
    m.now += 600_000
    m.fold_out()
    all_in_until_done(m)
    assert m.table.sit_n_go.level
    assert stakes_now(m.table).blinds == (10, 20)
    m.order(c.ChangeGame, page(levels=LEVELS[:1]))
    assert stakes_now(m.table).blinds == (10, 20)


def test_out_in_one_hand_the_bigger_stack_is_placed_higher():
    m = started(1, 2, 3, 4)
    m.next_hand()
    m.table.sit_n_go.began = {1: 500, 2: 1_500, 3: 1_500, 4: 500}
    m.fold_out()
    for seat, chips in ((1, 0), (2, 0), (3, 4_000), (4, 0)):
        m.table.seats[seat].chips.stack = chips
    seen(m)
    out = next(x for x in m.events if isinstance(x, e.Eliminated))
    places = {seat: (place, cents) for seat, place, cents, _ in out.out}
    total = 4 * 3_400
    assert places[3] == (1, total // 2)
    assert places[2] == (2, total * 30 // 100)
    assert places[1][0] == places[4][0] == 3
    assert places[1][1] + places[4][1] == total - total // 2 - total * 30 // 100


def test_nobody_sits_out_leaves_or_buys_chips():
    m = started(1, 2, 3)
    for command in (
        c.SitOut(m.now, 1),
        c.GoAway(m.now, 1),
        c.Leave(m.now, 1),
        c.BuyIn(m.now, 1, 100),
    ):
        with pytest.raises(Refused):
            m.do(command)
    with pytest.raises(Refused, match="has begun"):
        m.ask(c.SwipeCard, 9, "late", "Late")


def test_a_player_who_is_not_there_is_dealt_in_and_blinded_off():
    m = started(1, 2, 3)
    m.next_hand()
    m.ask(c.LoseLink, 2)
    m.next_hand()
    assert 2 in m.table.play.seats


def test_dead_button_the_big_blind_never_skips_anybody():
    m = started(1, 2, 3, 4, 5)
    m.ask(c.DrawButton, 1)
    m.next_hand()  # button 1, small 2, big 3
    m.fold_out()
    m.table.seats[3].chips.stack += m.table.seats[2].chips.stack  # the small blind goes out
    m.table.seats[2].chips.stack = 0
    m.next_hand()
    assert (m.table.position.button, m.table.position.small, m.table.position.big) == (
        2,
        (3,),
        (4,),
    ), "a dead button"
    m.fold_out()
    m.table.seats[3].chips.stack += m.table.seats[4].chips.stack  # the big blind goes out
    m.table.seats[4].chips.stack = 0
    m.next_hand()
    assert (m.table.position.button, m.table.position.small, m.table.position.big) == (
        3,
        (),
        (5,),
    ), "no small blind"
    m.next_hand()
    assert (m.table.position.button, m.table.position.small, m.table.position.big) == (
        4,
        (5,),
        (1,),
    )


def test_heads_up_the_button_posts_the_small_blind_and_the_big_one_goes_round():
    m = started(2, 5)
    seen_ = []
    for _ in range(3):
        m.next_hand()
        at = m.table.position
        assert (at.button,) == at.small
        assert {at.button, *at.big} == {2, 5}
        seen_.append(at.button)
        m.fold_out()
    assert seen_[0] == seen_[2] != seen_[1]


def finalists(prizes=(50, 30, 20), **settings) -> BareTable:
    m = BareTable(replace(page(prizes=prizes), settings={"chop": True, **settings}))
    for seat in (1, 2, 3):
        m.sit(seat, 3_400)
    m.order(c.StartTournament)
    return m.next_hand().fold_out()


def test_002_L1210_the_finalists_agree_to_end_it_and_the_floor_confirms():
    m = finalists()
    for seat in (1, 2):
        m.ask(c.Propose, seat, "chop")
    with pytest.raises(Refused, match="Everybody"):
        m.order(c.EndTournament, True)
    m.next_hand().fold_out()  # a question that is open stays open
    m.ask(c.Propose, 3, "chop")
    m.now += 60_000
    m.settle()
    assert m.table.live is None, "no hand begins while the floor is asked"
    stacks = {seat.number: seat.chips.stack for seat in m.table.seats if seat.chips.stack}
    assert sum(stacks.values()) == 3_000
    events = m.order(c.EndTournament, True)
    (paid,) = [event for event in events if isinstance(event, e.Eliminated)]
    won = {seat: cents for seat, _, cents, _ in paid.out}
    assert sum(won.values()) == 10_200  # all that was paid in
    assert min(won.values()) >= 2_040  # the third prize was everybody's already
    assert sorted(won, key=won.get) == sorted(won, key=stacks.get)
    m.bank()
    assert (m.table.phase, m.table.sit_n_go.running) == ("closed", False)
    assert balance(m.table) == (1_800, 1_800)  # the entry fees


def test_DD_A60_of_a_chop_the_odd_cents_go_to_the_most_chips():
    """The third prize, $20.40, each; the other $40.80 by chips, and two cents are left over."""
    m = finalists()
    for seat, chips in ((1, 997), (2, 1_002), (3, 1_001)):
        m.table.seats[seat].chips.stack = chips
    assert chop_shares(m.table) == {2: 3_402 + 2, 3: 3_401, 1: 3_395}


def test_of_several_who_are_out_at_once_only_the_paid_take_up_a_transfer():
    """The third gets nothing: the second and the first are paid by the next two names."""
    m = started(1, 2, 3, prizes=(70, 30)).next_hand().fold_out()
    for seat, chips, began in ((1, 3_000, 1_200), (2, 0, 800), (3, 0, 1_000)):
        m.table.seats[seat].chips.stack = chips
        m.table.sit_n_go.began[seat] = began
    before = m.table.transit.transfers
    seen(m)
    out = last_out(m)
    assert [row[:3] for row in out] == [(2, 3, 0), (3, 2, 3_060), (1, 1, 7_140)]
    assert [*m.table.transit.flying] == [f"t1-{before + n}" for n in (1, 2)]
    assert m.table.transit.transfers == before + 2


def test_of_a_chop_that_leaves_the_last_nothing_the_others_are_paid():
    m = finalists(prizes=(100,))
    for seat, chips in ((1, 1), (2, 30_000_000), (3, 29_999_999)):
        m.table.seats[seat].chips.stack = chips
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "chop")
    m.order(c.EndTournament, True)
    before = m.table.transit.transfers - 2
    assert [row[:3] for row in last_out(m)] == [(2, 1, 5_101), (3, 2, 5_099), (1, 3, 0)]
    assert [*m.table.transit.flying] == [f"t1-{before + n}" for n in (1, 2)]


def last_out(m: BareTable):
    return next(x.out for x in reversed(m.events) if isinstance(x, e.Eliminated))


def test_002_L1210_the_floor_says_no_and_it_goes_on():
    m = finalists()
    for seat in (1, 2, 3):
        m.ask(c.Propose, seat, "chop")
    m.order(c.EndTournament, False)
    assert "chop" not in m.table.consent.votes
    assert m.next_hand().table.live is not None


def test_002_L123_no_agreement_unless_the_house_turns_it_on():
    m = finalists(chop=False)
    with pytest.raises(Refused, match="No chop"):
        m.ask(c.Propose, 1, "chop")


def test_002_L1210_everybody_sees_how_the_vote_to_end_it_stands():
    m = finalists()
    m.ask(c.Propose, 1, "chop")
    everyone = projection.public(m.table, m.now)
    assert everyone.notice == "End the tournament?  1 of 3 agree"
    asked = projection.station(m.table, 2, m.now, projection.Notes(), everyone).ask
    assert asked.words == "End the tournament now?"
    assert [option.name for option in asked.options] == ["chop/no", "chop/yes"]


# Before it begins, and while it stands still


def entered(*seats, **changes) -> BareTable:
    m = BareTable(page(**changes))
    for seat in seats:
        m.sit(seat, 3_400)
    return m


def home(m) -> dict[str, int]:
    """What flies to whom."""
    return {flight.account: flight.chips for flight in m.table.transit.flying.values()}


def leaves(m):
    m.ask(c.Leave, 1)


def is_cashed_in(m):
    m.order(c.CashIn, 1)
    m.settle()


def is_barred(m):
    m.order(c.Bar, "p1")
    m.settle()


@pytest.mark.parametrize("goes", [leaves, is_cashed_in, is_barred])
def test_000_L2154_whoever_goes_before_it_begins_gets_everything_back_fee_included(goes):
    m = entered(1, 2)
    goes(m)
    assert home(m) == {"p1": 4_000}
    books = m.table.books
    assert (books.prizes, books.entry_fees, books.fees) == (3_400, 600, 0)
    m.bank()
    assert balance(m.table) == (4_000, 4_000)
    m.sit(3, 3_400, "p4")
    m.order(c.StartTournament)
    assert (m.table.books.entry_fees, m.table.books.fees) == (0, 1_200)
    all_in_until_done(m)
    assert m.table.books.prizes == 0
    assert m.replay() == m.table


def test_whoever_left_before_it_began_may_enter_again():
    m = entered(1, 2)
    m.ask(c.Leave, 1)
    m.bank()
    m.sit(1, 3_400)
    assert m.table.books.prizes == 6_800


def test_a_tournament_that_is_cancelled_gives_everybody_everything_back():
    m = entered(1, 2, 3)
    m.ask(c.SwipeCard, 4, "p4", "p4")
    m.order(c.CloseTable)
    m.settle()
    assert home(m) == {"p1": 4_000, "p2": 4_000, "p3": 4_000}
    m.bank()
    assert balance(m.table) == (0, 0)
    assert m.table.phase == "closed"
    assert all(seat.life == "empty" for seat in m.table.seats)
    assert m.replay() == m.table


def test_it_does_not_begin_while_an_entry_is_on_its_way():
    """It would be in the prizes and in no place."""
    m = entered(1, 2)
    m.ask(c.SwipeCard, 3, "p3", "p3")
    m.ask(c.PinChecked, 3, True, 10_000_000)
    m.order(c.Approve, 3)
    m.ask(c.BuyIn, 3, 3_400)
    with pytest.raises(Refused, match="on its way"):
        m.order(c.StartTournament)
    m.bank()
    m.order(c.StartTournament)
    assert m.table.sit_n_go.players == 3


def test_whoever_has_not_paid_when_it_begins_is_not_in_it():
    m = entered(1, 2)
    m.ask(c.SwipeCard, 3, "p3", "p3")
    m.order(c.StartTournament)
    assert m.table.seats[3].life == "empty"


def test_it_begins_by_itself_when_all_places_are_taken_and_takes_no_more():
    m = entered(1, 2, seats=3)
    m.settle()
    assert not m.table.sit_n_go.running
    m.ask(c.SwipeCard, 3, "p3", "p3")
    with pytest.raises(Refused, match="places of this tournament are taken"):
        m.ask(c.SwipeCard, 4, "p4", "p4")
    m.ask(c.CancelEntry, 3)
    m.sit(4, 3_400)
    m.next_hand()
    assert m.table.sit_n_go.running
    assert m.table.sit_n_go.players == 3


def test_the_tournament_of_those_who_have_entered_stays_as_it_is():
    m = entered(1, 2)
    with pytest.raises(Refused, match="stays as it is"):
        m.order(c.ChangeGame, page(entry=5_000))


def test_a_pause_takes_none_of_the_levels_time():
    m = started(1, 2, 3)
    m.next_hand()
    m.now += 100_000
    m.order(c.Pause)
    m.now += 3_600_000
    m.order(c.Resume)
    assert m.table.sit_n_go.until - m.now == 500_000
    m.fold_out()
    m.next_hand()
    assert m.table.play.stakes.blinds == (10, 20)


@pytest.mark.parametrize("paused", [False, True])
def test_a_voided_hand_takes_none_of_the_levels_time_and_moves_no_blind(paused):
    m = started(1, 2, 3)
    m.next_hand().fold_out()
    m.settle()
    show = m.table.sit_n_go
    blinds = show.small_at, show.big_at
    m.next_hand()
    left = show.until - m.table.now
    assert (show.small_at, show.big_at) != blinds
    m.now += 50_000
    if paused:
        m.order(c.Pause)
        m.now += 70_000
    m.order(c.VoidHand)
    if paused:
        m.now += 30_000
        m.order(c.Resume)
    assert show.until - m.now == left
    assert (show.small_at, show.big_at) == blinds
    assert m.replay() == m.table


def test_a_seat_that_is_out_is_not_moved():
    """Its place goes by what it began the hand with, in that seat."""
    m = started(1, 2, 3)
    m.next_hand()
    m.fold_out()
    m.table.seats[2].chips.stack = 0
    with pytest.raises(Refused, match="being closed"):
        m.order(c.MovePlayer, 2, 7)
    m.settle()


def test_in_turn_the_games_of_a_sit_n_go_are_played_at_its_level():
    """Its chips are counters (000 L2154): the second game took the cents of its own sign as blinds,
    and with one blind on it no hand began again."""
    wanted = page()
    one = replace(wanted.spreads[0].stakes, small=500, blinds=(500,))
    other = Spread("lightning-omaha-hi-lo", one, "no-limit")
    m = BareTable(replace(wanted, spreads=(*wanted.spreads, other), rotate="orbit"))
    for seat in (1, 2, 3):
        m.sit(seat, 3_400)
    m.order(c.StartTournament)
    for _ in range(8):
        m.next_hand().fold_out()
    began = [event for event in m.events if isinstance(event, e.HandBegan)]
    assert {event.spread for event in began} == {0, 1}
    assert {event.stakes.blinds for event in began} == {LEVELS[0][:2]}
