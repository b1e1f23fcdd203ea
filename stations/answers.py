"""What a touch does: it sends an intent, opens or leaves a page, or answers the decision asked."""

from firmware.screens.protocol import (
    Act,
    ComeBack,
    Draw,
    Intent,
    Kill,
    Open,
    Pick,
    Roll,
    Show,
    SitOut,
)  # fmt: skip
from stations.state import State
from ui.touch import NOTHING, Does, Intents

Answer = Act | Draw | Roll | Kill | Show | Pick


def send(*intents: Intent) -> Does:
    return lambda: intents


def leave_page(s: State, *intents: Intent) -> Does:
    def does() -> Intents:
        s.reading.page = ""
        return intents

    return does


def open_page(s: State, page: str, proof_of: int = 0) -> Does:
    def does() -> Intents:
        reading = s.reading
        reading.page, reading.proof_of = page, proof_of
        reading.past_of = reading.past_from = reading.code_at = reading.leaf = 0
        reading.step, reading.plays_since, reading.wanted = -1, None, {}
        return NOTHING

    return does


def add_chips(s: State) -> Does:
    """At once, also for who has lost his and looks at the showdown."""

    def does() -> Intents:
        s.reading.page, s.entry.wanted = "", True
        return (Open("add chips"),)

    return does


def in_or_out(s: State) -> tuple[str, str, str, Does]:
    """Sit out, or the way back in: name, icon, words. Where the rules allow neither, the menu: it
    says why."""
    no, out = s.view.no, s.view.away in ("sit out", "lobby", "after hand")
    if s.view.buy_in or (no.back and not s.me.stack):
        return "add chips", "plus", "Add chips", add_chips(s)
    if out and not no.back:
        return "back in", "check", "I am back", leave_page(s, ComeBack())
    if not out and not no.sit_out:
        return "sit out", "pause", "Sit out", leave_page(s, SitOut())
    return "why not", "menu", "Menu", open_page(s, "menu")


def back(s: State, to: str = "menu") -> Does:
    """One page up. Only who sits has a menu."""

    def does() -> Intents:
        s.reading.page = "" if to == "menu" and s.view.mode != "seated" else to
        return NOTHING

    return does


def menu(s: State) -> Does:
    """Opens the menu, and closes whatever is open."""

    def does() -> Intents:
        s.reading.page = "" if s.reading.page else "menu"
        return NOTHING

    return does


def answer(s: State, intent: Answer) -> Does:
    return lambda: answered(s, intent)


def answered(s: State, intent: Answer) -> Intents:
    """The decision has its answer: the row rests until the table has it too."""
    s.sent.decision, s.sent.at = intent.decision, s.now
    if isinstance(intent, Act):
        s.bet.fold_asked, s.reading.page = False, ""
    return (intent,)
