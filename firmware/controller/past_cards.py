"""A hand that is over, told again without the cards that nobody was shown.

While a hand is played its deals are sealed with a key of their own; when it is over that key is
overwritten, and nothing on this machine opens them again (the auditor can, from the boxes). So that
the journal can still be replayed, the same events are told once more at the hand's end, in the
clear: what everybody saw as it was, and for each hidden card another one that means nothing.
"""

from collections.abc import Mapping, Sequence
from itertools import cycle

from msgspec import Struct, json
from msgspec.structs import replace

from firmware.games.play import Happened
from firmware.journal.frame import Record
from firmware.table import events as e

TOLD = "hand.told"


class Sealed(Struct, frozen=True):
    """An event of the hand in play that holds cards, and the record that it is."""

    seq: int
    event: e.InHand


class Told(Struct, frozen=True):
    hand: int
    events: dict[int, bytes]  # record: the event, with stand-ins


_told = json.Decoder(Told).decode


def told(hand: int, sealed: Sequence[Sealed], to: Sequence[int], shown: Mapping[int, int],
         deck: Sequence[int]) -> Record:  # fmt: skip
    """`to`: the seat of each dealt card, by its number; `shown`: number and face of what everybody
    has seen; `deck`: all faces there are."""
    stand_ins = StandIns(to, shown, deck)
    events = {one.seq: e.to_line(stand_ins.without_cards(one.event)) for one in sealed}
    return Record(TOLD, json.encode(Told(hand, events)))


def read(body: bytes) -> dict[int, bytes]:
    return _told(body).events


class StandIns:
    """Hidden cards get the lowest faces that nobody saw, in the order in which they were dealt:
    what they really were has no part in it."""

    def __init__(self, to: Sequence[int], shown: Mapping[int, int], deck: Sequence[int]) -> None:
        self._to, self._shown = to, shown
        free = list(deck)
        for face in set(shown.values()):
            if face in free:
                free.remove(face)
        self._free = cycle(free)  # after a reshuffle they come again, as the cards did
        self._of_face: dict[tuple[int, int], list[int]] = {}  # seat, real face: what stands for it
        self._number = 0

    def without_cards(self, event: e.InHand) -> e.InHand:
        return replace(event, events=tuple(map(self._one, event.events)))

    def _one(self, one: Happened) -> Happened:
        if not one.secret:
            return one
        cards = getattr(one, "cards", None)
        seat = getattr(one, "seat", 0)
        if seat and cards is not None:  # given up: the same that were dealt there
            return replace(one, cards=tuple(self._dealt_to(seat, card) for card in cards))
        if cards is not None:
            return replace(one, cards=tuple(map(self._deal, cards)))
        card = getattr(one, "card", None)
        return one if card is None else replace(one, card=self._dealt_to(seat, card))

    def _deal(self, card: int) -> int:
        number, self._number = self._number, self._number + 1
        stands = self._shown[number] if number in self._shown else next(self._free)
        seat = abs(self._to[number]) if number < len(self._to) else 0
        self._of_face.setdefault((seat, card), []).append(stands)
        return stands

    def _dealt_to(self, seat: int, card: int) -> int:
        return self._of_face[seat, card][-1]
