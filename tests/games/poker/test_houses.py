"""House and game files: what they say, where they have it from, and what a bad one is told."""

import pytest

from firmware.games.poker.house import HouseRules
from firmware.games.poker.page import choose
from firmware.games.poker.rules import (
    Stakes,
    games,
    houses,
    inherit,
    read_games,
    read_houses,
    rules,
    spread,
)
from firmware.pages import BadPage, parse

SPREAD = [
    (house, game, limit)
    for house, home in houses().items()
    for game, here in home.games.items()
    for limit in spread(games()[game], here)
]


def test_the_five_filings_are_here():
    """rulebook/README.md rows 1-18: every peer game is spread by the houses that filed it."""
    rows = {
        "lightning-holdem": "AD",
        "lightning-omaha": "A",
        "lightning-omaha-hi-lo": "A",
        "lightning-sit-n-go": "A",
        "texas-holdem": "ARDHC",
        "texas-holdem-100": "H",
        "omaha": "ARDHC",
        "omaha-hi-lo": "ARDHC",
        "pineapple": "A",
        "pineapple-hi-lo": "A",
        "crazy-pineapple": "ADH",
        "crazy-pineapple-hi-lo": "ADC",
        "reverse-holdem": "H",
        "kentucky-holdem": "C",
        "holdem-hi-lo": "C",
        **{f"cuban-{board}": "C" for board in ("elevator", "little-twenty-one", "string")},
        **{f"cuban-{board}": "C" for board in ("swing", "twenty-one", "watch")},
        "seven-card-stud": "ARDHC",
        "seven-card-stud-hi-lo": "ARDHC",
        "razz": "ADHC",
        "mexican-poker": "RHC",
        "mexican-draw": "C",
        "asian-stud": "HC",
        "draw-jacks-or-better": "DC",
        "draw-poker": "A",
        "jacks-back": "C",
        "jacks-back-low": "C",
        "lowball-ace-to-five": "ARDHC",
        "lowball-deuce-to-seven": "DC",
        "kansas-city": "H",
        "badugi": "H",
        "match-it": "H",
    }
    names = {
        "A": "artichoke-joes",
        "R": "casino-royale",
        "D": "delta-downtown",
        "H": "hawaiian-gardens",
        "C": "club-caribe",
    }
    for letter, house in names.items():
        filed = {game for game, letters in rows.items() if letter in letters}
        assert set(houses()[house].games) == filed
    assert set(games()) - set(rows) == {"short-deck-holdem"}


@pytest.mark.parametrize(("house", "game", "limit"), SPREAD)
def test_every_spread_game_resolves(house, game, limit):
    found = rules(game, house, limit)
    least, most = found.seats
    assert 2 <= least <= most <= 10


def test_every_setting_says_where_it_is_from():
    """A setting without a line of a filing is an opinion."""
    for home in houses().values():
        stated = set(home.rules).union(*home.limits.values())
        assert stated == set(home.sources), home.name
        for game, here in home.games.items():
            settings = set(here.rules).union(*here.by_limit.values())
            given = {"kill", "posted", "seats", "deck", "decks", "pots", "streets", "blinds"}
            given |= {"antes_only", "by_ante"}
            others = {field for field in given if getattr(here, field)}
            where = f"{home.name}, {game}"
            assert settings | others | {"limits"} == set(here.sources), where


def test_no_house_states_what_it_already_has():
    """A setting that changes nothing is noise, and hides the ones that do."""
    for home in houses().values():
        for game, here in home.games.items():
            for limit in spread(games()[game], here):
                above = {**_defaults(), **home.rules, **home.limits.get(limit, {})}
                for name, value in here.rules.items():
                    if name in here.by_limit.get(limit, {}) or name in home.limits.get(limit, {}):
                        continue
                    elsewhere = name in home.rules or any(
                        name in more for more in home.limits.values()
                    )
                    assert above[name] != value or elsewhere, f"{home.name}, {game}: {name}"


