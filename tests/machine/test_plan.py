"""table.toml: the example is good; each wrong page is refused with its line and what is right."""

from pathlib import Path

import pytest

from commands.table import main
from drivers.sockets import Place
from firmware.bank.keys import load_bank_key
from firmware.errors import Fault
from firmware.machine.plan import read_plan
from firmware.machine.toml_lines import TomlLines
from firmware.pages import BadPage

EXAMPLE = Path(__file__).parents[2] / "systemd/table.toml.example"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The example, with its directories here."""
    (tmp_path / "lib").mkdir()
    path = tmp_path / "table.toml"
    path.write_text(EXAMPLE.read_text().replace("/var/lib/stormdeck", f"{tmp_path}/lib"))
    return path


def test_the_example_is_a_good_page(page: Path, capsys):
    plan = read_plan(page)

    assert (plan.config.table, plan.config.seats) == ("1", 10)
    assert plan.config.least_buy(0) == 2_000
    assert plan.sockets.place("pci-0000:00:14.0-usb-0:3.4:1.0") == Place("doors")
    assert len(plan.sockets.places()) == 22
    assert main(["--check", str(page)]) == 0
    said = capsys.readouterr().out
    assert "is good: table 1, 10 seats" in said
    assert "no floor is connected: a card and its PIN seat a player, 2 players with" in said
    assert sorted(one.name for one in page.parent.iterdir()) == ["lib", "table.toml"]


# What is written instead of what, what the line says then, what the error says about it.
WRONG = {
    "a typo": ('house = "', 'huose = "', "huose", "there is no huose; is it misspelt"),
    "an unknown house": ('"artichoke-joes" ', '"artichoke" ', "house =",
                         "house: there is no 'artichoke'; perhaps artichoke-joes"),
    "text for a number": ("seats = 10", 'seats = "ten"', "seats =",
                          "seats: a whole number belongs here, not a text in quotes"),
    "too many seats": ("seats = 10", "seats = 11", "seats =",
                       "seats: two to ten stations, not 11"),
    "no TOML": ("limit = \"limit\"", "limit = limit", "limit = limit", "this is no TOML: "),
    "an open bracket": ("fees = [13, 38, 53]", "fees = [13, 38, 53", "\n[settings]",
                        "this is no TOML: "),
    "an unknown game": ('"lightning-holdem"', '"lightning-holden"', "game =",
                        "game: there is no 'lightning-holden'; perhaps lightning-holdem"),
    "no such limit": ('limit = "limit"', 'limit = "no limits"', "limit =",
                      "spreads[0].limit: there is no 'no limits' here; perhaps no-limit, "),
    "buy-in the wrong way round": ("buy_in = [2000, 0]", "buy_in = [40000, 4000]", "buy_in",
        "buy_in: least 40000 is more than most 4000; write [least, most] in cents"),
    "half a buy-in": ("buy_in = [2000, 0]", "buy_in = [2000]", "buy_in",
                      "spreads[0].buy_in: 2 values belong here, not 1"),
    "dollars": ("blinds = [100, 200]", "blinds = [1.0, 2.0]", "stakes =",
                "spreads[0].stakes.blinds[0]: a whole number belongs here, not a decimal number"),
    "no blinds": ("blinds = [100, 200], ", "", "stakes =",
                  "lightning-holdem: stakes.blinds is missing; write [100, 200]"),
    "blinds the wrong way round": ("[100, 200]", "[200, 100]", "stakes =",
                                   "stakes.blinds: small to big, in cents, as [100, 200]"),
    "no chip": ("chip = 100", "chip = 0", "stakes =", "stakes.chip: the smallest chip"),
    "odd bets": ("small = 200", "small = 250", "stakes =",
                 "stakes.small: 250 is no number of chips of 100 cents"),
    "no such fee": ("[13, 38, 53]", "[13, 38, 5300]", "fees =",
                    "board-2018-12 has no option 5300"),
    "no such schedule": ('"board-2018-12"', '"board-2019"', "schedule =",
                         "schedule: there is no 'board-2019'; perhaps board-2018-12"),
    "an unknown setting": ("action_ms = 30_000", "action = 30_000", "action =",
                           "settings: there is no 'action'; perhaps action_ms"),
    "a setting like no other": ("action_ms = 30_000", "xyz = 30_000", "xyz =",
                                "settings: there is no 'xyz'; there are approval, pin_tries, "),
    "a setting of the wrong kind": ("action_ms = 30_000", 'action_ms = "30 s"', "action_ms",
                                    "action_ms: a whole number belongs here, not a text"),
    "a setting that there is not": ("action_ms = 30_000", 'fee_from = "dealer"', "fee_from",
                                    "fee_from: there is no 'dealer' here; perhaps button, pot"),
    "one bracket for two": ("[[spreads]]", "[spreads]", "[spreads]",
                            "spreads: each is a section of its own, in two brackets: [[spreads]]"),
    "its own rulebook": ("seats = 10", "seats = 10\nrulebook = {}", "rulebook",
                         "rulebook: is read from the pages, never written by hand"),
    "one disk": ("lib-second/journal", "lib/journal", "journal =",
                 "machine.journal: two directories, on two disks, not one"),
    "one journal": (', "{lib}-second/journal"]', "]", "journal =",
                    "machine.journal: 2 values belong here, not 1"),
    "no secrets": ("secrets = ", "secret = ", "secret =", "there is no machine.secret"),
    "a sister nowhere": (
        "[keyholders]", '[machine.sisters]\n2 = "there"\n\n[keyholders]', '2 = "there"',
        "machine.sisters.2: unix:/path, or tcp:",
    ),
    "an unknown bank": ('bank = "', 'bank = "mysql:/', "bank =", "a SQLite file, postgresql://"),
    "no place for the bank": ('bank = "{lib}/', 'bank = "{lib}/a/b/', "bank =",
                              "there is no directory {lib}/a/b for the bank"),
    "alone": ("opens_with = 0", "opens_with = 1", "opens_with",
              "machine.opens_with: 2 players or more"),
    "a short key": ("1111111111111111\"", "\"", "auditor =",
                    "keyholders.auditor: a public key of 64 hex digits belongs here, not 48"),
    "one key for two": ("2" * 64, "1" * 64, "manager =",
                        "keyholders.manager is the key of auditor; each holds another"),
    "a seat without a socket": ('5 = "pci-0000:00:14.0-usb-0:2.1:1.0"\n', "", "[sockets.stations]",
                                "sockets.stations: seat 5 has no socket"),
    "a seat too many": ("[sockets.readers]", '[sockets.readers]\n11 = "x"', '11 = "x"',
                        "sockets.readers: there is no seat 11; this table has 10"),
    "a socket for two": ("usb-0:4.3:1.0", "usb-0:1.2:1.0", '3 = "pci-0000:00:14.0-usb-0:1.2:1.0"',
                         "sockets: the socket pci-0000:00:14.0-usb-0:1.2:1.0 is named twice"),
    "a name for a seat": ("[sockets.others]", "[sockets.others]\nfan = \"x\"", "fan =",
                          "sockets.others: there is no 'fan' here; center and doors"),
    "a seat by its name": ("[sockets.readers]", '[sockets.readers]\nfirst = "x"', "first =",
                           "sockets.readers: there is no 'first' here; seats are numbers"),
    "a socket that is a number": ('1 = "pci-0000:00:14.0-usb-0:1.1:1.0"', "1 = 1", "1 = 1\n",
                                  "sockets.stations.1: a text in quotes belongs here"),
    "twice": ("seats = 10", "seats = 10\nseats = 9", "seats = 9", "this is no TOML: "),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_page_is_refused_with_its_line(name: str, page: Path, capsys):
    old, new, marker, words = (
        one.replace("{lib}", f"{page.parent}/lib") if one != "\n[settings]" else one
        for one in WRONG[name]
    )
    text = page.read_text()
    assert old in text
    page.write_text(text := text.replace(old, new, 1))
    line = text[: text.index(marker.lstrip("\n"))].count("\n") + 1

    assert main([str(page)]) == 78
    said = capsys.readouterr()
    assert said.out == ""
    if name == "an open bracket":  # found where it can no longer be closed
        assert f"{page} line " in said.err
    else:
        assert f"stormdeck table: {page} line {line}: " in said.err
    assert words in said.err
    assert said.err.count("\n") == 1
    assert sorted(one.name for one in page.parent.iterdir()) == ["lib", "table.toml"]


@pytest.mark.parametrize("section", ["machine", "keyholders", "sockets"])
def test_a_missing_section_is_named(section: str, page: Path):
    lines = page.read_text().splitlines()
    kept, skip = [], False
    for one in lines:
        if one.startswith("["):
            skip = one.startswith((f"[{section}]", f"[{section}."))
        if not skip:
            kept.append(one)
    page.write_text("\n".join(kept))
    with pytest.raises(BadPage, match=rf"line \d+: the section \[{section}\] is missing"):
        read_plan(page)


def test_a_page_that_cannot_be_read(tmp_path: Path, capsys):
    assert main([str(tmp_path / "none.toml")]) == 78
    assert "none.toml: No such file or directory" in capsys.readouterr().err
    (tmp_path / "latin.toml").write_bytes(b'table = "1"\nhouse = "caf\xe9"\n')
    assert main([str(tmp_path / "latin.toml")]) == 78
    assert "latin.toml line 2: this is no UTF-8 text" in capsys.readouterr().err


def test_the_wiring_plan_may_be_a_file_of_its_own(page: Path):
    text = page.read_text()
    at = text.index("# Which socket")
    plan = text[at:].replace("[sockets.", "[")
    page.write_text('sockets = "sockets.toml"\n' + text[:at])
    (page.parent / "sockets.toml").write_text(plan)
    assert len(read_plan(page).sockets.places()) == 22

    (page.parent / "sockets.toml").write_text(plan.replace('7 = "', '70 = "', 1))
    number = plan[: plan.index('7 = "')].count("\n") + 1
    with pytest.raises(
        BadPage, match=rf"sockets\.toml line {number}: stations: there is no seat 70"
    ):
        read_plan(page)


def test_lines_of_long_and_nested_things():
    lines = TomlLines(
        "# a comment\na.b = 1\n[[spreads]]\nx = 1\n[[spreads]]\nlong = [\n  10,\n  20,\n]\n"
        '[spreads.inner]\ny = """\n[no.header]\n"""\nz = { q = 1 }\n'
    )
    found = {
        "a.b": 2, "spreads": 3, "spreads[0].x": 4, "spreads[1]": 5, "spreads[1].long": 6,
        "spreads[1].long[1]": 8, "spreads[1].inner": 10, "spreads[1].inner.z.q": 14,
        "spreads[1].none": 5, "none": 0,
    }  # fmt: skip
    assert {field: lines.of(field) for field in found} == found


def test_the_banks_key_can_be_sealed_to_the_machine(page: Path, tmp_path, monkeypatch):
    """systemd unseals it for one start, in memory: the disk holds none. The metrics and the updater
    read the page too, and are not given it."""
    key = f'bank_key = "{tmp_path}/lib/bank.key"'
    page.write_text(page.read_text().replace(key, 'bank_key = "credential:bank.key"'))
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "run"))
    key = read_plan(page).bank_key
    assert key == tmp_path / "run/bank.key"
    with pytest.raises(Fault, match="LoadCredentialEncrypted"):
        load_bank_key(key)
    key.parent.mkdir()
    key.write_bytes(bytes(32))
    load_bank_key(key)


SIZED = """
game = "razz"
limit = "no-limit"
stakes = { small = 5000, ante = 500, bring_in = 2500, chip = 500 }
buy_in = [200000, 0]
"""


@pytest.mark.parametrize(
    ("old", "new", "marker", "words"),
    [
        ("ante = 500", "ante = 400", "stakes =", "stakes.ante: 500 or more"),
        ("bring_in = 2500", "bring_in = 2000", "stakes =", "stakes.bring_in: 2500 or more"),
        ("bring_in = 2500, ", "", "stakes =", "stakes.bring_in: 2500 or more, 5 antes"),
        ("small = 5000", "small = 4500", "stakes =", "stakes.small: 5000 or more, 10 antes"),
        ("[200000, 0]", "[199500, 0]", "buy_in", "buy_in: 400 antes"),
        ("[200000, 0]", "[200500, 0]", "buy_in", "write [200000, 0]"),
        ("buy_in = [200000, 0]", "", "[[spreads]]", "buy_in: 400 antes"),
    ],
)
def test_no_limit_stud_is_sized_by_its_ante(old, new, marker, words, page: Path, capsys):
    """000 L337-340, with or without the fees that are filed for it."""
    before, rest = page.read_text().split('\ngame = "lightning-holdem"')
    good = before.replace("seats = 10", "seats = 8") + SIZED + rest[rest.index("\n# What") :]
    chip = "chip = 100" if "400" in new or "4500" in new else "chip = 500"
    page.write_text(text := good.replace("chip = 500", chip).replace(old, new))
    line = text[: text.index(marker)].count("\n") + 1
    assert main(["--check", str(page)]) == 78
    said = capsys.readouterr().err
    assert f"{page} line {line}: " in said
    assert words in said
    assert "(000 L337-340)" in said
