"""The doors that take bytes from outside, and what each promises whatever comes.

A target is a function of bytes that returns when the promise held; anything it raises is a finding.
`seeds` are true examples to begin with. Whoever needs the right keys to be heard at all (a packet,
a record of the journal) has them here: the fuzzer plays the insider, not only the stranger.
"""

import contextlib
import io
import json
import tempfile
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from commands import replay
from drivers.link.frames import FRAME_BYTES_MAX, Unpacker, pack
from drivers.link.inbox import Broken
from drivers.link.session import Session
from firmware.controller import table_commands
from firmware.errors import Fault, Refused
from firmware.fairness import verify as receipts
from firmware.fairness.verify import canonical
from firmware.journal import verifier
from firmware.journal.frame import Entry, Header, pack_header
from firmware.journal.frame import pack as pack_record
from firmware.journal.journal import open_journal
from firmware.journal.keys import Keys
from firmware.machine.plan import read_plan
from firmware.pages import BadPage
from firmware.screens import protocol as g
from firmware.screens.compression import compress
from firmware.screens.projection import Notes, public, station
from firmware.screens.schema import controller_codec
from firmware.screens.screen_end import STATION, Follower
from firmware.screens.sending import changed, whole
from firmware.table.engine import decide, evolve
from lab.faults.faulty_disk import FaultyDisk, Fuse
from lab.fuzzing import window_door
from lab.simulation.bare_table import BareTable, no_limit

Door = Callable[[bytes], object]
FRAME = 64  # bytes of one packet or message, where an input holds several
KEYS = Keys(bytes(range(32)), bytes(range(1, 33)))
KINDS = ("journal.born", "journal.head", "journal.clock", "PoweredUp", "SeatTaken", "nonsense")


@dataclass(frozen=True)
class Target:
    """`promise`: what is so after any bytes."""

    promise: str
    door: Door
    seeds: Callable[[], Iterable[bytes]]


OF_THE_CONTROLLER = (
    g.EnterPin | g.Open | g.Close | g.Choose | g.SealShare | g.OpenShare | g.CutKey | g.Digits
    | g.KeepFor | g.Doubt
)  # fmt: skip


def _pieces(data: bytes) -> list[bytes]:
    return [data[at : at + FRAME] for at in range(0, len(data), FRAME)]


# ---- The wire


def frames(data: bytes) -> None:
    unpacker, true = Unpacker(), b"the next one"
    for piece in _pieces(data):
        unpacker.feed(piece)
        assert len(unpacker._tail) <= FRAME_BYTES_MAX + FRAME
    assert unpacker.feed(b"\0" + pack(true))[-1] == true, "out of step after noise"


def packets(data: bytes) -> None:
    """A station with the right keys and a program of its own."""
    ours, now_s = Session(0.0), 0.0
    ours.send(b"a view")
    for piece in _pieces(data):
        now_s += 0.01
        with contextlib.suppress(Broken):
            ours.receive(piece, now_s)
            assert len(ours.inbox._text) <= 1 << 16
        ours.packet(now_s)
        assert ours.wake_at() >= 0.0


def _packets() -> list[bytes]:
    theirs = Session(0.0)
    theirs.send(b"a touch")
    theirs.send(bytes(200))
    return [packet for n in range(4) if (packet := theirs.packet(n * 0.2))]


def views(data: bytes) -> None:
    """A table that is not ours, at a screen's end: it shows less, it does not fall."""
    follower = Follower(STATION)
    follower.follow(whole(1, g.View(1)))
    body, _, own = data[1:].partition(b"\xc1")  # a byte that msgpack never uses
    if data[:1] == b"z":  # compressed already
        follower.follow(g.Changed(2, body, own))
    else:
        follower.follow(g.Changed(2, compress(body), compress(own)))
        follower.follow(g.Whole(3, compress(body), compress(own)))


def _views() -> list[bytes]:
    seated = g.View(1, "seated", g.Public(hand=7, seats=(g.Seat(1, "in", stack=100),)), (3, 9))
    parts = b"\xc1".join((g.pack(seated.public), g.pack_own(seated)))
    change = changed(2, g.View(1), seated)
    return [b"p" + parts, b"z" + change.body + b"\xc1" + change.own]


# ---- A finger


@cache
def _tables() -> list[BareTable]:
    """Between hands, at the first decision, and before anybody sat down."""
    waiting = BareTable(no_limit())
    playing = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand()
    over = deepcopy(playing).call_down()
    return [waiting, playing, over]


_read = controller_codec().read


def intents(data: bytes) -> None:
    """Whatever a seat says is done, or refused in words; every screen can still be drawn."""
    which, seat = (data[0] % 3, 1 + data[1] % 10) if len(data) > 1 else (0, 1)
    bare = deepcopy(_tables()[which])
    for text in data[2:].split(b"\xc1"):  # a byte that msgpack never uses
        try:
            intent = g.to_controller(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(intent, OF_THE_CONTROLLER):
            continue  # not the table's, but of the controller around it
        try:
            command = table_commands.command(bare.table, seat, intent, bare.now)
            for event in decide(bare.table, command):
                evolve(bare.table, event)
        except Refused:
            continue
    everyone = public(bare.table, bare.now)
    for number in range(1, 11):
        g.pack(station(bare.table, number, bare.now, Notes(), everyone))


def _intents() -> list[bytes]:
    decision = _tables()[1].table.decision
    wishes = [
        g.Act(decision, "call"), g.Act(decision, "raise", 600), g.Act(decision, "fold"),
        g.Draw(decision, (1,)), g.Show(decision, show=True), g.Buy(10_000), g.SitOut(), g.Leave(),
        g.ComeBack(), g.GoLobby(), g.UseTime(decision), g.ChangeSeat(4), g.Pick(decision, "yes"),
        g.CallFloor(), g.Enter("post"), g.Cancel(), g.Roll(decision, up=True),
        g.Kill(decision, kill=True),
    ]  # fmt: skip
    tables = ((1, 0), (2, 1))
    return [bytes([which, seat]) + g.pack(wish) for wish in wishes for which, seat in tables]


# ---- Files


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="stormdeck-fuzz-"))


