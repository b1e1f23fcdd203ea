"""A question that a console asks in its command line. Pure; who asks, waits."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from console.outside import Outside, Signing
from console.seen import Seen


def _anything(typed: str) -> str:
    return "" if typed else "Type something, or Esc: leave it."


class Question(Struct, frozen=True):
    words: str
    hidden: bool = False  # a card, a PIN, a passphrase: never on the glass
    wrong: Callable[[str], str] = _anything  # with what was typed; empty: it is good
    letters: int = 0  # taken without Enter when so many are typed


class Asks(Protocol):
    """The console, as somebody knows it who asks one question after the other. Esc ends it all."""

    outside: Outside
    seen: Seen
    signing: Signing | None

    async def ask(self, question: Question) -> str: ...
    def tell(self, words: str) -> None: ...


CARD = Question("Card, swiped or typed:", hidden=True)
PIN = Question("PIN:", hidden=True, letters=6)


def number_again(hand: int) -> Question:
    def wrong(typed: str) -> str:
        return "" if typed.replace(",", "") == str(hand) else "That is another hand."

    return Question("Type the hand's number:", wrong=wrong)
