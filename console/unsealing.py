"""Unsealing at the console (REQ-R16, REQ-R47): two people, two roles, their keys, a reason.

The keys are tried first: who brought the wrong stick has unsealed nothing. Then the table writes
down who asked, for which seats and why; and what was asked for is on this glass for a minute, in
this page alone.
"""

import asyncio
import os
import re

from msgspec.structs import replace

from console.asking import PIN, Asks, Question, number_again
from console.opening import SHOWN_MS, Agreed, Person, Stick, Sticks, Unsealing
from firmware.errors import Fault, Refused
from firmware.screens.protocol import orders as o

_SEATS = re.compile(r"[1-9][0-9]?(,[1-9][0-9]?){0,9}")


def _seats(typed: str) -> str:
    return "" if _SEATS.fullmatch(typed) else "Seats are numbers, with commas: 3,8"


def _why(typed: str) -> str:
    return "" if len(typed) >= 2 else "Say why: the reason is kept with it."


SEATS = Question("Folded cards of which seats, and no others (3,8):", wrong=_seats)
CASE = Question("Number of the case's paper:")
WHY = Question("Reason:", wrong=_why)
SECOND = Question(
    "Second person, manager. Card (or Enter: confirmed at a desk):", True, lambda _: ""
)


async def unseal(at: Asks, page: Unsealing, outside_key: bool) -> None:
    """Raises Refused and Fault: nothing is shown then."""
    page.seats = tuple(dict.fromkeys(map(int, (await at.ask(SEATS)).split(","))))
    page.case, page.reason = await at.ask(CASE), await at.ask(WHY)
    sticks = await _sticks(at, outside_key)
    async with at.outside.opener() as opener:
        await opener.ask(sticks)
        await at.ask(number_again(page.hand))
        order = await _first(at, page)
        try:
            await _second(at, page, order)
        except BaseException:
            await _taken_back(at, order)
            raise
        said = await opener.ask(Agreed(order.id))
    try:
        await at.outside.heard()
    except Refused:
        raise Refused("The table is not heard: no card is shown.") from None
    page.people = (page.people[0], replace(page.people[1], person=said.by[1]))
    page.faces, page.until_ms = said.faces, at.seen.timer_ms + SHOWN_MS
    page.doors = at.seen.floor.doors if at.seen.floor is not None else ()


async def _sticks(at: Asks, outside_key: bool) -> Sticks:
    if outside_key:
        return Sticks(outside=await _stick(at, "outside auditor's key"))
    manager = await _stick(at, "manager's half")
    return Sticks(manager, await _stick(at, "house auditor's half"))


async def _stick(at: Asks, whose: str) -> Stick:
    file = await at.ask(Question(f"File of the {whose}:"))
    return Stick(file, await at.ask(Question(f"Passphrase of the {whose}:", hidden=True)))


async def _first(at: Asks, page: Unsealing) -> o.Unseal:
    assert at.signing is not None
    session = at.signing.session
    order = o.Unseal(
        id=os.urandom(8).hex(), table=_table(at), token=session.token, reason=page.reason,
        hand=page.hand, seats=page.seats, case=page.case, sure=True,
    )  # fmt: skip
    answer = await at.outside.order(order)
    if not isinstance(answer, o.WantsSecond):
        raise Refused(answer.words)
    page.people = (Person(session.person, session.role, "this console", at.seen.now_ms),)
    return order


async def _second(at: Asks, page: Unsealing, order: o.Unseal) -> None:
    """Until somebody has confirmed it, here or at a desk of the floor, or the time is up."""
    while True:
        try:
            track = await at.ask(SECOND)
            if not track:
                who = await _confirmed_at_a_desk(at, order)
            else:
                who = await _confirmed_here(at, track, page, order)
            if who is not None:
                page.people = (*page.people, who)
                return
        except (Refused, Fault) as no:
            at.tell(str(no))
        if isinstance(answer := await at.outside.order(order), o.No):
            raise Refused(answer.words)


async def _confirmed_at_a_desk(at: Asks, order: o.Unseal) -> Person | None:
    if isinstance(await at.outside.order(order), o.Done):
        return Person("", "floor manager", "floor desk", at.seen.now_ms)
    at.tell("Nobody has confirmed it yet.")
    return None


async def _confirmed_here(at: Asks, track: str, page: Unsealing, order: o.Unseal) -> Person:
    pin = await at.ask(PIN)
    await at.ask(number_again(page.hand))
    sign_on, sign_off = at.outside.sign_on, at.outside.sign_off
    second = await asyncio.to_thread(sign_on, track, pin)
    try:
        session = second.session
        confirm = o.Confirm(
            id=os.urandom(8).hex(), table=_table(at), token=session.token, order=order.id,
            sure=True,
        )  # fmt: skip
        answer = await at.outside.order(confirm)
        if not isinstance(answer, o.Done):
            raise Refused(answer.words)
        return Person(session.person, session.role, "this console", at.seen.now_ms)
    finally:
        await asyncio.to_thread(sign_off, second)


async def _taken_back(at: Asks, order: o.Unseal) -> None:
    """Somebody pressed Esc, or it came to nothing: it waits for nobody."""
    back = o.TakeBack(
        id=os.urandom(8).hex(), table=order.table, token=order.token, order=order.id, sure=True
    )
    try:
        await at.outside.order(back)
    except Refused:
        return  # it ends by itself after two minutes


def _table(at: Asks) -> str:
    return at.seen.look.name if at.seen.look is not None else ""
