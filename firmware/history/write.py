"""A hand that was played here, as PHH: the start and the events in, the text out.

Players are numbered as the format has it, from the left of the button. Burns are not written: the
format has none. A hand that the format has no words for is Refused, not bent. Whose ways it was
played by is a field of our own: other readers take four raises, or a third blind, for a mistake.
"""

from collections.abc import Mapping, Sequence
from datetime import time
from typing import Any

from firmware.errors import Refused
from firmware.games.cards import show
from firmware.games.play import BOARD, BURN, RESHUFFLE, SCRAP, Play
from firmware.games.poker.engine import Hand, evolve, new_hand
from firmware.games.poker.events import (
    Called,
    Dealt,
    Drew,
    Dropped,
    Ended,
    Event,
    Folded,
    Fouled,
    Posted,
    Raised,
    Shown,
    Won,
)
from firmware.history.amounts import CENTS, unscale
from firmware.history.phh import DROPPED, GAME, HOUSE
from firmware.history.variants import CODES, VARIANTS

Field = str | int | bool | time | Sequence[str] | Sequence[int]

_SILENT = ("Started", "Returned")  # the reader works these out again


def write(
    start: Play,
    events: Sequence[Any],
    fields: Mapping[str, Field] | None = None,
    decimals: int = CENTS,
) -> str:
    """PHH of the hand that began as `start` (nothing posted yet). `fields`: what else to say,
    such as players, table or hand. A hand that is not over is written as far as it went.
    `decimals` of its chips: a tournament's are counters, and have none."""
    if not isinstance(start, Hand):
        raise _refuse("it was played against a bank")
    scribe = _Scribe(start, decimals)
    for event in events:
        scribe.add(event)
    return scribe.text(fields or {})


def _refuse(words: str) -> Refused:
    return Refused(f"PHH cannot tell this hand: {words}.", "PHH")


