"""`--game NAME --house H`: a table for whatever `stormdeck games` lists, or why there is none."""

import re

import pytest

from firmware.games.banked.spread import banked_rules
from firmware.games.filed import filed
from firmware.pages import BadPage
from lab.simulation.any_game import front_page, page_of
from lab.simulation.bare_table import BareTable
from tests.screens.seen import everyone

AJ, CR, DD = "artichoke-joes", "casino-royale", "delta-downtown"
PLAYED = [
    (one.id, house)
    for one in filed()
    if one.state.startswith("plays")
    and ", with the" not in one.state
    and "at every" not in one.state
    for house in one.houses
]


@pytest.mark.parametrize(("game", "house"), PLAYED)
def test_what_is_listed_as_played_has_a_table(game, house):
    assert page_of(game, house).spreads


@pytest.mark.parametrize(
    ("bet", "house", "game", "circle"),
    [("buster-blackjack", AJ, "no-bust-21st-century-blackjack", "buster"),
     ("buster-blackjack", CR, "pure-21-5-buster-blackjack", "buster"),
     ("buster-blackjack", DD, "no-bust-21st-century-blackjack", "buster"),
     ("upcard-luck", "", "no-bust-21st-century-blackjack", "upcard luck")],
)  # fmt: skip
def test_a_bet_beside_other_games_is_dealt_with_one_of_them(bet, house, game, circle):
    """Row 28 of the catalogue: it is no game, and "there is no 'upcard-luck'" was the answer."""
    page = page_of(bet, house)
    assert page.spreads[0].game == game
    assert circle in banked_rules(game, house or AJ).circles


@pytest.mark.parametrize(
    ("game", "house", "says"),
    [("fast-nine", "", "none by itself: not yet: the filing has its name and no rules"),
     ("upcard-luck", CR, "none by itself: casino-royale does not have it"),
     ("result-board", "", "none by itself: plays, with the baccarats"),
     ("short-deck-holdem", "", "^no house spreads short-deck-holdem"),
     ("razz", CR, "casino-royale does not spread razz: it is at artichoke-joes, "),
     ("pokara", CR, "casino-royale does not spread pokara: it is at hawaiian-gardens"),
     ("pokara", "hollywood", "house: there is no 'hollywood'")],
)  # fmt: skip
def test_what_has_no_table_is_told_in_words(game, house, says):
    with pytest.raises(BadPage, match=says):
        page_of(game, house)


def test_the_lab_begins_with_the_houses_fees_and_a_jackpot():
    told = everyone(BareTable(front_page())).placard
    assert re.fullmatch(r"\$\d to \$\d \+ \$1 jackpot", told.fee), told.fee
