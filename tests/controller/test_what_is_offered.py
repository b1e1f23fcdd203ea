"""What a station offers is accepted, and what would be refused says why; what is told of a seat is
so: leaving, sitting out, chips that come later."""

from firmware.money import show as dollars
from firmware.table import commands as c
from stations.sentences import signed
from tests.controller.glasses import Glass, look, push, sat_down, sit_down, to_act
from tests.controller.test_called_back import funding, later
from tests.controller.test_says import all_in_until_broke, between_hands, in_play, on_turn


def another(glasses: dict[int, Glass], actor: Glass) -> Glass:
    """Dealt in, and not to act."""
    return next(
        glass
        for glass in glasses.values()
        if glass is not actor and glass.screen.state.me.life == "in"
    )


# Leaving


def test_who_leaves_while_all_in_plays_for_the_pot_first(make_whole):
    """AJ-R17: he leaves when the hand is over, with what he has then."""
    whole, glasses = sat_down(make_whole, 40_000, 40_000, 40_000, run_twice=False)
    one = to_act(whole, glasses)
    push(one)
    one.tap("menu")
    assert not one.says("Cash out")
    assert one.says("With what you win, after this hand")
    one.tap("tile leave")
    assert not one.says("$0")
    assert one.says("To your card when this hand is over")
    assert "What you win" in one.words
    one.tap("leave now")
    assert one.says("LEAVING")
    assert not one.says("Cash out")
    plays_for = "You are all-in and play for "
    assert one.says(f"{plays_for}{dollars(one.view.plays_for)} or more")  # nobody has called yet
    assert one.says("What you win goes to your card when this hand is over.")
    push(to_act(whole, glasses))
    look(whole, glasses)
    assert one.says(f"{plays_for}{dollars(one.view.plays_for)}")


