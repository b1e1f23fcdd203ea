"""Craps with cards: the worked examples and the rules of 004 L1226-1653, draw by draw."""

from random import Random

import pytest

from firmware.errors import Refused
from firmware.games.banked.commands import Choose, TakeBank, Wager
from firmware.games.banked.kinds import craps
from firmware.games.banked.kinds.craps import point
from firmware.games.banked.play import new_round
from firmware.games.banked.settle import first_seat
from firmware.games.banked.spread import banked_rules
from firmware.games.cards import cards
from firmware.games.poker.commands import Deal, Settle, Timeout
from lab.simulation.rounds import house_way, play_round
from tests.games.banked.spots import play

CC, CRAPS = "club-caribe", "cal-craps"
RICH = 1_000_000
# Red and blue of each total; a hard one is two of a kind.
DRAWS = {2: "AhAs", 3: "Ah2s", 4: "Ah3s", 5: "2h3s", 6: "2h4s", 7: "3h4s", 8: "2h6s", 9: "4h5s",
         10: "4h6s", 11: "5h6s", 12: "6h6s", "hard 4": "2h2s", "hard 6": "3h3s", "hard 8": "4h4s",
         "hard 10": "5h5s"}  # fmt: skip


def table(stake=500_000, covers=True, seats=4, option=2, places=10):
    """Seat 1 holds the bank."""
    stacks = dict.fromkeys(range(1, seats + 1), RICH)
    r = new_round(banked_rules(CRAPS, CC), option, places, stacks, tuple(stacks))
    play(r, TakeBank(1, stake))
    play(r, Choose(1, "cover hardways" if covers else "no hardways"))
    return r


def bet(r, seat=2, **circles):
    """Dollars, beside what lies there; everybody else leaves his as they are."""
    mine = r.standing(seat) | {name.replace("_", " "): 100 * n for name, n in circles.items()}
    for other in [n for n in r.queue if n != seat]:
        play(r, Timeout(other))
    play(r, Wager(seat, tuple(mine.items())))
    return r


def draw(r, came):
    """What the draw decided: circle -> (result, dollars from the bank)."""
    if r.due == "wager":
        bet(r)
    play(r, Deal(cards(DRAWS[came])))
    play(r, Settle())
    return {one.circle: (one.result, one.chips / 100) for one in r.results[r.since :]}


def dont(name):
    return f"don't {name}"


# ---- E45, D07 and the action tile


@pytest.mark.parametrize(("came", "first"), [(8, 9), (2, 3), (9, 10), (10, 2), (12, 4)])
def test_the_two_cards_count_to_who_is_settled_first(came, first):
    """E45: the bank is 0, a total of 8 the eighth seat from it; past the last one it goes on."""
    r = table(seats=10)
    bet(r, field=10)
    play(r, Deal(cards(DRAWS[came])))
    assert first_seat(r) == first


def test_a_horn_of_four_dollars_on_twelve():
    """D07: one dollar at 30:1, three dollars lost."""
    assert draw(bet(table(option=1), horn=4), 12) == {"horn": ("27:4", 27.0)}


# ---- The line


@pytest.mark.parametrize(
    ("came", "line", "other"),
    [(7, 1, -1), (11, 1, -1), (2, -1, 1), (3, -1, 1), (12, -1, 0)],
)
def test_the_come_out_decides_the_line_but_twelve_is_barred(came, line, other):
    """004 L1232, A32."""
    r = table()
    found = draw(bet(r, **{"pass": 10, dont("pass"): 10}), came)
    assert (found["pass"][1], found[dont("pass")][1]) == (10 * line, 10 * other)
    assert r.due == "wager"  # a come-out seven does not end the deal (A35)


@pytest.mark.parametrize(
    ("number", "pays"), [(4, 20), (5, 15), (6, 12), (8, 12), (9, 15), (10, 20)]
)
def test_a_point_that_comes_again_pays_the_line_and_true_odds(number, pays):
    r = bet(table(), **{"pass": 10})
    assert draw(r, number) == {}
    found = draw(bet(r, pass_odds=10), number)
    assert (found["pass"][1], found["pass odds"][1]) == (10, pays)
    assert point([number]) == number
    assert point([number, number]) == 0


@pytest.mark.parametrize(("number", "times"), [(4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3)])
def test_three_four_or_five_times_the_wager_as_odds(number, times):
    """004 L1463."""
    r = bet(table(), **{"pass": 10})
    draw(r, number)
    assert {one.name: one.most for one in r.offer(2).circles}["pass odds"] == 1000 * times
    with pytest.raises(Refused, match="Pass odds"):
        bet(r, pass_odds=10 * times + 1)


def test_the_seven_ends_the_deal_and_pays_the_donts_first():
    """004 L1418-1425."""
    r = bet(table(), **{"pass": 10, dont("pass"): 10})
    draw(r, 9)
    bet(r, **{"pass odds": 10, "don't pass odds": 15, "come": 10})
    found = draw(r, 7)
    assert [*found] == ["come", "don't pass", "don't pass odds", "pass", "pass odds"]
    assert found["don't pass odds"] == ("2:3", 10.0)
    assert (r.due, found["come"][1], found["pass"][1]) == ("over", 10.0, -10.0)


