"""`stormdeck bank` from an empty directory to a reconciled day; bad input gets one line."""

import io
import json
import re
import shlex
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from commands import main as stormdeck
from commands.bank import VERBS
from firmware.bank.address import store_of
from firmware.bank.bank import Bank
from firmware.bank.keys import load_bank_key, make_bank_key
from lab.simulation.demo_people import enrol_all, give_cards, pieces_of, staff_track
from tests.bank.conftest import fresh_schema, typed


class Terminal:
    """`stormdeck bank …` and `stormdeck staff …`, typed at by the demo people."""

    def __init__(self, db: str, key: Path, capsys, monkeypatch) -> None:
        self.db, self.key, self.capsys, self.monkeypatch = db, key, capsys, monkeypatch

    def type(self, command: str, line: str, *lines: str) -> tuple[int, str, str]:
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{one}\n" for one in lines)))
        where = [command, "--db", self.db, "--key", str(self.key)]
        try:
            code = stormdeck([*where, *shlex.split(line)])
        except SystemExit as stop:
            code = int(stop.code or 0)
        said = self.capsys.readouterr()
        return code, said.out, said.err

    def __call__(self, line: str, who: str = "", *more: str) -> tuple[int, str, str]:
        """`who`: these sign on, one after the other; then numbers, and `more`, are typed."""
        books = Bank(store_of(self.db), load_bank_key(self.key))
        names = [word for word in who.split() if word.isalpha()]
        lines = [*typed(books, *names).splitlines(), *who.split()[len(names) :]]
        books.store.close()
        return self.type("bank", line, *lines, *more)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty(request, tmp_path, capsys, monkeypatch) -> Terminal:
    db = str(tmp_path / "bank.db")
    if request.param == "postgresql":
        db = fresh_schema(request.getfixturevalue("server"))
    return Terminal(db, tmp_path / "bank.key", capsys, monkeypatch)


@pytest.fixture
def bank(empty) -> Terminal:
    """With the people of the demo house."""
    code, said, _ = empty.type("bank", "create")
    assert (code, "The first person enrols with this code" in said) == (0, True)
    books = Bank(store_of(empty.db), load_bank_key(empty.key))
    enrol_all(books)
    give_cards(books)
    books.store.close()
    return empty


OPEN = (
    "open --name Ada --id-type passport --id-number X1 --id-expiry 2999-01-01 --born 1990-12-10 "
    "--street '1 Main Street' --city Gardena --region CA --postcode 90249"
)
SSN = ("219-09-9999", "219-09-9999")
FLOAT = tuple(str(n) for n in pieces_of(5_000_00).values())
HOUSE = [
    ("add vault vault", "mia"),
    ("add drawer 1", "sue"),
    ("add table T1", "mia"),
    ("vault-in 6,000 --reason 'from the bank'", "ann sue"),
    ("fill 1 5,000", "ann sue"),
    ("open-window 1", "ann", *FLOAT),
    (f"{OPEN} --signed", "ann", *SSN),
    ("card 100001", "ann"),
    ("pin 100001", "ann", "", "2468", "2468"),
]


def set_up(bank) -> None:
    for line, who, *more in HOUSE:
        code, _, err = bank(line, who, *more)
        assert (code, err) == (0, ""), line


