"""Corners where a hand goes wrong if a rule is read carelessly. Each test names its rule."""

import copy
from random import Random

import msgspec
import pytest

from firmware.errors import Refused
from firmware.games.cards import cards
from firmware.games.poker import betting
from firmware.games.poker.before import before_raises_said_it
from firmware.games.poker.commands import (
    Call,
    Command,
    Deal,
    Draw,
    Fold,
    Kill,
    Post,
    Raise,
    Settle,
    Start,
    Timeout,
)
from firmware.games.poker.decide import decide
from firmware.games.poker.engine import Hand, choices, new_hand, play, rules, wants
from firmware.games.poker.events import Declined, Killed, Raised, Returned, Shown, Won, from_line
from firmware.games.poker.evolve import evolve
from firmware.games.poker.rules import Rules, Stakes
from lab.simulation.bots import deal, shuffled
from tests.games.poker.fuzz import having, with_kill

STUD = Stakes(small=400, big=800, ante=100, bring_in=200)
BLINDS = Stakes(small=10, big=20, blinds=(5, 10))
ANTE = Stakes(small=10, big=20, ante=5)


def start(law: Rules, stakes: Stakes, *stacks: int, posts: tuple[Post, ...] | None = None) -> Hand:
    """Seats 1, 2, ... with these stacks; the last one has the button."""
    hand = new_hand(law, stakes, len(stacks), dict(enumerate(stacks, 1)))
    play(hand, Start(posts))
    return hand


def run(hand: Hand, *commands: Command, seed: int = 1) -> Hand:
    """These commands, and whatever cards are due before, between and after them."""
    deck, rng = (
        [c for c in shuffled(hand.rules, Random(seed)) if hand.deck.unseen >> c & 1],
        Random(2),
    )
    for command in (*commands, None):
        while hand.due == "deal":
            play(hand, deal(hand, deck, rng))
        if command is not None:
            play(hand, command)
    return hand


def jacks_for(*seats: int, among: int) -> tuple[int, ...]:
    """Five cards each, a card a pass: a pair of jacks for `seats`, nothing for the others."""
    jacks, rest = iter(cards("JcJdJhJs")), iter(cards("2c3d4h5s7c8d9hTs2d3h4s5c7d8h9sTc"))
    passes = [[next(jacks if s in seats else rest) for s in range(1, among + 1)] for _ in range(2)]
    passes += [[next(rest) for _ in range(among)] for _ in range(3)]
    return tuple(card for one in passes for card in one)


# Stud


def test_an_all_in_below_the_bring_in_is_the_bring_in_and_no_bet() -> None:
    """AJ-R26: an all-in player calls for less; the others still face the whole force."""
    hand = start(rules("seven-card-stud"), STUD, 250, 9000, 9000)
    play(hand, Deal(cards("KcQcJc KdQdJd 2c9d8d")))  # seat 1 has 150 left and shows the deuce

    offered = choices(hand)

    assert (offered.seat, offered.call, offered.raise_to, offered.fold) == (1, 150, None, False)
    play(hand, Call(1))
    assert choices(hand).call == 200


def test_the_cap_is_lifted_when_the_bring_in_leaves_two_with_chips() -> None:
    """000a L8.4 and ambiguity 14: heads-up counts the players able to act."""
    hand = start(rules("seven-card-stud"), STUD, 250, 90000, 90000)
    play(hand, Deal(cards("KcQcJc KdQdJd 2c9d8d")))

    play(hand, Call(1))
    for to in range(400, 4000, 400):
        play(hand, Raise(hand.actor, to))

    assert choices(hand).raise_to is not None


# Limit and spread


def test_an_all_in_of_half_a_bet_makes_the_next_raise_no_smaller() -> None:
    """004 L22: spread $2-$10, bet $6, all-in $10: raise to $16, $18 or $20."""
    law = rules("asian-stud", "common", "spread")
    stakes = Stakes(small=200, big=1000, ante=100, bring_in=200, chip=200)
    hand = start(law, stakes, 99100, 1100, 99100)
    play(hand, Deal(cards("KcQcJc Ad9d8d")))

    play(hand, Raise(1, 600))
    play(hand, Raise(2, 1000))

    amounts = choices(hand).raise_to
    assert amounts is not None
    assert [to for to in range(900, 2500, 100) if to in amounts] == [1600, 1800, 2000]


