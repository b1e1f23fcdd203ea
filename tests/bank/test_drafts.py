"""An account is opened whole or not at all; one person has one; who is stopped is seen first."""

import pytest
from msgspec.structs import replace

from firmware.bank.desk import new_id
from firmware.bank.drafts import KEPT_MS, Typed
from firmware.errors import Refused
from lab.simulation.demo_people import at_work
from tests.bank.conftest import FORM, another, books_balance

PNG = b"\x89PNG and so on"


def typed(form) -> Typed:
    given, _, family = form.name.partition(" ")
    return Typed(given, family, form.id_type, form.id_number, form.id_expiry, form.detail)


def drafted(counter, form, pin: str = "1357") -> str:
    id_ = new_id()
    counter.type_draft(id_, typed(form))
    counter.draft_picture(id_, "photo", "image/png", PNG)
    counter.sign_draft(id_, PNG, pin)
    return id_


def test_opens_with_person_pictures_pin_and_card_in_one_unit_of_work(bank, counter):
    patron, track = counter.open_draft(drafted(counter, another("Z")))
    assert {row[1] for row in counter.attachments(patron)} == {"photo", "signature"}
    assert bank.sign_on(track, "1357", "s1", "table:T1", 1).available == 0
    books_balance(bank)


def test_opened_twice_it_is_the_account_that_was_opened(counter):
    id_ = drafted(counter, another("Z"))
    patron, _ = counter.open_draft(id_)
    assert counter.open_draft(id_) == (patron, "")
    with pytest.raises(Refused, match="open already"):
        counter.type_draft(id_, Typed(given="Else"))


@pytest.mark.parametrize(
    ("leave", "words"), [("photo", "scan"), ("pad", "PIN"), ("street", "the street")]
)
def test_what_is_missing_is_said_and_nothing_is_opened(bank, counter, leave, words):
    id_, form = new_id(), another("Z")
    if leave == "street":
        form = replace(form, detail=replace(form.detail, street=""))
    counter.type_draft(id_, typed(form))
    if leave != "photo":
        counter.draft_picture(id_, "document", "image/png", PNG)
    if leave != "pad":
        counter.sign_draft(id_, PNG, "1357")
    with pytest.raises(Refused, match=words):
        counter.open_draft(id_)
    assert counter.find("Patron Z") == []


def test_one_person_has_one_account(counter):
    """The same document or number: that is the account. Born that day and called alike: decide."""
    same = counter.alike(counter.draft(drafted(counter, FORM)))
    assert [(one.patron, one.is_same) for one in same] == [("100001", True)]
    twin = replace(another("Z"), name="Ada Lovelase")
    twin = replace(twin, detail=replace(twin.detail, birth_date=FORM.detail.birth_date))
    id_ = drafted(counter, twin)
    assert [one.is_same for one in counter.alike(counter.draft(id_))] == [False]
    with pytest.raises(Refused, match="may be the same person"):
        counter.open_draft(id_)
    counter.type_draft(id_, replace(typed(twin), not_same="her sister, both documents seen"))
    assert counter.open_draft(id_)[0] == "100002"


def test_who_looks_like_a_barred_person_is_for_a_supervisor_to_see(bank, counter):
    counter.bar("100001", "a fight")
    twin = replace(another("Z"), name="Ada Lovelase")
    twin = replace(twin, detail=replace(twin.detail, birth_date=FORM.detail.birth_date))
    id_ = drafted(counter, twin)
    counter.type_draft(id_, replace(typed(twin), not_same="her sister"))
    (found,) = counter.alike(counter.draft(id_))
    assert found.stopped == "This account is barred."
    with pytest.raises(Refused, match="ask a cage supervisor"):
        counter.open_draft(id_)
    assert at_work(bank, "sue").open_draft(id_)[0] == "100002"


def test_a_draft_is_sealed_kept_for_a_day_and_can_be_given_up(bank, counter, clock):
    id_ = drafted(counter, another("Z"))
    rows = bank.store.transact(lambda tx: tx.rows("SELECT sealed FROM draft"))
    assert not any(another("Z").detail.tax_number in row[0] for row in rows)
    assert [one.id for one in counter.kept_drafts()] == [id_]
    counter.discard_draft(id_)
    assert counter.kept_drafts() == []
    old = drafted(counter, another("Z"))
    clock.now_ms += KEPT_MS + 1
    fresh = drafted(counter, another("Y"))
    assert [one.id for one in counter.kept_drafts()] == [fresh]
    with pytest.raises(Refused, match="a scan"):
        counter.open_draft(old)


def test_a_draft_goes_as_a_whole_a_day_after_its_last_part(counter, clock):
    id_, form = new_id(), another("Z")
    counter.type_draft(id_, typed(form))
    clock.now_ms += KEPT_MS - 1
    counter.draft_picture(id_, "photo", "image/png", PNG)
    clock.now_ms += KEPT_MS - 1
    counter.sign_draft(id_, PNG, "1357")
    assert counter.draft(id_).typed == typed(form), "somebody still works at it"
    clock.now_ms += KEPT_MS + 1
    assert counter.kept_drafts() == [], "nobody has typed since"
    assert counter.draft(id_).parts == frozenset()


def test_a_draft_of_yesterday_opens_no_account(counter, clock):
    id_ = drafted(counter, another("Z"))
    clock.now_ms += KEPT_MS + 1
    with pytest.raises(Refused, match="a scan"):
        counter.open_draft(id_)


def test_a_picture_is_what_it_says_it_is(counter):
    for media, data in (("image/png", b"<svg>"), ("text/html", PNG), ("image/png", b"")):
        with pytest.raises(Refused, match="a picture or a PDF"):
            counter.draft_picture("d1", "photo", media, data)


def test_an_auditor_opens_nothing(bank):
    with pytest.raises(Refused, match="may not open an account"):
        at_work(bank, "aud").draft("d1")
