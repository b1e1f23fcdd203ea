"""REQ-R26: significant events go to the house: numbered, acknowledged, sent again; a link that is
cut for a day loses none and doubles none."""

import pytest

from firmware.bank import table_events
from firmware.bank.store import bank_away
from firmware.bank.table_events import Heard, TableEvent
from firmware.errors import Refused
from firmware.journal import records as r
from firmware.journal.happenings import SIGNIFICANT, words_of
from firmware.screens.protocol import orders as o
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.floor import Floor

HOUR = 3_600_000


def written(whole) -> list[tuple[int, str, str]]:
    """What the journal holds of it, counted apart from the sender."""
    journal, found = whole.controller.journal, []
    for entry in journal.read(1, journal.head.seq):
        told = None if entry.sealed else r.from_entry(entry)
        kind, words = words_of(told) if told is not None else ("", "")
        if kind in SIGNIFICANT:
            found.append((entry.seq, kind, words[:500]))
    return found


def arrived(whole) -> list[tuple[int, str, str]]:
    sql = "SELECT number, record, kind, words FROM table_event ORDER BY number"
    rows = whole.bank.do(lambda tx, now: tx.rows(sql))
    assert [row[0] for row in rows] == [*range(1, len(rows) + 1)], "numbered without a gap"
    return [tuple(row[1:]) for row in rows]


def told(whole) -> None:
    """Time goes on until the house has heard everything; it is asked again by the table's clock."""
    for _ in range(200):
        whole.settle()
        if not whole.controller.outgoing.waiting:
            return
        whole.now = whole.controller.outgoing.next_at(whole.now) or whole.now + 1000
    raise AssertionError("the house never hears it")


class Line:
    """To the bank; cut at will, before the work or after it."""

    def __init__(self, whole, monkeypatch) -> None:
        self.cut, self._do = "", whole.bank.do
        monkeypatch.setattr(whole.bank, "do", self.do)

    def do(self, work):
        if self.cut == "before":
            raise bank_away("the line is cut")
        done = self._do(work)
        if self.cut == "after":
            raise bank_away("the answer was lost")
        return done


@pytest.fixture
def whole(make_whole):
    made = make_whole(3)
    made.power_on()
    return made


def opens_and_shuts(whole) -> None:
    whole.controller.door(r.DoorOpened("main door"))
    whole.controller.door(r.DoorShut("main door"))
    whole.settle()


def test_what_happens_is_at_the_house_at_once(whole):
    opens_and_shuts(whole)
    floor = Floor(whole)
    assert isinstance(floor("tom", o.Pause), o.No), "a refusal is told, too"
    told(whole)
    assert arrived(whole) == written(whole)
    kinds = [kind for _, kind, _ in arrived(whole)]
    assert kinds == ["START", "DOOR", "DOOR", "FLOOR"]


@pytest.mark.parametrize("cut", ["before", "after"])
def test_a_line_cut_for_a_day_loses_none_and_doubles_none(whole, monkeypatch, cut):
    """Cut before the bank hears, or after it has and before it says so; power cuts meanwhile."""
    told(whole)
    line = Line(whole, monkeypatch)
    line.cut = cut
    before = len(written(whole))
    for hour in range(24):
        opens_and_shuts(whole)
        whole.now += HOUR
        whole.settle()
        if hour == 12:
            whole.power_off()
            whole.power_on()
    assert whole.controller.outgoing.waiting
    line.cut = ""
    told(whole)
    assert arrived(whole) == written(whole)
    assert len(arrived(whole)) >= before + 48


def test_a_house_that_has_heard_everything_is_told_nothing_twice(whole):
    opens_and_shuts(whole)
    told(whole)
    before = arrived(whole)
    whole.power_off()
    whole.power_on()
    whole.controller.outgoing.heard = 0
    told(whole)
    assert [one for one in arrived(whole) if one[1] != "START"] == before[1:]


def test_hands_and_who_sits_down_are_not_told_and_a_busy_day_goes_in_pieces(whole, monkeypatch):
    monkeypatch.setattr("firmware.controller.outgoing.AT_ONCE", 3)
    monkeypatch.setattr("firmware.controller.outgoing.RECORDS", 7)
    players = company(whole, calls)[:3]
    assert play(whole, players, lambda: whole.controller.table.this_hand.number >= 3)
    for _ in range(5):
        opens_and_shuts(whole)
    told(whole)
    assert arrived(whole) == written(whole)
    assert not {"HAND", "SEAT"} & {kind for _, kind, _ in arrived(whole)}


def test_a_journal_that_was_accepted_after_an_older_copy_came_back_goes_on_telling(whole):
    """Its records bear numbers that the house has heard: what follows is told as another story."""
    opens_and_shuts(whole)
    told(whole)
    heard = len(arrived(whole))
    journal = whole.controller.custody.journal
    last = whole.controller.journal.head.seq
    ahead = [TableEvent(heard + 1, last + 50, 0, "NOTE", "of the copy that is lost")]
    whole.bank.do(lambda tx, now: table_events.receive(tx, "1", journal, ahead, now))
    whole.controller.record([r.BooksAccepted("flo, mia", "an older copy came back", {})])
    whole.power_off()
    whole.power_on()
    opens_and_shuts(whole)
    told(whole)
    sql = "SELECT number, record, kind, words FROM table_event WHERE journal = ? ORDER BY number"
    rows = whole.bank.do(lambda tx, now: tx.rows(sql, f"{journal}.1"))
    assert [row[0] for row in rows] == [*range(1, len(rows) + 1)]
    assert [tuple(row[1:]) for row in rows] == [one for one in written(whole) if one[0] > last]


def test_the_house_takes_a_line_once_and_none_out_of_order(whole):
    one = TableEvent(1, 5, 0, "DOOR", "the main door is open")

    def hear(*events: TableEvent) -> Heard:
        return whole.bank.do(lambda tx, now: table_events.receive(tx, "9", "j", events, now))

    assert hear(one) == hear(one) == Heard(1, 5)
    for wrong in (
        TableEvent(3, 9, 0, "DOOR", "a gap"),
        TableEvent(2, 5, 0, "DOOR", "the same record"),
        TableEvent(1, 5, 0, "DOOR", "another story"),
    ):
        with pytest.raises(Refused):
            hear(wrong)
    assert hear() == Heard(1, 5)
