"""verify-log names the first bad record, works without this project, and changes nothing."""

import hmac
import json
import os
import shutil
import struct
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from zlib import crc32

import pytest
from msgspec.structs import replace

from commands import main as stormdeck
from firmware.journal import snapshot
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry, Header, pack, pack_header, unpack, unpack_header
from firmware.journal.journal import Journal, open_journal
from firmware.journal.merge import NO_CHAIN
from firmware.journal.verifier import SNAPSHOT
from lab.live.home import lay_out
from tests.journal.conftest import KEYS, note

HEADER_BYTES = 68


@pytest.fixture
def home(tmp_path: Path) -> Path:
    journal = make(tmp_path / "table")
    journal.close()
    return tmp_path / "table"


def make(home: Path) -> Journal:
    disks = (RealDisk(home / "a"), RealDisk(home / "b"))
    journal = open_journal(disks, KEYS, table="T1").journal
    journal.segment_bytes = 900
    for n in range(1, 8):
        journal.append([note(f"event {n}"), note(f"card {n}", sealed=True)])
        if n % 3 == 0:
            journal.snapshot(b"state")
    return journal


def verdict(capsys, *argv: str) -> tuple[int, str]:
    code = stormdeck(["verify-log", *argv])
    return code, capsys.readouterr().out


def frames(file: Path) -> list[bytes]:
    data, at, out = file.read_bytes(), HEADER_BYTES, []
    while at < len(data):
        end = at + 4 + struct.unpack_from("<I", data, at)[0]
        out.append(data[at:end])
        at = end
    return out


def rewrite(home: Path, change) -> None:
    """Change the frames of the first segment in both copies in the same way."""
    for copy in "ab":
        file = home / copy / "0000000000000001.log"
        header = file.read_bytes()[:HEADER_BYTES]
        file.write_bytes(header + b"".join(change(frames(file))))


def with_good_crc(frame: bytes) -> bytes:
    return frame[:-4] + struct.pack("<I", crc32(frame[:-4]))


def test_an_honest_journal_is_ok(home, tmp_path, capsys):
    code, out = verdict(capsys, str(home))
    assert code == 0
    ok = "OK   17 records, 2 copies agree, signed up to record 14 by 2 heads"
    assert out.splitlines()[0] == f"{ok}, MACs not checked (--table-key)"
    key = tmp_path / "table.key"
    key.write_bytes(bytes(range(32)) + bytes(range(1, 33)))
    code, out = verdict(capsys, str(home), "--table-key", str(key))
    assert (code, out.splitlines()[0]) == (0, f"{ok}, every MAC good")
    key.write_bytes(bytes(64))
    code, out = verdict(capsys, str(home), "--table-key", str(key))
    assert (code, "forged: it was not written with the table's key" in out) == (1, True)


