"""stormdeck order TABLE.TOML ORDER [field=value …]: give a running table an order of the floor.

A desk for scripts and for three in the morning: it calls the table as every desk does, signs on
with a card and a PIN, says what the order would do, and does it when you say yes. Where an order
takes two people, the second signs on here too. Without an order it lists them.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec

from commands import arguments
from commands.sign_on import at_table
from drivers.fault import Fault
from drivers.link.keys import open_book
from firmware.errors import Refused
from firmware.machine import equipment
from firmware.machine.plan import Plan, read_plan
from firmware.pages import BadPage
from firmware.screens.desk_end import DeskEnd
from firmware.screens.protocol import orders as o
from firmware.screens.screen_end import controller_of
from firmware.settlement.window import TableWindow

ORDERS: dict[str, type[o.Order]] = {kind.__name__: kind for kind in get_args(o.AnyOrder)}
OWN = o.Order.__struct_fields__
LISTS = ("accounts", "seats")  # written with commas
LATE_S = 10.0


def main(argv: list[str]) -> int:
    parser = arguments.parser("order", __doc__)
    parser.add_argument("file", type=Path, metavar="TABLE.TOML", help="of the running table")
    parser.add_argument("--book", type=Path, required=True, help="own key and the paired table")
    parser.add_argument("--reason", default="")
    parser.add_argument("--yes", action="store_true", help="do not ask whether it is meant")
    parser.add_argument("words", nargs="*", metavar="ORDER field=value …")
    args = parser.parse_intermixed_args(argv)
    if not args.words:
        print("\n".join(_usage(kind) for kind in ORDERS.values()))
        return 0
    try:
        return _give(read_plan(args.file), args)
    except (BadPage, Refused, Fault) as no:
        print(f"stormdeck order: {no}", file=sys.stderr)
    return 1


def _usage(kind: type[o.Order]) -> str:
    fields = [name for name in kind.__struct_fields__ if name not in OWN]
    return " ".join([kind.__name__, *(f"{name}=…" for name in fields)])


def _give(plan: Plan, args: argparse.Namespace) -> int:
    bank, id = equipment.bank(plan), os.urandom(8).hex()
    with at_table(bank) as first:
        told = {"id": id, "table": plan.config.table, "token": first.token}
        said = ask(bank, plan, args.book, _order(args, told, sure=False))
        if not isinstance(said, o.Would):
            return _tell(said)
        print(said.words + (" It takes two people." if said.second else ""))
        if not args.yes and input("Do it? yes or no: ").strip().lower() not in ("y", "yes"):
            print("Nothing was done.")
            return 1
        answer = ask(bank, plan, args.book, _order(args, told, sure=True))
        if isinstance(answer, o.WantsSecond):
            answer = _second(bank, plan, args.book, answer)
    return _tell(answer)


def _second(bank: TableWindow, plan: Plan, book: Path, waits: o.WantsSecond) -> o.Answer:
    with at_table(bank, "Second person. ") as second:
        confirm = o.Confirm(
            id=os.urandom(8).hex(), table=plan.config.table, token=second.token,
            sure=True, order=waits.id,
        )  # fmt: skip
        return ask(bank, plan, book, confirm)


def _order(args: argparse.Namespace, told: dict[str, str], *, sure: bool) -> o.AnyOrder:
    """Words of a shell, as the order's own kinds."""
    what, *words = args.words
    kind = ORDERS.get(what)
    if kind is None:
        raise Refused(f"There is no order {what}; there are: {', '.join(ORDERS)}.")
    fields: dict[str, Any] = {**told, "reason": args.reason, "sure": sure}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in OWN or name not in kind.__struct_fields__:
            raise Refused(f"{word}? It goes like this: {_usage(kind)}")
        fields[name] = value.split(",") if name in LISTS else value
    all_fields = msgspec.structs.fields(kind)
    if missing := [one.name for one in all_fields if one.required and one.name not in fields]:
        raise Refused(f"Still missing: {', '.join(missing)}. It goes like this: {_usage(kind)}")
    values = [fields.get(one.name, one.default) for one in all_fields]
    try:
        order: o.AnyOrder = msgspec.convert([what, *values], o.AnyOrder, strict=False)
        return order
    except msgspec.ValidationError as no:
        raise Refused(f"{no}. It goes like this: {_usage(kind)}") from None


def ask(bank: TableWindow, plan: Plan, book: Path, order: o.AnyOrder) -> o.Answer:
    """By a slip in place of its giver's session."""
    order = msgspec.structs.replace(order, token=bank.slip(order.token, order.named))
    return asyncio.run(_asked(plan, book, order))


async def _asked(plan: Plan, book: Path, order: o.AnyOrder) -> o.Answer:
    if not plan.desks:
        raise Refused(f"{plan.path} names no desks: the table hears none.")
    mine, said = open_book(book), list[str]()
    desk = DeskEnd(mine.me, controller_of(mine), plan.desks[0], lambda: None, said.append)
    calling = asyncio.create_task(desk.run())
    try:
        async with asyncio.timeout(LATE_S):
            return await desk.order(order)
    except TimeoutError:
        why = said[-1] if said else "The table does not answer."
        raise Refused(f"{why} Nothing is known to be done: look at the table.") from None
    finally:
        desk.give_up(order.id)
        calling.cancel()


def _tell(answer: o.Answer) -> int:
    print(answer.words)
    return 0 if isinstance(answer, o.Done) else 1
