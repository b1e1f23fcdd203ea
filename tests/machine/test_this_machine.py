"""An update on the files of a machine: every turn of `stormdeck update`, with RAUC and systemctl on
paper, and a whole start between two of them."""

import os
import shutil
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from commands.approve import main as approve_main
from commands.update import main as update_main
from commands.update import turn
from firmware.machine import equipment
from firmware.machine import slots as s
from firmware.machine.plan import read_plan
from firmware.machine.this_machine import APPROVED, STEPPED_DOWN, Places, ThisMachine, remembered
from lab.live.home import lay_out
from lab.twins.boot_loader import starts
from tests.machine.test_offer import HOUSE, LAB, public

BYTES = {"root": b"root of 4.3.0 " * 900, "boot": b"kernel of 4.3.0 " * 50}
RAUC = """#!/bin/sh
case $1 in
  install) echo ' 20% Checking bundle done.'; test ! -e {paper}/full || {{ echo 'LastError: no space' >&2; exit 1; }}
    cp {paper}/root {disks}/root-$(cat {paper}/other); cp {paper}/boot {disks}/boot-$(cat {paper}/other);;
  info) cat {paper}/info.json;;
esac
"""  # noqa: E501
SYSTEMCTL = """#!/bin/sh
echo $* >> {paper}/asked
case $1 in
  show) cat {paper}/table;;
  reboot) exit 7;;
esac
"""


class Restarted(Exception):
    pass


class Bench(ThisMachine):
    minutes = 1

    def restart(self) -> None:
        raise Restarted

    def up_ms(self) -> int:
        return self.minutes * 60_000


class Paper:
    """A machine with two slots, on paper."""

    def __init__(self, home: Path, monkeypatch) -> None:
        self.home, _ = lay_out(home, seats=2)
        self.places = Places(home / "release", home / "env", home / "cmdline", home / "disks",
                             home / "over", home / "wish")  # fmt: skip
        self.stick, self.paper = home / "stick", home / "paper"
        for folder in (self.places.disks, self.stick, self.paper, home / "update"):
            folder.mkdir()
        keys = f'house = "{public(HOUSE)}"\nlab = "{public(LAB)}"\n'
        page = f'\n[updates]\n{keys}folder = "update"\nmemory = "update.json"\n'
        self.home.page.write_text(self.home.page.read_text() + page)
        self.places.release.write_text("VERSION=4.2.1\nBOARD=amd64\n")
        self.places.start.write_bytes(s.block(s.Boot("A")))
        self.power_on()
        images = [{name: {"size": len(data), "checksum": sha256(data).hexdigest()}}
                  for name, data in BYTES.items()]  # fmt: skip
        (self.paper / "info.json").write_bytes(msgspec.json.encode({"images": images}))
        (self.paper / "other").write_text("B")
        for name, data in BYTES.items():
            (self.paper / name).write_bytes(data)
        self.table("active", "closed; all screens")
        for name, script in (("rauc", RAUC), ("systemctl", SYSTEMCTL)):
            tool = self.paper / name
            tool.write_text(script.format(paper=self.paper, disks=self.places.disks))
            tool.chmod(0o755)
        monkeypatch.setenv("PATH", f"{self.paper}:{os.environ['PATH']}")
        for name, key in (("house", HOUSE), ("lab", LAB)):
            (home / f"{name}.key").write_bytes(key.private_bytes_raw())

    def power_on(self) -> None:
        slot, boot = starts(s.read_block(self.places.start.read_bytes()))
        self.places.start.write_bytes(s.block(boot))
        self.places.words.write_text(f"ro stormdeck.slot={slot} quiet\n")

    def table(self, state: str, words: str) -> None:
        (self.paper / "table").write_text(f"ActiveState={state}\nStatusText={words}\n")

    def machine(self) -> Bench:
        return Bench(read_plan(self.home.page), self.places)

    def turn(self) -> s.Update:
        turn(self.machine())
        found = remembered(self.home.home / "update.json")
        assert found is not None
        return found

    def sign(self, side: str, version: str = "4.3.0") -> None:
        words = [
            "--as",
            side,
            "--name",
            f"{side}.one",
            "--key",
            str(self.home.home / f"{side}.key"),
        ]
        words += ["--version", version, "--board", "amd64", "--change", "two faults mended"]
        assert approve_main([str(self.stick / "bundle.raucb"), *words]) == 0

    def offer(self, *sides: str, version: str = "4.3.0") -> None:
        (self.stick / "bundle.raucb").write_bytes(b"a bundle of " + version.encode())
        (self.stick / APPROVED).unlink(missing_ok=True)
        for side in sides:
            self.sign(side, version)
        for name in ("bundle.raucb", APPROVED):
            (self.home.home / "update" / name).write_bytes((self.stick / name).read_bytes())

    def step_down(self, update: s.Update) -> None:
        journal = equipment.journal(read_plan(self.home.page)).journal
        page = s.SteppedDown(update.digest, journal.head.seq, journal.head.chain.hex())
        journal.close()
        (self.home.home / "update" / STEPPED_DOWN).write_bytes(msgspec.json.encode(page))
        self.table("inactive", "")


