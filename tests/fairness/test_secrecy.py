"""What an attacker can get out of everything that is ever published: nothing.

The attacker holds the whole public log, the receipt of the rail, the receipts of two colluding
seats, and, more than anyone gets, every leaf hash of the played deck. He tries all cards
with every salt that he can think of making from what he holds.
"""

import hashlib
import hmac
from collections.abc import Iterator
from itertools import islice

import numpy as np
import pytest

from firmware.fairness import deck as deck_module
from firmware.fairness.demonstration import Shuffler, play_holdem
from firmware.fairness.digest import canonical, label2
from firmware.fairness.hand import Hand
from firmware.fairness.receipt import receipt
from lab.judges.deck_statistics import ALARM, chi_square
from lab.twins.noise import ScriptedNoise, good

SEATS = list(range(1, 7))
COLLUDING = (2, 5)


def hands(count: int, seed: bytes) -> Iterator[tuple[Shuffler, Hand]]:
    table = Shuffler(ScriptedNoise(good(seed)), True, "T")
    for number in range(1, count + 1):
        yield table, play_holdem(table.commit(number), SEATS, shown=(1,))
    table.close()


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.digest(key, message, "sha256")


class Attacker:
    """Knows only receipts and leaf hashes; never looks into the hand."""

    def __init__(self, receipts: list[dict], leaves: tuple[bytes, ...], lean: bool) -> None:
        self.leaves, self.lean = leaves, lean  # lean: the best guesses only, for many hands
        self.entries = receipts[0]["log"]["entries"]
        commit, _, cut, *_ = self.entries
        self.slot = (commit["table"], commit["hand"], f"1.{cut['seeds'].index('')}")
        self.seeds = [bytes.fromhex(seed) for seed in cut["seeds"] if seed]
        self.commit = sha(b"\0" + canonical(commit))
        opened = [card for made in receipts for card in made["cards"][0]["open"]]
        self.salts = [bytes.fromhex(salt) for _, _, salt in opened]
        self.public = [bytes.fromhex(commit[name]) for name in ("prev", "boxes")]
        self.public += [bytes.fromhex(root) for root in commit["roots"]]

    def keys(self) -> Iterator[bytes]:
        """Seeds that the played one might be, or be made from."""
        yield from (*self.seeds, bytes(32), self.commit)
        if self.lean:
            return
        yield bytes(a ^ b ^ c for a, b, c in zip(*self.seeds, strict=True))
        yield from (sha(seed) for seed in self.seeds)
        yield from self.public

    def guesses(self, place: int) -> Iterator[bytes]:
        purpose = label2("salt", *self.slot) + place.to_bytes(2, "big")
        yield from (mac(key, purpose) for key in self.keys())
        yield from (b"", bytes(32), *self.salts[: 2 if self.lean else None])

    def found(self, known: set[int]) -> list[tuple[int, int]]:
        """(place, card) of every closed leaf that opens, by brute force over 52 cards."""
        front = b"\0" + label2("card", *self.slot)
        hits = []
        for place in set(range(52)) - known:
            start = front + place.to_bytes(2, "big")
            for salt in self.guesses(place):
                hits += [
                    (place, card)
                    for card in range(52)
                    if sha(start + bytes([card]) + salt) == self.leaves[place]
                ]
        return hits


def assault(table: Shuffler, hand: Hand, lean: bool = False) -> tuple[list[tuple[int, int]], int]:
    made = [receipt(hand, table.log.public_key, seat) for seat in (0, *COLLUDING)]
    told = hand.shown | {dealt.number for dealt in hand.dealt if dealt.to in COLLUDING}
    known = {hand.dealt[number].place for number in told}
    return Attacker(made, hand.layers[0].leaves, lean).found(known), 52 - len(known)


def test_no_closed_card_opens():
    for table, hand in hands(12, b"short"):
        hits, closed = assault(table, hand)
        assert closed > 30
        assert hits == []


