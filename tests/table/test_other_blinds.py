"""One blind, three blinds, antes alone: every hand begins with what is posted for it."""

import re

import pytest
from msgspec.structs import replace

from firmware.errors import Refused
from firmware.games.poker.commands import Call, Raise
from firmware.games.poker.rules import Stakes
from firmware.pages import BadPage
from firmware.table import commands as c
from firmware.table.checking import check_sign, validate
from firmware.table.config import Config, Spread
from lab.simulation.bare_table import BareTable, config
from lab.simulation.matrix import rows
from tests.table.test_button_and_blinds import hand_of, posts, sits

FIVE_FIVE_TEN = Stakes(small=1_000, blinds=(500, 500, 1_000), chip=100)


def page(house, game, limit, stakes):
    spread = Spread(game, stakes, limit, (10 * stakes.upper, 0))
    return config(house, schedule="", spreads=(spread,))


def opened(*what, seats=(1, 2, 3, 4, 5), button=5):
    return BareTable(page(*what)).open(*seats, chips=100_000, button=button).next_hand()


def test_three_blinds_one_of_them_on_the_button():
    """000 L842: the first on the button, the second left of it, the big one left of that."""
    m = opened("artichoke-joes", "texas-holdem", "no-limit", FIVE_FIVE_TEN)
    assert posts(m, "blind") == {5: 500, 1: 500, 2: 1_000}
    assert (m.table.position.small, m.table.position.big) == ((1,), (2,))
    m.fold_out().next_hand()
    assert posts(m, "blind") == {1: 500, 2: 500, 3: 1_000}
    heads_up = opened(
        "artichoke-joes", "texas-holdem", "no-limit", FIVE_FIVE_TEN, seats=(1, 2), button=2
    )
    assert posts(heads_up, "blind") == {2: 500, 1: 1_000}  # the button has the smaller


@pytest.mark.parametrize(
    ("house", "game", "limit", "right", "wrong", "words"),
    [
        ("artichoke-joes", "texas-holdem", "no-limit", 3, (1, 2), "3 here (000 L749, L753, L842)"),
        ("artichoke-joes", "omaha-hi-lo", "no-limit", 3, (2,), "3 here (000 L749, L753, L842)"),
        ("artichoke-joes", "omaha", "limit", 2, (1,), "2 here (000 L749, L753, L842)"),
        ("artichoke-joes", "lightning-holdem", "no-limit", 2, (1,), "2 here (AJ-R22)"),
        ("hawaiian-gardens", "badugi", "limit", 3, (1, 2), "3 here (003 L2571-2587)"),
        ("hawaiian-gardens", "kansas-city", "limit", 2, (1,), "2 or 3 here (003 L1616, "),
        ("club-caribe", "mexican-draw", "limit", 1, (2,), "1 here (004 L306)"),
    ],
)
def test_a_new_sign_has_as_many_blinds_as_its_house_filed(house, game, limit, right, wrong, words):
    """000 L842: "All No-Limit Hold 'Em games have three mandatory blinds". A table whose sign hangs
    already, with two of them, wakes all the same."""

    def posted(count):
        stakes = Stakes(1_000, 2_000, (500, 500, 1_000)[-count:], chip=100)
        return Config("t1", house, (Spread(game, stakes, limit),), seats=8)

    check_sign(posted(right))
    for count in wrong:
        with pytest.raises(BadPage, match=re.escape(f"{game} has {words}")) as bad:
            check_sign(posted(count))
        assert bad.value.field == "spreads[0].stakes.blinds"
        validate(posted(count))


@pytest.mark.parametrize(
    ("house", "game"),
    [
        ("delta-downtown", "texas-holdem"),  # 002 L302: "when there are two blinds"
        ("delta-downtown", "lowball-deuce-to-seven"),  # 002 L446: "in multiple blind games"
        ("club-caribe", "texas-holdem"),  # 004 L185: "one or two blinds"
    ],
)
def test_where_the_filing_leaves_it_open_one_blind_or_two_hang_on_a_sign(house, game):
    for blinds in ((400,), (200, 400)):
        stakes = Stakes(400, 800, blinds, chip=100)
        check_sign(Config("t1", house, (Spread(game, stakes),), seats=8))


