"""Twenty-one and its kin: nearest to the target; hands are split, doubled and given up.

A seat's cards lie face up in the order in which they came. Which of them make up which hand is
told by what the seat chose: `spot` walks through both, and what must be done without a question
(a forced hit, a card on a split one) is done on the way. The bank always finishes its hand: in
these games a hand that is over may still tie, and a bet on the bank's cards outlives it.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.banked.counting import (
    ACE_OF_HEARTS,
    NATURALS,
    Count,
    Counting,
    bank_done,
    class_of,
    count,
    natural,
    told,
    value,
)
from firmware.games.banked.kinds.kind import HandSeen, Kind, Verb
from firmware.games.banked.round import Round
from firmware.games.cards import ACE
from firmware.games.play import BANK, BANK_UP

BEFORE = ("insure", "no insurance", "even money")  # asked of all, before anybody plays
DOLLAR = 100  # the least chip of a wager
MOST = 8  # cards of a busted bank that a row tells apart
_OVER = ("over", "over, nearer", "over, equal", "over on three cards, nearer",
         "over, bank 8-8-8", "over, bank three-card 26")  # fmt: skip
_FACTS = ("surrendered", "even money", "bank natural", "beats a natural", "exact",
          "win", "tie", "bank tie", "lose")  # fmt: skip
_BUSTS = tuple(f"bank busts with {n} cards" for n in range(2, MOST + 1))
_LUCK = ("up 2-7, ace and jack of spades", "up 2-7, blackjack", "up 2-7, nine to eleven",
         "up 2-7, eighteen or better")  # fmt: skip
_FIRST_TWO = ("pair of one suit", "pair of one color", "pair")
MARKS = frozenset((*_OVER, *_FACTS, *_BUSTS, *_LUCK, *_FIRST_TWO, *NATURALS))


class Hand(Struct):
    cards: list[int]
    split: bool = False  # it came of a split
    ends: Literal["", "stand", "double", "surrender"] = ""
    wants: int = 0  # cards that it asked for


class Spot(Struct):
    """What lies before a seat: its hands, and which of them is due for a card or a choice."""

    hands: list[Hand]
    at: int = 0  # the hand that something is due for
    due: Literal["", "card", "choice"] = ""


def _way(r: Round) -> Counting:
    assert r.rules.counting is not None
    return r.rules.counting


# ---- What lies before a seat


def spot(r: Round, seat: int) -> Spot:
    """Told by its cards and its choices, in order."""
    cards, each = r.hand(seat), r.rules.each
    came = iter(cards[each:])
    found = Spot([Hand(cards[:each])])
    chosen = iter([verb for verb in r.answers[seat] if verb not in BEFORE])
    if "even money" in r.answers[seat] or _no_play(r):
        return found
    while (at := _next(r, found)) >= 0:
        hand = found.hands[at]
        if hand.wants or _must_draw(r, hand):
            card = next(came, None)
            if card is None:
                return Spot(found.hands, at, "card")
            hand.cards.append(card)
            hand.wants = 0
        else:
            verb = next(chosen, None)
            if verb is None:
                return Spot(found.hands, at, "choice")
            _do(found, hand, verb)
    return found


def _do(found: Spot, hand: Hand, verb: str) -> None:
    match verb:
        case "hit":
            hand.wants = 1
        case "double":
            hand.wants, hand.ends = 1, "double"
        case "split":
            hand.split = True
            found.hands.append(Hand([hand.cards.pop()], split=True))
        case "stand" | "surrender":
            hand.ends = verb


def _next(r: Round, found: Spot) -> int:
    return next((n for n, hand in enumerate(found.hands) if not _done(r, found, hand)), -1)


def _done(r: Round, found: Spot, hand: Hand) -> bool:
    if hand.wants or len(hand.cards) < r.rules.each:
        return False
    way = _way(r)
    if hand.ends or _is_natural(r, hand):
        return True
    if hand.split and class_of(hand.cards[0]) in way.one_card:
        return not _may_split(r, found, hand)
    total, soft = _count(r, hand)
    least = way.must_stand_soft if soft and way.must_stand_soft else way.must_stand
    return total >= least and not _may_split(r, found, hand)


def _must_draw(r: Round, hand: Hand) -> bool:
    """A split card gets its second one; so much or less must hit."""
    way = _way(r)
    if len(hand.cards) < r.rules.each:
        return True
    if way.ace_chooses and any(card >> 2 == ACE for card in hand.cards):
        return False
    more = way.surrender == "any time" or (len(hand.cards) == 2 and (way.surrender or way.double))
    return _count(r, hand).total <= way.must_hit and not more


def _count(r: Round, hand: Hand) -> Count:
    way = _way(r)
    if hand.split and hand.cards == [ACE_OF_HEARTS] * 2 and _hearts(way):
        return Count(way.target, False)  # rank 3: it stands, at even money (003 L2665)
    return count(way, hand.cards)


def _hearts(way: Counting) -> bool:
    return any("two aces of hearts" in names for names in way.naturals)


def _is_natural(r: Round, hand: Hand) -> bool:
    return not hand.split and natural(_way(r), hand.cards)[0] > 0


# ---- The bank


def _bank_natural(r: Round) -> int:
    """How good, of its first two cards; whether they lie open is the caller's affair."""
    return natural(_way(r), r.bank[:2])[0] if len(r.bank) >= 2 else 0