def test_an_all_in_below_half_leaves_raises_measured_from_the_bet() -> None:
    """004 L23: spread $2-$10, bet $6, all-in $8: raise to $12, $14 or $16."""
    law = rules("asian-stud", "common", "spread")
    stakes = Stakes(small=200, big=1000, ante=100, bring_in=200, chip=200)
    hand = start(law, stakes, 99100, 900, 99100)
    play(hand, Deal(cards("KcQcJc Ad9d8d")))

    play(hand, Raise(1, 600))
    play(hand, Raise(2, 800))

    amounts = choices(hand).raise_to
    assert amounts is not None
    assert [to for to in range(900, 2500, 100) if to in amounts] == [1200, 1400, 1600]


def test_the_cap_is_lifted_by_a_fold_before_the_last_raise_and_not_after() -> None:
    """000a D6, 002 L1118: heads-up before the cap: no cap; once capped, a round stays capped."""
    before = run(start(rules("texas-holdem"), BLINDS, 900, 900, 900))
    run(before, Raise(3, 20), Raise(1, 30), Fold(2), Raise(3, 40))
    assert choices(before).raise_to is not None

    after = run(start(rules("texas-holdem"), BLINDS, 900, 900, 900))
    run(after, Raise(3, 20), Raise(1, 30), Raise(2, 40), Fold(3))
    assert choices(after).raise_to is None


# Openers


def test_a_short_all_in_opens_the_pot() -> None:
    """002 L502, L541-545: who holds openers opens, all-in or not; the pot is not passed out."""
    hand = start(rules("draw-jacks-or-better"), ANTE, 7, 500, 500)
    play(hand, Deal(jacks_for(1, among=3)))

    run(hand, Raise(1, 2))
    assert choices(hand).raise_to is not None, "no openers needed once the pot is open"
    run(hand, Call(2), Call(3))

    assert (hand.drawing.passed, hand.due) == (False, "draw")


# Draws


def test_the_fifth_card_comes_even_if_the_last_to_draw_stands_pat() -> None:
    """002 L458: four in turn, the fifth after everybody has drawn."""
    law = having(rules("lowball-ace-to-five"), fifth_last=True)
    hand = run(start(law, BLINDS, 500, 500, 500), Call(3), Call(1), Call(2))

    run(hand, Draw(1, tuple(hand.down[1])), Draw(2), Draw(3))

    assert [len(hand.down[seat]) for seat in (1, 2, 3)] == [5, 5, 5]
    assert hand.due == "act"


def test_no_draw_after_the_end() -> None:
    """000a L3: what is not offered is refused, in words."""
    hand = run(start(rules("texas-holdem"), BLINDS, 10, 5))
    assert hand.due == "settle"
    with pytest.raises(Refused):
        play(hand, Draw(1))


def test_a_clock_cannot_run_out_while_cards_are_on_their_way() -> None:
    hand = run(
        start(rules("lowball-ace-to-five"), BLINDS, 500, 500, 500), Call(3), Call(1), Call(2)
    )
    play(hand, Draw(1, tuple(hand.down[1][:2])))
    assert hand.due == "deal"
    with pytest.raises(Refused):
        play(hand, Timeout(2))


# Kills


def test_one_kill_a_hand() -> None:
    """002 L263: who wins again kills for the same amount; limits are not doubled twice."""
    posts = (Post(1, 5), Post(2, 10), Post(3, 20, "kill"))
    hand = run(start(with_kill(rules("lowball-ace-to-five")), BLINDS, 500, 500, 500, posts=posts))
    assert hand.due == "act"


def test_a_killed_pot_stays_doubled_after_the_draw() -> None:
    """002 L263: limits before and after the draw are doubled."""
    hand = run(
        start(with_kill(rules("lowball-ace-to-five", "common", "no-limit")), BLINDS, 500, 500, 500)
    )
    run(hand, Kill(1, kill=True), Call(3), Call(1), Call(2), Draw(1), Draw(2), Draw(3))

    amounts = choices(hand).raise_to
    assert amounts is not None
    assert amounts.least == 20


