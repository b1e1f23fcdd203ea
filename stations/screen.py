"""The station: views in, touches in, intents out, a picture whenever something changed.

Nothing here reads a clock: `now` is milliseconds, passed in, from any start. The program around it
carries frames and touches; see `next_wake` for when to come back.
"""

import math
from collections.abc import Callable

from msgspec.structs import replace
from pygame import Rect, Surface

from firmware.protocol import (
    Act,
    Ask,
    Buy,
    CallFloor,
    Cancel,
    ChangeSeat,
    Choose,
    Close,
    ComeBack,
    Cut,
    Draw,
    EnterPin,
    GoLobby,
    Intent,
    Kill,
    Leave,
    Open,
    Pick,
    Roll,
    Show,
    SitOut,
    Turn,
    UseTime,
    View,
)
from stations import asks, entry, fairness, fault, pages, result, table, turn, waiting
from stations.state import GUARD_MS, LOST_MS, SILENCE_MS, Finger, Page, State, Touch, pre_act
from ui.canvas import Canvas, Report
from ui.motion import (
    FLIP_MS,
    FLOP_STAGGER_MS,
    FRAME_MS,
    PEEK_MS,
    TURN_FADE_MS,
    TURN_PULSE_MS,
    WIN_MS,
    in_out,
)
from ui.shapes import Look
from ui.sound import Cue
from ui.theme import ROSE_EDGE, SKY, TEXT, rgb

__all__ = ["Screen", "Touch"]

ANSWER_MS = 2000  # without a new view an answer counts as lost; the decision number guards it
HELD = ("peek", "balance", "past mine", "slider", "buy slider", "slide")
PAGES: dict[str, Page] = {
    "tile seats": "seats",
    "tile history": "history",
    "tile limits": "limits",
    "tile rules": "rules",
    "tile proof": "proof",
    "tile display": "display",
    "tile sound": "sound",
    "tile leave": "leave",
    "history": "history",
    "proof": "proof",
    "rules": "rules",
    "leave": "leave",
}
# The action row: a touch meant for one of these must not land on another that just appeared.
GUARDED = (
    "fold",
    "call",
    "raise",
    "slide",
    "preset",
    "minus",
    "plus",
    "slider",
    "keypad",
    "pre",
    "place",
    "draw",
    "up",
    "down",
    "yes",
    "no",
    "show",
    "muck",
    "cut",
    "pick",
    "add chips",
    "sit out",
    "lobby",
    "history",
    "proof",
    "back in",
    "leave",
)


