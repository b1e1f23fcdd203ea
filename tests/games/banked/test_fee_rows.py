"""Every posted row of the fee sheets, against the digest's own row. fee_rows.txt holds those."""

import re
from pathlib import Path

import pytest

from firmware.houses import banked_fees
from firmware.houses.wager_fees import Sheet
from firmware.pages import BadPage, check

ROWS = [
    line.split(" ", 1)
    for line in Path(__file__).with_name("fee_rows.txt").read_text().splitlines()
    if not line.startswith("#")
]


BONUS = "1-200=1201+=2"


# Filed beside newer ones: their options count from 101.
OLDER = {
    *(f"artichoke-joes/F{n}" for n in range(1, 8)),
    *(f"casino-royale/F-{n}" for n in (11, 12, 13, 14, 16)),
    "hawaiian-gardens/F-22_blackjack_list",
    *(f"hawaiian-gardens/F-21{part}" for part in ("a", "b1", "c", "d", "e", "f", "g")),
}


def posted(sheet: str) -> list[str]:
    house, _, name = sheet.partition("/")
    found = [
        row
        for one, page in banked_fees()[house].items()
        if one.split(",")[0] == name.replace("_", " ")
        for row in page["rows"]
    ]
    return [row.replace(" ", "") for row in found]


def as_posted(at: int, sheet: str, row: str) -> str:
    """The digests' notations in ours: option;limits;player;bank."""
    if sheet in OLDER:
        return _older(at, sheet, row)
    if sheet.startswith("artichoke-joes"):
        # tiers that overlap by a dollar, as printed; a second seven and eight in F13
        row = row.replace("NL", "100000").replace(" 12000-", " 12001-")  # F11, a dollar later
        return row.replace("(?)", "").replace("flat=", "").replace("7'", "15").replace("8'", "16")
    if sheet == "club-caribe/F4":  # a dollar of the jackpot more from the bank (004 L1653)
        limits, player, bank = row.replace(".00", "").replace("0.50", ".50").split(",")
        return f"{at};{limits};{player};{int(bank) + 1}"
    if sheet == "club-caribe/F3":
        return f"{at};{_posoy(row)}"
    if sheet.endswith("13-card"):
        option, point, _, four, three, two = row.split("|")
        return f"{option};{point};2={two} 3={three} 4={four};0"
    if sheet.startswith("club-caribe"):
        limits, bank, player = row.replace("1.00", "1").replace("0.50", ".50").split(",")
        return f"{at};{limits};{player};{bank}"
    if sheet.startswith("hawaiian"):
        option, limits, player, bank = row.split("|")
        return f"{option};{limits};{player};{bank}"
    if sheet.startswith("casino-royale"):
        option, limits, tiers = re.fullmatch(r"(\d+), ?(\S+): +(.+)", row).groups()
        tiers = tiers.replace(":", "=").replace(",", "")
        if sheet.endswith("F-7"):  # "Player fee 1 per square always"
            return f"{option};{limits};1;{tiers.removeprefix('P/D ')}"
        player, _, bank = tiers.rpartition("; P/D ")
        return f"{option};{limits};{player.removeprefix('player ') or 0};{bank}"
    limits, player, *bank = (part.strip() for part in row.split(":"))
    if not bank:
        player, bank = player.split("/")[0], [player.split("/")[1]]
    tiers = " ".join(part.strip().replace(" ", "=") for part in bank[0].split(","))
    return f"{at};{limits};{player};{tiers}"


def _older(at: int, sheet: str, row: str) -> str:
    if sheet.endswith("list"):  # printed as the newer ones are
        option, limits, player, bank = row.split("|")
        return f"{100 + int(option)};{limits};{_cents(player)};{_cents(bank)}"
    if sheet.startswith("hawaiian"):
        limits, bank, player = row.split("|")
        return f"{100 + at};{limits};{_cents(player)};{_cents(bank)}"
    if sheet.startswith("casino"):  # what is printed beside a row is no part of it
        row = re.sub(r" +\(stray.*$| ?\([^)]*\)", "", row.replace("2000+:20", "2001+:20"))
        option, limits, tiers = re.fullmatch(r"(\d+, ?)?(\S+): +(.+)", row).groups()
        return f"{100 + at};{limits};0;{tiers.replace(':', '=').replace(',', '')}"
    option, rest = re.sub(r"flat=|\(\?\)|\[|\]", "", row).replace("NL", "100000").split(";", 1)
    return f"{100 + int(option)};{rest}"


def _cents(amount: str) -> str:
    """0.5 -> .50"""
    return f"{float(amount):.2f}"[1:] if "." in amount else amount


def _posoy(row: str) -> str:
    """5-20,0.50,"0.50 if bets total 5.00-49.50; 1.00 if 50 or more"."""
    limits, player, bank = row.replace("(alternative row)", "").replace('"', "").strip().split(",")
    tiers = re.fullmatch(r"(\S+) if bets total (\S+); (\S+) if (\d+) or more", bank)
    if tiers:
        low, span, high, more = tiers.groups()
        bank = f"{span}={low} {more}+={high}"
    told = f"{limits};{player};{bank}".replace("5.00-", "5-").replace("0.50", ".50")
    return re.sub(r"(\d)\.00", r"\1", told).strip()


@pytest.mark.parametrize("sheet", sorted({sheet for sheet, _ in ROWS}))
def test_a_sheet_is_posted_row_by_row(sheet):
    rows = [row for one, row in ROWS if one == sheet]
    ours = posted(sheet)
    assert len(ours) == len(rows)
    for at, (row, mine) in enumerate(zip(rows, ours, strict=True), 1):
        told = as_posted(at, sheet, row).replace(" ", "").replace("0.5;", ".50;")
        told = told.replace(";100-100;", ";100;")
        if sheet.endswith("F18"):  # its limits are not part of the options
            option, _, player, *rest = told.split(";")
            if player.startswith("as"):  # "as 1", with a fee on the bonus wagers beside it
                player, rest = ours[int(option) - 7].split(";")[2], [rest[1], BONUS]
            told = ";".join((option, player, *rest))
            mine = ";".join(part for n, part in enumerate(mine.split(";")) if n != 1)
        assert mine == told


@pytest.mark.parametrize("house", banked_fees())
def test_no_table_has_more_than_five_rates_and_every_row_can_be_read(house):
    """000 L3554: at most five collection rates for a limit."""
    for name, raw in banked_fees()[house].items():
        for fee in check(raw, Sheet, name).fees(name):
            assert max(len(fee.player), len(fee.bank), len(fee.bonus)) <= 5
            assert fee.limits[0] <= fee.limits[1]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("1;5-200;1", "write option;limits;player;bank"),
        ("x;5-200;1;2", "write option;limits;player;bank"),
        ("1;five;1;2", "limits are written as 5-200"),
        ("1;5-200;5-50:1;2", "a tier is written as 5-50=1"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(row, says):
    with pytest.raises(BadPage, match=says):
        Sheet("", (), (row,)).fees("house.toml: F1")
