"""Who holds which key: those that open past hands, and what each unlocks (REQ-R47)."""

from console.pages import state
from console.paper import Line, Section, Sheet, say, wrapped
from console.seen import Seen
from console.words import short_hash

WHAT = {
    "auditor": "alone, outside of the house",
    "manager": "a half, with the house auditor's",
    "house_auditor": "a half, with the manager's",
}
HOW = "Type enrol and whose: enrol manager. The key is made on the holder's stick, under a \
passphrase; table.toml gets its public half. A technician and a floor manager agree to it by card \
and PIN. Hands from the table's next start on open by the new key, those before by the old one."
CLEAR = "A journal that nobody can mend is set aside by a technician and a floor manager, with the \
logic door open: type clear, while the table's program is down. See docs/journal.md."


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    width = size[0] - 4
    return Sheet(
        state=state.state(seen),
        left=[
            Section("WHO OPENS PAST HANDS", _holders(seen)),
            Section("A NEW KEY", wrapped(HOW, width)),
            Section("CLEAR THE MEMORY", wrapped(CLEAR, width), grows=True),
        ],
        hint="No key of the machine opens a hand",
        keys="Esc Back",
    )


def _holders(seen: Seen) -> list[Line]:
    holders = seen.look.holders if seen.look is not None else {}
    if not holders:
        return [say("table.toml cannot be read.")]
    rows = [say(f"{'holder':<16}{'key':<12}opens")]
    return rows + [
        say(f"{who.replace('_', ' '):<16}", (f"{short_hash(key):<12}", "bold"), WHAT[who])
        for who, key in holders.items()
    ]
