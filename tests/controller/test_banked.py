"""Three card poker at the real table: bank, wagers, play or fold, all by touch."""

import pytest
from msgspec.structs import replace

from firmware.fairness import verify
from firmware.fairness.digest import canonical
from firmware.screens import protocol as g
from firmware.settlement import reconcile
from firmware.table.config import Spread
from lab.simulation.banked_rows import BankedRow
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from tests.controller.glasses import look, sit_down
from tests.controller.test_controller import everybody_home, hands
from tests.screens.privacy import cards_in, secrets


@pytest.fixture
def seated(make_whole):
    def make(seed: int):
        whole = make_whole(seed)
        stakes = replace(whole.config.spreads[0].stakes, small=500, big=0, blinds=())
        spread = Spread("three-card-poker", stakes, buy_in=(10_000, 50_000), fees=(1,))
        whole.config = replace(whole.config, spreads=(spread,), schedule="")
        whole.power_on()
        glasses = sit_down(whole, 2, 5, 8)
        to(whole, glasses, "bank")
        return whole, glasses

    return make


def to(whole, glasses, due) -> None:
    for _ in range(60):
        look(whole, glasses)
        live = whole.controller.table.play
        if live is not None and live.due == due:
            return
        assert whole.advance()
    raise AssertionError(f"no {due}")


def pick(glasses, *touches) -> list[int]:
    """Every seat that is asked touches these, if they are on its glass; who it was."""
    asked = []
    for seat, station in glasses.items():
        if touches[0] in station.screen.report.targets:
            station.tap(*touches)
            asked.append(seat)
    return asked


ANTE = ("circle ante", "place")


def test_who_sits_out_or_leaves_in_a_round_is_told_what_becomes_of_it(seated):
    whole, glasses = seated(71)
    pick(glasses, "take bank")
    to(whole, glasses, "wager")
    one, other = (glass for glass in glasses.values() if glass.view.ask)
    one.tap("menu", "tile sit out")
    assert one.view.ask
    assert one.says("You sit out after this round")
    for glass in (one, other):
        glass.tap(*ANTE)
    look(whole, glasses)
    assert one.says("You sit out")
    other.tap("menu")
    assert other.says("With what you win, after this round")
    assert other.says("Finish your round first.")
    other.tap("tile leave")
    assert other.says("The table plays on for you.")


def test_a_round_by_touch_from_the_bank_to_the_receipt(seated):
    whole, glasses = seated(71)
    ctl = whole.controller
    assert sum(station.view.ask is not None for station in glasses.values()) == 1  # in order
    (bank,) = pick(glasses, "take bank")
    look(whole, glasses)
    others = sorted(seat for seat in glasses if seat != bank)
    assert sorted(seat for seat in glasses if glasses[seat].view.ask) == others  # at once
    assert all(glasses[seat].view.public.actor == seat for seat in others)
    assert pick(glasses, "circle ante", "circle bonus", "place") == others
    look(whole, glasses)
    held = {seat: len(station.view.hole) for seat, station in glasses.items()}
    assert held == {seat: 0 if seat == bank else 3 for seat in glasses}  # nobody peeks at the bank
    assert pick(glasses, "do play 500") == others
    look(whole, glasses)
    table = ctl.table
    assert table.live is None
    assert table.books.fees == 500  # two antes pay a dollar each, the bank three
    assert glasses[bank].view.public.result.note.startswith("The bank ")
    assert len([seat for seat in glasses[2].view.public.seats if seat.shown]) == 3
    paid = table.play.paid
    for seat in others:
        assert glasses[seat].view.public.seats[seat - 1].won == max(0, paid[seat])
        receipt = glasses[seat].receipt()
        mine = [receipt.open[number] for number in receipt.mine]
        assert mine == table.play.hand(seat)
    entries = ctl.journal.read(1, ctl.journal.head.seq)
    assert reconcile.compare_books(entries, whole.bank, "table:1").problems == []
    glasses[bank].tap("menu", "tile history")
    *words, end = [one.words for one in glasses[bank].view.replay]
    names = {seat.seat: seat.name for seat in glasses[bank].view.public.seats}
    left, right = sorted(others, key=lambda seat: (seat < bank, seat))
    assert words == [
        "Deal",
        f"{names[bank]} holds the bank with $50",
        f"{names[left]} bets $10",
        f"{names[right]} bets $10",
        "Cards are dealt",
        f"{names[left]} bets $15",
    ]
    won = glasses[bank].view.public.seats[table.play.settled().winner - 1].name  # which is luck
    assert end.startswith((f"{won} ", "The bank "))


