"""A hand's receipt checked in the visitor's own browser: the same verdict as verify.py, and for the
same reason, on every receipt that is good and on every way to forge one."""

import asyncio
import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.fairness import verify
from firmware.fairness.demonstration import Shuffler, play_craps, play_draw, play_holdem, play_stud
from firmware.fairness.digest import canonical
from firmware.fairness.qr import lean, texts, written
from firmware.fairness.receipt import receipt
from lab.live.simulate import main as simulate
from lab.twins.noise import ScriptedNoise, good
from tests.attacks.test_dishonest_house import PLANS, WON, with_a_draw, witnessed
from tests.desks.paper_room import served
from tests.desks.people import LAW, browser
from tests.fairness import crooked
from tests.fairness.cheat import Cheat
from tests.fairness.refusing import forged, no_reason, places
from tests.fairness.test_crooked import after_a_void

SAMPLE = 40
OLDER = Path(__file__).parents[1] / "fixtures" / "v3" / "codes"
BATCH = """async receipts => {
  const {verified} = await import("/static/verify/verify.js");
  const out = [];
  for (const one of receipts) {
    try { await verified(one); out.push(""); } catch (no) { out.push(no.message); }
  }
  return out; }"""
LINES = """async ([receipt, square]) => {
  const {verified} = await import("/static/verify/verify.js");
  return await verified(receipt, receipt.includes('"attempt":2') ? {square} : {}); }"""
KNOWN = """async () => {
  const {DECKS, PACKS, LONG} = await import("/static/verify/verify.js");
  return [DECKS, PACKS, LONG]; }"""


@pytest.fixture(scope="module")
def honest() -> list[dict[str, Any]]:
    """Hold'em with a cut, a draw that used up its stub, stud that ran short, and craps."""
    table = Shuffler(ScriptedNoise(good()), simulation=True, name="Test 1")
    key, made = table.log.public_key, list[dict[str, Any]]()
    try:
        for number, play in enumerate((_cut, play_draw, play_stud, play_craps), start=1):
            hand = play(table.commit(number), range(1, 9))
            made += [receipt(hand, key, seat) for seat in (0, 3)]
        return made
    finally:
        table.close()


def _cut(hand, seats):
    return play_holdem(hand, seats, shown=(1, 2), digits="483920")


def forgeries(honest: list[dict[str, Any]], count: int) -> list[bytes]:
    rng, made = Random(1), list[bytes]()
    while len(made) < count:
        one = rng.choice(honest)
        made.append(canonical(forged(one, rng.choice([*places(one)][1:]), rng)))
    return made


def where(words: str) -> str:
    return words.partition(": ")[0]


def compared(tmp_path, receipts: list[bytes]) -> None:
    async def ask() -> list[str]:
        async with served(tmp_path) as (home, _), browser() as window:
            page = await window.new_page(viewport={"width": 390, "height": 844})
            await page.goto(f"{home}/verify")
            decks, packs, links = await page.evaluate(KNOWN)
            assert {name: bytes(cards) for name, cards in decks.items()} == verify.DECKS
            assert (packs, links) == (verify.PACKS, verify.LONG)
            found: list[str] = await page.evaluate(BATCH, [one.decode() for one in receipts])
            return found

    for data, said in zip(receipts, asyncio.run(ask()), strict=True):
        ours = no_reason(data)
        assert where(said) == where(ours), (said, ours, data[:200])


def test_a_browser_says_of_each_receipt_what_the_verifier_says(tmp_path, honest):
    codes = ["\n".join(texts(one)).encode() for one in honest]
    older = [path.read_bytes() for path in sorted(OLDER.glob("*.txt"))]
    compared(tmp_path, [*map(canonical, honest), *codes, *older, *forgeries(honest, SAMPLE)])


