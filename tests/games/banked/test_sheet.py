"""What a player reads about a game against a bank (stormdeck games show)."""

import pytest

from firmware.games.banked.sheet import sheet
from firmware.games.banked.spread import houses
from firmware.pages import BadPage


def told(game: str, house: str = "common") -> dict[str, tuple[str, ...]]:
    return {section.title: section.lines for section in sheet(game, house).sections}


def test_the_page_of_three_card_poker():
    """000 L2349-2426."""
    page = told("three-card-poker", "artichoke-joes")
    assert page["Table"] == ("One deck of 52 cards (1 to 6 are filed). 2 to 10 seats.",)
    assert page["Circles"] == (
        "Ante: with every bet.",
        "Play: by choice, after the cards.",
        "Bonus: only with ante, as big as the ante.",
    )
    assert page["Pays"][0] == "Ante: folded lose, bank out 1:1, win 1:1, tie push, else lose."
    assert page["Fees"][0] == (
        "Option 1, $5 to $200: player $1 to $50, $2 to $100, $3 to $150, $4 to $200"
        " on the bets of the game; bank $3 to $300, $4 to $500, $5 above by all bets."
    )
    assert page["Fees"][3].startswith("Option 4, $5 to $200: bank $3 to $100")
    assert page["Sources"] == ("000 L2349-2426.",)


def test_how_far_a_bank_goes_and_from_where_it_is_settled():
    matched, net = told("ez-baccarat", "artichoke-joes"), told("ez-baccarat", "hawaiian-gardens")
    assert matched["The bank"][1:] == (
        "Every dollar that the bank pays or takes uses up a dollar of its stake.",
        "Settled from the seat that a card of the bank counts to, circle by circle:"
        " dragon 7, tie, player, banker.",
    )
    assert net["The bank"][1:] == (
        "The bank stops where it has won or lost as much as its stake.",
        "Settled from the seat that a card of the bank counts to, seat by seat:"
        " player, banker, tie, dragon 7.",
    )
    assert net["Fees"][0] == "Option 1, $10 to $100: player $1 on each bet; bank $2."


@pytest.mark.parametrize(
    ("house", "game", "says"),
    [
        ("artichoke-joes", "california-blackjack", "three dice count to, seat by seat"),
        ("club-caribe", "posoy", "two dice count to, seat by seat"),  # 004 L892
        ("delta-downtown", "mah-jong-pai-gow", "a die of 10 sides counts to, seat by seat"),
        ("casino-royale", "pai-gow-tiles", "three dice count to, counter-clockwise, seat by seat"),
    ],
)
def test_what_is_shaken_and_which_way_it_goes(house, game, says):
    assert says in told(game, house)["The bank"][-1]


def test_what_the_fee_of_a_bank_goes_by():
    """000 L2981, 001 L1428, L1747: its stake, the banker's line, the wagers of the game."""
    older = told("california-blackjack", "artichoke-joes")["Fees"][-4]
    assert older.endswith("bank $2 to $300, $3 above by its stake.")
    royal = told("royal-baccarat", "casino-royale")["Fees"][-1]
    assert royal.endswith("$30 above by the banker's line.")


def test_only_what_is_so_is_told():
    """A bank that must be passed on, a pool, limits of a circle, decks that are no choice."""
    ends = "If nobody else takes it then, the game is over."
    assert ends in told("three-card-poker", "club-caribe")["The bank"]
    assert ends not in told("three-card-poker", "delta-downtown")["The bank"]
    assert told("no-push", "club-caribe")["The bank"] == (
        "Nobody holds a bank: the bets are a pool.",
    )
    bonus = "Bonus: only with base, no bigger than the base."
    assert bonus in told("pokara", "hawaiian-gardens")["Circles"]
    dragons = told("commission-free-baccarat-dragon-bonus", "casino-royale")
    assert dragons["Circles"][0] == "Tie: $5 to $100."
    assert dragons["Table"] == ("8 decks of 52 cards. 2 to 10 seats.",)
    assert "Circles" not in told("baccarat-9", "hawaiian-gardens")


# "a non-bank bet in the last round", by the line that says so.
AFTER_BET = {
    ("artichoke-joes", "pai-gow-tiles"): "000 L1172",
    ("delta-downtown", "three-card-poker"): "002 L1427",
    ("hawaiian-gardens", "jokers-wild-pai-gow-poker"): "003 L526",
    ("hawaiian-gardens", "super-9"): "003 L573",
    ("hawaiian-gardens", "hawaiian-blackjack"): "003 L659",
    ("hawaiian-gardens", "caribbean-stud"): "003 L752",
    ("hawaiian-gardens", "pai-gow-poker"): "003 L996",
    ("hawaiian-gardens", "baccarat-9-v1"): "003 L1089",
    ("hawaiian-gardens", "pai-gow-tiles"): "003 L1216",
    ("hawaiian-gardens", "baccarat-9"): "003 L1408",
    ("hawaiian-gardens", "nine-and-a-half"): "003 L1465",
    ("hawaiian-gardens", "baccarat"): "003 L1564",
    ("hawaiian-gardens", "blackjack-poker"): "003 L2675",
    ("club-caribe", "super-pan-nine"): "004 L864",
}


def test_where_the_bank_is_for_who_bet_before_it_is_told():
    says = "Who bet in the last round is asked, and then who is new."
    every = [(house, game) for house, games in houses().items() for game in games]
    assert {page for page in every if says in told(page[1], page[0])["The bank"]} == {*AFTER_BET}


def test_points_between_players():
    """003 L820-890, 004 L46-107: what is counted, what a hand is worth that wins by itself."""
    filed = told("chinese-poker-13", "hawaiian-gardens")
    assert filed["The bank"] == ("Nobody holds a bank: each settles with each of the others.",)
    assert filed["Points"] == (
        "Two hands of three are two points; all three 6; all three of three others 9 from each.",
        "Win by themselves if declared, the best first: pure dragon 39, dragon of one color 26,"
        " dragon 13, one color 13, twelve of one color 6, minor 6, six pairs 4, three flushes 4,"
        " three straights 4.",
        "A foul hand pays 6 to each.",
        "Buy in for 30 points or more.",
    )
    assert filed["Fees"][0] == (
        "Option 1, $5: the table $1 of 2, $2 of 3, $3 of 4 players, shared among them."
    )
    netted = told("chinese-poker-13", "club-caribe")["Points"]
    assert netted[0].startswith("Two hands of three are one point: the lost hand is taken off")
    assert "full house in middle 2" in netted[1]


def test_whose_page_it_is():
    assert sheet("three-card-poker").where == "As its page has it"
    assert sheet("three-card-poker", "club-caribe").where == "As club-caribe spreads it"
    with pytest.raises(BadPage, match="there is no 'delta'; perhaps"):
        sheet("three-card-poker", "delta")
    with pytest.raises(BadPage, match="delta-downtown does not spread pokara; hawaiian-gardens"):
        sheet("pokara", "delta-downtown")


def test_tables_that_are_filed_beside_the_posted_one_are_named():
    """000 L2268-2301: three of them, the first is posted; a circle with one has nothing to add."""
    also = [line for line in told("no-bust-21st-century-blackjack", "artichoke-joes")["Pays"]
            if "also filed" in line]  # fmt: skip
    assert also == ["Buster, also filed: B, C."]
