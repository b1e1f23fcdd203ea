"""AJ-R21, AJ-R22, AJ-R28-R31: the worked examples of the rules, row by row (000a L4-L7)."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.commands import Call
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table.asking import entries
from firmware.table.checking import validate
from lab.simulation.bare_table import BareTable, config


def hand_of(machine) -> e.HandBegan:
    return next(x for x in reversed(machine.events) if isinstance(x, e.HandBegan))


def posts(machine, kind="post") -> dict[int, int]:
    return {x.seat: x.chips for x in hand_of(machine).posts if x.kind == kind}


def table(*seats, button=1, house="artichoke-joes") -> BareTable:
    """The first hand of an evening, being played."""
    return (
        BareTable(config(house, schedule="", spreads=_no_fees(house)))
        .open(*seats, button=button)
        .next_hand()
    )


def _no_fees(house):
    return tuple(replace(spread, fees=()) for spread in config(house).spreads)


def sits(machine, seat, entry="wait") -> None:
    machine.sit(seat)
    if entry != "wait":
        machine.ask(c.ChooseEntry, seat, entry)


def leaves(machine, seat) -> None:
    machine.fold_out()
    machine.ask(c.Leave, seat)


def sits_out(machine, seat) -> None:
    """From the next hand on."""
    machine.ask(c.SitOut, seat)


def back(machine, seat, entry="wait") -> None:
    machine.ask(c.ComeBack, seat)
    if entry != "wait":
        machine.ask(c.ChooseEntry, seat, entry)


def moves(machine, seat, to, entry="wait") -> None:
    machine.fold_out()
    machine.ask(c.TakeSeat, seat, to)
    if entry != "wait":
        machine.ask(c.ChooseEntry, to, entry)


# The button


def test_L4_the_first_button_is_drawn_among_the_ready_seats():
    m = BareTable(config()).open(2, 5, 9)
    from firmware.table.engine import wants

    assert wants(m.table).button == (2, 5, 9)
    with pytest.raises(Refused):
        m.ask(c.DrawButton, 3)
    m.ask(c.DrawButton, 5)
    assert hand_of(m.next_hand()).button == 5


@pytest.mark.parametrize(
    ("game", "cards", "button"),
    [
        ("lowball-ace-to-five", (51, 0, 5), 2),  # the ace of spades
        ("lowball-ace-to-five", (1, 0, 5), 5),  # two deuces: of clubs
        ("lowball-deuce-to-seven", (51, 1, 5), 5),
    ],
)
def test_002_L133_in_lowball_the_low_card_has_the_first_button(game, cards, button):
    page = config("delta-downtown", schedule="", spreads=_no_fees("delta-downtown"))
    m = BareTable(replace(page, spreads=(replace(page.spreads[0], game=game),))).open(2, 5, 9)
    m.ask(c.DrawButton, 0, cards)
    assert m.table.position.drawn == button


def test_002_L133_high_card_by_suit_has_the_first_button():
    m = BareTable(config("delta-downtown")).open(2, 5, 9)
    m.ask(c.DrawButton, 0, (50, 51, 3))  # ace of hearts, ace of spades, deuce of spades
    assert hand_of(m.next_hand()).button == 5


@pytest.mark.parametrize("cards", [(50, 50, 3), (50, 51, 52), (50, 51)])
def test_002_L133_the_button_is_drawn_by_a_card_each(cards):
    """No card twice, none that the deck has not, one a seat."""
    m = BareTable(config("delta-downtown")).open(2, 5, 9)
    with pytest.raises(Refused, match="3 cards are drawn, one a seat"):
        m.ask(c.DrawButton, 0, cards)


def test_before_the_first_button_nobody_waits_for_a_blind():
    """Everybody who is there is dealt in: there is no way in to choose, and none is offered."""
    m = BareTable(config()).open(2, 5, 9)
    assert [entries(m.table, seat) for seat in (2, 5, 9)] == [[], [], []]


def test_R21_the_button_moves_clockwise_once_a_hand():
    m = table(1, 3, 5, 7)
    seen = [hand_of(m.next_hand()).button for _ in range(5)]
    assert seen == [3, 5, 7, 1, 3]


def test_D1_a_newcomer_in_the_next_seat_does_not_get_the_button():
    m = table(1, 2, 3)
    leaves(m, 2)
    sits(m, 2)
    assert hand_of(m.next_hand()).button == 3


def test_R22_small_blind_left_of_the_button_big_blind_left_of_it():
    assert (hand_of(m := table(1, 4, 6, 9)).small, hand_of(m).big) == ((4,), (6,))


def test_D4_heads_up_the_button_has_the_small_blind_and_acts_first():
    m = table(3, 8, button=3)
    assert (hand_of(m).small, hand_of(m).big) == ((3,), (8,))
    assert m.table.play.queue[0] == 3
    from firmware.games.poker.commands import Call

    m.move(Call(3))
    m.move(Call(8))
    assert m.table.play.queue[0] == 8, "after the flop the big blind is first"


def test_D16_a_newcomer_left_of_the_button_waits_and_it_stays_heads_up():
    m = table(1, 3, button=1)
    sits(m, 5)  # next button is 3; clockwise 3, 5, 1
    began = hand_of(m.next_hand())
    assert (began.button, set(began.dealt)) == (3, {1, 3})


def test_D16_a_newcomer_behind_the_small_blind_is_the_big_blind():
    m = table(1, 3, button=1)
    sits(m, 2)  # next button is 3; clockwise 3, 1, 2
    began = hand_of(m.next_hand())
    assert (began.button, began.small, began.big) == (3, (1,), (2,))


def test_D17_three_become_two_the_blinds_stay_where_R21_puts_them():
    m = table(1, 2, 3)
    leaves(m, 1)
    began = hand_of(m.next_hand())
    assert (began.button, began.small, began.big) == (2, (2,), (3,))


def test_A12_delta_three_become_two_the_last_big_blind_has_the_button():
    m = table(1, 2, 3, house="delta-downtown")
    leaves(m, 1)
    began = hand_of(m.next_hand())
    assert (began.button, began.small, began.big) == (3, (3,), (2,))


def test_D18_who_only_sat_out_is_dealt_in_without_a_post():
    m = table(1, 2, 3, 4, 5, 6, button=6)
    sits_out(m, 5)
    m.next_hand()  # button 1, big blind 3, seat 5 out
    back(m, 5)
    began = hand_of(m.next_hand())
    assert (began.button, began.small, began.big) == (2, (3,), (4,))
    assert 5 in began.dealt
    assert 5 not in posts(m)


def test_D19_one_player_left_has_the_button_and_a_newcomer_is_dealt_in_at_once():
    m = table(1, 4, button=4)
    leaves(m, 4)
    sits(m, 7)
    began = hand_of(m.next_hand())
    assert (began.button, began.small, began.big) == (1, (1,), (7,))


# Newcomers: AJ-R28


def test_R28_a_newcomer_waits_for_the_big_blind():
    m = table(1, 2, 3, 4, 5, button=5)
    sits(m, 8)
    big = []
    for _ in range(9):
        began = hand_of(m.next_hand())
        big.append(began.big)
        if 8 in began.dealt:
            break
    assert began.big == (8,)
    assert 8 not in posts(m)


def test_R28_a_newcomer_may_post_the_big_blind_and_acts_in_turn():
    m = table(1, 2, 3, 4, 5, button=5)
    sits(m, 8, "post")
    began = hand_of(m.next_hand())
    assert 8 in began.dealt
    assert posts(m) == {8: 200}
    assert not posts(m, "dead")
    hand = m.table.play
    assert hand.queue.index(8) > hand.queue.index(5)
    assert hand.bets[8] == 200


def test_R28_a_newcomer_left_of_the_button_waits_for_it_to_pass():
    m = table(1, 2, 4, 5, 6, button=6)
    m.next_hand()  # button 1
    sits(m, 3, "post")
    began = hand_of(m.next_hand())
    assert began.button == 2
    assert 3 not in began.dealt
    assert 3 in hand_of(m.next_hand()).dealt, "now behind the button"


def test_R28_the_blinds_may_pass_a_newcomer_once_then_he_owes_both():
    m = table(1, 2, 3, 4, button=1)
    sits(m, 8, "pass")
    for _ in range(20):
        m.next_hand()
        if m.table.seats[8].blinds.missed:
            break
    assert m.table.seats[8].blinds.passes == 1
    assert hand_of(m).missed == (8,)


def test_002_L303_a_newcomer_at_delta_posts_or_waits_and_lets_no_blind_pass():
    m = table(1, 2, 3, 4, 5, 6, button=6, house="delta-downtown")
    sits(m, 8)
    assert [name for name, _ in entries(m.table, 8)] == ["wait", "post"]
    with pytest.raises(Refused, match="nobody lets the big blind go by"):
        m.ask(c.ChooseEntry, 8, "pass")
    while 8 not in hand_of(m).dealt:
        m.next_hand()
    assert hand_of(m).big == (8,)


def test_002_L139_who_deals_off_at_delta_lets_the_blinds_pass():
    """The button was his last hand; he comes in again behind it and posts nothing."""
    m = table(1, 2, 3, 4, 5, 6, button=6, house="delta-downtown")
    while hand_of(m).button != 4:
        m.next_hand()
    moves(m, 4, 8, "pass")
    while 8 not in hand_of(m.next_hand()).dealt:
        assert hand_of(m).missed == ()
    assert (hand_of(m).button, posts(m), posts(m, "dead")) == (1, {}, {})  # it has passed seat 8


def test_002_L303_delta_newcomers_post_both_blinds():
    m = table(1, 2, 3, 4, 5, button=5, house="delta-downtown")
    sits(m, 8, "post")
    m.next_hand()
    assert (posts(m), posts(m, "dead")) == ({8: 200}, {8: 100})


def test_002_L311_the_button_can_be_bought_where_the_house_allows_it():
    m = BareTable(
        config(
            "delta-downtown",
            schedule="",
            spreads=_no_fees("delta-downtown"),
            settings={"buy_button": True},
        )
    )
    m.open(1, 2, 4, 5, button=5).next_hand()
    m.next_hand()  # button 1
    sits(m, 3, "buy the button")
    began = hand_of(m.next_hand())  # button 2, seat 3 in the gap
    assert began.big == (3,)
    assert posts(m, "blind") == {3: 200}
    assert posts(m, "dead") == {3: 100}
    assert hand_of(m.next_hand()).button == 3


def test_who_bought_the_button_has_paid_both_blinds_of_his_round():
    """002 L311, 004 L195: "posting both blinds with little blind dead"; on the button he was asked
    for a small blind once more."""
    m = BareTable(config("delta-downtown", settings={"buy_button": True}))
    m.open(1, 3, 4, 5, button=5).next_hand()
    sits(m, 2, "buy the button")
    assert hand_of(m.next_hand()).big == (2,)
    assert hand_of(m.next_hand()).button == 2
    assert posts(m, "blind") == {3: 100, 4: 200}


# Missed blinds: AJ-R30 and the table of L6


def missing(entry="wait") -> BareTable:
    """Seat 4 of six misses his blinds; he is back for a hand in which the button is at 5."""
    m = table(1, 2, 3, 4, 5, 6, button=1)
    sits_out(m, 4)
    for _ in range(4):
        m.next_hand()
    assert m.table.position.button == 6
    assert m.table.seats[4].blinds.missed
    back(m, 4, entry)
    return m


def test_L6_immediately_left_of_the_button_waits():
    m = table(1, 2, 3, 4, 5, 6, button=6)
    sits_out(m, 4)
    m.next_hand()  # 1
    m.next_hand()  # 2: the big blind would have been 4
    assert m.table.seats[4].blinds.missed
    back(m, 4, "post")
    began = hand_of(m.next_hand())
    assert began.button == 3
    assert 4 not in began.dealt


def test_L6_in_the_big_blind_position_he_takes_it_and_the_debt_is_gone():
    m = missing("wait")
    while 4 not in hand_of(m.next_hand()).dealt:
        pass
    assert hand_of(m).big == (4,)
    assert not posts(m, "dead")
    assert not m.table.seats[4].blinds.missed


def test_L6_immediately_left_of_the_big_blind_cannot_post():
    """D2: and in the next hand he is the big blind."""
    m = missing("wait")
    while m.table.position.button != 6:
        m.next_hand()
    m.ask(c.ChooseEntry, 4, "post")
    began = hand_of(m.next_hand())  # button 1, small 2, big 3, seat 4 next
    assert began.big == (3,)
    assert 4 not in began.dealt
    assert hand_of(m.next_hand()).big == (4,)


def test_L6_any_other_seat_posts_both_the_small_one_dead():
    """D3: he pays 3, 1 of it dead; an unraised call costs nothing more and he may raise."""
    m = table(1, 2, 3, 4, 5, 6, button=1)
    sits_out(m, 4)
    while m.table.position.button != 4 and m.table.position.button != 5:
        m.next_hand()
    back(m, 4, "post")
    began = hand_of(m.next_hand())
    assert 4 in began.dealt
    assert (posts(m)[4], posts(m, "dead")[4]) == (200, 100)
    hand = m.table.play
    assert (hand.bets[4], hand.dead) == (200, 100)
    from firmware.games.poker.betting import choices
    from firmware.games.poker.commands import Fold

    while hand.queue[0] != 4:
        m.move(Fold(hand.queue[0]))
    assert choices(hand).call == 0
    assert choices(hand).raise_to is not None


def test_002_L309_delta_lets_him_post_next_to_the_big_blind():
    m = table(1, 2, 3, 4, 5, 6, button=1, house="delta-downtown")
    sits_out(m, 4)
    while m.table.position.button != 6:
        m.next_hand()
    back(m, 4, "post")
    began = hand_of(m.next_hand())
    assert began.big == (3,)
    assert 4 in began.dealt


def test_R30_who_leaves_with_a_debt_and_comes_back_still_owes_it():
    m = missing()
    m.fold_out()
    left = m.table.seats[4].chips.stack
    m.ask(c.Leave, 4)
    m.sit(4, left, "p4")
    assert m.table.seats[4].blinds.missed


# Seat changes: AJ-R31 and L7


def test_D20_away_from_the_button_waits_or_posts():
    m = table(1, 2, 3, 4, 5, 6, button=1)
    moves(m, 4, 7)  # the coming big blind walks to the far end
    began = hand_of(m.next_hand())
    assert began.big == (5,)
    assert 7 not in began.dealt
    assert dict(began.targets) == {7: 2}
    while 7 not in hand_of(m.next_hand()).dealt:
        assert m.table.position.button < 6
    assert hand_of(m).big == (7,), "as soon as his place is as good as the old one"


def test_D20_away_from_the_button_may_post_the_big_blind():
    m = table(1, 2, 3, 4, 5, 6, button=1)
    moves(m, 4, 7, "post")
    began = hand_of(m.next_hand())
    assert 7 in began.dealt
    assert posts(m) == {7: 200}


def test_002_L136_delta_asks_both_blinds_of_a_mover():
    m = table(1, 2, 3, 4, 5, 6, button=1, house="delta-downtown")
    moves(m, 4, 7, "post")
    m.next_hand()
    assert (posts(m), posts(m, "dead")) == ({7: 200}, {7: 100})


def test_D21_towards_the_button_is_dealt_in_at_once():
    m = table(1, 2, 3, 5, 6, 8, button=1)
    moves(m, 8, 4)
    began = hand_of(m.next_hand())
    assert began.big == (4,)


def test_D21_over_empty_seats_only_nothing_changes():
    m = table(1, 2, 3, 5, 6, 8, button=1)
    moves(m, 6, 7)
    began = hand_of(m.next_hand())
    assert 7 in began.dealt
    assert not posts(m)


def test_L7_into_the_seat_left_of_the_button_waits():
    m = table(1, 2, 4, 5, 6, 7, button=1)
    moves(m, 7, 3)  # the coming button is 2
    assert 3 not in hand_of(m.next_hand()).dealt


def test_D22_a_debt_moves_along():
    m = missing()
    m.fold_out()
    m.ask(c.TakeSeat, 4, 9)
    assert m.table.seats[9].blinds.missed


def test_L7_a_second_move_keeps_the_first_place():
    m = table(1, 2, 3, 4, 5, 6, button=1)
    moves(m, 4, 7)
    m.next_hand()
    moves(m, 7, 9)
    m.next_hand()
    assert m.table.seats[9].change.target == 2


def test_R31_where_the_button_is_by_now_every_place_is_nearer_to_it():
    """AJ-R31a, counted in players: the button's own place is one more than there are players."""
    m = table(1, 2, 3, 4, button=4)
    moves(m, 3, 8)
    m.ask(c.SitOut, 8)
    for seat in (2, 4):
        m.ask(c.Leave, seat)
    for seat in (3, 4, 5, 6):
        m.sit(seat, name=f"new{seat}")
    assert hand_of(m.next_hand()).new_game  # one player was left; the mover is away
    began = hand_of(m.next_hand())
    assert (began.button, dict(began.targets)) == (3, {8: 6})