def _command(main: Callable[[list[str]], int], name: str, data: bytes) -> None:
    """A command of ours says what is wrong with a file, and ends with a number."""
    path = _folder() / name
    path.write_bytes(data)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        assert main([str(path)]) in (0, 1, 2)


def phh(data: bytes) -> None:
    _command(replay.main, "hand.phh", data)


def receipt(data: bytes) -> None:
    """A file as it is; or, after an "e", edits of a true receipt, written as the table writes it:
    what has the right form is looked into."""
    if data[:1] != b"e":
        _command(receipts.main, "receipt.json", data)
        return
    made = json.loads(_receipts()[0])
    for edit in data[1:].split(b"\xff"):
        _edit(made, edit)
    _command(receipts.main, "receipt.json", canonical(made))


def _edit(value: Any, edit: bytes) -> None:
    """The first bytes lead to a place, a zero ends the way; the rest is what stands there now."""
    way, _, text = edit.partition(b"\0")
    for step in way:
        keys = sorted(value) if isinstance(value, dict) else range(len(value))
        if not keys:
            return
        key = keys[step % len(keys)]
        if not isinstance(value[key], dict | list) or step >= 128:
            value[key] = _new(value[key], text)
            return
        value = value[key]


def _new(old: Any, text: bytes) -> Any:
    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(text)
    if isinstance(old, str) and text:  # another digit of a hash
        at = text[0] % (len(old) or 1)
        return old[:at] + f"{text[-1]:02x}" + old[at + 2 :]
    return [] if isinstance(old, list) else len(text)


def table_toml(data: bytes) -> None:
    path = _folder() / "table.toml"
    path.write_bytes(data)
    with contextlib.suppress(BadPage):
        read_plan(path)


def journal(data: bytes) -> None:
    """Opened, mended or refused in words, by the table and by the stand-alone verifier; the chain
    and checksums are made to fit, as an insider can, unless the first byte says otherwise."""
    raw = data[1:] if data[:1] == b"r" else _segment(data)
    folder = _folder() / "a"
    folder.mkdir(exist_ok=True)
    (folder / "0000000000000001.log").write_bytes(raw)
    with contextlib.redirect_stdout(io.StringIO()):
        assert verifier.main([str(_folder())]) in (0, 1, 2)
    disks = FaultyDisk("a", Fuse()), FaultyDisk("b", Fuse())
    for disk in disks:
        disk.overwrite("0000000000000001.log", raw)
    with contextlib.suppress(Fault, Refused):
        open_journal(disks, KEYS, table="1", clock=lambda: 0)


def _segment(data: bytes) -> bytes:
    """A segment of records that follow from each other: flags, kind and body are the input's."""
    out, chain = pack_header(Header(bytes(16), 1, bytes(32))), bytes(32)
    for seq, one in enumerate(data.split(b"\xff\xff"), 1):
        flags, kind, body = (*one[:2], b"") if len(one) == 2 else (0, 0, one)
        if len(one) > 2:
            flags, kind, body = one[0], one[1], one[2:]
        sealed, last = bool(flags & 1), bool(flags & 2)
        entry = Entry(seq, 0, KINDS[kind % len(KINDS)], body, sealed, last, b"")
        frame, chain = pack_record(entry, chain, KEYS)
        out += frame
    return out


def _journals() -> list[bytes]:
    disks = FaultyDisk("a", Fuse()), FaultyDisk("b", Fuse())
    opened = open_journal(disks, KEYS, table="1", clock=lambda: 0)
    opened.journal.snapshot(b"state")
    whole = disks[0].files()["0000000000000001.log"]
    born = b'\2\0{"public_key":"' + b"00" * 32 + b'"}'
    return [b"r" + whole, born, born + b"\xff\xff\2\1" + bytes(64), b"\xff\xff".join([born] * 3)]


@cache
def _fixture(*names: str) -> list[bytes]:
    root = Path(__file__).parents[2]
    return [path.read_bytes() for name in names for path in sorted(root.glob(name))]


@cache
def _receipts() -> list[bytes]:
    from commands import rng

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        rng.main(["receipt"])
    edits = [b"e", b"e\2\1\1\0[]", b"e\3\x81\0null\xff\2\1\2\x85\0ab", b"e\5\0 9"]
    made = out.getvalue().strip().encode()
    return [made, *_fixture("tests/fixtures/*/receipts/*")[:2], *edits]


TARGETS = {
    "frames": Target("noise is counted, and the next true frame is in step", frames,
                     lambda: [pack(b"one"), pack(bytes(300)), b"noise"]),
    "packets": Target("a session refuses what breaks its rules and stays small", packets, _packets),
    "views": Target("a screen shows less, it does not fall", views, _views),
    "intents": Target("what a seat says is done, or refused in words", intents, _intents),
    "phh": Target("a hand history is replayed, or told what is wrong with it", phh,
                  lambda: _fixture("tests/fixtures/*/phh/*.phh")[:6]),
    "table-toml": Target("a page is read, or its line is named", table_toml,
                         lambda: _fixture("systemd/table.toml.example")),
    "receipts": Target("a receipt is verified, or not, in words", receipt, _receipts),
    "journal": Target("a segment is read, mended or refused in words", journal, _journals),
    "window": Target("a table is answered or refused in words, and no cent is made",
                     window_door.window, window_door.seeds),
}  # fmt: skip
