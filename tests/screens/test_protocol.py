"""The words between controller and screens survive the wire, whole and as changes."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.screens import protocol as p
from firmware.screens.compression import BODY_MAX, compress, decompress
from firmware.screens.screen_end import STATION, Follower
from firmware.screens.sending import ALL, OWN, STEP, changed, whole
from lab.scenes import CENTERS, SEATED, VIEWS
from lab.simulation.bare_table import BareTable, no_limit
from tests.screens.seen import station

BYTES_A_MS = 115_200 / 10 / 1000


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_survives_the_wire(name):
    assert p.view(p.pack(VIEWS[name])) == VIEWS[name]


@given(st.sampled_from(sorted(VIEWS)), st.sampled_from(sorted(VIEWS)))
def test_changes_lead_from_any_view_to_any_other(one, other):
    old, new, station = VIEWS[one], VIEWS[other], Follower(STATION)
    assert station.follow(whole(1, old)) == old
    assert station.follow(changed(2, old, new)) == new


@given(st.sampled_from(sorted(CENTERS)), st.sampled_from(sorted(CENTERS)))
def test_changes_of_the_public_view(one, other):
    old, new = CENTERS[one], CENTERS[other]
    assert p.changed_public(old, p.changes(old, new)) == new


def test_a_turn_travels_in_a_blink():
    """A bet and the turn it brings, at 115,200 baud: under 10 ms. A whole view: under 60."""
    assert size(changed(2, SEATED, VIEWS["your-turn-nolimit"])) / BYTES_A_MS < 10
    assert size(whole(1, SEATED)) / BYTES_A_MS < 60


def size(message: p.ToScreen) -> int:
    return len(message.body) + len(message.own)


@given(st.binary(max_size=600))
def test_what_is_compressed_comes_out_again(body):
    assert decompress(compress(body)) == body


@pytest.mark.parametrize("name", VIEWS)
def test_the_length_on_the_line_goes_in_steps(name):
    """What is a seat's own has one length, or a multiple of it where a page is open."""
    message = whole(1, VIEWS[name])
    assert len(message.body) % STEP == 0
    assert len(message.own) in {ALL << n for n in range(6)}
    change = changed(2, SEATED, VIEWS[name])
    assert len(change.own) in {least << n for n in range(9) for least in OWN.values()}


@pytest.mark.parametrize(
    "body",
    [
        b"",
        bytes(16),
        compress(b"x")[:1],
        compress(b"x") + b"\0\1",
        compress(bytes(BODY_MAX + 1)),
    ],
    ids=["nothing", "zeros", "cut short", "more behind it", "a bomb"],
)
def test_what_nobody_compressed_is_refused(body):
    with pytest.raises(ValueError, match="no view of ours"):
        decompress(body)


@pytest.mark.parametrize(
    "intent",
    [
        p.EnterPin("4711"), p.Cancel(), p.Buy(30000, True), p.Act(3, "raise", 7600),
        p.Draw(4, (1, 2)),
        p.Roll(5, True), p.Show(6, False), p.SealShare(7, 1, bytes(32)),
        p.OpenShare(7, 1, 0, bytes(32)), p.CutKey(7), p.Digits(7, "483920"),
        p.Doubt(7, "The board is another one."),
        p.UseTime(8),
        p.Choose(p.Prefs(left=True)),
        p.Open("proof"), p.Pick(9, "yes"),
    ],
)  # fmt: skip
def test_an_intent_survives_the_wire(intent):
    assert p.to_controller(p.pack(intent)) == intent


@given(st.binary(max_size=80))
def test_noise_is_refused_at_the_door(noise):
    with suppress(msgspec.MsgspecError):
        p.to_controller(noise)


def test_no_public_struct_has_room_for_a_hole_card():
    """Privacy by shape: down cards are a number in the public view, never a list."""
    assert msgspec.structs.fields(p.Seat)[7].name == "down"
    assert msgspec.structs.fields(p.Seat)[7].type is int
    assert not any(field.name == "hole" for field in msgspec.structs.fields(p.Public))


def test_what_both_ends_know_beforehand_makes_a_hand_short():
    """A whole hand of ten, every change of every station: on average four and a half steps."""
    m = BareTable(no_limit(), 3).open(*range(1, 11), button=1)
    seen, sizes = {seat: station(m, seat) for seat in range(1, 11)}, []

    def watch(machine, events):
        for seat, old in seen.items():
            seen[seat] = fresh = station(machine, seat)
            if fresh != old:
                sizes.append(size(changed(1, old, fresh)))

    m.watch = watch
    m.next_hand().call_down()
    assert sum(sizes) / len(sizes) <= 4.5 * STEP
