"""A receipt as the fairness page tells it, checked by the very file that players check with."""

from textwrap import wrap

from firmware.fairness import verify, verify_v1
from firmware.fairness.digest import canonical
from firmware.fairness.qr import texts
from firmware.fairness.receipt import Receipt
from firmware.screens import protocol as g

ROWS, ROW_CHARS = 8, 40  # of the page
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def proof(receipt: Receipt) -> g.Proof:
    """Costs some dozen milliseconds: an errand."""
    hand = receipt["log"]["entries"][0]["hand"]
    if receipt["stormdeck"] == 1:
        return _old(receipt, hand)
    try:
        checked = verify.Hand(canonical(receipt))
    except verify.Wrong as no:
        return _failed(hand, str(no))
    return g.Proof(hand, _checks(checked), tuple(texts(receipt)))


def _failed(hand: int, why: str) -> g.Proof:
    """In as many rows as it takes: none is made too narrow to read."""
    rows = [g.Check(line, state="bad") for line in wrap(why, ROW_CHARS)[: ROWS - 2]]
    call = g.Check("Please call the floor: the hand is kept", state="bad")
    return g.Proof(hand, (g.Check("This proof does not hold", state="bad"), *rows, call))


def _old(receipt: Receipt, hand: int) -> g.Proof:
    """Dealt before an update: its own file checks it."""
    try:
        verify_v1.Hand(canonical(receipt))
    except verify_v1.Wrong as no:
        return _failed(hand, str(no))
    words = "Dealt before the update: it checks, as far as version 1 goes"
    return g.Proof(hand, (g.Check(words, "version 1", "note"),))


def _checks(hand: verify.Hand) -> tuple[g.Check, ...]:
    last = hand.last
    if not last.cut:
        return (g.Check("Void before the cut: nobody was dealt a card", "", "note"),)
    decks, shares = len(hand.commit["roots"]), len(last.cut["shares"])
    opened = len(hand.open)
    ended = last.end["kind"] == "void"
    return (
        g.Check("Four decks were sealed before the deal", _letters(hand)),
        g.Check("Every share was opened, all or none", f"{shares} of {shares}"),
        _cut(hand),
        g.Check("The other decks were opened, all whole", f"{decks - 1} of {decks - 1}"),
        g.Check("Every card lies where the plan sends it", f"{len(hand.walk.to)} places"),
        g.Check("Your cards and the shown ones fit", f"{opened} of {opened}"),
        _witness(hand),
        g.Check("This hand is void", "void", "note") if ended else _voids(hand),
    )


def _letters(hand: verify.Hand) -> str:
    """Of the square that stood on the glass when the shares were opened."""
    whole = [seen for seen, kind in hand.squares.items() if kind in ("seals", "digits")]
    return verify.letters(hand.heads[int(whole[-1].split("/")[2])])


def _cut(hand: verify.Hand) -> g.Check:
    last = hand.last
    if last.digits and last.seals["cutter"] == hand.seat:
        return g.Check("Your digits went into the shuffle", last.digits)
    if last.digits:
        words = f"You did not cut. Seat {last.seals['cutter']} did"
        return g.Check(words, last.digits, "note")
    return g.Check("You did not cut", "no digits", "note")


def _witness(hand: verify.Hand) -> g.Check:
    witnesses = hand.receipt["witness"]
    if not witnesses:
        return g.Check("Not witnessed", "no signature", "note")
    return g.Check(f"Witnessed by {witnesses[0]['name']}, without a gap", "signed")


def _voids(hand: verify.Hand) -> g.Check:
    count = hand.counted_voids
    return g.Check("Deals voided", f"{count} in 1,000 hands", "note" if count else "good")
