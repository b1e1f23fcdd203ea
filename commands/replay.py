"""stormdeck replay FILES…: play hand histories again and compare what they paid."""

import argparse
import glob
import os
import re
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TextIO

import msgspec
from msgspec import Struct

from firmware.history.amounts import unscale
from firmware.history.compare import Verdict, judge
from firmware.history.malformed import Malformed
from firmware.history.phh import Record, read
from firmware.history.split import Piece, split

ENDINGS = (".phh", ".phhs")


class Line(Struct):
    """One hand, as --json prints it."""

    file: str
    hand: str | int | None
    ok: bool = False
    finishing_stacks: list[msgspec.Raw | None] | None = None
    expected: list[msgspec.Raw | None] | None = None
    error: str | None = None


class Count(Struct):
    """What a run came to."""

    files: int = 0
    hands: int = 0
    failed: int = 0
    unread: int = 0  # files, folders and patterns that gave no hand
    compared: int = 0
    dropped: int = 0
    raked: int = 0
    partial: int = 0
    unshown: int = 0
    reread: int = 0


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="stormdeck replay",
        description="Replay hand histories in the PHH format and compare the finishing stacks.",
    )
    parser.add_argument("files", nargs="+", help=".phh or .phhs files, folders or patterns")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each hand")
    args = parser.parse_args(argv)
    count = Count()
    progress = Progress(sys.stderr, count)
    for line in replay_all(args.files, count, progress):
        if args.json:
            sys.stdout.buffer.write(msgspec.json.encode(line) + b"\n")
        elif not line.ok:
            progress.clear()
            print(f"{where(line)}: {line.error}")
    progress.clear()
    sys.stdout.flush()
    if not args.json:
        print(summary(count))
    return 1 if count.failed or count.unread else 0


def replay_all(paths: list[str], count: Count, progress: "Progress") -> Iterator[Line]:
    for path in paths:
        for file in find(path):
            for line in replay_file(file, count):
                progress.show(file)
                yield line


# Files


def find(path: str) -> Iterator[str]:
    """The file, the histories in a folder and below, or what a pattern matches."""
    if os.path.isdir(path):
        found = [str(p) for p in Path(path).rglob("*") if p.suffix in ENDINGS and p.is_file()]
        yield from sorted(found, key=natural) or [path]
    elif os.path.lexists(path) or not glob.has_magic(path):
        yield path
    else:
        yield from sorted(glob.glob(path, recursive=True), key=natural) or [path]


def natural(path: str) -> list[tuple[bool, int, str]]:
    """hand 9 before hand 10."""
    return [(p.isdecimal(), int(p) if p.isdecimal() else 0, p) for p in re.split(r"([0-9]+)", path)]


def replay_file(file: str, count: Count) -> Iterator[Line]:
    name = file.encode("utf-8", "replace").decode()  # not every name of a file is text
    seen: set[str] = set()
    try:
        problem = yield from replay_hands(file, name, seen, count)
    except OSError as bad:
        problem = f"cannot be read: {(bad.strerror or str(bad)).lower()}"
    count.files += bool(seen)
    if problem:
        count.unread += 1
        yield Line(name, None, error=problem)


def replay_hands(file: str, name: str, seen: set[str], count: Count) -> Generator[Line, None, str]:
    """A line for each hand; in the end what is wrong with the file itself, if anything."""
    if os.path.isdir(file):
        return "no .phh or .phhs file in this folder"
    with open(file, "rb") as lines:
        for piece in split(lines):
            line = replay_hand(name, piece, seen, count)
            seen.add(piece.name)
            count.hands += 1
            count.failed += not line.ok
            yield line
    return "" if seen else "no hand in this file"


def replay_hand(file: str, piece: Piece, seen: set[str], count: Count) -> Line:
    hand: str | int | None = int(piece.name) if short_number(piece.name) else piece.name or None
    line = Line(file, hand)
    try:
        if piece.name in seen:
            raise Malformed("table", f"[{piece.name[:40]}] is in this file twice")
        if piece.too_long:
            raise Malformed("text", "too long for one hand")
        record = read(piece.text)
        if not piece.name:
            line.hand = record.hand
        line.expected = amounts(record.finishing, record)
        verdict = judge(record)
    except Malformed as bad:
        line.error = str(bad)
        return line
    line.ok = verdict.ok
    line.finishing_stacks = amounts(verdict.stacks, record)
    line.error = None if verdict.ok else verdict.words
    tally(verdict, record, count)
    return line


def short_number(name: str) -> bool:
    return name.isascii() and name.isdecimal() and len(name) < 16 and str(int(name)) == name


def amounts(stacks: list[int | None] | None, record: Record) -> list[msgspec.Raw | None] | None:
    """As JSON numbers, exact; null where the file does not tell."""
    if stacks is None:
        return None
    return [
        None if s is None else msgspec.Raw(unscale(s, record.decimals).encode()) for s in stacks
    ]


# Words


def tally(verdict: Verdict, record: Record, count: Count) -> None:
    count.compared += record.finishing is not None
    count.dropped += verdict.rake > 0 and record.dropped > 0
    count.raked += verdict.rake > 0 and not record.dropped
    count.partial += not verdict.over
    count.unshown += verdict.stacks is None
    count.reread += verdict.reading != "as written"


def where(line: Line) -> str:
    return (
        f"{printable(line.file)}, hand {line.hand}"
        if line.hand is not None
        else printable(line.file)
    )


def printable(text: str) -> str:
    return "".join(c if c.isprintable() else "?" for c in text)


def _so_many(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def summary(count: Count) -> str:
    if not count.hands:
        return "There is no hand history to replay."
    good = count.hands - count.failed
    words = [
        f"{_so_many(count.hands, 'hand')} in {_so_many(count.files, 'file')}: "
        f"{good:,} as the rules have it, {count.failed:,} not."
    ]
    notes = [
        (count.unread, "of what was named could not be read, or is no hand history"),
        (count.compared, "had finishing stacks to compare"),
        (count.dropped, "were paid less what the house took, as the file names it"),
        (count.raked, "were paid less a rake that the file does not name"),
        (count.partial, "stop before the end; their stacks are as far as they go"),
        (count.unshown, "cannot be settled: nobody showed the winning cards"),
        (count.reread, "have posts that are not meant as they are written"),
    ]
    words += [f"  {number:,} {text}" for number, text in notes if number]
    return "\n".join(words)


class Progress:
    """One line on a terminal, and only there."""

    def __init__(self, out: TextIO, count: Count) -> None:
        self.out, self.count = out, count
        self.on = out.isatty()

    def show(self, file: str) -> None:
        if self.on and self.count.hands % 100 == 0:
            words = f"{self.count.hands:,} hands, {self.count.failed:,} failed · {file}"
            self.out.write("\r\x1b[K" + printable(words)[:78])
            self.out.flush()

    def clear(self) -> None:
        if self.on:
            self.out.write("\r\x1b[K")
            self.out.flush()
