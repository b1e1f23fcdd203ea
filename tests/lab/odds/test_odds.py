"""`stormdeck odds` against figures that were enumerated apart from it, to their last digit."""

import json
import tomllib
from collections import Counter
from importlib.resources import files
from math import comb

import pytest

from commands import main as stormdeck
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import decks
from lab.odds import ends, played, points, pokara, set_hands, three
from lab.odds.classes import best_five
from lab.odds.command import bonus_counts, edges
from lab.odds.table import edge

AJ, CR, DD, HG, CC = (
    "artichoke-joes", "casino-royale", "delta-downtown", "hawaiian-gardens", "club-caribe",
)  # fmt: skip


@pytest.fixture(scope="module")
def eight():
    """Eight decks, the standard chart."""
    return points.baccarat(decks("52", 8), 2, (8, 9), "standard", ())


def of(counted, mark):
    return sum(count for marks, count in counted.items() if mark in marks)


def test_eight_decks_are_counted_to_the_last_deal(eight):
    assert sum(eight.values()) == 4_998_398_275_503_360
    assert of(eight, "banker") == 2_292_252_566_437_888
    assert of(eight, "player") == 2_230_518_282_592_256
    assert of(eight, "tie") == 475_627_426_473_216


STANDARD = {
    (AJ, "ez-baccarat"): {"player": -1.2351, "banker": -1.0183, "tie": -4.8440,
                          "dragon 7": -7.6113},
    (CR, "ez-baccarat"): {"tie": -14.3596},
    (HG, "ez-baccarat"): {"tie": -14.3596, "dragon 7": -7.6113},
    (AJ, "panda-8"): {"banker": -1.0183, "panda 8": -10.1876},
    (AJ, "ruyi-baccarat"): {"gold 7": -7.6113, "jade 8": -10.1876, "ruby 9": -9.3105},
    (CR, "royal-baccarat"): {"player": -1.2351, "banker": -1.0579, "tie": -14.3596},
    (AJ, "21st-century-baccarat"): {"banker": -1.0579, "tie": -4.8440,
                                    "player dragon": -2.6517, "banker dragon": -9.3731},
    (CR, "commission-free-baccarat-dragon-bonus"): {"banker": -1.4581, "player dragon": -2.6517},
}  # fmt: skip


@pytest.mark.parametrize(("house", "game"), STANDARD)
def test_the_standard_chart(eight, house, game):
    circles = banked_rules(game, house).circles
    for name, figure in STANDARD[house, game].items():
        assert round(edge(name, circles[name].rows, eight).percent, 4) == figure, name


def told(game, house, *circles):
    found = {one.circle: one for one in edges(banked_rules(game, house))}
    assert all(one.exact for one in found.values())
    return [round(found[name].percent, 4) for name in circles]


def test_row_32_has_a_chart_of_its_own():
    assert told("baccarat", HG, "player", "banker", "bonus") == [-1.1470, -1.1439, -6.2089]


def test_gold_by_the_house_way_and_its_spread():
    assert told("baccarat-gold", CR, "base", "spread") == [-1.1470, -3.7029]


def test_royal_pairs():
    four = points.first_four(decks("52", 8))
    circles = banked_rules("royal-baccarat", CR).circles
    names = ("player pair", "either pair")
    found = [edge(name, circles[name].rows, four).percent for name in names]
    assert [round(one, 4) for one in found] == [-10.3614, -6.5190]


def test_super_9_both_sides_by_the_house_way():
    counted = points.nines(decks("36, no 7 to 10", 8), 3, (0, 1))
    marks = ("win", "lose", "tie", "bank tie")
    shares = [round(100 * of(counted, mark) / sum(counted.values()), 4) for mark in marks]
    assert shares == [44.0346, 44.0346, 11.9307, 0.6817]
    assert told("super-9-bonus-tie", HG, "bonus tie") == [-46.8261]


def test_baccarat_9_pays_its_bank_bettors():
    assert told("baccarat-9", HG, "player", "banker") == [-1.1996, 1.1996]


def test_three_card_poker_by_best_play_seeing_the_card_that_is_up():
    found = {}
    for house in (AJ, CR, DD, HG, CC):
        circles = banked_rules("three-card-poker", house).circles
        found[house] = round(three.ante(1, circles["ante"].rows, circles["play"].rows).percent, 4)
    assert found == {AJ: -1.8022, CC: -1.8022, CR: -4.2964, DD: -4.5976, HG: -4.5976}


