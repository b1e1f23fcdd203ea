"""Somebody who can write on one disk of the journal, or on both, and has no key: what they try, and
how it ends. Never with money that was not there, and never with a table that nobody can start."""

from hashlib import sha256
from pathlib import Path
from zlib import crc32

import pytest

from commands import main as stormdeck
from firmware.errors import Fault
from firmware.journal import frame, mend
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry, Header, pack, pack_header
from firmware.journal.journal import open_journal
from firmware.journal.keep import keep_copy
from firmware.journal.keys import Keys, load_keys
from firmware.journal.records import Transfer, TransferPosted, to_record
from lab.faults.faulty_disk import FaultyDisk
from tests.journal.conftest import KEYS, Rig, note


class NoKey:
    """Whoever has no key guesses."""

    since = 1

    def mac(self, seq: int, chain: bytes) -> bytes:
        return sha256(chain).digest()[: frame.MAC_BYTES]


def forged_money(rig: Rig, journal, macs=None) -> bytes:
    """$200 that the bank never sent, with every hash and checksum right."""
    transfer = Transfer("x-T1-9", "buy_in", "patron:100001", "table:T1", 200_00, 3, "s1")
    record = to_record(TransferPosted(transfer))
    head = journal.head
    entry = Entry(head.seq + 1, rig.now_ms, record.kind, record.body, False, True, b"")
    return pack(entry, head.chain, macs or NoKey())[0]


def without_mac(data: bytes) -> bytes:
    """The same as a record of the first format: no MAC, no flag of one."""
    body = bytearray(data[: -frame.MAC_BYTES - 4])
    body[:4] = (int.from_bytes(data[:4], "little") - frame.MAC_BYTES).to_bytes(4, "little")
    body[20] &= ~frame.MACED
    return bytes(body)


def append(disk: FaultyDisk, data: bytes) -> None:
    name = max(name for name in disk.list() if name.endswith(".log"))
    disk.overwrite(name, disk.files()[name] + data)


def files(rig: Rig) -> tuple[dict[str, bytes], dict[str, bytes]]:
    return tuple(
        {n: d for n, d in disk.files().items() if n.endswith((".log", ".snap"))}
        for disk in (rig.a, rig.b)
    )


def refused(rig: Rig, name: str) -> Fault:
    before = files(rig)
    with pytest.raises(Fault) as stop:
        rig.open()
    assert stop.value.name == name
    assert files(rig) == before, "nothing was touched"
    return stop.value


@pytest.mark.parametrize("copies", ["a", "b", "ab"])
@pytest.mark.parametrize("snapshot", [False, True])
def test_appends_money_to_one_copy_or_to_both(rig: Rig, copies, snapshot):
    journal = rig.open().journal
    journal.append([note("before")])
    if snapshot:
        journal.snapshot(b"state")
    data = forged_money(rig, journal)
    for copy in copies:
        append(getattr(rig, copy), data)
    fault = refused(rig, "JOURNAL_FORGED")
    assert "was not written with the table's key" in str(fault)
    assert "--keep-copy" in str(fault)


def rechained(journal, data: bytes) -> bytes:
    chain = sha256(journal.head.chain + data[:-32]).digest()
    checked = data[:-32] + chain
    return checked + crc32(checked).to_bytes(4, "little")


def test_appends_a_record_of_the_format_that_had_no_macs(rig: Rig):
    journal = rig.open().journal
    journal.append([note("before")])
    append(rig.a, rechained(journal, without_mac(forged_money(rig, journal))))
    refused(rig, "JOURNAL_FORGED")


def test_appends_a_whole_segment_of_the_format_that_had_no_macs(rig: Rig):
    journal = rig.open().journal
    journal.append([note("before")])
    first = journal.head.seq + 1
    record = rechained(journal, without_mac(forged_money(rig, journal)))
    header = bytearray(pack_header(Header(journal.id, first, journal.head.chain))[:-4])
    header[:8] = frame.WITHOUT_MACS
    segment = bytes(header) + crc32(header).to_bytes(4, "little") + record
    for disk in (rig.a, rig.b):
        disk.overwrite(mend.segment_name(first), segment)
    refused(rig, "JOURNAL_FORGED")


