"""A receipt as the fairness page tells it: what this station checked, a row each."""

from textwrap import wrap
from typing import Literal

from msgspec import Struct

from firmware.fairness import verify, verify_v1
from firmware.fairness.receipt import RAIL
from firmware.fairness.station import Proved

ROWS, ROW_CHARS = 8, 40  # of the page
CALL = "Please call the floor: the hand is kept"
OLD = "Dealt before the update: it checks, as far as version 1 goes"


class Check(Struct, frozen=True):
    title: str
    badge: str = ""
    state: Literal["good", "note", "bad"] = "good"  # note: it holds, and something is to be known


def checks(proved: Proved) -> tuple[Check, ...]:
    if proved.receipt is None:
        return failed("This proof does not hold", proved.wrong)
    if isinstance(proved.receipt, verify_v1.Hand):
        return (Check(OLD, "version 1", "note"),)
    return _checks(proved.receipt)


def failed(title: str, why: str) -> tuple[Check, ...]:
    """In as many rows as it takes: none is made too narrow to read."""
    rows = (title, *wrap(why, ROW_CHARS)[: ROWS - 2], CALL)
    return tuple(Check(words, state="bad") for words in rows)


def _checks(hand: verify.Hand) -> tuple[Check, ...]:
    last = hand.last
    if not last.cut:
        return (Check("Void before the cut: nobody was dealt a card", "", "note"),)
    decks, shares = len(hand.commit["roots"]), len(last.cut["shares"])
    ended = last.end["kind"] == "void"
    return (
        Check("Four decks were sealed before the deal", _letters(hand)),
        Check("Every share was opened, all or none", f"{shares} of {shares}"),
        _cut(hand),
        Check("The other decks were opened, all whole", f"{decks - 1} of {decks - 1}"),
        Check("Every card lies where the plan sends it", f"{len(hand.walk.to)} places"),
        _faces(hand),
        _witness(hand),
        Check("This hand is void", "void", "note") if ended else _voids(hand),
    )


def _faces(hand: verify.Hand) -> Check:
    """The rail's receipt is of who held the bank, who moved here, or whose station was started
    since: what only he saw is not in it."""
    opened = f"{len(hand.open)} of {len(hand.open)}"
    if hand.seat == RAIL:
        return Check("The shown cards fit. Yours are not kept", opened, "note")
    return Check("Your cards and the shown ones fit", opened)


def _letters(hand: verify.Hand) -> str:
    """Of the square that stood on the glass when the shares were opened."""
    whole = [seen for seen, kind in hand.squares.items() if kind in ("seals", "digits")]
    return verify.letters(hand.heads[int(whole[-1].split("/")[2])])


def _cut(hand: verify.Hand) -> Check:
    last = hand.last
    if last.digits and last.seals["cutter"] == hand.seat:
        return Check("Your digits went into the shuffle", last.digits)
    if last.digits:
        words = f"Seat {last.seals['cutter']} cut the deck"
        return Check(words, last.digits, "note")
    return Check("You did not cut", "no digits", "note")


def _witness(hand: verify.Hand) -> Check:
    witnesses = hand.receipt["witness"]
    if not witnesses:
        return Check("Not witnessed", "no signature", "note")
    return Check(f"Witnessed by {witnesses[0]['name']}, without a gap", "signed")


def _voids(hand: verify.Hand) -> Check:
    count = hand.counted_voids
    return Check("Deals voided", f"{count} in 1,000 hands", "note" if count else "good")
