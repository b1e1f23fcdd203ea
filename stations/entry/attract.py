"""A seat that is open: an invitation to swipe, the game, the jackpot."""

import pygame
from pygame import Rect, Surface

from firmware.money import show
from stations.answers import open_page
from stations.areas import GAP, GLASS
from stations.entry import swipe_art
from stations.entry.steps import STEPS
from stations.state import State
from ui.amounts import price
from ui.buttons import Beside, Button
from ui.canvas import Canvas
from ui.controls import logo
from ui.icons import icon
from ui.layout import columns, inset, left, right, top
from ui.looks import QUIET, rounded
from ui.shapes import (
    Look,
    blank,
    disc,
    octagon,
    outline,
    radial,
)  # fmt: skip
from ui.sizes import ACTION, BANNER, BUTTON, HEADING, INVITATION, LABEL, SMALL, TITLE, VALUE
from ui.sprites import cached
from ui.theme import GOLD, GOLD_INK, STATION, TEXT2, WHITE, rgb

INNER = inset(GLASS, 56)
WORDS = inset(INNER, 4, right=484)
ROW = top(INNER, 96, 580)  # the three steps, and the jackpot
STEP_BOXES = columns(left(ROW, 716), len(STEPS), GAP)
STEP_NOTES = ("stripe left", "four digits", "and play")
JACKPOT = right(ROW, 424)
FOOT = top(INNER, 72, 720)
READING = columns(right(FOOT, 520), 2, GAP)

STEP_LOOK = Look(rgb("06110F"), None, rgb("2B5F56"), 1.5, 14, 0.75)
JACKPOT_LOOK = Look(rgb("1C1508"), rgb("181206"), GOLD, 2, 14)
PALE_GOLD = rgb("FFE3A8")
VEIL_Y = 712
AGE = "21+"


def draw(c: Canvas, s: State) -> None:
    c.blit(_hall(), 0, 0)
    _invitation(c, s)
    if not _plays_on(s):
        swipe_art.draw(c, s)
    for n, rect in enumerate(STEP_BOXES):
        _step(c, rect, n)
    if s.public.placard.jackpot:
        _jackpot(c, s.public.placard.jackpot)
    c.write("No card? The cage opens one in a minute.", VALUE.semibold, left(FOOT, 540))
    c.text(AGE, 648, FOOT.centery, *HEADING.bold, TEXT2, "c", room=100)
    for rect, sign, label, page, guarded in (
        (READING[0], "info", "Rules and fees", "rules", False),
        (READING[1], "shield", "Fair deal", "proof", True),
    ):
        skin = Beside(rounded(QUIET, 12), sign, 28, label, VALUE.bold, 38, 66, 10)
        Button(page, rect, skin, open_page(s, page), guarded).draw(c)


def _invitation(c: Canvas, s: State) -> None:
    placard = s.public.placard
    logo(c, 32, 32, 64)
    c.text(f"TABLE {placard.table}", 112, 50, *LABEL.semibold, TEXT2, track=0.02)
    whose = "reserved" if s.me.life == "reserved" else "open"  # the floor holds it, or nobody
    says = "Enter the next one" if _plays_on(s) else f"Seat {s.view.seat} is {whose}"
    c.write(says, HEADING.bold, inset(INNER, 56, right=692), 81)
    if _plays_on(s):
        c.write("A tournament", INVITATION.bold, INNER, 246)
        c.write("is being played", INVITATION.bold, INNER, 346, GOLD)
    else:
        c.write("Swipe", BANNER.bold, INNER, 236)
        c.write("to sit down", INVITATION.bold, WORDS, 355, GOLD)
    c.write(f"{placard.game}  {placard.stakes}", TITLE.bold, WORDS, 437)
    c.write(_costs(s), BUTTON.medium, WORDS, 483, TEXT2)


def _plays_on(s: State) -> bool:
    """Has a tournament begun? Then nobody may enter it any more."""
    return bool(s.public.contest and s.public.contest.level)


def _costs(s: State) -> str:
    """What it takes to sit down, and with how many."""
    placard, seats, contest = s.public.placard, s.public.seats, s.public.contest
    if contest:
        entry = f"Entry {price(contest.entry, contest.fee)}"
        if contest.level:
            return f"{entry}  ·  {contest.players} of {contest.entered} still play"
        return f"{entry}  ·  {contest.players} of {contest.seats} players are here"
    least, most = placard.buy_in
    range_ = f"Buy in from {show(least)} to {show(most)}" if most else f"Buy in from {show(least)}"
    taken = sum(seat.life not in ("open", "reserved") for seat in seats)
    free = sum(seat.life == "open" for seat in seats)
    return f"{range_}  ·  {taken} player{'s' * (taken != 1)}, {free} seat{'s' * (free != 1)} open"


def _step(c: Canvas, rect: Rect, n: int) -> None:
    c.box(rect, STEP_LOOK)
    c.middle(disc(48, GOLD), rect.x + 46, rect.centery)
    c.text(str(n + 1), rect.x + 46, rect.centery, *BUTTON.bold, GOLD_INK, "c")
    words = inset(rect, 84, right=12)
    c.write(STEPS[n], BUTTON.bold, words, 33)
    c.write(STEP_NOTES[n], SMALL.medium, words, 65, TEXT2)


def _jackpot(c: Canvas, cents: int) -> None:
    c.box(JACKPOT, JACKPOT_LOOK)
    c.middle(icon("star", 40, GOLD), JACKPOT.x + 45, JACKPOT.centery)
    words = inset(JACKPOT, 84, right=20)
    c.write("Bad-beat jackpot", LABEL.semibold, words, 27, PALE_GOLD)
    c.write(show(cents), ACTION.bold, words, 65, GOLD, tab=True)


@cached
def _hall() -> Surface:
    out = Surface(STATION, 0, 32)
    out.blit(radial(*STATION, rgb("0F3F3A"), rgb("04090C"), 0.52, 0.42), (0, 0))
    for wider, alpha in ((0, 0.28), (83, 0.22), (166, 0.16)):
        side = 628 + 2 * wider
        points = tuple(octagon(616 - wider, 42 - wider, side, side, 184 + wider * 0.6))
        line = outline(*STATION, points, rgb("3F8B7F"), 1.6).copy()
        line.fill((*WHITE, round(255 * alpha * 1.5)), special_flags=pygame.BLEND_RGBA_MULT)
        out.blit(line, (0, 0))
    veil = blank(GLASS.w, GLASS.h - VEIL_Y)
    veil.fill((3, 7, 9, 200))
    out.blit(veil, (0, VEIL_Y))
    out.fill(rgb("23473F"), (0, VEIL_Y, GLASS.w, 1))
    return out