@pytest.mark.parametrize("copy", ["a", "b"])
def test_writes_over_the_last_batch_of_one_copy(rig: Rig, copy):
    """Both copies check, and differ; which of them this table wrote, its key says."""
    journal = rig.open().journal
    head = journal.head
    journal.append([note("one"), note("two")])
    disk = getattr(rig, copy)
    name = mend.segment_name(1)
    whole = disk.files()[name]
    other = Rig()
    other.now_ms = rig.now_ms
    start = len(whole) - sum(len(part) for part in _frames(journal, head, ["one", "two"]))
    forged = b"".join(_frames(journal, head, ["one", "TWO"], NoKey()))
    disk.overwrite(name, whole[:start] + forged)
    with pytest.raises(Fault) as stop:
        rig.open()
    assert stop.value.name in ("JOURNAL_FORGED", "JOURNAL_FORKED")
    kept = "b" if copy == "a" else "a"
    keep_copy((rig.a, rig.b), KEYS, "ab".index(kept), "mia, sue", "a forger", clock=rig.clock)
    assert rig.bodies() == [b"one", b"two"]


def _frames(journal, head, texts, macs=KEYS) -> list[bytes]:
    out, chain = [], head.chain
    for n, text in enumerate(texts, 1):
        at = 1_750_000_000_000 + 2
        entry = Entry(head.seq + n, at, "note", text.encode(), False, n == len(texts), b"")
        data, chain = pack(entry, chain, macs)
        out.append(data)
    return out


def test_two_people_keep_the_good_copy_and_play_goes_on(rig: Rig):
    """Not a table that is dead for good; and the forger's bytes are kept for the inquiry."""
    journal = rig.open().journal
    journal.append([note("before")])
    append(rig.a, forged_money(rig, journal))
    refused(rig, "JOURNAL_FORGED")
    with pytest.raises(Fault):
        keep_copy((rig.a, rig.b), KEYS, 0, "mia, sue", "a forger", clock=rig.clock)
    keep_copy((rig.a, rig.b), KEYS, 1, "mia, sue", "a forger", clock=rig.clock)
    opened = rig.open()
    assert [e.body for e in opened.entries if e.kind == "note"] == [b"before"]
    assert [r.what for r in opened.repairs] == ["missing records copied"]
    assert any(name.startswith("retired-") for name in rig.a.list())


def test_scribbles_behind_the_end_of_the_second_copy(rig: Rig):
    """Only the first may be longer: so nothing is believed, and two people keep the one that ends
    whole. To clear the journal for it would forget every hand."""
    journal = rig.open().journal
    journal.append([note("before")])
    append(rig.b, b"\xff" * 779)
    fault = refused(rig, "JOURNAL_DAMAGED")
    assert "The second copy of the journal is damaged" in str(fault)
    assert "--keep-copy 1 REASON" in str(fault)
    keep_copy((rig.a, rig.b), KEYS, 0, "mia, sue", "a scribbler", clock=rig.clock)
    assert rig.bodies() == [b"before"]


def test_signs_a_head_with_another_key(rig: Rig):
    journal = rig.open().journal
    journal._keys = Keys(bytes(range(32)), bytes(range(2, 34)))
    journal._keys.mac = KEYS.mac  # even with MACs that fit
    journal.sign()
    refused(rig, "JOURNAL_FORGED")


def test_puts_in_the_disk_of_another_table_of_the_same_size(rig: Rig):
    """It was filled with our journal, and the other table's was gone."""
    other = Rig()
    for each in (rig, other):
        journal = each.open().journal
        journal.append([note("one")])
        journal.snapshot(b"state")
        journal.append([note("two")])
    assert [len(d) for d in rig.b.files().values()] == [len(d) for d in other.b.files().values()]
    rig.b = other.b
    fault = refused(rig, "JOURNAL_FOREIGN")
    assert "The disk b holds another journal" in str(fault)


def test_puts_in_a_foreign_disk_with_newer_snapshots(rig: Rig):
    rig.open().journal.append([note("one")])
    other = Rig()
    other_keys = Keys(bytes(32), bytes(range(5, 37)))
    theirs = open_journal((other.a, other.b), other_keys, table="T2", clock=other.clock).journal
    theirs.append([note("theirs")])
    theirs.snapshot(b"theirs")
    rig.b = other.b
    refused(rig, "JOURNAL_FOREIGN")


def test_copies_disks_and_keys_together_to_another_table(rig: Rig):
    """A machine cloned whole, with another name in table.toml: its chips are not there twice."""
    rig.open().journal.append([note("chips of T1")])
    before = files(rig)
    with pytest.raises(Fault, match=r"journal of table T1; table\.toml says T2") as stop:
        open_journal((rig.a, rig.b), KEYS, table="T2", clock=rig.clock)
    assert stop.value.name == "JOURNAL_FOREIGN"
    assert files(rig) == before
    assert rig.bodies()[-1:] == [b"chips of T1"]


