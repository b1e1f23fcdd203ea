"""Three cards in order: straight beats flush, three of a kind beats both (000b, ambiguity 1)."""

KINDS = (
    "high card", "pair", "flush", "straight", "three of a kind", "straight flush", "royal flush",
)  # fmt: skip

QUEEN = 10


def strength(cards: tuple[int, ...] | list[int]) -> int:
    """Bigger wins, equal ties: kind first, then ranks from the top."""
    first, second, third = ranks = sorted((card // 4 for card in cards), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    wheel = ranks == [12, 1, 0]
    straight = wheel or (first == second + 1 and second == third + 1)
    if first == third:
        kind = 4
    elif straight and flush:
        kind = 6 if second == 11 else 5
    elif straight:
        kind = 3
    elif flush:
        kind = 2
    elif first == second or second == third:
        kind = 1
        ranks = [second, second, first if second == third else third]
    else:
        kind = 0
    if wheel:
        ranks = [1, 0, -1]
    return kind << 12 | ranks[0] << 8 | ranks[1] << 4 | (ranks[2] + 1)


def kind(value: int) -> str:
    return KINDS[value >> 12]


def qualifies(value: int) -> bool:
    """Queen high or better (000 L2394)."""
    return value >= QUEEN << 8
