"""The vocabulary of a rules page: what the names in game and house files mean to a player."""

from firmware.games.poker.game import First
from firmware.games.ranking import RANKINGS

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def times(count: int, noun: str) -> str:
    """'one card', 'two cards'."""
    return f"{number(count)} {noun}{'' if count == 1 else 's'}"


def sentence(*parts: str) -> str:
    words = " ".join(filter(None, parts))
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", ":")) else ".")


DECKS = {
    "52": "52 cards, no joker",
    "52 + joker": "52 cards and a joker",
    "40 + joker": "40 cards, without eights, nines and tens, and a joker",
    "32": "32 cards, seven to ace",
    "36": "36 cards, six to ace",
}

LIMITS = {
    "limit": "limit",
    "limit with kill": "limit with kill",
    "spread": "spread limit",
    "pot-limit": "pot-limit",
    "no-limit": "no-limit",
}

BLINDS = {
    (1,): "One live blind, on the left of the button.",
    (2,): "Two blinds on the left of the button.",
    (3,): "Three blinds: the first on the button, the others on its left.",
    (1, 2): "One blind or two, on the left of the button.",
    (2, 3): "Two blinds on the left of the button; or three, the first of them on the button.",
    (1, 2, 3): "One blind or two on the left of the button; or three, the first on the button.",
}

USES = {
    "any": "The best {size} of your cards{board}.",
    "two and three": "Exactly two of your own cards and exactly three of the board's.",
    "one or two": "One or two of your own cards with four or three of the board's.",
    "cuban": "Exactly two of your own cards and three of the board's, as this board allows.",
}

FIRST: dict[First, str] = {
    "blinds": "from the left of the blinds, who speak last",
    "button": "from the left of the button",
    "low card": "the lowest card showing must open",
    "high card": "the highest card showing must open",
    "high rank": "the highest card showing must open",
    "high hand": "the best hand showing speaks first",
    "low hand": "the lowest hand showing speaks first",
    "opener": "whoever opened speaks first",
    "forced": "the player left of the button must open",
}

TIES = {
    "low card": "Aces are high. Equal cards: the lowest suit, clubs first, then diamonds, hearts.",
    "high card": "Equal cards: the highest suit, spades before hearts, diamonds, clubs.",
    "high rank": "Equal cards: whoever sits closest to the left of the button. A joker is an ace.",
}

_ACE_BOTH_WAYS = "The ace is high, or low in five-four-three-deuce-ace."
_BUG = "The joker is an ace, or completes a straight or a flush."
_LOW = "Pairs count against you, straights and flushes do not; the ace is low. Best: 5-4-3-2-A."
_SEVEN = (
    "Pairs, straights and flushes count against you; the ace is high only. Best: 7-5-4-3-2 of "
    "more than one suit."
)
_MEXICAN = "Seven and jack are neighbours: 4-5-6-7-J is a straight, 7-J-Q-K-A the best."

NOTES = {
    "high": _ACE_BOTH_WAYS,
    "high, bug": f"{_ACE_BOTH_WAYS} {_BUG}",
    "high, wild": f"{_ACE_BOTH_WAYS} The joker is any card.",
    "high, mexican": f"{_MEXICAN} A joker dealt down is any card.",
    "high, mexican bug": "A joker dealt up is an ace, or completes a straight or a flush.",
    "high, asian": "The ace also plays below the seven: A-7-8-9-10 is the lowest straight.",
    "high, short deck": "The ace also plays below the six: A-6-7-8-9 is the lowest straight.",
    "low A-5": _LOW,
    "low A-5, joker": f"{_LOW} The joker is the lowest card that you do not hold.",
    "low A-5 8": f"Five different ranks, none above an eight, or there is no low. {_LOW}",
    "low 2-7": _SEVEN,
    "low 2-7, joker": f"{_SEVEN} The joker is the card that makes the best low.",
    "match": (
        "Your three cards alone count. The total of the board wins, then the nearest under it, then"
        " the nearest over; equal totals go by rank, aces high, and equal ranks split."
    ),
    "badugi": (
        "Only cards of different suits and different ranks count: four beat three, three beat "
        "two; then the lowest. The ace is low. Best: 4-3-2-A of four suits."
    ),
}


def street(family: str, name: str) -> str:
    """How a street is called at the table."""
    if family == "stud":
        return f"{name} street"
    if name == "before":
        return "before the draw"
    if family in ("draw", "lowball"):
        return "the draw" if name == "after" else f"{name} draw"
    return name


def order(ranking: str, joker: bool) -> str:
    """What beats what, from the ranking itself."""
    if not ranking.startswith("high"):
        return ""
    kind = RANKINGS[ranking].kind
    names = [kind(category << 20) for category in range(10 if joker else 9, 0, -1)]
    if "bug" in ranking and joker:
        names[0] = "five aces"
    return sentence(", ".join(names))
