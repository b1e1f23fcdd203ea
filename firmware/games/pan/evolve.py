"""The only thing that moves a hand of pan: no rule in here, and nothing is refused."""

from collections.abc import Callable
from typing import Any

from firmware.games.pan import events as e
from firmware.games.pan import melds
from firmware.games.pan.hand import Due, Hand, Meld
from firmware.games.poker import events as p


def evolve(h: Hand, event: e.PanEvent) -> None:
    _EVOLVE[type(event)](h, event)


def _next(h: Hand, due: Due, *asked: int) -> None:
    h.due, h.queue = due, [*asked]
    h.at += 1


def _posted(h: Hand, event: p.Posted) -> None:
    h.stacks[event.seat] -= event.chips
    h.tops += event.chips


def _started(h: Hand, event: p.Started) -> None:
    _next(h, "deal")


def _dropped(h: Hand, event: p.Dropped) -> None:
    h.tops -= event.chips
    h.fees += event.chips


def targets(h: Hand) -> list[int]:
    """To each five cards at a time, twice (000 L1436); later one card, for all to see."""
    batch = h.rules.batch
    return [seat for _ in range(h.rules.cards // batch) for seat in h.seats for _ in range(batch)]


def _dealt(h: Hand, event: p.Dealt) -> None:
    for number, seat in enumerate(targets(h)):
        h.hands[seat].append(number)
    h.dealt += event.cards
    _next(h, "declare", *h.seats)


def _declared(h: Hand, event: e.Declared) -> None:
    if event.plays:
        h.inside.append(event.seat)
    else:
        h.hands[event.seat] = []  # "discard their hands"
    _heard(h, event.seat)


def _heard(h: Hand, seat: int) -> None:
    h.queue.remove(seat)
    h.at += 1
    if not h.queue and h.inside:
        _begin_turn(h, h.inside[0])


def _begin_turn(h: Hand, seat: int) -> None:
    """With a card that the one before left he has a choice; else one is turned."""
    h.turn, h.hit, h.asked_split = seat, False, False
    if h.turned != -1:
        _next(h, "use", seat)
    else:
        _next(h, "deal")


def _turned(h: Hand, event: e.CardTurned) -> None:
    h.turned, h.turned_by = len(h.dealt), event.seat
    h.dealt.append(event.card)
    _next(h, "use", event.seat)


def _left(h: Hand, event: e.CardLeft) -> None:
    _begin_turn(h, h.after(event.seat))


def _draw_asked(h: Hand, event: e.DrawAsked) -> None:
    _bury(h)
    _next(h, "deal")


def _bury(h: Hand) -> None:
    if h.turned != -1:
        h.dead.append(h.turned)
    h.turned = -1


def _melded(h: Hand, event: e.Melded) -> None:
    seat, cards = event.seat, event.numbers
    if event.to < 0:
        kind = melds.kind(h.faces_of(cards))
        assert kind is not None, "cards on the board that are no meld"
        h.melds[seat].append(Meld(kind, cards))
    else:
        old = h.melds[seat][event.to]
        h.melds[seat][event.to] = Meld(old.kind, (*old.cards, *cards))
    for number in cards:
        if number == h.turned:
            h.turned, h.hit = -1, True
        else:
            h.hands[seat].remove(number)
    _next(h, "more", seat)


def _collected(h: Hand, event: e.Collected) -> None:
    for seat, chips in event.paid:
        h.stacks[seat] -= chips
        h.stacks[event.seat] += chips
    h.unasked[event.seat] = event.unasked
    h.last = event
    if h.out_with == event.seat:
        h.won[event.seat] += sum(chips for _, chips in event.paid)


def _broke(h: Hand, event: e.WentBroke) -> None:
    _leave(h, event.seat)


def _leave(h: Hand, seat: int) -> None:
    """Out of the hand. If it was his turn, the next has it; the card that he could use is dead."""
    if h.due == "declare":
        _silent(h, seat)
        return
    after = h.after(seat) if len(h.inside) > 1 else 0
    h.inside.remove(seat)
    h.hands[seat] = []
    if seat == h.turn and after:
        _bury(h)
        _begin_turn(h, after)


def _silent(h: Hand, seat: int) -> None:
    """Before everybody has declared."""
    h.hands[seat] = []
    if seat in h.inside:
        h.inside.remove(seat)
    else:
        _heard(h, seat)


def _discarded(h: Hand, event: e.Discarded) -> None:
    h.hands[event.seat].remove(event.number)
    h.dead.append(event.number)
    _begin_turn(h, h.after(event.seat))


def _split_offered(h: Hand, event: e.SplitOffered) -> None:
    h.asked_split = True
    _next(h, "agree", next(seat for seat in h.inside if seat != event.seat))


def _split_refused(h: Hand, event: e.SplitRefused) -> None:
    _next(h, "use", h.turn)


def _tops_split(h: Hand, event: e.TopsSplit) -> None:
    """The other takes his half and is out of it: the one who is left is the winner."""
    h.leads = event.seat
    h.inside.remove(event.other)


def _used_up(h: Hand, event: e.BlockUsedUp) -> None:
    h.used_up, h.leads = True, h.seats[0]


def _went_out(h: Hand, event: e.WentOut) -> None:
    h.out_with = h.leads = event.seat


def _won(h: Hand, event: p.Won) -> None:
    h.stacks[event.seat] += event.chips
    h.tops -= event.chips
    h.won[event.seat] += event.chips
    h.leads = h.leads or event.seat


def _ended(h: Hand, event: p.Ended) -> None:
    _next(h, "over")


_EVOLVE: dict[type, Callable[[Hand, Any], None]] = {
    p.Posted: _posted,
    p.Started: _started,
    p.Dropped: _dropped,
    p.Dealt: _dealt,
    p.Fouled: _broke,
    p.Won: _won,
    p.Ended: _ended,
    e.Declared: _declared,
    e.CardTurned: _turned,
    e.CardLeft: _left,
    e.DrawAsked: _draw_asked,
    e.Melded: _melded,
    e.Collected: _collected,
    e.WentBroke: _broke,
    e.Discarded: _discarded,
    e.SplitOffered: _split_offered,
    e.SplitRefused: _split_refused,
    e.TopsSplit: _tops_split,
    e.WentOut: _went_out,
    e.BlockUsedUp: _used_up,
}
