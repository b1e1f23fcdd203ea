"""The regular forced bets of a hand; what the table adds (posts, straddles, kills) it names."""

from firmware.games.poker.commands import Post
from firmware.games.poker.hand import Hand
from firmware.games.poker.rules import Stakes


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


def killed(stakes: Stakes, *, half: bool = False) -> Stakes:
    """Stakes of a killed pot: doubled, or half as much again (002 L263, 004 A8)."""
    times, by = (3, 2) if half else (2, 1)
    return Stakes(
        small=stakes.small * times // by,
        big=stakes.upper * times // by,
        blinds=stakes.blinds,  # the others' blinds stay as they are (000 L804)
        ante=stakes.ante,
        bring_in=stakes.bring_in,
        chip=stakes.chip,
    )
