"""verify-hand as a command: any file at all, one clear line."""

import base64
import copy
import json
import subprocess
import sys
import tracemalloc
import zlib
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import pytest

from firmware.fairness import qr, verify
from firmware.fairness.demonstration import play_holdem
from firmware.fairness.digest import canonical
from firmware.fairness.receipt import receipt
from tests.fairness.refusing import no_reason

pytestmark = pytest.mark.usefixtures("_sign_once")


def test_the_file_runs_alone(text, tmp_path):
    """Copied away from everything else, with an empty search path."""
    alone = tmp_path / "verify.py"
    alone.write_text(Path(verify.__file__).read_text())
    (tmp_path / "r.json").write_bytes(text)
    ran = subprocess.run(
        [sys.executable, "-I", "-S", str(alone), "r.json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.endswith("VERIFIED\n")


def test_a_receipt_may_come_through_a_pipe(text):
    """stormdeck rng receipt | stormdeck verify-hand -"""
    ran = subprocess.run(
        [sys.executable, "-I", verify.__file__, "-"], input=text, capture_output=True
    )
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.endswith(b"VERIFIED\n")


def test_a_trailing_newline_is_allowed_and_no_more(text):
    assert no_reason(text + b"\n") == ""
    assert "not as the table wrote it" in no_reason(text + b"\n\n")


def test_the_first_byte_that_is_not_as_the_table_wrote_it_is_named(text):
    """Who wrote a receipt off by hand finds his slip."""
    assert "from byte 1 on" in no_reason(b"{ " + text[1:])
    assert f"from byte {len(text) - 1} on" in no_reason(text[:-1] + b" }")


def lean_code(words: bytes, hashes: bytes = b"", long: int = 0) -> bytes:
    """A code with any words in it."""
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=verify.COMMON)
    squeezed = squeeze.compress(words) + squeeze.flush()
    packed = qr._signs((len(squeezed) + long).to_bytes(2, "big") + squeezed + hashes).encode()
    check = sha256(packed).hexdigest()[:8].upper().encode()
    return b"SR3/1/1/" + check + b"/" + packed


def lean_log(**fields: object) -> bytes:
    commit = {"kind": "commit", "size": 0, "prev": "", "roots": [""], "deck": ["52", 1]}
    whose = {"table": "1", "hand": 1, "attempt": 1}
    cut = {"kind": "cut", "shares": [[1, ""]], "seeds": [""]}
    log = {"before": [], "entries": [commit | whose | fields, cut]}
    return json.dumps({"log": log}).encode()


LEAN = {
    "hash missing": lean_code(b"[\1]"),
    "hash too many": lean_code(b"[\1]", bytes(33)),
    "longer than it is": lean_code(b"[]", long=9),
    "deep": lean_code(b"[" * 200_000),
    "no log": lean_code(b"{}"),
    "no entries": lean_code(b'{"log":{"before":[],"entries":[]}}'),
    "strange entries": lean_code(b'{"log":{"before":[],"entries":[7,{"kind":"commit"}]}}'),
    "nothing to find a link by": lean_code(lean_log()),
    "a strange deck": lean_code(lean_log(deck=["53", 1])),
    "a deck without end": lean_code(lean_log(deck=["52", 1 << 40])),
    "a strange size": lean_code(lean_log(size=7)),
    "a size without end": lean_code(lean_log(size=1 << 200)),
    "bomb": lean_code(b" " * 50_000_000),
}
HOSTILE = {
    "nothing": b"",
    "no json": b"hello",
    "cut off": b'{"cards":[',
    "a number": b"7",
    "null": b"null",
    "a list": b"[]",
    "wrong types": b'{"cards":{},"key":5,"log":[],"seat":"x","stormdeck":1}',
    "deep": b"[" * 200_000,
    "long number": b'{"seat":' + b"9" * 100_000 + b"}",
    "not text": bytes(range(256)),
    "too big": b" " * (verify.BYTES_MAX + 5),
    "infinity": b'{"seat":Infinity}',
    "qr nonsense": b"SR2/1/1/00000000/AAAA",
    "qr missing part": b"SR2/2/3/00000000/AAAA\nSR2/3/3/00000000/AAAA",
    "qr empty": b"SR2/",
    "lean qr empty": b"SR3/",
    "lean qr nonsense": b"SR3/1/1/00000000/AAAA",
    **{f"lean qr, {what}": data for what, data in LEAN.items()},
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_bad_input_gives_one_line_and_status_1(tmp_path, capsys, data):
    (tmp_path / "r").write_bytes(data)
    assert verify.main([str(tmp_path / "r")]) == 1
    said = capsys.readouterr()
    assert said.out.count("\n") == 1
    assert said.out.startswith("NOT VERIFIED")
    assert len(said.out) < 400


def test_what_cannot_be_read_is_named_in_one_line_with_status_2(tmp_path, capsys):
    for path, why in ((tmp_path / "missing", "No such file"), (tmp_path, "Is a directory")):
        assert verify.main([str(path)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"Cannot read {path}: {why}")
        assert said.count("\n") == 1


def test_what_has_no_name_is_told_without_one(capsys):
    with patch.object(verify, "check", side_effect=BrokenPipeError(32, "Broken pipe")):
        assert verify.main(["x"]) == 2
    assert capsys.readouterr().err == "Cannot go on: Broken pipe.\n"


@pytest.mark.parametrize("value", [-1, 2**70, "x", None, True, [], {}, 1.5, "00" * 50_000])
def test_any_field_of_any_type_is_refused_with_its_place(made, value):
    """Hostile values in each field, deep or shallow: one line, never a traceback."""
    for path in paths_of(made):
        changed = copy.deepcopy(made)
        spot = changed
        for key in path[:-1]:
            spot = spot[key]
        if spot[path[-1]] == value and type(spot[path[-1]]) is type(value):
            continue
        spot[path[-1]] = value
        assert no_reason(canonical(changed)), path


def paths_of(value, at=()):
    """Every field; the first and the fourth item of each list."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in pairs:
        if isinstance(value, list) and key not in (0, 3):
            continue
        yield (*at, key)
        if isinstance(inner, dict | list):
            yield from paths_of(inner, (*at, key))


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    packed = base64.b32encode(zlib.compress(b" " * 50_000_000, 9)).rstrip(b"=")
    check = sha256(packed).hexdigest()[:8].upper().encode()
    tracemalloc.start()
    with pytest.raises(verify.Wrong, match="damaged"):
        verify.from_qr(b"SR2/1/1/" + check + b"/" + packed)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 4 * verify.BYTES_MAX


def test_a_pinned_key_is_demanded(text, made, tmp_path, capsys):
    (tmp_path / "r").write_bytes(text)
    assert verify.main([str(tmp_path / "r"), "--key", made["key"]]) == 0
    assert verify.main([str(tmp_path / "r"), "--key", "00" * 32]) == 1
    assert verify.main([str(tmp_path / "r"), "--key", "zz"]) == 1
    assert "must be 64 hex digits" in capsys.readouterr().out


def test_the_square_and_the_digits_are_demanded(table, tmp_path, capsys):
    hand = play_holdem(table.commit(1), [1, 2, 3], digits="483920")
    (tmp_path / "r").write_bytes(canonical(receipt(hand, table.log.public_key, 3)))
    run = [str(tmp_path / "r")]
    seen = hand.square
    assert verify.main([*run, "--square", seen, "--cut", "483920"]) == 0
    assert "your square stood after the digits" in capsys.readouterr().out
    assert verify.main([*run, "--square", hand.letters]) == 0
    other = "B" if seen[-2] == "A" else "A"
    assert verify.main([*run, "--square", seen[:-2] + other + seen[-1]]) == 1
    assert verify.main([*run, "--cut", "483921"]) == 1
    assert "not the digits that you typed" in capsys.readouterr().out


def test_a_receipt_of_version_1_is_sent_to_its_own_file(tmp_path, capsys):
    old = Path(__file__).parents[1] / "fixtures/v1/receipts"
    path = str(next(old.glob("hand-*.json")))
    assert verify.main([path]) == 1
    assert "check it with verify_v1.py" in capsys.readouterr().out


def test_a_log_that_is_one_endless_line_is_not_swallowed(text, made, tmp_path, capsys):
    (tmp_path / "r").write_bytes(text)
    with open(tmp_path / "log", "wb") as log:
        log.truncate(1 << 33)  # eight gigabytes of nothing, on no disk
    assert verify.main([str(tmp_path / "r"), "--log", str(tmp_path / "log")]) == 1
    assert "log line 1: not readable" in capsys.readouterr().out


def test_the_receipt_is_plain_json(text):
    assert json.loads(text)["stormdeck"] == 2