def test_who_leaves_with_cards_and_chips_is_told_that_the_hand_decides(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    one = another(glasses, on_turn(whole, glasses, board=3))
    one.tap("menu")
    stack = dollars(one.screen.state.me.stack)
    assert one.says("With what you win, after this hand")
    one.tap("tile leave")
    assert one.says(f"{stack} and what you win")
    assert one.says("The table checks for you, and folds to a bet.")
    one.tap("leave now")
    assert one.says(f"Cash out {stack} and what you win")
    assert one.says("When this hand is over. The table checks for you, and folds to a bet.")


def test_who_leaves_instead_of_calling_is_told_that_he_folds(make_whole):
    """AJ-R17: nobody calls for him, so he wins nothing; on his turn at once, else when it comes."""
    whole, glasses = sat_down(make_whole, 40_000, 40_000, 40_000)
    push(to_act(whole, glasses))
    look(whole, glasses)
    one = to_act(whole, glasses)
    other = next(glass for glass in glasses.values() if glass.view.owed and glass is not one)
    for glass, when in ((other, "on your turn"), (one, "at once")):
        stack = dollars(glass.screen.state.me.stack)
        glass.tap("menu")
        assert glass.says(f"Cash out {stack} after this hand")
        glass.tap("tile leave")
        assert stack in glass.words
        assert not glass.says("what you win")
        assert glass.says(f"Your hand is folded {when}.")
        glass.tap("leave now")
        assert glass is one or f"Cash out {stack}" in glass.words


def test_who_leaves_after_he_folded_takes_what_he_has(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    one = on_turn(whole, glasses)
    one.tap("fold", "fold anyway") if one.view.turn.call == 0 else one.tap("fold")
    one.tap("menu", "tile leave", "leave now")
    if whole.controller.table.live is not None:
        assert one.says(f"Cash out {dollars(one.screen.state.me.stack)} to card")
        one.tap("menu")
        assert "tile leave" not in one.screen.report.targets
        assert one.says("You leave at the end of the hand.")


def test_whom_the_floor_sends_home_plays_his_hand_first(make_whole):
    """AJ-R15: he plays out the hand; then the seat is closed."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    actor = on_turn(whole, glasses)
    one, says = another(glasses, actor), "The floor closes your seat after this hand"
    for seat in (actor.seat, one.seat):
        whole.controller.perform(c.CashIn(whole.controller.now, "floor", "as agreed", seat))
    look(whole, glasses)
    assert actor.view.turn
    assert actor.says(says)
    assert one.says(says)
    assert {"pre call", "pre call any"} <= one.screen.report.targets.keys()
    assert not one.says("Nothing more to do")


# Chips that come later


def test_chips_bought_in_mid_hand_come_after_it_and_are_no_loss(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, capped_rebuy=False)
    one = another(glasses, on_turn(whole, glasses))
    before = whole.controller.table.seats[one.seat].chips
    result = before.stack - before.bought
    one.tap("menu", "tile add chips")
    least = one.view.buy_in.amounts.least
    one.tap(f"buy {least}")
    assert one.says("The chips come when this hand is over.")
    one.tap("sit down")
    look(whole, glasses)
    assert whole.controller.table.seats[one.seat].chips.pending == least
    assert one.says(f"+ {dollars(least)} after this hand")
    one.tap("menu")
    words = one.words
    assert words[words.index("After this hand") - 1] == f"+ {dollars(least)}"
    assert words[words.index("Before this hand") - 1] == signed(result)
    between_hands(whole, glasses)
    assert not one.says("after this hand")


# Offered, and accepted


def test_no_chips_are_offered_to_who_leaves_or_at_a_table_that_closes(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, capped_rebuy=False)
    actor = on_turn(whole, glasses)
    one = another(glasses, actor)
    other = next(glass for glass in glasses.values() if glass not in (actor, one))
    one.tap("menu", "tile leave", "leave now", "menu", "tile add chips")
    assert one.says("You are leaving the table.")
    whole.controller.perform(c.CloseTable(whole.controller.now, "floor", "closing time"))
    other.tap("menu")
    assert not other.says("Up to $")
    assert {"tile sit out", "tile lobby", "tile seats"}.isdisjoint(other.screen.report.targets)
    other.tap("tile add chips")
    assert other.says("The table is closing.")
    for glass in (one, other):
        assert "sit down" not in glass.screen.report.targets


def test_no_lobby_is_offered_in_a_hand(make_whole):
    """AJ-R23."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    one = another(glasses, on_turn(whole, glasses))
    one.tap("lobby")
    assert not {"lobby now", "meal"} & one.screen.report.targets.keys()
    assert one.says("Finish your hand first.")
    one.tap("page back")
    assert one.says("Finish your hand first.")
    one.tap("menu")
    between_hands(whole, glasses)
    one.tap("menu", "tile lobby", "lobby now")
    assert one.view.away == "lobby"
    assert not one.view.refused


def test_who_is_broke_and_buys_nothing_is_not_offered_to_come_back(make_whole):
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 2, 5)
    broke = all_in_until_broke(whole, glasses)
    broke.now += 6_500
    broke.look()
    broke.tap("cancel")
    assert not broke.says("I am back")
    broke.tap("menu")
    assert "tile back in" not in broke.screen.report.targets
    assert broke.says("Buy chips first.")
    broke.tap("menu", "add chips")
    assert broke.says("How much to add?")
    broke.tap("sit down")
    look(whole, glasses)
    assert whole.controller.table.seats[broke.seat].life == "playing"


def test_chips_that_came_all_the_same_are_not_said_to_be_called_back(make_whole, monkeypatch):
    whole, glass = funding(make_whole, monkeypatch, after=True)
    glass.tap("cancel")
    assert glass.says("Your chips are being called back.")
    later(whole, glass)
    assert not glass.says("called back.")
    assert glass.says("could not be called back")


def test_chips_that_were_called_back_are_said_to_be_on_the_card(make_whole, monkeypatch):
    whole, glass = funding(make_whole, monkeypatch, after=False)
    glass.tap("cancel")
    later(whole, glass)
    assert not glass.says("are being called back")
    assert glass.says("Your chips were called back: they are on your card.")


# On one's own turn


def test_who_sits_out_on_his_own_turn_is_told_what_becomes_of_this_hand(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    one = on_turn(whole, glasses)
    one.tap("menu", "tile sit out")
    assert one.view.turn
    assert one.says("You sit out after this hand")
    assert one.says("$2 to call")


def test_a_menu_on_ones_own_turn_does_not_say_that_it_closes(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    actor = on_turn(whole, glasses)
    one = another(glasses, actor)
    one.tap("menu")
    assert one.says("closes by itself")
    actor.tap("menu")
    assert not actor.says("closes by itself")
    assert actor.says("It is your turn")
