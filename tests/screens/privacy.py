"""Which cards a reader may see, told independently of the projection: then look for all others."""

from msgspec import Struct

from firmware.games.play import BURN, MUCK
from firmware.games.poker.hand import Hand
from tests.screens.seen import everyone, floor, station

CARD_FIELDS = {"hole", "board", "up", "shown", "winning", "cards", "second", "rabbit", "mine"}


def secrets(table, seat: int) -> set[int]:
    """Cards on the table that `seat` (0: the public) may not see now."""
    play = table.play
    if play is None:
        return set()
    shown = {
        play.face(number)
        for numbers in (table.this_hand.result.shown if table.this_hand.result else {}).values()
        for number in numbers
    }
    hidden: set[int] = set()
    if isinstance(play, Hand):
        for other in play.seats:
            if other != seat or other not in play.live:
                hidden |= set(play.down[other])
        hidden |= {play.face(number) for number in play.deck.at(BURN, MUCK)}
        public = set(play.board) | set(play.second)
        public |= {card for cards in play.up for card in cards}
        own = set(play.down[seat]) if seat in play.seats and seat in play.live else set()
    else:
        hidden = {card for other in play.seats if other != seat for card in play.own(other)}
        hidden |= {play.face(number) for number in play.hidden}  # from whoever holds it too
        public = set(play.common) | {card for s in play.seats for card in play.faces(s)}
        own = set(play.own(seat)) if seat in play.seats else set()
    rabbit = set(table.this_hand.result.rabbit) if table.this_hand.result else set()
    return hidden - shown - public - own - rabbit


def cards_in(view: object) -> set[int]:
    """Every card that a view holds: fields that hold cards, by name."""
    if isinstance(view, Struct):
        found: set[int] = set()
        for name in view.__struct_fields__:
            value = getattr(view, name)
            here = name in CARD_FIELDS and isinstance(value, tuple)
            found |= set(value) if here else cards_in(value)
        return found
    return {card for one in view for card in cards_in(one)} if isinstance(view, tuple) else set()


def assert_private(m, station=station) -> None:
    for seen in (everyone(m), floor(m)):
        assert not cards_in(seen) & secrets(m.table, 0)
    for seat in range(1, len(m.table.seats)):
        assert not cards_in(station(m, seat)) & secrets(m.table, seat)
