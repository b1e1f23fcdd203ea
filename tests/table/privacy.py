"""Which cards a reader may see, told independently of the views: then look for all others."""

from firmware.games.poker.hand import Hand


def secrets(table, seat: int) -> set[int]:
    """Cards on the table that `seat` (0: the public) may not see now."""
    play = table.play
    if play is None:
        return set()
    shown = {
        card for cards in (table.result.shown if table.result else {}).values() for card in cards
    }
    hidden: set[int] = set()
    if isinstance(play, Hand):
        for other in play.seats:
            if other != seat or other not in play.live:
                hidden |= set(play.down[other])
        hidden |= set(play.burns) | set(play.muck)
        public = set(play.board) | set(play.second)
        public |= {card for cards in play.up for card in cards}
        own = set(play.down[seat]) if seat in play.seats and seat in play.live else set()
    else:
        hidden = {card for other in play.seats if other != seat for card in play.cards[other]}
        public, own = set(), set(play.cards[seat]) if seat in play.seats else set()
    rabbit = set(table.result.rabbit) if table.result else set()
    return hidden - shown - public - own - rabbit - set(table.draw_cards)


def cards_in(view) -> set[int]:
    """Every card that a view holds: fields that hold cards, by name."""
    found: set[int] = set()
    for name in view.__struct_fields__:
        value = getattr(view, name)
        if name in CARD_FIELDS:
            found |= set(value)
        elif hasattr(value, "__struct_fields__"):
            found |= cards_in(value)
        elif isinstance(value, tuple):
            for one in value:
                if hasattr(one, "__struct_fields__"):
                    found |= cards_in(one)
    return found


CARD_FIELDS = {"cards", "board", "second_board", "up", "shown", "rabbit", "draw"}


def assert_private(table, public_view, seat_view) -> None:
    assert not cards_in(public_view(table)) & secrets(table, 0)
    for seat in range(1, len(table.seats)):
        assert not cards_in(seat_view(table, seat)) & secrets(table, seat)
