"""The link is lost, or the seat is out of service. Replaces everything; nothing can be touched."""

import pygame
from pygame import Rect, Surface

from stations import backdrop, sentences
from stations.areas import BODY, GAP, GLASS
from stations.bar import brand
from stations.state import State
from ui import cards
from ui.amounts import show
from ui.canvas import Canvas
from ui.icons import icon
from ui.layout import columns, inset, split, top
from ui.looks import PANEL_ROW
from ui.shapes import Look, arc, cut_out, disc, octagon, polygon, radial
from ui.sizes import AMOUNT, HEADLINE, LABEL, SMALL, TILE, VALUE
from ui.sprites import cached
from ui.theme import AMBER, GOLD, MINT, MINT_LABEL, SKY, TEXT2, TEXT3, WHITE, rgb

STAGE, FLOOR = top(BODY, 480, 16), top(BODY, 112, 512)
TITLE, WORDS = inset(STAGE, 404, right=34), inset(STAGE, 408, right=30)
FACTS = columns(inset(STAGE, 464, 268, right=80, bottom=38), 3, GAP)
SPINNER, SPINNER_D, SPINNER_PEN = (300, 268), 148, 10
BACKS = split(top(inset(STAGE, 154), 174, 268), (124, 124), 12)
LOCK = (300, 459)
TURN_MS, TURN_STEPS = 1200, 24
ATTEMPT_S = 5

CODE_LOOK = Look(rgb("2C2209"), None, rgb("8A6A1C"), 2, 10)
FLOOR_LOOK = Look(rgb("1B232D"), rgb("151D25"), rgb("46545F"), 1.5, 16)
DIMMED = (120, 120, 120, 255)


@cached
def _stage() -> Surface:
    w, h = STAGE.size
    cloth = radial(w, h, rgb("0F3330"), rgb("061413"), 0.5, 0.45)
    return cut_out(cloth, polygon(w, h, tuple(octagon(0, 0, w, h, 96)), WHITE))


@cached
def _dim_back(w: int, h: int) -> Surface:
    out = cards.back(w, h).copy()
    out.fill(DIMMED, special_flags=pygame.BLEND_RGBA_MULT)
    return out


def draw(c: Canvas, s: State) -> None:
    linked = s.link.lost_at is None and s.link.began
    backdrop.dark(c)
    brand(c, s, dim=True)
    _code(c, s)
    c.blit(_stage(), *STAGE.topleft)
    _spinner(c, s, linked)
    title, safe, note = _sentences(s, linked)
    c.write(title, HEADLINE.bold, TITLE, 110)
    c.write(safe, TILE.semibold, WORDS, 169)
    c.write(note, VALUE.medium, WORDS, 210, TEXT2)
    if _seated(s):
        _kept(c, s)
    if not (linked and _whole_table(s)):  # a technician is there already
        _floor(c, s, linked)
    what = "seat" if linked else "link"
    says = f"Nothing on this screen can be touched until the {what} is back."
    c.write(says, LABEL.medium, inset(GLASS, 40), 755, TEXT3, "c")


def _seated(s: State) -> bool:
    return s.view.mode == "seated" or bool(s.me.stack)


def _has_cards(s: State) -> bool:
    return bool(s.view.hole or s.me.down)


def _whole_table(s: State) -> bool:
    """Is it the table that is out of service, and not this seat alone?"""
    out, alert = s.view.out_of_service, s.public.alert
    return bool(out and alert and out.code == alert.code)


def _sentences(s: State, linked: bool) -> tuple[str, str, str]:
    out = s.view.out_of_service
    if out and linked:
        return out.title, out.words, out.detail
    if not s.link.began:
        waking = "This seat is waking up and looks for its table."
        return "One moment", waking, "You need not do anything."
    if not _seated(s):
        here = "Nobody sits here." if s.view.mode == "attract" else "Your money is safe."
        back = "It comes back by itself. You need not do anything."
        return "Reconnecting", f"{here} This seat looks for its table.", back
    safe = "Your seat and chips are kept."
    if _has_cards(s):
        safe = "Your cards are hidden. Your hand and chips are kept."
    waits = f"for {s.public.placard.link_s} seconds" if s.public.placard.link_s else "for this seat"
    return "Reconnecting", safe, f"You need not do anything. The game waits {waits}."


