"""Whoever reads the wire sees no card, no PIN, no account number, no amount. REQ-R32.

Over a real pty: the bytes are those that a tap between the two serial ports would see.
"""

import asyncio
import re
from base64 import b64encode

import msgspec

from drivers.link.happenings import Arrived
from drivers.link.link import controller_link, screen_link
from drivers.link.messages import Codec
from drivers.link.port import SerialPort
from lab.twins.pair import Pairing
from lab.twins.pty_wire import PtyWire

CARDS = ["As", "Kd", "Qh", "Tc"]
PIN, ACCOUNT, AMOUNT = "4711", "9900000000012345", 123_456_789


class Touch(msgspec.Struct, frozen=True, tag="touch"):
    pin: str
    account: str
    amount: int


class View(msgspec.Struct, frozen=True, tag="view"):
    cards: list[str]
    stack: int
    account: str


def needles() -> list[bytes]:
    """Each secret as text, as packed numbers of both byte orders, and as base64."""
    words = [PIN, ACCOUNT, str(AMOUNT), f"{AMOUNT / 100:,.2f}", "".join(CARDS), " ".join(CARDS)]
    packed = [msgspec.msgpack.encode(CARDS), msgspec.msgpack.encode(AMOUNT)]
    numbers = [AMOUNT.to_bytes(4, order) for order in ("big", "little")]
    plain = [word.encode() for word in words] + packed + numbers
    return plain + [b64encode(word)[:-3] for word in plain if len(word) > 6]


async def talk() -> bytes:
    wire, pairing, heard = PtyWire(), Pairing(1), []
    loop = asyncio.get_running_loop()
    up: Codec = Codec(Touch, View, 1)
    down: Codec = Codec(View, Touch, 1)
    now_s = loop.time()
    screen = SerialPort(
        wire.path_a, screen_link(pairing.station, pairing.controller, up, now_s), heard.append
    )
    table = SerialPort(
        wire.path_b, controller_link(pairing.table, pairing.find, down, now_s), heard.append
    )
    for _ in range(40):
        screen.talker.send(Touch(PIN, ACCOUNT, AMOUNT))
        table.talker.send(View(CARDS, AMOUNT, ACCOUNT))
        screen.pump(), table.pump()
        await asyncio.sleep(0)
    while sum(isinstance(one, Arrived) for one in heard) < 80:
        await asyncio.sleep(0.01)
    screen.close(), table.close()
    wire.close()
    return bytes(wire.sniffed)


def test_a_sniffer_on_the_pty_never_sees_a_secret():
    sniffed = asyncio.run(asyncio.wait_for(talk(), 60))

    assert len(sniffed) > 5000
    for needle in needles():
        assert needle not in sniffed
    # One card of two letters would appear by chance; far above chance it must not.
    chance = len(sniffed) / 65_536
    for card in CARDS:
        assert len(re.findall(card.encode(), sniffed)) <= 5 + 4 * chance


def test_the_needles_are_found_where_nothing_is_sealed():
    """The test can fail: the same words as plain messages show every secret."""
    plain = msgspec.msgpack.encode([Touch(PIN, ACCOUNT, AMOUNT), View(CARDS, AMOUNT, ACCOUNT)])

    assert sum(needle in plain for needle in needles()) >= 4