def _defaults():
    usual = HouseRules()
    return {name: getattr(usual, name) for name in HouseRules.__struct_fields__}


# The houses' figures, as the digests print them


@pytest.mark.parametrize(
    ("house", "game", "cap"),
    [
        ("artichoke-joes", "lightning-holdem", 4),
        ("delta-downtown", "lightning-holdem", 3),
        ("casino-royale", "texas-holdem", 3),
        ("delta-downtown", "lowball-ace-to-five", 6),
        ("delta-downtown", "draw-jacks-or-better", 6),
        ("hawaiian-gardens", "lowball-ace-to-five", 6),
        ("hawaiian-gardens", "kansas-city", 6),
        ("hawaiian-gardens", "badugi", 3),
        ("club-caribe", "jacks-back", 6),
        ("club-caribe", "seven-card-stud", 3),
    ],
)
def test_raise_caps(house, game, cap):
    """000 L1876, 002 L1115, 001 L525, 002 L232, 003 L287, 003 L1640, 004 matrix."""
    assert rules(game, house).settings.raise_cap == cap


def test_the_joker_of_lo_ball():
    """000 L1525: in the spread game only."""
    decks = [
        rules("lowball-ace-to-five", "artichoke-joes", limit).deck for limit in ("limit", "spread")
    ]
    assert decks == ["52", "52 + joker"]


def test_a_house_does_not_spread_everything():
    with pytest.raises(BadPage, match="Casino Royale does not spread Badugi"):
        rules("badugi", "casino-royale")
    with pytest.raises(BadPage, match=r"spread .*; .*Caribe, Delta Downtown do$"):
        choose("draw-jacks-or-better", "artichoke-joes")
    with pytest.raises(BadPage, match=r"does not spread Badugi; Hawaiian Gardens does$"):
        choose("badugi", "casino-royale")
    with pytest.raises(BadPage, match="Club Caribe spreads Omaha as limit, not pot-limit"):
        rules("omaha", "club-caribe", "pot-limit")
    with pytest.raises(BadPage, match="there is no 'omaha-hi'; perhaps omaha"):
        rules("omaha-hi")


# Bad files


GAME = """
name = "Test"
family = "board"
deck = "52"
seats = [2, 10]
forced = "blinds"
words = "A game."
[streets]
preflop = [{ down = 2 }, { bet = "small", first = "blinds" }]
"""


def bad_game(text, **others):
    pages = {"test": parse(text, "test.toml")}
    pages |= {name: parse(other, f"{name}.toml") for name, other in others.items()}
    with pytest.raises(BadPage) as no:
        read_games(pages)
    return str(no.value)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('name = "Test"', 'nam = "Test"', "test.toml: unknown field `nam`"),
        ('words = "A game."', "", "test.toml: missing required field `words`"),
        ('"52"', '"53"', "test.toml: deck: there is no '53'; there are 52"),
        ('"board"', '"bord"', "test.toml: family: there is no 'bord' here; perhaps board"),
        ("[2, 10]", '"2 to 10"', "test.toml: seats: a list in [ ] belongs here"),
        ("[streets]", 'pots = ["hi"]\n[streets]', "test.toml: pots: there is no 'hi'"),
        (
            "[streets]",
            'hand = "two and two"\n[streets]',
            "test.toml: hand: there is no 'two and two'",
        ),
        ("[streets]", 'if_passed = "tset"\n[streets]', "test.toml: if_passed: there is no 'tset'"),
        ("down = 2", "dawn = 2", "test.toml: streets.preflop: [0]: unknown field"),
        (
            "down = 2",
            'down = "two"',
            "test.toml: streets.preflop: [0].down: a whole number belongs",
        ),
        (
            '"blinds" }',
            '"blind" }',
            "test.toml: streets.preflop: [1].first: there is no 'blind' here",
        ),
        ("streets", "like", "test.toml: like: there is no {"),
        ("[streets]", 'like = "omha"\n[streets]', "test.toml: like: there is no 'omha'"),
    ],
)
def test_a_bad_game_file_is_told_its_field(old, new, line):
    assert old in GAME
    told = bad_game(GAME.replace(old, new))
    assert told.startswith(line)
    assert "\n" not in told


