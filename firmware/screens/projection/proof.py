"""A receipt as the fairness page tells it, checked by the very file that players check with."""

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.fairness.qr import texts
from firmware.fairness.receipt import Receipt
from firmware.screens import protocol as g

COUNT = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def proof(receipt: Receipt) -> g.Proof:
    """Costs a dozen milliseconds: an errand."""
    hand = receipt["log"]["entries"][0]["hand"]
    try:
        checked = verify.Hand(canonical(receipt))
    except verify.Wrong as no:
        words = f"{str(no)[:110]}. Please call the floor: the hand is kept."
        return g.Proof(hand, (g.Check("The proof does not hold", words, good=False),))
    size = max(checked.heads)
    head = checked.heads[size].hex()[:12].upper()
    return g.Proof(
        hand=hand,
        checks=_checks(checked),
        head="-".join((head[:4], head[4:8], head[8:])),
        codes=tuple(texts(receipt)),
    )


def _checks(hand: verify.Hand) -> tuple[g.Check, ...]:
    end = hand.entries[-1]
    if not hand.layers:
        return (g.Check("Void before the cut", f"It did not count: {end['why']}."),)
    sealed = g.Check(
        "Sealed before the deal",
        "Four shuffled decks were locked under one code, on the center screen before anyone"
        " touched anything.",
        verify.code(hand.commitment),
    )
    spot = g.Check(
        "Three unused decks opened",
        f"Each holds {len(hand.deck)} cards, none missing, and fits the seal. A cheated deck"
        " would be caught three times in four.",
        "3 of 3",
    )
    checks = (sealed, _cut(hand), spot, _cards(hand))
    if end["kind"] == "void":
        return (*checks[:3], g.Check("This hand is void", f"It did not count: {end['why']}."))
    return checks


def _cut(hand: verify.Hand) -> g.Check:
    deck = f"Deck {hand.played + 1} was chosen, cut at card {hand.cut + 1}."
    count = len(hand.touched)
    if not count:
        words = f"No seat touched to cut, so the seal itself decided. {deck}"
        return g.Check("Cut by the seal", words)
    seats = "One seat" if count == 1 else f"{COUNT[count]} seats"
    yours = "yes" if hand.seat in hand.touched else "no"
    words = f"{seats} touched to cut, all revealed at once. {deck}"
    return g.Check("Cut by the players", words, f"Your cut: {yours}")


def _cards(hand: verify.Hand) -> g.Check:
    board = sum(hand.dealt[number] == 0 for number in hand.shown)
    others = len(hand.open) - board
    words = f"Board cards: {board}. Cards shown, and your own: {others}. Matched one by one."
    words += " Folded and undealt cards stay secret for ever."
    return g.Check(
        "Every card you saw fits the seal", words, f"{len(hand.open)} of {len(hand.open)}"
    )
