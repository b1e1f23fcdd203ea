"""What a screen is told, as messages whose length tells nobody what cards somebody holds.

What everyone may know and what is a seat's own are compressed apart from each other: so the length
of the first part depends on public things alone, and the second is filled up to a length that does
too. It is there in every message, changed or not: whether a hand just became better must not be
seen either.
"""

from msgspec.structs import replace

from firmware.screens import protocol as g
from firmware.screens.compression import compress

STEP = 16  # of what everyone may know: its length is no secret, and few lengths compress well
ALL = 144  # of a seat's own, in a whole view
# Of a seat's own, in a change: was or is it asked something; did cards come. Both are public.
OWN = {(False, False): 16, (True, False): 48, (False, True): 40, (True, True): 80}


AnyView = g.View | g.Public | g.Floor


def whole(number: int, view: AnyView) -> g.Whole:
    if not isinstance(view, g.View):
        return g.Whole(number, stepped(g.pack(view)))
    room = len(compress(g.pack_own(_without_cards(view)))) + OWN[_asked(view, view), True]
    own = filled(g.pack_own(view), doubled(ALL, room))
    return g.Whole(number, stepped(g.pack(view.public)), own)


def changed(number: int, old: AnyView, new: AnyView) -> g.Changed:
    if not isinstance(old, g.View) or not isinstance(new, g.View):
        return g.Changed(number, stepped(g.changes(old, new)))
    own = filled(g.own_changes(old, new), _room(old, new))
    return g.Changed(number, stepped(g.changes(old.public, new.public)), own)


def _room(old: g.View, new: g.View) -> int:
    """What comes beside the cards (lines of the log of deals) has a length of its own: the cards
    get their room on top of it, so that they never decide whether it is doubled."""
    room = OWN[_asked(old, new), _cards_came(old, new)]
    beside = len(compress(g.own_changes(_without_cards(old), _without_cards(new))))
    return room if beside <= room else doubled(room, beside + room)


def _asked(old: g.View, new: g.View) -> bool:
    return any(view.turn or view.ask for view in (old, new))


def _without_cards(view: g.View) -> g.View:
    """Nor with what they allow: a turn may offer more to who holds jacks."""
    return replace(view, hole=(), hint="", turn=None)


def _cards_came(old: g.View, new: g.View) -> bool:
    """Only then can the name of a hand be another."""
    return old.hole != new.hole or _on_the_table(old.public) != _on_the_table(new.public)


def _on_the_table(everyone: g.Public) -> object:
    up = [(seat.down, seat.up) for seat in everyone.seats]
    return everyone.hand, everyone.street, everyone.board, up


def stepped(body: bytes) -> bytes:
    short = compress(body)
    return short + bytes(-len(short) % STEP)


def filled(body: bytes, size: int) -> bytes:
    """So long, or twice as long, or twice that: what is longer is a page that was opened."""
    short = compress(body)
    return short + bytes(doubled(size, len(short)) - len(short))


def doubled(size: int, room: int) -> int:
    while size < room:
        size *= 2
    return size
