"""By which page the table plays, under the hash that every hand is dealt by (REQ-R22)."""

from console.pages import state
from console.paper import Line, Section, Sheet, say
from console.seen import Seen


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    table = seen.table
    page = table.page if table is not None else None
    lines = [say(one) for one in page.lines] if page is not None else []
    return Sheet(
        state=state.state(seen),
        left=[
            Section("CONFIG", _hash(seen)),
            Section("AS POSTED IN THE JOURNAL", lines, grows=True),
        ],
        hint="Change table.toml by an editor; then: newpage and why",
        keys="R Read again  PgUp/PgDn  Esc Back",
    )


def _hash(seen: Seen) -> list[Line]:
    if seen.table is None:
        return [say(seen.no_journal)]
    page = seen.table.page
    same = ("table.toml says the same.", "good") if not page.changed else (
        "table.toml says something else: see newpage.", "warn")  # fmt: skip
    return [say(f"Hash   {page.hash.upper()}   as on every receipt"), say("Page   ", same)]  # type: ignore[arg-type]