def test_a_house_from_its_first_code_to_its_second_lead(empty):
    """The code is good once; a first PIN only for choosing another; the first person brings in one
    lead alone, and no more."""
    code, said, _ = empty.type("bank", "create")
    first_code = said.splitlines()[-1]
    assert "a new key never replaces another" in empty.type("bank", "create")[2]
    elsewhere = ["bank", "--db", empty.db, "--key", f"{empty.key}2", "create"]
    assert stormdeck(elsewhere) == 1
    assert "a new one never replaces another" in empty.capsys.readouterr().err
    assert not Path(f"{empty.key}2").exists()
    assert "enrols nobody" in empty.type("staff", "first eve", "AAAA-AAAA-AAAA")[2]
    code, said, _ = empty.type("staff", "first mia", first_code.lower())
    assert (code, "mia is enrolled as floor manager." in said) == (0, True)
    mia, pin = credentials(said)
    assert "enrols nobody" in empty.type("staff", "first eve", first_code)[2]

    second = "second sue 'cage supervisor'"
    assert "differ" in empty.type("staff", second, mia, pin, "111111", "111112")[2]
    assert "nobody gave you" in empty.type("staff", second, mia, pin, pin, pin)[2]
    assert "4 to 8 digits" in empty.type("staff", second, mia, pin, "abcdef", "abcdef")[2]
    assert "six digits" in empty.type("staff", second, mia, pin, "12345", "12345")[2]
    code, said, _ = empty.type("staff", second, mia, pin, "111111", "111111")
    assert code == 0
    sue, pin = credentials(said)
    own = "222222"
    assert empty.type("staff", "second eve cashier", mia, "111111")[0] == 0, "sue was never here"
    assert "may not read" not in empty.type("staff", "log", sue, pin, own, own)[2]
    said = empty.type("staff", "second tom technician", mia, "111111")[2]
    assert "Two people enrol: sue can be the other." in said
    both = (mia, "111111", sue, own)
    code, said, _ = empty.type("staff", "enrol tom technician --reason new", *both)
    assert (code, "tom is enrolled as technician." in said) == (0, True)
    tom, pin = credentials(said)
    said = empty.type("staff", "log", tom, pin, "333333", "333333")[2]
    assert "tom (technician) may not read the change log" in said
    assert "floor from now on" in empty.type("staff", "role eve floor --reason asked", *both)[1]
    code, said, _ = empty.type("staff", "card eve --reason lost", *both)
    assert (code, "new card" in said) == (0, True)
    assert "signed off everywhere" in empty.type("staff", "dismiss eve --reason left", *both[:2])[1]
    listed = empty.type("staff", "list")[1]
    assert "eve                  floor            dismissed\n" in listed
    assert "sue                  cage supervisor\n" in listed
    said = empty.type("staff", "log eve", *both[:2])[1]
    assert "role: floor -> dismissed  left" in said
    assert "mia, sue       eve            role: cashier -> floor  asked" in said
    assert empty.type("staff", "log", *both[:2])[1].count("sign-on") > 5


def credentials(said: str) -> tuple[str, str]:
    """The track and the first PIN, as they are handed over."""
    *_, track, last = said.splitlines()
    return track, last.rpartition(" ")[2]


def test_a_day_at_the_cage(bank):
    set_up(bank)
    assert "4 tries are left" in bank("pin 100001", "ann", "1111", "1357", "1357")[2]
    assert bank("pin 100001", "ann", "2468", "2468", "2468")[0] == 0
    code, out, _ = bank("deposit 100001 $3,000.01 --drawer 1 --id d1", "ann")
    assert code == 0
    assert "Deposit $3,000.01  document 1-000002  id d1" in out
    assert "! Title 31: cash in today is $3,000.01, more than $3,000" in out
    assert "balance $3,000.01" in bank("deposit 100001 3000.01 --drawer 1 --id d1", "ann")[1]
    assert "Withdrawal $1,000.01" in bank("withdraw 100001 1000.01 --drawer 1", "ann", "2468")[1]
    assert bank("balance 100001")[1] == "patron:100001: $2,000\n"
    assert bank("balance drawer:1", "sue")[1] == "drawer:1: $7,000 in cash\n"
    out = bank("statement 100001")[1]
    assert re.search(r"1-000002\s+deposit\s+\$3,000.01\n", out)
    assert re.search(r"1-000003\s+withdraw\s+-\$1,000.01\n", out)
    assert bank("lock 100001 --reason lost-wallet", "ann")[0] == 0
    assert "is locked" in bank("withdraw 100001 1 --drawer 1", "ann", "2468")[2]
    assert bank("unlock 100001 --reason found", "ann sue")[0] == 0
    assert "DUPLICATE  $3,000.01  document 1-000002  posted" in bank("receipt d1")[1]
    refused = bank("correct d1 --reason typo", "ann sue")[2]
    assert "Only $2,000 is available." in refused
    bank("deposit 100001 5 --drawer 1 --id d2", "ann")
    out = bank("correct d2 --reason typo", "ann sue")[1]
    assert out == "Corrected by document 1-000005, $5 the other way.\n"
    out = bank("report", "sue")[1]
    assert "! Title 31: account 100001: in $3,000.01, out $1,000.01: log" in out
    code, out, _ = bank("reconcile")
    assert code == 0
    assert out.endswith("The books agree.\n")
    assert bank("pending")[1] == "Nothing waits.\n"


