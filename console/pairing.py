"""A new screen at a cable of the table, from the console: the technician compares six digits with
those on its glass, and says yes here and there."""

import asyncio
import os
from typing import Any

from console.asking import Asks, Question
from firmware.errors import Refused
from firmware.screens.protocol import orders as o
from firmware.screens.protocol.devices import Pairing

AGAIN_S = 0.5
NEW = "At the new screen: plug it in and start it; its glass shows six digits."
THERE = "Now touch Yes on its glass."


def _yes_or_no(typed: str) -> str:
    return "" if typed in ("yes", "no") else "Type yes or no."


async def pair(at: Asks, seat: int) -> None:
    await _order(at, o.OpenPairing, seat)
    at.tell(NEW)
    found = await _after(at, "waits")
    digits = f"{found.digits[:3]} {found.digits[3:]}"
    words = f"{found.words} is there. Does its glass show {digits} too? yes or no:"
    if await at.ask(Question(words, wrong=_yes_or_no)) == "no":
        raise Refused(
            "Not paired; nothing was stored. Unplug that screen, and find out whose it is."
        )
    await _order(at, o.SayPaired, seat, digits=found.digits)
    at.tell(THERE)
    await _after(at, "compare")
    at.tell(f"The screen of {found.unit} is paired, and the one before it is forgotten.")


async def _after(at: Asks, step: str) -> Pairing:
    """What comes after this step."""
    while True:
        told = await at.outside.devices("")
        if told is None:
            raise Refused("The table does not answer: look at it before you try again.")
        if told.pairing.step == "failed":
            raise Refused(f"Not paired: {told.pairing.words}.")
        if told.pairing.step != step:
            return told.pairing
        await asyncio.sleep(AGAIN_S)


async def _order(
    at: Asks, kind: type[o.OpenPairing | o.SayPaired], seat: int, **details: Any
) -> None:
    """Refused: in the table's words."""
    assert at.signing is not None
    assert at.seen.look is not None
    answer = await at.outside.order(kind(
        id=os.urandom(8).hex(), table=at.seen.look.name, token=at.signing.session.token,
        reason="a new screen", sure=True, seat=seat, **details,
    ))  # fmt: skip
    if isinstance(answer, o.No):
        raise Refused(answer.words)
