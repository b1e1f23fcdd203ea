"""Cuban poker: which three board cards may be used, by variant (004 L440-552).

The board is listed in the order of the deal. A hand is two of three hole cards and one triple.
"""

Triples = tuple[tuple[int, int, int], ...]

# Ring of the watch, clockwise from 12: four early cards, four late ones between them, then the
# center (L482-498). Any two neighbours hold one early and one late card.
_RING = (0, 4, 1, 5, 2, 6, 3, 7)

# How a board is laid out on the table, where not in one row; -1: nothing lies there. Of the
# elevator columns (L466), of the watch a dial (L482), of the others singles over pairs.
ROWS: dict[str, tuple[tuple[int, ...], ...]] = {
    "elevator": ((0, -1, 3), (1, 6, 4), (2, -1, 5)),
    "watch": ((7, 0, 4), (3, 8, 1), (6, 2, 5)),
    "twenty-one": ((0, 1), (2, 3, -1, 4, 5, -1, 6, 7)),
    "swing": ((0, 1, 2, 3), (4, 5, -1, 6, 7)),
}

TRIPLES: dict[str, Triples] = {
    # One of the first two, both of the later two (L458-464).
    "little-twenty-one": ((0, 2, 3), (1, 2, 3)),
    # A column of three, a second column, one card: a row of both columns and the card (L466-480).
    "elevator": tuple((row, row + 3, 6) for row in range(3)),
    "watch": tuple((_RING[n], _RING[(n + 1) % 8], 8) for n in range(8)),
    # All three (L502-514).
    "string": ((0, 1, 2),),
    # One of two singles, one of three pairs (L516-524).
    "twenty-one": tuple((one, pair, pair + 1) for one in range(2) for pair in (2, 4, 6)),
    # One of four singles, one of two pairs (L528-552).
    "swing": tuple((one, pair, pair + 1) for one in range(4) for pair in (4, 6)),
}
