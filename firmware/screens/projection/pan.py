"""A hand of pan in the screens' words. What lies open is everybody's; what may be melded out of a
hand is told to its own seat alone."""

from firmware.games.pan import melds
from firmware.games.pan.engine import PanOffer
from firmware.games.pan.hand import Hand
from firmware.screens import protocol as g


def ask(offered: PanOffer, decision: int) -> g.Ask:
    verbs = tuple(g.Verb(one.name, ways=one.ways, pays=one.pays) for one in offered.choices)
    return g.Ask(decision, "pan", verbs=verbs)


def board(h: Hand) -> g.Pan:
    """As everybody may see it."""
    return g.Pan(
        due=h.due,
        block=h.block,
        turned=h.dealt[h.turned] if h.turned >= 0 else -1,
        by=h.turned_by if h.turned >= 0 else 0,
        turn=h.turn,
        first=h.seats[0],
        melds=tuple(laid for seat in h.seats for laid in _laid(h, seat)),
        paid=_paid(h),
    )


def _laid(h: Hand, seat: int) -> list[g.Laid]:
    return [
        g.Laid(seat, _in_order(meld.kind, h.faces_of(meld.cards)), h.worth(meld) * h.chip)
        for meld in h.melds[seat]
    ]


def _in_order(kind: melds.Kind, cards: tuple[int, ...]) -> tuple[int, ...]:
    """A rope from low to high; the cards of a set as they came."""
    if kind != "rope":
        return cards
    return tuple(sorted(cards, key=lambda card: melds.ROPE[card // 4]))


def _paid(h: Hand) -> g.Paid | None:
    last = h.last
    return g.Paid(last.seat, last.why, last.paid, last.unasked) if last else None