def _up(r: Round) -> int:
    """Its first card that lies up."""
    return r.dealt[r.numbers(BANK_UP)[0]]


def _no_play(r: Round) -> bool:
    """The bank's hand is decided before anybody plays: a natural under a card that it looks under,
    or a joker that takes its second card at once (000 L1049)."""
    if not r.numbers(BANK_UP):  # nothing is dealt
        return False
    up, way = class_of(_up(r)), _way(r)
    if up == way.no_play_against:
        return True
    return up in way.peek and _bank_natural(r) > 0 and not _insuring(r)


# ---- What comes next


def plan(r: Round) -> list[int]:
    if not r.deals:
        bank, out = r.rules.bank_cards, list[int]()
        for at in range(r.rules.each):
            out += [-seat for seat in r.wagering]
            out += [BANK if face == "d" else BANK_UP for face in bank[at : at + 1]]
        return out
    if _insuring(r):
        return []
    for seat in r.wagering:
        due = spot(r, seat).due
        if due:
            return [-seat] if due == "card" else []
    whole = len(r.bank) >= r.rules.each and bank_done(_way(r), r.bank)
    return [BANK_UP] if not r.hidden and not whole else []


def asks(r: Round) -> list[int]:
    """Insurance of all at once; then one after the other from the left of the bank."""
    if not r.deals:
        return []
    if waiting := _insuring(r):
        return waiting
    for seat in r.wagering:
        if due := spot(r, seat).due:
            return [seat] if due == "choice" else []
    return []


def _insuring(r: Round) -> list[int]:
    """Who has not said whether he takes insurance. Its circle may be one that pays nothing until
    the house posts it (002 L858)."""
    if not _way(r).insurance or class_of(_up(r)) != "ace":
        return []
    if "insurance" not in r.rules.offered:
        return []
    hearts = "two aces of hearts"
    return [
        seat
        for seat in r.wagering
        if not r.answers[seat] and natural(_way(r), r.hand(seat)[:2])[1] != hearts
    ]


def opens(r: Round) -> bool:
    """When everybody has played; or at once, if the bank's natural ends it."""
    if not r.deals or _insuring(r):
        return False
    return all(not spot(r, seat).due for seat in r.wagering)


# ---- What may be chosen


def verbs(r: Round, seat: int) -> tuple[Verb, ...]:
    if seat in _insuring(r):
        return tuple(_before(r, seat))
    here = spot(r, seat)
    return tuple(_playing(r, seat, here, here.hands[here.at]))


def _before(r: Round, seat: int) -> Iterator[Verb]:
    yield Verb("no insurance")
    if _way(r).even_money and natural(_way(r), r.hand(seat)[:2])[0]:
        yield Verb("even money")
    half, less = r.bets[seat][r.rules.played] // 2, _way(r).insurance_less
    yield from _staked(r, seat, Verb("insure", half, "insurance", least=DOLLAR if less else 0))


