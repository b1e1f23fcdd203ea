"""`stormdeck bank` from an empty directory to a reconciled day; bad input gets one line."""

import io
import re

import pytest

from commands import main as stormdeck
from commands.bank import VERBS
from tests.bank.conftest import fresh_schema


@pytest.fixture(params=["sqlite", "postgresql"])
def bank(request, tmp_path, capsys, monkeypatch):
    db = str(tmp_path / "bank.db")
    if request.param == "postgresql":
        db = fresh_schema(request.getfixturevalue("server"))

    def run(line: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        words = ["bank", "--db", db, "--key", str(tmp_path / "bank.key")]
        try:
            code = stormdeck([*words, *re.findall(r"[^\s']+(?:'[^']*')?|'[^']*'", line)])
        except SystemExit as stop:
            code = int(stop.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


HOUSE = """staff mia manager
staff ann cage --agent mia
staff sue supervisor --agent mia
add vault vault
add drawer 1
add table T1
fill 1 5,000 --agent ann --approver sue
open --name Ada --id-type passport --id-number X1 --id-expiry 2999-01-01 --signed --agent ann
card 100001 --agent ann"""


def set_up(bank) -> None:
    for line in HOUSE.splitlines():
        code, _, err = bank(line)
        assert (code, err) == (0, ""), line


def test_a_day_at_the_cage(bank):
    set_up(bank)
    assert bank("pin 100001 --agent ann", "2468\n2468\n")[0] == 0
    code, out, _ = bank("deposit 100001 $3,000.01 --drawer 1 --agent ann --id d1")
    assert code == 0
    assert "Deposit $3,000.01  document 1-000002  id d1" in out
    assert "! Title 31: cash in today is $3,000.01, more than $3,000" in out
    assert "balance $3,000.01" in bank("deposit 100001 3000.01 --drawer 1 --agent ann --id d1")[1]
    assert "Withdrawal $1,000.01" in bank("withdraw 100001 1000.01 --drawer 1 --agent ann")[1]
    assert bank("balance 100001")[1] == "patron:100001: $2,000\n"
    assert bank("balance drawer:1")[1] == "drawer:1: $7,000 in cash\n"
    out = bank("statement 100001")[1]
    assert re.search(r"1-000002\s+deposit\s+\$3,000.01\n", out)
    assert re.search(r"1-000003\s+withdraw\s+-\$1,000.01\n", out)
    assert bank("lock 100001 --agent ann --reason lost-wallet")[0] == 0
    assert "is locked" in bank("withdraw 100001 1 --drawer 1 --agent ann")[2]
    assert bank("unlock 100001 --agent ann --reason found")[0] == 0
    assert "DUPLICATE  $3,000.01  document 1-000002  posted" in bank("receipt d1")[1]
    refused = bank("correct d1 --agent ann --approver sue --reason typo")[2]
    assert "Only $2,000 is available." in refused
    bank("deposit 100001 5 --drawer 1 --agent ann --id d2")
    out = bank("correct d2 --agent ann --approver sue --reason typo")[1]
    assert out == "Corrected by document 1-000005, $5 the other way.\n"
    out = bank("report")[1]
    assert "! Title 31: account 100001: in $3,000.01, out $1,000.01: log" in out
    code, out, _ = bank("reconcile")
    assert code == 0
    assert out.endswith("The books agree.\n")
    assert bank("pending")[1] == "Nothing waits.\n"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("deposit 100001 1.5 --drawer 1 --agent ann", "'1.5' is not an amount"),
        ("deposit 100001 -5 --drawer 1 --agent ann", "is not an amount"),
        ("deposit 100001 1e3 --drawer 1 --agent ann", "is not an amount"),
        ("deposit 100001 ١٢ --drawer 1 --agent ann", "is not an amount"),
        ("deposit 100001 0 --drawer 1 --agent ann", "Choose an amount"),
        ("deposit 999 5 --drawer 1 --agent ann", "no patron 999"),
        ("deposit 100001 5 --drawer 9 --agent ann", "no account drawer:9"),
        ("deposit 100001 5 --drawer 1 --agent eve", "eve is not enrolled"),
        ("withdraw 100001 5 --drawer 1 --agent ann", "Only $0 is available"),
        ("deposit 100001 5 --drawer 1", "required: --agent"),
        ("dance", "invalid choice"),
        ("balance nobody", "no account nobody"),
        ("report yesterday", "'yesterday' is not a day"),
        ("exclude 100001 ever --agent ann", "'ever' is not a number of days"),
        ("time-limit 100001 long --agent ann", "is not a number of minutes"),
        ("settle x maybe --agent ann --approver sue --reason y", "Say post or void"),
        ("settle x post --agent ann --approver sue --reason y", "no transfer x"),
        ("lost 123 --agent ann", "no card 123"),
        ("add bucket 1", "no kind bucket"),
        ("staff eve king --agent mia", "no role king"),
        ("fill 1 5 --agent ann --approver ann", "may not approve"),
        ("reconcile --journal /nowhere --table T1", "no journal in /nowhere"),
        ("open --name Eve --id-type x --id-number 2 --id-expiry 2999-01-01 --agent ann", "signat"),
    ],
)
def test_bad_input_gets_one_line_and_changes_nothing(bank, line, words):
    set_up(bank)
    code, out, err = bank(line)
    assert code != 0
    assert words in err
    assert err.count("\n") == 1
    assert "Traceback" not in out + err
    assert bank("reconcile")[0] == 0


def test_two_different_pins_change_nothing(bank):
    set_up(bank)
    assert "differ" in bank("pin 100001 --agent ann", "2468\n2469\n")[2]


def test_a_bank_that_is_not_there_is_one_line(tmp_path, capsys):
    for db in (str(tmp_path / "no" / "bank.db"), "postgresql://nobody@127.0.0.1:1/none"):
        code = stormdeck(["bank", "--db", db, "--key", str(tmp_path / "k"), "report"])
        err = capsys.readouterr().err
        assert code == 1
        assert "The bank does not answer" in err
        assert err.count("\n") == 1


def test_a_file_that_is_no_bank_is_one_line(tmp_path, capsys):
    (tmp_path / "bank.db").write_text("these are not the books you are looking for" * 100)
    db = str(tmp_path / "bank.db")
    assert stormdeck(["bank", "--db", db, "--key", str(tmp_path / "k"), "report"]) == 1
    assert "not a database" in capsys.readouterr().err


def test_every_verb_has_help(capsys):
    for verb in VERBS:
        with pytest.raises(SystemExit) as stop:
            stormdeck(["bank", verb, "--help"])
        assert stop.value.code == 0
