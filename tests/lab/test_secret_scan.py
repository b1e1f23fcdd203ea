"""REQ-R29: what could open a door is found before it is shared; what is public is left alone."""

import pytest

from lab.judges import secret_scan
from lab.judges.secret_scan import found_in

KEY = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("lab/x.py", "-----BEGIN EC " + "PRIVATE KEY-----", "a private key"),
        ("docs/x.md", "postgresql://table:" + "hunter2@bank/db", "a password in an address"),
        ("tests/x.py", "AKIA" + "ABCDEFGHIJKLMNOP", "a token of a service"),
        ("commands/x.py", 'x\npassword = "' + 'letmein"', "a password that everybody can read"),
        ("firmware/x.py", f'KEY = "{KEY}"', "this looks like a key"),
    ],
)
def test_a_planted_secret_is_named_with_its_line_and_not_repeated(name, text, what):
    (one,) = found_in(name, text)
    assert one == f"{name}:{text.count(chr(10)) + 1}: {what}"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("systemd/table.toml.example", 'auditor = "' + "1" * 64 + '"'),
        ("systemd/table.toml.example", 'secrets = "/var/lib/stormdeck/secrets"'),
        ("tests/fixtures/receipt.json", f'"{KEY}"'),
        ("docs/bank.md", "postgresql://table@bank/stormdeck"),
        ("firmware/fairness/known_answers.py", f'"{KEY}"'),
    ],
)
def test_what_is_public_is_none(name, text):
    assert [*found_in(name, text)] == []


def test_there_is_none_in_this_tree():
    assert secret_scan.main() == 0
