"""The walk of the settlement: a round as it lay when so many seats had been settled.

Everything is decided when the bank's cards lie open; the center shows it seat by seat, in the order
in which the stake pays, so that everybody sees where the cover ended.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from firmware.screens.protocol import Against, Public, Seat
from firmware.screens.protocol import bank_facts as facts
from firmware.screens.protocol.bank_view import Bank
from ui.motion import BANK_STAGGER_MS, FLIP_MS

SEAT_MS = 450
OPENS_MS = FLIP_MS + 3 * BANK_STAGGER_MS  # the bank's cards first


def begins(old: Public, new: Public) -> bool:
    if not old.against or not new.against or old.hand != new.hand:
        return False
    return old.against.due != "over" == new.against.due and len(seats(new)) > 0


def seats(public: Public) -> list[int]:
    round_ = public.against
    return facts.bettors(round_) if round_ and round_.due == "over" and round_.banks else []


def at(public: Public, settled: int) -> Public:
    """When so many seats had been settled; the light is on the next one."""
    round_, order = public.against, seats(public)
    later = order[settled:]
    if round_ is None or not later:
        return public
    wagers = tuple(
        replace(one, result="", mark="", won=0, uncovered=0) if one.seat in later else one
        for one in round_.wagers
    )
    here = tuple(_still_lying(one, round_) if one.seat in later else one for one in public.seats)
    layout = public.placard.layout
    if layout and layout.setting:  # the one that is settled has its cards before its plate
        here = tuple(_closed(one) if one.seat in later else one for one in here)
        here = tuple(replace(one, down=0) if one.seat == later[0] else one for one in here)
    before = replace(round_, wagers=wagers)
    before = replace(before, banks=tuple(_covers(before)))
    return replace(public, against=before, seats=here, actor=later[0])


def _still_lying(seat: Seat, round_: Against) -> Seat:
    """With its wagers before it, and not in its stack again."""
    own = facts.of_seat(round_, seat.seat)
    back, lies = sum(one.chips + one.won for one in own), sum(one.chips for one in own)
    return replace(seat, won=0, stack=seat.stack - back, bet=lies)


def _closed(seat: Seat) -> Seat:
    """Hands that were set are opened one after the other, when their turn comes."""
    return replace(seat, shown=(), winning=(), hand="", down=len(seat.shown) or seat.down)


def _covers(round_: Against) -> Iterator[Bank]:
    """The stakes one after the other, as far as they were used by then."""
    used = sum(abs(one.won) for one in round_.wagers)
    for bank in round_.banks:
        spent = min(used, bank.stake - bank.left)
        used -= spent
        yield replace(bank, left=bank.stake - spent)
