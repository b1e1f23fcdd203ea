"""An update on its way: who approved it, which slot it goes to, and what is done next."""

from console.look import Look, Update
from console.pages import state
from console.paper import WIDE, Line, Piece, Section, Sheet, say, wrapped
from console.seen import Seen
from console.words import clock, day, short_hash, when

# The steps that a person can follow, and the one that a machine remembers once each is done.
PLAN = (
    ("checked", "Bundle checked: two approvals, newer, for this board"),
    ("written", "Written to slot {slot} while the table plays, read back, equal"),
    ("armed", "The floor closes the table; empty, it steps down by itself"),
    ("good", "Slot {slot} starts once and proves itself: journal, cents, every screen"),
)
NEVER = (
    "No switch during a hand or with chips at a seat. A power cut at any moment leaves one slot "
    "whole. No older version than the one that is good. Games, limits and fees stay as posted."
)
STATES: dict[str, Piece] = {
    "checked": ("IS WRITTEN", "warn"),
    "written": ("WRITTEN", "good"),
    "armed": ("ON TRIAL", "warn"),
    "good": ("RUNS, GOOD", "good"),
    "back": ("NOT KEPT", "bad"),
    "refused": ("NOT WRITTEN", "bad"),
}
KEYS = "R Read again  Esc Back"


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    look, width = seen.look, size[0]
    if look is None or look.update is None:
        return _none(seen, look, width)
    update, wide = look.update, width >= WIDE
    changes, never = (_changes(update), [_never(width)]) if wide else ([], [])
    return Sheet(
        state=state.state(seen),
        left=[
            Section("UPDATE", [*_bundle(update, look), *changes]),
            Section("TWO APPROVALS", _approvals(update), grows=wide),
        ],
        right=[
            Section("SLOTS", _slots(update, look, seen.now_ms)),
            Section("WHAT IS WRONG WITH IT", _reason(update, width), grows=True),
        ],
        below=[
            Section("PLAN", _plan(update, seen.now_ms)),
            *never,
        ],
        hint="Closing is the floor's decision" if update.step == "written" else "",
        keys=KEYS,
        split=50,
    )


def _none(seen: Seen, look: Look | None, width: int) -> Sheet:
    words = "The disks are being read ..."
    if look is not None:
        runs = f"Version {look.release} runs. " if look.release else "This machine has no slots. "
        words = runs + "No update was offered."
    lines = [*wrapped(words, width - 4), say(""), *wrapped(NEVER, width - 4)]
    hint = "update /media/stick brings one in"
    return Sheet(state.state(seen), [Section("UPDATE", lines, grows=True)], hint=hint, keys=KEYS)


def _bundle(update: Update, look: Look) -> list[Line]:
    made = f"{day(update.made_ms)} {clock(update.made_ms)[:5]}"
    return [
        say(f"Bundle   Stormdeck {update.version}   after {look.release or '?'}"),
        say(f"Made     {made}   {short_hash(update.digest)}"),
    ]


def _changes(update: Update) -> list[Line]:
    rows = enumerate(update.changes[:3])
    return [say(f"{'' if n else 'Changes':<9}{words}") for n, words in rows]


def _never(width: int) -> Section:
    return Section("WHAT CANNOT HAPPEN", wrapped(NEVER, width - 4))


def _approvals(update: Update) -> list[Line]:
    rows = [
        say(f"{side:<7} {who:<14}{day(at_ms)[4:]} {clock(at_ms)[:5]}")
        for side, who, at_ms in update.approvals
    ]
    return [*rows, say(("One alone, or two of one side: not installed", "dim"))]


def _slots(update: Update, look: Look, now_ms: int) -> list[Line]:
    """The slot that the update goes to, and the one that was good before it."""
    word, ink = STATES[update.step]
    times = dict(update.at_ms)
    verified = when(times["written"], now_ms) if "written" in times else "-"
    new_runs = update.step in ("armed", "good")
    before: Piece = ("GOOD BEFORE", "") if new_runs else ("RUNS, GOOD", "good")
    old = "-" if new_runs else look.release
    other = "A" if update.slot == "B" else "B"
    rows = {
        other: say(f"{other}     {old:<9}", before),
        update.slot: say(f"{update.slot}     {update.version:<9}", (f"{word:<13}", ink), verified),
    }
    return [say("slot  version  state        verified"), rows["A"], rows["B"]]


def _reason(update: Update, width: int) -> list[Line]:
    if not update.reason:
        return [say("Nothing so far.")]
    return wrapped(update.reason, width - 54 if width >= WIDE else width - 4, "bad")


def _plan(update: Update, now_ms: int) -> list[Line]:
    times, ended = dict(update.at_ms), update.step in ("back", "refused")
    lines: list[Line] = []
    due: Piece = ("     " if ended else "NOW  ", "warn")
    for number, (step, words) in enumerate(PLAN, 1):
        told = f"{number}  {words.format(slot=update.slot)}"
        if step in times:
            lines.append(say(("done ", "good"), f"{told}   {when(times[step], now_ms)}"))
        else:
            lines.append(say(due, told))
            due = ("     ", "")
    if ended:
        at = when(times[update.step], now_ms)
        words = "Not kept: the version before runs" if update.step == "back" else "Refused"
        return [*lines, say(("ENDED", "bad"), f"   {words}   {at}")]
    return [*lines, say("        If anything fails, the version before starts by itself")]
