"""A pot that a high and a low hand share: gold lies on both, and each card says for which."""

from center_screen.board import sides as on_the_center
from center_screen.board import winning
from firmware.games.poker.rules import Stakes
from firmware.screens.protocol import on_sides
from firmware.table.config import Config, Spread
from lab.scenes.pictures import Step, played
from lab.simulation.bare_table import BareTable
from stations.hand.board import sides, winners
from tests.screens.seen import everyone, station
from tests.stage import dot

STAKES = Stakes(200, 400, (100, 200), chip=100)
PAGE = Config(
    "t1", "artichoke-joes", (Spread("lightning-omaha-hi-lo", STAKES, "limit", (4_000, 0)),)
)


def shared(same_seat=False):
    """To the end of a hand whose high and low went to two players, or to one."""
    for seed in range(200):
        m = BareTable(PAGE, seed).open(1, 2, 3, 4, 5).next_hand().call_down()
        parts = everyone(m).result.shares
        who = [one.seats for one in parts]
        if len(parts) == 2 and parts[1].side == "low" and (who[0] == who[1]) is same_seat:
            return m, *parts
    raise AssertionError("no such hand")


def state(m, seat):
    return played(station(m, seat), Step(), dot())[0].state


def test_who_did_not_win_sees_both_hands_on_the_board():
    """It was gold for the high hand alone, and the low one's cards lay in the shade."""
    m, high, low = shared()
    public = everyone(m)
    seen = state(m, next(n for n in range(1, 6) if n not in (*high.seats, *low.seats)))
    for side, gold in ((sides(seen), winners(seen)), (on_the_center(public), winning(public))):
        assert {*gold} == {*high.cards, *low.cards}
        assert {card for card, word in side.items() if word != "Low"} == {*high.cards}
        assert {card for card, word in side.items() if word != "High"} == {*low.cards}


def test_who_won_a_side_sees_his_own_hand():
    m, high, low = shared()
    assert sides(state(m, high.seats[0])) == dict.fromkeys(high.cards, "High")
    assert sides(state(m, low.seats[0])) == dict.fromkeys(low.cards, "Low")
    assert {*everyone(m).seats[low.seats[0] - 1].winning} == {*low.cards}


def test_who_won_both_has_won_with_all_of_these_cards():
    m, high, low = shared(same_seat=True)
    seat = high.seats[0]
    assert sides(state(m, seat)) == on_sides((high, low))
    assert {*everyone(m).seats[seat - 1].winning} == {*high.cards, *low.cards}


def test_nothing_is_said_of_sides_where_there_was_no_low():
    for seed in range(200):
        m = BareTable(PAGE, seed).open(1, 2, 3).next_hand().call_down()
        public = everyone(m)
        if not any(one.side for one in public.result.shares):
            assert on_the_center(public) == sides(state(m, 1)) == {}
            return
    raise AssertionError("no such hand")
