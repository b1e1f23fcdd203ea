"""Situations that the filings write out, with their numbers, played at the table itself."""

import pytest

from firmware.games.cards import cards
from firmware.games.poker.commands import Call, Draw, Fold, Kill, Raise
from firmware.games.poker.rules import Stakes
from firmware.table import commands as c
from firmware.table.config import Config, Spread
from lab.simulation.bare_table import BareTable
from tests.table.test_button_and_blinds import hand_of, posts


def opened(house, game, money, stacks, limit="limit", button=0) -> BareTable:
    """Stacks in dollars, by seat."""
    spread = Spread(game, money, limit, (100, 0))
    m = BareTable(Config("t1", house, (spread,), seats=8))
    for seat, dollars in stacks.items():
        m.sit(seat, int(dollars * 100))
    m.order(c.OpenTable)
    m.ask(c.DrawButton, button, *([m._draw(button)] if m._high_card else []))
    return m


def deals(m, *streets) -> BareTable:
    """These cards of each seat, the first left of the button first; a burn between two streets."""
    known = {card for street in streets for hand in street for card in cards(hand)}
    rest = iter(card for card in range(52) if card not in known)
    m.deck = []
    for number, street in enumerate(streets):
        rounds = zip(*map(cards, street), strict=True)
        m.deck += [*([next(rest)] if number else []), *(card for one in rounds for card in one)]
    m.deck += rest
    m.wait() if m.now < m.table.pace.next_hand_at else None
    m.settle()
    return m


