"""What is wrong with a table, worst first, and what to do about each, with the part in hand. Pure.

The first line says what is wrong, the second what to do: "seat 7 cable, port 3.2".
"""

import re

from msgspec import Struct

from console.limits import MEAN_MS
from console.look import Look
from console.seen import Seen
from console.words import clock
from firmware.money import show

KEPT = "The hand goes on as it stood, same cards."
START = f"Start it: systemctl start stormdeck-table. {KEPT}"
# An appliance has no shell: its console starts the table, and the power switch ends what hangs.
START_HERE = f"Type write and why, then start. {KEPT}"
HANGS = "Wait 30 s: one that hangs is ended by itself. Then: systemctl restart stormdeck-table."
HANGS_HERE = f"Wait 30 s: one that hangs is ended by itself. Then power off and on. {KEPT}"
# The name of a fault -> the part that a technician takes into his hand, and what he does with it
DEVICES = {
    "LINK_DOWN": ("station", "cable", "push both ends home, check the screen's power"),
    "PORT_CLOSED": ("station", "cable", "pull it and plug it in again"),
    "READER_UNPLUGGED": ("reader", "card reader", "plug it back in"),
    "READER_BUSY": ("reader", "card reader", "pull it and plug it in again"),
}
_SAID = re.compile(r"stormdeck table: (?:([A-Z][A-Z_]+): )?(.+)")


class Trouble(Struct, frozen=True):
    name: str
    wrong: str
    do: str
    since_ms: int = 0
    rank: int = 3  # 0: nobody plays


def troubles(seen: Seen) -> list[Trouble]:
    """Worst first; of the same kind the oldest."""
    look = seen.look
    if look is None:
        return []
    found = [
        *_program(seen, look),
        *_software(look),
        *_disks(look),
        *_money(seen),
        *_faults(seen, look),
    ]
    found += [*_doors(seen), *_slow(seen, look)]
    return sorted(found, key=lambda one: (one.rank, one.since_ms))


# ---- The program and its disks


def _program(seen: Seen, look: Look) -> list[Trouble]:
    at_ms = seen.table.at_ms if seen.table is not None else 0
    if look.wrong is not None and seen.floor is None:
        return [Trouble(look.wrong.name, look.wrong.happened, look.wrong.do, at_ms, 0)]
    if seen.dead:
        name, words = last_words(look)
        when = f" since {clock(at_ms)}" if at_ms else ""
        wrong = f"The table's program does not run{when}." + (f" It said: {words}" if words else "")
        return [Trouble(name or "DOWN", wrong, START_HERE if look.release else START, at_ms, 0)]
    if seen.floor is None and seen.no_door:
        return [Trouble("NO_DOOR", f"This console cannot call the table: {seen.no_door}",
                        "It shows what the disks tell. To pair it: stormdeck pair --as console.",
                        rank=5)]  # fmt: skip
    if seen.floor is None and look.at_ms < seen.away_ms:
        return [Trouble("NOT_HEARD", f"The table is not heard since {clock(seen.away_ms)}.",
                        "Wait: the disks are being read, and will tell whether it still runs.",
                        seen.away_ms, 1)]  # fmt: skip
    if seen.floor is None:
        return [Trouble("SILENT", "The table's program runs, but it does not answer.",
                        HANGS_HERE if look.release else HANGS, seen.away_ms, 1)]  # fmt: skip
    return []


def _software(look: Look) -> list[Trouble]:
    wrong = look.software.wrong if look.software is not None else None
    return [Trouble(wrong.name, wrong.happened, wrong.do, rank=0)] if wrong is not None else []


def last_words(look: Look) -> tuple[str, str]:
    """The name of the fault that the program ended with, if it said one, and its words."""
    for line in reversed(look.last_words):
        if found := _SAID.search(line):
            return found[1] or "", found[2]
    return "", ""


