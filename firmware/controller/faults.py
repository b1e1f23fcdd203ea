"""What is wrong with a table, for its journal: faults that end, and notices (REQ-R25).

Each gives the records to write. Whoever must see it: the floor on the center screen (a sick noise
source), the seat that asked (a bank that is away), and a line of the log for every one of them.
"""

from collections.abc import Mapping

from firmware.errors import Fault
from firmware.fairness.verify import ALARM
from firmware.journal import records as r
from firmware.journal.folds import Folds

FLOOD = "TOUCH_FLOOD"
DOUBTS, VOIDS = "STATION_DOUBTS", "VOIDS_ALARM"


def began(folds: Folds, fault: Fault, where: str = "") -> list[r.Told]:
    """Journalled once, until it has ended."""
    name = f"{fault.name} {where}".strip()
    return [] if name in folds.faults.open else [r.FaultOpened(name, str(fault), fault.do)]


def ended(folds: Folds, name: str) -> list[r.Told]:
    return [r.FaultCleared(name)] if name in folds.faults.open else []


def flood(who: str) -> Fault:
    return Fault(
        FLOOD,
        happened=f"The device of {who} asks for more than any finger can.",
        safe="The others are served first, and nothing of it is kept that found no place.",
        do=f"Look at {who}. If nobody touches it, take the device away.",
    )


def station_doubts(seat: int, hand: int, words: str) -> Fault:
    plain = "".join(letter for letter in words if letter.isprintable())[:120]
    return Fault(
        DOUBTS,
        happened=f"The station of seat {seat} checked hand {hand:,}, and it does not hold: {plain}",
        safe="It is dealt no more cards; its chips and the hand's records are kept.",
        do="Do not wave it off: keep the hand's receipts and call the auditor. After that, restart"
        " the station.",
    )


def voids_alarm(voids: int, unopened: int, blamed: Mapping[int, int]) -> Fault:
    """`unopened`: deals whose decks nobody opened; before any seal they are no voids that count.
    `blamed`: how many deals each seat's station did not open."""
    many = voids >= ALARM
    count = f"{voids} deals were voided in the last 1,000 hands." if many else ""
    shut = f"The decks of {unopened} voided deal{'s' * (unopened > 1)} were not opened."
    receipts = "receipts" if many else "receipts of that hand"
    seats = ", ".join(f"seat {seat}: {times}" for seat, times in sorted(blamed.items()))
    whose = f"Change the station that did not open ({seats})" if seats else "Look for the cause"
    return Fault(
        VOIDS,
        happened=f"{count} {shut if unopened else ''}".strip(),
        safe=f"Every chip is back where it was, and play goes on; but {receipts} say NOT VERIFIED.",
        do=f"{whose}, tell the players, and give the auditor the log: stormdeck rng log.",
    )