def test_L7_dealt_off_the_blinds_may_pass_once():
    m = table(1, 2, 3, 4, 5, 6, button=4)
    for _ in range(6):
        m.next_hand()  # seat 4 has paid both blinds and has the button again
    assert m.table.position.button == 4
    m.fold_out()
    m.ask(c.TakeSeat, 4, 8)
    assert m.table.seats[8].change.free_pass
    m.ask(c.ChooseEntry, 8, "pass")
    for _ in range(6):
        m.next_hand()
    assert not m.table.seats[8].blinds.missed


@pytest.mark.parametrize("lacks", ["core", "button", "paid_big", "paid_small"])
def test_L7_who_did_not_play_both_blinds_and_the_button_is_not_dealt_off(lacks):
    """AJ-R31c: all of it, or the blinds may not pass him."""
    m = table(1, 2, 3, 4, 5, 6, button=4)
    for _ in range(6):
        m.next_hand()
    m.fold_out()
    if lacks == "button":
        m.table.position.button = 5
    else:
        setattr(m.table.seats[4].blinds, lacks, False)
    m.ask(c.TakeSeat, 4, 8)
    assert not m.table.seats[8].change.free_pass


def test_L7_the_mover_does_not_get_the_button_in_his_first_hand():
    m = table(1, 2, 3, 4, 5, button=1)
    m.next_hand()  # button 2
    m.fold_out()
    m.ask(c.TakeSeat, 3, 6)
    assert hand_of(m.next_hand()).button == 4


