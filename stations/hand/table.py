"""The upper half: what everyone may know, upright for one player."""

from firmware.screens.protocol import Against, Layout, bank_facts
from firmware.screens.protocol import pan_facts as facts
from stations import backdrop, sentences
from stations.areas import GLASS, OWN, UNDER_BOARD, UNDER_LARGE_BOARD
from stations.banked import felt, words
from stations.hand import board, opponents, pots, seating, slots
from stations.hand.seating import Others
from stations.pan import felt as pan
from stations.state import State
from ui.canvas import Canvas
from ui.flights import Point, Spots
from ui.layout import inset, middle
from ui.shapes import Look
from ui.sizes import LABEL
from ui.theme import BLACK, ROSE_EDGE, SKY, TEXT, Color, rgb

MESSAGE = Look(BLACK, None, None, radius=UNDER_BOARD.h / 2, alpha=0.6)
SAID = Look(rgb("141D25"), None, SKY, 2, UNDER_BOARD.h / 2)
REFUSED = SAID._replace(edge=ROSE_EDGE)
FLYING_CHIP, FLYING_CARD = 28, (36, 50)


def warm() -> None:
    backdrop.with_felt()
    backdrop.dark_room()


def draw(c: Canvas, s: State) -> None:
    others = seating.others(s)
    for plate, seat in others.plates:
        opponents.draw(c, s, plate, seat, others)
    if s.public.pan:
        pan.draw(c, s, s.public.pan)
    else:
        _middle(c, s, others)
    _under_board(c, s, others)


def _middle(c: Canvas, s: State, others: Others) -> None:
    if s.round:
        felt.draw(c, s, *s.round)
    else:
        pots.draw(c, s, others)
    board.draw(c, s)
    board.draw_own_up(c, s)


def _under_board(c: Canvas, s: State, others: Others) -> None:
    """One line: what the table says to this player, else to everyone, else the pots."""
    view, alert = s.view, s.public.alert
    if s.log.fault:
        _line(c, s, sentences.DOUBT, REFUSED, TEXT)
    elif view.refused or view.said:
        _line(c, s, view.refused or view.said, REFUSED if view.refused else SAID, TEXT)
    elif alert:
        _line(c, s, sentences.alert(s), MESSAGE, SKY)
    elif why := _why_late(s):
        _line(c, s, why, SAID, TEXT)
    elif s.public.pan:
        if note := sentences.last_hand(s) or facts.paid(s.public.pan, s.name):
            _line(c, s, note, MESSAGE, TEXT)
    elif not s.round and pots.are_under(s, others) and not s.public.notice:
        pots.draw_under(c, s)
    elif note := _of_round(s, *s.round) if s.round else sentences.message(s):
        _line(c, s, note, MESSAGE, TEXT)


def _why_late(s: State) -> str:
    """Beside the end of a hand: what the clock or the link did to him. Else the block says it."""
    seen = s.public.result and s.result_left
    if not seen or (s.round and not bank_facts.of_seat(s.round[0], s.view.seat)):
        return ""
    return sentences.why_away(s)


def _of_round(s: State, round_: Against, layout: Layout) -> str:
    return "  ·  ".join(filter(None, (sentences.last_hand(s), words.message(s, round_, layout))))


def _line(c: Canvas, s: State, words: str, look: Look, ink: Color) -> None:
    area = UNDER_LARGE_BOARD if s.view.prefs.large else UNDER_BOARD
    wide = min(area.w, c.measure(words, *LABEL.semibold) + 36)
    rect = middle(area, wide, area.h)
    c.box(rect, look)
    c.write(words, LABEL.semibold, inset(rect, 12), ink=ink, at="c")


def spots(s: State) -> Spots:
    """Where chips fly from and to."""
    where = {number: rect for rect, number in seating.places(s)}
    own = s.side(OWN)

    def plate_at(number: int) -> Point:
        return where.get(number, own).center

    def slot_at(number: int) -> Point:
        rect = where.get(number)
        if rect is None:
            return own.right - 60, own.bottom - 28
        match seating.side_of(rect):
            case "top":
                return rect.centerx, rect.bottom + slots.BELOW
            case "left":
                return rect.right + 60, rect.centery
            case _:
                return rect.x - 60, rect.centery

    pot = (GLASS.centerx, pots.middle_y(s))
    return Spots(plate_at, slot_at, pot, FLYING_CHIP, FLYING_CARD)
