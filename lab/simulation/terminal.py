"""`stormdeck play`: ten bots at one table, told in this terminal at a pace a person can follow."""

import argparse
import sys
import time
from random import Random, SystemRandom

from firmware.games.cards import NAMES, UNKNOWN
from firmware.games.poker.commands import Command, Post, Start
from firmware.games.poker.engine import Hand, new_hand, play
from firmware.games.poker.events import (
    Called,
    Dealt,
    Drew,
    Event,
    Folded,
    Killed,
    PassedOut,
    Posted,
    Raised,
    Returned,
    Rolled,
    Shown,
    TurnedLow,
    Won,
)
from firmware.games.poker.forced import regular
from firmware.games.poker.page import choose
from firmware.games.poker.rules import Rules, Stakes, games
from firmware.games.poker.showdown import hand_use
from firmware.games.ranking import RANKINGS, use
from firmware.money import show
from firmware.pages import BadPage
from lab.simulation.bots import answer, sensible, shuffled

PLAYERS = ("Ada", "Bram", "Chiyo", "Dario", "Esi", "Farid", "Greta", "Hugo", "Ines", "Jun")
SUITS = {"c": ("♣", 32), "d": ("♦", 34), "h": ("♥", 31), "s": ("♠", 37)}  # a four-colour deck
BUY_IN = 20_000
COLUMNS = 64  # for cards; the pot comes after them


class Teller:
    """Turns events into lines, with a pause after each that is worth one."""

    def __init__(self, pause: float, *, colour: bool) -> None:
        self.pause, self.colour = pause, colour

    def say(self, line: str = "", beats: float = 1) -> None:
        print(line, flush=True)
        if self.pause:
            time.sleep(self.pause * beats)

    def paint(self, text: str, code: int) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour else text

    def cards(self, cards: list[int] | tuple[int, ...]) -> str:
        return " ".join(self.card(card) for card in cards)

    def card(self, card: int) -> str:
        if card == UNKNOWN:
            return "??"
        name = NAMES[card]
        if name == "Jo":
            return self.paint("★", 35)
        symbol, code = SUITS[name[1]]
        return self.paint(name[0] + symbol, code)

    def tell(self, hand: Hand, event: Event) -> None:
        """One event, in the words of the table."""
        match event:
            case Posted(seat, chips, kind):
                self.say(f"  {name(seat):<7}posts {show(chips)} ({kind})", 0.3)
            case Folded(seat):
                self.say(f"  {name(seat):<7}{self.paint('folds', 90)}", 0.5)
            case Called(seat, 0):
                self.say(f"  {name(seat):<7}checks", 0.5)
            case Called(seat, chips):
                self.say(f"  {name(seat):<7}calls {show(chips)}{all_in(hand, seat)}", 0.7)
            case Raised(seat, _, to):
                word = "bets" if hand.betting.wagers <= 1 else "makes it"
                self.say(f"  {name(seat):<7}{word} {show(to)}{all_in(hand, seat)}")
            case Drew(seat, cards):
                self.say(f"  {name(seat):<7}{drawn(len(cards), hand)}", 0.5)
            case Rolled(seat, card) if card is not None:
                self.say(f"  {name(seat):<7}turns up {self.card(card)}", 0.5)
            case Killed(seat, _, to):
                self.say(f"  {name(seat):<7}kills the pot for {show(to)}")
            case PassedOut():
                self.say(f"  Nobody opens: {show(hand.pot)} stays for the next deal.")
            case TurnedLow():
                self.say("  Nobody opens: played for low.")
            case Returned(seat, chips):
                self.say(f"  {name(seat):<7}takes back {show(chips)}, uncalled", 0.5)
            case Shown(seat, cards):
                words = ", ".join(hand_words(hand, cards))
                self.say(f"  {name(seat):<7}shows {self.cards(cards)}   {words}", 1.2)
            case Won(seat, chips, pot, side):
                line = f"{name(seat)} wins {show(chips)}{which(hand, pot, side)}"
                self.say(f"  {self.paint(line, 1)}", 1.5)
            case Dealt():
                self.street(hand)

    def street(self, hand: Hand) -> None:
        phase = hand.rules.phases[max(hand.at - 1, 0)]
        if phase.kind != "deal" or not (phase.board or phase.faces):
            return
        title, pot = phase.street.capitalize(), f"(pot {show(hand.pot)})"
        line = f"  {self.paint(title, 4)}  "
        if hand.board:
            line += self.cards(hand.board) + "  "
        ups = [seat for seat in hand.live if hand.up[seat]]
        used = len(title) + 4 + 3 * len(hand.board)
        for seat in ups:  # so many boards to a line as a terminal has columns for
            width = len(name(seat)) + 3 * len(hand.up[seat]) + 3
            if used + width > COLUMNS:
                self.say(line.rstrip(), 0.3)
                line, used = " " * (len(title) + 4), len(title) + 4
            line += f"{name(seat)} {self.cards(hand.up[seat])}   "
            used += width
        self.say(f"{line.rstrip()}  {pot}")


