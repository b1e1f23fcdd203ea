"""What leaves the house to be looked at: useful, and nothing that is somebody's own."""

import io
import tarfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from console.bundle import pack, pages
from console.look import Happening, Software
from console.private import found_in
from firmware.errors import Refused
from tests.console.seen import NOW, look


def opened(made: bytes) -> dict[str, str]:
    with tarfile.open(fileobj=io.BytesIO(made)) as archive:
        return {one.name: archive.extractfile(one).read().decode() for one in archive}


def test_a_bundle_tells_what_the_service_asks_first():
    told = opened(pack(pages(look(software=Software("a07e" * 16, 212)), ["seats = 10"])))
    assert "table 4" in told["stormdeck/table.txt"]
    assert "212 files" in told["stormdeck/software.txt"]
    assert "hands: 118,203" in told["stormdeck/meters.txt"]
    assert "WAS LINK_DOWN seat 2, 0:59:08" in told["stormdeck/events.txt"]
    assert "hand 118,203 over" in told["stormdeck/events.txt"]
    assert "seats = 10" in told["stormdeck/rules.txt"]


@pytest.mark.parametrize(
    "planted",
    [
        ";6035550012345678=4912?", "card 6035 5500 1234 5678 was read", "6035550012345",
        "SSN 123-45-6789", "tax number 123456789", "the PIN is 4711", "PIN: 471123",
        "seat 3 holds As Kd", "AhKh", "hole 2c,7d",
    ],
)  # fmt: skip
def test_one_private_thing_in_the_log_and_no_bundle_is_made(planted):
    with pytest.raises(Refused, match=r"No bundle was made: log\.txt, line 2") as no:
        pack(pages(look(last_words=("started", planted)), []))
    assert planted not in str(no.value)


def test_what_people_wrote_is_not_in_it():
    """A reason typed at a desk may hold a name or a number."""
    typed = Happening(NOW, "FLOOR", "mia: Bar: patron:77 struck Walt Jones")
    here = look()
    here = replace(here, table=replace(here.table, happened=(typed,)))
    events = opened(pack(pages(here, [])))["stormdeck/events.txt"]
    assert "Walt" not in events
    assert "FLOOR" in events


@given(st.integers(10**11, 10**19 - 1), st.sampled_from(["", " ", "-"]))
def test_every_card_number_is_found_however_it_is_written(number, between):
    digits = str(number)
    groups = between.join(digits[at : at + 4] for at in range(0, len(digits), 4))
    assert found_in("log.txt", f"read {groups} at seat 3")


@given(st.lists(st.sampled_from([r + s for r in "23456789TJQKA" for s in "shdc"]), min_size=2,
                max_size=5), st.sampled_from(["", " ", ", "]))  # fmt: skip
def test_every_pair_of_cards_is_found(cards, between):
    assert found_in("log.txt", f"dealt {between.join(cards)} there")