@pytest.mark.parametrize(
    ("house", "game", "limit", "blinds", "wrong", "words"),
    [
        # 000 L749, L753, L1871: "always the same as the lower limit"; 004 L999: 1-2 with 1 and 2
        ("artichoke-joes", "texas-holdem", "limit", (300, 600), (400, 800), "(000 L749, L753,"),
        ("artichoke-joes", "omaha", "spread", (200, 500), (400, 800), "(000 L749, L753,"),
        ("artichoke-joes", "lightning-omaha", "limit", (100, 200), (400, 800), "(000 L749, L753,"),
        ("artichoke-joes", "texas-holdem", "no-limit", (500, 500, 1_000), (500, 0), "000 L843"),
        # at 500 it would be opened for 20, and four big blinds are 80 (003 L87, 002 L588)
        ("hawaiian-gardens", "omaha", "pot-limit", (1_000, 2_000), (500, 0), "small = 2000"),
        ("delta-downtown", "texas-holdem", "no-limit", (300, 500), (1_000, 0), "small = 500"),
    ],
)
def test_the_big_blind_is_the_least_bet_where_bets_are_measured_in_it(
    house, game, limit, blinds, wrong, words
):
    def posted(small, big):
        stakes = Stakes(small, big, blinds, chip=100)
        return Config("t1", house, (Spread(game, stakes, limit),), seats=8)

    with pytest.raises(BadPage, match=re.escape(words)) as bad:
        check_sign(posted(*wrong))
    assert bad.value.field == "spreads[0].stakes.small"
    check_sign(posted(blinds[-1], 2 * blinds[-1] if wrong[1] else 0))


def test_at_club_caribe_1_2_has_its_big_blind_of_2():
    """004 L999."""
    stakes = Stakes(100, 200, (100, 200), chip=50)
    check_sign(Config("t1", "club-caribe", (Spread("texas-holdem", stakes),), seats=8))


@pytest.mark.parametrize(
    ("house", "game", "limit"),
    [
        ("casino-royale", "texas-holdem", "limit"),
        ("delta-downtown", "omaha", "limit with kill"),
        ("artichoke-joes", "pineapple", "spread"),
    ],
)
def test_a_sign_of_two_limits_has_both(house, game, limit):
    """With one of them 4-8 would be played as 4-4."""
    stakes = Stakes(400, blinds=(200, 400), chip=100)
    page = Config("t1", house, (Spread(game, stakes, limit),), seats=8)
    with pytest.raises(BadPage, match="the upper limit; write big = 800"):
        check_sign(page)
    validate(page)


@pytest.mark.parametrize(
    ("house", "game", "limit", "setting", "line"),
    [
        ("artichoke-joes", "lightning-holdem", "limit", "straddle", "000 L1837"),
        ("hawaiian-gardens", "texas-holdem", "no-limit", "straddle", "003 L37"),
        ("club-caribe", "omaha", "limit", "straddle", "004 L198"),
        ("club-caribe", "texas-holdem", "limit", "rabbit", "004 L294"),
        ("delta-downtown", "texas-holdem", "limit", "rabbit", "002 L128"),
    ],
)
def test_no_new_sign_turns_on_what_the_filing_forbids(house, game, limit, setting, line):
    stakes = Stakes(400, 800, (200, 400), chip=100)
    page = Config("t1", house, (Spread(game, stakes, limit),), 8, settings={setting: True})
    with pytest.raises(BadPage, match=f"settings.{setting}: not at .*{line}") as bad:
        check_sign(page)
    assert bad.value.field == f"settings.{setting}"
    check_sign(replace(page, settings={setting: False}))
    validate(page)


@pytest.mark.parametrize(
    ("house", "game", "limit"),
    [
        ("delta-downtown", "lightning-holdem", "limit"),  # 002 L313-315
        ("hawaiian-gardens", "texas-holdem", "pot-limit"),  # 003 L91
        ("artichoke-joes", "texas-holdem", "limit"),  # 000 L781
    ],
)
def test_a_straddle_is_turned_on_where_the_filing_has_one(house, game, limit):
    stakes = Stakes(400, 0 if limit == "pot-limit" else 800, (200, 400), chip=100)
    page = Config("t1", house, (Spread(game, stakes, limit),), 8, settings={"straddle": True})
    check_sign(page)


