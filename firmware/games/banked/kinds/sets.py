"""What games have in common in which everybody sets his cards into hands: all at once, face down;
then the bank's cards are opened, and whoever holds it sets them last (000 L978-985, 004 L742)."""

from functools import lru_cache

from firmware.games.banked.kinds.kind import HandSeen, Verb
from firmware.games.banked.round import Round
from firmware.games.banked.ways import WAYS
from firmware.games.play import BANK
from firmware.games.setting import SETTINGS, Setting

SET = "set"


def setting(r: Round) -> Setting:
    return SETTINGS[r.rules.setting]


def plan(r: Round) -> list[int]:
    """A whole hand to each in a row: they are piles (000 L864)."""
    places = [*r.wagering, *([BANK] if r.rules.bank else [])]
    each = sum(setting(r).sizes)
    return [] if r.deals else [place for place in places for _ in range(each)]


def asks(r: Round) -> list[int]:
    players = [seat for seat in r.wagering if not r.answers[seat]]
    if players or not r.rules.bank or r.hidden or r.answers[r.banker]:
        return players
    return [r.banker]


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    return (Verb(SET, sets=setting(r).sizes),)


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    """The house way."""
    cards = r.bank if seat == r.banker else r.hand(seat)
    return SET, _way(r.rules.way, r.rules.setting, tuple(cards))


@lru_cache(maxsize=32)  # every view of who is asked tells it again
def _way(way: str, setting: str, cards: tuple[int, ...]) -> tuple[int, ...]:
    return WAYS[way](SETTINGS[setting], cards)


def opens(r: Round) -> bool:
    return bool(r.deals) and all(r.answers[seat] for seat in r.wagering)


def hands(r: Round, seat: int) -> tuple[HandSeen, ...]:
    """As they were set: the bank's once it lies, all others at the end."""
    if not r.laid[seat] or (r.due != "over" and seat != r.banker):
        return ()
    words = setting(r).words
    return tuple(HandSeen(tuple(hand), words(hand), 0) for hand in laid(r, seat))


def laid(r: Round, seat: int) -> list[list[int]]:
    """The cards of each hand of a seat, or of the bank where it holds it."""
    return [list(part) for part in setting(r).parts([r.dealt[n] for n in r.laid[seat]])]


def strengths(r: Round, seat: int) -> list[int]:
    return [setting(r).strength(hand) for hand in laid(r, seat)]


def words(r: Round, place: int) -> str:
    seat = r.banker if place == BANK else place
    if seat <= 0 or not r.laid[seat]:
        return ""
    names = zip(setting(r).hands, laid(r, seat), strict=True)
    return ", ".join(f"{name} {setting(r).words(hand)}" for name, hand in names)
