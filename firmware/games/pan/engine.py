"""What may be done in a hand of pan: every rule is in here, and may refuse.

Cards enter as commands: ten each at first, then one at a time, turned up for whoever's turn it is.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from msgspec import Struct

from firmware.errors import Refused
from firmware.games.banked.commands import Choose
from firmware.games.cards import decks
from firmware.games.pan import events as e
from firmware.games.pan import melds
from firmware.games.pan.events import PanEvent
from firmware.games.pan.evolve import evolve, targets
from firmware.games.pan.hand import Hand
from firmware.games.play import BOARD, copied
from firmware.games.poker import events as p
from firmware.games.poker.commands import Deal, Drop, Foul, Timeout
from firmware.money import split

Way = tuple[int, ...]  # places of one's own cards
_SILENT = {"declare": "out", "agree": "play on"}


class Choice(Struct, frozen=True, omit_defaults=True):
    """A verb, the cards that may go with it, and what each way collects from every player."""

    name: str
    ways: tuple[Way, ...] = ((),)
    pays: tuple[int, ...] = ()


class PanOffer(Struct, frozen=True, omit_defaults=True, tag=True):
    """Everything that one seat may do now."""

    seat: int
    choices: tuple[Choice, ...]


def offer(h: Hand, seat: int) -> PanOffer | None:
    if not h.queue or h.queue[0] != seat:
        return None
    match h.due:
        case "declare":
            return PanOffer(seat, (Choice("in"), Choice("out")))
        case "use":
            rest = "leave" if h.turned_by == seat else "draw"
            two = (Choice("split"),) if len(h.inside) == 2 and not h.asked_split else ()
            return PanOffer(seat, (*_laying(h, seat), Choice(rest), *two))
        case "more":
            places = tuple((at,) for at in range(len(h.hands[seat])))
            return PanOffer(seat, (*_laying(h, seat), Choice("discard", places)))
        case "agree":
            return PanOffer(seat, (Choice("agree"), Choice("play on")))
    return None


def _laying(h: Hand, seat: int) -> list[Choice]:
    """ "Even if a player has a valid condition in his hand, he may not meld it on the board until
    he can meld a drawn card on the board" (000 L1438): the card of the block comes first."""
    held, card = h.unmelded(seat), None if h.hit else h.dealt[h.turned]
    found = [("meld", -1, way) for way in melds.ways(held, card)]
    for at, meld in enumerate(h.melds[seat]):
        faces = h.faces_of(meld.cards)
        if card is not None:
            found += [(f"add {at + 1}", at, ())] if melds.takes(meld.kind, faces, card) else []
        else:
            fits = [n for n, face in enumerate(held) if melds.takes(meld.kind, faces, face)]
            found += [(f"add {at + 1}", at, (n,)) for n in fits if held[n] not in held[:n]]
    by_name: dict[str, list[tuple[Way, int]]] = {}
    for name, to, way in found:
        by_name.setdefault(name, []).append((way, _pay(h, seat, to, _numbers(h, seat, way))))
    return [
        Choice(name, tuple(way for way, _ in ways), tuple(pay for _, pay in ways))
        for name, ways in by_name.items()
    ]


def _numbers(h: Hand, seat: int, way: Way) -> tuple[int, ...]:
    """Of the cards that such a way lays down, with the one that was turned up."""
    own = tuple(h.hands[seat][place] for place in way)
    return own if h.hit else (*own, h.turned)


def _pay(h: Hand, seat: int, to: int, cards: tuple[int, ...]) -> int:
    """What every player owes for it: what the meld is worth now, less what was paid already."""
    faces = h.faces_of(cards)
    if to < 0:
        kind = melds.kind(faces)
        return melds.worth(kind, faces, h.rules.pays) * h.chip if kind else 0
    old = h.melds[seat][to]
    after = melds.worth(old.kind, (*h.faces_of(old.cards), *faces), h.rules.pays)
    return (after - h.worth(old)) * h.chip


# ---- Decide


def decide(h: Hand, command: Any) -> list[PanEvent]:
    return _DECIDE[type(command)](h, command)


