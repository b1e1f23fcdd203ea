"""Hawaiian Gardens' table: who comes in, and who may buy again."""

import pytest

from firmware.errors import Refused
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.checking import validate
from firmware.table.config import Config, Spread
from lab.simulation.bare_table import BareTable
from tests.table.test_button_and_blinds import hand_of, posts


def limit(small: int, game: str = "texas-holdem") -> Config:
    stakes = Stakes(small, 2 * small, (small // 2, small), chip=50)
    return Config("t1", "hawaiian-gardens", (Spread(game, stakes),), seats=9)


def test_up_to_9_18_a_newcomer_is_dealt_right_in():
    """003 L24-26: without a post; left of the button he waits for it to pass."""
    m = BareTable(limit(200)).open(1, 2, 3, 5, button=1).next_hand()
    m.sit(6)
    m.sit(4)
    assert hand_of(m.next_hand()).dealt == (3, 4, 5, 6, 1, 2)
    assert not posts(m, "post")
    assert m.table.position.big == (4,)  # whom the blind finds, pays it


def test_of_two_blinds_of_one_size_the_second_is_the_big_one():
    """Fee option 25: 1 and 1 for a buy-in of 20; the first to act is on the left of both."""
    stakes = Stakes(100, blinds=(100, 100), chip=100)
    game = Spread("texas-holdem-100", stakes, "no-limit", (2_000, 2_000), (25,))
    page = Config("t1", "hawaiian-gardens", (game,), seats=9, schedule="hawaiian-gardens")
    m = BareTable(page).open(1, 2, 3, 4, chips=2_000, button=4).next_hand()
    assert posts(m, "blind") == {1: 100, 2: 100}
    assert m.table.play.queue == [3, 4, 1, 2]


def test_from_10_20_on_he_posts_or_waits_and_may_post_in_the_middle():
    """003 L27-30."""
    m = BareTable(limit(1_000)).open(1, 3, 4, 5, chips=50_000, button=5).next_hand()
    m.sit(2, 50_000)
    m.sit(6, 50_000)
    m.ask(c.ChooseEntry, 2, "post")
    m.next_hand()
    assert (m.table.position.button, posts(m, "post")) == (1, {2: 1_000})
    assert 6 not in hand_of(m).dealt


@pytest.mark.parametrize("small", [200, 1_000])
def test_in_match_it_a_newcomer_is_dealt_in_at_once_at_every_limit(small):
    """003 L939-941; the blinds of 5 and 10 are posted, too (L2565)."""
    stakes = Stakes(small, 2 * small, (small // 2, small), ante=100, chip=50)
    page = Config("t1", "hawaiian-gardens", (Spread("match-it", stakes),), seats=9)
    m = BareTable(page).open(1, 2, 3, 5, chips=50_000, button=1).next_hand()
    for _ in range(7):  # a whole round, and the button is 5: no new game any more
        m.fold_out().next_hand()
    m.sit(6, 50_000)
    m.fold_out().next_hand()
    assert (m.table.position.button, hand_of(m).dealt) == (1, (2, 3, 5, 6, 1))
    assert posts(m, "post") == {}


@pytest.mark.parametrize(
    ("game", "way"),
    [
        ("texas-holdem", "by position"),
        ("reverse-holdem", "by position"),
        ("crazy-pineapple", "by ledger"),
        ("omaha", "by ledger"),
        ("omaha-hi-lo", "by ledger"),
    ],
)
def test_up_to_9_18_only_hold_em_saves_somebody_a_blind(game, way):
    """003 L35 has the exception; L120-121 and L1329-1330 have none."""
    assert limit(400, game).ways.blinds == way


def test_crazy_pineapple_deals_a_newcomer_in_between_button_and_small_blind():
    """003 L115-118: into an open seat there, without a post; the next button passes him."""
    m = BareTable(limit(200, "crazy-pineapple")).open(1, 3, 4, 5, button=5).next_hand()
    m.sit(2)
    m.next_hand()
    assert (m.table.position.button, hand_of(m).dealt) == (1, (2, 3, 4, 5, 1))
    assert (hand_of(m).small, hand_of(m).big, posts(m, "post")) == ((3,), (4,), {})
    assert m.next_hand().table.position.button == 3


def hundred(stack: int) -> BareTable:
    """The $100 game, seat 1 with so much in front between two hands."""
    stakes = Stakes(300, blinds=(200, 300), chip=100)
    spread = Spread("texas-holdem-100", stakes, "no-limit", (10_000, 10_000), (30,))
    page = Config("t1", "hawaiian-gardens", (spread,), seats=9, schedule="hawaiian-gardens")
    validate(page)
    m = BareTable(page).open(1, 2, 3)
    lose(m, 10_000 - stack)
    return m


def lose(m: BareTable, chips: int) -> None:
    m.table.seats[1].chips.stack -= chips
    m.table.seats[2].chips.stack += chips


@pytest.mark.parametrize(
    ("stack", "chips", "may"),
    [
        (5_100, 10_000, False),  # a full buy with $50 or less
        (5_000, 10_000, True),
        (5_000, 4_000, False),  # a short one with nothing
        (0, 4_000, True),
        (0, 10_000, True),
    ],
)
def test_the_100_dollar_game_sells_chips_to_who_has_half_or_nothing(stack, chips, may):
    """003 L72."""
    m = hundred(stack)
    if may:
        assert m.ask(c.BuyIn, 1, chips)
    else:
        with pytest.raises(Refused, match=r"\$50 or less|\$100 or more"):
            m.ask(c.BuyIn, 1, chips)


def test_a_short_buy_too_is_of_whole_chips():
    """The smallest is $1, also for who has nothing in front (003 L72)."""
    m = hundred(0)
    with pytest.raises(Refused, match=r"smallest chip here is \$1"):
        m.ask(c.BuyIn, 1, 4_001)
    with pytest.raises(Refused, match=r"for \$1 or more"):
        m.ask(c.BuyIn, 1, 1)
    assert m.ask(c.BuyIn, 1, 100)


def test_after_a_short_buy_none_before_the_chips_are_gone():
    """003 L72."""
    m = hundred(0)
    m.ask(c.BuyIn, 1, 4_000)
    m.bank()
    with pytest.raises(Refused, match="short buy when you have no chips"):
        m.ask(c.BuyIn, 1, 10_000)
    lose(m, 4_000)
    assert m.ask(c.BuyIn, 1, 10_000)


@pytest.mark.parametrize(
    ("option", "small", "blinds"), [(803, 3_000, (1_000, 3_000)), (810, 15_000, (10_000, 15_000))]
)
def test_kansas_city_by_the_half_hour_has_its_posted_blinds(option, small, blinds):
    """003 L2460-2474."""

    def page(posted: tuple[int, ...]) -> Config:
        stakes = Stakes(small, 2 * small, posted, chip=100)
        game = Spread("kansas-city", stakes, fees=(option,))
        return Config("t1", "hawaiian-gardens", (game,), seats=8, schedule="hawaiian-gardens")

    validate(page(blinds))
    with pytest.raises(BadPage, match="blinds"):
        validate(page((small // 2, small)))


@pytest.mark.parametrize("game", ["kansas-city", "lowball-ace-to-five"])
def test_who_comes_in_by_killing_the_pot_acts_last(game):
    """003 L272, L1626: for double the blind; L314: last in the first round of betting."""
    stakes = Stakes(1_500, 3_000, (500, 1_000, 1_500), chip=100)
    page = Config("t1", "hawaiian-gardens", (Spread(game, stakes),), seats=8)
    m = BareTable(page).open(1, 2, 3, 4, 5, chips=100_000, button=5).next_hand()
    for _ in range(6):  # a whole round: no new game any more, and the button is 1
        m.fold_out().next_hand()
    m.sit(6, 100_000)
    m.ask(c.ChooseEntry, 6, "kill")
    while 6 not in hand_of(m).dealt:
        m.fold_out().next_hand()
    while m.table.play.due != "act":
        m.step()
    assert (posts(m, "kill"), m.table.play.queue[-1]) == ({6: 3_000}, 6)


def test_stud_with_three_limits_is_on_no_sheet():
    """003 L2392, HG-A63: "$3-4-7"."""
    stakes = Stakes(300, 700, ante=100, bring_in=100, chip=100)
    game = Spread("seven-card-stud", stakes, fees=(305,))
    with pytest.raises(BadPage, match="305") as bad:
        validate(Config("t1", "hawaiian-gardens", (game,), seats=8, schedule="hawaiian-gardens"))
    assert bad.value.field == "spreads[0].fees"
