"""Hand recall: where the last thousand hands stand in the journal (REQ-R20).

Only the places are kept; the hand itself is read from the disk, from whichever copy is whole.
"""

from collections.abc import Iterator

from msgspec import Struct

from firmware.errors import Refused
from firmware.journal.frame import Entry
from firmware.journal.journal import Journal
from firmware.journal.records import HandEnded, HandStarted, HandVoided, Told

HANDS_KEPT = 1000


class Span(Struct, frozen=True):
    hand: int
    first: int
    last: int  # 0 while it is being played


class Recall(Struct):
    spans: list[Span] = []


def place(recall: Recall, seq: int, told: Told) -> None:
    match told:
        case HandStarted(hand):
            recall.spans.append(Span(hand, seq, 0))
            del recall.spans[:-HANDS_KEPT]
        case HandEnded(hand) | HandVoided(hand):
            for at in range(len(recall.spans) - 1, -1, -1):
                if recall.spans[at].hand == hand:
                    recall.spans[at] = Span(hand, recall.spans[at].first, seq)
                    return


def recall_hand(journal: Journal, recall: Recall, hand: int) -> Iterator[Entry]:
    """Every record from its start to its end; sealed ones stay sealed."""
    span = span_of(recall, hand)
    return journal.read(span.first, span.last or journal.head.seq)


def span_of(recall: Recall, hand: int) -> Span:
    for span in reversed(recall.spans):
        if span.hand == hand:
            return span
    raise Refused(f"Hand {hand} is not among the last {HANDS_KEPT:,} hands.", rule="REQ-R20")