class Screen:
    def __init__(self) -> None:
        self.state = State()
        self._canvas = self.state.canvas()
        self._stale = True
        self._row: object = None

    # ---- what comes from the table

    def update(self, view: View, now: float, whole: bool = True) -> list[Intent]:
        """A new view. After a lost link only a whole one counts. May answer a turn by itself,
        with what the player ticked before."""
        s = self.state
        s.heard_at = now
        if s.lost_at is not None and not whole:
            return []
        old, s.view, s.seen_at = s.view, view, now
        was_lost, s.lost_at = s.lost_at is not None, None
        first, s.began = not s.began, True
        if old.turn != view.turn or old.ask != view.ask or view.refused or was_lost:
            s.sent_decision = -1
        s.time.calm = view.prefs.calm
        if (old.prefs.large, old.prefs.contrast) != (
            view.prefs.large,
            view.prefs.contrast,
        ) or first:
            self._canvas = s.canvas()
        self._begin_motion(old, view, now)
        self._fresh_inputs(old, view, now)
        return self._answer_ahead(view, now)

    def heard(self, now: float) -> None:
        """The link said that all is well."""
        self.state.heard_at = now

    def lost(self, now: float) -> None:
        """The link is gone: hide everything until a whole view comes."""
        if self.state.lost_at is None and self.state.began:
            self.state.lost_at = now
            self._let_go()

    def release(self) -> None:
        """The touch panel went away: no finger is trusted any more."""
        self._let_go()

    def sounds(self) -> list[Cue]:
        """Cues to play since the last call, at the level of `view.prefs.volume`."""
        cues, self.state.cues = self.state.cues, []
        return cues  # type: ignore[return-value]

    @property
    def report(self) -> Report:
        return self._canvas.report

    def _begin_motion(self, old: View, view: View, now: float) -> None:
        s, before, after = self.state, old.public, view.public
        for n in range(len(before.board), len(after.board)):
            if after.board[: len(before.board)] == before.board and before.hand == after.hand:
                s.time.start(
                    f"board {n}", now, FLIP_MS, in_out, (n - len(before.board)) * FLOP_STAGGER_MS
                )
                s.cues.append("card")
        if view.turn and not old.turn:
            s.time.start("turn", now, TURN_FADE_MS + TURN_PULSE_MS)
            s.cues.append("your turn")
        won = s.me.won
        if won and not any(seat.won for seat in before.seats if seat.seat == view.seat):
            s.time.start("win", now, WIN_MS, in_out)
            s.cues.append("win")
        last = after.last
        if last and last != before.last and after.hand == before.hand:
            cue = {"check": "check", "fold": "fold"}.get(last.did, "chips" if last.chips else "")
            if cue:
                s.cues.append(cue)
        if view.pin and view.pin.wrong and (not old.pin or old.pin.nonce != view.pin.nonce):
            s.cues.append("wrong pin")
        if (
            after.clock
            and after.clock.in_bank
            and not (before.clock and before.clock.in_bank)
            and view.turn
        ):
            s.cues.append("time bank")

    def _fresh_inputs(self, old: View, view: View, now: float) -> None:
        """Drafts belong to one decision, digits to one try, ticks to one hand."""
        s = self.state
        if view.turn and view.turn != old.turn:
            s.draft = view.turn.raise_to.least if view.turn.raise_to else 0
            s.typed, s.fold_asked, s.slid = "", False, 0.0
            s.page = ""
        if view.ask and (not old.ask or old.ask.decision != view.ask.decision):
            s.chosen, s.page = frozenset(), ""
        if not view.turn:
            s.fold_asked = False
            if s.page == "keypad":
                s.page = ""
        if not view.pin or not old.pin or view.pin.nonce != old.pin.nonce:
            s.pin = ""
        if view.buy_in and (not old.buy_in or old.buy_in.amounts != view.buy_in.amounts):
            s.buy, s.post = view.buy_in.start or view.buy_in.amounts.least, False
        if view.mode != old.mode or view.seat != old.seat:
            s.page = ""
            self._let_go()
        if old.public.hand != view.public.hand or old.public.board != view.public.board:
            s.pre = ""  # a new street asks anew
        if s.pre and s.pre not in view.pre and not view.turn:
            s.pre = ""
        if s.pre == "call" and view.owed > s.pre_price:
            s.pre = ""
        row = self._action_row(view)
        if row != self._row:
            self._row = row
            s.guard_until = now + GUARD_MS
            for n, finger in s.fingers.items():  # a press begun before does not count after
                if _guarded(finger.target):
                    s.fingers[n] = finger._replace(target="")

    def _action_row(self, view: View) -> object:
        """What lies in the lower block; when it changes, touches there wait."""
        t = view.turn
        return (
            view.mode,
            view.ask and (view.ask.decision, view.ask.kind),
            view.away,
            view.pre,
            view.owed,
            t and (t.decision, t.call, t.raise_to),
            view.public.result is not None,
            len(view.public.board),
            view.public.phase,
            self.state.me.life,
        )

    def _answer_ahead(self, view: View, now: float) -> list[Intent]:
        s = self.state
        if not view.turn or not s.pre:
            return []
        act = pre_act(s, view.turn)
        s.pre = ""
        return [self._acted(act, now)] if act else []

    def _acted(self, act: Act, now: float) -> Act:
        self.state.sent_decision, self.state.sent_at = act.decision, now
        self.state.fold_asked = False
        self.state.page = ""
        return act

    def _let_go(self) -> None:
        self.state.fingers.clear()

    # ---- touches

    def touch(self, event: Touch, now: float) -> list[Intent]:
        s = self.state
        self._watch_link(now)
        if s.lost_at is not None or s.view.mode == "out of service":
            s.fingers.clear()
            return []
        match event.kind:
            case "down":
                return self._down(event, now)
            case "move":
                return self._move(event, now)
            case "up":
                return self._up(event, now)

    def _down(self, event: Touch, now: float) -> list[Intent]:
        s = self.state
        target = self._hit(event.x, event.y)
        if _guarded(target) and now < s.guard_until:
            target = ""
        s.fingers[event.finger] = Finger(event.x, event.y, target)
        if target == "peek":
            s.peek_at = now
        if target == "balance":
            return [Open("balance")]
        if target in ("slider", "buy slider"):
            self._slide_to(target, event.x)
        return []

    def _move(self, event: Touch, now: float) -> list[Intent]:
        s = self.state
        finger = s.fingers.get(event.finger)
        if not finger:
            return []
        target = finger.target
        zone = self.report.targets.get(target)
        if (
            target in ("peek", "past mine", "balance")
            and zone
            and not zone.collidepoint(event.x, event.y)
        ):
            target = ""  # leaving the zone hides
        s.fingers[event.finger] = Finger(event.x, event.y, target)
        if target in ("slider", "buy slider"):
            self._slide_to(target, event.x)
        if target == "slide" and zone:
            s.slid = min(1.0, max(0.0, (event.x - zone.x - 54) / (zone.w - 108)))
        if finger.target == "balance" and not target:
            return [Close("balance")]
        return []

    def _up(self, event: Touch, now: float) -> list[Intent]:
        s = self.state
        finger = s.fingers.pop(event.finger, None)
        if not finger or not finger.target:
            return []
        zone = self.report.targets.get(finger.target)
        if finger.target == "balance":
            return [Close("balance")]
        if finger.target == "slide":
            done, s.slid = s.slid > 0.92, 0.0
            return self._confirm(now) if done else []
        if finger.target in HELD or not zone or not zone.collidepoint(event.x, event.y):
            return []
        if _guarded(finger.target) and now < s.guard_until:
            return []
        return self._tapped(finger.target, event, now)

    def _hit(self, x: float, y: float) -> str:
        for name, rect in reversed(self.report.targets.items()):
            if rect.collidepoint(x, y):
                return name
        return ""

    def _slide_to(self, target: str, x: float) -> None:
        s = self.state
        if target == "slider" and s.turn and s.turn.raise_to:
            groove = turn.groove(s)
            s.draft = turn.amount_at(s.turn, (x - groove.x) / groove.w)
        elif target == "buy slider" and s.view.buy_in:
            groove, amounts = entry.GROOVE, s.view.buy_in.amounts
            share = min(1.0, max(0.0, (x - groove.x) / groove.w))
            self._buy(round(amounts.least + share * (amounts.most - amounts.least)))

    def _buy(self, chips: int) -> None:
        ask = self.state.view.buy_in
        assert ask
        amounts = ask.amounts
        steps = round((chips - amounts.least) / amounts.step)
        self.state.buy = min(amounts.most, max(amounts.least, amounts.least + steps * amounts.step))

    # ---- what a tap means

    def _tapped(self, name: str, event: Touch, now: float) -> list[Intent]:
        head, _, rest = name.partition(" ")
        s = self.state
        if name in PAGES:
            return self._open(PAGES[name])
        simple: dict[str, Callable[[], list[Intent]]] = {
            "menu": self._menu,
            "page back": self._close_page,
            "stay": self._close_page,
            "floor": lambda: [CallFloor()],
            "tile floor": lambda: [CallFloor()],
            "sit out": lambda: self._leave_page([SitOut()]),
            "tile sit out": lambda: self._leave_page([SitOut()]),
            "lobby": lambda: self._leave_page([GoLobby()]),
            "tile lobby": lambda: self._leave_page([GoLobby()]),
            "add chips": lambda: self._leave_page([Open("add chips")]),
            "tile add chips": lambda: self._leave_page([Open("add chips")]),
            "back in": lambda: [ComeBack()],
            "leave now": lambda: self._leave_page([Leave()]),
            "cancel": self._cancel,
            "time": self._use_time,
            "sit down": self._sit_down,
            "wait blind": lambda: self._set_post(False),
            "post now": lambda: self._set_post(True),
        }
        if name in simple:
            return simple[name]()
        if head in ("key", "buy"):
            return self._entering(head, rest)
        if head in ("deck", "switch", "volume", "past", "seat"):
            return self._paging(head, rest)
        if s.turn:
            return self._betting(name, head, rest, now)
        if s.view.ask:
            return self._choosing(name, head, rest, event, now)
        if head == "pre":
            s.pre = "" if s.pre == rest else rest  # type: ignore[assignment]
            s.pre_price = s.view.owed
        return []

    def _cancel(self) -> list[Intent]:
        adding = self.state.view.mode == "seated"
        return [Close("add chips")] if adding else [Cancel()]

    def _use_time(self) -> list[Intent]:
        asked = self.state.turn or self.state.view.ask
        return [UseTime(asked.decision)] if asked else []

    def _menu(self) -> list[Intent]:
        s = self.state
        s.page = "" if s.page else "menu"
        return []

    def _open(self, page: Page) -> list[Intent]:
        s = self.state
        s.page, s.past_at = page, 0
        if page == "history":
            return [Open("history")]
        return [Open("proof")] if page == "proof" else []

    def _close_page(self) -> list[Intent]:
        s = self.state
        deep = s.page not in ("", "menu") and s.view.mode == "seated"
        s.page = "menu" if deep else ""
        return []

    def _leave_page(self, intents: list[Intent]) -> list[Intent]:
        self.state.page = ""
        return intents

    def _set_post(self, post: bool) -> list[Intent]:
        self.state.post = post
        return []

    def _sit_down(self) -> list[Intent]:
        s = self.state
        ask = s.view.buy_in
        return [Buy(s.buy, s.post and bool(ask and ask.post), bool(ask and ask.adding))]

    def _entering(self, head: str, rest: str) -> list[Intent]:
        s = self.state
        if head == "buy":
            ask = s.view.buy_in
            if ask:
                step = entry.buy_step(ask)
                by = {"minus": s.buy - step, "plus": s.buy + step}
                self._buy(by[rest] if rest in by else int(rest))
            return []
        ask_pin = s.view.pin
        if rest == "clear":
            s.pin = ""
        elif rest == "erase":
            s.pin = s.pin[:-1]
        elif ask_pin and len(s.pin) < ask_pin.digits:
            s.pin += rest
            if len(s.pin) == ask_pin.digits:
                return [EnterPin(s.pin)]
        return []

    def _paging(self, head: str, rest: str) -> list[Intent]:
        s = self.state
        prefs = s.view.prefs
        match head:
            case "deck":
                return [Choose(replace(prefs, deck=rest))]
            case "switch":
                return [Choose(pages.with_switch(prefs, rest))]
            case "volume":
                return [Choose(replace(prefs, volume=int(rest)))]
            case "seat":
                return self._leave_page([ChangeSeat(int(rest))])
            case _:
                s.past_at = int(rest)
                return []

    def _betting(self, name: str, head: str, rest: str, now: float) -> list[Intent]:
        s = self.state
        t = s.turn
        assert t
        match name:
            case "fold":
                if t.call == 0:
                    s.fold_asked = True
                    return []
                return [self._acted(Act(t.decision, "fold"), now)]
            case "fold anyway":
                return [self._acted(Act(t.decision, "fold"), now)]
            case "call":
                return [self._acted(Act(t.decision, "call"), now)]
            case "raise":
                return self._confirm(now)
            case "minus" | "plus":
                step = (t.unit or 1) * (1 if name == "plus" else -1)
                s.draft = turn.fitted(t, s.draft + step) if t.raise_to else 0
            case "keypad":
                s.page, s.typed = "keypad", ""
            case "keypad off":
                s.page = ""
            case "keypad set":
                s.draft, s.page = turn.fitted(t, int(s.typed or 0) * 100), ""
        if head == "preset":
            s.draft = int(rest)
        if head == "digit":
            s.typed = s.typed[:-1] if rest == "<" else (s.typed + rest).lstrip("0")[:7]
        return []

    def _confirm(self, now: float) -> list[Intent]:
        s = self.state
        t = s.turn
        if not t or not t.raise_to:
            return []
        to = t.raise_to.least if t.fixed or t.raise_to.least == t.raise_to.most else s.draft
        return [self._acted(Act(t.decision, "raise", to), now)]

    def _choosing(self, name: str, head: str, rest: str, event: Touch, now: float) -> list[Intent]:
        s = self.state
        ask = s.view.ask
        assert ask
        if head == "place":
            place = int(rest)
            if place in s.chosen:
                s.chosen -= {place}
            elif len(s.chosen) < ask.most:
                s.chosen |= {place}
            return []
        answer = self._answer(ask, name, rest, event)
        if answer:
            s.sent_decision, s.sent_at = ask.decision, now
        return [answer] if answer else []

    def _answer(self, ask: Ask, name: str, rest: str, event: Touch) -> Intent | None:
        s = self.state
        match name:
            case "draw":
                return Draw(ask.decision, tuple(s.view.hole[n] for n in sorted(s.chosen)))
            case "up" | "down":
                return Roll(ask.decision, name == "up")
            case "yes" | "no":
                return Kill(ask.decision, name == "yes")
            case "show" | "muck":
                return Show(ask.decision, name == "show")
            case "cut":
                deck = s.side(asks.CUT)
                share = min(1.0, max(0.0, (event.x - deck.x) / deck.w))
                return Cut(ask.decision, round(share * 65535))
        return Pick(ask.decision, rest) if name.startswith("pick ") else None

    # ---- the picture

    def draw(self, surface: Surface, now: float) -> list[Rect]:
        """Bring the surface up to date; returns the areas that changed."""
        self._watch_link(now)
        self._tick(now)
        s = self.state
        s.silent_now = s.silent(now)
        c = self._canvas
        c.begin()
        self._scene(c, now)
        return c.paint(surface)

    def _watch_link(self, now: float) -> None:
        s = self.state
        if s.began and s.lost_at is None and now - s.heard_at > LOST_MS:
            self.lost(s.heard_at + LOST_MS)

    def _tick(self, now: float) -> None:
        """The last five seconds are heard; an answer that got lost may be given again."""
        s = self.state
        if s.sent_decision >= 0 and now - s.sent_at > ANSWER_MS:
            s.sent_decision = -1
        left = math.ceil(s.clock_left(now) / 1000)
        if s.turn and s.public.clock and 0 < left <= 5 and left != s.ticked:
            s.cues.append("tick")
        s.ticked = left

    def _scene(self, c: Canvas, now: float) -> None:
        s, view = self.state, self.state.view
        if s.lost_at is not None or view.mode == "out of service":
            fault.draw(c, s, now)
            return
        if view.mode == "seated":
            self._seated(c, now)
        elif s.page in ("rules", "proof", "history"):
            c.blit(table.dark_ground(), 0, 0)
            table.brand(c, s)
            self._page(c, now)
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

    def _seated(self, c: Canvas, now: float) -> None:
        s = self.state
        if s.view.buy_in and not s.turn:  # add chips, over the table
            entry.buy_in(c, s, s.view.buy_in, now)
            return
        paged = s.page not in ("", "keypad")
        c.blit(table.dark_ground() if paged else table.ground(s.view.prefs.contrast), 0, 0)
        table.top_bar(c, s, now)
        if paged:
            self._page(c, now)
            return
        table.felt(c, s, now)
        table.own_plate(c, s, now)
        table.peek_zone(c, s, now)
        self._block(c, now)
        self._note(c, now)

    def _page(self, c: Canvas, now: float) -> None:
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
        drawn[self.state.page](c, self.state, now)

    def _block(self, c: Canvas, now: float) -> None:
        """The lower right: what this player can do now."""
        s, view = self.state, self.state.view
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

    def _note(self, c: Canvas, now: float) -> None:
        """What the table said to this seat alone: a polite No, or an answer."""
        s = self.state
        says = s.view.refused or s.view.said
        if not says:
            return
        wide = min(900, c.measure(says, 20) + 48)
        rect = Rect(640 - wide // 2, 362, wide, 38)
        edge = ROSE_EDGE if s.view.refused else SKY
        c.box(rect, Look(rgb("141D25"), None, edge, 2, 19))
        c.text(says, 640, rect.centery, 20, "semibold", TEXT, "c", room=wide - 32)

    # ---- when to come back

    def next_wake(self, now: float) -> float | None:
        """When the picture will change by itself, in milliseconds of `now`'s clock; None: not
        before a touch or a view."""
        s = self.state
        times = list(self._wakes(now))
        if s.began and s.lost_at is None:  # the link must be watched while anything depends on it
            times.append(max(now + 1, s.heard_at + (SILENCE_MS if s.down("peek") else LOST_MS) + 1))
        return min(times, default=None)

    def _wakes(self, now: float) -> list[float]:
        s, view = self.state, self.state.view
        times: list[float] = []
        if s.time.moving(now):
            times.append(now + FRAME_MS)
        if s.lost_at is not None:
            times.append(now + (1000 if view.prefs.calm else 50))
            return times
        if s.down("peek") and now - s.peek_at < PEEK_MS and s.may_peek(now):
            times.append(now + FRAME_MS)
        if s.sent_decision >= 0:
            times.append(max(now + 1, s.sent_at + ANSWER_MS + 1))
        if view.mode == "attract" and not s.page and not view.prefs.calm:
            times.append((now // 400 + 1) * 400)
        clock = view.public.clock
        if clock and clock.running and view.mode == "seated" and view.public.actor:
            step = clock.of_ms / 60  # the ring has 60 steps, the bar about twice as many
            step = min(1000.0, step / 2 if s.turn else step)
            left = s.clock_left(now)
            if left > 0:
                times.append(now + max(1.0, left % step or step))
        if view.public.result and view.public.result.next_of_ms and s.next_left(now) > 0:
            times.append(now + 100)
        if any(seat.away_ms for seat in view.public.seats):
            times.append(now + 1000 - (now - s.seen_at) % 1000 + 1)
        return times


def _guarded(target: str) -> bool:
    head = target.partition(" ")[0]
    return target in GUARDED or head in GUARDED
