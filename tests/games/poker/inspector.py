"""Plays random hands with open eyes: every promise of the engine is checked at every step.

The inspector drives one hand, tries on copies all that is offered, and on the hand itself much
that is not. `branches` counts the rare things that came by, so that a test can insist on them.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

from msgspec import json

from firmware.errors import Refused
from firmware.games.cards import DECKS
from firmware.games.play import BURN, MUCK, RESHUFFLE, SCRAP
from firmware.games.poker import forced
from firmware.games.poker.betting import Range
from firmware.games.poker.commands import (
    Call,
    Command,
    Deal,
    Draw,
    Fold,
    Kill,
    Post,
    Raise,
    Roll,
    Settle,
    Start,
    Timeout,
)
from firmware.games.poker.engine import Hand, choices, decide, evolve, new_hand, wants
from firmware.games.poker.events import (
    Dealt,
    Drew,
    Event,
    Killed,
    PassedOut,
    Raised,
    Returned,
    TurnedLow,
    Won,
    from_line,
    to_line,
)
from firmware.games.poker.play import PokerPlay
from firmware.games.poker.pots import staked, uncalled
from firmware.games.poker.rules import Rules, Stakes
from firmware.games.poker.showdown import strengths
from lab.simulation.bots import Policy, answer, random_legal, random_player, shuffled
from tests.games.poker.slow import settle_chip_by_chip

COMMANDS_MAX = 1500  # no hand takes longer: ten seats, deep stacks, no cap, and still far below
SEATS = range(1, 11)


def stakes_for(rules: Rules, rng: Random) -> Stakes:
    """Limits of 4 and 8 cents: small numbers meet more often, and a slow check is quick enough."""
    blinds = rng.choice(((2, 4), (1, 4), (1, 2, 4))) if rules.forced == "blinds" else ()
    ante = rng.choice((0, 0, 1)) if blinds else rng.choice((1, 2))
    bring_in = rng.choice((0, 1, 2)) if rules.forced == "bring-in" else 0
    return Stakes(4, 8, blinds, ante, bring_in, chip=rng.choice((1, 1, 2)))


def stacks_for(rules: Rules, rng: Random) -> dict[int, int]:
    least, most = rules.seats
    count = rng.choice((least, rng.randint(least, most), most))
    kinds = ((1, 9), (3, 50), (50, 800))
    return {seat: rng.randint(*rng.choice(kinds)) for seat in rng.sample(SEATS, count)}


def posts_for(hand: Hand, rng: Random) -> tuple[Post, ...] | None:
    """Now and then what a table adds: straddles, posts, dead blinds, kills, carried antes."""
    if rng.random() < 0.7:
        return None
    posts = list(forced.regular(hand))
    seat = rng.choice((rng.choice(hand.seats), hand.seats[2 % len(hand.seats)]))
    if hand.rules.forced == "blinds":
        posts += rng.choice(
            (
                [Post(seat, 8, "straddle")],
                [Post(seat, 8, "kill")],
                [Post(seat, 4, "post"), Post(seat, 2, "dead")],
                [Post(seat, 12, "over")],
            )
        )
    elif hand.rules.forced == "ante":
        posts += [Post(s, 2, "carried") for s in hand.seats]
    return None if refusal(hand, Start(tuple(posts))) else tuple(posts)  # not in every house


encode = json.Encoder().encode
decode = json.Decoder(PokerPlay).decode


class Inspector:
    def __init__(self, rules: Rules, rng: Random, branches: Counter[str], policy: Policy) -> None:
        self.rng, self.branches, self.policy = rng, branches, policy
        stacks = stacks_for(rules, rng)
        self.hand = new_hand(rules, stakes_for(rules, rng), rng.randint(0, 10), stacks)
        self.deck = shuffled(rules, rng)
        self.begin = encode(self.hand)
        self.journal: list[bytes] = []
        self.discards: tuple[int, tuple[int, ...]] = (0, ())

    def inspect(self) -> Hand:
        self.refuses([Deal(()), Settle(), *self.of_every_seat()])
        self.does(Start(posts_for(self.hand, self.rng)))
        for _ in range(COMMANDS_MAX):
            if self.hand.due == "over":
                break
            if self.rng.random() < 0.3:
                self.survives_a_power_cut()
            self.accepts(self.offered())
            self.refuses(self.not_offered())
            self.does(answer(self.hand, self.deck, self.rng, self.policy))
        assert self.hand.due == "over", "a hand that does not end"
        self.refuses([Start(), Deal(()), Settle(), *self.of_every_seat()])
        self.journal_tells_it_again()
        self.pot_is_paid_or_passed_on()
        return self.hand

    # What is done

    def does(self, command: Command) -> None:
        hand = self.hand
        plan = list(hand.deck.plan) if hand.due == "deal" else []
        fair = self.fair_stacks() if isinstance(command, Settle) else []
        events = decide(hand, command)
        for event in events:
            self.count(hand, event, plan)
            self.journal.append(to_line(event))
            evolve(hand, event)
            keeps_its_promises(hand)
        assert not fair or hand.stacks == fair, "not as chip by chip"
        self.count_shares([event for event in events if isinstance(event, Won)])
        if isinstance(command, Draw) and hand.due == "deal":
            self.discards = command.seat, command.cards
        elif isinstance(command, Deal):
            self.nobody_drew_his_own(command.cards, plan)
        assert hand.deck.unseen == sum(1 << card for card in self.deck)
        assert hand.deck.stub == len(self.deck)
        want = wants(hand)
        assert want.count <= hand.deck.stub + len(want.reshuffle), "more than the deck can give"

    def fair_stacks(self) -> list[int]:
        """As slow.py would settle; where the house splits by cards or punishes sevens, nothing."""
        hand = self.hand
        house = hand.rules.settings
        if hand.drawing.passed or house.sevens in ("must bet", "check costs"):
            return []
        if (house.odd_chips, house.odd_half) != ("button", "high") or house.even_ties:
            return []
        stakes, stacks = staked(hand), list(hand.stacks)
        seat, chips = uncalled(stakes, hand.live)
        stakes[seat] -= chips
        stacks[seat] += chips
        hole = {s: hand.cards(s) for s in hand.live}
        scores = strengths(hand, hole) if len(hole) > 1 else {s: [1] for s in hole}
        chip = hand.stakes.chip
        paid = settle_chip_by_chip(stakes, hand.live, hand.dead, scores, hand.seats, chip)
        return [stack + paid.get(s, 0) for s, stack in enumerate(stacks)]

    def nobody_drew_his_own(self, cards: tuple[int, ...], plan: list[int]) -> None:
        seat, given = self.discards
        if set(plan) <= {seat, RESHUFFLE}:
            assert not set(cards) & set(given), "his own discard came back"

    def survives_a_power_cut(self) -> None:
        twin = decode(encode(self.hand))
        assert twin == self.hand
        self.hand = twin  # and play goes on with it

    def pot_is_paid_or_passed_on(self) -> None:
        kinds = {type(from_line(line)) for line in self.journal}
        if PassedOut in kinds:
            assert not kinds & {Raised, TurnedLow, Won}, "passed out, yet somebody opened"
        else:
            assert self.hand.pot == 0, "chips stay on the table"

    def journal_tells_it_again(self) -> None:
        told = decode(self.begin)
        for line in self.journal:
            evolve(told, from_line(line))
        assert told == self.hand
        assert encode(told) == encode(self.hand)

    # What is offered, and what is not

    def accepts(self, commands: list[Command]) -> None:
        frozen = encode(self.hand)
        for command in commands:
            twin = decode(frozen)
            events = decide(twin, command)
            assert encode(twin) == frozen, "deciding moved something"
            for event in events:
                evolve(twin, event)
                keeps_its_promises(twin)

    def refuses(self, commands: list[Command]) -> None:
        frozen = encode(self.hand)
        for command in commands:
            no = refusal(self.hand, command)
            assert no, f"accepted while {self.hand.due} is due: {command}"
            assert str(no).endswith("."), "a refusal is a sentence"
            assert no.rule, "and names its rule"
        assert encode(self.hand) == frozen

    def offered(self) -> list[Command]:
        hand, rng = self.hand, self.rng
        match hand.due:
            case "act":
                return [*self.bets_offered(), Timeout(hand.actor)]
            case "draw" | "discard":
                seat = rng.choice(hand.queue) if hand.due == "discard" else hand.queue[0]
                least = hand.phase.most if hand.due == "discard" else 0
                counts = range(least, min(hand.phase.most, len(hand.down[seat])) + 1)
                return [
                    *(Draw(seat, tuple(rng.sample(hand.down[seat], n))) for n in counts),
                    Timeout(seat),
                ]
            case "roll":
                return [Roll(hand.actor, up=True), Roll(hand.actor, up=False), Timeout(hand.actor)]
            case "kill":
                return [*(Kill(hand.actor, kill=x) for x in (True, False)), Timeout(hand.actor)]
            case "settle":
                return [Settle()]
        return []

    def bets_offered(self) -> Iterator[Command]:
        choice, rng = choices(self.hand), self.rng
        seat, amounts = choice.seat, choice.raise_to
        if choice.fold:
            yield Fold(seat)
        if choice.call is not None:
            yield Call(seat)
        if amounts:
            assert amounts.least <= amounts.most
            steps = (amounts.most - amounts.least) // amounts.step
            between = amounts.least + amounts.step * rng.randint(0, steps)
            yield from (Raise(seat, to) for to in {amounts.least, between, amounts.most})

    def not_offered(self) -> list[Command]:
        hand, rng = self.hand, self.rng
        wrong: list[Command] = [Start()]
        if hand.due == "deal":
            wrong += self.wrong_deals()
        else:
            wrong += [Deal(()), Deal(tuple(self.deck[:1]))]
        if hand.due != "settle":
            wrong.append(Settle())
        elif len(hand.live) > 1 and not hand.drawing.passed:
            wrong.append(Settle(mucked=tuple(hand.live)))
        asked = hand.queue if hand.due == "discard" else [hand.actor]
        others = [c for c in self.of_every_seat() if c.seat not in asked]
        wrong += others[len(self.journal) % 3 :: 3]  # another third of them at each step
        if hand.due == "act":
            wrong += self.wrong_bets()
        elif hand.due in ("draw", "discard"):
            wrong += self.wrong_draws(rng.choice(hand.queue) if len(asked) > 1 else asked[0])
        if hand.actor:  # the right seat with the wrong kind of answer
            kinds = {"act": (Fold, Call, Raise), "draw": (Draw,), "roll": (Roll,), "kill": (Kill,)}
            wrong += [
                c
                for c in self.of_every_seat()
                if c.seat == hand.actor and not isinstance(c, (*kinds[hand.due], Timeout))
            ]
        return wrong

    def of_every_seat(self) -> Iterator[Fold | Call | Raise | Draw | Roll | Kill | Timeout]:
        for seat in (0, *self.hand.seats, 99):
            yield Fold(seat)
            yield Call(seat)
            yield Raise(seat, 4)
            yield Draw(seat)
            yield Roll(seat, up=True)
            yield Kill(seat, kill=False)
            yield Timeout(seat)

    def wrong_deals(self) -> Iterator[Deal]:
        hand = self.hand
        count = wants(hand).count
        yield Deal(tuple(self.deck[: count + 1]) if len(self.deck) > count else ())
        yield Deal(tuple(self.deck[: count - 1]))
        if count > 1 and self.deck:
            yield Deal((self.deck[0],) * count)
        out = [c for s in hand.live for c in hand.cards(s)] + hand.board
        if out:
            yield Deal((self.rng.choice(out),) * count)

    def wrong_bets(self) -> Iterator[Command]:
        hand, choice = self.hand, choices(self.hand)
        seat, amounts = choice.seat, choice.raise_to or Range(1, 0, 1)
        if not choice.fold:
            yield Fold(seat)
        if choice.call is None:
            yield Call(seat)
        all_in = hand.bets[seat] + hand.stacks[seat]
        tries = {
            -4,
            0,
            hand.betting.level,
            all_in,
            all_in + 1,
            hand.betting.level + 4,
            hand.betting.level + 8,
        }
        tries |= {amounts.least - 1, amounts.least + 1, amounts.most - 1, amounts.most + 1}
        for to in tries:
            exact = (to - amounts.least) % amounts.step == 0 or to == amounts.most
            if not (amounts.least <= to <= amounts.most and exact):
                yield Raise(seat, to)

    def wrong_draws(self, seat: int) -> Iterator[Draw]:
        hand, held = self.hand, self.hand.down[seat]
        if self.deck:
            yield Draw(seat, (*held[: hand.phase.most - 1], self.deck[0]))
        yield Draw(seat, (held[0], held[0]))
        if len(held) > hand.phase.most:
            yield Draw(seat, tuple(held))
        if hand.due == "discard":
            yield Draw(seat)

    # What was seen

    def count(self, hand: Hand, event: Event, plan: list[int]) -> None:
        seen, stud = self.branches, hand.rules.forced == "bring-in"
        match event:
            case Dealt():
                seen["deck short in stud"] += stud and RESHUFFLE in plan
                seen["reshuffle for a draw"] += not stud and RESHUFFLE in plan
                seen["one card for everybody"] += stud and any(t == -100 for t in plan)
                seen["a card to a folded seat"] += SCRAP in plan
            case Raised(_, _, to, full):
                fixed = (
                    hand.rules.limit == "limit"
                    and hand.betting.base
                    and to < hand.betting.base + hand.size
                )
                seen["half a bet reopens"] += full and bool(fixed)
                seen["short all-in"] += not full
                cap = hand.rules.settings.raise_cap
                seen["cap lifted"] += hand.rules.limit == "limit" and 0 < cap < hand.betting.wagers
            case Drew():
                seen["fifth card owed"] += bool(hand.drawing.owed)
            case Won(_, _, pot):
                seen["three or more side pots"] += pot == 3
            case Killed() | PassedOut() | TurnedLow() | Returned():
                seen[type(event).__name__] += 1

    def count_shares(self, won: list[Won]) -> None:
        shares: dict[tuple[int, int], set[int]] = {}
        for win in won:
            key = win.pot, win.side
            if key in shares:
                self.branches["split pot"] += 1
                self.branches["odd chips"] += win.chips not in shares[key]
            shares.setdefault(key, set()).add(win.chips)


def refusal(hand: Hand, command: Command) -> Refused | None:
    try:
        decide(hand, command)
    except Refused as no:
        return no
    return None


def keeps_its_promises(hand: Hand) -> None:
    assert sum(hand.stacks) + hand.pot == hand.bought, "chips appeared or vanished"
    assert min(hand.stacks) >= 0
    assert min(hand.bets) >= 0
    assert min(hand.paid) >= 0
    assert hand.pot >= 0
    known = [c for s in hand.seats if s in hand.live for c in hand.cards(s)]
    folded = [seat for seat in hand.seats if seat not in hand.live]
    lie = hand.deck.at(BURN, MUCK, *folded) + hand.drawing.given + hand.drawing.kept
    known += hand.board + [hand.deck.dealt[number] for number in lie]
    assert len(set(known)) == len(known), "a card in two places"
    assert not any(hand.deck.unseen >> card & 1 for card in known), "a card both dealt and undealt"
    assert set(known) <= set(DECKS[hand.rules.deck])
    if hand.due in ("act", "draw", "roll", "kill", "discard"):
        assert hand.queue, "the hand waits for nobody"
        assert set(hand.queue) <= set(hand.live)


def sleepy(hand: Hand, rng: Random) -> Command:
    """Lets the clock run out every other time."""
    return Timeout(hand.queue[0]) if rng.random() < 0.5 else random_legal(hand, rng)


LEGAL, STAYING, RAISING, SLEEPY = range(4)
TASTES: tuple[Policy, ...] = (
    random_legal,
    random_player(folds=0.02, raises=0.1),  # to the end, for short decks and many pots
    random_player(folds=0.05, raises=0.7),  # caps and all-ins
    sleepy,
)


def inspect(rules: Rules, rng: Random, branches: Counter[str], taste: int = 0) -> Hand:
    return Inspector(rules, rng, branches, TASTES[taste % len(TASTES)]).inspect()
