"""Which picture: the state of the seat decides, an open page lies over it, a fault over all."""

from collections.abc import Callable

from pygame import Rect

from firmware.protocol import Turn
from stations import asks, entry, fairness, fault, pages, result, table, turn, waiting
from stations.state import State
from ui.canvas import Canvas
from ui.shapes import Look
from ui.theme import ROSE_EDGE, SKY, TEXT, rgb


def draw(c: Canvas, s: State, now: float) -> None:
    view = s.view
    if s.lost_at is not None or not s.began or view.mode == "out of service":
        fault.draw(c, s, now)
        return
    if view.mode == "seated":
        _seated(c, s, now)
    elif s.page in ("rules", "proof", "history"):
        c.blit(table.dark_ground(), 0, 0)
        table.brand(c, s)
        _page(c, s, now)
    elif view.mode == "pin" and view.pin:
        entry.pin(c, s, view.pin, now)
    elif view.mode == "locked":
        entry.locked(c, s, now)
    elif view.mode == "buy-in" and view.buy_in:
        entry.buy_in(c, s, view.buy_in, now)
    elif view.mode == "please wait":
        entry.please_wait(c, s, now)
    else:
        entry.attract(c, s, now)


def _seated(c: Canvas, s: State, now: float) -> None:
    if s.view.buy_in and not s.turn:  # add chips, over the table
        entry.buy_in(c, s, s.view.buy_in, now)
        return
    paged = s.page not in ("", "keypad")
    c.blit(table.dark_ground() if paged else table.ground(s.view.prefs.contrast), 0, 0)
    table.top_bar(c, s, now)
    if paged:
        _page(c, s, now)
        return
    table.felt(c, s, now)
    s.flights.draw(c, now)
    table.own_plate(c, s, now)
    table.peek_zone(c, s, now)
    _block(c, s, now)
    _note(c, s, now)


def _page(c: Canvas, s: State, now: float) -> None:
    drawn: dict[str, Callable[[Canvas, State, float], None]] = {
        "menu": pages.menu,
        "history": pages.history,
        "proof": fairness.draw,
        "rules": pages.rules,
        "display": pages.display,
        "sound": pages.sound,
        "leave": pages.leave,
        "seats": pages.seats,
        "limits": pages.limits,
    }
    drawn[s.page](c, s, now)


def _block(c: Canvas, s: State, now: float) -> None:
    """The lower right: what this player can do now."""
    view = s.view
    t: Turn | None = s.turn
    if view.public.phase in ("paused", "break", "fault"):
        waiting.paused(c, s, now)
    elif t:
        if s.page == "keypad" and t.raise_to:
            turn.keypad(c, s, t, now)
        else:
            turn.draw(c, s, t, now)
    elif view.public.result and (not view.ask or view.ask.kind == "show"):
        result.draw(c, s, now)
    elif view.ask and view.ask.decision != s.sent_decision:
        asks.draw(c, s, view.ask, now)
    elif view.turn or view.ask:
        turn.waiting_answer(c, s)
        waiting.tiles(c, s)
    elif view.away in ("sit out", "lobby"):
        waiting.away(c, s, now)
    elif view.away:
        waiting.leaving(c, s, now)
    elif view.waits or s.me.life in ("waiting", "ready"):
        waiting.not_in(c, s, now)
    elif s.me.life == "folded":
        waiting.folded(c, s, now)
    elif s.me.all_in:
        waiting.all_in(c, s, now)
    else:
        waiting.draw(c, s, now)


def _note(c: Canvas, s: State, now: float) -> None:
    """What the table said to this seat alone: a polite No, or an answer."""
    says = s.view.refused or s.view.said
    if not says:
        return
    wide = min(900, c.measure(says, 20) + 48)
    rect = Rect(640 - wide // 2, 362, wide, 38)
    edge = ROSE_EDGE if s.view.refused else SKY
    c.box(rect, Look(rgb("141D25"), None, edge, 2, 19))
    c.text(says, 640, rect.centery, 20, "semibold", TEXT, "c", room=wide - 32)
