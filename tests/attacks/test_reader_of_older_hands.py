"""Somebody has the whole machine, of a table that ran before folded cards had keys of their own.

When it has started once, what was folded years ago stays folded, too.
"""

import os

import pytest
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from msgspec import json

from firmware.controller import old_seals
from firmware.controller.hand_again import hand_again
from firmware.controller.past_deals import PastDeal, past_deal
from firmware.controller.restore import restore
from firmware.errors import Fault
from firmware.fairness.seal import Boxes, Keyholders, open_alone, open_together
from firmware.journal import keys as journal_keys
from firmware.journal.disk import RealDisk
from firmware.journal.journal import open_journal
from firmware.journal.keys import Keys, load_keys
from firmware.table.checking import load
from tests.test_written_before import lay

EVENINGS = ["v1/draw", "v1/lost-deck", "v2/omaha-hi-lo"]
HOLDERS = [X25519PrivateKey.generate() for _ in range(3)]
TO = Keyholders(*(key.public_key() for key in HOLDERS))


def opened(home):
    disks = RealDisk(home / "a"), RealDisk(home / "b")
    config = load((home / "table.toml").read_text())
    return config, open_journal(disks, load_keys(home / "table.key"), table=config.table)


def let_go(home) -> bool:
    config, there = opened(home)
    try:
        return old_seals.let_go(config, there, TO, os.urandom)
    finally:
        there.journal.close()


def told(home):
    config, there = opened(home)
    memory = restore(config, there)
    there.journal.close()
    memory.deals.settle()
    seats = [(seat.life, seat.chips) for seat in memory.state.table.seats]
    return memory.state.custody, memory.state.table.books, seats, memory.deals.size


@pytest.fixture(params=EVENINGS)
def home(request, tmp_path):
    lay(request.param, tmp_path)
    return tmp_path


def sealed(journal):
    every = journal.read(1, journal.head.seq)
    return [one for one in every if one.kind == "table.InHand" and one.sealed]


def test_after_one_start_no_key_of_the_machine_opens_an_old_card(home):
    old, before = (home / "table.key").read_bytes()[:32], told(home)
    assert let_go(home)
    assert told(home) == before
    data = (home / "table.key").read_bytes()
    assert old not in data
    _, there = opened(home)
    cards = sealed(there.journal)
    assert cards
    for entry in cards:
        with pytest.raises(Fault, match="does not open its journal"):
            there.journal.unseal(entry)
    assert not old_seals.is_old(there.journal)
    there.journal.close()


def test_every_record_from_the_first_is_replayed_without_it(home):
    before = told(home)
    assert let_go(home)
    for copy in "ab":
        for snap in (home / copy).glob("*.snap"):
            snap.unlink()
    assert told(home) == before


def test_the_keyholders_still_open_them(home):
    """The auditor outside alone; the two halves only together."""
    old = (home / "table.key").read_bytes()[:32]
    let_go(home)
    _, there = opened(home)
    journal = there.journal
    (kept,) = [e for e in journal.read(1, journal.head.seq) if e.kind == old_seals.OLD_KEY]
    boxes = Boxes(**{who: bytes.fromhex(box) for who, box in json.decode(kept.body).items()})
    auditor, manager, house = HOLDERS
    about = old_seals.context(journal.id)
    assert open_alone(boxes, auditor, about) == old
    assert open_together(boxes, manager, house, about) == old
    entry = sealed(journal)[0]
    again = Keys(old, bytes(32)).unseal(entry.body, journal._place_of(entry))
    assert b"Dealt" in again
    journal.close()


@pytest.mark.parametrize("step", ["append", "snapshot", "let_old_go"])
def test_the_power_goes_at_any_step_and_the_next_start_goes_on(tmp_path, monkeypatch, step):
    lay("v1/draw", tmp_path)
    before = told(tmp_path)
    whose = journal_keys.Keys if step == "let_old_go" else old_seals.Journal
    with monkeypatch.context() as patch:
        patch.setattr(whose, step, lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            let_go(tmp_path)
    assert told(tmp_path) == before
    assert let_go(tmp_path)
    assert told(tmp_path) == before
    assert len((tmp_path / "table.key").read_bytes()) == 73


def test_a_hand_in_play_is_played_to_its_end_first(tmp_path):
    lay("v1/power-cut", tmp_path)
    before = (tmp_path / "table.key").read_bytes()
    assert not let_go(tmp_path)
    assert (tmp_path / "table.key").read_bytes() == before


def test_a_journal_that_would_come_to_other_money_keeps_its_key(tmp_path, monkeypatch):
    lay("v1/draw", tmp_path)
    before = (tmp_path / "table.key").read_bytes()
    replayed, seen = old_seals._replayed, []

    def other(*words):
        memory = replayed(*words)
        seen.append(memory)
        memory.state.table.books.fees += len(seen)
        return memory

    monkeypatch.setattr(old_seals, "_replayed", other)
    with pytest.raises(Fault, match="does not come to the same money"):
        let_go(tmp_path)
    assert (tmp_path / "table.key").read_bytes() == before


def test_a_hand_from_before_is_still_recalled_as_everybody_saw_it(tmp_path):
    lay("v1/draw", tmp_path)
    before = recalled(tmp_path)
    assert all(before.values())
    assert let_go(tmp_path)
    assert recalled(tmp_path) == before


def recalled(home) -> dict[int, list[str]]:
    config, there = opened(home)
    recall = restore(config, there).folds.recall
    hands = [span.hand for span in recall.spans]
    steps = {hand: hand_again(config, there, recall, hand) for hand in hands[-3:]}
    there.journal.close()
    return {hand: [(one.words, one.public.board) for one in told] for hand, told in steps.items()}


def test_a_hand_from_before_is_still_there_for_its_keyholders(tmp_path):
    lay("v3/holdem", tmp_path)
    before = deals(tmp_path)
    assert let_go(tmp_path)
    assert deals(tmp_path) == before


def deals(home) -> list[PastDeal]:
    _, there = opened(home)
    found = [past_deal(there.journal, hand) for hand in (1, 2, 3)]
    there.journal.close()
    return found
