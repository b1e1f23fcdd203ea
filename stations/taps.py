"""What a tap on a target means: a change of what this station alone knows, or an intent."""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from firmware.screens.protocol import (
    Act,
    Ask,
    Buy,
    CallFloor,
    Cancel,
    ChangeSeat,
    Choose,
    Close,
    ComeBack,
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
    UseTime,
)
from stations import asks, cut, entry, pages, turn
from stations.state import Page, State, Touch

PAGES: dict[str, Page] = {
    "tile seats": "seats",
    "tile history": "history",
    "tile limits": "limits",
    "tile rules": "rules",
    "tile proof": "proof",
    "tile display": "display",
    "tile motions": "motions",
    "tile sound": "sound",
    "tile leave": "leave",
    "history": "history",
    "proof": "proof",
    "rules": "rules",
    "leave": "leave",
}


def slide_to(s: State, target: str, x: float) -> None:
    if target == "slider" and s.turn and s.turn.raise_to:
        groove = turn.groove(s)
        s.draft = turn.amount_at(s.turn, (x - groove.x) / groove.w)
    elif target == "buy slider" and s.view.buy_in:
        groove, amounts = entry.GROOVE, s.view.buy_in.amounts
        share = min(1.0, max(0.0, (x - groove.x) / groove.w))
        _buy(s, round(amounts.least + share * (amounts.most - amounts.least)))


def _buy(s: State, chips: int) -> None:
    ask = s.view.buy_in
    assert ask
    amounts = ask.amounts
    steps = round((chips - amounts.least) / amounts.step)
    s.buy = min(amounts.most, max(amounts.least, amounts.least + steps * amounts.step))


def tapped(s: State, name: str, event: Touch, now: float) -> list[Intent]:
    head, _, rest = name.partition(" ")
    if name in PAGES:
        return _open(s, PAGES[name])
    simple: dict[str, Callable[[], list[Intent]]] = {
        "menu": lambda: _menu(s),
        "page back": lambda: _close_page(s),
        "stay": lambda: _close_page(s),
        "floor": lambda: [CallFloor()],
        "tile floor": lambda: [CallFloor()],
        "sit out": lambda: _leave_page(s, [SitOut()]),
        "tile sit out": lambda: _leave_page(s, [SitOut()]),
        "lobby": lambda: _leave_page(s, [GoLobby()]),
        "tile lobby": lambda: _leave_page(s, [GoLobby()]),
        "add chips": lambda: _leave_page(s, [Open("add chips")]),
        "tile add chips": lambda: _leave_page(s, [Open("add chips")]),
        "back in": lambda: [ComeBack()],
        "leave now": lambda: _leave_page(s, [Leave()]),
        "cancel": lambda: _cancel(s),
        "time": lambda: _use_time(s),
        "sit down": lambda: _sit_down(s),
        "wait blind": lambda: _set_post(s, False),
        "post now": lambda: _set_post(s, True),
        "code": lambda: _code(s, 1),
        "code next": lambda: _code(s, 1),
        "code back": lambda: _code(s, -1),
    }
    if name in simple:
        return simple[name]()
    if head in ("key", "buy"):
        return _entering(s, head, rest)
    if head in ("deck", "switch", "volume", "past", "seat"):
        return _paging(s, head, rest)
    if head == "motion":
        return _leave_page(s, [Pick(s.view.vote, f"{rest}/yes")])
    if s.turn:
        return _betting(s, name, head, rest, now)
    if s.view.ask:
        return _choosing(s, name, head, rest, event, now)
    if head == "pre":
        s.pre = "" if s.pre == rest else rest  # type: ignore[assignment]
        s.pre_price = s.view.owed
    return []


def _cancel(s: State) -> list[Intent]:
    adding = s.view.mode == "seated"
    return [Close("add chips")] if adding else [Cancel()]


def _use_time(s: State) -> list[Intent]:
    ask = s.view.ask
    asked = s.turn or (ask if ask and not ask.vote and ask.kind != "cut" else None)
    return [UseTime(asked.decision)] if asked else []


def _menu(s: State) -> list[Intent]:
    s.page = "" if s.page else "menu"
    return []


def _open(s: State, page: Page) -> list[Intent]:
    from_history = s.page == "history" and s.past_at < len(s.view.past)
    s.proof_of = s.view.past[s.past_at].hand if from_history and page == "proof" else 0
    s.page, s.past_at, s.code_at = page, 0, 0
    return []


def _close_page(s: State) -> list[Intent]:
    deep = s.page not in ("", "menu") and s.view.mode == "seated"
    s.page = "proof" if s.page == "code" else "menu" if deep else ""
    return []


