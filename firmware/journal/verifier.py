"""Verify a Stormdeck journal or export, on any machine: python3 verify.py DIR [--head …] [--key …]

This one file needs nothing of Stormdeck: it is a second reading of the format in docs/journal.md,
and every export carries a copy of it. It opens files for reading only. Signatures are checked when
the `cryptography` package is there; without it the answer says that they were not. The MAC of each
batch is checked for whoever has the table's key file (--table-key).
"""

import argparse
import hmac
import json
import struct
import sys
from hashlib import sha256
from pathlib import Path
from zlib import crc32

FRONT, CRC, HEADER = "<IQqBB", "<I", "<8s16sQ32sI"
SNAPSHOT = "<8s16sQ32sQQ64sI"
LAST, MACED, MAC_BYTES = 2, 8, 16
HEX_MIN = 16  # of a head that somebody kept: fewer digits stand for nothing
HEAD_DOMAIN = b"stormdeck journal head\0"


class Wrong(Exception):
    """The first thing that is not as it was written."""


class Story:
    """What one copy says: filled while it is read, kept so that copies can be compared."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.journal = b""
        self.key = b""
        self.chains = [bytes(32)]  # chains[n]: after record n
        self.signed = 0  # the last record that a good signature covers
        self.heads = 0
        self.whole = 0  # the last record of the last whole batch
        self.maced = False  # its batches have MACs from here on, for ever
        self.mac_key: bytes | None = None


def read_copy(place: Path, key: bytes | None, mac_key: bytes | None = None) -> Story:
    story = Story(place)
    story.mac_key = mac_key
    files = sorted(place.glob("*.log"))
    if not files:
        raise Wrong(f"{place}: no journal here")
    for file in files:
        read_segment(story, file, key)
    if story.whole != len(story.chains) - 1:
        raise Wrong(f"{place}: truncated: the batch of record {story.whole + 1} does not end")
    check_snapshots(story)
    return story


def read_segment(story: Story, file: Path, key: bytes | None) -> None:
    data, due = file.read_bytes(), len(story.chains)
    size = struct.calcsize(HEADER)
    if len(data) < size:
        raise Wrong(f"{file}: truncated: record {due} is missing, the segment has no header")
    magic, journal, first, chain, crc = struct.unpack_from(HEADER, data)
    if magic not in (b"STORMDK1", b"STORMDK2") or crc != crc32(data[: size - 4]):
        raise Wrong(f"{file}: edited: the header before record {due} is damaged")
    if story.maced and magic == b"STORMDK1":
        raise Wrong(f"{file}: edited: record {due} is of a format that this journal has left")
    story.maced = magic == b"STORMDK2"
    check_turn(file, first, due, f"record {due} should come here, the segment has {first}")
    story.journal = story.journal or journal
    if journal != story.journal or chain != story.chains[-1]:
        raise Wrong(f"{file}: spliced: the segment of record {due} is from another history")
    at = size
    while at < len(data):
        at = read_record(story, file, data, at, key)


def read_record(story: Story, file: Path, data: bytes, at: int, key: bytes | None) -> int:
    due, front = len(story.chains), struct.calcsize(FRONT)
    where = f"{file}: record {due} at byte {at}"
    if at + front > len(data):
        raise Wrong(f"{where}: truncated: it is cut short")
    size, seq, _, flags, kind_size = struct.unpack_from(FRONT, data, at)
    end = at + 4 + int(size)
    if end > len(data):
        raise Wrong(f"{where}: truncated or edited: it is cut short")
    back = 36 + MAC_BYTES * bool(flags & MACED)
    if size < front - 4 + kind_size + back or struct.unpack_from(CRC, data, end - 4)[0] != crc32(
        data[at : end - 4]
    ):
        raise Wrong(f"{where}: edited: its checksum does not match")
    if bool(flags & MACED) != (story.maced and bool(flags & LAST)):
        raise Wrong(f"{where}: edited: its format is not that of its segment")
    check_turn(where, seq, due, f"record {seq} stands in its place")
    body_end = end - back
    chain = sha256(story.chains[-1] + data[at:body_end]).digest()
    if chain != data[body_end : body_end + 32]:
        raise Wrong(f"{where}: edited or spliced: it does not follow from record {due - 1}")
    kind = data[at + front : at + front + kind_size].decode("ascii", "replace")
    note(story, kind, data[at + front + kind_size : body_end], where, key)
    if flags & MACED:
        check_mac(story, due, chain, data[body_end + 32 : end - 4], where)
    story.chains.append(chain)
    if flags & LAST:
        story.whole = due
    return end


def check_turn(where: object, seq: int, due: int, words: str) -> None:
    if seq > due:
        raise Wrong(f"{where}: missing: {words}")
    if seq < due:
        raise Wrong(f"{where}: reordered: {words}")


def note(story: Story, kind: str, body: bytes, where: str, key: bytes | None) -> None:
    if kind == "journal.born":
        story.key = read_key(body, where)
        if key is not None and key != story.key:
            raise Wrong(f"{where}: spliced: this journal was signed with another key")
    if kind == "journal.head":
        before = len(story.chains) - 1
        check_signature(story, before, story.chains[-1], body, where)
        story.signed, story.heads = before, story.heads + 1


def read_key(body: bytes, where: str) -> bytes:
    try:
        key = bytes.fromhex(json.loads(body)["public_key"])
    except (ValueError, KeyError, TypeError, RecursionError):
        key = b""
    if len(key) != 32:
        raise Wrong(f"{where}: edited: the journal's first record names no key")
    return key


def check_mac(story: Story, seq: int, chain: bytes, mac: bytes, where: str) -> None:
    """Over the whole batch, by its last chain; only the table's own key can make or check it."""
    if story.mac_key is None:
        return
    made = hmac.digest(story.mac_key, struct.pack("<Q", seq) + chain, "sha256")[:MAC_BYTES]
    if not hmac.compare_digest(made, mac):
        raise Wrong(f"{where}: forged: it was not written with the table's key")


