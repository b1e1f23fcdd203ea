"""Somebody who can write on one disk of the journal, or on both, and has no key: what they try, and
how it ends. Never with money that was not there, and never with a table that nobody can start."""

from hashlib import sha256
from os import mkfifo
from pathlib import Path
from signal import SIGALRM, alarm, signal
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
from firmware.journal.verifier import verify
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
    journal.snapshot(b"the evening so far")
    append(rig.b, b"\xff" * 779)
    fault = refused(rig, "JOURNAL_DAMAGED")
    assert "The second copy of the journal is damaged" in str(fault)
    assert "--keep-copy 1 REASON" in str(fault)
    keep_copy((rig.a, rig.b), KEYS, 0, "mia, sue", "a scribbler", clock=rig.clock)
    assert rig.open().state == b"the evening so far"


@pytest.mark.parametrize("copies", ["a", "b", "ab"])
def test_appends_a_record_whose_kind_is_no_word(rig: Rig, copies):
    """Its sums are right and no batch ends with it, so nobody asked for a MAC: the table did not
    start, and did not say why."""
    journal = rig.open().journal
    journal.append([note("before")])
    head, kind = journal.head, b"\xff\xfe"
    size = 18 + len(kind) + 36
    front = frame._FRONT.pack(size, head.seq + 1, rig.now_ms, 0, len(kind)) + kind
    checked = front + sha256(head.chain + front).digest()
    for copy in copies:
        append(getattr(rig, copy), checked + crc32(checked).to_bytes(4, "little"))
    refused(rig, "JOURNAL_FORGED")


@pytest.mark.parametrize("tail", ["scribbled", "forged"])
@pytest.mark.parametrize("kept", [0, 1])
def test_writes_behind_the_end_of_both_copies(rig: Rig, tail, kept):
    """Two people keep what is whole: to clear the journal would forget every hand."""
    journal = rig.open().journal
    journal.append([note("before")])
    data = b"\xff" * 50 if tail == "scribbled" else forged_money(rig, journal)
    for disk in (rig.a, rig.b):
        append(disk, data)
    name = mend.segment_name(1)
    written = rig.a.files()[name]
    fault = refused(rig, "JOURNAL_DAMAGED" if tail == "scribbled" else "JOURNAL_FORGED")
    assert "--keep-copy" in str(fault)
    keep_copy((rig.a, rig.b), KEYS, kept, "mia, sue", "a scribbler", clock=rig.clock)
    assert rig.bodies() == [b"before"]
    for disk in (rig.a, rig.b):
        assert written in disk.files().values(), "kept for the inquiry"


def long_journal(rig: Rig):
    journal = rig.open().journal
    journal.segment_bytes = 600
    for n in range(8):
        journal.append([note(f"{n}" * 60)])
    journal.snapshot(b"state")
    journal.append([note("last")])
    return journal


def test_the_copy_that_lacks_a_part_is_not_kept(rig: Rig):
    """It ended well, so the whole one was set aside for it; within the hour the table stopped."""
    long_journal(rig)
    rig.a.remove(rig.segments()[1])
    append(rig.b, b"\xff" * 50)
    before = files(rig)
    with pytest.raises(Fault, match="its segment is missing"):
        keep_copy((rig.a, rig.b), KEYS, 0, "mia, sue", "a scribbler", clock=rig.clock)
    assert files(rig) == before
    keep_copy((rig.a, rig.b), KEYS, 1, "mia, sue", "a scribbler", clock=rig.clock)
    assert rig.bodies()[-1] == b"last"


def test_puts_the_head_of_a_segment_between_two(rig: Rig):
    """It needs no key, and whoever read from there on read for ever."""
    journal = long_journal(rig)
    for disk in (rig.a, rig.b):
        disk.overwrite(mend.segment_name(3), pack_header(Header(journal.id, 3, bytes(32))))
    with pytest.raises(Fault, match="its segment holds nothing") as stop:
        [*rig.open().journal.read(3, 4)]
    assert stop.value.name == "JOURNAL_DAMAGED"


def test_spoils_every_snapshot(rig: Rig):
    """Bad ones are not mended with bad ones, and a name without a number stops no table."""
    long_journal(rig)
    for disk in (rig.a, rig.b):
        for name in [name for name in disk.list() if name.endswith(".snap")]:
            disk.overwrite(name, bytes(300))
        disk.overwrite("zzzz.snap", b"no snapshot")
    journal = rig.open().journal
    assert [repair for _ in range(6) for repair in journal.scrub_step()] == []


@pytest.mark.parametrize("name", ["fault.json", "lock", "0000000000000001.log"])
@pytest.mark.parametrize("how", ["pipe", "link"])
def test_puts_something_else_in_the_place_of_a_file(tmp_path, name, how):
    """A pipe kept the table waiting for ever; a link to the other copy had all written there twice,
    and nothing after it could be read."""
    disks = RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b")
    journal = open_journal(disks, KEYS, table="T1").journal
    journal.append([note("before")])
    journal.close()
    (tmp_path / "a" / name).unlink(missing_ok=True)
    if how == "pipe":
        mkfifo(tmp_path / "a" / name)
    else:
        (tmp_path / "a" / name).symlink_to(tmp_path / "b" / name)
    within_a_minute = lambda *_: pytest.fail("it waits for ever")  # noqa: E731
    before = signal(SIGALRM, within_a_minute)
    alarm(60)
    try:
        for _ in range(2):
            disks = RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b")
            opened = open_journal(disks, KEYS, table="T1")
            opened.journal.append([note("after")])
            opened.journal.close()
    finally:
        alarm(0)
        signal(SIGALRM, before)
    (segment,) = verify(tmp_path / "b")
    assert segment.whole >= 4


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