def _playing(r: Round, seat: int, here: Spot, hand: Hand) -> Iterator[Verb]:
    way, total = _way(r), _count(r, hand).total
    forced = total <= way.must_hit and not (way.ace_chooses and ACE in [c >> 2 for c in hand.cards])
    only_split = _no_hit(r, hand)
    if _may_surrender(r, here, hand):
        yield Verb("surrender", back=r.rules.half_of(r.bets[seat][circle(r, here.at)]))
    if not forced:
        yield Verb("stand")
    if not only_split:
        yield Verb("hit")
    bet = r.bets[seat][r.rules.played]  # "his or her original wager" (003 L2666-2669)
    if not only_split and _may_double(r, hand):
        least = min(bet, r.fee.limits[0]) if way.double_less else 0
        yield from _staked(r, seat, Verb("double", bet, circles_of(r, here.at)[1], least=least))
    if _may_split(r, here, hand):
        least = bet - bet // 2 if way.split_less else 0
        new = f"hand {len(here.hands) + 1}"
        yield from _staked(r, seat, Verb("split", bet, new, least=least))


def _staked(r: Round, seat: int, whole: Verb) -> Iterator[Verb]:
    """As far as the stack reaches; where the house allows less, in whole dollars."""
    stack, least = r.stacks[seat], min(whole.chips, -(-whole.least // DOLLAR) * DOLLAR)
    chips = min(whole.chips, stack // DOLLAR * DOLLAR) if least else whole.chips
    if max(least, 1) <= chips <= stack:
        yield replace(whole, chips=chips, least=least if least < chips else 0)


def circle(r: Round, at: int) -> str:
    """Where the wager of a hand lies."""
    return r.rules.played if at == 0 else f"hand {at + 1}"


def _no_hit(r: Round, hand: Hand) -> bool:
    """Cards that are asked about only because they could be split."""
    way = _way(r)
    if hand.split and class_of(hand.cards[0]) in way.one_card:
        return True
    total, soft = _count(r, hand)
    return total >= (way.must_stand_soft if soft and way.must_stand_soft else way.must_stand)


def _may_double(r: Round, hand: Hand) -> bool:
    way = _way(r)
    two = len(hand.cards) == 2 and (way.double_split or not hand.split)
    return way.double and two and _count(r, hand).total < way.double_below


def _alike(way: Counting, cards: Sequence[int]) -> bool:
    one, two = cards
    if class_of(one) in way.not_split or (_hearts(way) and [*cards] == [ACE_OF_HEARTS] * 2):
        return False
    if class_of(one) == class_of(two) == "ten" and way.split_by == "value":
        return True
    return one >> 2 == two >> 2


def _may_split(r: Round, here: Spot, hand: Hand) -> bool:
    way, hands = _way(r), len(here.hands)
    if len(hand.cards) != 2 or hands >= way.splits or not _alike(way, hand.cards):
        return False
    name = class_of(hand.cards[0])
    if hand.split and name in way.once:
        return False
    suited = hand.cards[0] & 3 == hand.cards[1] & 3
    return not (way.third_suited and name == "ten" and hands == 3 and not suited)


def _may_surrender(r: Round, here: Spot, hand: Hand) -> bool:
    way = _way(r)
    if _count(r, hand).total >= way.surrender_below:
        return False
    match way.surrender:
        case "dealt":
            return len(here.hands) == 1 and len(hand.cards) == 2
        case "two cards":
            return len(hand.cards) == 2
        case "any" | "any time":
            return not _no_hit(r, hand)
    return False


def default(r: Round, seat: int) -> tuple[str, tuple[int, ...]]:
    if seat in _insuring(r):
        return "no insurance", ()
    way, here = _way(r), spot(r, seat)
    hand = here.hands[here.at]
    total, soft = _count(r, hand)
    hits = total <= (way.silent_hit_soft if soft else max(way.silent_hit, way.must_hit))
    return ("hit" if hits and not _no_hit(r, hand) else "stand"), ()


# ---- What it came to


def marks(r: Round, seat: int) -> frozenset[str]:
    """Of the first hand, the cards that were dealt, and the bank."""
    found = {*of_hand(r, seat, 1), *_busts(r), *_luck(r, seat), *_pairs(r.hand(seat)[:2])}
    if "even money" in r.answers[seat]:
        found.add("even money")
    return frozenset(found)


def of_hand(r: Round, seat: int, number: int) -> frozenset[str]:
    way, hand = _way(r), spot(r, seat).hands[number - 1]
    found = set[str]()
    if hand.ends == "surrender":
        found.add("surrendered")
    if _bank_natural(r):
        found.add("bank natural")
    total, bank = _count(r, hand).total, count(way, r.bank).total
    if total > way.target:
        return frozenset(found.union(_over(r, hand, total, bank)))
    mine, name = (0, "") if hand.split else natural(way, hand.cards)
    result = _compared(r, mine, total, bank)
    found.add(result)
    if result == "win" and mine:
        found |= {name, *({"beats a natural"} if _bank_natural(r) else ())}
    if total == way.target:
        found.add("exact")
    if result == "tie" and total in r.rules.bank_ties:
        found.add("bank tie")
    return frozenset(found)


def _compared(r: Round, mine: int, total: int, bank: int) -> str:
    way, theirs = _way(r), _bank_natural(r)
    if mine or theirs:
        better = mine - theirs
        if mine and way.natural_never_loses:
            better = max(0, better)
    else:
        better = total - bank if bank <= way.target else 1
    return "win" if better > 0 else "tie" if not better else "lose"


def _over(r: Round, hand: Hand, total: int, bank: int) -> set[str]:
    way, found = _way(r), {"over"}
    if bank <= way.target or _bank_natural(r):
        return found
    ranks = [class_of(card) for card in r.bank]
    if ranks == ["8"] * 3:
        found.add("over, bank 8-8-8")
    if bank == 26 and len(ranks) == 3:
        found.add("over, bank three-card 26")
    if total < bank:
        found.add("over, nearer")
        if len(hand.cards) == 3 and total in way.over_pushes:
            found.add("over on three cards, nearer")
    elif total == bank:
        found.add("over, equal")
    return found


def _busts(r: Round) -> set[str]:
    cards = r.bank
    over = count(_way(r), cards).total > _way(r).target and not _bank_natural(r)
    return {f"bank busts with {min(len(cards), MOST)} cards"} if over else set()


def _luck(r: Round, seat: int) -> set[str]:
    """On two dealt cards, when the bank's first card is a deuce to a seven (000 L2305-2345)."""
    way, cards, up = _way(r), r.hand(seat)[:2], class_of(_up(r)) if r.numbers(BANK_UP) else ""
    if up not in ("2", "3", "4", "5", "6", "7") or len(cards) < 2:
        return set()
    kinds = {class_of(card) for card in cards}
    if kinds == {"ace", "ten"}:
        spades = {card & 3 for card in cards} == {3} and {card >> 2 for card in cards} == {ACE, 9}
        return {_LUCK[0] if spades else _LUCK[1]}
    if not kinds & {"ace", "joker"} and 9 <= sum(map(value, cards)) <= 11:
        return {_LUCK[2]}
    return {_LUCK[3]} if count(way, cards).total >= 18 else set()


def _pairs(cards: Sequence[int]) -> set[str]:
    if len(cards) < 2 or cards[0] >> 2 != cards[1] >> 2:
        return set()
    one, two = (card & 3 for card in cards)
    same = "pair of one suit" if one == two else "pair of one color" if one + two == 3 else "pair"
    return {same}


# ---- In words


def words(r: Round, place: int) -> str:
    if place == BANK:
        return _told(r, Hand(r.bank)) if r.bank else ""
    return " and ".join(_told(r, hand) for hand in spot(r, place).hands) if r.hand(place) else ""


def _told(r: Round, hand: Hand) -> str:
    way = _way(r)
    if not hand.split and natural(way, hand.cards)[0]:
        return way.natural_count
    return told(way, _count(r, hand).total)


ENDS = {"stand": "Stands", "double": "Doubled", "surrender": "Surrendered"}


def hands(r: Round, seat: int) -> tuple[HandSeen, ...]:
    """As everybody sees them."""
    here = spot(r, seat)
    found = []
    for at, hand in enumerate(here.hands if r.hand(seat) else ()):
        over = _count(r, hand).total > _way(r).target
        note = "Over" if over else ENDS.get(hand.ends, "")
        note = "To play" if at == here.at and here.due == "choice" else note
        names = circles_of(r, at)
        chips = sum(r.bets[seat].get(name, 0) for name in names)
        chips += sum(x.bet for x in r.results if x.seat == seat and x.circle in names)
        found.append(HandSeen(tuple(hand.cards), _told(r, hand), chips, note))
    return tuple(found)


def circles_of(r: Round, at: int) -> tuple[str, str]:
    return circle(r, at), "double" if at == 0 else f"double {at + 1}"


TWENTYONE = Kind(
    MARKS, plan, asks, verbs, default, marks, words, opens, of_hand=of_hand, hands=hands
)