def test_L7_open_seats_go_by_the_order_of_asking():
    m = table(1, 2, 3, 4)
    for seat in (3, 2):
        m.ask(c.AskSeat, seat, 9)
    m.fold_out().next_hand()
    assert (m.table.seats[9].person.name, m.table.seats[2].person.name) == ("p3", "p2")
    assert [wish.seat for wish in m.table.people.wishes] == [2]


# Delta's ledger


def test_A12_the_small_blind_leaves_and_two_post_the_big_blind():
    m = table(1, 2, 3, 4, 5, 6, house="delta-downtown")  # small 2, big 3
    leaves(m, 2)
    began = hand_of(m.next_hand())
    assert (began.button, began.small, began.big) == (3, (3,), (4, 5))


def test_A12_the_big_blind_leaves_and_two_post_it():
    m = table(1, 2, 3, 4, 5, 6, house="delta-downtown")
    leaves(m, 3)
    began = hand_of(m.next_hand())
    assert (began.button, began.small, began.big) == (2, (), (4, 5))


def test_LP_22_everybody_pays_one_of_each_in_a_full_round():
    m = table(1, 2, 3, 4, 5, 6, house="delta-downtown")
    leaves(m, 3)
    smalls, bigs = [], []
    for _ in range(20):
        began = hand_of(m.next_hand())
        smalls += began.small
        bigs += began.big
    counts = [abs(smalls.count(seat) - bigs.count(seat)) for seat in (1, 2, 4, 5, 6)]
    assert max(counts) <= 1