def test_the_event_of_a_kill_says_its_limits() -> None:
    """002 L263: twice the limits. A house that changes its kill never changes a pot of before."""
    law = with_kill(rules("lowball-ace-to-five"))
    hand = run(start(law, BLINDS, 500, 500, 500))
    (killed,) = decide(hand, Kill(1, kill=True))
    assert isinstance(killed, Killed)
    assert (killed.small, killed.big) == (2 * hand.betting.small, 2 * hand.betting.big)
    assert killed.chips == killed.to - hand.bets[1]

    evolve(hand, msgspec.structs.replace(killed, small=30, big=70, raise_by=40))

    assert (hand.betting.small, hand.betting.big, hand.betting.raise_by) == (30, 70, 40)


def test_a_kill_from_before_its_event_said_the_limits() -> None:
    hand = run(start(with_kill(rules("lowball-ace-to-five")), BLINDS, 500, 500, 500))
    small, big = hand.betting.small, hand.betting.big

    evolve(hand, from_line(b'{"type":"Killed","seat":1,"chips":15,"to":20}'))

    assert (hand.betting.small, hand.betting.big) == (2 * small, 2 * big)


@pytest.mark.parametrize(
    ("game", "limit", "stakes"),
    [("texas-holdem", "no-limit", BLINDS), ("asian-stud", "spread", STUD)],
)
def test_the_event_of_a_raise_says_what_the_next_is_measured_by(
    game: str, limit: str, stakes: Stakes
) -> None:
    """004 L22, 000 L752: not derived again from a rule that may be another by then."""
    hand = run(start(rules(game, "common", limit), stakes, 5000, 5000, 5000))
    to = betting.raise_range(hand, hand.actor).least
    (raised,) = decide(hand, Raise(hand.actor, to))
    assert isinstance(raised, Raised)
    old = copy.deepcopy(hand)

    evolve(hand, msgspec.structs.replace(raised, raise_by=77))
    evolve(old, msgspec.structs.replace(raised, raise_by=0))  # from before

    assert (hand.betting.raise_by, old.betting.raise_by) == (77, raised.raise_by)


@pytest.mark.parametrize(("limit", "by"), [("spread", 900), ("no-limit", 600), ("pot-limit", 600)])
def test_before_its_event_said_so_a_raise_was_measured_from_the_last_whole_bet_or_the_last(
    limit: str, by: int
) -> None:
    """A bet of 5, an all-in to 8, then to 14: nine above the whole bet, six above the last."""
    hand = new_hand(rules("texas-holdem", limit=limit), BLINDS, 2, {1: 9000, 2: 9000})  # type: ignore[arg-type]
    hand.betting.base, hand.betting.level, hand.betting.raise_by = 500, 800, 400
    assert before_raises_said_it(hand, 1400) == by


def test_a_raise_in_spread_was_never_measured_by_less_than_the_one_before() -> None:
    hand = new_hand(rules("texas-holdem", limit="spread"), BLINDS, 2, {1: 9000, 2: 9000})
    hand.betting.base, hand.betting.level, hand.betting.raise_by = 500, 500, 400
    assert before_raises_said_it(hand, 700) == 400


def test_who_could_not_kill_was_asked_before_and_his_no_moves_nothing() -> None:
    """Nor does one that comes when nobody is asked any more."""
    law = rules("lowball-ace-to-five", "hawaiian-gardens")
    hand = start(law, BLINDS, 9000, 9000, 70)
    play(hand, Deal(tuple(range(wants(hand).count))))
    assert (hand.due, hand.queue) == ("kill", [1, 2])
    before = copy.deepcopy(hand)
    evolve(hand, Declined(3))
    assert hand == before
    for seat in (1, 2):
        evolve(hand, Declined(seat))
    play(hand, Deal(tuple(range(9, 9 + wants(hand).count))))
    assert hand.due == "act"
    before = copy.deepcopy(hand)
    evolve(hand, Declined(hand.actor))
    assert hand == before


