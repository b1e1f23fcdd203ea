"""The cable pulled at every byte of a conversation, and everything else a hand can do to it."""

import pytest

from drivers.link.happenings import Arrived, Degraded, Down, Steady, Up
from drivers.link.link import DOWN_S
from lab.twins.pair import Pairing, Said, Shown, new_wire
from lab.twins.talk import Talk
from lab.twins.wire import Faults, Wire

MESSAGES = 4


def conversation_bytes() -> int:
    """Handshake, hello, messages both ways, on a wire that nobody touches."""
    wire = new_wire(1)
    assert Talk(wire, MESSAGES, 1).run(5.0)
    return wire.carried_bytes


@pytest.mark.parametrize("noticed", [True, False], ids=["noticed", "unnoticed"])
@pytest.mark.parametrize("out_s", [0.05, 0.7], ids=["50 ms", "700 ms"])
def test_pulled_at_every_byte_no_message_is_lost_or_doubled(out_s, noticed):
    for cut in range(1, conversation_bytes()):
        wire = new_wire(1)
        wire.cut_after = cut
        talk = Talk(wire, MESSAGES, 1)
        talk.more()
        wire.run(5.0, lambda wire=wire: not wire.in_place)
        wire.run(wire.now_s + 0.001)  # what left before the cut arrives
        wire.pull(noticed)
        wire.run(wire.now_s + out_s)
        wire.put_back(noticed)

        assert talk.run(wire.now_s + 5.0), cut
        assert talk.at_a.next == talk.at_b.next == MESSAGES


@pytest.mark.parametrize("gone", ["a", "b"])
def test_an_end_switched_off_at_every_byte_begins_anew_and_goes_on(gone):
    """A new life of one end: the other notices, both start afresh, later messages arrive once."""
    for cut in range(1, conversation_bytes(), 7):
        pairing = Pairing(1)
        wire = Wire(pairing.screen(), pairing.controller_end(), 1, Faults())
        wire.cut_after = cut
        talk = Talk(wire, MESSAGES, 1)
        talk.more()
        wire.run(5.0, lambda wire=wire: not wire.in_place)
        wire.pull(noticed=False)
        if gone == "a":
            wire.a.link = pairing.screen(wire.now_s)
        else:
            wire.b.link = pairing.controller_end(wire.now_s)
        wire.a.told.clear(), wire.b.told.clear()
        wire.a.hear, wire.b.hear = wire.a.told.append, wire.b.told.append
        wire.run(wire.now_s + 0.01)
        wire.put_back(noticed=False)
        wire.run(wire.now_s + 2.0, lambda wire=wire: wire.a.link.up and wire.b.link.up)
        wire.a.link.send(Said(77))
        wire.b.link.send(Shown(88))
        wire.run(wire.now_s + 1.0)

        assert wire.b.told.count(Arrived(Said(77))) == 1, cut
        assert wire.a.told.count(Arrived(Shown(88))) == 1, cut


def up(seed: int = 1) -> Wire:
    wire = new_wire(seed)
    assert wire.run(1.0, lambda: wire.a.link.up and wire.b.link.up)
    wire.run(wire.now_s + 0.05)
    wire.a.told.clear(), wire.b.told.clear()
    return wire


def kinds(told: list) -> list[type]:
    return [type(one) for one in told]


def test_a_short_silence_is_degraded_and_then_steady():
    wire = up()
    wire.in_place = False
    wire.run(wire.now_s + 0.35)
    wire.in_place = True
    wire.run(wire.now_s + 0.3)

    assert kinds(wire.a.told) == kinds(wire.b.told) == [Degraded, Steady]


def test_half_a_second_of_silence_hides_the_cards_at_both_ends():
    """REQ-R33: a station blanks in 500 ms without heartbeat."""
    wire = up()
    wire.in_place = False
    silent_since = wire.now_s
    wire.run(silent_since + DOWN_S + 0.02)

    assert kinds(wire.a.told) == kinds(wire.b.told) == [Degraded, Down]


def test_an_idle_link_stays_up_by_its_heartbeat():
    wire = up()
    wire.run(wire.now_s + 60.0)

    assert wire.a.told == wire.b.told == []
    assert wire.a.sent_bytes < 60 * 11 * 40


