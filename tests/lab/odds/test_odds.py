"""`stormdeck odds` against figures that were enumerated apart from it, to their last digit."""

import json
import tomllib
from collections import Counter
from importlib.resources import files
from math import comb, perm

import pytest

from commands import main as stormdeck
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import decks
from lab.odds import command, ends, played, points, pokara, set_hands, three, twentyone
from lab.odds.classes import best_five
from lab.odds.command import edges

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


def test_super_9_both_sides_by_the_house_way():
    counted = points.nines(decks("36, no 7 to 10", 8), 3, (0, 1))
    marks = ("win", "lose", "tie", "bank tie")
    shares = [round(100 * of(counted, mark) / sum(counted.values()), 4) for mark in marks]
    assert shares == [44.0346, 44.0346, 11.9307, 0.6817]


def test_three_card_bonuses_as_if_nobody_folded():
    """004 D12: 48, 52, 720, 1096, 3744 of 22,100."""
    counted = three.hand_counts(1)
    assert sum(counted.values()) == 22_100
    kinds = ("straight flush", "three of a kind", "straight", "flush", "pair")
    assert [of(counted, kind) for kind in kinds] == [48, 52, 720, 1_096, 3_744]


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


def test_pokara_of_twenty_packs():
    counted = pokara.dealt(20)
    kinds = ("trip flush", "royal flush", "straight flush", "three of a kind", "flush", "straight",
             "pair", "high card")  # fmt: skip
    counts = [22_800, 32_000, 64_000, 388_000, 528_000, 1_440_000, 4_752_000, 3_360_000]
    assert [of(counted, kind) for kind in kinds] == counts


# Of every order of six cards, walked one by one apart from this code: player, banker, tie.
WALKED = {
    1: (6_548_674_432, 6_737_232_640, 1_372_227_328),
    2: (487_816_735_232, 501_543_728_128, 103_154_274_240),
    4: (33_608_344_225_792, 34_543_624_867_840, 7_145_601_996_928),
    6: (392_220_492_728_832, 403_095_751_234_560, 83_552_962_932_288),
    7: (995_884_732_700_032, 1_023_469_376_328_448, 212_268_385_833_280),
}


@pytest.mark.parametrize("count", WALKED)
def test_other_numbers_of_decks_are_counted_too(count):
    """Published of six decks: 1.2374, 1.0558, 14.4382."""
    counted = points.baccarat(decks("52", count), 2, (8, 9), "standard", ())
    assert tuple(of(counted, mark) for mark in ("player", "banker", "tie")) == WALKED[count]
    assert sum(counted.values()) == perm(52 * count, 6)


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
        (["xyz"], "there is no 'xyz'; see `stormdeck games`"),
        (["match-it"], "Match-It is played between the players: nobody has an edge"),
        (["pan"], "Panguingue is played between the players"),
        (["fast-nine"], "the filing has its name and no rules"),
        (["result-board"], "no game, and no wager"),
        (["ez-baccarat", "--house", "artichoke"], "perhaps artichoke-joes"),
        (["upcard-luck", "--house", DD], "delta-downtown has no upcard luck"),
        (["ez-baccarat", "--house", DD], "does not spread EZ Baccarat"),
        (["ez-baccarat", "--decks", "20"], "1 to 19 of 52 cards"),
        (["pokara", "--decks", "0"], "1 to 51 of 20 cards"),
        (["ultimate-texas-holdem", "--decks", "2"], "dealt from one"),
    ],
)
def test_a_wrong_question_is_answered_in_words(capsys, args, says):
    assert stormdeck(["odds", *args]) == 2
    words = capsys.readouterr().err
    assert says in words
    assert words.count("\n") == 1


def test_a_bet_beside_other_games_is_told_wherever_it_is(capsys, monkeypatch):
    monkeypatch.setitem(command.FAMILIES, "twenty-one", twentyone.beside)
    assert stormdeck(["odds", "buster-blackjack", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {(one["game"], one["house"]) for one in lines} == {
        ("no-bust-21st-century-blackjack", AJ), ("no-bust-21st-century-blackjack", DD),
        ("pure-21-5-buster-blackjack", CR),
    }  # fmt: skip
    assert {one["circle"] for one in lines} == {"buster"}


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