@pytest.fixture
def paper(tmp_path, monkeypatch) -> Paper:
    return Paper(tmp_path, monkeypatch)


def tried(paper: Paper) -> s.Update:
    """Offered, written, stepped down for, started."""
    paper.offer("house", "lab")
    assert paper.turn().step == "checked"
    written = paper.turn()
    assert written.step == "written"
    for name, data in BYTES.items():
        assert (paper.places.disks / f"{name}-B").read_bytes() == data
    assert paper.turn() == written, "it waits for the floor"
    paper.step_down(written)
    with pytest.raises(Restarted):
        paper.turn()
    assert s.read_block(paper.places.start.read_bytes()) == s.Boot("A", "B")
    paper.power_on()
    return written


def test_an_update_that_proves_itself_is_kept(paper):
    tried(paper)
    paper.table("activating", "")
    assert paper.turn().step == "armed"
    paper.table("active", "closed; not there: seat 2, center")
    assert paper.turn().step == "armed"
    paper.table("active", "closed; all screens")
    assert paper.turn().step == "good"
    assert s.read_block(paper.places.start.read_bytes()) == s.Boot("B")
    assert paper.places.trial_over.exists()


@pytest.mark.parametrize(("harm", "words"), [("cut", "does not verify"), ("other", "is not the")])
def test_another_journal_than_was_left_sends_it_back_with_the_reason(
    paper, monkeypatch, harm, words
):
    tried(paper)
    paper.table("active", "closed; all screens")
    for log in (paper.home.home / "journal-b").glob("*.log"):
        if harm == "cut":
            log.write_bytes(log.read_bytes()[:-1])
    if harm == "other":
        for name in ("journal-a", "journal-b"):
            shutil.rmtree(paper.home.home / name)
        shutil.rmtree(paper.home.home / "secrets")
        paper.home.home.joinpath("secrets").mkdir(mode=0o700)
        equipment.journal(read_plan(paper.home.page)).journal.close()
    assert paper.turn().step == "armed"
    monkeypatch.setattr(Bench, "minutes", 5)
    with pytest.raises(Restarted):
        paper.turn()
    paper.power_on()
    found = paper.turn()
    assert found.step == "back"
    assert words in found.reason
    assert s.read_block(paper.places.start.read_bytes()) == s.Boot("A")
    assert paper.turn() == found, "the same bundle is not tried again by itself"


def test_a_slot_that_never_came_up_is_told_by_the_old_one(paper):
    tried(paper)
    paper.power_on()  # its trial ended with nobody saying anything
    found = paper.turn()
    assert (found.step, found.reason) == ("back", s.NEVER_CAME)


def test_how_far_it_is_stands_in_the_log_and_each_thing_once(paper, capsys):
    """Of an updater that said nothing for minutes nobody could tell whether it hung."""
    tried(paper)
    machine = paper.machine()
    paper.table("activating", "")
    for _ in range(3):
        turn(machine)
    paper.table("active", "closed; all screens")
    turn(machine)
    told = [line for line in capsys.readouterr().out.splitlines() if line.startswith("update")]
    assert [line for line in told if "4.3.0: " not in line] == [
        "update: version 4.3.0 is offered; its bytes are read",
        "update: RAUC writes slot B",
        "update: RAUC: 20% Checking bundle done.",
        "update: root of slot B is read back, 0 MB",
        "update: boot of slot B is read back, 0 MB",
        "update: waits: The floor closes the table, and it steps down by itself.",
        "update: waits: the table's program is activating",
        "update: every record of journal-a is verified",
        "update: every record of journal-b is verified",
    ]