# Nobody gets round the blinds


@pytest.mark.parametrize("house", ["artichoke-joes", "delta-downtown"])
@pytest.mark.parametrize("seed", range(6))
def test_nobody_avoids_the_blinds_by_moving_sitting_out_or_leaving(house, seed):
    """Five sit still; the sixth tries everything. He is dealt at most a round a big blind."""
    from random import Random

    rng = Random(seed)
    m = table(1, 3, 5, 7, 9, 10, button=1, house=house)
    me, hands, bigs = 10, 0, 1
    for _ in range(150):
        m.fold_out()
        try:
            match rng.randint(0, 6):
                case 0:
                    m.ask(c.SitOut, me)
                case 1 | 2:
                    m.ask(c.ComeBack, me)
                case 3 | 4:
                    to = rng.choice([2, 4, 6, 8, 10])
                    m.ask(c.TakeSeat, me, to)
                    me = to
                case 5:
                    m.ask(c.ChooseEntry, me, rng.choice(["wait", "post", "pass"]))
        except Refused:
            pass
        m.now += 1_000
        for seat in (1, 3, 5, 7, 9):
            m.table.seats[seat].chips.stack = max(m.table.seats[seat].chips.stack, 1_000)
        m.table.seats[me].chips.stack = max(m.table.seats[me].chips.stack, 1_000)
        m.table.books.bought_in = (
            sum(s.chips.stack for s in m.table.seats)
            + sum(x.chips for x in m.table.transit.flying.values())
            + m.table.books.fees
            + m.table.books.cashed_out
        )
        began = hand_of(m.next_hand())
        if me in began.dealt:
            hands += 1
            bigs += any(x.seat == me and x.chips == 200 for x in began.posts)
        assert hands <= 6 * bigs + 6
    assert hands > 5


