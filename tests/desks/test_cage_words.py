"""What the cage's pages say, as examples."""

import pytest

from desks.cage import opening_words, words
from desks.cage.paper import printer_at
from firmware.bank.details import Detail
from firmware.bank.drafts import Draft, Typed
from firmware.bank.windows import DENOMINATIONS, total
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
