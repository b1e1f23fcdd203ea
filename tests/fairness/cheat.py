"""A table that signs whatever it likes."""

from firmware.fairness.cut import Touch, touch_seal
from firmware.fairness.demonstration import Keyring
from firmware.fairness.hand import Hand, prepare
from firmware.fairness.log import Log
from firmware.fairness.receipt import receipt


class Cheat:
    """A dishonest house with the real key: it changes what it likes and signs the result."""

    def __init__(self, seats=range(1, 7)):
        self.ring = Keyring()
        self.seats = list(seats)
        self.seeds = [bytes([j + 1]) * 32 for j in range(4)]

    def log(self):
        return Log("T", self.ring.table)

    def hand(self, number=1, cards=range(52), change=lambda prepared: prepared, log=None) -> Hand:
        ready = prepare("T", number, cards, self.seeds, bytes(128), self.ring.holders())
        hand = Hand(change(ready), log or self.log(), 0, True)
        touches = [Touch(seat, seat, bytes([seat]) * 16) for seat in self.seats]
        for touch in touches:
            hand.window.seal(touch.seat, touch_seal("T", number, touch))
        hand.close_window()
        for touch in touches:
            hand.window.open(touch)
        return hand

    def resigned(self, made: dict) -> dict:
        """The same receipt after a change in its entries, signed again from the start."""
        log = self.log()
        made["log"]["signs"] = [
            log.append(entry).signature.hex() for entry in made["log"]["entries"]
        ]
        return made

    def played(self, hand: Hand, seat=3) -> dict:
        hand.cut()
        hand.deal(self.seats * 2)
        hand.deal([0, 0, 0])
        hand.finish()
        return receipt(hand, self.log().public_key, seat)
