"""Money has moved: how much, where to, what the card holds then; long enough to read."""

from firmware.money import show as dollars
from firmware.screens.protocol import Slip
from stations import backdrop
from stations.areas import BODY
from stations.bar import brand
from stations.entry import attract
from stations.entry.steps import given_up
from stations.state import State
from ui.amounts import show
from ui.buttons import Button, Label
from ui.canvas import Canvas
from ui.layout import inset, left, top
from ui.looks import CARD, PANEL
from ui.qr import qr
from ui.sizes import BUTTON, HEADING, LABEL, SUM, TITLE
from ui.theme import GOLD, TEXT, TEXT2

SHEET = top(BODY, 520, 16)
CODE = 360
WORDS = inset(SHEET, 56, right=CODE + 96)
CODE_AT = SHEET.right - CODE - 56, SHEET.y + 56
CLOSE = left(top(WORDS, 96, 388), 320)


def draw(c: Canvas, s: State) -> None:
    slip = s.view.slip
    if slip is None or not s.slip_left:
        attract.draw(c, s)
        return
    backdrop.dark(c)
    brand(c, s)
    c.box(SHEET, PANEL)
    c.write(slip.title, TITLE.bold, WORDS, 64)
    c.write(_amount(slip), SUM.bold, WORDS, 150, GOLD, tab=True)
    c.write(_where(slip), HEADING.semibold, WORDS, 232)
    c.write(_then(slip), BUTTON.medium, WORDS, 286, TEXT if slip.done else TEXT2)
    if slip.text:
        c.blit(qr(slip.text, CODE), *CODE_AT)
        c.text("Your slip, for your phone", CODE_AT[0] + CODE / 2, SHEET.bottom - 60,
               *LABEL.medium, TEXT2, "c", room=CODE)  # fmt: skip
    Button("cancel", CLOSE, Label(CARD, "Close", HEADING, sign="close"), given_up(s)).draw(c)


def _amount(slip: Slip) -> str:
    """What goes to a card is money, also where the chips of the table are none."""
    if slip.to_seat:
        return show(slip.chips)
    return dollars(slip.chips) if slip.chips else "No prize"


def _where(slip: Slip) -> str:
    if slip.to_seat:
        return "Your chips came with you."
    if not slip.chips:
        return "Thank you for playing."
    ending = f" ending {slip.tail}" if slip.tail else ""
    return f"{'Is on' if slip.done else 'Goes to'} your card{ending}"


def _then(slip: Slip) -> str:
    if slip.to_seat:
        return f"Seat {slip.to_seat} has your cards and your buttons."
    if not slip.chips:
        return "The seat is free for the next one."
    if slip.balance is not None:
        return f"The card holds {dollars(slip.balance)} now."
    return "The bank has it." if slip.done else "The bank is asked. This takes a moment."
