"""What README and docs name is there: commands, options, targets, files, faults, numbers."""

import re
from pathlib import Path

import pytest

import commands
from console import opening, seen
from desks import attention
from desks.floor import book
from drivers.link import cable, link
from firmware.bank import (
    cage_clock,
    details,
    drafts,
    gaming_day,
    office,
    order_slips,
    pins,
    play,
    postgres_store,
    proposals,
    staff,
    staff_sessions,
    standing,
    title31,
)
from firmware.controller import deal_memory, desk_orders, floor_notes, hand_tape, loop, to_bank
from firmware.fairness import deck, keeping, share
from firmware.journal import orders
from firmware.machine import slots, window_service, wire_desk
from firmware.table.settings import Settings

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *sorted((ROOT / "docs").glob("*.md")),
         *sorted((ROOT / "systemd").glob("*.example"))]  # fmt: skip
SOURCES = [path for room in ("commands", "lab", "firmware") for path in (ROOT / room).rglob("*.py")]


def _found(pattern: str) -> set[tuple[str, str]]:
    """What a page names, and where."""
    return {
        (path.name, word)
        for path in PAGES
        for word in re.findall(pattern, path.read_text(), re.MULTILINE)
    }


def test_every_command_is_one():
    known = {*commands.COMMANDS, *commands._more(), "COMMAND"}
    named = _found(r"(?:^ {4}|`|/)stormdeck ([a-z][a-z-]+)")
    assert len(named) > 30
    assert {one for one in named if one[1] not in known} == set()


def test_every_verb_is_one(capsys):
    named = _found(r"(?:^ {4}|`|/)stormdeck ((?:bank|staff|rng) [a-z][a-z-]+)")
    assert len(named) > 30
    for page, words in sorted(named):
        with pytest.raises(SystemExit) as ended:
            commands.main([*words.split(), "--help"])
        assert ended.value.code == 0, f"{page}: {words}: {capsys.readouterr().err}"


def test_every_option_is_one():
    text = "".join(path.read_text() for path in SOURCES)
    known = {*re.findall(r'"(--[a-z][a-z-]+)"', text)}
    lines = _found(r"(?:^ {4}|`|/)(stormdeck [^`#\n]*--[^`#\n]*)")
    named = {(page, option) for page, line in lines for option in re.findall(r"--[a-z-]{2,}", line)}
    assert len(named) > 20
    assert {one for one in named if one[1] not in known} == set()


def test_every_target_of_make_is_one():
    known = {*re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    named = _found(r"(?:^ {4}|`)make ([a-z]+)")
    assert len(named) > 8
    assert {one for one in named if one[1] not in known} == set()


def test_every_file_is_there():
    named = _found(r"\b((?:docs|systemd|image|tests|firmware|lab)/[\w/.-]*\w\.\w+)")
    assert len(named) > 20
    assert {one for one in named if not (ROOT / one[1]).exists()} == set()


OTHERS = {"ID_PATH", "SOURCE_DATE_EPOCH"}  # udev's, and of builds that come again


def test_every_fault_is_one():
    text = "".join(path.read_text() for path in SOURCES)
    named = {one for one in _found(r"`([A-Z]+_[A-Z_]+)`") if one[1] not in OTHERS}
    assert len(named) > 30
    assert {one for one in named if f'"{one[1]}"' not in text} == set()


SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
NUMBERS = {
    "appliance.md": {"It has four minutes": slots.TRIAL_MS == 4 * MINUTE},
    "bank.md": {
        "older than ten minutes": office.OVERDUE_MS == 10 * MINUTE,
        "a PIN of six digits": staff.PIN_DIGITS == 6,
        "five tries for all desks together": pins.TRIES_MAX == 5,
        "It ends after ten hours": staff_sessions.SESSION_MS == 10 * HOUR,
        "own PIN, within two minutes": proposals.OPEN_MS == 2 * MINUTE,
        "left alone for three minutes": attention.LOCK_S == 180,
        "sealed, for a day": drafts.KEPT_MS == 24 * HOUR,
        "21 or older": details.AGE_MIN == 21,
        "asks every five seconds": to_bank.STAY_MS == 5 * SECOND,
        "silent for a minute": play.HEARD_MS == MINUTE,
        "20 questions a second": window_service.ASKS_A_S == 20,
        "8 at a time": window_service.OPEN_MOST == 8,
        "above $3,000": title31.LOG_ABOVE == 3_000_00,
        "Above $10,000": title31.REPORT_ABOVE == 10_000_00,
        "an hour behind": gaming_day.BACK_MS == HOUR,
        "for 36 hours": cage_clock.NIGHT_MS == 36 * HOUR,
        "each day (`clock`)": cage_clock.VOUCHED_MS == 24 * HOUR,
        "rise a day later": standing.RAISE_LIMIT_AFTER_MS == 24 * HOUR,
        "after six seconds": postgres_store.SILENCE["tcp_user_timeout"] == 6 * SECOND,
    },
    "desks.md": {
        "good for two minutes": order_slips.GOOD_MS == 2 * MINUTE,
        "After two minutes nothing happens": desk_orders.SECOND_MS == 2 * MINUTE,
        "the last twenty answers": orders.SHOWN == 20,
        "free in the last two hours": floor_notes.FREED_MS == 2 * HOUR,
        "away after half a second": link.DOWN_S == 0.5,
        "four times a second": cable.REOPEN_S == 0.25,
        "last fifty hands": hand_tape.HANDS == 50,
        "five orders a second": wire_desk.ORDERS_A_S == 5,
        "ten seconds longer": loop.FLOOR_BACK_MS == 10 * SECOND,
        "for three minutes locks itself": attention.LOCK_S == 180,
        "a minute later its server": attention.TOLD_S == 60,
        "within a second": book.READ_S == 1.0,
        "something for five minutes": seen.WRITING_MS == 5 * MINUTE,
    },
    "fairness.md": {
        "shuffles four decks": deck.DECKS == 4,
        "draws 32 bytes": share.SHARE_BYTES == 32,
        "6 to 12 digits": (share.DIGITS_LEAST, share.DIGITS_MOST) == (6, 12),
        "within 3 seconds": Settings().share_ms == 3 * SECOND,
        "the third in 1,000 hands": (deal_memory.ALARM, deal_memory.HANDS_COUNTED) == (3, 1000),
        "of the last ten hands": keeping.HANDS_KEPT == 10,
    },
    "journal.md": {"on the screen for a minute": opening.SHOWN_MS == MINUTE},
}


@pytest.mark.parametrize(
    ("page", "words"), [(page, words) for page, told in NUMBERS.items() for words in told]
)
def test_every_number_is_the_one_that_runs(page, words):
    assert words in " ".join((ROOT / "docs" / page).read_text().split()), "it says so no more"
    assert NUMBERS[page][words]
