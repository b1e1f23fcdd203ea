"""The customer's pad: amount, balance, a name without its surname, and a state. Nothing else.

What the PIN sets going is a closure of the window's: the pad knows no account and no session.
"""

import time
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable
from typing import Literal

from msgspec import Struct
from starlette.concurrency import run_in_threadpool

from desks.stream import News
from firmware.bank.pins import WrongPin, check_digits
from firmware.errors import Fault, Refused

Step = Literal["sign", "pin", "old", "choose", "again"]
STEPS: dict[Step, str] = {
    "sign": "Please read this, then sign",
    "pin": "Enter your PIN to agree",
    "old": "Enter the PIN you have",
    "choose": "Choose a PIN, 4 to 8 digits",
    "again": "The same PIN once more",
}
CHOOSES: tuple[Step, ...] = ("choose", "again")
SHOWS = {
    "blank": "Welcome", "wait": "Please wait a moment", "busy": "Please wait a moment",
    "told": "What was paid in", "done": "Done, thank you", "no": "Nothing was moved",
}  # fmt: skip
SILENCE_S = 3.0
RESTS_S = {"told": 20.0, "done": 20.0, "no": 20.0, "wait": 300.0}  # then it is blank again
_PNG = "data:image/png;base64,"


class Asked(Struct, frozen=True):
    """What the customer is asked, step by step."""

    id: str
    title: str
    name: str
    steps: tuple[Step, ...] = ("pin",)
    amount: int = 0
    balance: int = 0


class Pad:
    """One question at a time. Its answer is kept until the next."""

    def __init__(self) -> None:
        self.news = News()
        self.asked: Asked | None = None
        self.state = "blank"  # wait, told, asking, busy, done, no
        self.words = ""
        self.turn = 0  # each change is one
        self.given: list[str] = []  # a step each; forgotten with the answer
        self._agree: Callable[..., object] | None = None
        self._heard, self._since = -SILENCE_S, 0.0

    def is_heard(self) -> None:
        """The browser in the customer's hand is on the line."""
        self._heard = time.monotonic()

    def is_here(self) -> bool:
        return time.monotonic() - self._heard < SILENCE_S

    @property
    def step(self) -> Step | None:
        asking = self.state == "asking" and self.asked is not None
        return self.asked.steps[len(self.given)] if asking and self.asked else None

    @property
    def shown(self) -> str:
        """The state, on the glass: the next customer sees nothing of this one."""
        rests = time.monotonic() - self._since < RESTS_S.get(self.state, float("inf"))
        return self.state if rests else "blank"

    @property
    def shows(self) -> str:
        """In words, for the cashier."""
        if not self.is_here():
            return "Nothing: it is not on the line"
        step, asked = self.step, self.asked
        if step is not None and asked is not None:
            return f"{asked.title}: {STEPS[step]}"
        return SHOWS[self.shown]

    def tell(self, asked: Asked) -> None:
        """Cash that was taken in, for whoever stands there: it asks nothing."""
        if self.state not in ("asking", "busy"):
            self.asked = asked
            self._become("told")

    def wait(self) -> None:
        """The cashier has something to look up."""
        if self.state not in ("asking", "busy"):
            self.asked = None
            self._become("wait")

    def ask(self, asked: Asked, agree: Callable[..., object]) -> None:
        """The same again, after a reload, is the same question."""
        if self.asked is not None and self.asked.id == asked.id and self.state != "no":
            return
        if self.state in ("asking", "busy"):
            raise Refused("The pad is asking the customer: let that end first.", rule="REQ-R35")
        self.asked, self._agree, self.given = asked, agree, []
        self._become("asking")

    async def answer(self, id_: str, step: str, given: str) -> None:
        """Of the step that is asked for: a second Enter comes too late."""
        if self.asked is None or self.asked.id != id_ or step != self.step:
            return
        try:
            _check(self.step, given, self.given)
        except Refused as no:
            if step == "again":
                self.given.pop()  # and chosen once more
            self._become("asking", str(no))
            return
        self.given.append(given)
        if len(self.given) < len(self.asked.steps):
            self._become("asking")
        else:
            await self._done()

    async def _done(self) -> None:
        agree, given = self._agree, self.given
        assert agree is not None
        self._become("busy")
        try:
            await run_in_threadpool(agree, *given)
        except WrongPin as no:
            self.given = []
            self._become("asking" if no.left else "no", str(no))
        except (Refused, Fault) as no:
            self._become("no", str(no))
        else:
            self._become("done")

    def cancel(self, id_: str, words: str) -> None:
        if self.state == "asking" and self.asked is not None and self.asked.id == id_:
            self._become("no", words)

    def _become(self, state: str, words: str = "") -> None:
        self.state, self.words, self.turn = state, words, self.turn + 1
        self._since = time.monotonic()
        if state in ("done", "no"):
            self._agree, self.given = None, []
        self.news.tell()


def _check(step: Step | None, given: str, before: list[str]) -> None:
    match step:
        case "sign":
            signature(given)
        case "choose":
            check_digits(given)
        case "again" if given != before[-1]:
            raise Refused("The two differ: choose once more.", rule="REQ-R38")


def signature(given: str) -> bytes:
    """The picture that the pad drew."""
    try:
        return b64decode(given.removeprefix(_PNG), validate=True)
    except NotBase64:
        raise Refused("Please sign once more.", rule="REQ-R34") from None