def test_a_record_may_say_nothing_but_its_kind(tmp_path, capsys):
    disks = (RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b"))
    journal = open_journal(disks, KEYS, table="T1").journal
    journal.append([note(""), note("")])
    journal.close()
    assert verdict(capsys, str(tmp_path))[0] == 0


def test_an_edit_is_named(home, capsys):
    rewrite(home, lambda f: [*f[:3], f[3].replace(b"event 2", b"event 9"), *f[4:]])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "record 4 at byte" in out
    assert "edited: its checksum does not match" in out


def test_an_edit_with_a_mended_checksum_is_named(home, capsys):
    def change(f):
        at = next(n for n, frame in enumerate(f) if b"event 2" in frame)
        return [*f[:at], with_good_crc(f[at].replace(b"event 2", b"event 9")), *f[at + 1 :]]

    rewrite(home, change)
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "record 4 at byte" in out
    assert "does not follow from record 3" in out


def test_an_edit_with_the_whole_chain_made_anew_fails_the_signature(home, capsys):
    """Someone who knows the format but has no key."""
    for copy in "ab":
        chain_again(home / copy)
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "signed head does not match; record 1 or later, up to 7, was changed" in out


def chain_again(copy: Path) -> None:
    chain, true_chain, seq = NO_CHAIN, NO_CHAIN, 1
    for file in sorted(copy.glob("*.log")):
        journal = file.read_bytes()[8:24]
        out = pack_header(Header(journal, seq, chain))
        for frame in frames(file):
            entry, _ = unpack(frame, 0, seq, true_chain)
            true_chain, seq = entry.chain, seq + 1
            body = entry.body.replace(b"event 2", b"event 9")
            forged = Entry(entry.seq, entry.at_ms, entry.kind, body, entry.sealed, entry.last, b"")
            data, chain = pack(forged, chain, KEYS)
            out += data
        file.write_bytes(out)


@pytest.mark.parametrize("left", [1, 20, 40])
def test_a_record_that_is_cut_short_is_named(home, capsys, left):
    """Also one of which not even the front is left."""
    rewrite(home, lambda f: [*f[:3], f[3][:left]])
    code, out = verdict(capsys, str(home))
    assert (code, "record 4 at byte" in out) == (1, True)
    assert "it is cut short" in out


def test_a_record_smaller_than_its_parts_is_named(home, capsys):
    """Its checksum is good, and its kind would reach into its own chain."""
    rewrite(home, lambda f: [*f[:3], with_good_crc(f[3][:21] + bytes([60]) + f[3][22:])])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "edited: its checksum does not match" in out


@pytest.mark.parametrize(
    "spoiled",
    [lambda header: header[:-1] + bytes([header[-1] ^ 1]),
     lambda header: with_good_crc(b"STORMDK3" + header[8:])],
    ids=["checksum", "format"],
)  # fmt: skip
def test_a_damaged_header_is_named(home, capsys, spoiled):
    for copy in "ab":
        first = home / copy / "0000000000000001.log"
        data = first.read_bytes()
        first.write_bytes(spoiled(data[:HEADER_BYTES]) + data[HEADER_BYTES:])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "edited: the header before record 1 is damaged" in out


def test_a_segment_that_was_begun_and_holds_nothing_yet_is_no_fault(home, capsys):
    """The power went between its header and its first record."""
    chain, seq, journal = NO_CHAIN, 1, b""
    for file in sorted((home / "a").glob("*.log")):
        journal = file.read_bytes()[8:24]
        for frame in frames(file):
            chain, seq = unpack(frame, 0, seq, chain)[0].chain, seq + 1
    begun = pack_header(Header(journal, seq, chain))
    for copy in "ab":
        (home / copy / f"{seq:016}.log").write_bytes(begun)
    assert verdict(capsys, str(home))[0] == 0
    (home / "b" / f"{seq:016}.log").write_bytes(begun[:-1])
    code, out = verdict(capsys, str(home))
    assert (code, "the segment has no header" in out) == (1, True)


def test_records_in_another_order_are_named(home, capsys):
    rewrite(home, lambda f: [*f[:2], f[3], f[2], *f[4:]])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "record 3 at byte" in out
    assert "record 4 stands in its place" in out


def test_a_record_taken_out_is_named(home, capsys):
    rewrite(home, lambda f: [*f[:2], *f[3:]])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "record 3 at byte" in out
    assert "missing: record 4 stands in its place" in out


def test_a_record_of_another_table_is_named(home, tmp_path, capsys):
    make(tmp_path / "other").close()
    theirs = frames(tmp_path / "other/a/0000000000000001.log")
    rewrite(home, lambda f: [*f[:3], theirs[3], *f[4:]])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "record 4 at byte" in out
    assert "spliced" in out


def test_a_segment_of_another_table_is_named(home, tmp_path, capsys):
    make(tmp_path / "other").close()
    second = sorted((tmp_path / "other/a").glob("*.log"))[1]
    for copy in "ab":
        shutil.copy(second, home / copy / second.name)
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert f"spliced: the segment of record {int(second.name[:16])}" in out


@pytest.mark.parametrize(("off", "verb"), [(1, "missing"), (-1, "reordered")])
def test_a_segment_that_begins_elsewhere_is_named(home, capsys, off, verb):
    """After records that are missing; or with one that has been."""
    for copy in "ab":
        second = sorted((home / copy).glob("*.log"))[1]
        data, due = second.read_bytes(), int(second.name[:16])
        header = replace(unpack_header(data, due), first=due + off)
        second.write_bytes(pack_header(header) + data[HEADER_BYTES:])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert f"{verb}: record {due} should come here, the segment has {due + off}" in out


def test_a_segment_of_another_evening_of_the_same_table_is_named(home, capsys):
    """A backup put back in the middle: the same journal, after another record."""
    for copy in "ab":
        second = sorted((home / copy).glob("*.log"))[1]
        data = second.read_bytes()
        header = unpack_header(data, int(second.name[:16]))
        second.write_bytes(pack_header(replace(header, chain=bytes(32))) + data[HEADER_BYTES:])
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert f"spliced: the segment of record {header.first} is from another history" in out


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data[:3],
        lambda data: data[:-9] + data[-8:],
        lambda data: with_good_crc(data[: struct.calcsize(SNAPSHOT) + 3]),
        lambda data: with_good_crc(data[: struct.calcsize(SNAPSHOT)]),
    ],
)
def test_a_damaged_snapshot_is_named(home, capsys, change):
    """Its state is under no signature, but under its checksum; and a checksum is under nobody's
    key."""
    file = min((home / "a").glob("*.snap"))
    file.write_bytes(change(file.read_bytes()))
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert f"{file}: edited: the snapshot is damaged" in out


