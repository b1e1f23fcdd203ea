"""The table's program is down: why, what to do, what still works, and a square for the phone. It
needs no program of the table, no network and no first disk."""

from console.pages import state
from console.paper import Line, Section, Sheet, say, wrapped
from console.seen import Seen
from console.trouble import troubles
from console.words import when
from firmware.screens.protocol import Floor

KEYS = "R Again F2 Links F4 Meters F5 Events F7 Rules F8 Files F9 Hands F10 Leave"
HALVES = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}
SQUARE = 47  # letters that the smallest square with room for a name and a record takes


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    left = [Section("WHAT STILL WORKS", _works(seen)), Section("ITS LAST WORDS", _log(seen, size)),
            Section("LAST EVENTS", state.happened(seen), grows=True)]  # fmt: skip
    return Sheet(
        state=state.state(seen),
        top=[state.now(seen, size[0])],
        left=left,
        right=[Section("SCAN BEFORE YOU PHONE", _square(seen), grows=True)]
        if size[0] >= 100
        else (),
        split=66,
        hint="This page needs no table program, no network, no disk 1",
        keys=KEYS,
    )


def _works(seen: Seen) -> list[Line]:
    look, table = seen.look, seen.table
    if look is None:
        return []
    lines = []
    for number, copy in enumerate(look.copies, 1):
        word = ("WELL", "good") if copy.good else ("DOWN", "bad")
        mark = " " if copy.good else "!"
        lines.append(say(f"{mark}Disk {number}     ", word, f"  {copy.words}"))  # type: ignore[arg-type]
    if table is None:
        return [*lines, say("!Journal    ", ("CANNOT BE READ", "bad"))]
    lines.append(
        say(" Journal    ", ("WHOLE", "good"), f" record {table.record:,}, {table.head[:8]}")
    )
    lines.append(say(" Money      ", ("KEPT", "good"), f"  {state.stacks(seen)} of the players"))
    lines.append(say(" Hand       ", ("KEPT", "good"), f"  {_hand(table.floor)}"))
    return lines


def _hand(floor: Floor) -> str:
    public = floor.public
    if not public.hand or public.phase not in ("in hand", "paused"):
        return "none in play"
    return f"{f'#{public.hand:,} {public.street}'.strip()}, goes on as it stood"


def _log(seen: Seen, size: tuple[int, int]) -> list[Line]:
    said = seen.look.last_words if seen.look is not None else ()
    if not said:
        return [say("systemd keeps no log of it here.")]
    width = 62 if size[0] >= 100 else size[0] - 4
    return [row for line in said[-3:] for row in wrapped(line, width)][-6:]


def _square(seen: Seen) -> list[Line]:
    import segno  # 4 MB that a table in play does not cost

    code = segno.make_qr(square_says(seen), error="l")
    bits = [[*row] for row in code.matrix_iter(border=2)]
    bits += [[0] * len(bits[0])] * (len(bits) % 2)
    light = [[1 - bit for bit in row] for row in bits]  # dark on light, on a dark terminal
    pairs = zip(light[::2], light[1::2], strict=True)
    return [
        say("".join(HALVES[up, down] for up, down in zip(one, two, strict=True)))
        for one, two in pairs
    ]


def square_says(seen: Seen) -> str:
    """Table, fault, record, head: a phone call starts halfway."""
    found, table, look = troubles(seen), seen.table, seen.look
    name = found[0].name.replace("_", "-") if found else "DOWN"
    place = f"R{table.record} {table.head[:8]}" if table is not None else "NO JOURNAL"
    at = when(table.at_ms, seen.now_ms)[-8:] if table is not None else ""
    words = f"T{look.name if look else ''} {name} {at} {place}".upper()
    return "".join(sign if (sign.isalnum() and sign.isascii()) or sign in " :-." else "-"
                   for sign in words)[:SQUARE]  # fmt: skip