def test_L7_two_moves_before_the_next_hand_are_measured_from_the_first_seat():
    m = table(1, 2, 3, 4, 5, 6, button=1)
    moves(m, 4, 9)
    m.ask(c.TakeSeat, 9, 8)
    began = hand_of(m.next_hand())
    assert dict(began.targets) == {8: 2}


def test_L7_a_mover_who_lets_the_big_blind_go_by_owes_both():
    m = table(1, 2, 3, 4, 5, 6, button=1)
    moves(m, 4, 7, "pass")  # place 2 of the coming hand, and not dealt off
    for _ in range(5):
        began = hand_of(m.next_hand())
        assert 7 not in began.dealt
        if 7 in began.missed:
            return
    raise AssertionError("the big blind went by for nothing")


def jacks(*seats: int) -> BareTable:
    page = config("delta-downtown", schedule="")
    stakes = replace(page.spreads[0].stakes, blinds=(), ante=100)
    spread = replace(page.spreads[0], game="draw-jacks-or-better", stakes=stakes, fees=())
    return BareTable(replace(page, spreads=(spread,))).open(*seats, button=1).next_hand()


def pass_out(m: BareTable) -> BareTable:
    while m.table.live is not None:
        m.move(Call(m.table.play.queue[0]))
    return m


def closed(m: BareTable) -> BareTable:
    """After its last hand was seen."""
    while m.table.phase != "closed":
        m.wait()
        m.settle()
    return m


