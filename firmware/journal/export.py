"""A read-only copy for the regulator: the journal as it is, the same as text, and a verifier.

Nothing in the source is opened for writing. Sealed bodies stay sealed: the text shows that there
is one and how long it is.
"""

import json
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TypedDict

from firmware.errors import Refused
from firmware.journal import verifier
from firmware.journal.frame import Entry
from firmware.journal.reader import read_copies

README = """This is an export of a Stormdeck table's journal. Nothing in it was altered.

journal/        the records as they stand on the table's disks (format: docs/journal.md)
records.jsonl   the same records as text, one JSON object a line, oldest first
manifest.json   the last record, its hash, and the SHA-256 of every file
verify.py       checks all of it on any machine:  python3 verify.py .

Sealed bodies (cards in play) are shown as {"sealed": bytes}.
"""


class Head(TypedDict):
    """The last record: with its chain it stands for all before it."""

    record: int
    chain: str


class Manifest(TypedDict):
    head: Head
    files: dict[str, str]  # name -> SHA-256


def export(copies: tuple[Path, Path], out: Path) -> Manifest:
    """Write the export and return its manifest."""
    if out.exists() and any(out.iterdir()):
        raise Refused(f"{out} is not empty: name a new directory for the export.")
    entries: list[Entry] = []
    for segment in read_copies(*copies):
        (out / "journal").mkdir(parents=True, exist_ok=True)
        (out / "journal" / segment.name).write_bytes(segment.data)
        entries += segment.entries
    lines = "".join(json.dumps(readable(entry)) + "\n" for entry in entries)
    (out / "records.jsonl").write_text(lines)
    (out / "README.txt").write_text(README)
    (out / "verify.py").write_text(Path(verifier.__file__).read_text())
    return _seal_off(out, entries[-1])


def readable(entry: Entry) -> dict[str, object]:
    at = datetime.fromtimestamp(entry.at_ms / 1000, UTC).isoformat(timespec="milliseconds")
    body: object = {"sealed": len(entry.body)}
    if not entry.sealed:
        body = _text(entry.body)
    chain = entry.chain.hex()
    return {"record": entry.seq, "at": at, "kind": entry.kind, "body": body, "chain": chain}


def _text(body: bytes) -> object:
    try:
        return json.loads(body)
    except ValueError:
        return {"hex": body.hex()}


def _seal_off(out: Path, last: Entry) -> Manifest:
    files = sorted(file for file in out.rglob("*") if file.is_file())
    hashes = {str(f.relative_to(out)): sha256(f.read_bytes()).hexdigest() for f in files}
    manifest: Manifest = {"head": {"record": last.seq, "chain": last.chain.hex()}, "files": hashes}
    (out / "manifest.json").write_text(json.dumps(manifest, indent=1))
    for file in (*files, out / "manifest.json"):
        file.chmod(0o444)
    return manifest