def stacks_of(m) -> list[int]:
    """In dollars, seat 1 first."""
    return [seat.chips.stack // 100 for seat in m.table.seats[1:] if seat.seated]


def test_000_L857_who_has_no_blind_speaks_first_then_the_blinds_by_size_and_the_over_last():
    """Blinds 5, 5 and 10 in seats 8, 1 and 2, an over of 20 in seat 5. Of the equal ones the button
    is first; "when the pot is raised, after all the blinds have acted, still active players act
    again in the same order they came into the pot"."""
    money = Stakes(small=1_000, blinds=(500, 500, 1_000), chip=100)
    seats = dict.fromkeys(range(1, 9), 1_000)
    m = opened("artichoke-joes", "texas-holdem", money, seats, "no-limit", button=7).next_hand()
    m.ask(c.ChooseExtra, 5, "over", 2_000)
    m.fold_out().next_hand()
    assert (posts(m, "blind"), posts(m, "over")) == ({8: 500, 1: 500, 2: 1_000}, {5: 2_000})
    spoke = []
    while (seat := m.table.play.queue[0]) != 5:
        spoke.append(seat)
        m.move(Fold(seat) if seat == 6 else Call(seat))
    assert spoke == [3, 4, 6, 7, 8, 1, 2]
    m.move(Raise(5, 8_000))
    assert m.table.play.queue == [3, 4, 7, 8, 1, 2]
    m.call_down()
    assert m.replay() == m.table


@pytest.mark.parametrize("house", ["delta-downtown", "hawaiian-gardens", "club-caribe"])
def test_003_L237_who_tie_for_high_and_low_share_the_pot_as_evenly_as_possible(house):
    """002 L430, 004 L401: of $6 each has 3, though one of them holds the highest card by suit."""
    money = Stakes(small=400, big=800, ante=100, bring_in=100, chip=100)
    m = opened(house, "seven-card-stud-hi-lo", money, dict.fromkeys((1, 2, 3), 100), button=3)
    hands = ("As Ac 2d 3d 4h 5s 9c", "Ah Kc 2c 3c 4s 5h 9d", "Qc Qd Th Ts Jc 8h 7s")
    dealt = [hand.split() for hand in hands]
    deals(m, [" ".join(hand[:3]) for hand in dealt], *([h[n] for h in dealt] for n in range(3, 7)))
    m.call_down()
    assert stacks_of(m) == [101, 101, 98]


@pytest.mark.parametrize("house", ["hawaiian-gardens", "club-caribe"])
def test_003_L291_a_checked_seven_that_loses_the_main_pot_wins_no_later_bets(house):
    """004 L254: seat 3 is all-in before the draw with a six and has those 12; the seven that was
    checked beats the eight, but "is not eligible to win any chips on subsequent bets"."""
    money = Stakes(small=400, big=800, blinds=(200, 400), chip=100)
    m = opened(house, "lowball-ace-to-five", money, {1: 100, 2: 100, 3: 4}, button=3)
    deals(m, ["7c 6d 4h 3s 2c", "8c 6h 4d 3h 2d", "6s 5h 4c 3c Ad"])
    while m.table.play.due == "kill":
        m.move(Kill(m.table.play.queue[0], kill=False))
    for move in (Call(3), Call(1), Call(2), Draw(1, ()), Draw(2, ()), Draw(3, ()),
                 Call(1), Raise(2, 800), Call(1)):  # fmt: skip
        m.move(move)
    assert not m.table.live
    assert stacks_of(m) == [96, 96, 12]


@pytest.mark.parametrize(("dollars", "forced"), [(3, 2), (2.5, 3)])
def test_004_L215_with_less_than_half_the_blind_left_the_next_player_is_forced(dollars, forced):
    """Jacks Back 4-8, ante 1: with 2 after it seat 2 has half the blind, with 1.50 he has not. "If
    the all-in player wins the pot or buys in again, the button remains in the same position for
    the all-in player to take the blind"."""
    money = Stakes(small=400, big=800, ante=100, chip=50)
    m = opened("club-caribe", "jacks-back", money, {1: 100, 2: dollars, 3: 100}, button=1)
    nobody_opens = ["2d 3c 4s 8h Kd", "2h 3h 6s 7d Ks", "2c 3d 4h 5s 9c"]
    deals(m, nobody_opens)
    while m.table.play.rules.game == "jacks-back":
        m.move(Call(m.table.play.queue[0]))
    assert (m.table.play.betting.forced, m.table.play.queue[0]) == (400, forced)
    assert m.table.play.excused == (2 if forced == 3 else 0)
    m.move(Call(forced))
    m.fold_out()
    m.ask(c.BuyIn, 2, 10_000)
    m.bank()
    assert hand_of(deals(m, nobody_opens)).button == (1 if forced == 3 else 2)
    assert m.replay() == m.table


def offers(m) -> tuple[int, int]:
    """The least and the most that the next may raise to, in dollars."""
    found = m.table.play.offer(m.table.play.queue[0]).raise_to
    return found.least // 100, found.most // 100


@pytest.mark.parametrize(
    ("house", "game", "money", "limit", "to"),
    [
        # 004 L1029-1033: Mexican 2-4, forced 2
        ("club-caribe", "mexican-poker", (200, 400, 50, 200), "limit", [4, 6, 8]),
        # 002: stud 4-8, forced as large as the lower limit
        ("delta-downtown", "seven-card-stud", (400, 800, 100, 400), "limit", [8, 12, 16]),
        ("hawaiian-gardens", "razz", (400, 800, 100, 400), "limit", [8, 12, 16]),
        # 004: Asian 2-10, forced 2, raised to 4
        ("club-caribe", "asian-stud", (200, 1_000, 50, 200), "spread", [4, 6, 8]),
    ],
)
def test_a_forced_bet_as_large_as_the_lower_limit_is_raised_by_a_bet(house, game, money, limit, to):
    small, big, ante, force = money
    stakes = Stakes(small=small, big=big, ante=ante, bring_in=force, chip=50)
    m = opened(house, game, stakes, dict.fromkeys((1, 2, 3, 4), 200), limit, 4).next_hand()
    m.move(Call(m.table.play.queue[0]))  # he is forced
    for dollars in to:
        assert offers(m)[0] == dollars
        m.move(Raise(m.table.play.queue[0], 100 * dollars))


@pytest.mark.parametrize("house", ["delta-downtown", "hawaiian-gardens"])
def test_003_L87_the_cap_of_four_blinds_is_for_a_pot_that_nobody_opened(house):
    """002 L588-590: 10-20: raised to 80 at most; behind three limpers to 130."""
    money = Stakes(small=2_000, blinds=(1_000, 2_000), chip=100)
    seats = dict.fromkeys(range(1, 7), 2_000)
    m = opened(house, "texas-holdem", money, seats, "pot-limit", button=6).next_hand()
    assert offers(m) == (40, 80)
    for seat in (3, 4, 5):
        m.move(Call(seat))
    assert offers(m) == (40, 130)


def test_003_L71_in_the_100_game_20_50_and_all_in_85_is_no_raise():
    money = Stakes(small=300, blinds=(200, 300), chip=100)
    seats = {1: 200, 2: 200, 3: 88, 4: 200}
    m = opened("hawaiian-gardens", "texas-holdem-100", money, seats, "no-limit", 4).next_hand()
    for seat in (3, 4, 1, 2):
        m.move(Call(seat))
    for move in (Raise(1, 2_000), Raise(2, 5_000), Raise(3, 8_500), Fold(4), Call(1)):
        m.move(move)
    assert (m.table.play.queue, m.table.play.offer(2).raise_to) == ([2], None)


def test_000_L1513_draw_with_antes_only_is_opened_for_the_posted_five():
    money = Stakes(small=500, ante=100, chip=100)
    seats = dict.fromkeys((1, 2, 3), 200)
    m = opened("artichoke-joes", "draw-poker", money, seats, "no-limit", 3).next_hand()
    assert offers(m) == (5, 199)


@pytest.mark.parametrize("dollars", [25, 26, 49, 50])
def test_000_L339_no_limit_stud_is_opened_for_five_antes_or_any_more(dollars):
    """ "At least five times the ante": 26 to 49 as well as 25, 50 and more."""
    money = Stakes(small=5_000, ante=500, bring_in=2_500, chip=100)
    seats = dict.fromkeys((1, 2, 3), 2_000)
    m = opened("artichoke-joes", "seven-card-stud", money, seats, "no-limit", 3).next_hand()
    first = m.table.play.queue[0]
    move = Call(first) if dollars == 25 else Raise(first, 100 * dollars)
    m.move(move)
    assert m.table.play.bets[first] == 100 * dollars


def test_002_L581_a_straddle_of_20_over_a_blind_of_10_is_raised_to_40():
    money = Stakes(small=1_000, blinds=(500, 1_000), chip=100)
    seats = dict.fromkeys(range(1, 6), 1_000)
    m = opened("delta-downtown", "texas-holdem", money, seats, "no-limit", button=5).next_hand()
    m.ask(c.ChooseExtra, 4, "straddle")
    m.fold_out().next_hand()
    assert posts(m, "straddle") == {4: 2_000}
    assert offers(m)[0] == 40
