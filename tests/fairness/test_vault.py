"""REQ-R10: a selection that was interrupted is preserved, wherever the power went."""

import os

import pytest

from drivers.fault import Fault
from firmware.fairness.demonstration import DRAW, Keyring, deal
from firmware.fairness.demonstration import cut as cut_and_open
from firmware.fairness.hand import Hand, Terms, prepare, prepare_again
from firmware.fairness.log import Log
from firmware.fairness.share import Share
from firmware.fairness.vault import Vault

RING = Keyring()
FULL = ("52", 1)


def fresh(hand: int = 1):
    seeds = [os.urandom(32) for _ in range(4)]
    return prepare("T", hand, 1, FULL, seeds, os.urandom(128), RING.holders())


def played(prepared, monkeypatch) -> Hand:
    """A hand, by shares that come again."""
    old = Share.__init__.__defaults__
    monkeypatch.setattr(Share.__init__, "__defaults__", (bytes, *old[1:]))
    hand = Hand(prepared, Log("T", RING.table), 0, True)
    stations = cut_and_open(hand, Terms("draw", "", 2, (1, 2), DRAW))
    deal(hand, stations, 0)
    deal(hand, stations, 1, 1, 0, 2)
    hand.finish([2], [(1, 10)])
    return hand


def test_the_same_hand_comes_back_after_a_power_cut(tmp_path, monkeypatch):
    prepared, vault = fresh(), Vault(tmp_path / "key")
    box = vault.put(prepared)
    before = played(prepared, monkeypatch)
    seeds = Vault(tmp_path / "key").get(box, "T", 1)
    after = played(prepare_again("T", 1, 1, FULL, seeds, prepared.boxes), monkeypatch)
    assert after.heads == before.heads
    assert after.dealt == before.dealt


class PowerCut(BaseException):
    pass


@pytest.mark.parametrize("call", range(8))
def test_the_power_goes_at_each_call_while_the_key_is_written(tmp_path, monkeypatch, call):
    """Before put() returns nothing is committed; the hand before is still there or gone whole."""
    old, vault = fresh(), Vault(tmp_path / "key")
    old_box = vault.put(old)
    old_key = (tmp_path / "key").read_bytes()
    done = 0

    def cut_before(real):
        def step(*args, **named):
            nonlocal done
            if done == call:
                raise PowerCut
            done += 1
            return real(*args, **named)

        return step

    for name in ("open", "write", "fsync", "replace"):
        monkeypatch.setattr(os, name, cut_before(getattr(os, name)))
    box = None
    try:
        new = fresh(2)
        box = vault.put(new)
    except PowerCut:
        pass
    monkeypatch.undo()
    if box is not None:
        assert vault.get(box, "T", 2) == [*new.seeds]
    elif (tmp_path / "key").read_bytes() == old_key:
        assert vault.get(old_box, "T", 1) == [*old.seeds]
    else:
        assert len((tmp_path / "key").read_bytes()) == 32  # replaced whole, never half


def test_after_the_hand_the_journal_opens_nothing(tmp_path):
    prepared, vault = fresh(), Vault(tmp_path / "key")
    box = vault.put(prepared)
    key = (tmp_path / "key").read_bytes()
    vault.destroy()
    assert key not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    with pytest.raises(Fault, match=r"cannot be opened again.*Void it"):
        vault.get(box, "T", 1)


def test_every_hand_has_its_own_key(tmp_path):
    vault, keys = Vault(tmp_path / "key"), set()
    for hand in range(5):
        vault.put(fresh(hand))
        keys.add((tmp_path / "key").read_bytes())
    assert len(keys) == 5
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("spoil", ["hand", "table", "box", "key", "no key"])
def test_nothing_else_opens_it(tmp_path, spoil):
    prepared, vault = fresh(), Vault(tmp_path / "key")
    box = vault.put(prepared)
    table, hand = ("U" if spoil == "table" else "T"), (2 if spoil == "hand" else 1)
    if spoil == "box":
        box = box[:-1] + bytes([box[-1] ^ 1])
    if spoil == "key":
        (tmp_path / "key").write_bytes(b"short")
    if spoil == "no key":
        (tmp_path / "key").unlink()
    with pytest.raises(Fault):
        vault.get(box, table, hand)


def test_a_disk_that_cannot_be_written_stops_the_hand_before_it_starts(tmp_path):
    with pytest.raises(Fault, match=r"cannot be written.*no chip has moved"):
        Vault(tmp_path / "missing" / "key").put(fresh())
