"""The rules page says what the engine plays."""

import msgspec
import pytest

from firmware.games.poker import page
from firmware.games.poker.house import GameHere, House, HouseRules
from firmware.games.poker.rules import games, houses, rules, spread

EVERY = [("common", game, limit) for game, found in games().items() for limit in found.limits] + [
    (house, game, limit)
    for house, home in houses().items()
    for game, here in home.games.items()
    for limit in spread(games()[game], here)
]


@pytest.mark.parametrize("house", houses())
def test_every_page_can_be_read_on_eighty_columns(house):
    for where, game, limit in EVERY:
        if where == house:
            text = page.text(page.sheet(game, house, limit))
            assert max(map(len, text.splitlines())) <= 80
            assert "None" not in text
            assert "  ." not in text


def test_a_step_of_the_play_goes_on_under_its_words():
    sheet = page.sheet("texas-holdem", "artichoke-joes", "limit")
    lines = page.text(sheet).splitlines()
    first = next(n for n, line in enumerate(lines) if "2. Flop" in line)
    assert lines[first + 1].index("from the left") == lines[first].index("Flop")
    wrapped = next(n for n, line in enumerate(lines) if line.startswith("All-in"))
    assert lines[wrapped + 1].index("be called") == lines[wrapped].index("An all-in")


def told(game, limit="limit", **settings):
    """The page of a game at a house that differs from the common one in `settings`."""
    found = rules(game, "common", limit)
    changed = msgspec.structs.replace(found.settings, **settings)
    found = msgspec.structs.replace(found, settings=changed)
    return page.text(page.tell(games()[game], House("Test"), GameHere(), found))


SAID = [
    ("raise_cap", 4, "texas-holdem", "limit"),
    ("cap_lifts", "heads-up", "texas-holdem", "limit"),
    ("short_bet", "full", "texas-holdem", "limit"),
    ("blind_counts", (3,), "texas-holdem", "limit"),
    ("big_blind", "lower limit", "texas-holdem", "limit"),
    ("check_raise", False, "lowball-ace-to-five", "limit"),
    ("double_raise", True, "texas-holdem", "no-limit"),
    ("opening_blinds", 2, "texas-holdem", "no-limit"),
    ("pot_open", 4, "omaha", "pot-limit"),
    ("pot_round", 500, "omaha", "pot-limit"),
    ("wager_cap", 100000, "omaha", "no-limit"),
    ("first_round", "blinds by size", "texas-holdem", "no-limit"),
    ("killer", "last", "lowball-ace-to-five", "limit"),
    ("straddles", 1, "texas-holdem", "limit"),
    ("straddle_stack", 4, "texas-holdem", "limit"),
    ("straddle_doubles", True, "texas-holdem", "no-limit"),
    ("straddler", "who missed blinds", "texas-holdem", "limit"),
    ("comes_in", "kill", "lowball-ace-to-five", "limit"),
    ("overs", 4, "texas-holdem", "no-limit"),
    ("bring_in", "is a bet", "razz", "limit"),
    ("open_limit", True, "mexican-poker", "limit"),
    ("live_force", True, "asian-stud", "spread"),
    ("open_pair", "any player", "seven-card-stud", "limit"),
    ("all_in_first", "to the left", "seven-card-stud", "limit"),
    ("community_opener", "as before", "asian-stud", "limit"),
    ("turned_joker", "bug", "mexican-poker", "limit"),
    ("phantoms", True, "seven-card-stud", "limit"),
    ("skip_burn", False, "seven-card-stud", "limit"),
    ("sevens", "must bet", "lowball-ace-to-five", "limit"),
    ("half_blind", True, "lowball-ace-to-five", "limit"),
    ("missed_big", True, "lowball-ace-to-five", "limit"),
    ("missed_kills", True, "lowball-ace-to-five", "limit"),
    ("fifth_last", True, "lowball-ace-to-five", "limit"),
    ("ante_opens", True, "draw-jacks-or-better", "limit"),
    ("odd_chips", "card", "seven-card-stud", "limit"),
    ("odd_half", "button", "omaha-hi-lo", "limit"),
    ("even_ties", True, "seven-card-stud-hi-lo", "limit"),
    ("show_first", "first to act", "texas-holdem", "limit"),
    ("timeout", "dead hand", "texas-holdem", "limit"),
    ("late_discard", "dead hand", "pineapple", "limit"),
]


def test_no_setting_is_left_unsaid():
    assert {setting for setting, *_ in SAID} == set(HouseRules.__struct_fields__)


@pytest.mark.parametrize(("setting", "value", "game", "limit"), SAID)
def test_a_setting_changes_what_the_page_says(setting, value, game, limit):
    base = {"straddles": 1} if setting.startswith("straddle") and setting != "straddles" else {}
    if setting == "killer":  # only where there is a kill
        here = page.text(page.sheet(game, "delta-downtown", "limit with kill"))
        assert "The killer speaks last in the first round" in here
    else:
        assert told(game, limit, **base) != told(game, limit, **{**base, setting: value})


