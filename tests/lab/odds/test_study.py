"""`stormdeck odds` against every figure that was counted apart from it, to its last printed digit:
study.txt has them as the command says them, the rest are readings that no house plays by."""

import json
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, perm
from pathlib import Path

import numpy as np
import pytest

from commands import main as stormdeck
from firmware.games.banked.hands import QUALIFIERS
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import decks
from firmware.games.ranking import RANKINGS
from lab.odds import command, points, pokara, set_hands, three, twentyone
from lab.odds.table import edge

FIELDS = ["game", "house", "decks", "circle", "edge", "exact", "outcomes"]
EIGHT = decks("52", 8)


def read() -> dict[tuple[str, str, str], dict[str, str]]:
    found: dict[tuple[str, str, str], dict[str, str]] = {}
    for row in Path(__file__).with_name("study.txt").read_text().splitlines():
        if row and row[0] != "#":
            game, house, count, *circle, figure = row.split()
            found.setdefault((game, house, count), {})[" ".join(circle)] = figure
    return found


STUDY = read()


def printed(value: float, like: str) -> str:
    return f"{value:.{len(like.partition('.')[2])}f}"


@pytest.mark.parametrize("page", STUDY, ids=" ".join)
def test_a_line_a_circle_and_every_digit_of_it(capsys, monkeypatch, page):
    game, house, count = page
    monkeypatch.setattr(set_hands, "DEALS", 20)
    # the game itself is solved in some seconds, and the study has no figure for it
    monkeypatch.setitem(command.FAMILIES, "twenty-one", twentyone.beside)
    assert stormdeck(["odds", game, "--house", house, "--decks", count, "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all([*line] == FIELDS for line in lines)
    assert {(line["game"], line["house"], line["decks"]) for line in lines} == {
        (game, house, int(count))
    }
    found = {line["circle"]: line for line in lines}
    assert {*found} <= {*banked_rules(game, house).circles}
    wanted = STUDY[page]
    assert {name: printed(found[name]["edge"], figure) for name, figure in wanted.items()} == wanted
    assert all(found[name]["exact"] for name in wanted)


# ---- What no page says


def base(rules, counted, rows=None, name="base"):
    return edge(name, rows or rules.circles[name].rows, counted).percent


def three_cards_unseen(bonus: dict[int, int]) -> float:
    """One deck, nobody sees a card of the bank; a bank that is out pays the ante."""
    hands = [*combinations(range(52), 3)]
    worth = np.array([three.worth(hand) for hand in hands])
    bits = np.array([sum(1 << card for card in hand) for hand in hands], dtype=np.int64)
    alike, of, won = Counter[tuple[int, ...]](), dict[tuple[int, ...], int](), 0
    for n, hand in enumerate(hands):
        alike[key := _suits_as_they_come(hand)] += 1
        of.setdefault(key, n)
    for key, ways in alike.items():
        mine, bank = worth[of[key]], worth[(bits & bits[of[key]]) == 0]
        plays = bank >= three.QUALIFIES
        side = int(np.sign(mine - bank)[plays].sum())
        played = int((~plays).sum()) + 2 * side + bonus.get(three.kind(int(mine)), 0) * len(bank)
        won += ways * max(played, -len(bank))
    return 100 * won / (22_100 * 18_424)


def _suits_as_they_come(hand: tuple[int, ...]) -> tuple[int, ...]:
    """Hands that differ by a change of suits only, told alike."""
    by_suit = Counter(card % 4 for card in hand)
    groups = [tuple(sorted(c // 4 for c in hand if c % 4 == suit)) for suit in by_suit]
    return tuple(rank for group in sorted(groups) for rank in (*group, -1))


def test_three_card_poker_without_a_card_to_see():
    """-8.6580; with the public bonus on the ante -3.3730, where 3.37 is published."""
    assert printed(three_cards_unseen({}), "0.0000") == "-8.6580"
    public = {three.STRAIGHT: 1, three.TRIPS: 4, three.STRAIGHT_FLUSH: 5, three.ROYAL: 5}
    assert printed(three_cards_unseen(public), "0.0000") == "-3.3730"


def test_royal_baccarat_drawing_on_every_six():
    """Against a natural too, and the bank draws by that card: three to two with it."""
    won = total = 0.0
    for player, ways, left in points.hands(points.shoe(EIGHT), 2):
        for bank, more, rest in points.hands(left, 2):
            over = player >= 8 or bank >= 8
            for third, once, after in points.thirds(
                rest, player == 6 or (not over and player <= 5)
            ):
                drawn = bank <= 5 if third is None else third in points.STANDARD.get(bank, ())
                for fourth, last, end in points.thirds(after, not over and drawn):
                    open_ = (third is None) + (fourth is None)
                    count = ways * more * once * last * perm(sum(end), open_)
                    mine = (player + (third or 0)) % 10
                    theirs = (bank + (fourth or 0)) % 10
                    pays = 1.5 if player == 6 else 1.0
                    won += count * (pays * (mine > theirs) - (mine < theirs))
                    total += count
    assert printed(100 * won / total, "0.0000") == "-0.0262"


def gold_as_written(bank: int, third: int | None) -> bool:
    """Four and five stand when the player stood (001 L59)."""
    return bank <= 3 if third is None else third in points.THREE_TO_SEVEN.get(bank, ())


def test_gold_read_literally_pays_the_bettors():
    counted = Counter[frozenset[str]]()
    for deal, ways in points.deals(EIGHT, 2, (8, 9), gold_as_written):
        counted[points._marks(deal, 2, ())] += ways
    rules = banked_rules("baccarat-gold", "casino-royale")
    assert printed(base(rules, counted), "0.00") == "0.51"


def test_gold_spread_that_pushes_every_tie():
    rules = banked_rules("baccarat-gold", "casino-royale")
    counted = points.baccarat(EIGHT, 2, (8, 9), "3 to 7", ())
    rows = (("ties", "push"), *rules.circles["spread"].rows)
    assert printed(base(rules, counted, rows, "spread"), "0.00") == "4.02"


def test_bacc_9_with_ties_that_lose():
    rules = banked_rules("baccarat-9", "hawaiian-gardens")
    counted = points.baccarat(rules.shoe, rules.each, rules.natural, rules.chart, rules.bank_ties)
    rows = tuple((mark, "lose" if mark == "tie" else pays) for mark, pays in
                 rules.circles["banker"].rows)  # fmt: skip
    assert printed(base(rules, counted, rows, "banker"), "0.00") == "-8.29"


def test_panda_bank_that_is_paid_on_a_dragon_seven():
    rules = banked_rules("panda-8", "artichoke-joes")
    counted = points.baccarat(EIGHT, 2, (8, 9), "standard", ())
    assert printed(base(rules, counted, rules.circles["banker"].rows[1:], "banker"), "0.00") == (
        "1.24"
    )


def test_pokara_by_its_loose_page():
    """003 L1605; aces of hearts pay 500:1, and come as often as any one trip flush."""
    counted = pokara.dealt(20)
    rows = (("trip flush", "60:1"), ("royal flush", "30:1"), ("straight flush", "20:1"),
            ("three of a kind", "10:1"), ("flush", "3:1"), ("", "lose"))  # fmt: skip
    more = (500 - 60) * counted[frozenset(("trip flush", "trip flush, clubs"))] / 5
    found = edge("bonus", rows, counted).percent + 100 * more / sum(counted.values())
    assert printed(found, "0.00") == "0.20"


def test_a_natural_out_of_eight_decks():
    way = banked_rules("pure-21-5-blackjack", "casino-royale").counting
    counts = twentyone.shoe(way, EIGHT)
    ways = sum(
        n * (m - (one == two))
        for one, n in counts.items()
        for two, m in counts.items()
        if twentyone.natural(way, (one, two))[0]
    )
    assert printed(100 * ways / (416 * 415), "0.0000") == "4.7451"


def test_caribbean_bank_that_qualifies():
    """Of the hands with nothing, five ranks in 1,020 suits each, those with ace and king."""
    high, qualifies = RANKINGS["high"], QUALIFIERS["ace king"]
    bare = [high.rank([4 * ranks[0] + 1, *(4 * rank for rank in ranks[1:])])
            for ranks in combinations(range(13), 5)]  # fmt: skip
    out = sum(not qualifies(strength) for strength in bare)
    assert comb(52, 5) - 1_020 * out == 1_463_700


@cache
def busts(count: int, jokers: bool):
    way = banked_rules("no-bust-21st-century-blackjack", "artichoke-joes").counting
    if jokers:
        return twentyone.busts(way, 2, decks("52 + joker", count))
    plain = banked_rules("pure-21-5-buster-blackjack", "casino-royale").counting
    return twentyone.busts(plain, 2, decks("52", count))


A = (1, 3, 6, 30, 100, 200), (1, 3, 5, 25, 100, 200), (2, 2, 4, 12, 50, 250)
D = (2, 2, 4, 18, 50, 200), (2, 2, 4, 16, 50, 200), (2, 2, 4, 15, 50, 150)
BUSTER = [
    (6, False, A, "-4.724 -8.090 -6.214"), (8, False, A, "-4.627 -8.006 -6.175"),
    (6, False, D, "-4.691 -5.219 -5.542"), (8, False, D, "-4.641 -5.173 -5.502"),
    (6, True, A, "-13.2645 -16.1433 -13.4421"), (8, True, A, "-13.1990 -16.0882 -13.4179"),
]  # fmt: skip


@pytest.mark.parametrize(("count", "jokers", "tables", "figures"), BUSTER)
def test_buster_tables_that_are_not_on_the_layout(count, jokers, tables, figures):
    for pays, figure in zip(tables, figures.split(), strict=True):
        rows = tuple((f"bank busts with {n} cards", f"{p}:1") for n, p in enumerate(pays, 3))
        found = edge("buster", (*rows, ("", "lose")), busts(count, jokers))
        assert printed(found.percent, figure) == figure
