"""What a technician sends to who built the table: a few plain pages in one archive. Pure.

No view of the table is in it, so no card is, not even one that everybody saw.
"""

import io
import tarfile

from console.look import Look
from console.private import found_in
from console.words import clock, day, lasted, short_hash
from firmware.errors import Refused
from firmware.money import show


def pages(look: Look, page: list[str]) -> dict[str, str]:
    """Each by its name; `page`: the rules that are posted."""
    return {
        "table.txt": _lines([
            f"table {look.name}", f"looked at {_when(look.at_ms)}", f"runs: {look.runs}",
            *([f"{look.wrong.name}: {look.wrong.happened}"] if look.wrong else []),
            *(f"disk {number}: {copy.words}" for number, copy in enumerate(look.copies, 1)),
            *(f"{part}: {port}" for part, port in sorted(look.parts.items())),
        ]),
        "software.txt": _lines(_software(look)),
        "meters.txt": _lines(_meters(look)),
        "events.txt": _lines(_events(look)),
        "rules.txt": _lines(page),
        "log.txt": _lines([*look.last_words]),
    }  # fmt: skip


def pack(told: dict[str, str]) -> bytes:
    """One archive. Refused, and nothing is made, if anything private is in it."""
    found = [one for name, text in told.items() for one in found_in(name, text)]
    if found:
        words = f"No bundle was made: {'; '.join(found[:3])}. Call the service instead."
        raise Refused(words, "bundle")
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, text in told.items():
            entry = tarfile.TarInfo(f"stormdeck/{name}")
            entry.size = len(text.encode())
            archive.addfile(entry, io.BytesIO(text.encode()))
    return made.getvalue()


def _lines(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _when(at_ms: int) -> str:
    return f"{day(at_ms)} {clock(at_ms)}"


def _software(look: Look) -> list[str]:
    told = look.software
    if told is None:
        return []
    verdict = told.wrong.happened if told.wrong else "as signed" if told.signed else "not compared"
    return [f"{told.hash}, {told.files:,} files", verdict]


def _meters(look: Look) -> list[str]:
    if look.table is None:
        return ["The journal cannot be read."]
    meters, books = look.table.meters, look.table.balance
    money = {"in": meters.money_in, "out": meters.money_out, "by hand": meters.hand_paid,
             "wagered": meters.wagered, "fees": meters.fees, "jackpots": meters.jackpot,
             "difference": books.difference}  # fmt: skip
    counts = {"hands": meters.hands, "void": meters.hands_voided, "power-ups": meters.power_ups,
              "faults": meters.faults, "doors": meters.doors,
              "record": look.table.record}  # fmt: skip
    return [
        *(f"{name}: {show(cents)}" for name, cents in money.items()),
        *(f"{name}: {count:,}" for name, count in counts.items()),
        f"head: {short_hash(look.table.head)}",
    ]


def _events(look: Look) -> list[str]:
    table = look.table
    if table is None:
        return []
    still = [f"{_when(one.opened_ms)} OPEN {one.name}" for one in table.faults]
    past = [f"{_when(one.opened_ms)} WAS {one.name}, {lasted(one.cleared_ms - one.opened_ms)}"
            for one in table.past_faults]  # fmt: skip
    # Words of people may hold anything: of an order only that there was one.
    told = [f"{_when(one.at_ms)} {one.kind} {one.words if one.kind in PLAIN else ''}".rstrip()
            for one in table.happened]  # fmt: skip
    return [*still, *past, *told]


PLAIN = ("START", "FAULT", "OVER", "DOOR", "HAND", "TEST")
