"""The link under seeded noise, in virtual time: each message once, in order, none altered."""

import pytest

from lab.twins.pair import new_wire
from lab.twins.talk import Talk
from lab.twins.wire import NOISY, WILD, Faults


def carry(seed: int, faults: Faults, messages: int) -> Talk:
    """`messages` in all, half of them each way."""
    talk = Talk(new_wire(seed, faults), messages // 2, seed)
    assert talk.run(limit_s=messages)
    return talk


@pytest.mark.parametrize("seed", range(4))
def test_every_message_arrives_once_in_order_and_unaltered(seed):
    """Issue: 1 % of bytes corrupted, 1 % of chunks lost, 20,000 messages."""
    talk = carry(seed, NOISY, 5_000)

    assert talk.wire.b.link.counted().noise > 1000  # the noise was there
    assert talk.wire.a.spoiler.lost > 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(11))
def test_a_million_messages_over_eleven_noisy_links(seed):
    carry(100 + seed, NOISY, 91_000)


@pytest.mark.parametrize(
    "faults",
    [
        Faults(double=0.2),
        Faults(reorder=0.1, jitter_s=0.01),
        Faults(delay_s=0.2),
        Faults(lose=0.1),
        Faults(corrupt=0.015),
        WILD,
    ],
    ids=["doubled", "reordered", "late", "lost", "corrupted", "everything"],
)
def test_each_fault_alone_and_all_at_once(faults):
    carry(7, faults, 400)


def test_the_same_seed_tells_the_same_story():
    one, two = carry(5, NOISY, 600), carry(5, NOISY, 600)

    assert one.wire.now_s == two.wire.now_s
    assert one.wire.a.link.counted() == two.wire.a.link.counted()


def test_a_clean_wire_resends_nothing():
    talk = carry(1, Faults(), 2_000)

    assert talk.wire.a.link.counted().resent == talk.wire.b.link.counted().resent == 0


def test_pieces_grow_short_in_noise_and_long_again_after_it():
    wire = new_wire(3, NOISY)
    assert Talk(wire, 200, 3).run(100.0)
    noisy = wire.a.link._session.outbox.size.bytes

    wire.a.spoiler.faults = wire.b.spoiler.faults = Faults()
    wire.a.spoiler._clean = wire.b.spoiler._clean = 1 << 60
    later = Talk(wire, 400, 4)
    assert later.run(wire.now_s + 100.0)

    assert noisy < 200
    assert wire.a.link._session.outbox.size.bytes > 4 * noisy
