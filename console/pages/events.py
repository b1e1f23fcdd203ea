"""Everything that is wrong, and everything that happened, with what is new since you were here."""

from console.pages import state
from console.paper import Line, Section, Sheet, say
from console.seen import Seen
from console.words import lasted, when


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    return Sheet(
        state=state.state(seen),
        left=[
            state.now(seen, size[0], all_of_them=True),
            Section(_title(seen), [*_faults(seen), *state.happened(seen)], grows=True),
        ],
        hint="Newest first",
        keys="R Read again  PgUp/PgDn  Esc Back",
    )


def _title(seen: Seen) -> str:
    if not seen.last_here_ms:
        return "EVENTS, YOU ARE HERE FOR THE FIRST TIME"
    table = seen.table
    happened = [one.at_ms for one in table.happened] if table is not None else []
    past = [one.cleared_ms for one in table.past_faults] if table is not None else []
    new = sum(at > seen.last_here_ms for at in happened)
    over = sum(at > seen.last_here_ms for at in past)
    more = "MORE THAN " if table is not None and table.back_to_ms > seen.last_here_ms else ""
    return f"EVENTS, SINCE YOU WERE HERE: {more}{new:,} NEW, {over} FAULTS CAME AND WENT"


def _faults(seen: Seen) -> list[Line]:
    """Faults that are over, with how long they took (REQ-R25)."""
    past = seen.table.past_faults if seen.table is not None else ()
    new = [one for one in past if one.cleared_ms > seen.last_here_ms]
    return [
        say(f"{when(one.opened_ms, seen.now_ms)} ", ("WAS   ", "warn"),
            f"{one.name}, for {lasted(one.cleared_ms - one.opened_ms)}")
        for one in new[:5]
    ]  # fmt: skip