def test_three_card_bonuses_as_if_nobody_folded():
    """004 D12: 48, 52, 720, 1096, 3744 of 22,100."""
    counted = three.hand_counts(1)
    assert sum(counted.values()) == 22_100
    kinds = ("straight flush", "three of a kind", "straight", "flush", "pair")
    assert [of(counted, kind) for kind in kinds] == [48, 52, 720, 1_096, 3_744]
    bonus = {
        house: tuple(row for row in banked_rules("three-card-poker", house).circles["bonus"].rows
                     if row[0] != "folded")
        for house in (AJ, CC)
    }  # fmt: skip
    found = [round(edge("bonus", bonus[house], counted).percent, 4) for house in (AJ, CC)]
    assert found == [-4.3801, -7.2760]


def test_001_T_21_six_cards():
    """Checked by enumeration in the digest: all 20,358,520."""
    found = best_five(6)
    assert sum(found.values()) == 20_358_520
    assert found["three of a kind"] == 732_160
    assert found["straight"] == 361_620
    assert found["flush"] == 205_792
    assert found["full house"] == 165_984
    assert found["four of a kind"] == 14_664
    assert found["straight flush"] == 1_656
    assert found["royal flush"] == 188


def test_six_card_bonuses_as_if_nobody_folded():
    wanted = {CR: -10.2248, AJ: -8.5614}
    for house, figure in wanted.items():
        rules = banked_rules("three-card-poker-6-card-bonus", house)
        rows = tuple(row for row in rules.circles["6 card bonus"].rows if row[0] != "folded")
        found = edge("6 card bonus", rows, bonus_counts(rules, "6 card bonus", rows))
        assert round(found.percent, 4) == figure


def ante_of(game, house):
    return next(one for one in edges(banked_rules(game, house)) if one.circle == "ante")


@pytest.mark.parametrize("house", [AJ, CR, HG])
def test_ultimate_by_best_play_over_all_deals(house):
    """Published: 2.18 % of the ante, 0.53 % of all that is wagered."""
    one = ante_of("ultimate-texas-holdem", house)
    deals = comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    assert (one.exact, sum(one.outcomes.values())) == (True, deals)
    assert round(one.percent, 2) == -2.18
    kept = tomllib.loads(files("lab.odds").joinpath("ultimate.toml").read_text("utf-8"))["ends"]
    wagered = sum((2 + int(end[0])) * count for end, count in kept.items())
    assert round(one.percent * deals / wagered, 2) == -0.53


def test_caribbean_of_one_deck_by_best_play_over_all_deals():
    one = ante_of("caribbean-stud", CC)
    assert (one.exact, sum(one.outcomes.values())) == (True, comb(52, 5) * 47 * comb(46, 4))
    rules = banked_rules("caribbean-stud", CC)
    again = played.caribbean(
        1, False, 1, rules.circles["ante"].rows, rules.circles["bet"].rows, 100_000
    )
    assert abs(one.percent - again.percent) < 5 * again.error


def test_caribbean_of_eight_decks_is_played_and_says_so():
    """003 L741: what is filed favors the bettors by far."""
    rules = banked_rules("caribbean-stud", HG)
    one = played.caribbean(
        8, True, 2, rules.circles["ante"].rows, rules.circles["call"].rows, 50_000
    )
    assert not one.exact
    assert 0 < one.error < 2
    assert one.percent > 10


def test_a_page_that_pays_otherwise_is_counted_anew():
    asked = []
    assert ends.of("ultimate", {"ante": ()}, lambda rows: asked.append(rows) or {"0x": 1})
    assert asked == [{"ante": ()}]


def test_ultimate_trips_and_bad_beats_as_if_nobody_folded():
    wanted = {(AJ, "trips"): -1.9040, (CR, "trips"): -6.1808, (HG, "trips"): -3.4979,
              (AJ, "bad beat"): -14.7868}  # fmt: skip
    for (house, name), figure in wanted.items():
        rules = banked_rules("ultimate-texas-holdem", house)
        rows = rules.circles[name].rows
        assert round(edge(name, rows, bonus_counts(rules, name, rows)).percent, 4) == figure


