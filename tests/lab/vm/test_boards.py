"""The image's boards as QEMU plays them: without QEMU."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from lab.vm import script
from lab.vm.board import BOARDS
from lab.vm.image import CannotBuild
from lab.vm.machine import FromDisk

BUILD = Path(__file__).parents[3] / "image/build.sh"


def machine(folder: Path, board: str) -> FromDisk:
    (folder / "board").write_text(f"{board}\n")
    return FromDisk(folder, folder, folder / "disk.img", print)


def values(options: list[str], of: str) -> list[str]:
    return [value for option, value in pairwise(options) if option == of]


def test_there_is_a_board_for_every_processor_that_the_recipe_builds_for():
    cases = [
        line.split(")")[0].strip() for line in BUILD.read_text().splitlines() if "-efi" in line
    ]
    assert set(BOARDS) <= set(cases)


@pytest.mark.parametrize("board", BOARDS)
def test_an_image_starts_on_the_board_that_it_was_built_for(tmp_path: Path, board: str):
    here = machine(tmp_path, board)
    options = here._options(wires=3)

    assert here.board is BOARDS[board]
    assert values(options, "-bios") == [here.board.firmware]
    chips = [value for value in values(options, "-device") if value.endswith(",tpmdev=tpm")]
    assert chips == ([f"{here.board.tpm},tpmdev=tpm"] if "tpm2" in here.sealed_by else [])
    ports = " ".join(here.board.ports)  # the console's is ttyS0, the log's ttyS1
    assert 0 < ports.index("service") < ports.index("log")


def test_its_time_is_its_own(tmp_path: Path):
    """However busy this computer is, no limit in the machine runs out for it."""
    options = machine(tmp_path, "amd64")._options(wires=1)
    assert values(options, "-icount")
    assert values(options, "-rtc") == ["clock=vm"]


def test_without_an_image_it_says_how_one_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CannotBuild, match=r"ARCH=arm64 sh image/build.sh build/image-arm64"):
        asyncio.run(script._lives("arm64", FromDisk, "plays", "arm64"))
