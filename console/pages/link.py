"""One wire: every counter beside its limit, before a repair and after it, and the worst seat."""

from collections.abc import Sequence

from console.limits import LIMITS, Limit, since
from console.pages import links, state
from console.paper import Ink, Line, Section, Sheet, say
from console.seen import Seen
from console.trouble import port_of
from console.words import when
from firmware.screens.protocol.devices import Devices, Wire

SCALE_MS = (300, 100, 20, 0)


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    told = seen.devices
    found = _of(told, seen.unit)
    if told is None or found is None or seen.floor is None:
        return links.sheet(seen, size)
    return Sheet(
        state=state.state(seen),
        left=[
            Section(f"{seen.unit.upper()} LINK", _about(seen, found)),
            Section("COUNTERS BESIDE THEIR LIMITS", _counters(seen, told, found)),
            Section("WORST ROUND TRIP, ONE COLUMN A MINUTE", _chart(told.minutes), grows=True),
        ],
        hint="B before a repair: what comes after it is counted apart",
        keys="Left/Right Unit  B Mark before  PgUp/PgDn  Esc Back",
    )


def _of(told: Devices | None, unit: str) -> Wire | None:
    return next((one for one in told.wires if one.unit == unit), None) if told is not None else None


def _about(seen: Seen, wire: Wire) -> list[Line]:
    word, ink = links.WORDS[wire.link]
    port = port_of(seen.look, wire.unit) if seen.look is not None else ""
    who = wire.peer or "nobody has called"
    mark = f"   before: {when(seen.mark.at, seen.now_ms)}" if seen.mark is not None else ""
    return [say((word, ink), f"   {who}   {port}{mark}")]


def _counters(seen: Seen, told: Devices, wire: Wire) -> list[Line]:
    before = _of(seen.mark, wire.unit)
    names = ("limit", "before", "after") if before is not None else ("limit", "so far", "")
    head = f"{'':<22}" + "".join(f"{name:>10}" for name in names) + f"   {'worst':<9}result"
    return [say(head), *(_row(limit, told, wire, before) for limit in LIMITS)]


def _row(limit: Limit, told: Devices, wire: Wire, before: Wire | None) -> Line:
    now = since(wire, before)
    worst = max(told.wires, key=limit.of)
    named = worst.unit if limit.of(worst) else "-"
    figures = [limit.shown(limit.most), limit.shown(limit.of(before or wire))]
    figures.append(limit.shown(limit.of(now)) if before is not None else "")
    word: tuple[str, Ink] = ("pass", "good") if limit.passes(now) else ("FAIL", "bad")
    return say(
        f"{limit.name:<22}" + "".join(f"{one:>10}" for one in figures), f"   {named:<9}", word
    )


def _chart(minutes: Sequence[int]) -> list[Line]:
    """Each row a height; the newest minute at the right."""
    if not minutes:
        return [say("The first minute is not over yet.")]
    rows = [
        say(f"{height:>4} ms  " + "".join("#" if one > height else " " for one in minutes))
        for height in SCALE_MS
    ]
    return [*rows, say(f"{'':<9}{len(minutes)} minutes, the last one at the right")]