def test_what_rauc_says_last_is_the_reason(paper):
    paper.offer("house", "lab")
    paper.turn()
    (paper.paper / "full").touch()
    found = paper.turn()
    assert found.step == "back"
    assert (
        "Slot B could not be written: 20% Checking bundle done. LastError: no space."
        in found.reason
    )


def test_what_reads_back_otherwise_is_not_written(paper):
    paper.offer("house", "lab")
    paper.turn()
    (paper.paper / "root").write_bytes(b"a worn-out disk")
    found = paper.turn()
    assert found.step == "back"
    assert "reads back otherwise" in found.reason


@pytest.mark.parametrize(
    ("sides", "version", "name"),
    [(("house",), "4.3.0", "ONE_SIGNATURE"), (("house", "lab"), "4.2.1", "OLDER_VERSION")],
)
def test_one_that_is_refused_is_refused_once_by_name(paper, sides, version, name):
    paper.offer(*sides, version=version)
    found = paper.turn()
    assert found.step == "refused"
    assert found.reason.startswith(f"{name}: ")
    assert paper.turn() == found
    paper.offer("house", "lab")
    assert paper.turn().step == "checked", "the next one is looked at"


def test_a_bundle_is_brought_in_from_a_stick(paper, capsys, monkeypatch):
    paper.offer("house", "lab")
    for name in ("bundle.raucb", APPROVED):
        (paper.home.home / "update" / name).unlink()
    monkeypatch.setattr("commands.update.ThisMachine", lambda plan: Bench(plan, paper.places))
    assert update_main([str(paper.home.page), "--take", str(paper.stick)]) == 0
    assert "while the table plays" in capsys.readouterr().out
    assert paper.turn().step == "checked"
    full = replace(paper.machine().here(), room=3)
    monkeypatch.setattr(Bench, "here", lambda self: full)
    assert update_main([str(paper.home.page), "--take", str(paper.stick)]) == 1
    assert "0 MB are free" in capsys.readouterr().err
    assert update_main([str(paper.home.page), "--take", "/nowhere"]) == 1
    assert "/nowhere/bundle.raucb: No such file" in capsys.readouterr().err


def test_who_signs_signs_these_very_bytes(paper, capsys):
    paper.offer("house")
    (paper.stick / "bundle.raucb").write_bytes(b"another")
    words = ["--as", "lab", "--name", "x", "--key", str(paper.home.home / "lab.key")]
    assert approve_main([str(paper.stick / "bundle.raucb"), *words]) == 1
    assert "another bundle" in capsys.readouterr().err
    (paper.stick / APPROVED).unlink()
    assert approve_main([str(paper.stick / "bundle.raucb"), *words]) == 1
    assert "The first to sign says what it is" in capsys.readouterr().err


@pytest.fixture
def ask(paper, monkeypatch):
    """As the console asks, while it holds no right of its own."""
    monkeypatch.setattr("commands.update.ThisMachine", lambda plan: Bench(plan, paper.places))

    def words(what: str) -> int:
        who = ["--who", "tech.soto", "--why", "screens stay dark"]
        return update_main([str(paper.home.page), "--ask", what, *who])

    return words


def test_a_table_that_died_too_often_is_started_from_the_console(paper, ask):
    assert ask("start") == 0
    turn(paper.machine())
    asked = (paper.paper / "asked").read_text().splitlines()
    table = "stormdeck-table.service"
    assert asked == [f"reset-failed {table}", f"start --no-block {table}"]
    turn(paper.machine())
    assert (paper.paper / "asked").read_text().splitlines() == asked, "once"


def test_a_version_that_was_good_is_taken_back_with_its_reason_while_the_table_is_down(
    paper, ask, capsys
):
    assert ask("back") == 1
    assert "A version is taken back only while it is down." in capsys.readouterr().err
    paper.table("failed", "")
    assert ask("back") == 1
    assert "There is no version to go back to" in capsys.readouterr().err
    paper.table("active", "closed; all screens")
    tried(paper)
    paper.table("active", "closed; all screens")
    assert paper.turn().step == "good"
    paper.table("failed", "")
    assert ask("back") == 0
    found = paper.turn()
    assert (found.step, found.reason) == ("back", "tech.soto took it back: screens stay dark")
    paper.power_on()  # the power went before the boot loader knew
    with pytest.raises(Restarted):
        paper.turn()
    paper.power_on()
    assert s.read_block(paper.places.start.read_bytes()) == s.Boot("A")
    assert paper.turn() == found
    assert "slot=A" in paper.places.words.read_text()
    assert ask("back") == 1, "there is nothing before it"