def test_a_snapshot_of_no_state_at_all_is_whole(tmp_path, capsys):
    """The least that one can be: its front, signed, and its checksum."""
    journal = make(tmp_path / "table")
    end = journal._end
    message = snapshot.head_message(journal.id, end.seq - 1, end.chain)
    least = snapshot.Snapshot(journal.id, end, KEYS.sign(message), b"")
    for copy in "ab":
        snapshot.write(RealDisk(tmp_path / "table" / copy), least)
    journal.close()
    assert verdict(capsys, str(tmp_path / "table"))[0] == 0


def test_a_cut_tail_is_named_wherever_it_is_cut(home, capsys):
    """In the middle of a record, of a batch, or before a signed head."""
    last = sorted((home / "a").glob("*.log"))[-1].name
    whole = (home / "a" / last).read_bytes()
    for size in range(len(whole) - 1, HEADER_BYTES, -1):
        for copy in "ab":
            (home / copy / last).write_bytes(whole[:size])
        code, out = verdict(capsys, str(home))
        boundary = code == 0
        assert boundary or "truncated" in out
        if boundary:  # after the last signed head only a head kept elsewhere can tell
            code, out = verdict(capsys, str(home), "--head", head_of(home, capsys, whole, last))
            assert code == 1
            assert "truncated: it ends at record" in out