def name(seat: int) -> str:
    return PLAYERS[seat - 1]


def all_in(hand: Hand, seat: int) -> str:
    return "" if hand.stacks[seat] else ", all-in"


def drawn(count: int, hand: Hand) -> str:
    if hand.rules.forced == "blinds" and hand.rules.hand == "any" and hand.board:
        return f"discards {count}"
    return f"draws {count}" if count else "stands pat"


def hand_words(hand: Hand, cards: tuple[int, ...]) -> list[str]:
    """What the hand makes, in each ranking that it qualifies for."""
    way, out = hand_use(hand.rules.hand), []
    for title in hand.rules.pots:
        strength = use.best(way, RANKINGS[title], cards, hand.board)
        if strength:
            out.append(RANKINGS[title].words(strength))
    return out


def which(hand: Hand, pot: int, side: int) -> str:
    half = f" for {('high', 'low')[side]}" if len(hand.rules.pots) > 1 else ""
    return half + (f" (side pot {pot})" if pot else "")


class TerminalTable:
    """Hand after hand; whoever is broke buys in again. Temper is dealt out like cards."""

    def __init__(self, teller: Teller, law: Rules, seed: int) -> None:
        self.teller, self.law, self.rng = teller, law, Random(seed)
        self.seats = list(range(1, law.seats[1] + 1))
        self.stacks = dict.fromkeys(self.seats, BUY_IN)
        self.bots = {seat: sensible(looseness=self.rng.random()) for seat in self.seats}
        self.button = self.rng.choice(self.seats)
        self.carried: tuple[Post, ...] = ()  # a pot that nobody opened
        self.number = 0

    def hand(self) -> None:
        self.number += 1
        self.opening()
        hand = new_hand(self.law, stakes_of(self.law), self.button, self.stacks)
        deck = shuffled(self.law, self.rng)
        self.play(hand, Start((*self.carried, *regular(hand))))
        while hand.due != "over":
            self.play(hand, answer(hand, deck, self.rng, self.bot))
        self.teller.say(beats=2)
        self.close(hand)

    def play(self, hand: Hand, command: Command) -> None:
        for event in play(hand, command):
            self.teller.tell(hand, event)

    def bot(self, hand: Hand, rng: Random) -> Command:
        return self.bots[hand.queue[0]](hand, rng)

    def opening(self) -> None:
        teller = self.teller
        teller.say(teller.paint(f"Hand {self.number}", 1) + f"   button: {name(self.button)}")
        chips = [f"{name(seat):<6}{show(stack):<9}" for seat, stack in self.stacks.items()]
        for row in (chips[:5], chips[5:]):
            teller.say(teller.paint("  " + " ".join(row).rstrip(), 90), 0.5)

    def close(self, hand: Hand) -> None:
        self.stacks = {seat: hand.stacks[seat] for seat in self.seats}
        kept = ((seat, hand.paid[seat]) for seat in self.seats)
        self.carried = tuple(Post(seat, chips, "carried") for seat, chips in kept if chips)
        for seat, chips in self.stacks.items():
            if chips < BUY_IN // 40:
                self.stacks[seat] = chips + BUY_IN
                self.teller.say(f"  {name(seat)} buys in for {show(BUY_IN)}", 0.5)
        self.button = self.button % len(self.seats) + 1


def stakes_of(law: Rules) -> Stakes:
    if law.forced == "blinds":
        return Stakes(small=200, big=400, blinds=(100, 200), chip=100)
    bring_in = 100 if law.forced == "bring-in" else 0
    return Stakes(small=200, big=400, ante=50, bring_in=bring_in, chip=50)


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck play", description=__doc__)
    parser.add_argument("game", nargs="?", default="lightning-holdem", help="see: stormdeck games")
    parser.add_argument("--house", default="common")
    parser.add_argument("--limit", default="", help="limit, spread, pot-limit or no-limit")
    parser.add_argument("--hands", type=_hands, default=0, help="stop after so many; 0 is never")
    parser.add_argument("--pause", type=_pause, default=0.8, help="seconds a beat; 0 is none")
    parser.add_argument("--seed", type=int, help="play the same hands again")
    args = parser.parse_args(argv)
    try:
        first = "no-limit" if args.game == "lightning-holdem" else ""
        law = choose(args.game, args.house, args.limit or first)
    except BadPage as no:
        print(f"stormdeck play: {no}", file=sys.stderr)
        return 2
    seed = SystemRandom().randrange(10**6) if args.seed is None else args.seed
    print(f"{games()[args.game].name}, {law.limit}, seed {seed}. Ctrl-C ends it.\n")
    table = TerminalTable(Teller(args.pause, colour=sys.stdout.isatty()), law, seed)
    while not args.hands or table.number < args.hands:
        table.hand()
    return 0


def _hands(text: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is no number of hands")
    return int(text[:9])


def _pause(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"{text[:30]!r} is no pause; write 0 to 60 seconds")
    return seconds