def test_an_upper_raise_from_before_its_event_said_so() -> None:
    """000 L141, 002 L368: with an open pair 4, then 8 more; after that only by 8."""
    hand = run(start(rules("seven-card-stud"), STUD, 5000, 5000, 5000))
    hand.betting.small, hand.betting.big, hand.betting.base, hand.betting.level = 4, 8, 4, 4
    old, lower = copy.deepcopy(hand), copy.deepcopy(hand)

    evolve(hand, Raised(hand.actor, 12, 12, upper=True))
    evolve(old, Raised(hand.actor, 12, 12))
    evolve(lower, Raised(hand.actor, 8, 8))

    assert (hand.betting.upper, old.betting.upper, lower.betting.upper) == (True, True, False)


# Showdown


def test_an_unmatched_bet_goes_back_even_to_a_hand_that_is_thrown_away() -> None:
    """000a L2 [1773]: an all-in player wins only pots that hold his chips."""
    hand = run(start(rules("texas-holdem", "common", "no-limit"), BLINDS, 100, 40))
    run(hand, Raise(2, 40), Call(1))
    assert hand.due == "settle"

    events = play(hand, Settle(mucked=(1,)))

    assert events[:1] == [Won(2, 80)]
    assert (hand.stacks[1], hand.stacks[2]) == (60, 80)


def test_an_uncalled_raise_goes_back_even_to_a_hand_that_is_thrown_away() -> None:
    hand = run(start(rules("texas-holdem", "common", "no-limit"), BLINDS, 40, 500, 300))
    run(hand, Raise(3, 300), Call(1), Fold(2))

    events = play(hand, Settle(mucked=(3,)))

    assert events[:2] == [Returned(3, 260), Won(1, 90)]


def test_each_pot_needs_a_hand_that_is_shown() -> None:
    """000a L2: nobody can be given a side pot that holds none of his chips."""
    hand = run(start(rules("texas-holdem", "common", "no-limit"), BLINDS, 300, 300, 40))
    run(hand, Raise(3, 40), Raise(1, 300), Call(2))

    with pytest.raises(Refused, match="each pot"):
        play(hand, Settle(mucked=(1, 2)))


def test_after_an_all_in_the_first_to_act_shows_first() -> None:
    """002 L295: a last round that is all-in has no bettor; the flop's does not count for it."""
    hand = run(start(rules("texas-holdem", "common", "no-limit"), BLINDS, 300, 300, 300))
    run(hand, Call(3), Call(1), Call(2), Call(1), Raise(2, 290), Call(3), Call(1))

    shown = [event.seat for event in play(hand, Settle()) if isinstance(event, Shown)]

    assert shown == [1, 2, 3]


def test_a_check_before_the_draw_is_no_checked_seven() -> None:
    """002 L473-474: only a seven checked after the draw loses what was bet after it."""
    law = having(rules("lowball-ace-to-five"), sevens="check costs")
    posts = (Post(2, 5), Post(3, 10), Post(4, 10, "post"))
    hand = start(law, BLINDS, 20, 20, 20, 20, posts=posts)
    dealt = [cards(c) for c in ("KdQdJdTd9d", "KcQcJcTc9c", "KhQhJhTh9h", "Ac2d3h4s5c")]
    play(hand, Deal(tuple(held[n] for n in range(5) for held in (dealt[0], *dealt[1:]))))
    run(hand, Call(4), Raise(1, 20), Call(2), Call(3), Call(4), *map(Draw, (1, 2, 3, 4)))

    play(hand, Settle())

    assert hand.stacks == [0, 0, 0, 0, 80]


def test_nobody_bets_and_nothing_is_given_back_where_sevens_count() -> None:
    law = having(rules("lowball-ace-to-five"), sevens="check costs")
    hand = run(start(law, BLINDS, 10, 5), Draw(1), Draw(2))
    play(hand, Settle())
    assert sum(hand.stacks) == 15


def test_nothing_is_wanted_when_nothing_is_due() -> None:
    hand = run(start(rules("texas-holdem"), BLINDS, 500, 500))
    assert wants(hand).count == 0