@pytest.mark.parametrize(
    ("house", "line"), [("delta-downtown", "002 L153"), ("casino-royale", "001 L472")]
)
def test_a_new_sign_asks_for_ten_bets_where_the_filing_does(house, line):
    def posted(least):
        stakes = Stakes(400, 800, (200, 400), chip=100)
        game = Spread("texas-holdem", stakes, buy_in=(least, 0))
        return Config("t1", house, (game,), seats=8)

    with pytest.raises(BadPage, match=rf"{line}.*\$40; write \[4000, 0\]") as bad:
        check_sign(posted(3_900))
    assert bad.value.field == "spreads[0].buy_in"
    check_sign(posted(4_000))
    check_sign(posted(0))  # ten bets, if it says nothing
    check_sign(replace(posted(3_900), house="hawaiian-gardens"))


@pytest.mark.parametrize(
    ("house", "game", "limit", "antes", "wrong", "words"),
    [
        ("artichoke-joes", "texas-holdem", "limit", 0, 100, "has blinds here and no ante"),
        ("delta-downtown", "lowball-ace-to-five", "limit", 0, 100, "has blinds here and no ante"),
        ("hawaiian-gardens", "match-it", "limit", 100, 0, "here everybody antes"),  # 003 L931
    ],
)
def test_a_new_sign_has_antes_beside_blinds_where_they_are_filed(
    house, game, limit, antes, wrong, words
):
    def posted(ante):
        stakes = Stakes(400, 800, (200, 400), ante, chip=100)
        return Config("t1", house, (Spread(game, stakes, limit),), seats=8)

    check_sign(posted(antes))
    with pytest.raises(BadPage, match=words):
        check_sign(posted(wrong))


def test_what_no_new_sign_may_say_no_order_of_the_floor_brings():
    """Nor a page that was changed while the table was off: both are such an order."""
    stakes = Stakes(1_000, blinds=(500, 1_000), chip=100)
    old = Config("t1", "artichoke-joes", (Spread("texas-holdem", stakes, "no-limit"),), seats=8)
    m = BareTable(replace(old, spreads=(Spread("omaha", replace(stakes, big=2_000)),)))
    with pytest.raises(Refused, match=re.escape("texas-holdem has 3 here (000 L749, L753, L842)")):
        m.order(c.ChangeGame, old)
    three = replace(stakes, blinds=(500, 500, 1_000))
    m.order(c.ChangeGame, replace(old, spreads=(replace(old.spreads[0], stakes=three),)))
    assert m.table.config.spreads[0].stakes == three


def test_every_game_of_the_matrix_may_hang_on_a_sign():
    """docs/games.md shows the stakes that its houses post."""
    for row in rows():
        page = row.page
        check_sign(replace(page, spreads=tuple(replace(one, fees=()) for one in page.spreads)))


@pytest.mark.parametrize("house", ["delta-downtown", "artichoke-joes"])
def test_lowball_with_three_blinds(house):
    """002 L446: "multiple blind games"; 000 L1545, L1680."""
    limit = "limit" if house == "delta-downtown" else "no-limit"
    stakes = Stakes(small=1_000, big=2_000, blinds=(500, 500, 1_000), chip=100)
    m = opened(house, "lowball-ace-to-five", limit, stakes)
    for button, small, big in ((5, 1, 2), (1, 2, 3), (2, 3, 4)):
        assert posts(m, "blind") == {button: 500, small: 500, big: 1_000}
        m.fold_out().next_hand()


def test_one_blind_is_left_of_the_button():
    """000 L1509, L1661: ante 1, one blind of 5 under the gun; the next opens for 10 (L1513)."""
    stakes = Stakes(small=500, blinds=(500,), ante=100, chip=100)
    m = opened("artichoke-joes", "draw-poker", "no-limit", stakes)
    assert (posts(m, "blind"), len(posts(m, "ante"))) == ({1: 500}, 5)
    assert (m.table.position.small, m.table.position.big) == ((), (1,))
    while m.table.play.due == "deal":
        m.step()
    assert m.table.play.offer(2).raise_to.least == 1_100  # the call is 10
    m.fold_out().next_hand()
    assert posts(m, "blind") == {2: 500}


