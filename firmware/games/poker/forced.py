"""The regular forced bets of a hand; what the table adds (posts, straddles, kills) it names."""

from firmware.errors import Refused
from firmware.games.poker.commands import Post
from firmware.games.poker.hand import Hand
from firmware.money import show


def regular(hand: Hand) -> tuple[Post, ...]:
    """Antes from everyone, then the blinds."""
    stakes = hand.stakes
    antes = [Post(seat, stakes.ante, "ante") for seat in hand.seats if stakes.ante]
    blinds = blind_seats(hand.seats, len(stakes.blinds))
    return (
        *antes,
        *(Post(s, chips, "blind") for s, chips in zip(blinds, stakes.blinds, strict=True) if s),
    )


def blind_seats(seats: tuple[int, ...], count: int) -> list[int]:
    """Who posts which, small to big; 0 for nobody. Three blinds start on the button (000 L842).

    Heads-up the button has the smaller blind (000 L1835, 002 L302, 003 L22, 004 L186).
    """
    button = seats[-1]
    if len(seats) == 2 and count >= 2:
        return [0] * (count - 2) + [button, seats[0]]
    if count == 3:
        return [button, seats[0], seats[1]]
    return list(seats[:count])


def refuse_extras(hand: Hand, posts: tuple[Post, ...]) -> None:
    """Straddles and overs only as this house has them."""
    rules, big = hand.rules, max(hand.stakes.blinds, default=0)
    settings = rules.settings
    straddles = [post for post in posts if post.kind == "straddle"]
    overs = [post for post in posts if post.kind == "over"]
    if straddles and settings.straddles >= 0:
        _refuse_straddles(hand, straddles, big)
    if overs and settings.overs >= 0:
        most = settings.overs * big
        for post in overs:
            if not 2 * big <= post.chips <= most:
                words = f"An over is {show(2 * big)} to {show(most)}." if most else "No overs here."
                raise Refused(words, rules.source("overs"))


def _refuse_straddles(hand: Hand, straddles: list[Post], big: int) -> None:
    rules = hand.rules
    settings = rules.settings
    if len(straddles) > settings.straddles:
        words = f"{settings.straddles} at most." if settings.straddles else "No straddle here."
        raise Refused(words, rules.source("straddles"))
    last = blind_seats(hand.seats, len(hand.stakes.blinds))[-1]
    seats = hand.seats[hand.seats.index(last) + 1 :] + hand.seats
    for times, (post, seat) in enumerate(zip(straddles, seats, strict=False), 2):
        if post.seat != seat or post.chips != times * big:
            words = f"The straddle is {show(times * big)}, from seat {seat}."
            raise Refused(words, rules.source("straddles"))
        if hand.stacks[seat] < settings.straddle_stack * big:
            least = show(settings.straddle_stack * big)
            raise Refused(f"A straddle takes {least} in front of you.", rules.source("straddles"))