def test_a_folded_hand_stays_secret_and_nobody_sees_anothers_cards(seated):
    whole, glasses = seated(72)
    pick(glasses, "take bank")
    look(whole, glasses)
    pick(glasses, *ANTE)
    look(whole, glasses)
    table = whole.controller.table
    for seat, station in glasses.items():
        assert not cards_in(station.view) & secrets(table, seat)
    first, second = (station for station in glasses.values() if station.view.ask)
    first.tap("do fold")
    second.tap("do play 500")
    look(whole, glasses)
    assert second.view.public.seats[first.seat - 1].shown == ()
    receipt = second.receipt()
    assert not set(receipt.open.values()) & set(table.play.hand(first.seat))


def test_the_power_goes_while_two_seats_owe_a_choice(seated):
    whole, glasses = seated(73)
    pick(glasses, "take bank")
    look(whole, glasses)
    pick(glasses, *ANTE)
    look(whole, glasses)
    before = whole.controller.table.play.dealt
    first = next(station for station in glasses.values() if station.view.ask)
    first.tap("do play 500")
    whole.controller.deal.close()
    whole.power_on()
    look(whole, glasses)
    assert whole.controller.table.play.dealt == before
    assert len(pick(glasses, "do play 500")) == 1
    look(whole, glasses)
    assert whole.controller.table.live is None


def test_nobody_wants_the_bank_and_the_next_round_comes(seated):
    whole, glasses = seated(74)
    for _ in glasses:
        pick(glasses, "pass bank")
        look(whole, glasses)
    table = whole.controller.table
    assert table.live is None
    number = table.this_hand.number
    to(whole, glasses, "bank")
    assert table.this_hand.number == number + 1


def test_nobody_bets_against_the_bank_and_the_next_round_comes(seated):
    whole, glasses = seated(74)
    (bank,) = pick(glasses, "take bank")
    look(whole, glasses)
    assert len(pick(glasses, "place")) == 2  # "No bet"
    look(whole, glasses)
    table = whole.controller.table
    assert table.live is None
    assert table.seats[bank].chips.stack == glasses[bank].view.public.seats[bank - 1].stack
    number = table.this_hand.number
    to(whole, glasses, "bank")
    assert table.this_hand.number == number + 1


@pytest.mark.parametrize(
    "name", ["bank/-5", "bets/1", "bets/ante", "dance", "bank/9999999999999", "do/fold"]
)
def test_what_is_not_offered_is_refused_in_words(seated, name):
    whole, glasses = seated(75)
    whole.touch(2, g.Pick(whole.controller.table.decision, name))
    look(whole, glasses)
    assert glasses[2].view.refused


def test_an_evening_of_it_ends_with_every_cent_on_a_card(make_whole):
    whole = make_whole(76)
    stakes = replace(whole.config.spreads[0].stakes, small=500, big=0, blinds=())
    spread = Spread("three-card-poker", stakes, buy_in=(10_000, 50_000), fees=(1,))
    whole.config = replace(whole.config, spreads=(spread,), schedule="")
    whole.power_on()
    players = company(whole, calls)
    assert play(whole, players, hands(whole, 5))
    everybody_home(whole, players)


