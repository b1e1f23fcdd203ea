"""Who owes a kill, and what a killed pot is played for."""

import pytest

from firmware.games.poker import forced, kill
from firmware.games.poker.commands import Post, Settle
from firmware.games.poker.decide import decide
from firmware.games.poker.house import Kill
from firmware.games.poker.kill import Leg, Outcome
from firmware.games.poker.rules import rules
from firmware.pages import BadPage
from tests.games.poker.playing import Game, cents, deal, play, stakes


def killing(game, house):
    return rules(game, house, "limit with kill")


def after(house, game, money, leg, winners, pot=40, bets=8, flop=True):
    ended = Outcome(winners, cents(pot), cents(bets), flop, money.small)
    return kill.after(killing(game, house).kill, money, leg, ended)


def test_a_six_dollar_kill_makes_3_6_play_6_12():
    """000a 5 [804]: 3-6 with $6 kill: live, in ordinary rotation, instead of his own blind."""
    game, money = killing("texas-holdem", "artichoke-joes"), stakes(3, 6, blinds=(1, 3))
    killed = kill.killed(game.kill, money)
    assert (killed.small, killed.upper, killed.blinds) == (600, 1200, (100, 300))
    regular = forced.regular(Game(game, killed, [100] * 5).hand)
    assert kill.posts(regular, 2, killed) == (Post(1, 100), Post(2, 600, "kill"))
    played = deal(game, killed, [100] * 5, posts=["1 blind 1", "2 blind 3", "4 kill 6"])
    assert (played.turn, played.call, played.raises) == (3, 6, (12, 12))
    play(played, "3 call")
    assert (played.turn, played.call, played.raises) == (4, 0, (12, 12))


def test_a_killer_in_the_big_blind_acts_in_his_turn():
    """000 L805: right after the player on his right; the kill stands for his blind (L806)."""
    game, money = killing("texas-holdem", "artichoke-joes"), stakes(3, 6, blinds=(1, 3))
    killed = kill.killed(game.kill, money)
    for killer, order in {2: [3, 4, 5, 6, 1, 2], 1: [3, 4, 5, 6, 1, 2]}.items():
        regular = forced.regular(Game(game, killed, [100] * 6).hand)
        posts = [f"{p.seat} {p.kind} {p.chips // 100}" for p in kill.posts(regular, killer, killed)]
        assert deal(game, killed, [100] * 6, posts=posts).hand.queue == order


def test_two_pots_in_a_row():
    """000 L804, 002 L259, 003 L294: the second in a row kills the next."""
    money = stakes(4, 8)
    for house, game in (
        ("artichoke-joes", "texas-holdem"),
        ("hawaiian-gardens", "lowball-ace-to-five"),
    ):
        assert after(house, game, money, Leg(), (2,)) == Leg(2)
        assert after(house, game, money, Leg(2), (2,)) == Leg(2, kills=2)
        assert after(house, game, money, Leg(2, kills=2), (2,)) == Leg(2, kills=2)  # the same again
        assert after(house, game, money, Leg(2, kills=2), (5,)) == Leg(5)


def test_a_split_keeps_the_leg():
    """002 L264 (DD-A22), 003 L301: who has a leg keeps it, a killer who splits kills again."""
    for house in "delta-downtown", "hawaiian-gardens":
        for leg, then in {Leg(2): Leg(2), Leg(2, 2): Leg(2, 2), Leg(3): Leg()}.items():
            assert after(house, "lowball-ace-to-five", stakes(4, 8), leg, (2, 5)) == then
    assert kill.without(Leg(2), 2) == Leg()
    assert kill.moved(Leg(2, kills=2), 2, 7) == Leg(7, kills=7)


def test_the_second_pot_at_delta_has_a_flop_and_a_full_bet():
    """002 L261: a flop, and at least one full bet that is no blind; DD-A23: no flop in lowball."""
    money = stakes(4, 8)
    assert after("delta-downtown", "omaha", money, Leg(2), (2,), flop=False).kills == 0
    assert after("delta-downtown", "omaha", money, Leg(2), (2,), bets=3).kills == 0
    assert after("delta-downtown", "omaha", money, Leg(2), (2,), bets=4).kills == 2
    killed = Outcome((2,), cents(40), cents(7), flop=True, bet=cents(8))  # in a killed pot: an 8
    assert kill.after(killing("omaha", "delta-downtown").kill, money, Leg(2, 2), killed) == Leg(2)
    low = "lowball-ace-to-five"
    assert after("delta-downtown", low, money, Leg(2), (2,), bets=4, flop=False).kills == 2


