"""What the cage's pages say, as examples."""

from datetime import UTC, date, datetime, timedelta

import pytest

from desks.cage import opening_words, words
from desks.cage.paper import printer_at
from firmware.bank.details import Detail
from firmware.bank.drafts import Draft, Typed
from firmware.bank.explanations import Document
from firmware.bank.windows import DENOMINATIONS, Window, total
from firmware.errors import Refused


def test_a_strap_holds_a_hundred_bills_and_a_roll_what_is_printed_on_it():
    form = {f"{cell}{worth}": "0" for worth in DENOMINATIONS for cell in ("straps", "loose")}
    form |= {"straps2000": "1", "loose2000": "57", "straps25": "2"}
    counted = words.pieces(form)
    assert (counted[20_00], counted[25]) == (157, 80)
    assert total(counted) == 157 * 20_00 + 80 * 25


def test_blank_is_not_a_nought():
    form = {f"{cell}{worth}": "0" for worth in DENOMINATIONS for cell in ("straps", "loose")}
    form["straps100"] = " "
    with pytest.raises(Refused, match=r"Still to count: \$1\."):
        total(words.pieces(form))


@pytest.mark.parametrize("text", ["-1", "1.5", "x", "٣", "1234567"])
def test_a_number_of_notes_is_a_number(text):
    with pytest.raises(Refused):
        words.pieces({"straps100": "0", "loose100": text})


@pytest.mark.parametrize(("born", "said"), [("", "month, day, year"), ("2020-01-31", "Under 21")])
def test_what_is_missing_of_a_birth_date(born, said):
    """As the field beside it asks for it."""
    draft = Draft("1", Typed(detail=Detail(born)))
    assert opening_words.checks(draft, [], "2026-11-18")[1].words == said


def document(cents: int, corrected: str = "") -> Document:
    kind = "deposit" if cents > 0 else "withdraw"
    return Document("t", "2-000001", kind, cents, 0, "Bao Tran", "bob", "", "", corrected)


@pytest.mark.parametrize(("one", "gap", "said"), [
    (document(-380_00), -20_00, "Paid in twenties: 20 notes instead of 19 make just this sum."),
    (document(380_00), -20_00, "Taken in twenties: 18 notes instead of 19 make just this sum."),
    (document(-380_00), 20_00, "Paid in twenties: 18 notes instead of 19 make just this sum."),
    (document(20_00), -20_00, "A single note of $20: look in the tray and under the drawer."),
    (document(35_00), 35_00, "Just this sum: was the cash handed over, and only once?"),
    (document(10_00), -20_00, "Half of it: was it booked the wrong way round?"),
    (document(120_00, "2-000002"), -20_00, "It was turned round: was the cash handed back?"),
    (document(5_00), -20_00, ""),
    (document(-380_00), -7_00, ""),
])  # fmt: skip
def test_what_to_look_for_in_a_document(one, gap, said):
    assert words.hint(one, gap) == said


@pytest.mark.parametrize(("gaps", "agree", "said"), [
    ([0] * 27 + [5_00, -10_00, -20_00], True,
     "M. Duarte, last 30 shifts: 27 even, over $5, short $10 and $20. "
     "The books agree with every table."),
    ([-1_00], False,
     "M. Duarte, last shift: short $1. The books of a table differ: ask the supervisor."),
    ([], True, "The first shift of M. Duarte. The books agree with every table."),
])  # fmt: skip
def test_how_the_last_shifts_came_out(gaps, agree, said):
    assert words.past("M. Duarte", gaps, agree) == said


def at(ms: int) -> datetime:
    return datetime(2026, 11, 17, 14, 6, tzinfo=UTC) + timedelta(milliseconds=ms)


@pytest.mark.parametrize(("state", "closed_ms", "said"), [
    ("open", 0, "Open since 14:06, bob"), ("opening", 0, "Float counted, bob"),
    ("counting", 0, "Closed for count, bob"), ("", 0, "Closed"),
    ("", 60_000, "Closed, counted 14:07"), ("", -86_400_000, "Closed, counted 11/16/2026 14:06"),
])  # fmt: skip
def test_how_the_drawer_stands_before_anybody_signs_on(state, closed_ms, said):
    found = Window("w", "drawer:2", "bob", state, 0) if state else None
    told = words.drawer_now(found, closed_ms, at, date(2026, 11, 17))
    assert (told.label, told.words) == ("Drawer", said)


def test_a_difference_in_words():
    assert [words.difference(gap) for gap in (-20_00, 0, 5)] == ["Short $20", "Even", "Over $0.05"]


def test_no_surname_on_the_pad():
    assert [words.masked(name) for name in ("Bao Tran", "Ana", "Ada King Lovelace")] == [
        "Bao T.", "Ana", "Ada L."
    ]  # fmt: skip


@pytest.mark.parametrize("wrong", ["lp0", "tcp:cage", "tcp:cage:x", "usb:zz:1", "usb:", "file:"])
def test_a_printer_that_is_none_is_said_so_at_the_start(wrong):
    assert printer_at("") is None
    assert printer_at("usb:04b8:0e15").name == "usb 04b8:0e15"
    assert printer_at("tcp:10.0.0.7:9100").name == "10.0.0.7:9100"
    with pytest.raises(Refused, match="is no printer"):
        printer_at(wrong)