@pytest.mark.parametrize(
    ("game", "house", "limit", "words"),
    [
        ("omaha-hi-lo", "artichoke-joes", "no-limit", "The least bet is two big blinds"),
        ("lightning-holdem", "artichoke-joes", "no-limit", "The least bet is the big blind."),
        ("lightning-holdem", "artichoke-joes", "limit", "Two blinds on the left of the button."),
        ("texas-holdem", "artichoke-joes", "limit", "Two blinds on the left of the button."),
        ("texas-holdem", "artichoke-joes", "no-limit", "Three blinds: the first on the button"),
        ("omaha-hi-lo", "club-caribe", "limit", "One live blind, on the left of the button."),
        ("texas-holdem", "casino-royale", "limit", "Nobody else straddles."),
        ("texas-holdem", "delta-downtown", "limit", "One live straddle, of two big blinds"),
        ("texas-holdem", "artichoke-joes", "limit", "Up to four live straddles in a row"),
        (
            "lowball-ace-to-five",
            "delta-downtown",
            "limit with kill",
            "blind of twice the big blind",
        ),
        ("mexican-poker", "casino-royale", "spread", "The forced bet is a bet"),
        ("seven-card-stud", "hawaiian-gardens", "limit", "may open with a full one instead"),
        ("lightning-holdem", "delta-downtown", "limit", "A bet and three raises a round"),
        ("short-deck-holdem", "common", "limit", "four of a kind, flush, full house"),
        ("draw-poker", "artichoke-joes", "limit", "Five aces, straight flush"),
        ("crazy-pineapple", "artichoke-joes", "limit", "board; each discards one; betting"),
        ("lowball-ace-to-five", "artichoke-joes", "limit", "52 cards, no joker"),
        ("lowball-ace-to-five", "artichoke-joes", "spread", "52 cards and a joker"),
        ("texas-holdem", "hawaiian-gardens", "limit", "2 to 9 players"),
        ("omaha-hi-lo", "club-caribe", "limit with kill", "$40 at 2-4, $60 at 3-6"),
        ("draw-poker", "artichoke-joes", "spread", "an ante from everybody and no blinds"),
        ("mexican-poker", "casino-royale", "spread", "Two blinds on the left of the button"),
        ("razz", "delta-downtown", "limit", "Odd chips go by the lowest card"),
        ("texas-holdem", "artichoke-joes", "limit", "of your cards and the board's"),
        ("razz", "delta-downtown", "limit", "of your cards."),
        ("draw-poker", "artichoke-joes", "no-limit", "with antes only, the posted least"),
        ("texas-holdem", "artichoke-joes", "limit", "Between two players the button has"),
        ("seven-card-stud", "artichoke-joes", "no-limit", "by ante 000 L337-340"),
    ],
)
def test_what_a_player_reads(game, house, limit, words):
    text = " ".join(page.text(page.sheet(game, house, limit)).split())
    assert words in text


@pytest.mark.parametrize(
    ("game", "house", "limit", "words"),
    [
        ("texas-holdem", "artichoke-joes", "limit", "kill"),
        ("texas-holdem", "casino-royale", "limit", "One live straddle"),
        ("mexican-poker", "casino-royale", "spread", "burn"),  # none is burnt (001 L1174-1190)
        ("mexican-poker", "casino-royale", "spread", "completed"),
        ("omaha-hi-lo", "club-caribe", "limit", "Between two players"),  # one blind (004 L1007)
        ("texas-holdem", "artichoke-joes", "no-limit", "with antes only"),  # it has blinds
        ("mexican-poker", "hawaiian-gardens", "limit", "runs short"),  # 7 x 5 and 3 burns of 41
    ],
)
def test_what_no_player_reads(game, house, limit, words):
    text = page.text(page.sheet(game, house, limit))
    assert words not in text[: text.index("Sources")]


def test_the_line_of_the_kill_is_cited_where_there_is_one():
    """002 L273."""
    for limit, cited in (("limit", False), ("limit with kill", True)):
        text = " ".join(
            page.text(page.sheet("lowball-ace-to-five", "delta-downtown", limit)).split()
        )
        assert ("killer 002 L273" in text) == cited


def test_the_joker_is_not_told_where_there_is_none():
    """000 L1525."""
    text = page.text(page.sheet("lowball-ace-to-five", "artichoke-joes", "no-limit"))
    hand = text[text.index("The hand") : text.index("The pot")]
    assert "joker" not in hand


def test_the_lines_that_are_cited_are_of_what_is_the_houses_own():
    """A setting that is as everywhere is cited only where the house says it of this very game; one
    that has no place in this game, never."""
    found = rules("texas-holdem", "common", "limit")
    lines = {"raise_cap": "L1", "odd_half": "L2", "show_first": "L3", "skip_burn": "L4"}
    changed = msgspec.structs.replace(found.settings, raise_cap=4, skip_burn=False)
    found = msgspec.structs.replace(found, settings=changed, sources=lines)
    here = GameHere(sources={"show_first": "L3"})
    (told,) = page.tell(games()["texas-holdem"], House("Test"), here, found).sections[-1].lines
    assert told == "raise cap L1; show first L3."
