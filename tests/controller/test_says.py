"""What the glass says is so: real stations at the whole table, read by their draw report."""

import pytest
from msgspec.structs import replace
from pygame import Surface

from center_screen import board as center_board
from firmware.machine import device_faults
from firmware.money import show as dollars
from firmware.screens import protocol as g
from firmware.screens.projection.hand_name import spoken
from lab.scenes import VIEWS
from lab.scenes.pictures import centered
from stations.hand import board
from stations.state import READ_MS, SHOWDOWN_MS
from tests.controller.floor import Floor
from tests.controller.glasses import (
    Glass,
    glasses_actor,
    look,
    push,
    sat_down,
    sit_down,
    to_act,
    until,
)
from tests.stage import Stage
from ui.theme import CENTER

SIT_OUT_MS = 150_000  # every hand until then is played by touch


def in_play(make_whole, *seats: int, house: str = "artichoke-joes", **settings):
    whole = make_whole(**settings)
    whole.config = replace(whole.config, house=house)
    whole.power_on()
    glasses = sit_down(whole, *seats)
    until(whole, glasses, lambda: _second_hand(whole))
    return whole, glasses


def _second_hand(whole) -> bool:
    """And seat 3 is not asked: what it looks at stays in front of it, whoever drew the button."""
    table = whole.controller.table
    return table.this_hand.number >= 2 and (table.live is None or table.live.actor != 3)


def on_turn(whole, glasses, board: int = 0) -> Glass:
    """Somebody's turn, with so many cards on the board and nothing to call."""

    def there() -> bool:
        live = whole.controller.table.live
        return bool(live and live.due == "act" and len(live.board) == board)

    until(whole, glasses, there)
    return glasses[glasses_actor(glasses)]


def runs_out(whole, glasses, seat: int) -> None:
    """Nobody touches anything until this seat's clock has run out."""
    for _ in range(20):
        look(whole, glasses)
        if glasses_actor(glasses) != seat:
            return
        whole.advance()
    raise AssertionError("the clock never ran out")


def into_last_seconds(whole, glass: Glass) -> None:
    clock = whole.controller.table.clock
    whole.now = clock.until - 5_000
    whole.controller.publisher.look_again()
    whole.settle()
    glass.look()


