"""The draw for the first button."""

from firmware.games.cards import DECKS
from firmware.table.config import load

JACKS_OR_BETTER = """
table = "1"
house = "delta-downtown"
seats = 8
[[spreads]]
game = "draw-jacks-or-better"
stakes = { small = 200, big = 400, ante = 100, chip = 100 }
"""


def test_no_joker_is_drawn_for_the_button(make_whole, monkeypatch):
    """It is no high card, and one that was drawn ended the controller."""
    whole = make_whole()
    whole.config = load(JACKS_OR_BETTER)
    decks = whole.power_on().decks
    asked = []
    monkeypatch.setattr(decks.deal, "draw", lambda cards, count, wait: asked.append(cards))
    decks.draw_button((1, 2, 3), whole.now)
    assert asked == [tuple(DECKS["52"])]
