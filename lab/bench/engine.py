"""Hands a second on the bare engine, events included, beside open_spiel, texasholdem, pokerkit."""

import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from statistics import median
from time import perf_counter

from firmware.games.cards import DECKS
from firmware.games.poker.commands import Call, Command, Deal, Draw, Fold, Raise, Settle, Start
from firmware.games.poker.engine import choices, decide, evolve, new_hand, play, rules, wants
from firmware.games.poker.hand import Hand
from firmware.games.poker.rules import Rules, Stakes
from lab.bench.all import Figure, beside, figure, rates
from lab.bench.peers import STACK, holdem, pokerkit, shuffled

NO_LIMIT = Stakes(small=100, blinds=(50, 100))
BLINDS = Stakes(small=200, big=400, blinds=(100, 200))
STUD = Stakes(small=200, big=400, ante=25, bring_in=50)
OTHERS = {  # our game, its limit, stakes, seats, pokerkit's game
    "omaha": ("pot-limit", NO_LIMIT, 6, "PotLimitOmahaHoldem"),
    "omaha-hi-lo": ("limit", BLINDS, 6, "FixedLimitOmahaHoldemHighLowSplitEightOrBetter"),
    "seven-card-stud": ("limit", STUD, 6, "FixedLimitSevenCardStud"),
    "seven-card-stud-hi-lo": ("limit", STUD, 6, "FixedLimitSevenCardStudHighLowSplitEightOrBetter"),
    "razz": ("limit", STUD, 6, "FixedLimitRazz"),
    "lowball-deuce-to-seven": ("no-limit", NO_LIMIT, 6, "NoLimitDeuceToSevenLowballSingleDraw"),
    "kansas-city": ("limit", BLINDS, 6, "FixedLimitDeuceToSevenLowballTripleDraw"),
    "badugi": ("limit", BLINDS, 6, "FixedLimitBadugi"),
}  # fmt: skip


def figures() -> Iterator[Figure]:
    law = rules("texas-holdem", "common", "no-limit")
    for seats in (6, 10):
        for policy in ("calls", "random"):
            runs = {"ours": ours(law, NO_LIMIT, seats, policy)}
            runs |= holdem(seats, policy)
            yield from beside(f"no-limit hold'em, {seats} seats, {policy}", "hands/s", rates(runs))
    for game, (limit, stakes, seats, peer) in OTHERS.items():
        law = rules(game, "common", limit)
        runs = {
            "ours": ours(law, stakes, seats, "calls"),
            "pokerkit": pokerkit(peer, seats),
        }
        yield from beside(f"{game}, {seats} seats, calls", "hands/s", rates(runs))
    yield figure("showdown, ten omaha hi/lo hands, 3 side pots", "ms", showdown_ms())
    yield figure("import of the engine with its tables", "ms", import_ms(pages=False))
    yield figure("all pages of games and houses read", "ms", import_ms(pages=True))


def ours(law: Rules, stakes: Stakes, seats: int, policy: str) -> Callable[[], int]:
    rng = random.Random(7)
    decks = cycle(shuffled(DECKS[law.deck], rng))
    stacks = dict.fromkeys(range(1, seats + 1), STACK)
    act = _call if policy == "calls" else _random(rng)

    def one_hand() -> int:
        hand = new_hand(law, stakes, seats, stacks)
        play(hand, Start())
        play_out(hand, next(decks), act)
        return 1

    return one_hand


def play_out(hand: Hand, deck: list[int], act: Callable[[Hand], Command]) -> None:
    at = 0
    command: Command
    while (due := hand.due) != "over":
        if due == "act":
            command = act(hand)
        elif due == "deal":
            more = at + wants(hand).count
            command, at = Deal(tuple(deck[at:more])), more
        elif due == "draw":  # pat, as the peer stands pat
            command = Draw(hand.queue[0])
        else:
            command = Settle()
        for event in decide(hand, command):
            evolve(hand, event)


def _call(hand: Hand) -> Command:
    return Call(hand.queue[0])


def _random(rng: random.Random) -> Callable[[Hand], Command]:
    """Evenly among what is offered: fold, call, the least raise, all-in."""

    def act(hand: Hand) -> Command:
        offer = choices(hand)
        ways: list[Command] = [Call(offer.seat)]
        if offer.call:
            ways.append(Fold(offer.seat))
        if offer.raise_to:
            ways.append(Raise(offer.seat, offer.raise_to.least))
            ways.append(Raise(offer.seat, offer.raise_to.most))
        return rng.choice(ways)

    return act


def showdown_ms() -> float:
    """Ten live hands, four different all-in amounts: main pot and three side pots, both halves."""
    law = rules("omaha-hi-lo", "common", "no-limit")
    deck, shoves = list(range(52)), cycle((2_000, 5_000, 9_000, STACK, STACK))
    random.Random(3).shuffle(deck)
    hand = new_hand(law, NO_LIMIT, 10, {seat: next(shoves) for seat in range(1, 11)})
    play(hand, Start())
    play_out_to_showdown(hand, deck)
    best = []
    for _ in range(200):
        start = perf_counter()
        decide(hand, Settle())
        best.append(perf_counter() - start)
    return 1000 * sorted(best)[len(best) // 2]


def play_out_to_showdown(hand: Hand, deck: list[int]) -> None:
    at = 0
    while hand.due != "settle":
        if hand.due == "deal":
            count = wants(hand).count
            play(hand, Deal(tuple(deck[at : at + count])))
            at += count
        else:
            offer = choices(hand)
            most = offer.raise_to and offer.raise_to.most
            play(hand, Raise(offer.seat, most) if most else Call(offer.seat))


def import_ms(*, pages: bool) -> float:
    """Processor time in a fresh process, median of nine: the import, and the first rules read."""
    code = (
        "from time import process_time as t; a = t();"
        "import firmware.games.poker.engine as engine; b = t();"
        "engine.rules('omaha-hi-lo', 'artichoke-joes', 'limit');"
        f"print(1000 * ({'t() - b' if pages else 'b - a'}))"
    )
    runs = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(9)]
    return median(runs)