def _deal(h: Hand, command: Deal) -> list[PanEvent]:
    cards, due = command.cards, len(wanted(h))
    if h.due != "deal" or command.dice:
        raise Refused("No card is due now.", "deal")
    if len(cards) != due:
        raise Refused(f"{due} cards are due, not {len(cards)}.", "deal")
    if not Counter((*h.dealt, *cards)) <= _shoe(h.rules.deck):
        raise Refused("A card cannot be dealt twice.", "deal")
    if not h.dealt:
        return [p.Dealt(cards)]
    return [e.CardTurned(h.turn, cards[0])]


def wanted(h: Hand) -> list[int]:
    """Where the cards that are due go: to everybody, or one off the block for all to see."""
    if h.due != "deal":
        return []
    return [BOARD] if h.dealt else targets(h)


@cache
def _shoe(deck: str) -> Counter[int]:
    return Counter(decks(deck))


def _choose(h: Hand, command: Choose) -> list[PanEvent]:
    choice = _offered(h, command)
    seat, way = command.seat, command.cards
    match choice.name:
        case "in" | "out":
            return _followed(h, [e.Declared(seat, choice.name == "in")])
        case "leave":
            return _followed(h, [e.CardLeft(seat)])
        case "draw":
            return _followed(h, [e.DrawAsked(seat)])
        case "discard":
            number = h.hands[seat][way[0]]
            return _followed(h, [e.Discarded(seat, number, h.dealt[number])])
        case "split":
            return [e.SplitOffered(seat)]
        case "play on":
            return [e.SplitRefused(seat)]
        case "agree":
            return _split(h)
    to = -1 if choice.name == "meld" else int(choice.name.removeprefix("add ")) - 1
    return _lay(h, seat, to, _numbers(h, seat, way))


def _offered(h: Hand, command: Choose) -> Choice:
    """What is not offered is refused: out of turn, a verb that is not due, cards that do not fit.
    Cards with the same faces are as good as those that were named."""
    offered = offer(h, command.seat)
    if offered is None:
        raise Refused("Please wait for your turn.", "in turn")
    one = next((one for one in offered.choices if one.name == command.verb), None)
    if one is None or command.chips:
        words = "That card is not offered now." if command.verb == "meld" else "Not offered now."
        raise Refused(words, h.rules.source)
    held = h.unmelded(command.seat)
    if not all(0 <= place < len(held) for place in command.cards):
        raise Refused("That is no card of yours.", h.rules.source)
    if len({*command.cards}) < len(command.cards):
        raise Refused("A card counts once.", h.rules.source)
    faces = sorted(held[place] for place in command.cards)
    if faces not in [sorted(held[place] for place in way) for way in one.ways]:
        words = "Choose one card." if one.name == "discard" else "These cards make no such meld."
        raise Refused(words, h.rules.source)
    return one


def _lay(h: Hand, seat: int, to: int, cards: tuple[int, ...]) -> list[PanEvent]:
    """On the board; then what it pays, and what he could not ask for when he was hit before."""
    due, faces = _pay(h, seat, to, cards), h.faces_of(cards)
    events: list[PanEvent] = [e.Melded(seat, cards, faces, to)]
    after = applied(h, events)
    if after.on_board(seat) > h.rules.cards:
        return events + _goes_out(after, seat, due)
    kept, claim = (h.unasked[seat], 0) if h.hit else (0, h.unasked[seat])
    if due or claim:
        meld = after.melds[seat][to]
        why = melds.words(meld.kind, h.faces_of(meld.cards)) if due else "Not asked for before"
        events += _collect(after, seat, why, due + claim, kept)
    return _followed(h, events)


def _collect(h: Hand, seat: int, why: str, due: int, kept: int = 0) -> list[PanEvent]:
    """ "In no case may a player collect more than the number of chips he has from any other
    player"; if he is hit again "he may collect the amount he was previously unable to ask for"
    (000 L1440). Who loses all of his chips is out of the hand."""
    asked = min(due, h.stacks[seat])
    paid = tuple((one, min(asked, h.stacks[one])) for one in h.inside if one != seat)
    broke = [e.WentBroke(one) for one, chips in paid if asked and chips == h.stacks[one]]
    return [e.Collected(seat, why, due, paid, kept + due - asked), *broke]