def test_pokara_of_twenty_packs():
    counted = pokara.dealt(20)
    kinds = ("trip flush", "royal flush", "straight flush", "three of a kind", "flush", "straight",
             "pair", "high card")  # fmt: skip
    counts = [22_800, 32_000, 64_000, 388_000, 528_000, 1_440_000, 4_752_000, 3_360_000]
    assert [of(counted, kind) for kind in kinds] == counts
    rows = banked_rules("pokara", HG).circles["bonus"].rows
    assert round(edge("bonus", rows, counted).percent, 4) == -5.9414


def test_other_numbers_of_decks_are_counted_too():
    """The published figures of one deck: 1.29, 1.01, 15.75."""
    one = points.baccarat(decks("52"), 2, (8, 9), "standard", ())
    assert sum(one.values()) == 52 * 51 * 50 * 49 * 48 * 47
    circles = banked_rules("royal-baccarat", CR).circles
    found = [edge(name, circles[name].rows, one).percent for name in ("player", "banker", "tie")]
    assert [round(one, 2) for one in found] == [-1.29, -1.01, -15.75]


def test_json_is_a_line_a_circle_with_the_edge_in_full(capsys):
    assert stormdeck(["odds", "ez-baccarat", "--house", AJ, "--decks", "6", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["circle"] for one in lines] == ["player", "banker", "tie", "dragon 7"]
    assert {(one["game"], one["house"], one["decks"], one["exact"]) for one in lines} == {
        ("ez-baccarat", AJ, 6, True)
    }
    assert sum(lines[0]["outcomes"].values()) == 312 * 311 * 310 * 309 * 308 * 307


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["ez-bacarat"], "perhaps ez-baccarat"),
        (["ez-baccarat", "--house", DD], "does not spread EZ Baccarat"),
        (["ez-baccarat", "--decks", "20"], "1 to 19 of 52 cards"),
        (["pokara", "--decks", "0"], "1 to 51 of 20 cards"),
        (["ultimate-texas-holdem", "--decks", "2"], "dealt from one"),
    ],
)
def test_a_wrong_question_is_answered_in_words(capsys, args, says):
    assert stormdeck(["odds", *args]) == 2
    assert says in capsys.readouterr().err


def test_a_rank_counts_as_the_engine_counts_it_but_was_written_apart():
    import numpy as np

    from firmware.games.ranking import RANKINGS
    from lab.odds.ranks import kind, strengths

    rng, high = np.random.default_rng(5), RANKINGS["high"]
    cards = np.argsort(rng.random((2_000, 52)), axis=1)[:, :7]
    ours, theirs = strengths(cards), [high.rank([*map(int, row)]) for row in cards]
    assert [kind(int(one)) for one in ours] == [high.kind(one) for one in theirs]
    order = sorted(range(2_000), key=lambda at: (theirs[at], at))
    again = sorted(range(2_000), key=lambda at: (int(ours[at]), at))
    assert order == again
    assert Counter(theirs).most_common(1)[0][1] == Counter(ours.tolist()).most_common(1)[0][1]


@pytest.mark.parametrize(
    ("game", "house", "says"),
    [
        ("pai-gow-poker", AJ, "pai-gow-poker is dealt from one"),
        ("pai-gow-tiles", CR, "pai-gow-tiles is dealt from one"),
        ("mah-jong-pai-gow", DD, "mah-jong-pai-gow is dealt from one"),
        ("posoy", CC, "posoy is dealt from one"),
        ("no-push", CC, "no-push is dealt from one"),
        ("cal-craps", CC, "dealt from 8 to 16 of them"),
    ],
)
def test_where_two_decks_would_be_another_game_it_says_so(capsys, game, house, says):
    assert stormdeck(["odds", game, "--house", house, "--decks", "2"]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["pai-gow-poker", "--house", DD, "--pack", "three jokers"], "perhaps two jokers"),
        (["pai-gow-poker", "--house", AJ, "--pack", "no joker"], "there is no 'no joker'"),
    ],
)
def test_a_pack_that_is_not_filed_is_answered_in_words(capsys, args, says):
    assert stormdeck(["odds", *args]) == 2
    assert says in capsys.readouterr().err


def test_a_pack_is_told_by_its_name(capsys, monkeypatch):
    monkeypatch.setattr(set_hands, "DEALS", 20)
    args = ["odds", "jokers-wild-pai-gow-poker", "--house", HG, "--pack", "three jokers"]
    assert stormdeck([*args, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pack"] == "three jokers"
    assert stormdeck(args) == 0
    assert capsys.readouterr().out.startswith("Joker's Wild Pai Gow Poker, three jokers, hawaiian")