@pytest.mark.parametrize("empty", ["sqlite"], indirect=True)  # nothing is written
@pytest.mark.parametrize(
    ("line", "who", "words"),
    [
        ("deposit 100001 1.5 --drawer 1", "", "'1.5' is not an amount"),
        ("deposit 100001 -5 --drawer 1", "", "is not an amount"),
        ("deposit 100001 1e3 --drawer 1", "", "is not an amount"),
        ("deposit 100001 ١٢ --drawer 1", "", "is not an amount"),
        ("deposit 100001 0 --drawer 1", "ann", "Choose an amount"),
        ("deposit 999 5 --drawer 1", "ann", "no patron 999"),
        ("deposit 100001 5 --drawer 9", "ann", "no account drawer:9"),
        ("deposit 100001 5 --drawer 1", "", "The card could not be read"),
        ("deposit 100001 5 --drawer 1", "flo", "flo (floor) may not take a deposit"),
        ("withdraw 100001 5 --drawer 1", "ann 2468", "Only $0 is available"),
        ("withdraw 100001 5 --drawer 1", "ann 1111", "Wrong PIN"),
        ("balance drawer:1", "ann", "may not see what a drawer should hold"),
        ("report", "ann", "ann (cashier) may not read the reports"),
        ("open-window 1", "bob", "ann is at drawer 1"),
        ("count", "ann", "Still to count: $100, $50"),
        ("count", "bob", "You have no window"),
        ("close-window", "ann", "Count the drawer first"),
        ("suspicions", "ann", "may not read what is suspicious"),
        ("deposit 100001 5", "", "required: --drawer"),
        ("deposit 100001 5 --drawer 1 --agent ann", "", "unrecognized arguments: --agent ann"),
        ("dance", "", "invalid choice"),
        ("balance nobody", "", "no account nobody"),
        ("report yesterday", "", "Write the day as 12/10/1990"),
        ("exclude 100001 ever", "", "'ever' is not a number of days"),
        ("time-limit 100001 long", "", "is not a number of minutes"),
        ("settle x maybe --reason y", "", "Say post or void"),
        ("settle x post --reason y", "ann sue", "no transfer x"),
        ("lost 123", "ann", "no card 123"),
        ("add bucket 1", "", "no kind bucket"),
        ("add drawer 9", "ann", "may not open an account of the house"),
        ("fill 1 5", "ann ann", "You are the first name. Another person must confirm."),
        ("fill 1 5", "ann bob", "bob (cashier) may not confirm"),
        ("unbar 100001 --reason x", "sue mia", "may not let a barred patron in again"),
        ("reconcile --journal /nowhere --table T1", "", "no journal in /nowhere"),
        (OPEN, "ann 219-09-9998 219-09-9998", "signat"),
        (f"{OPEN} --signed", "ann 219-09-9998 219-09-9997", "two numbers differ"),
        (f"{OPEN} --id-number ' x 1 ' --signed", "ann 219-09-9998 219-09-9998", "100001"),
    ],
)
def test_bad_input_gets_one_line_and_changes_nothing(bank, line, who, words):
    set_up(bank)
    code, out, err = bank(line, who)
    assert code != 0
    assert words in err
    assert err.count("\n") == 1
    assert "Traceback" not in out + err
    assert bank("reconcile")[0] == 0