def mac_key_of(file: Path) -> bytes:
    """From the table's key file: 32 bytes that seal, then 32 that sign."""
    return hmac.digest(file.read_bytes()[32:64], b"stormdeck journal mac", "sha256")


def check_signature(story: Story, seq: int, chain: bytes, signature: bytes, where: str) -> None:
    message = HEAD_DOMAIN + story.journal + struct.pack("<Q", seq) + chain
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        return
    try:
        Ed25519PublicKey.from_public_bytes(story.key).verify(signature, message)
    except InvalidSignature:
        since = f"record {story.signed + 1} or later, up to {seq}, was changed"
        raise Wrong(f"{where}: edited: the signed head does not match; {since}") from None


def signatures_checked() -> bool:
    try:
        import cryptography  # noqa: F401
    except ImportError:
        return False
    return True


def check_snapshots(story: Story) -> None:
    """A snapshot is a signed head beside the log: it says how far the log must reach."""
    for file in sorted(story.place.glob("*.snap")):
        data = file.read_bytes()
        if len(data) < struct.calcsize(SNAPSHOT) + 4 or struct.unpack(CRC, data[-4:])[0] != crc32(
            data[:-4]
        ):
            raise Wrong(f"{file}: edited: the snapshot is damaged")
        _, _, seq, chain, _, _, signature, _ = struct.unpack_from(SNAPSHOT, data)
        check_signature(story, seq - 1, chain, signature, str(file))
        expect_head(story, seq - 1, chain, f"the snapshot {file.name}")


def expect_head(story: Story, seq: int, chain: bytes, who: str) -> None:
    end = len(story.chains) - 1
    if seq > end:
        raise Wrong(f"{story.place}: truncated: it ends at record {end}, {who} knows record {seq}")
    if not story.chains[seq].startswith(chain):
        raise Wrong(f"{story.place}: edited: record {seq} or one before it is not what {who} says")


