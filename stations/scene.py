"""Which picture: the state of the seat decides, an open page lies over it, a fault over all."""

from collections.abc import Callable

from pygame import Rect

from firmware.screens.protocol import Mode, Turn
from stations import (
    asks,
    bar,
    entry,
    fairness,
    fault,
    ground,
    own,
    pages,
    result,
    table,
    turn,
    waiting,
)  # fmt: skip
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
        return
    if s.page in ("rules", "proof", "code", "history"):
        c.blit(ground.dark_ground(), 0, 0)
        bar.brand(c, s)
        _page(c, s, now)
        return
    _coming(c, s, now)
    if view.mode in NOTE_AT and not (view.pin and view.pin.wrong):  # that has its own words
        _note(c, s, *NOTE_AT[view.mode])


# Where a No is read on the way to the seat, in the middle of what it is about.
NOTE_AT: dict[Mode, tuple[int, int]] = {
    "attract": (640, 542),
    "pin": (308, 640),
    "buy-in": (836, 101),
}


def _coming(c: Canvas, s: State, now: float) -> None:
    view = s.view
    if view.mode == "pin" and view.pin:
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
        _note(c, s, *NOTE_AT["buy-in"])
        return
    paged = s.page not in ("", "keypad")
    c.blit(ground.dark_ground() if paged else ground.ground(s.view.prefs.contrast), 0, 0)
    bar.top_bar(c, s, now)
    if paged:
        _page(c, s, now)
        return
    table.felt(c, s, now)
    c.fly(s.flights.pieces(now))
    own.own_plate(c, s, now)
    own.peek_zone(c, s, now)
    _block(c, s, now)
    _note(c, s, 640, 381)


def _page(c: Canvas, s: State, now: float) -> None:
    drawn: dict[str, Callable[[Canvas, State, float], None]] = {
        "menu": pages.menu,
        "history": pages.history,
        "proof": fairness.draw,
        "code": fairness.code,
        "rules": pages.rules,
        "display": pages.display,
        "sound": pages.sound,
        "leave": pages.leave,
        "seats": pages.seats,
        "limits": pages.limits,
        "motions": pages.motions,
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


def _note(c: Canvas, s: State, x: int, y: int) -> None:
    """What the table said to this seat alone: a polite No, or an answer."""
    says = s.view.refused or s.view.said
    if not says or s.view.mode == "please wait":
        return
    wide = min(900 if x == 640 else 584, c.measure(says, 20) + 48)
    rect = Rect(x - wide // 2, y - 19, wide, 38)
    edge = ROSE_EDGE if s.view.refused else SKY
    c.box(rect, Look(rgb("141D25"), None, edge, 2, 19))
    c.text(says, x, rect.centery, 20, "semibold", TEXT, "c", room=wide - 32)
