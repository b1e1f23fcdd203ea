"""Sitting down: swipe, PIN, buy-in. Three steps, always shown."""

from functools import lru_cache

import pygame
from pygame import Rect, Surface

from firmware.money import show
from firmware.screens.protocol import BuyIn, Pin
from stations.bar import brand
from stations.ground import dark_ground
from stations.state import State
from ui import chips
from ui.canvas import Canvas
from ui.cards import suit
from ui.controls import (
    CARD,
    FLAT,
    GOLDEN,
    KEY,
    PANEL,
    QUIET,
    check_box,
    fill,
    labelled,
    logo,
    preset,
    step_key,
    track,
)  # fmt: skip
from ui.icons import icon
from ui.shapes import (
    Look,
    blank,
    box,
    cut_out,
    disc,
    gradient,
    mask,
    octagon,
    outline,
    polygon,
    radial,
)
from ui.theme import (
    BLACK,
    GOLD,
    GOLD_INK,
    GREEN,
    GREEN_DEEP,
    LINE,
    LINE_STRONG,
    RED,
    ROSE,
    ROSE_EDGE,
    STATION,
    TEXT,
    TEXT2,
    TEXT3,
    mix,
    rgb,
)  # fmt: skip

STEPS = ("Swipe", "PIN", "Buy in")


# ---- attract


@lru_cache(maxsize=2)
def _lobby_ground() -> Surface:
    out = Surface(STATION, 0, 32)
    out.blit(radial(*STATION, rgb("0F3F3A"), rgb("04090C"), 0.52, 0.42), (0, 0))
    for inset, alpha in ((0, 0.28), (83, 0.22), (166, 0.16)):
        points = tuple(
            octagon(616 - inset, 42 - inset, 628 + 2 * inset, 628 + 2 * inset, 184 + inset * 0.6)
        )
        line = outline(*STATION, points, rgb("3F8B7F"), 1.6)
        line = line.copy()
        line.fill((255, 255, 255, round(255 * alpha * 1.5)), special_flags=pygame.BLEND_RGBA_MULT)
        out.blit(line, (0, 0))
    veil = blank(STATION[0], 88)
    veil.fill((3, 7, 9, 200))
    out.blit(veil, (0, 712))
    out.fill(rgb("23473F"), (0, 712, STATION[0], 1))
    return out


@lru_cache(maxsize=2)
def _swipe_art() -> Surface:
    """A player card going through the reader."""
    out = blank(412, 510)
    card_x, card_y, w, h = 152, 28, 232, 366
    shade = box(w, h, Look(BLACK, None, None, radius=18, alpha=0.01, shadow=24))
    out.blit(shade.surface, (card_x + shade.dx, card_y + shade.dy))
    card = gradient(w, h, rgb("FFD071"), rgb("D58B16")).copy()
    card.fill(rgb("1C1104"), (18, 0, 44, h))
    out.blit(cut_out(card, mask(w, h, 18)), (card_x, card_y))
    reader = box(212, 330, Look(rgb("27333F"), rgb("131B23"), rgb("46545F"), 2, 22, shadow=26))
    out.blit(reader.surface, (28 + reader.dx, 150 + reader.dy))
    out.blit(box(6, 280, Look(rgb("0A0F14"), None, None, radius=3)).surface, (224, 176))
    return out


