"""What a hand is played for, and what it brought: real stations at the whole table."""

import pytest

from firmware.errors import Refused
from firmware.money import show as dollars
from firmware.table import commands as c
from firmware.table.engine import decide
from lab.simulation.demo_cage import PIN
from stations.hand import board
from tests.controller.glasses import Glass, glasses_actor, look, push, sat_down, to_act, until


def played_for(glass: Glass) -> str:
    """The amount under "You play for"."""
    words = glass.words
    return words[words.index("You play for") + 1]


def test_who_is_all_in_plays_for_what_others_have_matched(make_whole):
    """Not for his own chips that nobody called: they come back to him. "Eligible to win only the
    pot(s) containing chips he bet" (000 L1773)."""
    whole, glasses = sat_down(make_whole, 40_000, 20_000, 4_000, run_twice=False)
    pushed: list[Glass] = []
    while (glass := to_act(whole, glasses)) and len(pushed) < len(glasses):
        push(glass)
        pushed.append(glass)
        look(whole, glasses)
        live = whole.controller.table.live
        if live is None:
            break
        stakes = {seat: live.bets[seat] + live.paid[seat] for seat in glasses}
        for one in pushed:
            others = [stakes[seat] for seat in glasses if seat != one.seat]
            mine = min(stakes[one.seat], max(others))
            can_win = mine + sum(min(mine, stake) for stake in others)
            if one.says("You play for"):
                assert played_for(one) == dollars(can_win)
            if one.screen.state.me.bet and one.view.public.actor:
                assert one.says("More if your bet is called")
    assert len(pushed) == 3


# Run twice


def run_twice(make_whole, *buys: int, seed: int = 1):
    """All of it goes in before the flop, and everybody wants two boards."""
    whole, glasses = sat_down(make_whole, *buys, seed=seed, run_twice=True)
    for _ in range(80):
        look(whole, glasses)
        if whole.controller.table.this_hand.result is not None:
            return whole, glasses
        asked = [
            one for one in glasses.values() if "pick run it twice/yes" in one.screen.report.targets
        ]
        for glass in asked:
            glass.tap("pick run it twice/yes")
        actor = glasses.get(glasses_actor(glasses))
        if actor and actor.screen.state.turn:
            push(actor)
        elif not asked:
            whole.advance()
    raise AssertionError("it never ended")


def ended(make_whole, there, buys=(4_000, 10_000, 20_000, 40_000)):
    """The first such hand of thirty that ended so."""
    for seed in range(1, 31):
        whole, glasses = run_twice(make_whole, *buys, seed=seed)
        won = totals(whole.controller.table.this_hand.result.won)
        if glasses[1].view.public.second and there(glasses[1].view.public, won):
            return whole, glasses, won
    raise AssertionError("no such hand")


def totals(won) -> dict[int, int]:
    sums: dict[int, int] = {}
    for one in won:
        sums[one.seat] = sums.get(one.seat, 0) + one.chips
    return sums


def test_who_won_most_is_named_and_every_part_is_told(make_whole):
    """Three pots on two boards: six parts. Not "Marisol wins $80" where Priya won $460."""
    _, glasses, won = ended(
        make_whole,
        lambda public, won: (
            len(public.result.shares) > 5
            and len(won) < len(public.seats)
            and max(won, key=won.__getitem__) != public.result.winner
        ),
    )
    public = glasses[1].view.public
    most = max(won, key=won.__getitem__)
    for glass in glasses.values():
        if glass.seat in won:
            assert glass.says(f"You win {dollars(won[glass.seat])}")
        else:
            assert glass.says(f"{public.seats[most - 1].name} wins {dollars(won[most])}")
        assert {"First board", "Second board"} <= set(glass.words)
        for share in public.result.shares:
            pot = share.pot.split(", ")[0]
            assert glass.says(f"{pot} {dollars(share.chips)}: ")


def test_gold_lies_on_each_board_where_the_named_hand_uses_it(make_whole):
    whole, glasses, won = ended(make_whole, lambda public, won: 1 < len(won) < 4)
    play = whole.controller.table.play
    best = {
        (one.seat, one.run): play.award(one, showed=True).cards
        for one in sorted(whole.controller.table.this_hand.result.won, key=lambda one: one.chips)
    }
    for glass in glasses.values():
        state = glass.screen.state
        named = glass.seat if glass.seat in won else max(won, key=won.__getitem__)
        for run in (0, 1):
            assert set(board.winners(state, run)) == set(best.get((named, run), ()))


# Who left


def beaten(make_whole):
    """A showdown between all four, with somebody who was beaten."""
    whole, glasses = sat_down(make_whole, 20_000, 20_000, 20_000, 20_000, show_cards=True)

    def there() -> bool:
        result = glasses[1].view.public.result
        return bool(result and result.beaten and not result.shares)

    until(whole, glasses, there)
    return whole, glasses, glasses[glasses[1].view.public.result.beaten]


def test_who_left_keeps_his_name_in_the_result(make_whole):
    whole, glasses, loser = beaten(make_whole)
    result, name = loser.view.public.result, loser.screen.state.me.name
    told = f"beats {name}: {result.beaten_hand}"
    others = [one for one in glasses.values() if one is not loser]
    assert all(one.says(told) for one in others)
    assert loser.says(f"beats you: {result.beaten_hand}")
    loser.tap("menu", "tile leave", "leave now")
    look(whole, glasses)
    assert whole.controller.table.seats[loser.seat].life == "empty"
    assert all(one.says(told) for one in others)


def test_who_takes_the_seat_of_a_winner_has_won_nothing_and_sees_no_card_of_his(make_whole):
    """Before the next hand: neither cards nor chips of who left are his."""
    whole, glasses, _ = beaten(make_whole)
    result = glasses[1].view.public.result
    winner, number = glasses[result.winner], whole.controller.table.this_hand.number
    name = winner.screen.state.me.name
    winner.tap("menu", "tile leave", "leave now", "cancel")
    whole.controller.swipe(winner.seat, whole.tracks[8])
    whole.settle()
    winner.look()
    winner.tap(*(f"key {digit}" for digit in PIN), "sit down")
    table = whole.controller.table
    assert table.seats[winner.seat].seated
    assert table.this_hand.number == number
    assert winner.view.mode == "seated"
    assert winner.view.hole == ()
    assert winner.screen.state.me.won == 0
    assert not winner.says("You win")
    assert winner.says(f"{name} wins {dollars(result.chips)}")
    with pytest.raises(Refused, match="no hand to show"):
        decide(table, c.ShowCards(table.now, winner.seat, (0,)))