def test_a_scoop_of_five_upper_limits_at_delta():
    """002 W10 (L269): $4-$8: 40 kills the next, 39 does not; half a pot never."""
    money = stakes(4, 8)
    assert after("delta-downtown", "omaha-hi-lo", money, Leg(), (3,), pot=40).kills == 3
    assert after("delta-downtown", "omaha-hi-lo", money, Leg(), (3,), pot=39).kills == 0
    assert after("delta-downtown", "omaha-hi-lo", money, Leg(), (3, 1), pot=90).kills == 0


def test_a_scoop_at_hawaiian_gardens():
    """003 EX-37 (L1313): 4-8 with kill: 79 is played on as normal, 80 is killed."""
    for (small, big), pot in {(2, 4): 35, (3, 6): 50, (4, 8): 80, (6, 12): 100}.items():
        money = stakes(small, big)
        assert after("hawaiian-gardens", "omaha-hi-lo", money, Leg(), (3,), pot=pot - 1).kills == 0
        assert after("hawaiian-gardens", "omaha-hi-lo", money, Leg(), (3,), pot=pot).kills == 3
    assert after("hawaiian-gardens", "omaha-hi-lo", stakes(8, 16), Leg(), (3,), pot=900).kills == 0


def test_full_and_half_kills_at_club_caribe():
    """004 L1007-1020, CC-A8: doubled up to 4-8, half as much again from 6-12."""
    rule = killing("omaha-hi-lo", "club-caribe").kill
    full, half = kill.killed(rule, stakes(4, 8)), kill.killed(rule, stakes(6, 12))
    assert [(s.small, s.upper) for s in (full, half)] == [(800, 1600), (900, 1800)]


def test_a_hand_tells_what_the_kill_asks():
    """Winners of the main pot, the whole pot, others' free bets, a flop."""
    game = killing("omaha", "delta-downtown")

    def ended(*touches):
        hand = play(deal(game, stakes(4, 8, blinds=(2, 4)), [100] * 3), *touches).hand
        return kill.outcome(hand, (Post(1, 200), Post(2, 400)), decide(hand, Settle()))

    called = ("3 call", "1 call", "2 check", "1 bet 4", "2 call", "3 fold", "1 bet 8", "2 fold")
    assert ended(*called) == Outcome((1,), cents(20), cents(8), True, 400)
    assert ended("3 fold", "1 fold") == Outcome((2,), cents(4), 0, False, 400)


def test_a_kill_game_is_a_structure_of_its_own():
    """000 L804, 002 L274: where posted; lowball at HG and CC always (003 L261, 004 L256)."""
    assert rules("texas-holdem", "artichoke-joes").kill is None
    assert killing("texas-holdem", "artichoke-joes").kill is not None
    assert killing("texas-holdem", "artichoke-joes").limit == "limit"
    for house in "hawaiian-gardens", "club-caribe":
        assert rules("lowball-ace-to-five", house).kill is not None
    with pytest.raises(BadPage, match="not limit with kill"):
        killing("texas-holdem", "club-caribe")


def test_what_the_filing_leaves_open_the_table_posts():
    """Half as much again, or double; what is filed is not the table's to say (000 L807)."""
    money = stakes(4, 8, blinds=(2, 4))
    open_ = Kill(when="two pots", half=("2-4",))
    assert kill.killed(kill.sized(open_, money, "half"), money).small == 600
    assert kill.killed(kill.sized(open_, money, "double"), money).small == 800
    filed = Kill(when="two pots", half=("4-8",), filed=True)
    assert kill.sized(filed, money, "double") is filed


def test_a_leg_goes_with_its_player():
    """002 L267, 003 L304: and is nobody's once he has quit."""
    leg = Leg(2, kills=2)
    assert (kill.moved(leg, 2, 5), kill.moved(leg, 3, 5)) == (Leg(5, kills=5), leg)
    assert (kill.traded(leg, 2, 5), kill.traded(leg, 5, 2)) == (Leg(5, kills=5), Leg(5, kills=5))
    assert (kill.traded(leg, 3, 4), kill.without(leg, 2), kill.without(leg, 3)) == (leg, Leg(), leg)
    owes = Leg(4, kills=2)
    assert kill.moved(owes, 2, 5) == Leg(4, kills=5)
