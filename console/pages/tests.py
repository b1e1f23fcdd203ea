"""Tests of every device, in a mode that stops play and moves no meter (REQ-R27): what each did
since the test began, beside its limit."""

from console.limits import LIMITS, since
from console.pages import state
from console.paper import Ink, Line, Section, Sheet, say, wrapped
from console.seen import Seen
from console.words import short_hash
from firmware.journal.meters import figures
from firmware.screens.protocol.devices import Devices, Reader, Wire

BAD_SWIPES = 20  # one of so many may be bad
Result = tuple[str, Ink]
NONE: Result = ("-", "")
PASS: Result = ("pass", "good")
FAIL: Result = ("FAIL", "bad")
OF_A_WIRE = LIMITS[1:4]  # damaged, sent again, silent


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    now, entry = seen.devices, seen.at_entry
    if not seen.under_test or now is None or entry is None:
        return _how(seen, size[0] - 4)
    return Sheet(
        state=state.state(seen),
        left=[
            Section("UNDER TEST", _about(seen)),
            Section("DEVICES, SINCE THE TEST BEGAN", results(now, entry), grows=True),
        ],
        hint="The table stays stopped until you type: endtests",
        keys="F2 Links  PgUp/PgDn  Esc Back",
    )


def _about(seen: Seen) -> list[Line]:
    meters = f"Meters now {short_hash(figures(seen.table.meters))}" if seen.table else ""
    return [
        say("No hand, no card, no chip moves. All lamps burn: look at each. "),
        say("Swipe any card at each reader; open and shut each door once."),
        say(f"{meters}, as at the test's beginning: F5 tells both."),
    ]


def results(now: Devices, entry: Devices) -> list[Line]:
    before = {one.unit: one for one in entry.wires}
    swipes = {one.seat: one for one in entry.readers}
    rows: list[Row] = [("unit", "test", ("result", "bold"), "seen")]
    rows += [_wire(one, before.get(one.unit)) for one in now.wires]
    rows += [_reader(one, swipes.get(one.seat, Reader(one.seat))) for one in now.readers]
    opened = dict(entry.openings)
    rows += [_door(name, count - opened.get(name, 0)) for name, count in now.openings]
    noise: Result = PASS if now.noise.state == "healthy" else FAIL
    rows += [("noise", "health", noise, f"{now.noise.samples - entry.noise.samples:,} samples")]
    return [
        say(f"{unit:<12}{test:<8}", (f"{word:<8}", ink), said)
        for unit, test, (word, ink), said in rows
    ]


Row = tuple[str, str, Result, str]


def _wire(now: Wire, before: Wire | None) -> Row:
    counted = since(now, before)
    well = now.link == "up" and all(limit.passes(counted) for limit in OF_A_WIRE)
    said = ", ".join(f"{one.name.lower()} {one.shown(one.of(counted))}" for one in OF_A_WIRE)
    return now.unit, "link", PASS if well else FAIL, said


def _reader(now: Reader, before: Reader) -> Row:
    good, bad = now.good - before.good, now.bad - before.bad
    result = NONE if not good + bad else FAIL
    if good and bad * BAD_SWIPES <= good + bad:
        result = PASS
    if not now.listens:
        result = FAIL
    return f"seat {now.seat}", "reader", result, f"{bad} bad of {good + bad} swipes"


def _door(name: str, opened: int) -> Row:
    return name, "door", PASS if opened else NONE, f"opened {opened} times"


def _how(seen: Seen, width: int) -> Sheet:
    words = (
        "Type tests and a reason, and Enter: when this hand is over the table stops, says so on "
        "every screen, and takes no card and no chip. No meter moves; both ends of it are logged.",
        "Type endtests and Enter: it goes on as it was.",
    )
    lines = [line for one in words for line in (*wrapped(one, width), say(""))]
    return Sheet(
        state=state.state(seen),
        left=[Section("TESTS OF DEVICES", lines, grows=True)],
        hint="A test never moves a meter",
        keys="Esc Back",
    )