@pytest.mark.parametrize("copies", ["a", "b", "ab"])
@pytest.mark.parametrize("at", [-1, -40, 60])
def test_edits_a_snapshot(rig: Rig, copies, at):
    """It is sealed: the other copy's is taken, or the journal is read from its beginning."""
    journal = rig.open().journal
    journal.append([note("before")])
    journal.snapshot(b"Ana has $100")
    for disk in (one for one in (rig.a, rig.b) if one.name in copies):
        name = max(name for name in disk.list() if name.endswith(".snap"))
        data = bytearray(disk.files()[name])
        data[at] ^= 1
        disk.overwrite(name, bytes(data))
    opened = rig.open()
    assert opened.state == (None if copies == "ab" else b"Ana has $100")
    assert opened.state or b"before" in [entry.body for entry in opened.entries]


def test_takes_a_new_journal_for_an_old_one(tmp_path, rig: Rig):
    """Once a journal has MACs its key file knows it: no disk from before is believed any more."""
    old = tmp_path / "old.key"
    old.write_bytes(bytes(range(32)) + bytes(range(1, 33)))
    keys = load_keys(old)
    assert keys.since is None
    opened = open_journal((rig.a, rig.b), keys, table="T1", clock=rig.clock)
    opened.journal.append([note("one")])
    again = load_keys(old)
    assert again.since == 1
    assert open_journal((rig.a, rig.b), again, table="T1", clock=rig.clock).repairs == []


def test_hands_in_a_head_that_says_nothing(tmp_path, capsys):
    """verify-log --head 5: was always right."""
    from firmware.journal.disk import RealDisk

    keys = load_keys(tmp_path / "k")
    disks = RealDisk(tmp_path / "home/a"), RealDisk(tmp_path / "home/b")
    journal = open_journal(disks, keys, table="T1").journal
    journal.append([note(str(n)) for n in range(9)])
    journal.close()
    home = str(tmp_path / "home")
    for head in ("5:", "5", "5:ab", "x:0123456789abcdef"):
        assert stormdeck(["verify-log", home, "--head", head]) == 2, head
    good = f"{journal.head.seq}:{journal.head.chain.hex()[:16]}"
    assert stormdeck(["verify-log", home, "--head", good]) == 0
    assert stormdeck(["verify-log", home, "--table-key", str(tmp_path / "k")]) == 0
    assert "every MAC good" in capsys.readouterr().out


def test_a_forged_tail_is_found_by_verify_log_with_the_tables_key(tmp_path, capsys, rig: Rig):
    from firmware.journal.disk import RealDisk

    keys = load_keys(tmp_path / "k")
    disks = RealDisk(tmp_path / "home/a"), RealDisk(tmp_path / "home/b")
    journal = open_journal(disks, keys, table="T1", clock=rig.clock).journal
    data = forged_money(rig, journal)
    journal.close()
    for copy in "ab":
        with open(tmp_path / "home" / copy / mend.segment_name(1), "ab") as file:
            file.write(data)
    code = stormdeck(["verify-log", str(tmp_path / "home"), "--table-key", str(tmp_path / "k")])
    assert code == 1
    assert "forged: it was not written with the table's key" in capsys.readouterr().out


@pytest.mark.parametrize("names", [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("c", "b")])
def test_starts_a_second_controller_on_the_same_folder_or_on_one_of_its_disks(tmp_path, names):
    """Two of them would pay the same chips twice. The second is refused before it wrote a byte."""
    disks = {name: tmp_path / name for name in "abc"}
    first = open_journal((RealDisk(disks["a"]), RealDisk(disks["b"])), KEYS, table="T1").journal
    first.append([note("one")])
    before = files_of(tmp_path)
    with pytest.raises(Fault, match="Another program") as stop:
        open_journal(tuple(RealDisk(disks[name]) for name in names), KEYS, table="T1")
    assert stop.value.name == "JOURNAL_IN_USE"
    assert files_of(tmp_path) == before
    first.append([note("two")])
    first.close()
    again = open_journal((RealDisk(disks["a"]), RealDisk(disks["b"])), KEYS, table="T1")
    assert [entry.body for entry in again.entries][-2:] == [b"one", b"two"]
    again.journal.close()


def files_of(home: Path) -> dict[str, bytes]:
    """All but the locks, in which nothing stands."""
    found = {str(one): one.read_bytes() for one in home.rglob("*") if one.is_file()}
    return {name: data for name, data in found.items() if data}