def test_jacks_or_better_the_pot_that_nobody_opened_stays_for_the_next_deal():
    """002 L504: antes accumulate; the table carries them from hand to hand."""
    m = pass_out(jacks(1, 2, 3))
    assert sum(m.table.books.carried.values()) == 300
    m.next_hand()
    assert m.table.play.pot == 600


@pytest.mark.parametrize("way", ["leaves", "moves"])
def test_002_L540_who_leaves_or_moves_forfeits_his_antes_to_the_pot(way):
    m = pass_out(jacks(1, 2, 3, 4))
    if way == "leaves":
        m.ask(c.Leave, 3)
        m.settle()
        m.bank()
        m.sit(3, name="newcomer")
    else:
        m.ask(c.TakeSeat, 3, 9)
    assert m.table.books.carried == {1: 100, 2: 100, 4: 100, 0: 100}
    began = hand_of(m.next_hand())
    hand = m.table.play
    assert set(began.dealt) == {1, 2, 4}  # 002 L542: nobody buys into antes that he did not pay
    assert (hand.pot, hand.dead) == (700, 100)
    assert [hand.paid[seat] for seat in (1, 2, 4)] == [200, 200, 200]  # nobody plays for it alone
    pass_out(m)
    assert m.table.books.carried == {1: 200, 2: 200, 4: 200, 0: 100}


def test_002_L540_a_voided_hand_gives_back_no_antes_of_who_has_left():
    m = pass_out(jacks(1, 2, 3, 4)).next_hand()
    m.ask(c.Leave, 3)
    m.order(c.VoidHand)
    assert m.table.books.carried == {1: 100, 2: 100, 3: 100, 4: 100}
    m.settle()
    assert m.table.books.carried == {1: 100, 2: 100, 4: 100, 0: 100}


