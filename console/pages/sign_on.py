"""Before anybody signed on: what is wrong and what to do, and no name and no money."""

from console.pages import state
from console.paper import Line, Section, Sheet, say, wrapped
from console.seen import Seen


def sheet(seen: Seen, size: tuple[int, int], asks: str, said: str) -> Sheet:
    lines: list[Line] = [say((asks, "bold")), say("")]
    lines += wrapped(said, size[0] - 4, "warn") if said else []
    return Sheet(
        state=state.state(seen),
        left=[state.now(seen, size[0]), Section("SIGN ON", lines, grows=True)],
        hint="A technician, floor manager, auditor or regulator",
        keys="Enter Next  Esc Begin anew  F10 Leave",
    )
