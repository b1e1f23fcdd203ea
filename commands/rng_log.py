"""`stormdeck rng log`: the public log of a table's deals: written to a file, served to whoever
asks, checked from end to end, and followed by a witness that refuses another story."""

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from commands import integrity_page
from firmware import durable
from firmware.controller.deal_memory import ENTRY
from firmware.errors import Refused
from firmware.fairness import verify
from firmware.fairness.log import Log, log_line
from firmware.fairness.verify import SIGNED
from firmware.fairness.witness import Known, forked, statement
from firmware.journal.disk import RealDisk
from firmware.journal.frame import Entry
from firmware.journal.reader import read_disks
from firmware.machine import equipment
from firmware.machine.plan import read_plan
from firmware.pages import BadPage

PORT = 8474


def add(parser: argparse.ArgumentParser) -> None:
    words = "table.toml: the log of that table, as it is now; with --check: a log that was written"
    parser.add_argument("source", type=Path, help=words)
    parser.add_argument("--out", type=Path, metavar="FILE", help="a new file; else it is printed")
    words = f"serve it to everybody who asks, by HTTP ({PORT})"
    parser.add_argument("--serve", nargs="?", type=int, const=PORT, metavar="PORT", help=words)
    parser.add_argument("--host", default="127.0.0.1", help="on this address only (127.0.0.1)")
    parser.add_argument("--check", action="store_true", help="is it whole, in order and signed?")
    parser.add_argument("--key", help="the table's public key; it stands on every receipt")
    words = "a folder: remember how far it was seen, refuse another story, sign what was seen"
    parser.add_argument("--witness", type=Path, metavar="DIR", help=words)
    parser.add_argument("--name", default="witness", help="of the witness, as on receipts")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    if args.check or args.witness:
        return _check(args)
    source = _source(args.source)
    if args.serve is not None:
        return _serve(source, args.host, args.serve)
    if args.out is None:
        for line in source.lines():
            sys.stdout.buffer.write(line)
        return 0
    if args.out.exists():
        raise Refused(f"{args.out} exists: name a new file.")
    count = _write(source.lines(), args.out)
    print(f"{count:,} entries in {args.out}. Key {source.public_key}")
    return 0


def _write(log: Iterable[bytes], out: Path) -> int:
    count = 0
    with out.open("xb") as file:
        for line in log:
            file.write(line)
            count += 1
    return count


@dataclass(frozen=True)
class Source:
    """A table's journal, and the key that signs its log."""

    table: str
    disks: tuple[RealDisk, RealDisk]
    key: Ed25519PrivateKey

    @property
    def public_key(self) -> str:
        return self.key.public_key().public_bytes_raw().hex()

    def lines(self) -> Iterator[bytes]:
        """Every entry in order, with the signature of each head that was signed: it is the same
        whenever it is made (Ed25519)."""
        log = Log(self.table, self.key)
        for entry in self.entries():
            if entry.kind == ENTRY:
                head = log.append_line(entry.body)
                told = json.loads(entry.body)
                signs = "attempt" in told and told["kind"] in SIGNED
                yield log_line(entry.body, head.signature if signs else b"")

    def entries(self) -> Iterator[Entry]:
        for segment in read_disks(self.disks):
            yield from segment.entries


def _source(page: Path) -> Source:
    try:
        plan = read_plan(page)
    except BadPage as bad:
        raise Refused(str(bad)) from None
    one, two = (plan.beside(name) for name in plan.machine.journal)
    disks = RealDisk(one, read_only=True), RealDisk(two, read_only=True)
    return Source(plan.config.table, disks, equipment.deal_key(plan))


# --- served


def _answer(self: "Reader") -> None:
    source = self.source
    if self.path == "/":
        hands = integrity_page.hands_of(source.entries())
        unsealed = integrity_page.unsealed_in(source.entries())
        made = integrity_page.page(source.table, hands, unsealed)
        _send(self, "text/html; charset=utf-8", [made])
    elif self.path == "/key":
        _send(self, "text/plain", [f"{source.public_key}\n".encode()])
    elif self.path == "/log.jsonl":
        _send(self, "application/x-ndjson", source.lines())
    else:
        self.send_error(404, "Here are /, /log.jsonl and /key")


def _send(to: "Reader", kind: str, body: Iterable[bytes]) -> None:
    to.send_response(200)
    to.send_header("Content-Type", kind)
    to.end_headers()
    for part in body:
        to.wfile.write(part)


def _quiet(*_: object) -> None:
    """Who reads a public log is nobody's business."""


class Reader(BaseHTTPRequestHandler):
    """/, /log.jsonl and /key; anything else is not here."""

    do_GET = _answer
    log_message = staticmethod(_quiet)  # type: ignore[assignment]

    def __init__(self, source: Source, *args: object) -> None:
        self.source = source
        super().__init__(*args)  # type: ignore[arg-type]


def server(source: Source, host: str, port: int) -> ThreadingHTTPServer:
    return ThreadingHTTPServer((host, port), partial(Reader, source))


def _serve(source: Source, host: str, port: int) -> int:
    with server(source, host, port) as open_:
        where = f"http://{host}:{open_.server_address[1]}"
        print(
            f"Table {source.table}: {where}/ as a picture, {where}/log.jsonl, {where}/key",
            flush=True,
        )
        try:
            open_.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


# --- checked, and followed


def _check(args: argparse.Namespace) -> int:
    if not args.key or len(args.key) != 64 or not set(args.key) <= set("0123456789abcdef"):
        raise Refused("--key HEX, please: the table's public key, 64 hex digits.")
    key = bytes.fromhex(args.key)
    try:
        with args.source.open("rb") as file:
            found = verify.check_public_log(
                iter(partial(file.readline, verify.BYTES_MAX), b""), key
            )
    except verify.Wrong as no:
        print(f"NOT VERIFIED  {no}")
        return 1
    voids = f"{len(found.voids):,} deals voided"
    print(f"table {found.table}: {found.hands:,} hands, {found.log.size:,} entries, {voids}")
    for word in found.notes():
        print(word)
    if args.witness:
        print(json.dumps(follow(args.witness, args.name, key, found)))
    print("VERIFIED")
    return 0


def follow(folder: Path, name: str, key: bytes, found: verify.PublicLog) -> dict[str, object]:
    """Only ever further on. A Fault: this is not the log that was seen here before."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    seen, mine = folder / f"{key.hex()[:16]}.json", folder / "witness.key"
    if not mine.exists():
        if any(folder.glob("*.json")):
            raise Refused(f"{mine} is gone: a witness that lost it begins anew, in a new folder.")
        durable.replace(mine, os.urandom(32))
    if seen.exists():
        before = json.loads(seen.read_bytes())
        if found.log.heads.get(before["size"], b"").hex() != before["root"]:
            raise forked(found.table, before["size"])
    known = Known(found.log.size, tuple(found.log.peaks))
    durable.replace(seen, json.dumps({"size": known.size, "root": known.root.hex()}).encode())
    return statement(name, Ed25519PrivateKey.from_private_bytes(mine.read_bytes()), key, known)