def test_a_table_that_closes_gives_the_antes_back_that_nobody_opened():
    """DD-A63: they waited for whoever came to the next game. What was forfeited (002 L540) is
    shared by those who stayed, the odd chip to the first."""
    m = pass_out(jacks(1, 2, 3, 4))
    m.ask(c.Leave, 3)
    m.order(c.CloseTable)
    m.ask(c.Leave, 4)
    closed(m)
    out = {x.seat: (x.chips, x.antes) for x in m.events if isinstance(x, e.CashedOut)}
    bought = {x.seat: x.chips for x in m.events if isinstance(x, e.BoughtIn)}
    antes = {1: 100, 2: 100, 3: 0, 4: 200}  # seat 4 went first
    assert out == {seat: (bought[seat] - 100 + antes[seat], antes[seat]) for seat in bought}
    assert (m.table.books.carried, m.table.books.unopened) == ({}, 0)


def test_who_is_left_alone_with_antes_that_wait_takes_them_home():
    """DD-A63: the others forfeited theirs to a pot (002 L540) that nobody else may play for."""
    m = pass_out(jacks(1, 2, 3))
    for seat in (2, 3, 1):
        m.ask(c.Leave, seat)
    assert {x.seat: x.antes for x in m.events if isinstance(x, e.CashedOut)} == {1: 300, 2: 0, 3: 0}
    assert m.table.books.carried == {}
    assert sum(x.chips for x in m.events if isinstance(x, e.CashedOut)) == m.table.books.bought_in


def test_who_did_not_pay_for_the_antes_that_wait_takes_none_of_them():
    m = pass_out(jacks(1, 2))
    m.sit(3, name="newcomer")
    for seat in (2, 3):
        m.ask(c.Leave, seat)
    assert m.table.books.carried == {0: 100, 1: 100}


def test_antes_that_are_played_for_are_not_given_back():
    """DD-A63: the table closes after the hand; who sits beside it leaves without them."""
    m = pass_out(jacks(1, 2, 3, 4))
    m.ask(c.GoAway, 3, "lobby")
    m.next_hand()
    assert m.table.play.pot == 700
    m.order(c.CloseTable)
    m.ask(c.Leave, 3)
    closed(pass_out(m))
    out = {x.seat: x.antes for x in m.events if isinstance(x, e.CashedOut)}
    assert out == {1: 300, 2: 200, 3: 0, 4: 200}  # what 3 forfeited was in the pot, then shared
    assert m.table.books.carried == {}


def all_in_for_the_ante() -> BareTable:
    page = config("delta-downtown", schedule="")
    stakes = replace(page.spreads[0].stakes, blinds=(), ante=1_000)
    spread = replace(
        page.spreads[0], game="draw-jacks-or-better", stakes=stakes, fees=(), buy_in=(1_000, 0)
    )
    m = BareTable(replace(page, spreads=(spread,)))
    for seat, chips in ((1, 10_000), (2, 10_000), (3, 1_000)):
        m.sit(seat, chips)
    m.order(c.OpenTable)
    m.ask(c.DrawButton, 1, m._draw(1))
    return m.next_hand()


def test_all_in_for_the_ante_and_nobody_opens_he_is_still_in_for_what_he_matched():
    """002 L545 (rules 26-29), 004 L163: without putting any more chips into the pot."""
    m = pass_out(all_in_for_the_ante())
    assert m.table.books.carried == {1: 1_000, 2: 1_000, 3: 1_000}
    began = hand_of(m.next_hand())
    assert set(began.dealt) == {1, 2, 3}
    assert posts(m, "ante") == {1: 1_000, 2: 1_000}
    assert posts(m, "carried") == {1: 1_000, 2: 1_000, 3: 1_000}
    while m.table.play.due == "deal":
        m.step()
    assert [(pot.chips, set(pot.seats)) for pot in m.table.play.pots()] == [
        (3_000, {1, 2, 3}),
        (2_000, {1, 2}),
    ]
    assert m.table.seats[3].life == "playing"
    pass_out(m).next_hand()
    assert posts(m, "carried") == {1: 2_000, 2: 2_000, 3: 1_000}


def test_no_more_antes_than_the_game_has():
    """002 L504, 004 L137: "unless the limit of antes has been reached for that particular game"."""
    page = jacks(1, 2, 3).table.config.page
    page = replace(page, spreads=(replace(page.spreads[0], antes=2),))
    m = BareTable(page).open(1, 2, 3, button=1).next_hand()
    for pot in (300, 600, 600, 600):
        assert m.table.play.pot == pot
        pass_out(m).next_hand()
    with pytest.raises(BadPage, match="opened by anybody"):
        validate(replace(page, spreads=(replace(config().spreads[0], antes=2, fees=()),)))