@pytest.mark.parametrize(
    ("room", "game"),
    [
        ("artichoke-joes", "panda-8"),  # a shoe of eight decks
        ("hawaiian-gardens", "super-9-bonus-tie"),  # dice
        ("club-caribe", "no-push"),  # a pool
        ("hawaiian-gardens", "pokara"),  # in turn
        ("hawaiian-gardens", "nine-and-a-half"),  # a seat is dealt to again and again
        ("club-caribe", "cal-craps"),  # two packs, bets between draws
        ("hawaiian-gardens", "pai-gow-tiles"),  # dominoes, set by everybody
        ("delta-downtown", "mah-jong-pai-gow"),  # a die of ten sides
        ("hawaiian-gardens", "jokers-wild-pai-gow-poker:three jokers"),  # three cards alike
    ],
)
def test_rounds_at_the_real_table_with_receipts_that_verify(make_whole, room, game):
    whole = make_whole(77)
    name, _, pack = game.partition(":")
    page = BankedRow(room, name, pack).page
    whole.config = replace(page, table=whole.config.table, settings={"approval": False}, seats=4)
    ctl = whole.power_on()
    done = []
    ctl.listeners.hand_over = lambda one: done.append(
        {line.seat: ctl.deal.receipt(ctl.deal.hand, line.seat) for line in one.receipt.seats}
    )
    players = company(whole, calls)
    assert play(whole, players, hands(whole, 3))
    everybody_home(whole, players)
    assert done
    for receipts in done:
        for receipt in receipts.values():
            verify.Hand(canonical(receipt))


def test_a_double_for_less_by_touch_is_in_the_journal_as_it_was_put_up(make_whole):
    """003 L2667: from the least of the table to the wager; the power goes right after it."""
    whole = make_whole(77)
    page = BankedRow("hawaiian-gardens", "blackjack-poker", "").page
    whole.config = replace(page, table=whole.config.table, settings={"approval": False}, seats=5)
    whole.power_on()
    glasses = sit_down(whole, 2, 4, 5)
    one = asked_to_double(whole, glasses)
    ask = one.view.ask
    double = next(verb for verb in ask.verbs if verb.name == "double")
    chips = double.least + 100
    assert double.least < chips < double.chips
    one.tap("for less", *(f"digit {digit}" for digit in str(chips // 100)), "keypad double")
    lies = whole.controller.table.play.bets[one.seat]
    assert lies["double"] == chips < lies["base"]
    whole.controller.deal.close()
    whole.power_on()
    assert whole.controller.table.play.bets[one.seat] == lies


def asked_to_double(whole, glasses):
    """Round after round, until somebody may; everybody else stands."""
    for _ in range(60):
        look(whole, glasses)
        one = next((x for x in glasses.values() if "for less" in x.screen.report.targets), None)
        if one and any(verb.name == "double" for verb in one.view.ask.verbs):
            return one
        pick(glasses, "take bank")
        pick(glasses, "circle base", "circle base", "circle base", "place")
        pick(glasses, "do no insurance")
        pick(glasses, "do stand")
        assert whole.advance()
    raise AssertionError("nobody could double")


def test_no_share_is_opened_and_no_card_known_while_bets_are_open(make_whole):
    """docs/fairness.md: a shoe is committed before anybody bets, who bets is in the plan, and the
    seeds that make the cards are opened after the close."""
    whole = make_whole(77)
    page = BankedRow("artichoke-joes", "ez-baccarat", "").page
    whole.config = replace(page, table=whole.config.table, settings={"approval": False}, seats=4)
    ctl = whole.power_on()
    assert play(whole, company(whole, calls), hands(whole, 3))
    found = "".join(filter(None, map(_letter, ctl.journal.read(1, ctl.journal.head.seq))))
    dealt = [one for one in found.split("C") if "D" in one]
    assert dealt
    assert all(one.strip("B").startswith("XSUD") for one in dealt), found


def _letter(entry) -> str:
    """Commit, Bets placed, the close (X), Seals, the seeds opened (U), Dealt."""
    if entry.kind == "fair.dealt":
        return "D"
    for name, letter in (("BetsClosed", "X"), ("BetsPlaced", "B"), ('"kind":"commit"', "C"),
                         ('"kind":"seals"', "S"), ('"kind":"cut"', "U")):  # fmt: skip
        if name.encode() in entry.body:
            return letter
    return ""