def test_the_attack_does_open_a_table_with_public_salts(monkeypatch):
    """The attack is a real one: where salts come from the commitment's root, all cards fall."""

    def weak(mac_, slot, count):
        return [
            mac(bytes(32), slot.label("salt") + place.to_bytes(2, "big")) for place in range(count)
        ]

    monkeypatch.setattr(deck_module, "_salts", weak)
    for table, hand in hands(1, b"weak"):
        hits, closed = assault(table, hand)
        assert len(hits) == closed
        assert all(hand.layers[0].cards[place] == card for place, card in hits)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
def test_soak_no_closed_card_of_ten_thousand_hands_opens(part):
    for table, hand in hands(500, b"soak %d" % part):
        hits, _ = assault(table, hand, lean=True)
        assert hits == []


def uneven(name: str, pairs: np.ndarray, sides: int) -> float:
    """p that a public value and a closed card have nothing to do with each other."""
    counts = np.bincount(pairs[:, 0] * 52 + pairs[:, 1], minlength=sides * 52)
    return chi_square(name, "", counts, np.ones(sides * 52)).p


def clues(count: int, seed: bytes) -> dict[str, float]:
    """Does any public number lean towards the folded card of seat 3 or the next undealt card?"""
    rows = []
    for _, hand in islice(hands(count, seed), count):
        commit, _, cut, *_ = hand.entries
        layer = hand.layers[0]
        folded = next(dealt for dealt in hand.dealt if dealt.to == 3)
        undealt = layer.cards[hand._stub.order[0][1]]
        open_seed = next(seed for seed in cut["seeds"] if seed)
        rows.append([
            folded.card,
            undealt,
            layer.leaves[folded.place][0] & 15,
            int(commit["roots"][int(layer.slot.name[2:])][0], 16),
            int(open_seed[0], 16),
            hand.shares.commitment[0] & 15,
            int(cut["shares"][2][1][0], 16),
            hand.heads[-1].signature[0] & 15,
            hand.boxes.auditor[40] & 15,
        ])  # fmt: skip
    data = np.array(rows)
    names = ["leaf", "root", "open seed", "commitment", "share", "signature", "box"]
    return {
        f"{name} and {what}": uneven(name, data[:, [2 + n, column]], 16)
        for n, name in enumerate(names)
        for column, what in enumerate(("folded", "undealt"))
    }


def test_no_public_number_leans_towards_a_closed_card():
    assert min(clues(1500, b"clues").values()) > ALARM


@pytest.mark.soak
def test_soak_no_public_number_leans_towards_a_closed_card():
    assert min(clues(10_000, b"more clues").values()) > ALARM


def test_the_decks_that_are_opened_say_nothing_about_the_one_that_is_not():
    """Same place, same card: once in 52, as between strangers."""
    same = total = 0
    for table, hand in hands(300, b"strangers"):
        played = hand.layers[0]
        seeds = [bytes.fromhex(seed) for seed in hand.entries[2]["seeds"] if seed]
        for j, seed in enumerate(seeds):
            slot = deck_module.Slot(table.name, hand.number, f"1.{j}")
            other = deck_module.lay(seed, slot, range(52)).cards
            same += sum(a == b for a, b in zip(played.cards, other, strict=True))
            total += 52
    assert chi_square("same", "", [same, total - same], [1, 51]).p > ALARM


def test_folded_cards_stand_nowhere_in_what_is_published():
    """Plain search: the salt of a closed card is in no receipt and no entry of anybody else."""
    for table, hand in hands(5, b"plain"):
        others = [receipt(hand, table.log.public_key, seat) for seat in (0, 1, 2, 4, 5, 6)]
        text = canonical(others).decode()
        deck = hand.layers[0]
        for dealt in hand.dealt:
            if dealt.to in (3, -1):
                assert deck.salt(dealt.place).hex() not in text