def compare(one: Story, two: Story) -> None:
    for seq, (left, right) in enumerate(zip(one.chains, two.chains, strict=False)):
        if left != right:
            raise Wrong(f"record {seq}: {one.place} and {two.place} tell two stories")
    if len(one.chains) != len(two.chains):
        short, long = sorted((one, two), key=lambda story: len(story.chains))
        end = len(short.chains) - 1
        raise Wrong(f"{short.place}: truncated: it ends at record {end}, {long.place} goes on")


def check_manifest(place: Path) -> tuple[int, bytes] | None:
    """An export names its files by their hashes and says where it ends."""
    file = place / "manifest.json"
    if not file.exists():
        return None
    try:
        manifest = json.loads(file.read_text())
        files, head = manifest["files"].items(), manifest["head"]
        end = int(head["record"]), bytes.fromhex(head["chain"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Wrong(f"{file}: edited: it is no manifest of an export") from None
    for name, digest in files:
        if not (place / name).exists():
            raise Wrong(f"{place / name}: missing: the manifest names it")
        if sha256((place / name).read_bytes()).hexdigest() != digest and not name.endswith(".log"):
            raise Wrong(f"{place / name}: edited: its hash is not the one in the manifest")
    return end


def verify(
    place: Path, head: str | None = None, key: bytes | None = None, mac_key: bytes | None = None
) -> list[Story]:
    """The stories of all copies in this directory, or Wrong with the first bad record."""
    claimed = check_manifest(place)
    copies = [sub for name in ("a", "b", "journal") if (sub := place / name).is_dir()] or [place]
    stories = [read_copy(copy, key, mac_key) for copy in copies]
    for other in stories[1:]:
        compare(stories[0], other)
    if claimed:
        expect_head(stories[0], *claimed, "the manifest")
    if head:
        seq, _, chain = head.partition(":")
        if not seq.isdecimal() or len(chain) < HEX_MIN:  # a hash of nothing is the start of any
            raise ValueError("no head")
        expect_head(stories[0], int(seq), bytes.fromhex(chain), "the head you gave")
    return stories


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="verify-log", description="Verify a journal or an export; nothing is changed."
    )
    parser.add_argument("directory", type=Path, help="a journal (with a/ and b/), or an export")
    parser.add_argument("--head", metavar="RECORD:HASH", help="a head that you kept elsewhere")
    parser.add_argument("--key", metavar="HEX", help="the public key that the table is known by")
    words = "the table's own key file: every batch's MAC is checked, too"
    parser.add_argument("--table-key", type=Path, metavar="FILE", help=words)
    return parser


def main(argv: list[str]) -> int:
    args = arguments().parse_args(argv)
    try:
        key = bytes.fromhex(args.key) if args.key else None
        mac_key = mac_key_of(args.table_key) if args.table_key else None
        stories = verify(args.directory, args.head, key, mac_key)
    except (Wrong, OSError) as wrong:
        print(f"BAD  {wrong}")
        return 1
    except ValueError:
        print(
            f"BAD  a head is RECORD:HASH, {HEX_MIN} digits or more of it, and a key is hexadecimal"
        )
        return 2
    for line in summary(stories):
        print(line)
    return 0


def summary(stories: list[Story]) -> list[str]:
    story = stories[0]
    end = len(story.chains) - 1
    copies = f"{len(stories)} copies agree" if len(stories) > 1 else "one copy"
    signed = f"signed up to record {story.signed:,} by {story.heads:,} heads"
    if not signatures_checked():
        signed = "signatures NOT checked (pip install cryptography)"
    if story.maced:
        signed += ", every MAC good" if story.mac_key else ", MACs not checked (--table-key)"
    return [
        f"OK   {end:,} records, {copies}, {signed}",
        f"head {end}:{story.chains[-1].hex()}",
        f"key  {story.key.hex()}",
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
