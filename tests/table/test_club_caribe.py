"""Club Caribe's table: the button can be bought, and the later rounds have their own fee."""

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.commands import Call, Fold
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.asking import entries
from firmware.table.checking import validate
from firmware.table.config import Config, Spread
from firmware.table.jackpot import Jackpot
from lab.simulation.bare_table import BareTable
from tests.table.test_button_and_blinds import hand_of

HOLDEM = Spread("texas-holdem", Stakes(300, 600, (100, 300), chip=50), fees=(3,))
SMALL = Spread("texas-holdem", Stakes(100, 200, (100, 200), chip=50), fees=(1,))
OMAHA = Spread("omaha-hi-lo", Stakes(300, 600, (300,), chip=50), fees=(9,))
LOWBALL = Spread("lowball-ace-to-five", Stakes(300, 600, (300,), chip=50), fees=(23,))
STUD = Spread("seven-card-stud", Stakes(300, 600, ante=50, bring_in=100, chip=50), fees=(31,))


def page(spread: Spread) -> Config:
    made = Config("t1", "club-caribe", (spread,), seats=8, schedule="club-caribe")
    validate(made)
    return made


def test_the_button_can_be_bought():
    """004 L195."""
    m = BareTable(page(HOLDEM)).open(1, 3, 4, 5, button=5).next_hand()
    m.sit(2)
    m.ask(c.ChooseEntry, 2, "buy the button")
    assert hand_of(m.next_hand()).big == (2,)


def test_a_new_game_asks_for_no_post_before_a_blind_has_passed_the_seat():
    """004 L196: "a new player will not be required to post a blind until the button has made one
    complete revolution around the table, provided a blind has not yet passed that seat"."""
    m = BareTable(page(HOLDEM)).open(1, 2, 3, 4, 6, button=1).next_hand()
    assert hand_of(m).big == (3,)
    m.sit(8)
    m.sit(5)
    assert entries(m.table, 8) == [("wait", 0), ("buy the button", 400)]
    began = hand_of(m.next_hand())
    assert {5, 8} <= {*began.dealt}
    assert not [post for post in began.posts if post.seat in (5, 8)]
    began = hand_of(m.next_hand())  # and the blinds find them as everybody else
    assert began.big == (5,)


def test_once_a_blind_has_passed_the_seat_a_newcomer_posts_in_a_new_game_too():
    """004 L196: and in the second round of the button everywhere."""
    m = BareTable(page(HOLDEM)).open(1, 3, 4, 6, button=1).next_hand()
    m.next_hand()  # the blinds are 4 and 6
    m.sit(2)
    assert ("post", 300) in entries(m.table, 2)
    assert 2 not in hand_of(m.next_hand()).dealt
    for _ in range(4):
        m.next_hand()
    m.sit(8)
    assert ("post", 300) in entries(m.table, 8)


def test_in_a_new_game_a_seat_is_changed_freely_before_a_blind_has_passed_the_new_one():
    """004 L196: "A player may also change seats without penalty"."""
    m = BareTable(page(HOLDEM)).open(1, 2, 3, 4, 5, button=1).next_hand()
    m.ask(c.AskSeat, 4, 7)
    began = hand_of(m.next_hand())
    assert 7 in began.dealt
    assert not [post for post in began.posts if post.seat == 7]


@pytest.mark.parametrize("spread", [HOLDEM, STUD])
@pytest.mark.parametrize(("players", "all_of_it"), [(7, 300), (6, 200)])
def test_a_hand_that_ends_in_the_opening_round_pays_the_opening_fee_only(
    spread, players, all_of_it
):
    """004 L1050, CC-A22: and six players or fewer a dollar less for the later rounds."""
    for first_street, fee in ((True, 100), (False, all_of_it)):
        m = BareTable(page(spread)).open(*range(1, players + 1), button=1).next_hand()
        hand = m.table.play
        while m.table.live:
            if hand.due == "act":
                stays = hand.betting.forced or not (first_street or hand.opened)
                m.move((Call if stays else Fold)(hand.queue[0]))
            elif not m.step():
                m.wait()
        assert (hand.opened, m.table.books.fees) == (not first_street, fee)


@pytest.mark.parametrize("spread", [OMAHA, LOWBALL])
def test_with_one_blind_the_jackpot_has_its_dollar_of_every_pot(spread):
    """004 L1048: "The Jackpot Fee is taken each hand"; the blind alone is nobody's pot yet."""
    made = replace(page(spread), jackpot=Jackpot(bad_beat=70))
    m = BareTable(made).open(1, 2, 3, 4, 5, 6, 7, button=1)
    m.next_hand().call_down()
    books = m.table.books
    assert (books.bad_beat, books.high_hand, books.fees) == (70, 30, 300)
    assert sum(seat.chips.stack for seat in m.table.seats) == 70_000 - 400


@pytest.mark.parametrize("spread", [OMAHA, LOWBALL])
def test_where_all_fold_to_the_one_blind_there_is_no_pot_to_take_of(spread):
    """004 L1049-1050, CC-A43: what nobody called goes back first."""
    made = replace(page(spread), jackpot=Jackpot(bad_beat=70))
    m = BareTable(made).open(1, 2, 3, 4, 5, 6, 7, button=1).next_hand().fold_out()
    assert (m.table.books.bad_beat, m.table.books.fees) == (0, 0)
    assert [seat.chips.stack for seat in m.table.seats[1:8]] == [10_000] * 7


@pytest.mark.parametrize(
    ("spread", "least"),
    [(HOLDEM, 3_000), (OMAHA, 6_000), (LOWBALL, 3_000), (STUD, 3_000), (SMALL, 2_000)],
)
def test_the_buy_in_is_the_one_on_the_sheet(spread, least):
    """004 L993-1044: $60 for the kill games at 3-6, $20 at 1-2; otherwise ten small bets."""
    assert page(spread).least_buy(0) == least
    with pytest.raises(BadPage, match="is for buy-ins from \\$60") as no:
        page(replace(OMAHA, buy_in=(3_000, 0)))
    assert no.value.field == "spreads[0].fees"


def test_a_full_buy_allows_another_short_one():
    """004 L291: "One short buy-in may be made after each full buy-in"."""
    m = BareTable(page(HOLDEM)).open(1, 2, 3, button=1)
    for chips in (1_000, 3_000, 1_000):
        m.ask(c.BuyIn, 1, chips)
        m.bank()
    with pytest.raises(Refused, match="Buy in for \\$30 or more"):
        m.ask(c.BuyIn, 1, 1_000)


def test_fees_of_other_stakes_games_and_houses_are_refused():
    for wrong, says in (
        (replace(HOLDEM, fees=(4,)), "is for \\$4 and \\$8; for this game: 3$"),
        (replace(HOLDEM, fees=(31,)), "is for seven-card-stud"),
        (replace(STUD, stakes=replace(STUD.stakes, ante=100)), "an ante of \\$0.50"),
    ):
        with pytest.raises(BadPage, match=says) as no:
            page(wrong)
        assert no.value.field == "spreads[0].fees"
    with pytest.raises(BadPage, match="is what club-caribe takes"):
        validate(replace(page(HOLDEM), house="delta-downtown"))