def test_a_batch_that_does_not_end_is_named_by_its_first_record(tmp_path, capsys):
    """Its records are whole, and were never said to have happened."""
    disks = (RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b"))
    journal = open_journal(disks, KEYS, table="T1").journal
    journal.append([note("one")])
    journal.append([note("two"), note("three"), note("four")])  # records 3 to 5
    journal.close()
    rewrite(tmp_path, lambda f: f[:4])
    code, out = verdict(capsys, str(tmp_path))
    assert code == 1
    assert "truncated: the batch of record 3 does not end" in out


def head_of(home: Path, capsys, whole: bytes, last: str) -> str:
    keep = (home / "a" / last).read_bytes()
    for copy in "ab":
        (home / copy / last).write_bytes(whole)
    _, out = verdict(capsys, str(home))
    for copy in "ab":
        (home / copy / last).write_bytes(keep)
    return out.split("head ")[1].splitlines()[0]


def test_a_copy_by_itself_is_one_copy_and_a_head_beyond_its_end_is_named(home, capsys):
    code, out = verdict(capsys, str(home / "a"))
    assert (code, ", one copy, " in out) == (0, True)
    head = out.splitlines()[1].removeprefix("head ")
    assert verdict(capsys, str(home / "a"), "--head", head)[0] == 0
    seq, _, chain = head.partition(":")
    code, out = verdict(capsys, str(home / "a"), "--head", f"{int(seq) + 1}:{chain}")
    assert (code, f"truncated: it ends at record {seq}, the head you gave knows" in out) == (
        1,
        True,
    )


def test_one_short_copy_is_named(home, capsys):
    last = sorted((home / "b").glob("*.log"))[-1]
    last.unlink()
    for snap in (home / "b").glob("*.snap"):
        snap.unlink()
    code, out = verdict(capsys, str(home))
    assert code == 1
    assert "/b: truncated: it ends at record" in out


def test_another_key_is_refused(home, capsys):
    code, out = verdict(capsys, str(home), "--key", "00" * 32)
    assert code == 1
    assert "signed with another key" in out


@pytest.mark.parametrize("argv", [["/nowhere"], ["/nowhere", "--key", "xyz"]])
def test_bad_input_gets_one_line(argv, capsys):
    code, out = verdict(capsys, *argv)
    assert code in (1, 2)
    assert out.count("\n") == 1


def tree(place: Path) -> dict[str, bytes]:
    return {str(f.relative_to(place)): f.read_bytes() for f in place.rglob("*") if f.is_file()}


def test_an_export_verifies_on_a_machine_without_this_project(home, tmp_path, capsys):
    """REQ-R48: the verifier that travels with the export, in an empty directory, isolated."""
    before = tree(home)
    out = tmp_path / "export"
    assert stormdeck(["export", str(home), str(out)]) == 0
    assert tree(home) == before, "an export changes nothing"

    run = subprocess.run(
        [sys.executable, "-I", "verify.py", "."], cwd=out, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert "OK   17 records, one copy, " in run.stdout

    bare = subprocess.run(  # no site-packages at all: no cryptography
        [sys.executable, "-I", "-S", "verify.py", "."], cwd=out, capture_output=True, text=True
    )
    assert bare.returncode == 0
    assert "signatures NOT checked" in bare.stdout


def test_an_export_is_readable_and_keeps_its_secrets(home, tmp_path):
    out = tmp_path / "export"
    stormdeck(["export", str(home), str(out)])
    lines = [json.loads(line) for line in (out / "records.jsonl").read_text().splitlines()]
    assert [line["record"] for line in lines] == list(range(1, 18))
    assert lines[2]["body"] == {"sealed": len(b"card 1") + 28}
    assert not any(b"card" in data for name, data in tree(out).items() if name.endswith("log"))
    for file in out.rglob("*"):
        assert not file.is_file() or file.stat().st_mode & 0o222 == 0


def test_any_change_to_an_export_is_named(home, tmp_path, capsys):
    out = tmp_path / "export"
    stormdeck(["export", str(home), str(out)])
    capsys.readouterr()
    assert verdict(capsys, str(out))[0] == 0
    for file in sorted(f for f in out.rglob("*") if f.is_file()):
        good = file.read_bytes()
        file.chmod(0o644)
        file.write_bytes(good.replace(b"1", b"2", 1) if b"1" in good else good[:-1])
        code, said = verdict(capsys, str(out))
        assert code != 0, file
        assert said.startswith("BAD")
        file.unlink()
        assert verdict(capsys, str(out))[0] != 0 or file.name == "manifest.json"
        file.write_bytes(good)


def test_a_journal_comes_back_from_an_export(home, tmp_path):
    """REQ-R50, the restore drill: the same head, and the table goes on."""
    out = tmp_path / "backup"
    stormdeck(["export", str(home), str(out)])
    for copy in "ab":
        shutil.copytree(out / "journal", tmp_path / "new" / copy)
    for file in (tmp_path / "new").rglob("*.log"):
        os.chmod(file, 0o600)
    disks = (RealDisk(tmp_path / "new/a"), RealDisk(tmp_path / "new/b"))
    opened = open_journal(disks, KEYS, table="T1")
    manifest = json.loads((out / "manifest.json").read_text())
    assert opened.journal.head.chain.hex() == manifest["head"]["chain"]
    opened.journal.append([note("and on")])


def test_the_format_page_and_the_writer_agree(home):
    """The first record, taken apart by hand as docs/journal.md says."""
    data = (home / "a/0000000000000001.log").read_bytes()
    size, seq, _, flags, kind = struct.unpack_from("<IQqBB", data, HEADER_BYTES)
    frame = data[HEADER_BYTES : HEADER_BYTES + 4 + size]
    assert (seq, flags, frame[22 : 22 + kind]) == (1, 2 | 8, b"journal.born")
    chain = sha256(bytes(32) + frame[:-52]).digest()
    assert frame[-52:-20] == chain
    mac_key = hmac.digest(bytes(range(1, 33)), b"stormdeck journal mac", "sha256")
    assert frame[-20:-4] == hmac.digest(mac_key, struct.pack("<Q", 1) + chain, "sha256")[:16]
    assert struct.unpack("<I", frame[-4:]) == (crc32(frame[:-4]),)


@pytest.mark.parametrize("head", ["1:", "1", ":", "1:0", "x:0123456789abcdef"])
def test_half_a_head_proves_nothing(home, capsys, head):
    """Whoever compares with a hash of no digits would be told that all is well."""
    code, out = verdict(capsys, str(home), "--head", head)
    assert (code, out.split()[0]) == (2, "BAD")


def test_sixteen_digits_of_a_head_are_enough(home, capsys):
    head = verdict(capsys, str(home))[1].split("head ")[1].splitlines()[0]
    assert head.startswith("17:")
    assert verdict(capsys, str(home), "--head", head[: 3 + 16])[0] == 0
    assert verdict(capsys, str(home), "--head", head[: 3 + 14])[0] == 2


@pytest.mark.parametrize("text", ["[]", "{}", "7", '{"files": [], "head": 1}', "{", "[" * 5000])
def test_a_manifest_that_is_none_is_named(home, tmp_path, capsys, text):
    out = tmp_path / "out"
    stormdeck(["export", str(home), str(out)])
    os.chmod(out / "manifest.json", 0o600)
    (out / "manifest.json").write_text(text)
    capsys.readouterr()
    assert stormdeck(["verify-log", str(out)]) == 1
    assert "it is no manifest of an export" in capsys.readouterr().out


def test_the_journal_of_a_tables_page_is_exported_wherever_its_two_disks_are(home, tmp_path):
    """REQ-R48: a real table has no folder with a/ and b/ in it."""
    laid, _ = lay_out(tmp_path / "table", seats=2)
    for name in ("a", "b"):
        shutil.copytree(home / name, laid.home / f"journal-{name}", dirs_exist_ok=True)
    out = tmp_path / "export"
    assert stormdeck(["export", str(laid.page), str(out)]) == 0
    assert stormdeck(["verify-log", str(out)]) == 0
    assert stormdeck(["export", str(tmp_path / "no.toml"), str(tmp_path / "other")]) == 1