class _Scribe:
    def __init__(self, start: Hand, decimals: int) -> None:
        rules, self.decimals = start.rules, decimals
        code = CODES.get((rules.game, rules.limit))
        if code is None:
            raise _refuse(f"it has no code for {rules.game}, {rules.limit}")
        if start.due != "post":
            raise ValueError("write wants the hand as it was before anything was posted")
        self.variant = VARIANTS[code]
        self.start = start
        self.players = {seat: n for n, seat in enumerate(start.seats, 1)}
        stacks = {seat: start.stacks[seat] for seat in start.seats}
        self.hand = new_hand(rules, start.stakes, start.button, stacks)
        count = len(start.seats)
        self.antes, self.dead, self.blinds = [0] * count, [0] * count, [0] * count
        self.actions: list[str] = []
        self.dealt: dict[int, list[int]] = {}  # not yet written: a street is told seat by seat
        self.phase = 0  # in which they were dealt
        self.shown: list[int] = []
        self.winner = 0  # of the main pot
        self.over = False
        self.dropped = 0

    def add(self, event: Event) -> None:
        match event:
            case Posted(seat, _, "bring-in"):
                self._say(seat, "pb")
            case Posted():
                self._post(event)
            case Dealt(cards):
                self._deal(cards)
            case Folded(seat):
                self._say(seat, "f")
            case Called(seat):
                self._say(seat, "cc")
            case Raised(seat, _, to):
                self._raise(seat, to)
            case Drew(seat, cards):
                self._next_street()
                self.actions.append(f"p{self.players[seat]} sd {_cards(cards)}".rstrip())
            case Shown(seat, cards):
                self._say(seat, f"sm {_cards(cards)}")
                self.shown.append(seat)
            case Won(seat, _, 0):
                self.winner = seat
            case Won():
                pass  # of a side pot
            case Fouled(seat) if seat in self.hand.queue[:1] and self.hand.due == "act":
                self._say(seat, "f # foul")
            case Dropped(chips):
                self.dropped += chips
            case Ended():
                self._showdown()
                self.over = True
            case _ if type(event).__name__ not in _SILENT:
                raise _refuse(f"it has no word for {type(event).__name__}")
        evolve(self.hand, event)

    def _say(self, seat: int, words: str) -> None:
        self._tell_deal()
        self.actions.append(f"p{self.players[seat]} {words}")

    def _raise(self, seat: int, to: int) -> None:
        """Readers of the format take no raise that nobody has the chips to answer. It is a call:
        what goes beyond comes back. The commentary keeps it."""
        hand = self.hand
        others = max(hand.bets[s] + hand.stacks[s] for s in hand.live if s != seat)
        verb = f"cbr {self._amount(to)}"
        self._say(
            seat, verb if others > hand.betting.level else f"cc # {verb}, which nobody can answer"
        )

    def _post(self, event: Posted) -> None:
        at = self.players[event.seat] - 1
        match event.kind:
            case "ante":
                self.antes[at] += event.chips
            case "dead":
                self.dead[at] += event.chips
            case "blind" | "straddle" | "over":
                self.blinds[at] += event.to
            case "post":
                self.blinds[at] -= event.chips
            case kind:
                raise _refuse(f"it has no word for a {kind}")

    def _deal(self, cards: tuple[int, ...]) -> None:
        self._next_street()
        plan = self.hand.deck.plan
        skip = plan[0] == RESHUFFLE
        for target, card in zip(plan[skip:], cards, strict=False):
            if target not in (BURN, SCRAP):
                self.dealt.setdefault(BOARD if target == BOARD else abs(target), []).append(card)

    def _next_street(self) -> None:
        """All discards of a draw come first, then all that was dealt for them."""
        if self.hand.at != self.phase:
            self._tell_deal()
            self.phase = self.hand.at

    def _tell_deal(self) -> None:
        for target, cards in sorted(self.dealt.items(), key=lambda row: self._place(row[0])):
            to = "db" if target == BOARD else f"dh p{self.players[target]}"
            self.actions.append(f"d {to} {_cards(cards)}")
        self.dealt.clear()

    def _place(self, target: int) -> int:
        return self.players.get(target, len(self.players) + 1)

    def _showdown(self) -> None:
        """Who did not show in a contest threw his hand away; the last one need not show."""
        self._tell_deal()
        live = self.hand.live
        if len(live) > 1 and not self.shown:
            self.shown = [self.winner]
            self._say(self.winner, "sm -")
        for seat in live:
            if len(live) > 1 and seat not in self.shown:
                self._say(seat, "sm")

    # The text

    def text(self, fields: Mapping[str, Field]) -> str:
        self._tell_deal()
        stakes, seats = self.start.stakes, self.start.seats
        rows: dict[str, str] = {"variant": _string(self.variant.code)}
        rows |= self._forced()
        if self.variant.limit == "limit":
            rows["small_bet"] = self._amount(stakes.small)
            rows["big_bet"] = self._amount(stakes.upper)
        else:
            rows["min_bet"] = self._amount(stakes.small)
        rows["starting_stacks"] = self._amounts([self.start.stacks[seat] for seat in seats])
        lines = "".join(f"  {_string(action)},\n" for action in self.actions)
        rows["actions"] = f"[\n{lines}]"
        for name, value in fields.items():
            if name in rows or name == "finishing_stacks":
                raise ValueError(f"{name} is told by the hand itself")
            rows[name] = _toml(value)
        rows.setdefault("seats", _toml(seats))
        if (law := self.start.rules).house != "common":
            rows |= {HOUSE: _string(law.house), GAME: _string(law.game)}
        if self.dropped:
            rows[DROPPED] = self._amount(self.dropped)
        if self.over:
            rows["finishing_stacks"] = self._amounts([self.hand.stacks[seat] for seat in seats])
        return "".join(f"{name} = {value}\n" for name, value in rows.items())

    def _forced(self) -> dict[str, str]:
        """Antes that are matched and money that is dead are one field: only one kind fits."""
        antes, trimmed = self.antes, True
        if any(self.dead):
            if len({a for a in antes if a}) > 1 or 0 < sum(map(bool, antes)) < len(antes):
                raise _refuse("it has both short antes and dead money")
            antes = [a + d for a, d in zip(antes, self.dead, strict=True)]
            trimmed = False
        blinds = self.blinds
        if len(blinds) == 2:  # written in reverse for two
            antes, blinds = antes[::-1], blinds[::-1]
        rows = {"ante_trimming_status": _toml(trimmed), "antes": self._amounts(antes)}
        if self.start.rules.forced == "bring-in":
            rows["bring_in"] = self._amount(self.start.stakes.bring_in)
        else:
            rows["blinds_or_straddles"] = self._amounts(blinds)
        return rows

    def _amount(self, chips: int) -> str:
        return unscale(chips, self.decimals)

    def _amounts(self, chips: Sequence[int]) -> str:
        return "[" + ", ".join(map(self._amount, chips)) + "]"


def _cards(cards: Sequence[int]) -> str:
    return show(cards).replace(" ", "")


def _toml(value: Field) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _string(value)
        case time():
            return value.strftime("%H:%M:%S")
        case _:
            return "[" + ", ".join(_toml(item) for item in value) + "]"


def _string(text: str) -> str:
    """A basic string of TOML: whatever a player calls himself, it stays in its quotes."""
    out = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in out) + '"'
