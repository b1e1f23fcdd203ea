"""What a touch does: it sends an intent, opens or leaves a page, or answers the decision asked."""

from firmware.screens.protocol import Act, Draw, Intent, Kill, Pick, Roll, Show
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