def test_a_browser_refuses_what_the_verifier_refuses_of_codes(tmp_path, honest):
    rng, made = Random(2), list[bytes]()
    for slim in map(lean, honest):
        for path in rng.sample([*places(slim)][1:], SAMPLE // 8):
            made.append("\n".join(written(forged(slim, path, rng))).encode())
    one = texts(honest[1])
    made += ["\n".join(some).encode() for some in (one[1:], one[:-1], [*one[:-1], one[-1][:-1]])]
    assert all(map(no_reason, made))
    compared(tmp_path, made)


def test_a_browser_is_not_fooled_by_what_it_would_read_in_another_way(tmp_path):
    """A step named by a list was read as its name here, and stopped the other with an error."""
    cheat = Cheat()
    compared(tmp_path, [*crooked.receipts(cheat).values(), *crooked.codes(cheat).values()])


def test_a_browser_says_who_was_strangely_paid_and_which_deal_a_square_is_of(tmp_path):
    cheat = Cheat()
    paid, after = crooked.paid_after_he_folded(cheat), after_a_void(cheat)
    unpaid = copy.deepcopy(cheat.played(cheat.hand()))
    entries(unpaid)["hand"]["won"] = []
    given = [canonical(one).decode() for one in (paid, cheat.resigned(unpaid), after.receipt)]
    squares = [seen for seen, kind in after.squares.items() if kind == "seals"]

    async def ask() -> list[list[str]]:
        async with served(tmp_path) as (home, _), browser() as window:
            page = await window.new_page()
            await page.goto(f"{home}/verify")
            return [await page.evaluate(LINES, [one, squares[0]]) for one in given]

    said = asyncio.run(ask())
    assert "Seat 4 was paid, and was not in at the end" in said[0]
    assert "Nobody was paid" in said[1]
    words = "Your square stood after the seals of an earlier attempt, and this deal has another one"
    assert said[2][-1] == words


def test_a_browser_counts_no_witness_twice(tmp_path, honest):
    bank, auditor = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    good_one = witnessed(honest[0], ("bank", bank), ("auditor", auditor))
    twice = witnessed(honest[0], ("bank", bank), ("auditor", bank))
    assert [bool(no_reason(canonical(one))) for one in (good_one, twice)] == [False, True]
    compared(tmp_path, [canonical(good_one), canonical(twice)])


def test_a_browser_knows_who_may_be_paid_who_cuts_and_who_has_the_button(tmp_path):
    cheat = Cheat()
    plain = cheat.played(cheat.hand())
    story, made = (
        entries(plain),
        [with_a_draw(cheat, friend=False), with_a_draw(cheat, friend=True)],
    )
    for kind, field, lie in (
        *(("hand", "won", won) for won in WON.values()),
        *(("seals", "plan", [*plan, *story["seals"]["plan"][1:]]) for plan in PLANS.values()),
        ("seals", "askers", [3]),
    ):
        forged_one = copy.deepcopy(plain)
        entries(forged_one)[kind][field] = lie
        made.append(cheat.resigned(forged_one))
    reasons = [no_reason(canonical(one)) for one in made]
    assert [not reason for reason in reasons] == [True] + [False] * (len(made) - 1)
    compared(tmp_path, [*map(canonical, made)])


def entries(made: dict[str, Any]) -> dict[str, Any]:
    return {entry["kind"]: entry for entry in made["log"]["entries"]}


# A game of each kind and deck, by its house's page; the quick ones also outside the soak.
QUICK = ("panguingue", "mah-jong-pai-gow")
KINDS = (
    *QUICK, "baccarat-9", "mexican-poker", "texas-holdem", "omaha-hi-lo", "match-it", "badugi",
    "lowball-ace-to-five", "asian-stud", "seven-card-stud", "lightning-sit-n-go", "pokara",
    "three-card-poker", "caribbean-stud", "ultimate-texas-holdem", "no-push", "ez-baccarat",
    "super-9-bonus-tie", "california-blackjack", "no-bust-21st-century-blackjack",
    "hawaiian-blackjack", "nine-and-a-half", "cal-craps", "pai-gow-poker",
    "jokers-wild-pai-gow-poker", "fortune-pai-gow-poker", "pai-gow-tiles", "posoy",
    "chinese-poker-13",
)  # fmt: skip


def taken_home(tmp_path, capsys, game: str) -> list[dict[str, Any]]:
    """A hand of bots at the whole table: what everybody may know, and a player's own."""
    kept = tmp_path / game
    assert simulate(["--headless", "--game", game, "--hands", "1", "--receipts", str(kept)]) == 0
    capsys.readouterr()
    found = [json.loads(path.read_bytes()) for path in sorted(kept.iterdir())]
    return [found[0], max(found[1:], key=lambda one: len(one["cards"][0]["open"]))]


def another_card(good_one: dict[str, Any]) -> dict[str, Any]:
    made = copy.deepcopy(good_one)
    seen = made["cards"][0]["open"][0]
    seen[1] = (seen[1] + 1) % 52
    return made


def proven(tmp_path, capsys, games: tuple[str, ...]) -> None:
    good = [one for game in games for one in taken_home(tmp_path, capsys, game)]
    forged_ones = [canonical(another_card(one)) for one in good[1::2]]
    assert [no_reason(canonical(one)) for one in good] == [""] * len(good)
    assert all(map(no_reason, forged_ones))
    compared(tmp_path, [*map(canonical, good), *forged_ones])


def test_receipts_of_other_decks_are_checked_in_the_browser_too(tmp_path, capsys):
    proven(tmp_path, capsys, QUICK)


@pytest.mark.soak
def test_soak_receipts_of_every_kind_of_game(tmp_path, capsys):
    proven(tmp_path, capsys, KINDS)


@pytest.mark.soak
def test_soak_a_thousand_forgeries(tmp_path, honest):
    compared(tmp_path, forgeries(honest, 1000))


def test_a_visitor_pastes_a_receipt_on_a_phone_and_then_a_forged_one(tmp_path, honest):
    from axe_playwright_python.async_playwright import Axe

    async def visit() -> None:
        async with served(tmp_path) as (home, _), browser() as window:
            page = await window.new_page(viewport={"width": 390, "height": 844})
            sent: list[str] = []
            await page.goto(f"{home}/verify")
            page.on("request", lambda request: sent.append(request.url))
            await page.get_by_label("Receipt").fill(canonical(honest[1]).decode())
            await page.get_by_role("button", name="Check").click()
            await page.get_by_text("VERIFIED", exact=True).wait_for()
            assert "Yours:" in await page.locator("#lines").inner_text()
            broken = canonical(honest[1]).decode().replace('"shown":[[', '"shown":[[9', 1)
            await page.get_by_label("Receipt").fill(broken)
            await page.get_by_role("button", name="Check").click()
            await page.get_by_text("NOT VERIFIED", exact=True).wait_for()
            await page.get_by_label("Digits").fill("1")
            await page.get_by_label("Receipt").fill(canonical(honest[1]).decode())
            await page.get_by_role("button", name="Check").click()
            await page.get_by_text("cut: your seat did not cut in this hand").wait_for()
            assert {*sent} <= {f"{home}/static/icon.svg"}, "nothing leaves the phone"
            found = await Axe().run(page, options={"runOnly": LAW})
            assert not found.response["violations"], found.generate_report()

    asyncio.run(visit())