def test_a_come_bet_moves_to_its_number_and_its_odds_are_off_on_a_come_out():
    """004 L1638."""
    r = bet(table(), **{"pass": 10})
    draw(r, 6)
    draw(bet(r, come=10), 5)
    assert r.bets[2] == {"pass": 1000, "come 5": 1000}
    draw(bet(r, come_5_odds=20), 6)  # the point is made: the next draw is a come-out
    assert r.bets[2] == {"come 5": 1000, "come 5 odds": 2000}
    assert draw(r, 7) == {"come 5": ("lose", -10.0), "come 5 odds": ("push", 0.0)}


def test_come_only_with_a_point_and_the_line_only_without():
    """004 L1236."""
    r = table()
    assert {"come", "don't come", "pass odds"}.isdisjoint(one.name for one in r.offer(2).circles)
    with pytest.raises(Refused, match="No bet on come now"):
        bet(r, come=10)
    bet(r, **{"pass": 10})
    draw(r, 8)
    names = {one.name: one for one in r.offer(2).circles}
    assert names["pass"].locked
    assert "don't pass" not in names


def test_a_dont_may_be_taken_down_and_the_line_may_not():
    """004 L1606."""
    r = bet(table(), **{"pass": 10, dont("pass"): 10})
    draw(r, 8)
    with pytest.raises(Refused, match="lies until it is decided"):
        r.decide(Wager(2, (("don't pass", 1000),)))
    with pytest.raises(Refused, match="No bet on don't pass now"):
        r.decide(Wager(2, (("pass", 1000), ("don't pass", 2000))))
    play(r, Wager(2, (("pass", 1000),)))
    assert r.bets[2] == {"pass": 1000}


# ---- The hardway section


@pytest.mark.parametrize(
    ("circle", "came", "won"),
    [
        ("hard 4", "hard 4", 70), ("hard 4", 4, -10), ("hard 4", 7, -10),
        ("hard 6", "hard 6", 90), ("hard 8", "hard 8", 90), ("hard 8", 8, -10),
        ("hard 10", "hard 10", 70), ("any 7", 7, 40), ("any 7", 6, -10), ("eleven", 11, 150),
        ("any craps", 3, 70), ("ace-deuce", 3, 150), ("aces", 2, 300), ("boxcars", 12, 300),
        ("field", 2, 20), ("field", 12, 30), ("field", 9, 10), ("field", 5, -10),
        ("big 6", 6, 10), ("big 8", 7, -10),
    ],
)  # fmt: skip
def test_what_a_draw_decides_in_the_section(circle, came, won):
    """004 L1466-1506."""
    assert draw(bet(table(), **{circle: 10}), came)[circle][1] == won


@pytest.mark.parametrize(("circle", "came"), [("hard 4", 6), ("hard 6", 11), ("big 6", 8)])
def test_what_it_leaves_open_lies_on_without_another_fee(circle, came):
    """004 L1302: a wager pays once."""
    r = bet(table(), **{circle: 10})
    assert r.charged[2] == 100
    assert draw(r, came) == {}
    bet(r)
    assert (r.bets[2], r.charged[2]) == ({circle: 1000}, 100)


def test_a_place_bet_is_off_on_the_come_out_and_pays_even():
    """004 A33, L1638."""
    r = bet(table(), place_6=10)
    assert draw(r, 7) == {}
    assert draw(r, 8) == {}
    assert draw(r, 6) == {"place 6": ("1:1", 10.0)}


def test_without_the_banks_consent_there_is_no_section():
    """004 L1245-1250."""
    r = table(covers=False)
    assert [one.name for one in r.offer(2).circles] == ["pass", "don't pass"]
    with pytest.raises(Refused, match="No bet on field now"):
        bet(r, field=10)


def test_silence_of_the_bank_covers_no_hardways():
    r = new_round(banked_rules(CRAPS, CC), 2, 10, {1: RICH, 2: RICH}, (1, 2))
    play(r, TakeBank(1, 100_000))
    play(r, Timeout(1))
    assert [one.name for one in r.offer(2).circles] == ["pass", "don't pass"]


def test_the_section_is_covered_whole_before_the_line_is():
    """004 L1512: what it needs is set aside; a bet beyond it is not taken."""
    r = table(stake=40_000)
    offers = {one.name: one.most for one in r.offer(2).circles}
    assert (offers["aces"], offers["field"]) == (1300, 10_000)
    with pytest.raises(Refused, match="covers no more"):
        bet(r, aces=14)
    bet(r, **{"aces": 13, "pass": 100})
    found = draw(r, 7)  # $390 of the $400 are set aside: the line has the rest
    assert (found["pass"], found["aces"]) == (("1:1", 10.0), ("lose", -13.0))