def test_games_that_are_like_each_other():
    assert bad_game('like = "other"', other='like = "test"') == (
        "test.toml: like: test is like other is like test"
    )
    assert bad_game('like = "test"') == "test.toml: like: test is like test"


def test_a_file_that_is_no_toml():
    with pytest.raises(BadPage, match=r"^test.toml: .*line 2"):
        parse("name = 1\nseats = [2,, 9]", "test.toml")


def test_like_takes_streets_one_by_one():
    raw = {"a": parse(GAME, "a"), "b": {"like": "a", "name": "B", "streets": {"flop": []}}}
    assert list(inherit(raw, "b")["streets"]) == ["preflop", "flop"]


HOUSE = """
name = "Test House"
[rules]
raise_cap = 4
[sources]
raise_cap = "L1"
[games.omaha]
limits = ["limit"]
"""


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("raise_cap = 4", "raise_capp = 4", "test.toml: rules: unknown field"),
        (
            "raise_cap = 4",
            'raise_cap = "4"',
            "test.toml: rules: raise_cap: a whole number belongs here, not a text in quotes",
        ),
        ('raise_cap = "L1"', 'rise_cap = "L1"', "test.toml: sources: there is no 'rise_cap'"),
        ("games.omaha", "games.omahaa", "test.toml: games: there is no 'omahaa'; perhaps omaha"),
        (
            '["limit"]',
            '["limits"]',
            "test.toml: games.omaha: limits[0]: there is no 'limits' here; perhaps limit",
        ),
        ('["limit"]', "[]\nseat = [2, 9]", "test.toml: games.omaha: unknown field"),
        ('["limit"]', '[]\ndeck = "51"', "test.toml: games.omaha.deck: there is no '51'"),
        ('["limit"]', '[]\npots = ["hi"]', "test.toml: games.omaha.pots: there is no 'hi'"),
        (
            '["limit"]',
            "[]\nrules = { cap = 1 }",
            "test.toml: games.omaha: rules: unknown field `cap`",
        ),
        (
            '["limit"]',
            "[]\nstreets = { flop = [{ bord = 3 }] }",
            "test.toml: games.omaha.streets.flop: [0]: unknown field `bord`",
        ),
        (
            '["limit"]',
            "[]\nby_limit = { no-limit = { wager_cap = 1.5 } }",
            "test.toml: games.omaha: no-limit: wager_cap: a whole number belongs here, not a dec",
        ),
        (
            '["limit"]',
            '[]\nkill = { when = "never" }',
            "test.toml: games.omaha: kill.when: there is no 'never' here; perhaps ",
        ),
        ("[rules]", "games = 3\n[rules]\n[x]", "test.toml: "),
    ],
)
def test_a_bad_house_file_is_told_its_field(old, new, line):
    assert old in HOUSE
    with pytest.raises(BadPage) as no:
        read_houses({"test": parse(HOUSE.replace(old, new), "test.toml")}, games())
    assert str(no.value).startswith(line)
    assert "\n" not in str(no.value)


@pytest.mark.parametrize(
    ("game", "limit", "money", "sign"),
    [
        ("texas-holdem", "limit", Stakes(400, 800, (200, 400)), "$4 / $8"),
        ("texas-holdem", "no-limit", Stakes(1_000, 0, (500, 500, 1_000)), "$5 / $5 / $10"),
        ("seven-card-stud", "limit", Stakes(200, 400, ante=50), "$2 / $4"),
    ],
)
def test_stakes_are_posted_as_card_rooms_say_them(game, limit, money, sign):
    """Limits by their two bets, no-limit games by their blinds (000 L3354, L3417-3419)."""
    assert rules(game, "artichoke-joes", limit).sign(money, 1) == sign
