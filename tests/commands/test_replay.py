"""`stormdeck replay`: what it prints, and its exit status."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from commands import main
from tests.history.test_replay import SHARED
from tests.history.texts import NT, PO

KEYS = ["file", "hand", "ok", "finishing_stacks", "expected", "error"]


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "good.phh").write_text(NT + "hand = 12\n")
    (tmp_path / "many.phhs").write_text(f"[1]\n{NT}\n[2]\nvariant = 7\n[3]\n{PO}")
    return tmp_path


def lines(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, list[dict[str, Any]]]:
    status = main(["replay", "--json", *map(str, args)])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_line_of_json_a_hand(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (line,) = lines(capsys, room / "good.phh")

    assert status == 0
    assert list(line) == KEYS
    assert line["hand"] == 12
    assert line["ok"]
    assert line["finishing_stacks"] == line["expected"] == [152, 48, 100]
    assert line["error"] is None


def test_a_broken_hand_spoils_no_other(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, found = lines(capsys, room / "many.phhs")

    assert status == 1
    assert [(line["hand"], line["ok"]) for line in found] == [(1, True), (2, False), (3, True)]
    assert found[1]["error"] == "variant: 7 is none of " + found[1]["error"][22:]


def test_a_hand_without_finishing_stacks_is_good_if_it_is_legal(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = room / "legal.phh"
    file.write_text(NT[: NT.index("finishing_stacks")])

    status, (line,) = lines(capsys, file)

    assert (status, line["ok"], line["expected"]) == (0, True, None)
    assert line["finishing_stacks"] == [152, 48, 100]


def test_a_difference_is_said_and_is_status_1(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (room / "wrong.phh").write_text(NT.replace("[152, 48", "[48, 152"))

    assert main(["replay", str(room / "wrong.phh"), str(room / "good.phh")]) == 1

    first, *summary = capsys.readouterr().out.splitlines()
    assert first.endswith(
        "wrong.phh: finishing_stacks: p1 has 152, the file says 48; p2 has 48, the file says 152"
    )
    assert summary[0] == "2 hands in 2 files: 1 as the rules have it, 1 not."


def test_folders_and_patterns(room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (room / "deep" / "er").mkdir(parents=True)
    (room / "deep" / "er" / "10.phh").write_text(NT)
    (room / "deep" / "er" / "9.phh").write_text(NT)
    (room / "deep" / "notes.txt").write_text("not a hand")

    _, found = lines(capsys, room / "deep", room / "g*.phh")

    assert [Path(line["file"]).name for line in found] == ["9.phh", "10.phh", "good.phh"]


@pytest.mark.parametrize(
    "content", [b"", b"# nothing\n\n", b"\xff\xfe\x00\x01" * 50, b"[1]\n", b"[" * 50000]
)
def test_a_file_that_is_no_history(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junk.phhs").write_bytes(content)

    status, (line,) = lines(capsys, tmp_path / "junk.phhs")

    assert status == 1
    assert not line["ok"]
    assert line["error"]


def test_files_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "locked.phh").write_text(NT)
    (tmp_path / "locked.phh").chmod(0)
    (tmp_path / "empty").mkdir()
    (tmp_path / "loop.phh").symlink_to(tmp_path / "loop.phh")
    paths = [
        tmp_path / "empty",
        tmp_path / "missing.phh",
        tmp_path / "none*.phh",
        tmp_path / "loop.phh",
    ]
    if os.geteuid():  # nothing is locked for root
        paths.append(tmp_path / "locked.phh")

    status, found = lines(capsys, *paths)

    assert status == 1
    assert len(found) == len(paths)
    assert all(line["error"] and line["hand"] is None for line in found)


@pytest.mark.parametrize("name", ["empty", "missing.phh", "none*.phh"])
def test_where_no_hand_history_is_none_is_counted(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()

    assert main(["replay", str(tmp_path / name)]) == 1

    told, summary = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{tmp_path / name}: ")
    assert summary == "There is no hand history to replay."


def test_what_gave_no_hand_is_told_beside_the_hands(
    room: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (room / "empty").mkdir()

    assert main(["replay", str(room / "good.phh"), str(room / "empty")]) == 1

    summary = capsys.readouterr().out.splitlines()[1:]
    assert summary[:2] == [
        "1 hand in 1 file: 1 as the rules have it, 0 not.",
        "  1 of what was named could not be read, or is no hand history",
    ]


def test_what_the_house_took_is_said_as_the_file_says_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raked = NT.replace("[152, 48", "[150, 48") + 'currency = "USD"\n'
    (tmp_path / "theirs.phh").write_text(raked)
    (tmp_path / "ours.phh").write_text(raked + "_dropped = 2\n")

    assert main(["replay", str(tmp_path)]) == 0

    assert capsys.readouterr().out.splitlines()[2:] == [
        "  1 were paid less what the house took, as the file names it",
        "  1 were paid less a rake that the file does not name",
    ]


def test_the_name_of_a_file_may_be_anything(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    name = os.fsencode(tmp_path) + b"/\xff\n.phh"
    with open(name, "w") as file:
        file.write("variant = 1")

    assert main(["replay", "--json", os.fsdecode(name)]) == 1
    assert main(["replay", os.fsdecode(name)]) == 1

    out = capsysbinary.readouterr().out
    assert len(out.splitlines()) == 3


def test_the_same_table_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "twice.phhs").write_text(f"[1]\n{NT}\n[1]\n{PO}")

    _, found = lines(capsys, tmp_path / "twice.phhs")

    assert [line["ok"] for line in found] == [True, False]
    assert "twice" in found[1]["error"]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the hands of ../shared/phh are not here")
def test_the_shared_folder_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    status, found = lines(capsys, SHARED)

    assert status == 0
    assert len(found) == 99
    assert all(line["expected"] in (None, line["finishing_stacks"]) for line in found)


def test_no_file_at_all_is_a_usage_error() -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["replay"])