def test_what_lies_in_the_section_stays_though_the_stake_fell_below_it():
    """004 L1512: what lies there is no new bet; more of it the bank no longer covers."""
    r = bet(table(stake=40_000), hard_6=40, field=40)
    draw(r, 12)  # the field was paid, and hard 6 needs more than is left
    assert craps.section_need(r, 2, None) > r.stake
    for more in ({"hard_6": 41}, {"hard_4": 10}):
        with pytest.raises(Refused, match="covers no more"):
            bet(r, **more)
    bet(r, **{"pass": 10})
    assert r.bets[2] == {"hard 6": 4000, "pass": 1000}


@pytest.mark.parametrize("lies", [{}, {"hard_6": 10}, {"hard_8": 10, "hard_10": 10}])
@pytest.mark.parametrize("name", ["hard 4", "hard 6", "hard 8", "aces", "any 7"])
def test_as_much_more_is_taken_as_the_bank_could_pay_in_the_worst_draw(lies, name):
    """004 L1427, L1512: a dollar more, and it could not pay all of it; beside what lies there."""
    r = table(stake=40_000)
    bet(r, field=40, **lies)
    draw(r, "hard 4" if lies.get("hard_8") else 9)
    mine = r.standing(2)
    most = {one.name: one.most for one in r.offer(2).circles}[name]
    assert mine.get(name, 0) < most
    need = lambda chips: craps.section_need(r, 2, {**mine, name: chips})  # noqa: E731
    assert need(most) <= r.stake < need(most + 100)


def test_where_the_worst_draw_takes_all_of_the_stake_there_is_room_for_what_another_decides():
    """$10 on a twelve may cost all of the bank's $300; a hard four is decided by other draws."""
    r = table(stake=30_000)
    play(r, Wager(3, (("boxcars", 1_000),)))
    assert craps.section_need(r, 2, None) == r.stake == 30_000
    offers = {one.name: one.most for one in r.offer(2).circles}
    assert offers["hard 4"] == 4_100
    assert "any 7" not in offers, "the bank would take it on twelve"


def test_a_bank_that_is_used_up_ends_the_deal_and_all_else_comes_back():
    """004 L1242, L1288: with the fee of what had no action."""
    r = table(stake=10_000, covers=False)
    for other in (3, 4):
        play(r, Wager(other))
    play(r, Wager(2, (("pass", 10_000),)))
    draw(r, 6)
    play(r, Wager(2, (("pass", 10_000), ("pass odds", 50_000))))
    for other in [*r.queue]:
        play(r, Timeout(other))
    found = draw(r, 6)
    assert found["pass"] == ("1:1", 100.0)
    assert found["pass odds"] == ("6:5", 0.0)
    assert r.results[-1].uncovered == 60_000
    assert (r.due, r.stacks[1]) == ("over", RICH - 10_300)


def test_the_fee_of_a_wager_comes_back_if_the_bank_did_not_reach_it_and_of_no_other():
    """004 L1288: "without action". A dollar for each; the bank has a hundred for the first."""
    r = table(stake=10_000, covers=False)
    for seat in (2, 3):
        play(r, Wager(seat, (("pass", 10_000),)))
    bet(r, seat=4)
    assert r.charged[2:4] == [100, 100]
    draw(r, 7)
    assert [one.uncovered for one in r.results] == [0, 10_000]
    assert r.charged[2:4] == [100, 0]


# ---- The whole of it


@pytest.mark.parametrize(("short", "goes_on"), [(1, True), (0, False)])
def test_a_deal_ends_when_half_of_the_shoe_has_come(short, goes_on):
    """004 L1266: there lies the cut card."""
    r = table()
    r.dealt = [*cards(DRAWS[9])] * (len(r.rules.shoe) // 4 - short)
    assert craps.goes_on(r) is goes_on


def test_when_the_bank_has_said_what_it_covers_nobody_waits_for_chips_that_reach_for_no_bet():
    """The least wager is $10 (004 L1640-1653)."""
    rules = banked_rules(CRAPS, CC)
    r = new_round(rules, 2, 10, {1: RICH, 2: RICH, 3: rules.fee(2).limits[0] - 100}, (1, 2, 3))
    play(r, TakeBank(1, 100_000))
    play(r, Choose(1, "cover hardways"))
    assert (r.due, r.queue) == ("wager", [2])


def test_a_deal_ends_at_the_seven_and_the_bank_pays_its_fee_once():
    """004 L1290, L1640-1653: two dollars, and one for the jackpot."""
    rules = banked_rules(CRAPS, CC)
    r, _ = play_round(rules, dict.fromkeys(range(1, 5), RICH), Random(3), house_way, 2, 10)
    totals = [sum(1 if c >> 2 == 12 else (c >> 2) + 2 for c in r.dealt[n : n + 2])
              for n in range(0, len(r.dealt), 2)]  # fmt: skip
    assert (r.due, r.charged[1]) == ("over", 300)
    assert totals[-1] == 7
    assert point(totals[:-1])
