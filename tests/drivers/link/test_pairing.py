"""Pairing takes a deliberate act on both sides; a third on the wire gets different digits."""

from pathlib import Path
from random import Random

import pytest

from drivers.fault import Fault
from drivers.link.frames import Unpacker, pack
from drivers.link.keys import Book, Peer, new_identity, open_book
from drivers.link.pairing import CARD, Card, Compare, Failed, Paired, Pairing
from lab.twins.pair import new_wire, seeded


class Table:
    """Two ends with a pairing open at both, and a wire that may lose a third of the frames."""

    def __init__(self, lossy: bool = False, seed: int = 1) -> None:
        entropy = seeded(seed)
        self.station, self.table = new_identity(entropy), new_identity(entropy)
        self.screen = Pairing("screen", self.station, "station", "One", 0.0, entropy)
        self.control = Pairing("controller", self.table, "controller", "Table", 0.0, entropy)
        self.lossy, self.rng, self.now_s = lossy, Random(5), 0.0
        self.told: dict[Pairing, list] = {self.screen: [], self.control: []}
        self.spoil = lambda frame: frame

    def run(self, seconds: float) -> None:
        for _ in range(int(seconds * 20)):
            self.now_s += 0.05
            for one, other in ((self.screen, self.control), (self.control, self.screen)):
                self.told[one] += one.tick(self.now_s)
                while frame := one.outgoing(self.now_s):
                    if not (self.lossy and self.rng.random() < 0.33):
                        self.told[other] += other.receive(self.spoil(frame), self.now_s)

    def digits(self) -> list[str]:
        return [told[0].digits for told in self.told.values() if told]


@pytest.mark.parametrize("lossy", [False, True])
def test_two_technicians_compare_and_confirm(lossy):
    desk = Table(lossy)
    desk.run(2.0)
    assert [type(told[0]) for told in desk.told.values()] == [Compare, Compare]
    assert len(set(desk.digits())) == 1

    desk.told[desk.screen] += desk.screen.confirm(desk.now_s)
    desk.run(2.0)
    assert not any(isinstance(one, Paired) for told in desk.told.values() for one in told)

    desk.told[desk.control] += desk.control.confirm(desk.now_s)
    desk.run(2.0)
    assert Paired(Peer(desk.table.public, "controller", "Table")) in desk.told[desk.screen]
    assert Paired(Peer(desk.station.public, "station", "One")) in desk.told[desk.control]
    desk.run(5.0)
    assert desk.screen.over
    assert desk.control.over


@pytest.mark.parametrize("who", ["screen", "control"])
def test_one_yes_alone_pairs_nobody_and_time_runs_out(who):
    desk = Table()
    desk.run(1.0)
    getattr(desk, who).confirm(desk.now_s)
    desk.run(130.0)

    assert [type(told[-1]) for told in desk.told.values()] == [Failed, Failed]


def test_a_station_that_was_not_asked_to_pair_does_not():
    """A link counts pairing frames as unknown; there is nothing else they could do."""
    wire = new_wire(1)
    wire.run(1.0)
    wire.inject(wire.b, Table().screen.outgoing(0.0))

    assert wire.b.link.counted().unknown == 1


def test_a_third_party_in_the_middle_shows_different_digits():
    desk, thief = Table(), new_identity(seeded(9))

    def swap(frame: bytes) -> bytes:
        payload = Unpacker().feed(frame)[0]
        if payload[1] != CARD:
            return frame
        import msgspec

        card = msgspec.msgpack.decode(payload[2:], type=Card)
        if card.kind == "station":
            return frame
        forged = Card(thief.public, card.random, card.kind, card.name)
        return pack(payload[:2] + msgspec.msgpack.encode(forged))

    desk.spoil = swap
    desk.run(3.0)

    assert len(desk.digits()) == 2
    assert len(set(desk.digits())) == 2
    for one in (desk.screen, desk.control):  # even careless technicians do not pair them
        desk.told[one] += one.confirm(desk.now_s)
    desk.run(3.0)
    assert not any(isinstance(one, Paired) for told in desk.told.values() for one in told)


def test_a_card_that_does_not_match_its_commit_is_not_taken():
    desk, other = Table(), Table(seed=2)
    desk.control.receive(desk.screen.outgoing(0.0), 0.0)

    assert desk.control.receive(other.screen._frame(CARD, other.screen._card), 0.0) == []
    assert desk.control.receive(desk.screen._frame(CARD, desk.screen._card), 0.0) != []


def test_the_book_is_private_kept_whole_and_read_back(tmp_path: Path):
    path = tmp_path / "keys.json"
    book = open_book(path)
    book.add(Peer(bytes(32), "station", "One"))
    again = open_book(path)

    assert path.stat().st_mode & 0o777 == 0o600
    assert again.me.public == book.me.public
    assert again.peers() == [Peer(bytes(32), "station", "One")]
    again.remove(bytes(32))
    assert open_book(path).peers() == []


@pytest.mark.parametrize("content", [b"", b"{}", b'{"private": "AAAA", "peers": []}', b"\xff"])
def test_a_damaged_book_is_a_fault_and_is_not_replaced(tmp_path: Path, content: bytes):
    path = tmp_path / "keys.json"
    path.write_bytes(content)
    path.chmod(0o600)

    with pytest.raises(Fault, match="not safe to use: it cannot be read"):
        open_book(path)
    assert path.read_bytes() == content


def test_a_book_that_others_can_read_is_not_used(tmp_path: Path):
    path = tmp_path / "keys.json"
    open_book(path)
    path.chmod(0o644)

    with pytest.raises(Fault, match="others on this machine can read it"):
        open_book(path)


def test_a_book_in_memory_touches_no_disk():
    book = Book(new_identity(), [])
    book.add(Peer(bytes(32), "station", "One"))
    assert book.find(bytes(32)) == Peer(bytes(32), "station", "One")


def test_who_is_paired_while_the_book_is_in_use_is_known_and_who_is_taken_out_is_not(tmp_path):
    path = tmp_path / "links.json"
    running, beside = open_book(path), open_book(path)
    desk = Peer(new_identity().public, "desk", "Floor 2")
    beside.add(desk)
    assert running.find(desk.public) == desk
    running.add(Peer(new_identity().public, "desk", "Floor 3"))
    beside.remove(desk.public)
    assert running.find(desk.public) is None
    assert [peer.name for peer in open_book(path).peers()] == ["Floor 3"], "nobody's entry is lost"


def test_a_book_that_cannot_be_read_now_changes_nothing(tmp_path):
    path = tmp_path / "links.json"
    running = open_book(path)
    desk = Peer(new_identity().public, "desk", "Floor 2")
    running.add(desk)
    path.write_text("{")
    assert running.find(desk.public) == desk
