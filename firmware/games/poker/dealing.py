"""Which card goes where. The order of the deal is part of the rule."""

from msgspec import Struct

from firmware.games.play import BOARD, BURN, MUCK, RESHUFFLE, SCRAP
from firmware.games.poker.game import Phase
from firmware.games.poker.hand import Hand

_ON_THE_TABLE = (BURN, BOARD)


class Wants(Struct, frozen=True, gc=False):
    """What a hand asks of the deck: so many cards, perhaps after a reshuffle of the stub
    together with `reshuffle`."""

    count: int
    reshuffle: tuple[int, ...] = ()


def wants(hand: Hand) -> Wants:
    if hand.due != "deal":
        return Wants(0)
    if hand.deck.plan[0] != RESHUFFLE:
        return Wants(count(hand))
    return Wants(count(hand), tuple(hand.deck.dealt[number] for number in pool(hand)))


def count(hand: Hand) -> int:
    """How many cards are due now: up to the next reshuffle."""
    plan = hand.deck.plan
    if len(plan) <= hand.deck.stub or RESHUFFLE not in plan:
        return len(plan)
    if plan[0] == RESHUFFLE:
        return len(plan) - 1
    return plan.index(RESHUFFLE)


def pool(hand: Hand) -> list[int]:
    """The numbers of what a reshuffle mixes with the rest of the stub: stud its burns, draw the
    discards and the folded hands."""
    if hand.rules.forced == "bring-in":
        return hand.deck.at(BURN)
    out = (s for s in hand.seats if s not in hand.live and not on_the_way(hand, s))
    return hand.deck.at(MUCK, *out)


def on_the_way(hand: Hand, seat: int) -> bool:
    return seat in hand.deck.plan or -seat in hand.deck.plan


def places(hand: Hand, count: int) -> list[int]:
    """Where the next cards come to lie: those of a hand that was fouled meanwhile nowhere."""
    targets, phase = hand.deck.plan[:count], hand.rules.phases[hand.at]
    if len(hand.live) == len(hand.seats) or (phase.board and not phase.faces):
        return targets
    live = hand.live
    return [to if to in _ON_THE_TABLE or abs(to) in live else SCRAP for to in targets]


def plan(hand: Hand, phase: Phase) -> list[int]:
    """Clockwise from the left of the button, a card a pass; then the board."""
    targets: list[int] = [BURN] if phase.burn else []
    for face in phase.faces:
        targets += _pass(hand, face)
    targets += [BOARD] * phase.board
    if len(targets) <= hand.deck.stub or hand.rules.forced != "bring-in":
        return serve(hand, targets)
    return _short(hand, phase)


def _pass(hand: Hand, face: str) -> list[int]:
    """One card each. A seat that folded with no bet to it keeps its place in the deal."""
    if not hand.deck.phantoms:
        return hand.live if face == "d" else [_target(hand, seat, face) for seat in hand.live]
    seats = (s for s in hand.seats if s in hand.live or s in hand.deck.phantoms)
    return [_target(hand, seat, face) for seat in seats]


def _target(hand: Hand, seat: int, face: str) -> int:
    if seat not in hand.live:
        return SCRAP
    down = face == "d" or (face == "f" and not hand.down[seat])
    return seat if down else -seat


def _short(hand: Hand, phase: Phase) -> list[int]:
    """The deck runs short on a stud street (000 L280, 002 L389, 003 L188, 004 L378).

    Deal all but the last card, mix it with the burns, burn one if it can be spared, go on. If
    even that is too little, decided before anyone is served: one card for everybody.
    """
    seats = [s for s in hand.seats if s in hand.live]
    targets = [_target(hand, seat, phase.faces) for seat in seats]
    stub, burns = hand.deck.stub, len(pool(hand))
    if stub > len(seats):  # enough once the folded seats are skipped
        return [BURN, *targets]
    burn_first = stub >= 2
    served = max(stub - 2, 0)
    mixed = stub + burns - served
    missing = len(seats) - served
    if mixed > missing:
        second = [BURN, *targets[served:]]
    elif mixed == missing and hand.rules.settings.skip_burn:
        second = targets[served:]
    else:
        return [BURN, BOARD] if stub >= 2 else [BOARD]
    return [*([BURN] if burn_first else []), *targets[:served], RESHUFFLE, *second]


def serve(hand: Hand, targets: list[int]) -> list[int]:
    """Cards for drawers, out of the discards when the stub is used up (003 L1612)."""
    stub = hand.deck.stub
    if len(targets) <= stub:
        return targets
    if hand.drawing.kept and len(targets) - stub > len(pool(hand)):
        hand.deck.move(hand.drawing.kept, MUCK)
        hand.drawing.kept = []
    return [*targets[:stub], RESHUFFLE, *targets[stub:]]