def _goes_out(h: Hand, seat: int, due: int) -> list[PanEvent]:
    """ "The first player to meld eleven cards, including the last card drawn from the deck": the
    tops, two chips from each, what was not collected for yet, and every pay condition on his board
    a second time; from nobody more than he has himself (000 L1442-1450)."""
    events: list[PanEvent] = [e.WentOut(seat), p.Won(seat, h.tops)]
    conditions = sum(map(h.worth, h.melds[seat]))
    whole = (h.rules.going_out + conditions) * h.chip + h.unasked[seat] + due
    return [*events, *_collect(applied(h, events), seat, "Goes out", whole), p.Ended()]


def _split(h: Hand) -> list[PanEvent]:
    """ "The player with fewer chips is considered the winner, but that means only that he will be
    the first player dealt to" (000 L1440); with as many, who is dealt to before the other."""
    fewer, other = sorted(h.inside, key=lambda seat: (h.stacks[seat], h.seats.index(seat)))
    halves = split(h.tops, 2, h.chip)
    return [
        e.TopsSplit(fewer, other),
        p.Won(fewer, halves[0]),
        p.Won(other, halves[1]),
        p.Ended(),
    ]


def _timeout(h: Hand, command: Timeout) -> list[PanEvent]:
    """Who does nothing is out; in play he uses no card, and gives up the one that helps least."""
    offered = offer(h, command.seat)
    if offered is None:
        raise Refused("Please wait for your turn.", "in turn")
    verb = _SILENT.get(h.due) or next(c.name for c in offered.choices if c.name in _PASSIVE)
    way = (spare(h.unmelded(command.seat)),) if verb == "discard" else ()
    return _choose(h, Choose(command.seat, verb, 0, way))


def spare(held: tuple[int, ...]) -> int:
    """The place of the card that has least to do with the others."""

    def near(at: int) -> int:
        one = held[at]
        return sum(related(one, other) for n, other in enumerate(held) if n != at)

    return min(range(len(held)), key=near)


def related(one: int, other: int) -> bool:
    apart = abs(melds.ROPE[one // 4] - melds.ROPE[other // 4])
    return apart == 0 or (one % 4 == other % 4 and apart <= 2)


def _drop(h: Hand, command: Drop) -> list[PanEvent]:
    return [p.Dropped(min(command.chips, h.tops), command.kind)]


def _foul(h: Hand, command: Foul) -> list[PanEvent]:
    """ "A player whose hand is fouled ... forfeits all wagers" (000 L1472)."""
    if command.seat not in (*h.inside, *(h.queue if h.due == "declare" else ())):
        raise Refused("This seat has no hand to foul.", "AJ-R9")
    return _followed(h, [p.Fouled(command.seat)])


def _followed(h: Hand, events: list[PanEvent]) -> list[PanEvent]:
    """With what follows by itself: one is left, or the block is used up. "If only one player
    declares himself in, he wins the tops" (000 L1436): the last, when all others are out, need not
    say so; "if all but one ... lose all of their chips, the remaining player is the winner"."""
    now = applied(h, events)
    asked = now.queue if now.due == "declare" else []
    left = [*now.inside, *asked]
    if len(left) == 1:
        last: list[PanEvent] = [e.Declared(left[0], True)] if asked else []
        return [*events, *last, p.Won(left[0], now.tops), p.Ended()]
    if now.due == "deal" and now.dealt and not now.block:
        shares = zip(now.inside, split(now.tops, len(now.inside), now.chip), strict=True)
        return [*events, e.BlockUsedUp(), *(p.Won(seat, c) for seat, c in shares), p.Ended()]
    return events


def applied(h: Hand, events: list[PanEvent]) -> Hand:
    now = copied(h)
    for event in events:
        evolve(now, event)
    return now


_PASSIVE = frozenset(("leave", "draw", "discard"))
_DECIDE: dict[type, Callable[[Hand, Any], list[PanEvent]]] = {
    Choose: _choose,
    Deal: _deal,
    Drop: _drop,
    Foul: _foul,
    Timeout: _timeout,
}
