"""A hand that is over, told again out of the journal, step by step, as everyone saw it (REQ-R20).

For whoever only looks, whether the table runs or not. Nobody's folded cards come back: the journal
itself tells them no more, and what is shown is the public view of each moment.
"""

from collections.abc import Sequence

from firmware.controller.hand_tape import HandTape
from firmware.controller.records import from_entry
from firmware.controller.resealed import RESEALED, told_again
from firmware.controller.restore import TableMemory, fitting, restore
from firmware.errors import Fault, Refused
from firmware.journal.frame import Entry
from firmware.journal.journal import Opened
from firmware.journal.recall import Recall, Span, span_of
from firmware.journal.records import Told
from firmware.screens import projection
from firmware.screens.protocol import orders as o
from firmware.table.engine import Config


def hand_again(config: Config, opened: Opened, recall: Recall, hand: int) -> list[o.Step]:
    """`recall`: where the hands stand in this journal. Refused, in words, for a hand in play."""
    span = span_of(recall, hand)
    if not span.last:
        raise Refused(f"Hand {hand:,} is being played: recall it when it is over.", "REQ-R20")
    opened = _from_before(opened, span)
    before = [one for one in opened.entries if one.seq < span.first or one.kind == RESEALED]
    memory = restore(config, Opened(opened.journal, opened.state, before, []))
    during = [entry for entry in opened.entries if span.first <= entry.seq <= span.last]
    tape = HandTape()
    _play(memory, opened, during, tape)
    return [step for step in tape.replay(o.ShowHand("", hand)) if isinstance(step, o.Step)]


def _from_before(opened: Opened, span: Span) -> Opened:
    """From the snapshot on, where it fits and is early enough; else from record one."""
    fits = opened.state is None or fitting(opened.state) is not None
    if fits and opened.entries and opened.entries[0].seq <= span.first:
        return opened
    journal = opened.journal
    return Opened(journal, None, [*journal.read(1, journal.head.seq)], [])


def _play(memory: TableMemory, opened: Opened, during: Sequence[Entry], tape: HandTape) -> None:
    told, last = told_again(opened.entries, opened.journal.unseal), None
    for entry in during:
        if entry.kind.startswith("fair."):
            continue
        try:
            body = told[entry.seq] if entry.seq in told else opened.journal.unseal(entry)
        except Fault:  # of a hand that was voided because nobody could open it any more
            return
        each = from_entry(entry, body)
        memory.apply([each] if each is not None else [], [entry])
        table = memory.state.table
        if each is not None and not isinstance(each, Told):
            last = projection.last_act([each], table.play) or last
        if entry.last:
            tape.note(projection.public(table, entry.at_ms, last), entry.at_ms)
