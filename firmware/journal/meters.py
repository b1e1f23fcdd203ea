"""The meters of the table: a fold of the journal, never a truth of their own (REQ-R42)."""

from hashlib import sha256

from msgspec import Struct, msgpack
from msgspec.structs import asdict

from firmware.journal.records import (
    DoorOpened,
    DoorShut,
    FaultOpened,
    FeesTaken,
    HandEnded,
    HandPaid,
    HandVoided,
    OrderAnswered,
    PoweredUp,
    ServiceTestEntered,
    ServiceTestLeft,
    Told,
    TransferPosted,
)


class Meters(Struct):
    """Cents and counts since the journal began. Only `count` moves them."""

    money_in: int = 0
    money_out: int = 0
    hand_paid: int = 0
    wagered: int = 0
    fees: int = 0
    jackpot: int = 0
    hands: int = 0
    hands_voided: int = 0
    power_ups: int = 0
    faults: int = 0
    unsealed: int = 0  # hands whose folded cards two people looked at
    in_service_test: bool = False
    doors: int = 0
    doors_open: list[str] = []  # now
    door_counts: dict[str, int] = {}  # by the board, when last heard


def count(meters: Meters, told: Told) -> None:
    match told:
        case ServiceTestEntered():
            meters.in_service_test = True
        case ServiceTestLeft():
            meters.in_service_test = False
    _doors(meters, told)
    if not meters.in_service_test:  # REQ-R27: a test moves no meter
        _count(meters, told)


def figures(meters: Meters) -> str:
    """All that is counted, as one hash: which doors stand open, and what their board says, is no
    meter."""
    counts = {name: each for name, each in asdict(meters).items() if type(each) is int}
    return sha256(msgpack.encode(counts)).hexdigest()[:16]


def _doors(meters: Meters, told: Told) -> None:
    """How the doors are, in a test too: whoever tests one leaves no news behind."""
    match told:
        case DoorOpened(door, _, openings):
            meters.door_counts[door] = openings
            if door not in meters.doors_open:
                meters.doors_open.append(door)
        case DoorShut(door) if door in meters.doors_open:
            meters.doors_open.remove(door)


def _count(meters: Meters, told: Told) -> None:
    match told:
        case TransferPosted(transfer) if transfer.kind == "buy_in":
            meters.money_in += transfer.amount
        case TransferPosted(transfer) if transfer.kind == "cash_out":
            meters.money_out += transfer.amount
        case HandPaid(transfer):
            meters.hand_paid += transfer.amount
        case HandEnded():
            meters.hands += 1
            if not told.in_chips:
                meters.wagered += sum(result.wagered for result in told.results)
            meters.fees += told.fees
            meters.jackpot += told.jackpot
        case FeesTaken(amount):
            meters.fees += amount
        case HandVoided():
            meters.hands_voided += 1
        case PoweredUp():
            meters.power_ups += 1
        case FaultOpened():
            meters.faults += 1
        case OrderAnswered(what="Unseal", done=True):
            meters.unsealed += 1
        case DoorOpened():
            meters.doors += 1
