"""A card that is made at the lab's cage lies on the table for whoever opened the account."""

import asyncio

from drivers.card_encoder import SerialCardEncoder
from drivers.msr605 import Tracks
from lab.live.cage_hand import swipes
from lab.twins.card_encoder import EncoderTwin

TRACK = "9900000000000017=123456789012"


async def _makes_one() -> list[str]:
    twin, made = EncoderTwin(), []
    hand = asyncio.create_task(swipes(twin, made.append, pause_s=0))
    encoder = SerialCardEncoder(twin.path)
    await encoder.start()
    await encoder.write(Tracks(track2=TRACK))
    assert made == []
    await encoder.verify(Tracks(track2=TRACK))
    while not made:
        await asyncio.sleep(0.01)
    hand.cancel()
    encoder.close()
    twin.unplug()
    return made


def test_it_is_drawn_through_twice_and_then_picked_up():
    assert asyncio.run(_makes_one()) == [f";{TRACK}?"]
