"""Rules and fees, as the house and the table have them."""

from collections.abc import Iterator

from firmware.money import show as dollars
from stations.areas import SHEET
from stations.banked import pays
from stations.page import Page, Tile, header
from stations.state import State
from ui.canvas import Canvas
from ui.layout import inset
from ui.looks import PANEL
from ui.sizes import VALUE

SIDES, FIRST, BETWEEN, LAST = 32, 40, 12, 570  # from the sheet's edges


def tile(s: State) -> Tile:
    if s.public.placard.layout:
        return Tile("info", "Pay tables", "Pays, play, fees")
    game = (s.public.placard.game or "Game").split()[-1]
    return Tile("info", "Rules and fees", f"{game}, fee, jackpot")


def draw(c: Canvas, s: State) -> None:
    placard = s.public.placard
    if placard.layout:
        pays.draw(c, s, placard.layout)
        return
    header(c, s, "Rules and fees", f"{placard.game}  {placard.stakes}")
    c.box(SHEET, PANEL)
    y: float = FIRST
    for row in _rows(s):
        y = c.paragraph(row, VALUE.medium, inset(SHEET, SIDES, right=36), y) + BETWEEN
        if y > LAST:
            break


def _rows(s: State) -> Iterator[str]:
    if s.public.placard.fee:
        yield f"House fee: {s.public.placard.fee}."
    yield from filter(None, s.public.placard.rules)
    contest = s.public.contest
    if contest and contest.prizes:
        paid = ", ".join(f"{n}. {dollars(cents)}" for n, cents in enumerate(contest.prizes, 1))
        yield f"Places paid: {paid}. {contest.players} of {contest.entered} still play."


PAGE = Page("rules", draw, tile, before_seat=True)