def test_coming_in_with_one_blind():
    """Nobody is held back: the seat left of the button is the blind's, and pays it."""
    stakes = Stakes(small=300, big=600, blinds=(300,), chip=50)
    m = opened("delta-downtown", "texas-holdem", "limit", stakes, seats=(1, 3, 5, 7), button=7)
    assert posts(m, "blind") == {1: 300}
    sits(m, 2)
    sits(m, 6, "post")
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m, "blind"), posts(m)) == (1, {2: 300}, {6: 300})
    m.ask(c.SitOut, 3)
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m, "blind"), hand_of(m).missed) == (2, {5: 300}, (3,))
    m.ask(c.ComeBack, 3)
    m.ask(c.ChooseEntry, 3, "post")
    m.fold_out().next_hand()
    assert (hand_of(m).button, posts(m), posts(m, "dead")) == (5, {3: 300}, {})


@pytest.mark.parametrize(
    ("game", "limit", "stakes"),
    [
        ("draw-poker", "no-limit", Stakes(small=500, ante=100, chip=100)),
        ("draw-poker", "spread", Stakes(small=100, big=1_000, ante=100, chip=100)),
        ("lowball-ace-to-five", "spread", Stakes(small=100, big=1_000, ante=100, chip=100)),
        ("lowball-ace-to-five", "no-limit", Stakes(small=500, ante=100, chip=100)),
    ],
)
def test_antes_alone(game, limit, stakes):
    """000 L1505, L1619, L1651: antes and a posted opening bet, from the left of the button."""
    m = opened("artichoke-joes", game, limit, stakes)
    assert (len(posts(m, "ante")), posts(m, "blind")) == (5, {})
    while m.table.play.due == "deal":
        m.step()
    choice = m.table.play.offer(1)
    assert (choice.call, choice.raise_to.least) == (None, stakes.small)
    m.move(Raise(1, stakes.small))
    m.move(Call(2))
    m.fold_out().next_hand()
    assert hand_of(m).button == 1


@pytest.mark.parametrize(
    ("game", "limit", "stakes", "words"),
    [
        ("texas-holdem", "limit", Stakes(small=300, big=600, ante=100), "blinds is missing"),
        ("draw-poker", "no-limit", Stakes(small=500), "blinds or stakes.ante is missing"),
        ("texas-holdem", "limit", Stakes(small=300, blinds=(1, 2, 3, 4)), "three at most"),
    ],
)
def test_stakes_that_deal_for_nothing_are_refused(game, limit, stakes, words):
    with pytest.raises(BadPage, match=words):
        validate(page("artichoke-joes", game, limit, stakes))


def test_one_blind_and_a_kill():
    """004 L1007-1010: Omaha high-low, 3-6 kill, one blind of 3."""
    stakes = Stakes(small=300, big=600, blinds=(300,), chip=50)
    wanted = page("artichoke-joes", "omaha-hi-lo", "limit with kill", stakes)
    validate(wanted)
    m = BareTable(wanted).open(1, 2, 3, 4, chips=100_000, button=4).next_hand()
    assert posts(m, "blind") == {1: 300}


@pytest.mark.parametrize("ante", [500, 1_000, 2_000])
@pytest.mark.parametrize("game", ["seven-card-stud", "seven-card-stud-hi-lo", "razz"])
def test_no_limit_stud_as_its_ante_sizes_it(game, ante):
    """000 L337-340, L1722-1728: the three that are posted; other houses size it as they like."""
    stakes = Stakes(small=10 * ante, ante=ante, bring_in=5 * ante, chip=100)
    spread = Spread(game, stakes, "no-limit", (400 * ante, 0))
    validate(Config("t1", "artichoke-joes", (spread,), seats=8))
    small = Stakes(small=600, ante=100, bring_in=200, chip=50)
    validate(Config("t1", "delta-downtown", (Spread(game, small, "no-limit"),), seats=7))
