"""The regular forced bets of a hand; what the table adds (posts, straddles, kills) it names."""

from collections.abc import Sequence

from firmware.errors import Refused
from firmware.games.poker.commands import Post
from firmware.games.poker.events import Event, Posted, Started
from firmware.games.poker.hand import Hand
from firmware.games.poker.rules import Rules, Stakes
from firmware.money import show

Seats = tuple[int, ...]  # in dealing order
Stacks = list[int] | dict[int, int]  # by seat
_LIVE = ("blind", "straddle", "kill", "over", "winner", "home")


def posted(seats: Seats, stacks: Stacks, posts: tuple[Post, ...]) -> list[Event]:
    """A hand begins: what each post takes, of a short stack all there is; then the deal may."""
    left = stacks.copy()
    events: list[Event] = []
    for post in posts:
        seat, chips, kind = post.seat, post.chips, post.kind
        if seat not in seats or chips <= 0:
            raise Refused(f"Seat {seat} cannot post {show(chips)}.", "forced bets")
        to = chips if kind in _LIVE else 0
        if kind not in ("carried", "forfeited"):
            chips = min(chips, left[seat])
            left[seat] -= chips
        events.append(Posted(seat, chips, kind, to))
    events.append(Started())
    return events


def regular(hand: Hand) -> tuple[Post, ...]:
    """Antes from everyone, then the blinds."""
    stakes = hand.stakes
    antes = [Post(seat, stakes.ante, "ante") for seat in hand.seats if stakes.ante]
    round_ = stakes.going_round
    blinds = blind_seats(hand.seats, len(round_))
    return (
        *antes,
        *(Post(s, chips, "blind") for s, chips in zip(blinds, round_, strict=True) if s),
    )


def blind_seats(seats: Sequence[int], count: int) -> list[int]:
    """Who posts which, small to big; 0 for nobody. Three blinds start on the button (000 L842).

    Heads-up the button has the smaller blind (000 L1835, 002 L302, 003 L22, 004 L186).
    """
    button = seats[-1]
    if len(seats) == 2 and count >= 2:
        return [0] * (count - 2) + [button, seats[0]]
    if count == 3:
        return [button, seats[0], seats[1]]
    return list(seats[:count])


def refuse_extras(
    rules: Rules, stakes: Stakes, seats: Seats, stacks: Stacks, posts: tuple[Post, ...]
) -> None:
    """Straddles and overs only as this house has them."""
    extras = [post for post in posts if post.kind in ("straddle", "over")]
    if not extras:
        return
    settings, big = rules.settings, max(stakes.blinds, default=0)
    straddles = [post for post in extras if post.kind == "straddle"]
    overs = [post for post in extras if post.kind == "over"]
    if straddles and settings.straddles >= 0:
        after = left_of_the_blinds(seats, stakes, posts)
        if settings.straddler == "who missed blinds" and straddles[0].seat == seats[-1]:
            raise Refused("The button cannot straddle.", rules.cited("straddler"))
        _refuse_straddles(rules, big, after, stacks, straddles)
    if overs and settings.overs >= 0:
        most = settings.overs * big
        for post in overs:
            if not 2 * big <= post.chips <= most:
                words = f"An over is {show(2 * big)} to {show(most)}." if most else "No overs here."
                raise Refused(words, rules.cited("overs"))


def left_of_the_blinds(seats: Seats, stakes: Stakes, posts: tuple[Post, ...]) -> Seats:
    """Who may straddle, one after the other."""
    big = max(stakes.blinds, default=0)
    last = _last_blind(posts, big) or blind_seats(seats, len(stakes.blinds))[-1]
    return seats[seats.index(last) + 1 :] + seats


def _last_blind(posts: tuple[Post, ...], big: int) -> int:
    """Who posts the big blind of this hand, wherever he sits: a button that was bought or blinds by
    ledger are not in the usual places."""
    return next((x.seat for x in reversed(posts) if x.kind == "blind" and x.chips == big), 0)


def _refuse_straddles(
    rules: Rules, big: int, after: Seats, stacks: Stacks, straddles: list[Post]
) -> None:
    settings = rules.settings
    if len(straddles) > settings.straddles:
        words = f"{settings.straddles} at most." if settings.straddles else "No straddle here."
        raise Refused(words, rules.cited("straddles"))
    for times, (post, seat) in enumerate(zip(straddles, after, strict=False), 2):
        if post.seat != seat or post.chips != times * big:
            words = f"The straddle is {show(times * big)}, from seat {seat}."
            raise Refused(words, rules.cited("straddles"))
        if stacks[seat] < settings.straddle_stack * big:
            least = show(settings.straddle_stack * big)
            raise Refused(f"A straddle takes {least} in front of you.", rules.cited("straddles"))
