"""Typed messages: the hello compares, the unknown and the oversized are refused."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.fault import Fault
from drivers.link.happenings import Arrived, Misfit
from drivers.link.inbox import MESSAGE_BYTES_MAX
from drivers.link.link import controller_link, screen_link
from drivers.link.messages import Codec, Unreadable
from lab.twins.pair import Pairing, Said, Shown, controller_codec, new_wire, screen_codec
from lab.twins.wire import Faults, Wire
from tests.drivers.link.held import held_bytes


class OtherSaid(msgspec.Struct, frozen=True, tag="said"):
    number: int
    text: str = ""


def test_both_ends_have_the_same_schema_hash_and_another_type_has_another():
    assert screen_codec().hello.schema == controller_codec().hello.schema
    assert Codec(OtherSaid, Shown, 1).hello.schema != screen_codec().hello.schema


@given(st.integers(-(2**63), 2**63), st.binary(max_size=600))
def test_what_is_written_is_read(number, text):
    assert controller_codec().read(screen_codec().write(Said(number, text))) == Said(number, text)


@given(st.binary(max_size=200))
def test_anything_else_is_unreadable(text):
    with pytest.raises(Unreadable):
        controller_codec().read(text)


def test_an_unknown_field_an_unknown_tag_and_the_other_sides_words_are_unreadable():
    pack = msgspec.msgpack.encode
    for text in (
        pack({"type": "said", "number": 1, "text": b"", "admin": True}),
        pack({"type": "reboot", "number": 1}),
        screen_codec().write(Shown(1)),
    ):
        with pytest.raises(Unreadable):
            controller_codec().read(b"\1" + text)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (screen_codec(version=2), "speaks version 2, we speak 1"),
        (Codec(OtherSaid, Shown, 1), "not our messages"),
    ],
)
def test_another_version_is_named_and_not_heard(words, why):
    pairing = Pairing(1)
    screen = screen_link(pairing.station, pairing.controller, words, 0.0, pairing.entropy)
    wire = Wire(screen, pairing.controller_end(), 1, Faults())
    screen.send(Said(1))
    wire.run(2.0)

    assert [type(one) for one in wire.b.told] == [Misfit]
    assert why in wire.b.told[0].why
    assert not wire.b.link.up
    assert wire.b.link.counted().misfits == 1


def test_a_peer_with_the_right_keys_and_wrong_words_is_counted_and_survived():
    wire = new_wire(1)
    wire.run(1.0)
    wire.b.told.clear()
    for text in (b"", b"\1", b"\1\xc1", b"\2hello", b"\0again", b"\1" + b"\x93" * 2000):
        wire.a.link._session.send(text)
    wire.a.link.send(Said(3))
    wire.run(wire.now_s + 1.0)

    assert [one.message for one in wire.b.told] == [Said(3)]
    assert wire.b.link.counted().unreadable == 6


def test_an_oversized_message_takes_the_link_down_and_holds_no_memory():
    wire = new_wire(1)
    wire.run(1.0)
    wire.b.told.clear()
    wire.a.link._session.outbox.write((MESSAGE_BYTES_MAX + 1).to_bytes(2, "big") + bytes(5000))
    wire.run(wire.now_s + 0.3)

    assert type(wire.b.told[0]).__name__ == "Down"
    assert held_bytes(wire.b.link._session.inbox) < 6000


def test_a_peer_that_does_not_listen_is_a_fault_not_a_leak():
    link = controller_link(Pairing(1).table, lambda _: None, controller_codec(), 0.0)
    while not link._session.full():
        link.send(Shown(1, bytes(200)))
    with pytest.raises(Fault, match="has not taken its messages"):
        link.send(Shown(2))
    assert link.backlog_bytes < 300_000


def test_our_own_oversized_message_is_our_mistake():
    with pytest.raises(AssertionError):
        screen_codec().write(Said(1, bytes(MESSAGE_BYTES_MAX)))


def test_the_real_words_of_controller_and_screens_travel_and_are_hashed_with_their_views():
    from firmware.screens import protocol as words
    from firmware.screens import schema as codec

    up, down = codec.screen_codec(), codec.controller_codec()
    assert up.hello.schema == down.hello.schema
    less: Codec = Codec(words.ToController, words.ToScreen, words.VERSION, bodies=(words.View,))
    assert up.hello.schema != less.hello.schema

    people = Pairing(1)
    screen = screen_link(people.station, people.controller, up, 0.0, people.entropy)
    table = controller_link(people.table, people.find, down, 0.0, people.entropy)
    wire = Wire(screen, table, 1, Faults())
    whole = words.Whole(1, words.pack(words.Public(hand=7)))
    table.show(whole)
    screen.send(words.UseTime(3))
    wire.run(1.0)

    assert wire.a.told[-1] == Arrived(whole)
    assert wire.b.told[-1] == Arrived(words.UseTime(3))
    assert repr(wire.a.told[-1]) == "Arrived(Whole)"
