"""REQ-R10: a selection that was interrupted is preserved, wherever the power went."""

import os

import pytest

from drivers.fault import Fault
from firmware.fairness.cut import Touch, touch_seal
from firmware.fairness.demonstration import Keyring
from firmware.fairness.hand import Hand, prepare
from firmware.fairness.log import Log
from firmware.fairness.vault import Vault

RING = Keyring()
TOUCH = Touch(1, 12345, b"n" * 16)


def fresh(hand: int = 1):
    seeds = [os.urandom(32) for _ in range(4)]
    return prepare("T", hand, range(52), seeds, os.urandom(128), RING.holders())


def played(prepared, steps: int) -> Hand:
    """A hand up to some step, by the calls that a journal would repeat."""
    hand = Hand(prepared, Log("T", RING.table), 0, True)
    calls = [
        lambda: hand.window.seal(1, touch_seal("T", 1, TOUCH)),
        hand.close_window,
        lambda: hand.window.open(TOUCH),
        hand.cut,
        lambda: hand.deal([1, 2, 1, 2]),
        lambda: hand.reshuffle([0]),
        lambda: hand.deal([2] * hand.left),
        hand.finish,
    ]
    for call in calls[:steps]:
        call()
    return hand


@pytest.mark.parametrize("steps", range(9))
def test_the_same_hand_goes_on_after_a_power_cut_at_any_step(tmp_path, steps):
    prepared, vault = fresh(), Vault(tmp_path / "key")
    box = vault.put(prepared)
    before = played(prepared, steps)

    back = Vault(tmp_path / "key").get(box, "T", 1, range(52), prepared.boxes)
    after = played(back, steps)
    assert after.heads == before.heads
    assert after.dealt == before.dealt
    assert played(back, 8).heads == played(prepared, 8).heads


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
        assert vault.get(box, "T", 2, range(52), new.boxes).seeds == new.seeds
    elif (tmp_path / "key").read_bytes() == old_key:
        assert vault.get(old_box, "T", 1, range(52), old.boxes).seeds == old.seeds
    else:
        assert len((tmp_path / "key").read_bytes()) == 32  # replaced whole, never half


def test_after_the_hand_the_journal_opens_nothing(tmp_path):
    prepared, vault = fresh(), Vault(tmp_path / "key")
    box = vault.put(prepared)
    key = (tmp_path / "key").read_bytes()
    vault.destroy()
    assert key not in b"".join(path.read_bytes() for path in tmp_path.iterdir())
    with pytest.raises(Fault, match=r"cannot be opened again.*Void it"):
        vault.get(box, "T", 1, range(52), prepared.boxes)


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
        vault.get(box, table, hand, range(52), prepared.boxes)


def test_a_disk_that_cannot_be_written_stops_the_hand_before_it_starts(tmp_path):
    with pytest.raises(Fault, match=r"cannot be written.*no chip has moved"):
        Vault(tmp_path / "missing" / "key").put(fresh())