def _code(s: State, by: int) -> list[Intent]:
    """The next code of the receipt, round and round; the first touch makes it large."""
    if s.page == "code" and s.view.proof:
        s.code_at = (s.code_at + by) % max(1, len(s.view.proof.codes))
    s.page = "code"
    return []


WIRED: dict[Page, Literal["history", "proof"]] = {
    "history": "history", "proof": "proof", "code": "proof",
}  # fmt: skip


def turned(s: State, before: tuple[Page, int]) -> list[Intent]:
    """A page that needs more than the table was opened, or is not looked at any more."""
    was, now = WIRED.get(before[0]), WIRED.get(s.page)
    if (was, before[1]) == (now, s.proof_of):
        return []
    closed: list[Intent] = [Close(was)] if was else []
    return [*closed, *([Open(now, s.proof_of if now == "proof" else 0)] if now else [])]


def _leave_page(s: State, intents: list[Intent]) -> list[Intent]:
    s.page = ""
    return intents


def _set_post(s: State, post: bool) -> list[Intent]:
    s.post = post
    return []


def _sit_down(s: State) -> list[Intent]:
    ask = s.view.buy_in
    return [Buy(s.buy, s.post and bool(ask and ask.post), bool(ask and ask.adding))]


def _entering(s: State, head: str, rest: str) -> list[Intent]:
    if head == "buy":
        ask = s.view.buy_in
        if ask:
            step = entry.buy_step(ask)
            by = {"minus": s.buy - step, "plus": s.buy + step}
            _buy(s, by[rest] if rest in by else int(rest))
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


def _paging(s: State, head: str, rest: str) -> list[Intent]:
    prefs = s.view.prefs
    match head:
        case "deck":
            return [Choose(replace(prefs, deck=rest))]
        case "switch":
            return [Choose(pages.with_switch(prefs, rest))]
        case "volume":
            return [Choose(replace(prefs, volume=int(rest)))]
        case "seat":
            return _leave_page(s, [ChangeSeat(int(rest))])
        case _:
            s.past_at = int(rest)
            return []


def _betting(s: State, name: str, head: str, rest: str, now: float) -> list[Intent]:
    t = s.turn
    assert t
    match name:
        case "fold":
            if t.call == 0:
                s.fold_asked = True
                return []
            return [acted(s, Act(t.decision, "fold"), now)]
        case "fold anyway":
            return [acted(s, Act(t.decision, "fold"), now)]
        case "call":
            return [acted(s, Act(t.decision, "call"), now)]
        case "raise":
            return confirm(s, now)
        case "minus" | "plus":
            step = (t.unit or 1) * (1 if name == "plus" else -1)
            s.draft = turn.fitted(t, s.draft + step) if t.raise_to else 0
        case "keypad":
            s.page, s.typed = "keypad", ""
        case "keypad off":
            s.page = ""
        case "keypad set":
            s.draft, s.page = turn.fitted(t, turn.typed(s)), ""
    if head == "preset":
        s.draft = int(rest)
    if head == "digit":
        s.typed = s.typed[:-1] if rest == "<" else (s.typed + rest).lstrip("0")[:7]
    return []


def confirm(s: State, now: float) -> list[Intent]:
    t = s.turn
    if not t or not t.raise_to:
        return []
    to = t.raise_to.least if t.fixed or t.raise_to.least == t.raise_to.most else s.draft
    return [acted(s, Act(t.decision, "raise", to), now)]


def _choosing(s: State, name: str, head: str, rest: str, event: Touch, now: float) -> list[Intent]:
    ask = s.view.ask
    assert ask
    if head == "place":
        place = int(rest)
        if place in s.chosen:
            s.chosen -= {place}
        elif len(s.chosen) < ask.most:
            s.chosen |= {place}
        return []
    answer = _answer(s, ask, name, rest, event)
    if answer:
        s.sent_decision, s.sent_at = ask.decision, now
    return [answer] if answer else []


def _answer(s: State, ask: Ask, name: str, rest: str, event: Touch) -> Intent | None:
    match name:
        case "draw":
            return Draw(ask.decision, tuple(s.view.hole[n] for n in sorted(s.chosen)))
        case "up" | "down":
            return Roll(ask.decision, name == "up")
        case "yes" | "no":
            return Kill(ask.decision, name == "yes")
        case "muck":
            return Show(ask.decision, False)
        case "cut":
            deck = s.side(asks.CUT)
            return cut.touched(s, ask, min(1.0, max(0.0, (event.x - deck.x) / deck.w)))
    if name.startswith("show"):
        return Show(ask.decision, True, (int(rest),) if rest else ())
    return Pick(ask.decision, rest) if name.startswith("pick ") else None


def acted(s: State, act: Act, now: float) -> Act:
    s.sent_decision, s.sent_at = act.decision, now
    s.fold_asked = False
    s.page = ""
    return act
