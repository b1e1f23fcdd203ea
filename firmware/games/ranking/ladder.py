"""What beats what among high hands, told slowly and once.

A strength is category << 20 with up to five ranks below it, four bits each, the one that is
compared first on top. So strengths compare as hands do, and can be read back into words.
This is the law from which the fast tables are made (make_table.py) and against which they are
tested; decks that are played rarely use it directly, through a memo (laddered.py).
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from firmware.games.cards import ACE

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE = range(
    1, 11
)


def pack(category: int, ranks: Iterable[int]) -> int:
    """One number from a category and the ranks that break ties, first compared first."""
    strength, room = category << 20, 20
    for rank in ranks:
        room -= 4
        strength |= rank << room
    return strength


def unpack(strength: int, count: int = 5) -> tuple[int, ...]:
    """The first `count` ranks of a strength."""
    return tuple(strength >> room & 15 for room in (16, 12, 8, 4, 0)[:count])


def straights_of(run: str) -> dict[int, int]:
    """Rank mask of every five neighbours in a run such as 'A23456' -> its top rank."""
    ranks = ["23456789TJQKA".index(r) for r in run]
    fives = [ranks[i : i + 5] for i in range(len(ranks) - 4)]
    return {sum(1 << r for r in five): five[-1] for five in fives}


class Ladder(NamedTuple):
    """The rules of one kind of high hand. Straights: rank mask -> top rank."""

    straights: dict[int, int]
    flush: int = FLUSH
    full_house: int = FULL_HOUSE

    @property
    def ranks(self) -> list[int]:
        """The ranks of its deck: those that can be in a straight."""
        return [r for r in range(13) if any(five >> r & 1 for five in self.straights)]

    def by_ranks(self, ranks: Iterable[int]) -> int:
        """Best hand of five to seven ranks when no suit helps."""
        groups = sorted(((n, r) for r, n in Counter(ranks).items()), reverse=True)
        (most, first), *others = groups
        if most >= 5:
            return pack(FIVE, (first,))
        if most == 4:
            return pack(QUADS, (first, max(r for _, r in others)))
        if most == 3 and others[0][0] >= 2:
            return pack(self.full_house, (first, others[0][1]))
        if top := self.straight_top(sum(1 << r for _, r in groups)):
            return pack(STRAIGHT, (top,))
        kickers = sorted((r for _, r in others), reverse=True)
        if most == 3:
            return pack(TRIPS, (first, *kickers[:2]))
        if most == 2 and others[0][0] == 2:
            second = others[0][1]
            return pack(TWO_PAIR, (first, second, max(r for r in kickers if r != second)))
        if most == 2:
            return pack(PAIR, (first, *kickers[:3]))
        return pack(HIGH_CARD, (first, *kickers[:4]))

    def by_suit(self, mask: int) -> int:
        """Best flush or straight flush among the ranks of one suit; 0 if there are under five."""
        if mask.bit_count() < 5:
            return 0
        if top := self.straight_top(mask):
            return pack(STRAIGHT_FLUSH, (top,))
        ranks = [r for r in range(ACE, -1, -1) if mask >> r & 1]
        return pack(self.flush, ranks[:5])

    def straight_top(self, mask: int) -> int:
        """Top rank of the best straight in a rank mask; 0 if none (no straight tops at a deuce)."""
        return max((top for five, top in self.straights.items() if mask & five == five), default=0)


STANDARD = Ladder(straights_of("A23456789TJQKA"))
# 2-7 lowball: the ace is high only, so A-5-4-3-2 is no straight (002 L489).
DEUCE_TO_SEVEN = Ladder(straights_of("23456789TJQKA"))
# Asian stud: flush over full house (004 L10), the ace also plays as a six (004 L9).
ASIAN = Ladder(straights_of("A789TJQKA"), FULL_HOUSE, FLUSH)
SHORT_DECK = Ladder(straights_of("A6789TJQKA"), FULL_HOUSE, FLUSH)
# Mexican: flush over full house (003 L369-373); seven and jack are neighbours (003 L381).
MEXICAN = Ladder(straights_of("A234567JQKA"), FULL_HOUSE, FLUSH)
