"""Every wire, reader and door of a table, and its noise: raw counters beside their limits. Of a
table that does not run: what its journal tells of them."""

from collections import Counter

from console.limits import LIMITS
from console.pages import state
from console.paper import WIDE, Ink, Line, Section, Sheet, say, wrapped
from console.seen import Seen
from console.words import lasted, when
from firmware.screens.protocol.devices import Devices, Noise, Reader, Wire

WORDS: dict[str, tuple[str, Ink]] = {
    "up": ("UP", "good"), "silent": ("SILENT", "bad"), "out": ("OUT", "bad"),
}  # fmt: skip
_MEAN, _DAMAGED, _AGAIN = LIMITS[:3]


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    told, wide = seen.devices, size[0] >= WIDE
    if told is None or seen.floor is None:
        return _of_the_dead(seen)
    wires, noise, doors = _wires(told, seen.unit), noise_lines(told.noise), _doors(seen, told)
    left = [Section("LINKS AND READERS", wires, grows=True)]
    if not wide:
        parts = [*wires, say(("NOISE", "bold")), *noise, say(("DOORS", "bold")), *doors]
        left = [Section("LINKS, READERS, NOISE, DOORS", parts, grows=True)]
    right = [Section("NOISE", noise), Section("DOORS AND LAMPS", doors, grows=True)]
    return Sheet(
        state=state.state(seen),
        left=left,
        right=right if wide else (),
        split=58,
        hint="The receipt printer is the cage's",
        keys="Up/Dn Unit  Enter Its counters  PgUp/PgDn  Esc Back",
    )


def _wires(told: Devices, chosen: str) -> list[Line]:
    readers = {f"seat {one.seat}": one for one in told.readers}
    head = f" {'unit':<9}{'state':<7}{'mean':>7}{'damaged':>9}{'again':>8}  {'silent':>6}  reader"
    return [say(head), *(_wire(one, readers.get(one.unit), chosen) for one in told.wires)]


def _wire(one: Wire, reader: Reader | None, chosen: str) -> Line:
    word, ink = WORDS[one.link]
    well = one.link == "up" and _MEAN.passes(one)
    if one.link == "up" and not well:
        word, ink = "SLOW", "warn"
    mark = ">" if one.unit == chosen else " " if well else "!"
    mean = _MEAN.shown(one.mean_ms) if one.link == "up" else "-"
    figures = "".join(f"{limit.shown(limit.of(one)):>{room}}" for limit, room in
                      ((_DAMAGED, 9), (_AGAIN, 8)))  # fmt: skip
    return say(
        (f"{mark}{one.unit:<9}", "bold" if one.unit == chosen else ""), (f"{word:<7}", ink),
        f"{mean:>7}{figures}  {one.silences:>6}  ", _reader(reader),
    )  # fmt: skip


def _reader(reader: Reader | None) -> tuple[str, Ink]:
    if reader is None:
        return "-", ""
    if not reader.listens:
        return "OUT", "bad"
    return (f"{reader.bad} bad", "warn") if reader.bad else ("ok", "")


def noise_lines(noise: Noise) -> list[Line]:
    """Both health tests beside the lines that a healthy source does not cross (REQ-R6)."""
    well = noise.state == "healthy"
    return [
        say("State       ", (noise.state.upper() or "-", "good" if well else "bad")),
        say(f"Source      {noise.source}"),
        _test("Repetition", noise.run, noise.run_limit),
        _test("Proportion", noise.share, noise.share_limit),
        say(f"Samples     {noise.samples:,}, thrown away {noise.thrown:,}"),
        say(f"Idle blocks {noise.cycled:,}"),
        *wrapped(noise.fault, 36, "bad"),
    ]


def _test(name: str, worst: int, limit: int) -> Line:
    word: tuple[str, Ink] = ("pass", "good") if worst < limit else ("CROSSED", "bad")
    return say(f"{name:<12}", word, f"   worst {worst} of {limit}")


def _doors(seen: Seen, told: Devices) -> list[Line]:
    if not told.board:
        return [say("No board of doors and lamps is wired.")]
    is_open = seen.floor.doors if seen.floor is not None else ()
    lines = [say(f"{name:<12}", _shut(name in is_open)) for name in ("main door", "logic door")]
    return [*lines, *(say(f"{name}, turned") for name in is_open if name.startswith("key"))]


def _shut(is_open: bool) -> tuple[str, Ink]:
    return ("OPEN", "warn") if is_open else ("shut", "good")


# ---- The table does not answer


def _of_the_dead(seen: Seen) -> Sheet:
    return Sheet(
        state=state.state(seen),
        left=[
            Section("COUNTERS", [say("The table does not answer: it has none to tell.")]),
            Section("WHAT ITS JOURNAL TELLS OF DEVICES", _journal(seen), grows=True),
        ],
        hint="Counters live in the table's program; faults in its journal",
        keys="R Read again  PgUp/PgDn  Esc Back",
    )


def _journal(seen: Seen) -> list[Line]:
    """Open faults first; then how often each came since the last visit, and for how long."""
    table = seen.table
    if table is None:
        return [say(seen.no_journal)]
    lines = [
        say(f"{when(one.opened_ms, seen.now_ms)} ", ("OPEN  ", "bad"), one.name)
        for one in table.faults
    ]
    new = [one for one in table.past_faults if one.cleared_ms > seen.last_here_ms]
    times = Counter(one.name for one in new)
    for name, count in times.most_common():
        took = sum(one.cleared_ms - one.opened_ms for one in new if one.name == name)
        lines.append(say(f"{name:<28}{count:>5} times, {lasted(took)} in all"))
    return lines or [say("No fault of a device since you were here.")]
