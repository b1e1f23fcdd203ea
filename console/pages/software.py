"""Which software the table has: every file hashed just now, and held against what was signed."""

from console.pages import state
from console.paper import Line, Section, Sheet, say
from console.seen import Seen
from console.words import clock, short_hash


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    return Sheet(
        state=state.state(seen),
        left=[Section("SOFTWARE", _lines(seen, size[0]), grows=True)],
        hint="stormdeck software --files lists every file with its hash",
        keys="R Hash every file again  Esc Back",
    )


def _lines(seen: Seen, width: int) -> list[Line]:
    told = seen.look.software if seen.look is not None else None
    if seen.look is None or told is None:
        return [say("Every file is being read ...")]
    lines = [say((short_hash(told.hash), "bold"), f"   {told.hash}"),
             say(f"{told.files:,} files, read at {clock(seen.look.at_ms)}"), say("")]  # fmt: skip
    if (wrong := told.wrong) is not None:
        lines += state.told("WRONG  ", wrong.happened, width, "bad")
        return [*lines, *state.told("DO     ", wrong.do, width, "bold")]
    if told.signed:
        return [*lines, say(("VERIFIED", "good"), "   as it was signed")]
    return [*lines, say(("NOT COMPARED", "warn"), "   table.toml names no signed list")]
