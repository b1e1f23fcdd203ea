"""The lower right: what this player can do now."""

from firmware.screens.protocol import View
from stations.banked import block as banked
from stations.hand import away, choices, result, turn, waiting
from stations.leaving import at_stake
from stations.page import Page
from stations.pan import block as pan
from stations.state import State
from ui.canvas import Canvas

OTHER = ("pick", "show")  # votes, and cards to show: as in every game


def draw(c: Canvas, s: State, page: Page | None) -> None:
    view = s.view
    if view.public.phase in ("paused", "break", "fault") and not s.end_left:
        away.paused(c, s)
    elif s.turn:
        (page.draw if page and s.turn.raise_to else turn.draw)(c, s)
    elif s.round and not (view.ask and view.ask.kind in OTHER):
        banked.draw(c, s, *s.round)
    elif not s.result_left and not view.ask:
        away.draw(c, s)
    elif view.public.pan and not view.public.result and s.me.life == "in" and _of_pan(view):
        pan.draw(c, s, view.public.pan)
    elif view.public.result and (not view.ask or view.ask.kind == "show"):
        result.draw(c, s)
    elif view.ask and s.asks:
        choices.draw(c, s, view.ask)
    elif view.turn or view.ask:
        turn.draw_sent(c, s)
        waiting.tiles(c, s)
    else:
        _between(c, s)


def _of_pan(view: View) -> bool:
    """Nothing else is asked, and his hand is in it."""
    return view.ask is None or view.ask.kind == "pan"


def _between(c: Canvas, s: State) -> None:
    view, me = s.view, s.me
    if view.away in ("sit out", "lobby"):
        away.draw(c, s)
    elif view.away == "leaving" or (view.away == "sent home" and not at_stake(s)):
        away.leaving(c, s)
    elif view.waits or me.life in ("waiting", "ready"):
        waiting.not_in(c, s)
    elif me.life == "folded":
        waiting.folded(c, s)
    elif me.all_in:
        waiting.all_in(c, s)
    else:
        waiting.draw(c, s)