def test_who_sits_out_in_mid_hand_is_not_told_that_he_is_cashed_out(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    actor = on_turn(whole, glasses)
    other = next(glass for glass in glasses.values() if glass is not actor)
    other.tap("sit out")
    assert other.view.away == "after hand"
    assert other.says("You sit out from the next hand on")
    assert not other.says("LEAVING")
    assert not other.says("Cash out")
    other.tap("back in")
    assert other.view.away == ""


def test_who_leaves_is_told_so_and_offered_nothing_that_is_refused(make_whole):
    """AJ-R17: who asked to leave is not asked again."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    actor = on_turn(whole, glasses)
    other = next(glass for glass in glasses.values() if glass is not actor)
    other.tap("menu", "tile leave", "leave now")
    assert other.view.away == "leaving"
    assert other.says("Cash out")
    assert "back in" not in other.screen.report.targets


def test_a_timeout_checks_where_that_is_free_and_says_so(make_whole):
    """002 L580: dead only facing a bet."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, house="delta-downtown", bank_ms=0)
    late = on_turn(whole, glasses, board=3)
    number = whole.controller.table.this_hand.number
    into_last_seconds(whole, late)
    assert late.says("Checking is free  ·  At 0 s you check and sit out")
    runs_out(whole, glasses, late.seat)
    assert not whole.controller.table.live.folded(late.seat)
    assert late.says(f"Your time ran out in hand #{number}: you checked.")
    assert late.says("You sit out from the next hand on.")

    until(whole, glasses, lambda: whole.controller.table.this_hand.number > number)
    whole.now += 3 * 60_000
    look(whole, glasses)
    late.now += 3 * 60_000
    late.look()
    assert late.says("SITTING OUT")
    assert late.says(f"Your time ran out in hand #{number}: you checked")
    assert late.says("min ago")
    late.tap("back in")
    assert not late.says("Your time ran out")


def test_a_dead_hand_is_announced_and_told(make_whole):
    """AJ-R23, 000 L1838: dead even where a check was free."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, bank_ms=0)
    late = on_turn(whole, glasses, board=3)
    number = whole.controller.table.this_hand.number
    into_last_seconds(whole, late)
    assert late.says("Checking is free  ·  At 0 s you lose your hand and sit out")
    runs_out(whole, glasses, late.seat)
    assert whole.controller.table.live.folded(late.seat)
    assert late.says(f"Your time ran out in hand #{number}: your hand was folded.")


def test_who_plays_on_after_a_timeout_is_told_of_it_too(make_whole):
    """As in a tournament: dealt in all the same, and told until the next hand is over."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, bank_ms=0, not_ready_sits_out=False)
    late = on_turn(whole, glasses, board=3)
    number = whole.controller.table.this_hand.number
    runs_out(whole, glasses, late.seat)
    told = f"Your time ran out in hand #{number}: your hand was folded."
    assert late.says(told)
    assert not late.says("You sit out")
    until(whole, glasses, lambda: late.view.public.hand == number + 1 and not late.view.turn)
    assert late.view.away == ""
    assert late.says(told)
    until(whole, glasses, lambda: late.view.public.hand == number + 2)
    assert not late.says("Your time ran out")


def test_the_fault_screen_says_the_rule_of_its_house(make_whole):
    for house, rule in (
        ("artichoke-joes", "your hand is dead, even where a check is free"),
        ("delta-downtown", "you check where that is free, and fold to a bet"),
    ):
        whole = make_whole(name=house)
        whole.config = replace(whole.config, house=house)
        whole.power_on()
        glass = sit_down(whole, 1, 2)[1]
        glass.screen.draw(glass.surface, glass.now + 9_000)
        assert glass.says("Reconnecting")
        assert glass.says(rule)
        assert glass.says("The game waits for 30 seconds.")


def test_menu_on_ones_own_turn_leaves_turn_and_clock_in_sight(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    actor = on_turn(whole, glasses)
    for page in ("menu", "tile display"):
        actor.tap(page)
        assert actor.says("YOUR TURN")
        assert any(words.endswith(" s") and words[:-2].isdigit() for words in actor.words)


# Side pots


def all_in(make_whole, seed: int, *buys: int):
    """Seats 1, 2, ... sit down with these amounts, and all of it goes in."""
    whole, glasses = sat_down(make_whole, *buys, seed=seed)
    for _ in range(60):
        look(whole, glasses)
        glass = glasses.get(glasses_actor(glasses))
        if whole.controller.table.this_hand.result is not None:
            return whole, glasses
        turn = glass.screen.state.turn if glass else None
        if turn is None:
            whole.advance()
        elif turn.raise_to and f"preset {turn.raise_to.most}" in glass.screen.report.targets:
            glass.tap(f"preset {turn.raise_to.most}", "raise")
        else:
            told = next((words for words in glass.words if words == "Pot if you call"), "")
            if told:
                mine = turn.call + glass.screen.state.me.bet
                stakes = [seat.bet for seat in glass.view.public.seats]
                others = sum(min(bet, mine) for bet in stakes) - glass.screen.state.me.bet
                assert glass.says(dollars(others + mine))
            glass.tap("call")
    raise AssertionError("it never ended")


def side_pots(make_whole):
    for seed in range(1, 30):
        whole, glasses = all_in(make_whole, seed, 4_000, 10_000, 20_000, 40_000)
        shares = glasses[1].view.public.result.shares
        if len({share.seats for share in shares}) > 1 and len(shares) > 2:
            return whole, glasses, shares
    raise AssertionError("one hand took all, thirty times")


def test_each_pot_is_told_who_with_what_how_much(make_whole):
    """Not "Bao wins $108, 3 players share" where another's straight took the main pot."""
    whole, glasses, shares = side_pots(make_whole)
    won = whole.controller.table.this_hand.result.won
    assert sum(share.chips for share in shares) == sum(one.chips for one in won)
    for glass in glasses.values():
        for share in shares:
            assert glass.says(f"{share.pot} {dollars(share.chips)}: ")
            assert glass.says(share.hand)
        mine = sum(one.chips for one in won if one.seat == glass.seat)
        assert glass.says(f"You win {dollars(mine)}") == (mine > 0)


def test_gold_lies_on_the_cards_of_the_hand_that_is_named(make_whole):
    _, glasses, _ = side_pots(make_whole)
    public = glasses[1].view.public
    for glass in glasses.values():
        named = board.winners(glass.screen.state)
        seat = public.seats[glass.seat - 1]
        most = public.seats[public.result.most.seat - 1]
        assert named == (seat.winning if seat.won else most.winning)
        assert len(named) == 5
    assert center_board.winning(public) == public.result.cards


def test_the_history_says_what_was_won_in_all_pots(make_whole):
    whole, glasses, shares = side_pots(make_whole)
    won = whole.controller.table.this_hand.result.won
    first = glasses[1].view.public.result
    assert first.chips == sum(one.chips for one in won if one.seat == first.winner)
    for glass in glasses.values():
        glass.tap("history")
        assert glass.says(f"wins {dollars(first.most.chips)}")
        assert all(glass.says(f"{share.pot} {dollars(share.chips)}: ") for share in shares)


def test_chips_that_nobody_can_call_are_no_side_pot(make_whole):
    """They lie in front of who bet them, and nobody plays for them."""
    for seed in range(1, 4):
        whole = make_whole(seed, f"uncalled {seed}", run_twice=False)
        seen = []
        whole.power_on()
        whole.links[0].watch = lambda body, seen=seen: seen.append(g.public(body))
        glasses = {seat: Glass(whole, seat) for seat in (1, 2)}
        whole.controller.opens_with = 2
        whole.settle()
        for glass, chips in zip(glasses.values(), (4_000, 40_000), strict=True):
            glass.look()
            glass.sign_on()
            glass.tap(f"buy {chips}", "sit down")
        for _ in range(60):
            look(whole, glasses)
            if whole.controller.table.this_hand.result is not None:
                break
            glass = glasses.get(glasses_actor(glasses))
            turn = glass.screen.state.turn if glass else None
            if turn is None:
                for one in glasses.values():
                    if one.says("You play for"):
                        assert one.words[one.words.index("You play for") + 1] == "$80"
                whole.advance()
            elif turn.raise_to and f"preset {turn.raise_to.most}" in glass.screen.report.targets:
                glass.tap(f"preset {turn.raise_to.most}", "raise")
            else:
                glass.tap("call")
        run_out = [p for p in seen if p.phase == "in hand" and len(p.board) >= 3]
        assert run_out
        for public in run_out:
            assert [pot.chips for pot in public.pots] == [public.total]
            assert public.total <= 8_000


def test_what_comes_back_is_not_told_as_what_he_is_all_in_for(make_whole):
    """Of $400 that went in first, $360 can be called by nobody."""
    whole, glasses = sat_down(make_whole, 40_000, 4_000, run_twice=False)
    while not glasses[1].view.public.seats[1].all_in:
        actor = to_act(whole, glasses)
        if actor.seat == 1:
            push(actor)
        else:
            actor.tap("call")
        look(whole, glasses)
    until(whole, glasses, lambda: len(glasses[1].view.public.board) >= 3)
    assert glasses[1].view.public.seats[0].did == "back"
    told = centered(glasses[1].view.public, Surface(CENTER, 0, 32)).report
    assert told.says("Back $360")
    assert glasses[2].says("Back $360")
    for report in (told, glasses[2].screen.report):
        assert not report.says("All-in $")


def test_all_in_says_how_much_of_it_can_be_called(make_whole):
    """Of $400 against $40: it may all go in, but no more than $40 is at risk."""
    whole, glasses = sat_down(make_whole, 40_000, 4_000)
    while (actor := to_act(whole, glasses)).seat != 1:
        actor.tap("call")
    actor.tap(f"preset {actor.view.turn.raise_to.most}")
    assert actor.says("All-in $400")
    assert actor.says("$40 can be called, $360 comes back")
    actor.tap(f"preset {actor.view.turn.raise_to.least}")
    assert not actor.says("comes back")
    actor.tap(f"preset {actor.view.turn.raise_to.most}", "raise")
    other = to_act(whole, glasses)
    assert (other.seat, other.view.turn.called) == (2, 0)


@pytest.mark.parametrize("linked", [True, False])
def test_a_clock_that_ends_the_hand_is_told_beside_its_end_and_after_it(make_whole, linked):
    """Of two nobody is left to play with: how it ended is read, then why and how long he is out."""
    whole, glasses = in_play(make_whole, 1, 2)
    one = on_turn(whole, glasses)
    link = whole.links[one.seat]
    if not linked:
        whole.controller.detach(one.seat)
    number = whole.controller.table.this_hand.number
    for _ in range(20):
        if whole.controller.table.this_hand.result is not None:
            break
        whole.advance()
        whole.settle()
    if not linked:
        whole.controller.attach(one.seat, link)
    whole.settle()
    one.look()
    what = "Your time ran out" if linked else "This seat lost its link"
    why = f"{what} in hand #{number}: your hand was folded."
    assert one.says(why)
    assert one.says("Nobody called")
    assert one.screen.next_wake(one.now) <= one.now + SHOWDOWN_MS
    one.now += SHOWDOWN_MS
    one.look()
    assert one.says("SITTING OUT")
    assert one.words.count(why) == 1
    assert one.says("Away 14:")
    one.tap("back in")
    assert not one.says("SITTING OUT")


def test_a_clock_that_folds_against_a_bank_is_told_beside_what_was_lost():
    why = "Your time ran out in round #118,204: your hand was folded"
    view = VIEWS["banked-result"]
    stage = Stage(replace(view, why=why, why_ms=1000, away="sit out"))
    assert stage.screen.report.says(f"{why}.")


# Cards, PINs and chips


def type_pin(glass: Glass, pin: str) -> None:
    glass.tap(*(f"key {digit}" for digit in pin))


def test_tries_are_told_as_the_bank_counts_them_and_a_lock_only_where_it_locked(make_whole):
    """REQ-R38: five tries for all tables together, three at one seat; the bank alone locks."""
    whole = make_whole()
    whole.power_on()
    glass = Glass(whole, 3)
    whole.settle()
    glass.look()
    glass.swipe()
    assert not glass.says("left")  # the bank has not said yet
    for left in (2, 1):
        type_pin(glass, "0001")
        assert glass.says("Wrong PIN")
        assert glass.says("left")
        assert glass.view.pin.tries == left
    type_pin(glass, "0001")
    assert glass.says("Too many wrong PINs")
    assert not glass.says("tries")  # three at one seat; what the bank has is counted from the next
    assert not glass.says("This card is locked")
    glass.now += READ_MS
    glass.look()
    assert glass.says("is open")
    assert not glass.says("PINs")  # not for the next guest
    glass.swipe()
    assert not glass.says("left")
    type_pin(glass, "0001")
    assert glass.says("1 try left")
    type_pin(glass, "0001")
    assert glass.says("This card is locked")
    assert not glass.says("left")


def test_who_posts_is_not_told_to_wait_for_the_blind(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    late = glasses[8] = Glass(whole, 8)
    late.sign_on()
    late.tap("post now", "sit down")
    look(whole, glasses)
    assert late.view.entry == "post"
    assert not late.says("You are in when the big blind reaches you")
    assert late.says("Post $2")


def test_who_is_dealt_in_for_nothing_is_told_so(make_whole):
    """003 L23-30, HG-A60: "dealt right in", behind the blinds."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, newcomer_posts="nothing")
    late = glasses[8] = Glass(whole, 8)
    late.sign_on()
    assert not late.says("Wait for the big blind")
    late.tap("sit down")
    look(whole, glasses)
    assert late.says("Deal me in")
    assert late.says("Behind the blinds, no post")
    assert late.view.entry == "wait"


def test_no_chips_are_offered_that_would_be_refused(make_whole):
    _, glasses = in_play(make_whole, 1, 2, 3, 5)
    one = glasses[3]
    one.tap("menu")
    assert one.view.session.room == 0
    assert not one.says("You have the most")
    one.tap("tile add chips")
    assert one.says("No chips can be bought now")
    assert one.says("Chips can be bought again below $20.")
    assert "sit down" not in one.screen.report.targets
    one.tap("cancel")
    assert not one.says("No chips can be bought now")


def test_who_comes_back_within_the_hour_reads_why_he_brings_so_much(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    until(whole, glasses, lambda: whole.controller.table.live is None)
    one = glasses[3]
    had = whole.controller.table.seats[3].chips.stack
    one.tap("menu", "tile leave", "leave now")
    until(whole, glasses, lambda: whole.controller.table.seats[3].life == "empty")
    one.sign_on()
    assert one.says(f"You left with {dollars(had)} within the hour: bring at least that.")


def test_a_buy_in_that_is_cut_to_a_maximum_says_so(make_whole):
    """REQ-R39: of a card with more on it than the table takes."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, capped_rebuy=False)
    late = glasses[8] = Glass(whole, 8)
    late.sign_on()
    assert late.says("$400 is the most at this table.")
    one = glasses[3]
    one.tap("menu", "tile add chips")
    has = whole.controller.table.seats[3]
    stack = one.screen.state.me.stack or has.chips.stack
    assert one.says(f"$400 is the most at this table, and you have {dollars(stack)}.")
    assert one.says(f"to {dollars(40_000 - stack)}")


# Money that moves


def between_hands(whole, glasses) -> None:
    until(whole, glasses, lambda: whole.controller.table.live is None)


def test_a_cash_out_says_how_much_where_to_and_what_the_card_holds_then(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    between_hands(whole, glasses)
    one, account = glasses[3], whole.controller.table.seats[3].person.account
    had, tail = whole.controller.table.seats[3].chips.stack, whole.controller.cards.tails[3]
    one.tap("menu", "tile leave", "leave now")
    look(whole, glasses)
    assert one.says("You left the table")
    assert one.says(dollars(had))
    assert one.says(f"Is on your card ending {tail}")
    assert one.says(f"The card holds {dollars(whole.bank.balance(account).available)} now.")
    assert one.view.slip.text.startswith(f"Cash-out {dollars(had)} to card ending {tail}")

    one.now += 15_000
    one.look()
    assert one.says("You left the table")
    one.now += 10_000
    one.look()
    assert one.says("to sit down")


def test_the_slip_goes_with_a_touch_or_with_the_next_card(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    between_hands(whole, glasses)
    one = glasses[3]
    one.tap("menu", "tile leave", "leave now")
    look(whole, glasses)
    one.tap("cancel")
    assert one.says("to sit down")
    two = glasses[2]
    between_hands(whole, glasses)
    two.tap("menu", "tile leave", "leave now")
    look(whole, glasses)
    two.swipe()
    assert two.says("Enter your PIN")


def test_a_change_of_seat_says_so_at_both_seats(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    glasses[9] = Glass(whole, 9)
    glasses[3].tap("menu", "tile seats", "seat 9")
    until(whole, glasses, lambda: whole.controller.table.seats[9].seated)
    look(whole, glasses)
    stack = dollars(whole.controller.table.seats[9].chips.stack)
    assert glasses[3].says("You sit in seat 9 now")
    assert glasses[3].says(stack)
    assert glasses[9].says(f"You sit in seat 9 now. Your {stack} came with you.")


def test_a_released_seat_says_what_became_of_the_chips_and_no_balance(make_whole):
    """The player is not there: nobody else reads what his card holds."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, sit_out_ms=SIT_OUT_MS)
    one, had = glasses[3], 0
    one.tap("menu", "tile sit out")
    until(whole, glasses, lambda: whole.controller.table.seats[3].life == "away")
    had = whole.controller.table.seats[3].chips.stack
    until(whole, glasses, lambda: whole.controller.table.seats[3].life == "empty", most=4000)
    look(whole, glasses)
    assert one.says("Your seat was released")
    assert one.says(dollars(had))
    assert not one.says("The card holds")
    one.now += 5 * 60_000
    one.look()
    assert one.says("Your seat was released")


# Broke, back, and a cable that shakes


def all_in_until_broke(whole, glasses) -> Glass:
    for _ in range(3000):
        look(whole, glasses)
        for glass in glasses.values():
            if glass.view.buy_in and glass.view.mode == "seated":
                return glass
        glass = glasses.get(glasses_actor(glasses))
        turn = glass.view.turn if glass else None
        if turn:
            way = ("raise", turn.raise_to.most) if turn.raise_to else ("call", 0)
            whole.touch(glass.seat, g.Act(turn.decision, *way))
        else:
            whole.advance()
    raise AssertionError("nobody went broke")


def test_who_busts_sees_the_showdown_before_he_is_asked_for_chips(make_whole):
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 2, 5)
    broke = all_in_until_broke(whole, glasses)
    assert broke.says(" wins ")
    assert not broke.says("Adding chips")
    broke.now += 6_500
    broke.look()
    assert broke.says("Adding chips")


def test_who_rebuys_is_not_away(make_whole):
    """Without a touch on I am back."""
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 2, 5)
    broke = all_in_until_broke(whole, glasses)
    broke.tap("add chips")
    assert broke.says("Adding chips")
    broke.tap("sit down")
    look(whole, glasses)
    assert whole.controller.table.seats[broke.seat].life == "playing"
    assert not broke.says("I am back")
    number = whole.controller.table.this_hand.number
    until(whole, glasses, lambda: whole.controller.table.this_hand.number > number)
    assert whole.controller.table.in_hand(broke.seat)


def test_a_link_that_is_gone_for_half_a_second_costs_nobody_a_hand(make_whole):
    """Between two hands; one that stays away is told to the table, and to its player."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    between_hands(whole, glasses)
    ctl, number = whole.controller, whole.controller.table.this_hand.number
    ctl.detach(3)
    whole.settle()
    whole.now += 500
    whole.settle()
    assert ctl.table.seats[3].link
    ctl.attach(3, whole.links[3])
    whole.settle()
    until(whole, glasses, lambda: ctl.table.this_hand.number > number)
    assert ctl.table.in_hand(3)

    between_hands(whole, glasses)
    ctl.detach(3)
    whole.settle()
    whole.now += 1_600
    whole.settle()
    assert not ctl.table.seats[3].link
    assert ctl.table.seats[3].life == "away"


# The keypad


def test_an_amount_over_the_most_is_refused_in_words():
    """Not silently made All-in."""
    stage = Stage("your-turn-nolimit")
    stage.wait(500)
    stage.tap("keypad", "digit 7", "digit 1", "digit 2")
    assert stage.report.says("At most")
    assert stage.report.says("$412")
    assert "keypad set" not in stage.report.targets
    stage.tap("digit <", "digit <", "digit 6")
    stage.tap("keypad set")
    assert stage.screen.state.bet.to == 7_600


def test_an_amount_between_two_chips_is_refused_in_words():
    """Not silently made the lower one."""
    view = VIEWS["your-turn-nolimit"]
    fives = replace(view.turn, raise_to=g.Range(2_000, 41_200, 500))
    stage = Stage(replace(view, turn=fives))
    stage.wait(500)
    stage.tap("keypad", "digit 3", "digit 7")
    said = " ".join(stage.report.words)
    assert "This game bets in $5 chips: $35 or $40" in said
    assert "keypad set" not in stage.report.targets
    stage.tap("digit <", "digit 5", "keypad set")
    assert stage.screen.state.bet.to == 3_500
    stage.tap("keypad", *(f"digit {digit}" for digit in "412"), "keypad set")
    assert stage.screen.state.bet.to == 41_200  # the last chip is always good


# Words


def test_one_wording_for_hands():
    for rules, glass in (
        ("Pair of Nines, Ace-King-Four kickers", "Pair of Nines"),
        ("Two Pair, Queens and Jacks, Ace kicker", "Two pair, Queens and Jacks"),
        ("Ace-Jack-Nine-Four-Two high", "Ace high, Jack next"),
        ("Flush, Ace-Jack-Nine-Four-Two", "Flush, Ace high"),
        ("Full House, Queens over Tens", "Full house, Queens over Tens"),
        ("Straight, King high", "Straight, King high"),
        ("Royal Flush", "Royal flush"),
    ):
        assert spoken(rules) == glass


def test_a_player_is_told_of_himself_and_not_of_his_seat(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    between_hands(whole, glasses)
    one = glasses[3]
    one.tap("sit out" if "sit out" in one.screen.report.targets else "menu")
    if one.view.away == "":
        one.tap("tile sit out")
    until(whole, glasses, lambda: whole.controller.table.seats[3].life == "away")
    whole.touch(3, g.SitOut())
    look(whole, glasses)
    assert one.view.refused == "You are sitting out: touch I am back first."
    one.swipe()
    assert one.view.refused == "This seat is taken. If it is yours, touch I am back."


def test_as_many_hands_are_offered_as_there_are(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5)
    one = glasses[3]
    one.tap("menu")
    assert not one.says("Review 10 hands")
    until(whole, glasses, lambda: whole.controller.table.this_hand.number >= 12)
    one.tap("menu")
    assert one.says("Review 10 hands")


def test_the_floor_is_told_before_a_glass_says_so(make_whole):
    """AJ-R16: two minutes before a seat is lost."""
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, sit_out_ms=SIT_OUT_MS)
    Floor(whole)
    log, one = [], glasses[3]
    whole.controller.listeners.recorded = lambda told: log.append(device_faults.log_line(told))
    one.tap("menu", "tile sit out")
    until(whole, glasses, lambda: one.says("The floor has been told."), most=4000)
    assert whole.controller.table.seats[3].absence.warned
    assert "AWAY: Seat 3 is away and is released soon." in log


def test_where_no_floor_is_connected_nobody_is_said_to_be_told(make_whole):
    whole, glasses = in_play(make_whole, 1, 2, 3, 5, sit_out_ms=SIT_OUT_MS)
    one = glasses[3]
    one.tap("menu", "tile sit out")
    seat, says = whole.controller.table.seats[3], "At 0:00 the seat is released."
    until(whole, glasses, lambda: seat.absence.warned and one.says(says), most=4000)
    assert not one.says("told")
    one.screen.draw(one.surface, one.now + 9_000)
    assert one.says("Please call a floor person")
    assert not one.says("calls the floor")