def attract(c: Canvas, s: State, now: float) -> None:
    facts = s.public.facts
    c.blit(_lobby_ground(), 0, 0)
    logo(c, 32, 32, 64)
    c.text(f"TABLE {facts.table}", 112, 50, 20, "semibold", TEXT2, track=0.02)
    c.text(f"Seat {s.view.seat} is open", 112, 81, 28, "bold", TEXT, room=420)
    c.text("Swipe", 56, 236, 124, "bold", TEXT)
    c.text("to sit down", 60, 355, 82, "bold", GOLD, room=560)
    c.text(f"{facts.game}  {facts.stakes}", 60, 437, 34, "bold", TEXT, room=640)
    least, most = facts.buy_in
    taken = sum(seat.life not in ("open", "reserved") for seat in s.public.seats)
    free = sum(seat.life == "open" for seat in s.public.seats)
    range_ = f"Buy in from {show(least)} to {show(most)}" if most else f"Buy in from {show(least)}"
    players = f"{taken} player{'s' * (taken != 1)}, {free} seat{'s' * (free != 1)} open"
    c.text(f"{range_}  ·  {players}", 60, 483, 24, "medium", TEXT2, room=680)
    c.blit(_swipe_art(), 720, 76)
    _art_words(c, now, s.view.prefs.calm)
    for n, note in enumerate(("stripe left", "four digits", "and play")):
        rect = Rect(56 + 244 * n, 580, 228, 96)
        c.box(rect, Look(rgb("06110F"), None, rgb("2B5F56"), 1.5, 14, 0.75))
        c.middle(disc(48, GOLD), rect.x + 46, rect.centery)
        c.text(str(n + 1), rect.x + 46, rect.centery, 24, "bold", GOLD_INK, "c")
        c.text(STEPS[n], rect.x + 84, rect.y + 33, 24, "bold", TEXT, room=132)
        c.text(note, rect.x + 84, rect.y + 65, 19, "medium", TEXT2, room=132)
    if facts.jackpot:
        rect = Rect(800, 580, 424, 96)
        c.box(rect, Look(rgb("1C1508"), rgb("181206"), GOLD, 2, 14))
        c.middle(icon("star", 40, GOLD), rect.x + 45, rect.centery)
        c.text(
            "Bad-beat jackpot", rect.x + 84, rect.y + 27, 20, "semibold", rgb("FFE3A8"), room=320
        )
        c.text(show(facts.jackpot), rect.x + 84, rect.y + 65, 38, "bold", GOLD, room=320, tab=True)
    c.text("No card? The cage opens one in a minute.", 56, 756, 22, "semibold", TEXT, room=540)
    c.text(facts.age, 648, 756, 28, "bold", TEXT2, "c", room=100)
    for x, sign, label, name in (
        (704, "info", "Rules and fees", "rules"),
        (972, "shield", "Fair deal", "proof"),
    ):
        rect = Rect(x, 720, 252, 72)
        fill(c, rect, QUIET._replace(radius=12), s.down(name))
        c.middle(icon(sign, 28, TEXT), rect.x + 38, rect.centery)
        c.text(label, rect.x + 66, rect.centery, 22, "bold", TEXT, room=176)
        c.target(name, rect)