def _disks(look: Look) -> list[Trouble]:
    return [
        Trouble(f"COPY_{number}", f"Disk {number} of the journal, {copy.where}: {copy.words}.",
                f"Push home or change disk {number}; it is filled by itself at the next start.",
                rank=2)
        for number, copy in enumerate(look.copies, 1)
        if not copy.good and any(other.good for other in look.copies)
    ]  # fmt: skip


# ---- Money


def _money(seen: Seen) -> list[Trouble]:
    found = []
    if seen.table is not None and (off := seen.table.balance.difference):
        more = "more" if off > 0 else "less"
        found.append(Trouble(
            "BALANCE", f"The table holds {show(abs(off))} {more} than its meters say.",
            "Have the floor close the table, then export the journal and call the service.",
            rank=1))  # fmt: skip
    for owed in seen.view.owed if seen.view is not None else ():
        words = f"Seat {owed.seat} waits for {show(owed.chips)}: the bank said {owed.why}"
        do = "The cage pays it by hand, two people: stormdeck cage, or bank pay-by-hand."
        found.append(Trouble("OWED", words, do, rank=2))
    return found


# ---- Devices and doors


def _faults(seen: Seen, look: Look) -> list[Trouble]:
    if seen.floor is not None:
        told = [(one.name, one.words, one.do, one.since_at, one.holds) for one in seen.floor.faults]
    else:
        faults = seen.table.faults if seen.table is not None else ()
        told = [(one.name, one.words, one.do, one.opened_ms, False) for one in faults]
    return [_fault(look, *one) for one in told]


def _fault(look: Look, name: str, words: str, do: str, since_ms: int, holds: bool) -> Trouble:
    kind, _, where = name.partition(" ")
    wrong = words.removesuffix(do).strip() or name
    if kind in DEVICES:
        return Trouble(name, wrong, _with_part(look, kind, where), since_ms, 4)
    return Trouble(name, wrong, do or "F5 tells all of it.", since_ms, 1 if holds else 3)


def _with_part(look: Look, kind: str, where: str) -> str:
    what, thing, act = DEVICES[kind]
    port = port_of(look, where, what)
    named = f"{where} {thing}" + (f", {port}" if port else "")
    return f"{named[:1].upper()}{named[1:]}: {act}. It comes back by itself."


def port_of(look: Look, unit: str, what: str = "station") -> str:
    """Where its plug is: port 3.2; empty: the wiring plan does not say."""
    port = look.parts.get(f"{unit} {what}" if unit.startswith("seat") else unit, "")
    return f"port {port}" if port else ""


def _slow(seen: Seen, look: Look) -> list[Trouble]:
    """A wire that answers late is told before it is lost, and after what is lost already."""
    wires = seen.devices.wires if seen.devices is not None and seen.floor is not None else ()
    up = [one for one in wires if one.link == "up"]
    slow = [one for one in up if one.mean_ms > MEAN_MS]
    if len(slow) > 2 and len(slow) == len(up):  # so many cables do not go bad in one night
        fastest = min(one.mean_ms for one in slow)
        says = f"Every wire answers late: {fastest} ms or more; the limit is {MEAN_MS} ms."
        do = (
            "It is no cable: the table's own board is busy or hot. Check its fan; power it off and"
            " on when the table is closed."
        )
        return [Trouble("ALL_SLOW", says, do, rank=5)]
    return [
        Trouble(f"LINK_SLOW {one.unit}",
                f"The wire of {_the(one.unit)} answers in {one.mean_ms} ms; the limit is "
                f"{MEAN_MS} ms.", _with_part(look, "LINK_DOWN", one.unit), rank=5)
        for one in slow
    ]  # fmt: skip


def _the(unit: str) -> str:
    return unit if unit.startswith("seat") else f"the {unit}"


def _doors(seen: Seen) -> list[Trouble]:
    doors = seen.view.doors if seen.view is not None else ()
    return [
        Trouble("DOOR", f"The {door} is open.", f"Shut the {door}, unless you work there.", rank=4)
        for door in doors
        if not door.startswith("key")
    ]