def _code(c: Canvas, s: State) -> None:
    code = f"S{s.view.seat}-LINK-03" if s.link.began else "S-LINK-01"
    if s.view.out_of_service:
        code = s.view.out_of_service.code
    wide = c.measure(code, *VALUE.bold) + 40
    rect = Rect(BODY.right - wide, 14, wide, 44)
    c.box(rect, CODE_LOOK)
    c.text(code, *rect.center, *VALUE.bold, GOLD, "c")


def _spinner(c: Canvas, s: State, linked: bool) -> None:
    x, y = SPINNER
    c.middle(disc(SPINNER_D, rgb("0A1016"), rgb("26323B"), SPINNER_PEN), x, y)
    if linked:
        c.middle(icon("alert", 70, AMBER, 2), x, y - 6)
        return
    start = 0.05
    if not s.view.prefs.calm:
        turned = round((s.now - (s.link.lost_at or 0)) / TURN_MS * TURN_STEPS) % TURN_STEPS
        start += turned / TURN_STEPS
    c.middle(arc(SPINNER_D, SPINNER_PEN, GOLD, start, 0.3), x, y)
    c.middle(icon("wifi", 74, GOLD, 2.2), x, y - 7)


def _kept(c: Canvas, s: State) -> None:
    """Dimmed backs with a lock; what was last seen."""
    if _has_cards(s):
        for rect in BACKS:
            c.sprite(cards.shadowed(_dim_back(*rect.size)), *rect.topleft)
            c.report.backs.append(rect)
        c.middle(disc(72, rgb("06100F"), MINT, 2.5), *LOCK)
        c.middle(icon("lock", 34, MINT_LABEL), *LOCK)
    clock, spent = s.public.clock, "not your turn"
    if s.public.actor == s.view.seat and clock:
        spent = f"{round(clock.left_ms / 1000)} s of {round(clock.of_ms / 1000)} s left"
    facts = (
        ("Your stack", show(s.me.stack), "as last seen"),
        ("Your clock", "Stopped", spent),
        _play(s),
    )
    for (label, value, note), rect in zip(facts, FACTS, strict=True):
        c.box(rect, PANEL_ROW)
        words = inset(rect, 20, right=12)
        c.write(label, LABEL.medium, words, 35, TEXT2)
        c.write(value, AMOUNT.bold, words, 85, tab=True)
        c.write(note, SMALL.medium, words, 140, TEXT2)


def _play(s: State) -> tuple[str, str, str]:
    """The hand or the round: only what is in play goes on."""
    if not s.public.hand:
        return f"First {s.play}", "–", "not yet"
    goes_on = s.public.phase in ("in hand", "paused") and not s.public.result
    which, note = ("This", "will go on") if goes_on else ("Last", "is over")
    return f"{which} {s.play}", sentences.number(s.public.hand), note


def _floor(c: Canvas, s: State, linked: bool) -> None:
    c.box(FLOOR, FLOOR_LOOK)
    c.middle(icon("bell", 46, SKY), FLOOR.x + 54, FLOOR.centery)
    words = inset(FLOOR, 100, right=248)
    calls = "The table calls the floor by itself"
    c.write("Please call a floor person" if s.public.no_floor else calls, TILE.bold, words, 38)
    rule = s.public.placard.late
    if rule and _seated(s):
        says = f"When it is your turn and time runs out: {rule}"
        c.write(says, LABEL.medium, words, 76, TEXT2)
    if not linked:
        spent = int((s.now - (s.link.lost_at or s.now)) / 1000)
        says = f"Attempt {spent // ATTEMPT_S + 1}  ·  {spent} s"
        area = inset(FLOOR, 1014, right=24)
        c.write(says, VALUE.bold, area, ink=TEXT2, at="r", tab=True)
