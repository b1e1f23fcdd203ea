"""Hand ranking: cards in, a strength out.

A strength is an int. Bigger wins, equal ties, 0 is no hand or one that does not qualify.
RANKINGS holds every ranking by the name that game files use. use.py says which cards may be put
together, showing.py ranks what lies face up. By the million: lab/bench/bulk.py.
Start at ladder.py; high.py is the same law made fast.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from firmware.games.ranking import badugi, high, ladder, low, match, names
from firmware.games.ranking.ladder import Ladder
from firmware.games.ranking.laddered import Joker, ranker


class Ranking(NamedTuple):
    """One way to compare hands. `rank` is a plain function: fetch it once in a hot loop."""

    title: str
    rank: Callable[[Sequence[int]], int]
    words: Callable[[int], str]  # strength -> "Full House, Queens over Tens"
    kind: Callable[[int], str]  # strength -> "full house"; "" for no hand
    size: int = 5  # cards in a full hand

    def name(self, cards: Sequence[int]) -> str:
        """What these cards make, in words for people."""
        return self.words(self.rank(cards))


def _ladder(title: str, rules: Ladder, joker: Joker = "none") -> Ranking:
    words, kind = partial(names.high, rules), partial(names.high_class, rules)
    return Ranking(title, ranker(rules, joker), words, kind)


def _high(title: str) -> Ranking:
    words, kind = partial(names.high, ladder.STANDARD), partial(names.high_class, ladder.STANDARD)
    return Ranking(title, high.rank, words, kind)


RANKINGS: dict[str, Ranking] = {
    ranking.title: ranking
    for ranking in (
        _high("high"),
        Ranking("low A-5", low.rank_a5, names.a5, names.a5_class),
        Ranking("low A-5 8", low.rank_a5_eight, names.a5, names.a5_class),
        Ranking("low A-5, joker", low.rank_a5, names.a5, names.a5_class),
        Ranking("low 2-7", low.rank_d7, names.d7, names.d7_class),
        Ranking("low 2-7, joker", low.rank_d7, names.d7, names.d7_class),
        Ranking("match", match.rank, match.words, match.kind, size=6),  # 003 L915-959
        Ranking("badugi", badugi.rank, names.badugi_words, names.badugi_class, size=4),
        # Joker: ace, or completes a straight or a flush (000a [1519], 002 L63-67, 004 L133-149).
        _ladder("high, bug", ladder.STANDARD, "bug"),
        _ladder("high, wild", ladder.STANDARD, "wild"),  # 003 L488-546, 004 L268
        # The joker is wild if it was dealt down, a bug if it was dealt up (001 L1170, 004 D11).
        _ladder("high, mexican", ladder.MEXICAN, "wild"),
        _ladder("high, mexican bug", ladder.MEXICAN, "bug"),
        _ladder("high, asian", ladder.ASIAN),
        _ladder("high, short deck", ladder.SHORT_DECK),
    )
}