def test_a_shift_at_the_window_and_a_report_to_the_treasury(bank):
    """The count is blind, and what differs takes a second name; no day is filed before it ends."""
    set_up(bank)
    assert (
        "a currency transaction report is due"
        in bank("deposit 100001 10,000.01 --drawer 1", "ann")[2]
    )
    out = bank("complete-report 100001 --occupation cook --on-behalf 'their own'", "ann")[1]
    assert out == "The report's data are complete.\n"
    assert bank("deposit 100001 10,000.01 --drawer 1", "ann")[0] == 0
    out = bank("reports", "sue")[1]
    assert "account 100001  in $10,000.01, out $0  complete\n1 to file.\n" in out
    day = out[:10]
    data = json.loads(bank(f"report-data 100001 {day}", "sue")[1])
    assert (data["tax_number"], data["cash_in_cents"]) == ("219099999", 10_000_01)
    assert "is not over" in bank(f"file-report 100001 {day} BSA1", "sue")[2]
    assert bank("suspect 100001 'asked where the line is'", "ann")[0] == 0
    assert "ann            account 100001: asked where the line is" in bank("suspicions", "sue")[1]

    assert "ssn ending in 9999" in bank("patron 100001", "aud")[1]
    (bank.key.parent / "face.png").write_bytes(b"\x89PNG face")
    said = bank(f"attach 100001 photo {bank.key.parent / 'face.png'}", "ann")[1]
    scan, out = said.split()[-1].rstrip("."), bank.key.parent / "seen.png"
    assert scan in bank("patron 100001", "ann")[1]
    assert bank(f"look-at {scan} {out}", "sue")[0] == 0
    assert (out.read_bytes(), out.stat().st_mode & 0o777) == (b"\x89PNG face", 0o600)
    assert bank("tax-number 100001 --reason report", "sue")[1] == "219099999\n"
    moved = "--born 1990-12-10 --street '2 Elm' --city Gardena --region CA --postcode 90249"
    assert bank(f"complete 100001 {moved}", "ann", *SSN)[0] == 0
    renewed = "--id-type passport --id-number X1 --id-expiry 2999-02-02"
    assert bank(f"document 100001 {renewed}", "ann")[0] == 0
    out = bank("would-cross 100001 withdraw 3000.01", "ann")[1]
    assert out == "cash out today $0, with it $3,000.01\nIt enters the log.\n"
    assert "missing: nothing" in bank("would-cross 100001 deposit 1", "ann")[1]

    counted = [str(n) for n in pieces_of(15_000_02).values()]
    out = bank("count", "ann", *counted)[1]
    assert "Counted $15,000.02: $0.01 over." in out
    window = out.split("post-difference ")[1].split()[0]
    assert "is counting" in bank("deposit 100001 1 --drawer 1", "ann")[2]
    assert "It differs" in bank("close-window", "ann")[2]
    assert "deposit" in bank(f"explain {window}", "ann")[1]
    said = bank(f"post-difference {window} --reason 'a cent found'", "ann sue")[1]
    assert said == "$0.01 over at drawer 1.\n"
    assert bank("open-window 1", "bob", *counted)[1] == "The window at drawer 1 is open.\n"
    paid = bank("pay-without-pin 100001 1 --drawer 1 --document x-1 --reason forgot", "bob sue")[1]
    assert "Withdrawal $1" in paid
    assert "chooses one now" in bank("reset-pin 100001 --reason forgot", "bob sue")[1]
    assert bank("pin 100001", "bob", "", "1357", "1357")[0] == 0
    assert "is dead" in bank("replace-card 100001", "bob")[1]
    out = bank("close-account 100001 --drawer 1", "bob", "1357")
    assert "cash out today is $10,000.01" in out[1]
    assert out[1].startswith("Paid $9,999.01")
    assert out[1].endswith("Account 100001 is closed.\n")
    assert "is closed" in bank("deposit 100001 5 --drawer 1", "bob")[2]
    code, out, _ = bank("reconcile")
    assert (code, out.endswith("The books agree.\n")) == (0, True)


def test_cage_money_is_shut_while_no_time_server_keeps_the_clock(bank, monkeypatch):
    set_up(bank)
    monkeypatch.setattr("commands.bank.is_synchronised", lambda: False)
    line = "deposit 100001 5 --drawer 1"
    assert "not synchronised: cage money is shut" in bank(line, "ann")[2]
    assert bank("clock --reason 'looked at the wall'", "ann sue")[0] == 0
    assert bank(line, "ann")[0] == 0


def test_two_different_pins_change_nothing(bank):
    set_up(bank)
    assert "differ" in bank("pin 100001", "ann", "2468", "1357", "1358")[2]


def test_a_wrong_pin_or_a_strange_card_signs_nobody_on(bank):
    set_up(bank)
    books = Bank(store_of(bank.db), load_bank_key(bank.key))
    ann, ada = staff_track(books, "ann"), f";{bank('card 100001', 'ann')[1].split(';')[1].strip()}"
    books.store.close()
    line = "deposit 100001 5 --drawer 1"
    assert "Wrong PIN; 4 tries are left." in bank.type("bank", line, ann, "000000")[2]
    assert "This card signs nobody on." in bank.type("bank", line, ada, "2468")[2]
    assert bank("balance 100001")[1] == "patron:100001: $0\n"