@pytest.mark.parametrize("deaf", ["a", "b"])
def test_half_open_one_direction_dead_ends_in_a_full_view_again(deaf):
    wire = up()
    wire.b.link.show(Shown(1, b"whole"))
    wire.run(wire.now_s + 0.1)
    getattr(wire, deaf).deaf = True
    wire.run(wire.now_s + 2.0)
    assert not getattr(wire, deaf).link.up
    wire.a.told.clear()

    getattr(wire, deaf).deaf = False
    wire.run(wire.now_s + 1.0)

    assert wire.a.link.up
    assert wire.b.link.up
    assert Arrived(Shown(1, b"whole")) in wire.a.told


def test_a_screen_that_was_deaf_for_a_moment_gets_a_full_view_though_nobody_else_noticed():
    """It hides its cards after half a second; the controller, which heard it all the time, must
    not go on with differences to what is hidden."""
    wire = up()
    texts = [b"first"]
    wire.b.link.compose(lambda: Shown(len(texts), texts[-1]))
    wire.run(wire.now_s + 0.1)
    wire.a.deaf = True
    wire.run(wire.now_s + 0.55)
    assert not wire.a.link.up
    assert wire.b.link.up
    wire.a.told.clear()
    wire.b.told.clear()
    wire.a.deaf = False
    wire.run(wire.now_s + 0.3)

    assert kinds(wire.b.told) == [Degraded, Up, Steady]
    assert kinds(wire.a.told) == [Up, Arrived]


def test_what_is_composed_is_the_newest_and_nothing_is_when_it_is_taken_back():
    wire = up()
    made = []

    def make() -> Shown:
        made.append(len(made))
        return Shown(len(made))

    wire.b.link.compose(make)
    wire.b.link.compose(make)
    assert made == []
    wire.run(wire.now_s + 0.2)
    assert made == [0]
    wire.b.link.compose(make)
    wire.b.link.compose(None)
    wire.run(wire.now_s + 0.2)
    assert made == [0]


def test_a_frozen_end_is_noticed_and_comes_back_by_itself():
    wire = up()
    wire.a.frozen = True
    wire.run(wire.now_s + 2.0)
    assert kinds(wire.b.told) == [Degraded, Down]

    wire.a.frozen = False
    wire.run(wire.now_s + 1.0)
    assert wire.b.link.up
    assert wire.a.link.up


def test_a_reconnect_brings_the_newest_view_whole_and_none_of_the_older_ones():
    wire = up()
    wire.b.link.show(Shown(1, b"first"))
    wire.run(wire.now_s + 0.2)
    wire.pull()
    for number in range(2, 30):
        wire.b.link.show(Shown(number, b"while the cable was out"))
    wire.a.told.clear()
    wire.put_back()
    wire.run(wire.now_s + 1.0)

    views = [one.message.number for one in wire.a.told if isinstance(one, Arrived)]
    assert views == [29]
    assert wire.a.told[0] == Up(wire.a.link.peer, resumed=True)


def test_views_overtaken_before_they_left_are_never_sent():
    wire = up()
    for number in range(50):
        wire.b.link.show(Shown(number, bytes(500)))
    wire.run(wire.now_s + 1.0)

    assert [one.message.number for one in wire.a.told] == [49]


def test_a_flood_of_rubbish_keeps_memory_small_and_the_link_up():
    wire = up()
    for n in range(200):
        wire.inject(wire.b, bytes((n * k) % 256 for k in range(4096)))
        wire.run(wire.now_s + 0.01)
    wire.a.link.send(Said(5))
    wire.run(wire.now_s + 1.0)

    assert wire.b.told[-1] == Arrived(Said(5))
    assert wire.b.link.counted().noise_bytes > 500_000
    assert len(wire.b.link._unpacker._tail) <= 1280


def test_keys_are_renewed_while_messages_flow():
    """Rekeying by packets: shorten the life of the keys and count the handshakes."""
    import drivers.link.keying as keying

    was, keying.REKEY_PACKETS = keying.REKEY_PACKETS, 50
    try:
        talk = Talk(new_wire(9), 2000, 9)
        assert talk.run(200.0)
    finally:
        keying.REKEY_PACKETS = was
    assert talk.wire.a.link.counted().agreed > 5
    assert len(talk.at_a.ups) == len(talk.at_b.ups) == 1
    assert not talk.at_a.downs + talk.at_b.downs


def test_keys_are_renewed_by_time_on_an_idle_link():
    wire = up()
    wire.run(wire.now_s + 1000.0)

    assert wire.a.link.counted().agreed == wire.b.link.counted().agreed == 2
    assert wire.a.told == wire.b.told == []
