"""What the law wants to know of a patron: whole, sealed, and one person one account."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.bank import private
from firmware.bank.details import sound
from firmware.bank.keys import BankKey
from firmware.bank.patrons import LooksAlike
from firmware.errors import Fault, Refused
from lab.simulation.demo_people import at_work
from tests.bank.conftest import FORM, KEY, another

PNG = b"\x89PNG a face"


def like(form, **changes):
    return replace(form, detail=replace(form.detail, **changes))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"birth_date": ""}, "the birth date"),
        ({"street": " "}, "the street"),
        ({"postcode": ""}, "the postcode"),
        ({"tax_number": ""}, "the social security number or passport"),
        ({"birth_date": "2005-06-11"}, "Under 21"),
        ({"birth_date": "10.12.1990"}, "12/10/1990"),
        ({"birth_date": "1890-12-10"}, "12/10/1990"),
        ({"street": "P.O. Box 12"}, "A box is no permanent address"),
        ({"tax_number": "900-12-3456"}, "no social security number"),
        ({"tax_number": "219-00-9999"}, "no social security number"),
        ({"tax_kind": "passport", "tax_number": "X!"}, "no number of a passport"),
        ({"tax_kind": "library card"}, "social security card or passport"),
    ],
)
def test_an_account_opens_with_all_of_it_or_not_at_all(counter, changes, words):
    with pytest.raises(Refused, match=words):
        counter.open_patron(like(another("Y"), **changes))


def test_twenty_one_is_of_age_on_the_birthday(counter):
    counter.open_patron(like(another("Y"), birth_date="2005-06-10"))


def test_the_number_is_sealed_shown_by_its_last_four_and_every_look_is_logged(bank, counter):
    number = FORM.detail.tax_number
    rows = bank.do(lambda tx, now: tx.rows("SELECT * FROM patron_detail"))
    assert number not in str(rows)
    assert counter.details("100001").tax_last4 == number[-4:]
    with pytest.raises(Refused, match="may not see a whole tax number"):
        counter.tax_number("100001", "curious")
    sue = at_work(bank, "sue")
    with pytest.raises(Refused, match="reason"):
        sue.tax_number("100001", "")
    assert sue.tax_number("100001", "a report") == number
    look = next(one for one in sue.changes("100001") if one.what == "tax number")
    assert (look.agent, look.after, look.reason) == ("sue", "seen", "a report")


def test_a_sealed_text_opens_only_with_its_key_and_in_its_place():
    sealed = private.seal(KEY, "tax number of 1", b"219099999")
    assert private.unseal(KEY, "tax number of 1", sealed) == b"219099999"
    for key, about in ((BankKey(bytes(32)), "tax number of 1"), (KEY, "tax number of 2")):
        with pytest.raises(Fault, match="do not open"):
            private.unseal(key, about, sealed)


def test_one_person_one_account(counter):
    """The same number is refused; who looks alike is decided by a person, with a reason."""
    again = like(another("Y"), tax_number=FORM.detail.tax_number)
    with pytest.raises(Refused, match="held by account 100001"):
        counter.open_patron(again)
    twin = like(another("Y"), birth_date=FORM.detail.birth_date)
    last4 = like(twin, tax_number=f"21909{FORM.detail.tax_number[-4:]}")
    with pytest.raises(LooksAlike, match=r"100001 Ada Lovelace \(birth date and last four\)"):
        counter.open_patron(last4)
    alike = replace(twin, name="Ada Loveless-Lovelase")
    assert counter.open_patron(replace(alike, name="Somebody Else")) == "100002"
    alike = replace(like(another("Z"), birth_date=FORM.detail.birth_date), name="Ada Lovelase")
    with pytest.raises(LooksAlike, match="a name that sounds alike") as stop:
        counter.open_patron(alike)
    assert [one.patron for one in stop.value.found] == ["100001"]
    assert counter.open_patron(replace(alike, not_same="her twin, both seen")) == "100003"
    log = at_work(counter.bank, "aud").changes("100003")
    assert any(one.reason == "her twin, both seen" for one in log)


@pytest.mark.parametrize(
    ("name", "code"),
    [("Robert", "R163"), ("Rupert", "R163"), ("Ashcraft", "A261"), ("Tymczak", "T522"),
     ("Pfister", "P236"), ("Honeyman", "H555"), ("O'Neil", "O540"), ("Lee", "L000")],
)  # fmt: skip
def test_soundex_as_the_national_archives_print_it(name, code):
    assert sound(name) == code


CYRILLIC = "Аdа Lоvеlасе"


@pytest.mark.parametrize(
    "name",
    [CYRILLIC, CYRILLIC.upper(), "Ａｄａ Ｌｏｖｅｌａｃｅ", "Αda Lονelace", "Áda Lóvela\u030ace"],
)
def test_letters_that_only_look_like_ours_are_read_as_ours(name):
    """Cyrillic, full width, Greek, accents."""
    assert name.upper() != "ADA LOVELACE"
    assert sound(name) == sound("Ada Lovelace")


def test_a_name_that_is_only_drawn_alike_opens_no_second_account_unnoticed(counter):
    twin = replace(like(another("Z"), birth_date=FORM.detail.birth_date), name=CYRILLIC)
    with pytest.raises(LooksAlike, match="100001 Ada Lovelace"):
        counter.open_patron(twin)


@given(st.text(max_size=30))
def test_any_name_has_a_sound(name):
    assert sound(name) == sound(name.upper() if name.isascii() else name)


def test_scans_are_sealed_and_every_look_is_logged(bank, counter):
    for _ in range(2):
        counter.attach("100001", "photo", "image/png", PNG, "a1")
    assert [row[:3] for row in counter.attachments("100001")] == [("a1", "photo", "image/png")]
    rows = bank.do(lambda tx, now: tx.rows("SELECT sealed FROM attachment"))
    assert "face" not in str(rows)
    assert at_work(bank, "sue").look_at("a1") == ("image/png", PNG)
    log = at_work(bank, "aud").changes("100001")
    assert any((one.agent, one.after) == ("sue", "seen") for one in log)
    for bad in (("photo", "text/html", PNG), ("photo", "image/png", b""), ("x", "image/png", PNG)):
        with pytest.raises(Refused):
            counter.attach("100001", *bad)
    with pytest.raises(Refused, match="may not see"):
        at_work(bank, "flo").look_at("a1")
