"""The first page: what is wrong, what to do, who is there, where the money is, what happened."""

from console.pages import state
from console.paper import WIDE, Line, Section, Sheet, fit, say
from console.seen import Seen
from firmware.screens.protocol import Seat
from firmware.screens.protocol.floor_view import FloorSeat

PAIRED = 38
KEYS = "? Help F2 Links F4 Meters F5 Events F6 Tests F7 Rules F8 Files F9 Hands F10 Off"


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    wide = size[0] >= WIDE
    money = Section(f"METERS {state.as_at(seen)}", state.balance(seen))
    events = Section(f"EVENTS {state.as_at(seen)}", state.happened(seen), grows=True)
    there = seats(seen)
    return Sheet(
        state=state.state(seen),
        top=[state.now(seen, size[0])],
        left=[Section("SEATS", there), events] if wide else [
            Section("SEATS", _paired(there) if size[0] >= 2 * PAIRED else there), money, events],
        right=[money, Section("COUNTS", counts(seen), grows=True)] if wide else (),
        hint="Tab completes, ? lists commands",
        keys=KEYS,
    )  # fmt: skip


def _paired(lines: list[Line]) -> list[Line]:
    """Two in a row, where the terminal is narrow."""
    half = -(-len(lines) // 2)
    ends = [*lines[half:], say("")][:half]
    return [(*fit(one, PAIRED), *two) for one, two in zip(lines[:half], ends, strict=True)]


def seats(seen: Seen) -> list[Line]:
    view = seen.view
    if view is None:
        return [say(seen.no_journal)]
    plates = {plate.seat: plate for plate in view.public.seats}
    return [_seat(seen, one, plates.get(one.seat, Seat(one.seat))) for one in view.seats]


def _seat(seen: Seen, seat: FloorSeat, plate: Seat) -> Line:
    """A table that is down hears no screen: then only what the disks tell is said."""
    up = ("-      ", "") if seen.floor is None else (
        ("UP     ", "good") if seat.station else ("SILENT ", "bad"))  # fmt: skip
    mark = "!" if seen.floor is not None and not seat.station else " "
    what = plate.life if seat.account or plate.life != "open" else "open"
    calls = "  calls the floor" if seat.called_at else ""
    return say(f"{mark}seat {seat.seat:<3} ", up, f" {what:<8} {seat.away:<8}{calls}")  # type: ignore[arg-type]


def counts(seen: Seen) -> list[Line]:
    if seen.table is None:
        return []
    meters = seen.table.meters
    return [
        say(f"{'Hands played':<18}{meters.hands:>12,}"),
        say(f"{'Hands void':<18}{meters.hands_voided:>12,}"),
        say(f"{'Hands unsealed':<18}{meters.unsealed:>12,}"),
        say(f"{'Power-ups':<18}{meters.power_ups:>12,}"),
        say(f"{'Doors opened':<18}{meters.doors:>12,}"),
        say(f"{'Faults':<18}{meters.faults:>12,}"),
        say(""),
        say("No card is ever shown here."),
    ]
