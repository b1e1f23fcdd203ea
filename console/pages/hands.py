"""The last hands, and one of them step by step as everyone saw it (REQ-R20). It is the past, and
says so; nobody's folded cards are in it."""

from console.pages import state
from console.paper import Line, Section, Sheet, say
from console.seen import Seen
from console.words import clock
from firmware.games.cards import NAMES
from firmware.money import show
from firmware.screens.protocol import Public
from firmware.screens.protocol.orders import Step

PAST = "   RECALL: this page is the past, not the table"


def sheet(seen: Seen, size: tuple[int, int]) -> Sheet:
    steps = seen.look.steps if seen.look is not None else ()
    at = max(0, min(seen.step, len(steps) - 1))
    right = [Section("", [say("Up and Down choose a hand, Enter shows it.")], grows=True)]
    if steps:
        title = f"HAND #{seen.hand:,}, STEP {at + 1} OF {len(steps)}"
        right = [
            Section(title, _around(steps, at, 12 if size[1] >= 30 else 6)),
            Section(f"TABLE AT STEP {at + 1}", _then(steps[at].public), grows=True),
        ]
    return Sheet(
        state=say(*state.state(seen)[:2], (PAST, "past")),
        left=[Section("LAST HANDS", _list(seen), grows=True)],
        right=right,
        split=36,
        hint="Hole cards stay sealed; shown hands appear at their step",
        keys="Up/Dn Hand  Enter Show  Left/Right Step  Esc Back",
    )


def _list(seen: Seen) -> list[Line]:
    if seen.table is None:
        return [say(seen.no_journal)]
    lines = [say(f" {'hand':<9}{'ended':<9}{'pot':>9} end")]
    for one in seen.table.hands:
        mark = ">" if one.hand == seen.hand else " "
        row = f"{mark}{one.hand:<9,}{clock(one.ended_ms):<9}{show(one.pot):>9} {one.end}"
        lines.append(say((row, "bold" if mark == ">" else "")))
    kept = seen.table.hands_kept
    return [*lines, say(f" {kept:,} hands kept, of 1,000")]


def _around(steps: tuple[Step, ...], at: int, rows: int) -> list[Line]:
    first = max(0, min(at - rows // 2, len(steps) - rows))
    return [
        say((f"{'>' if n == at else ' '}{clock(one.at)}  {one.words}", "bold" if n == at else ""))
        for n, one in [*enumerate(steps)][first : first + rows]
    ]


def _then(view: Public) -> list[Line]:
    board = "  ".join(NAMES[card] for card in view.board) or "-"
    pots = "  ".join(show(pot.chips) for pot in view.pots) or "-"
    lines = [say(f"Board   {board}"), say(f"Pots    {pots}")]
    for plate in view.seats:
        if plate.name:
            shown = " ".join(NAMES[card] for card in (*plate.up, *plate.shown))
            did = plate.did or plate.life
            lines.append(
                say(f"{plate.seat:>2} {plate.name:<12}{show(plate.stack):>9} {did:<8}{shown}")
            )
    return lines