def _art_words(c: Canvas, now: float, calm: bool) -> None:
    c.middle(disc(19, GREEN), 810, 278)
    c.text("Ready", 830, 278, 24, "semibold", rgb("9BE8C8"))
    step = 2 if calm else int(now // 400) % 3
    shades = (0.45, 0.7, 1.0)
    for n, y in enumerate((360, 412, 464)):
        strength = shades[(n - step - 1) % 3]
        ink = mix(rgb("1B242C"), GOLD, strength)
        c.middle(icon("chevron", 100, ink, 2.6), 854, y)
    points = tuple(octagon(2.5, 2.5, 83, 83, 25))
    c.blit(polygon(88, 88, points, rgb("1D2A33")), 984, 210)
    c.blit(outline(88, 88, points, rgb("FFD98C"), 4.5), 984, 210)
    c.middle(suit("spade", 42, rgb("FFD98C")), 1028, 254)
    c.text("PLAYER", 1028, 337, 22, "bold", rgb("4A3005"), "c", track=0.06)
    c.text("CARD", 1028, 365, 22, "bold", rgb("4A3005"), "c", track=0.06)


# ---- the head of PIN and buy-in


def steps(c: Canvas, s: State, at: int) -> None:
    brand(c, s)
    x = 520
    for n, label in enumerate(STEPS):
        done, here = n < at, n == at
        if done:
            c.middle(disc(36, GREEN_DEEP), x, 36)
            c.middle(icon("check", 22, TEXT, 3), x, 36)
        else:
            c.middle(disc(36, GOLD) if here else disc(36, rgb("121A21"), LINE_STRONG, 2), x, 36)
            c.text(str(n + 1), x, 36, 20, "bold", GOLD_INK if here else TEXT2, "c")
        ink = TEXT if here else TEXT2
        words = c.text(label, x + 28, 36, 22, "bold" if here else "semibold", ink)
        if n < 2:
            end = 690 if n == 0 else 860
            line = end - 18 - words.right - 24
            c.blit(
                box(max(2, line), 2, Look(LINE_STRONG, None, None, radius=1)).surface,
                words.right + 12,
                35,
            )
            x = end
    _cancel(c)


def _cancel(c: Canvas) -> None:
    rect = Rect(1120, 0, 160, 71)
    c.box(rect, Look(rgb("1B262F"), rgb("18222A"), None, radius=0))
    c.blit(box(1, 71, Look(LINE, None, None, radius=0)).surface, 1120, 0)
    c.middle(icon("close", 22, TEXT, 2.2), 1156, 36)
    c.text("Cancel", 1178, 36, 22, "bold", TEXT, room=94)
    c.target("cancel", Rect(1120, 0, 160, 72))


# ---- PIN


@lru_cache(maxsize=4)
def _pin_ground(left: bool) -> Surface:
    out = Surface(STATION, 0, 32)
    out.blit(gradient(*STATION, rgb("070B0F"), rgb("04070A")), (0, 0))
    half = radial(616, 728, rgb("12453F"), rgb("071A19"), 0.5, 0.42)
    out.blit(half, (664 if left else 0, 72))
    return out


def pin(c: Canvas, s: State, ask: Pin, now: float) -> None:
    left = s.left_hand
    c.blit(_pin_ground(left), 0, 0)
    steps(c, s, 1)
    x = 664 if left else 0
    c.text("Wrong PIN" if ask.wrong and not s.pin else "Enter your PIN", x + 56, 170, 52, "bold",
           ROSE if ask.wrong and not s.pin else TEXT, room=520)  # fmt: skip
    c.text(f"Card ending {ask.tail}", x + 58, 224, 26, "semibold", TEXT2, room=520)
    for n in range(ask.digits):
        rect = Rect(x + 58 + 120 * n, 292, 100, 112)
        here = n == len(s.pin)
        edge = GOLD if here else ROSE_EDGE if ask.wrong and not s.pin else rgb("3A7A70")
        c.box(rect, Look(rgb("0A1615"), None, edge, 3 if here else 2, 16))
        if n < len(s.pin):
            c.middle(disc(34, TEXT), *rect.center)
    tries = f"{ask.tries} {'try' if ask.tries == 1 else 'tries'} left"
    c.text(
        tries, x + 58, 440, 22, "semibold", ROSE if ask.wrong or ask.tries < 3 else TEXT2, room=500
    )
    rect = Rect(x + 56, 560, 504, 92)
    c.box(rect, Look(rgb("06110F"), None, rgb("2B5F56"), 1.5, 14, 0.85))
    c.middle(icon("eye off", 36, rgb("BFE9DD")), rect.x + 42, rect.centery)
    c.text("Shield the pad with your hand", rect.x + 80, rect.y + 31, 22, "bold", TEXT, room=410)
    c.text(
        "Keys do not light up when pressed", rect.x + 80, rect.y + 62, 20, "medium", TEXT2, room=410
    )
    c.text(
        "Forgot your PIN? Take your card to the cage.", x + 58, 716, 20, "medium", TEXT2, room=540
    )
    _pad(c, s, ask)


def _pad(c: Canvas, s: State, ask: Pin) -> None:
    """No key lights up: a pressed key looks like any other."""
    at = 0 if s.left_hand else 664
    at = 56 if s.left_hand else at
    keys = (*ask.keys[:9], "clear", ask.keys[-1], "erase")
    for n, key in enumerate(keys):
        rect = Rect(at + 192 * (n % 3), 120 + 152 * (n // 3), 176, 136)
        word = key in ("clear", "erase")
        c.box(rect, FLAT if word else KEY)
        if key == "clear":
            c.text("Clear", rect.centerx, rect.centery, 28, "bold", TEXT, "c", room=160)
        elif key == "erase":
            c.middle(icon("erase", 46, TEXT), *rect.center)
        else:
            c.text(key, rect.centerx, rect.centery, 56, "bold", TEXT, "c")
        c.target(f"key {key}", rect)
    c.text("The fourth digit signs you in", at + 288, 758, 20, "medium", TEXT3, "c", room=600)


def locked(c: Canvas, s: State, now: float) -> None:
    c.blit(dark_ground(), 0, 0)
    brand(c, s)
    panel = Rect(16, 104, 1248, 480)
    c.box(panel, PANEL._replace(edge=ROSE_EDGE, line=2))
    c.middle(disc(150, rgb("2A1A1E"), RED, 5), 240, 300)
    c.middle(icon("lock", 76, ROSE, 2), 240, 298)
    c.text("This card is locked", 380, 236, 56, "bold", TEXT, room=840)
    c.text(
        "Your money is safe. Nobody can use this card.", 382, 306, 26, "semibold", TEXT, room=840
    )
    tail = f" ending {s.view.pin.tail}" if s.view.pin else ""
    c.text(
        f"Take the card{tail} and an identity card to the cage.",
        382,
        352,
        24,
        "medium",
        TEXT2,
        room=840,
    )
    _close_button(c, s, Rect(382, 432, 320, 96))


def _close_button(c: Canvas, s: State, rect: Rect) -> None:
    fill(c, rect, CARD, s.down("cancel"))
    labelled(c, rect, "close", "Close", 28, TEXT)
    c.target("cancel", rect)


# ---- buy-in

SLIDER = Rect(536, 316, 600, 96)
GROOVE = Rect(574, 356, 524, 16)


def buy_in(c: Canvas, s: State, ask: BuyIn, now: float) -> None:
    c.blit(dark_ground(), 0, 0)
    if ask.adding:
        brand(c, s)
        _cancel(c)
    else:
        steps(c, s, 2)
    _card_side(c, s, ask)
    amounts = ask.amounts
    title = "How much to add?" if ask.adding else "How much to the table?"
    c.text(title, 416, 119, 34, "bold", TEXT, room=600)
    c.text(
        f"{show(amounts.least)} to {show(amounts.most)}",
        1256,
        118,
        24,
        "semibold",
        TEXT2,
        "r",
        room=300,
    )
    c.box(Rect(408, 152, 856, 148), Look(rgb("0A1016"), rgb("080D12"), GOLD, 2, 16))
    _stacks(c, s.buy)
    c.text(show(s.buy), 836, 226, 92, "bold", TEXT, "c", room=430, tab=True)
    blind = s.public.facts.big_blind
    if blind:
        c.text(f"{s.buy // blind} big blinds", 1236, 226, 24, "medium", TEXT2, "r", room=186)
    _buy_slider(c, s, ask)
    y = 428
    wide = (856 - 12 * (len(ask.presets) - 1)) / max(1, len(ask.presets))
    for n, chips_ in enumerate(ask.presets):
        rect = Rect(408 + round(n * (wide + 12)), y, round(wide), 84)
        name = f"buy {chips_}"
        label = (
            "Minimum" if chips_ == amounts.least else "Maximum" if chips_ == amounts.most else ""
        )
        _buy_preset(c, rect, label, chips_, chips_ == s.buy, s.down(name))
        c.target(name, rect)
    _first_hand(c, s, ask)
    rect = Rect(408, 680, 856, 104)
    fill(c, rect, GOLDEN._replace(radius=18), s.down("sit down"))
    says = f"Add {show(s.buy)}" if ask.adding else f"Sit down with {show(s.buy)}"
    labelled(c, rect, "check", says, 38, GOLD_INK)
    c.target("sit down", rect)


def _buy_preset(c: Canvas, rect: Rect, label: str, chips_: int, chosen: bool, down: bool) -> None:
    if label and not chosen:
        fill(c, rect, QUIET._replace(radius=14), down)
        c.text(label, rect.centerx, rect.y + 25, 19, "medium", TEXT2, "c", room=rect.w - 16)
        c.text(show(chips_), rect.centerx, rect.y + 58, 28, "bold", TEXT, "c", room=rect.w - 16)
    else:
        preset(c, rect, show(chips_), "", chosen, down)


def _buy_slider(c: Canvas, s: State, ask: BuyIn) -> None:
    step = show(buy_step(ask))
    minus, plus = Rect(408, 316, 112, 96), Rect(1152, 316, 112, 96)
    step_key(c, minus, "minus", step, s.down("buy minus"))
    step_key(c, plus, "plus", step, s.down("buy plus"))
    c.target("buy minus", minus)
    c.target("buy plus", plus)
    c.box(SLIDER, PANEL._replace(radius=14))
    span = max(1, ask.amounts.most - ask.amounts.least)
    track(c, GROOVE, (s.buy - ask.amounts.least) / span, (), 64)
    c.target("buy slider", SLIDER)


def buy_step(ask: BuyIn) -> int:
    """A sixteenth of the range, in whole quarters of a hundred where that fits."""
    span = ask.amounts.most - ask.amounts.least
    for step in (50000, 10000, 2500, 500, 100):
        if step % ask.amounts.step == 0 and span // step >= 8:
            return step
    return ask.amounts.step


def _stacks(c: Canvas, cents: int) -> None:
    x = 440
    for value, count in chips.stand_for(cents):
        pile = chips.pile(value, count, 48, 14)
        c.blit(pile, x - 2, 274 - pile.get_height())
        x += 56


def _first_hand(c: Canvas, s: State, ask: BuyIn) -> None:
    if ask.adding:
        c.text("The chips come with the next hand.", 416, 600, 22, "semibold", TEXT2, room=840)
        return
    c.text("First hand", 416, 547, 22, "bold", TEXT, room=400)
    if ask.returning:
        note = f"You left with {show(ask.returning)} within the hour: bring at least that."
        c.text(note, 1264, 547, 19, "medium", TEXT2, "r", room=700)
    wait, post = Rect(408, 568, 420, 96), Rect(844, 568, 420, 96)
    check_box(c, wait, not s.post, "Wait for the big blind", "No extra cost", s.down("wait blind"))
    c.target("wait blind", wait)
    if ask.post:
        check_box(
            c, post, s.post, f"Post {show(ask.post)} now", "Dealt in at once", s.down("post now")
        )
        c.target("post now", post)


def _card_side(c: Canvas, s: State, ask: BuyIn) -> None:
    panel = Rect(16, 88, 376, 696)
    c.box(panel, Look(rgb("12453F"), rgb("0A2826"), rgb("2B6F63"), 1.5, 18))
    c.text(
        "Adding chips," if ask.adding else "Welcome back,", 44, 128, 24, "medium", TEXT2, room=320
    )
    c.text(ask.name, 44, 176, 46, "bold", TEXT, room=320, name=True)
    rows = (("On your card", ask.balance, TEXT), ("To the table", s.buy, GOLD),
            ("Stays on card", ask.balance - s.buy, TEXT))  # fmt: skip
    for n, (label, chips_, ink) in enumerate(rows):
        y = 250 + 56 * n
        c.text(label, 44, y, 22, "medium", TEXT2, room=160)
        c.text(show(chips_), 364, y, 28, "bold", ink, "r", room=150, tab=True)
        c.blit(
            box(320, 1, Look(rgb("3F8B7F"), None, None, radius=0, alpha=0.6)).surface,
            44,
            y + (28 if n < 2 else 38),
        )
    c.text("Your seat", 44, 436, 22, "medium", TEXT2, room=300)
    _seat_map(c, s)
    c.text(ask.note, 204, 735, 19, "semibold", TEXT, "c", room=350)


MAP = {1: (152, 480), 2: (256, 480), 3: (332, 504), 4: (354, 582), 5: (332, 660), 6: (256, 684),
       7: (152, 688), 8: (76, 660), 9: (54, 582), 10: (76, 504)}  # fmt: skip


def _seat_map(c: Canvas, s: State) -> None:
    points = tuple(octagon(1, 1, 236, 152, 44))
    c.blit(polygon(238, 154, points, rgb("0A2524")), 86, 505)
    c.blit(outline(238, 154, points, rgb("4FA08F"), 2), 86, 505)
    c.text(f"Seat {s.view.seat}", 204, 570, 28, "bold", TEXT, "c")
    if s.public.button:
        c.text(f"button is on {s.public.button}", 204, 602, 19, "medium", TEXT2, "c", room=200)
    for number, (x, y) in MAP.items():
        seat = s.seat(number)
        if number == s.view.seat:
            c.middle(disc(50, GOLD), x, y)
            c.text(str(number), x, y, 24, "bold", GOLD_INK, "c")
        elif seat.life == "open":
            c.middle(disc(38, rgb("0A1615"), TEXT2, 2), x, y)
            c.text(str(number), x, y, 19, "bold", TEXT, "c")
        else:
            c.middle(disc(38, rgb("24343B")), x, y)
            c.text(str(number), x, y, 19, "semibold", TEXT2, "c")


def please_wait(c: Canvas, s: State, now: float) -> None:
    """The floor approves the seat, or the chips are on their way."""
    c.blit(dark_ground(), 0, 0)
    brand(c, s)
    panel = Rect(16, 104, 1248, 480)
    c.box(panel, PANEL)
    c.middle(disc(150, rgb("0A1016"), GOLD, 5), 240, 300)
    c.middle(icon("clock", 76, GOLD, 2), 240, 300)
    c.text("One moment", 380, 256, 56, "bold", TEXT, room=840)
    c.text(s.view.said or "Your chips are on their way.", 382, 326, 26, "semibold", TEXT, room=840)
    _close_button(c, s, Rect(382, 432, 320, 96))
