"""A hand at the cage's encoder: it draws a card through whenever that is asked for, and lays a new
card where somebody can pick it up."""

import asyncio
from collections.abc import Callable

from drivers.msr605 import READ
from lab.twins.card_encoder import EncoderTwin

LOOK_S = 0.1


async def swipes(encoder: EncoderTwin, put: Callable[[str], None], pause_s: float = 1.5) -> None:
    """`put` hears the track of each card that was written and read back."""
    while True:
        while not encoder.asked:
            await asyncio.sleep(LOOK_S)
        await asyncio.sleep(pause_s)  # long enough to read what the page asks for
        reads_back = encoder.requests[-1].startswith(READ)
        encoder.swipe()
        if reads_back:
            put(encoder.card[2].decode())
