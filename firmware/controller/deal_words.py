"""What the log of deals says, heard again after a restart; and what each station is waited for."""

from typing import Any

from firmware.controller.deal_memory import BLAMES_MOST, DealMemory
from firmware.fairness.before import OldHand
from firmware.fairness.hand import Hand, Terms
from firmware.fairness.station import LATE, NOTHING, SEAL


def heard_again(hand: Hand, entry: dict[str, Any]) -> bool:
    """What stands in the journal happens again, to the byte. False: it waits for its step."""
    match entry["kind"]:
        case "seals":
            seals = ((seat, bytes.fromhex(seal)) for seat, seal in entry["seals"])
            hand.shares.seals = dict(seals)
            plan = tuple(tuple(step) for step in entry["plan"])
            who = tuple(entry["seats"]), plan, tuple(entry["askers"]), entry["cutter"]
            terms = Terms(entry["game"], entry["rules"], entry["button"], *who)
            hand.close(terms, [*hand.shares.seals])
        case "digits":
            hand.type_digits(entry["digits"])
        case "cut":
            for seat, share in entry["shares"]:
                assert hand.shares.open(seat, bytes.fromhex(share))
            hand.cut()
        case "mix" | "again" | "next":
            return False
        case "late" | "station":
            facts = {name: value for name, value in entry.items() if name != "table"}
            hand.aside(**facts)
    return True


def wants(memory: DealMemory, hand: Hand | OldHand | None, seat: int) -> int:
    """What this station is waited for."""
    if not isinstance(hand, Hand):
        return NOTHING
    shares = hand.shares
    if seat in memory.owed:
        return LATE if memory.blames(seat) < BLAMES_MOST else NOTHING
    if hand.life == "committed":
        return SEAL if seat not in shares.seals else NOTHING
    if hand.life == "sealed" and not hand.cutter:
        return 0 if seat in shares.missing else NOTHING
    return hand.asked if hand.asked and seat in shares.absent else NOTHING
