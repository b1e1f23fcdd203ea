"""Cards and decks.

A card is a small integer, rank * 4 + suit, deuce of clubs = 0 to ace of spades = 51, so that
comparing two cards compares rank, then suit in the house order spades > hearts > diamonds >
clubs (002 L281, 003 L412). The joker is 52. UNKNOWN stands for a card that nobody has shown us
(in hand histories): it takes part in no comparison.
"""

from collections.abc import Iterable

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52
UNKNOWN = 63

ACE = 12  # rank of an ace

# Tiles have codes of their own beside cards: the dominoes by their ends, the higher first; then
# those of mah-jong, one to nine dots and the window.
TILE, MAH_JONG = 64, 96
DOMINOES = tuple((high, low) for high in range(6, 0, -1) for low in range(high, 0, -1))
_NO = ("??",)  # no code of any card
NAMES: tuple[str, ...] = (
    *(r + s for r in RANKS for s in SUITS), "Jo", *_NO * (TILE - JOKER - 1),
    *(f"{high}{low}" for high, low in DOMINOES), *_NO * (MAH_JONG - TILE - len(DOMINOES)),
    *(f"M{dots}" for dots in (*range(1, 10), "w")),
)  # fmt: skip
_CODES = {name: code for code, name in enumerate(NAMES) if name != "??"} | {"??": UNKNOWN}

RANK_WORDS = (
    "Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight",
    "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)  # fmt: skip
RANK_PLURALS = (
    "Deuces", "Threes", "Fours", "Fives", "Sixes", "Sevens", "Eights",
    "Nines", "Tens", "Jacks", "Queens", "Kings", "Aces",
)  # fmt: skip

STANDARD = tuple(range(52))

# A set of cards of one deck as bits of an int; an unknown card is no bit.
BITS: tuple[int, ...] = (*(1 << code for code in range(UNKNOWN)), 0)

_ALONE = {(5, 4), (6, 3), (6, 2), (5, 3), (5, 2), (4, 3), (4, 1), (3, 2), (2, 1), (4, 2)}
_TWICE = tuple(n for n, tile in enumerate(DOMINOES) if tile not in _ALONE)

DECKS: dict[str, tuple[int, ...]] = {
    "52": STANDARD,
    "52 + joker": (*STANDARD, JOKER),
    # Mexican poker: no eights, nines, tens; one joker (001 L1110, 003 L356, 004 L258).
    "40 + joker": (*(c for c in STANDARD if c // 4 not in (6, 7, 8)), JOKER),
    # Asian stud: sevens and up (004 L11).
    "32": tuple(c for c in STANDARD if c // 4 >= 5),
    # Short deck: sixes and up.
    "36": tuple(c for c in STANDARD if c // 4 >= 4),
    # Super 9, pan 9: no sevens to tens (003 L548, 004 L811).
    "36, no 7 to 10": tuple(c for c in STANDARD if c // 4 not in (5, 6, 7, 8)),
    # Baccarat 9: no sevens to nines, and the tens twice: twenty cards count nothing (003 L1356).
    "44, tens twice": tuple(
        sorted([*(c for c in STANDARD if c // 4 not in (5, 6, 7)), *range(32, 36)])
    ),
    # California blackjack: the aces twice (000 L1284).
    "56, aces twice": (*STANDARD, *range(48, 52)),
    # Hawaiian blackjack: four jokers (003 L604).
    "52 + 4 jokers": (*STANDARD, *[JOKER] * 4),
    # Pai gow poker: two or three jokers (002 L965, 003 L492).
    "52 + 2 jokers": (*STANDARD, *[JOKER] * 2),
    "52 + 3 jokers": (*STANDARD, *[JOKER] * 3),
    # Pokara: tens and up (003 L2075).
    "20": tuple(c for c in STANDARD if c // 4 >= 8),
    # Pai gow: 32 dominoes; whose ends make no mixed pair lies there twice (003 L1151).
    "32 tiles": tuple(sorted([*range(TILE, TILE + 21), *(TILE + n for n in _TWICE)])),
    # Mah-jong pai gow: one to nine dots and the window, two of each (002 L1700).
    "20 mah-jong tiles": tuple(sorted([*range(MAH_JONG, MAH_JONG + 10)] * 2)),
    # Craps: aces to sixes out of a red pack and a blue one, laid alternately (004 L1264).
    "24, red and blue": tuple(c for one in (*range(20), *range(48, 52)) for c in (one, one)),
}

# Panguingue: eight decks without eights, nines and tens, whole (000 L113); the 8-7 deck less a
# spade of each rank, the 8-7-6 deck also less a three, a five and a seven of spades (000 L1434).
_PAN = {c: 7 if c % 4 == 3 else 8 for c in STANDARD if c // 4 not in (6, 7, 8)}
_SIX = dict.fromkeys((7, 15, 23), 6)  # of the valle spades
DECKS["320 of pan"] = tuple(c for c in _PAN for _ in range(8))
DECKS["310 of pan, 8-7"] = tuple(c for c, copies in _PAN.items() for _ in range(copies))
DECKS["307 of pan, 8-7-6"] = tuple(c for c, n in (_PAN | _SIX).items() for _ in range(n))


def decks(name: str, count: int = 1) -> tuple[int, ...]:
    """Several decks of one kind shuffled into one shoe."""
    return DECKS[name] * count


def card(text: str) -> int:
    """'As' -> 51. Raises ValueError with words for a person."""
    try:
        return _CODES[text[:1].upper() + text[1:].lower() if text != "??" else text]
    except KeyError:
        raise ValueError(f"{text!r} is no card; write rank and suit, such as As or Td") from None


def cards(text: str) -> tuple[int, ...]:
    """'AsTd' or 'As Td' -> (51, 33)."""
    packed = "".join(text.split()).replace("10", "T")
    if len(packed) % 2:
        raise ValueError(f"{text!r} is no list of cards; write two letters for each")
    return tuple(card(packed[i : i + 2]) for i in range(0, len(packed), 2))


def show(hand: Iterable[int]) -> str:
    """(51, 33) -> 'As Td'."""
    return " ".join("??" if c == UNKNOWN else NAMES[c] for c in hand)