def test_a_mistyped_place_is_an_error_and_never_a_new_bank(tmp_path, capsys):
    key = tmp_path / "bank.key"
    make_bank_key(key)
    for db, words in (
        (str(tmp_path / "bnak.db"), "There is no bank"),
        ("postgresql://nobody@127.0.0.1:1/none", "The bank does not answer"),
    ):
        code = stormdeck(["bank", "--db", db, "--key", str(key), "report"])
        err = capsys.readouterr().err
        assert (code, words in err, err.count("\n")) == (1, True, 1)
    assert [file.name for file in tmp_path.iterdir()] == ["bank.key"]
    assert stormdeck(["bank", "--db", str(tmp_path / "b"), "--key", str(key), "create"]) == 1
    assert "a new key never replaces another" in capsys.readouterr().err
    assert not (tmp_path / "b").exists()
    books = ["bank", "--db", str(tmp_path / "b"), "--key"]
    assert stormdeck([*books, str(tmp_path / "k"), "create"]) == 0
    capsys.readouterr()
    assert stormdeck([*books, str(tmp_path / "kk"), "report"]) == 1
    assert "There is no key" in capsys.readouterr().err
    assert not (tmp_path / "kk").exists()


@pytest.mark.parametrize("program", ["floor", "cage"])
@pytest.mark.parametrize(
    ("bank", "key", "words"),
    [("bnak.db", "bank.key", "There is no bank"), ("bank.db", "bnak.key", "There is no key")],
)
def test_a_page_of_floor_or_cage_that_is_mistyped_makes_nothing(
    tmp_path, capsys, program, bank, key, words
):
    made = ["bank", "--db", str(tmp_path / "bank.db"), "--key", str(tmp_path / "bank.key")]
    assert stormdeck([*made, "create"]) == 0
    capsys.readouterr()
    own = {"floor": 'desk = "F"\nlinks = "links"\n', "cage": 'window = "W"\ndrawer = "drawer:1"\n'}
    end = "[tables]\n" if program == "floor" else ""
    page = tmp_path / f"{program}.toml"
    page.write_text(f'{own[program]}bank = "{bank}"\nbank_key = "{key}"\n{end}')
    assert stormdeck([program, str(page)]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "bnak.db").exists()
    assert not (tmp_path / "bnak.key").exists()


def test_the_key_of_another_bank_opens_nothing(tmp_path, capsys):
    """Mistyped as one that is there: books under two keys would be nobody's."""
    for n in "12":
        made = ["bank", "--db", str(tmp_path / f"{n}.db"), "--key", str(tmp_path / f"{n}.key")]
        assert stormdeck([*made, "create"]) == 0
    capsys.readouterr()
    before = (tmp_path / "1.db").read_bytes()
    wrong = ["bank", "--db", str(tmp_path / "1.db"), "--key", str(tmp_path / "2.key")]
    for verb in ("report", "reconcile"):
        assert stormdeck([*wrong, verb]) == 1, verb
        said = "".join(capsys.readouterr())
        assert "No book of this bank was written with the key that was given." in said
        assert "restored" not in said, "two people must not accept books that are in order"
    assert (tmp_path / "1.db").read_bytes() == before


@pytest.mark.parametrize("there", [b"", b"\n"])
def test_an_empty_file_is_no_bank_and_becomes_none(tmp_path, capsys, there):
    (tmp_path / "bank.db").write_bytes(there)
    make_bank_key(tmp_path / "k")
    books = ["bank", "--db", str(tmp_path / "bank.db"), "--key", str(tmp_path / "k")]
    for _ in range(2):
        assert stormdeck([*books, "report"]) == 1
        assert capsys.readouterr().err.count("\n") == 1
    with closing(sqlite3.connect(tmp_path / "bank.db")) as found:
        assert found.execute("SELECT * FROM sqlite_master").fetchall() == []


def test_a_file_that_is_no_bank_is_one_line(tmp_path, capsys):
    (tmp_path / "bank.db").write_text("these are not the books you are looking for" * 100)
    (tmp_path / "k").write_bytes(bytes(32))
    db = str(tmp_path / "bank.db")
    assert stormdeck(["bank", "--db", db, "--key", str(tmp_path / "k"), "report"]) == 1
    assert "not a database" in capsys.readouterr().err


def test_every_verb_has_help(capsys):
    for verb in VERBS:
        with pytest.raises(SystemExit) as stop:
            stormdeck(["bank", verb, "--help"])
        assert stop.value.code == 0
