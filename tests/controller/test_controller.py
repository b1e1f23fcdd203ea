"""The whole table in one process: from the swipe to the cash-out, and through power cuts."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from firmware.bank.counter import Counter
from firmware.bank.store import bank_away
from firmware.controller.accept import accept_journal
from firmware.controller.loop import HICCUP_MS, Controller
from firmware.journal import folds
from firmware.journal.journal import open_journal
from firmware.screens import protocol as g
from firmware.settlement import reconcile
from firmware.table import commands as c
from firmware.table.state import balance
from lab.faults.faulty_disk import FaultyDisk, Fuse
from lab.simulation.company import company, play
from lab.simulation.demo_cage import FUNDED, NAMES, PIN
from lab.simulation.demo_people import at_work
from lab.simulation.seeded import means
from lab.simulation.view_bots import calls, holdem
from lab.simulation.whole_table import EVENING_MS, WholeTable
from tests.controller.conftest import KEYS, answered_for
from tests.screens.privacy import cards_in, secrets


def hands(whole: WholeTable, count: int):
    table = whole.controller.table
    first = table.this_hand.number
    return lambda: table.this_hand.number >= first + count and table.live is None


def middle(whole: WholeTable, board: int = 0, number: int = 1):
    """Somebody has to speak in hand `number`, with so many cards on the board."""

    def there() -> bool:
        hand = whole.controller.table.play
        return (
            whole.controller.table.this_hand.number == number
            and hand is not None
            and hand.due == "act"
            and len(hand.board) == board
        )

    return there


def everybody_home(whole: WholeTable, players) -> None:
    for player in players:
        player.go_home()
    ctl = whole.controller
    empty = play(
        whole,
        players,
        lambda: (
            all(s.life == "empty" for s in ctl.table.seats[1:]) and not ctl.custody.outbox.parcels
        ),
    )
    assert empty
    assert Counter(whole.bank).reconcile().problems == []
    cards = [whole.bank.balance(f"patron:{100001 + n}").balance for n in range(len(NAMES))]
    kept = whole.bank.balance("table:1").balance + sum(ctl.custody.swept.values())
    assert kept == ctl.table.books.fees + ctl.table.books.bad_beat + ctl.table.books.high_hand
    assert sum(cards) + kept == len(NAMES) * FUNDED
    here, should = balance(ctl.table)
    assert here == should


def test_an_evening_ends_with_every_cent_on_a_card(make_whole):
    whole = make_whole(3)
    ctl = whole.power_on()
    players = company(whole, holdem())
    assert play(whole, players, hands(whole, 8))
    everybody_home(whole, players)
    again = folds.Folds()
    entries = list(ctl.journal.read(1, ctl.journal.head.seq))
    folds.fold(again, entries)
    assert again == ctl.folds
    assert again.meters.hands >= 8
    assert reconcile.compare_books(entries, whole.bank, "table:1").problems == []
    assert not again.sessions.open


def test_the_same_seed_is_the_same_evening(make_whole):
    stacks = []
    for name in ("one", "two"):
        whole = make_whole(11, name)
        ctl = whole.power_on()
        assert play(whole, company(whole, holdem()), hands(whole, 3))
        stacks.append(
            ([seat.chips.stack for seat in ctl.table.seats], whole.now, ctl.table.play.board)
        )
    assert stacks[0] == stacks[1]


def test_the_next_deck_is_made_while_the_players_look_at_the_result(make_whole):
    whole = make_whole(12)
    ctl = whole.power_on()
    assert play(whole, company(whole, holdem()), hands(whole, 1))
    assert ctl.table.live is None
    assert ctl.now < ctl.table.pace.next_hand_at
    assert ctl.deal.waiting is not None
    assert ctl.deal.waiting.number == ctl.table.this_hand.number + 1
    assert {*ctl.deal.waiting.shares.seals} == {*range(1, 11)}  # nobody will wait for a seal


def seen(whole: WholeTable):
    table = whole.controller.table
    hand = table.play
    return (
        table.this_hand.number, table.decision, hand.down, hand.board, hand.queue, hand.stacks,
        hand.bets, table.position.button, [seat.life for seat in table.seats], table.books,
    )  # fmt: skip


@pytest.mark.parametrize("board", [0, 3, 5])
def test_the_power_goes_in_mid_hand_and_the_same_hand_comes_back(make_whole, board):
    whole = make_whole(5, "whole")
    whole.power_on()
    boards = []
    whole.controller.listeners.hand_over = lambda done: boards.append(done.receipt.board)
    assert play(whole, company(whole, calls), hands(whole, 3))

    whole = make_whole(5, "cut")
    whole.power_on()
    players = company(whole, calls)
    assert play(whole, players, middle(whole, board, number=2))
    before, left = json.encode(seen(whole)), whole.controller.table.clock.until - whole.now
    whole.controller.deal.close()
    whole.now += 3_600_000  # an hour in the dark
    whole.power_on()
    assert json.encode(seen(whole)) == before
    assert not whole.controller.table.paused
    assert whole.controller.table.clock.until - whole.now >= left - 1000  # nobody lost his time
    again = []
    whole.controller.listeners.hand_over = lambda done: again.append(done.receipt.board)
    players = company(whole, calls)
    assert play(whole, players, hands(whole, 1))
    assert again[0] == boards[1]
    everybody_home(whole, players)


def test_killed_again_and_again(make_whole):
    """After any number of steps; also with a snapshot behind."""
    whole = make_whole(7)
    for life in range(9):
        whole.power_on()
        players = company(whole, holdem())
        steps = iter(range(17 + 13 * life))
        play(whole, players, lambda steps=steps: next(steps, None) is None)
        if life % 4 == 3 and whole.controller.table.live is None:
            whole.controller.snapshot()
        whole.controller.deal.close()
    whole.power_on()
    everybody_home(whole, company(whole, holdem()))


def test_no_message_holds_another_seats_hole_card(make_whole):
    whole = make_whole(9)
    ctl = whole.power_on()
    looked = []

    def watch(seat: int, body: bytes) -> None:
        view = g.view(body) if seat else g.public(body)
        assert not cards_in(view) & secrets(ctl.table, seat)
        looked.append(seat)

    for seat, link in whole.links.items():
        link.watch = lambda body, seat=seat: watch(seat, body)
    assert play(whole, company(whole, holdem()), hands(whole, 4))
    assert set(looked) == set(range(11))


def test_hole_cards_are_on_no_disk_in_the_clear(make_whole):
    whole = make_whole(9)
    ctl = whole.power_on()
    assert play(whole, company(whole, calls), middle(whole))
    for entry in ctl.journal.read(1, ctl.journal.head.seq):
        assert entry.sealed or b"Dealt" not in entry.body


# ---- A person at the glass


def sit(whole: WholeTable, seat: int, pin: str = PIN) -> g.View:
    whole.controller.swipe(seat, whole.tracks[seat - 1])
    whole.settle()
    whole.touch(seat, g.EnterPin(pin))
    whole.settle()
    return glass_of(whole, seat)


def glass_of(whole: WholeTable, seat: int) -> g.View:
    body = whole.links[seat].pop()
    assert body is not None
    return g.view(body)


def test_a_refusal_reaches_its_own_seat_and_no_other(make_whole):
    whole = make_whole()
    whole.power_on()
    sit(whole, 3)
    sit(whole, 4)
    whole.touch(3, g.Buy(100))
    whole.settle()
    view = glass_of(whole, 3)
    assert view.refused == "Buy in for $40 or more."
    assert view.mode == "buy-in"
    whole.touch(3, g.Buy(5_000))
    whole.settle()
    assert glass_of(whole, 3).mode == "seated"
    assert glass_of(whole, 4).refused == ""


def test_a_wrong_pin_is_told_and_counted(make_whole):
    whole = make_whole()
    whole.power_on()
    view = sit(whole, 3, "1111")
    assert (view.mode, view.pin.wrong, view.pin.tries) == ("pin", True, 2)
    assert view.refused == ""  # the bank has four more; here it is two, and one count is told
    whole.touch(3, g.EnterPin(PIN))
    whole.settle()
    assert glass_of(whole, 3).mode == "buy-in"


def test_a_card_sits_in_one_seat_only(make_whole):
    whole = make_whole()
    whole.power_on()
    sit(whole, 3)
    whole.controller.swipe(5, whole.tracks[2])
    whole.settle()
    assert glass_of(whole, 5).refused == "This card is in use at seat 3."
    whole.controller.swipe(6, ";123?")
    whole.settle()
    assert glass_of(whole, 6).refused == "The card could not be read: swipe it again."


def test_a_bank_that_is_away_is_asked_again(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
    sit(whole, 3)
    real, asked = whole.bank.hold, []

    def hold(order):
        asked.append(order.id)
        if len(asked) < 3:
            raise bank_away("no route to host")
        return real(order)

    whole.bank.hold = hold
    whole.touch(3, g.Buy(10_000))
    whole.settle()
    assert glass_of(whole, 3).mode == "please wait"
    while ctl.custody.outbox.parcels:
        assert whole.advance()
        whole.settle()
    assert asked == [f"{ctl.custody.journal}-1-1"] * 3  # one name, however often
    assert ctl.table.seats[3].chips.stack == 10_000


def test_a_lost_station_loses_its_cards_and_nobody_elses(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
    assert play(whole, company(whole, calls), middle(whole))
    lost, other = ctl.table.live.seats[:2]
    ctl.detach(lost)
    whole.settle()
    whole.now += HICCUP_MS
    whole.settle()
    assert not ctl.table.seats[lost].link
    assert glass_of(whole, other).public.seats[lost - 1].life == "fault"
    ctl.attach(lost, whole.links[lost])
    whole.settle()
    assert ctl.table.seats[lost].link
    assert len(glass_of(whole, lost).hole) == 2


# ---- The loop, with the real clock and threads


def test_the_loop_runs_with_threads_and_stops(make_whole):
    whole = make_whole()

    async def evening() -> Controller:
        opened = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
        with ThreadPoolExecutor(1) as errands:
            fair = means(whole.home, 1)
            ctl = Controller(whole.config, opened, fair, whole.window, lambda: whole.now, errands)
            whole.controller = ctl
            ctl.opens_with = 2
            running = asyncio.create_task(ctl.run())
            for seat in (1, 2):
                ctl.attach(seat, whole.link(seat))
                ctl.swipe(seat, whole.tracks[seat - 1])
                await until(lambda seat=seat: ctl.table.seats[seat].life == "pin")
                ctl.touch(seat, g.EnterPin(PIN))
                await until(lambda seat=seat: ctl.table.seats[seat].life == "choosing")
                ctl.touch(seat, g.Buy(10_000))
                await until(lambda seat=seat: ctl.table.seats[seat].life == "playing")
            ctl.touch(1, g.CallFloor())
            await until(lambda: ctl.table.live is not None and ctl.table.live.due == "act")
            ctl.stop()
            await running
        return ctl

    ctl = asyncio.run(evening())
    assert ctl.table.this_hand.number == 1


async def until(true, tries: int = 12_000) -> None:
    for _ in range(tries):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come")


def test_the_floor_can_stop_and_void(make_whole):
    whole = make_whole()
    ctl = whole.power_on()
    players = company(whole, calls)
    assert play(whole, players, middle(whole, 3))
    ctl.perform(c.VoidHand(ctl.now, "floor", "spilled coffee"))
    whole.settle()
    assert ctl.folds.meters.hands_voided == 1
    assert play(whole, players, hands(whole, 1))
    everybody_home(whole, players)


def test_no_intent_from_any_seat_breaks_the_table(make_whole):
    """A station may be broken or hostile: the answer is a No at that seat, and the hand goes on."""
    whole = make_whole(13)
    ctl = whole.power_on()
    players = company(whole, holdem())
    assert play(whole, players, middle(whole, number=2))
    rng = Random(13)
    for _ in range(300):
        d, n = rng.choice((0, -1, ctl.table.decision, 10**9)), rng.choice((-5, 0, 1, 7, 99, 10**9))
        intent = rng.choice((
            g.Act(d, "raise", n), g.Act(0, "call"), g.Draw(d, (n,)), g.Roll(d, True),
            g.Kill(d, True),
            g.Show(d, True), g.Pick(d, "x"), g.OpenShare(d, 1, n, b"n"), g.SealShare(d, 1, b"s"),
            g.CutKey(d), g.Doubt(d, "n\n"), g.Digits(d, "12"), g.Digits(d, "no digits"),
                g.UseTime(d), g.Buy(n, True, True),
            g.Cancel(), g.ChangeSeat(n), g.CallFloor(), g.EnterPin("12"), g.Open("history"),
            g.Open("add chips"), g.Close("proof"), g.ComeBack(), g.Enter("kill"), g.Enter("x"),
        ))  # fmt: skip
        whole.touch(rng.randint(1, 10), intent)
        whole.settle()
        here, should = balance(ctl.table)
        assert here == should
    for seat in range(1, 11):  # these people keep to their seats
        whole.touch(seat, g.ChangeSeat(seat))
    whole.settle()
    assert not ctl.table.people.wishes
    assert play(whole, players, hands(whole, 1))
    everybody_home(whole, players)


def test_own_time_limits_are_kept_at_the_seat(make_whole):
    """The hand is played out, then the player goes home with every chip."""
    whole = make_whole(4)
    at_work(whole.bank, "ann").set_time_limit("100003", 10)
    ctl = whole.power_on()
    players = company(whole, calls)
    assert play(whole, players, lambda: ctl.table.seats[3].ready)
    assert play(whole, players, lambda: ctl.table.seats[3].life == "empty")
    reasons = [
        body
        for entry in ctl.journal.read(1, ctl.journal.head.seq)
        if entry.kind.startswith("table.")
        and not entry.of_hand
        and b"own time" in (body := ctl.journal.unseal(entry))
    ]
    assert reasons
    assert whole.now >= EVENING_MS + 10 * 60_000
    everybody_home(whole, players)


def test_fees_leave_for_the_bank_between_hands(make_whole):
    whole = make_whole(5)
    spread = replace(whole.config.spreads[0], fees=(77,))
    whole.config = replace(whole.config, spreads=(spread,), schedule="board-2018-12")
    ctl = whole.power_on()
    players = company(whole, calls)
    assert play(whole, players, hands(whole, 3))
    taken = ctl.table.books.fees
    assert taken > 0
    ctl.snapshot()
    whole.settle()
    assert whole.bank.balance("fees").balance == taken
    whole.power_off()
    again = whole.power_on()
    assert again.custody.swept == {"fees": taken}
    assert not again.custody.outbox.parcels


def test_a_cleared_memory_never_says_an_old_name_to_the_bank(make_whole):
    """REQ-R16: it counts from one again; the bank would answer an old name with old money. Before
    it asks the bank for anything, two people have said that it was cleared."""
    whole = make_whole(6)
    first = whole.power_on()
    sit(whole, 3)
    whole.touch(3, g.Buy(10_000))
    whole.settle()
    whole.touch(3, g.Leave())
    whole.settle()
    assert whole.bank.balance("table:1").balance == 0
    whole.power_off()
    fuse = Fuse()
    whole._disks = FaultyDisk("a", fuse), FaultyDisk("b", fuse)
    cleared = open_journal(whole._disks, KEYS, table="1", clock=lambda: whole.now)
    accept_journal(whole.config, cleared, whole.window, answered_for(whole, "both disks were wet"))
    cleared.journal.close()
    second = whole.power_on()
    assert second.custody.journal != first.custody.journal
    assert sit(whole, 3).mode == "buy-in"
    whole.touch(3, g.Buy(10_000))
    whole.settle()
    assert second.table.seats[3].chips.stack == 10_000
    assert whole.bank.balance("table:1").balance == 10_000


def test_a_touch_is_seen_before_what_follows_from_it(make_whole):
    """The last fold reaches every glass by itself; the pot goes to the winner after that."""
    whole = make_whole()
    whole.power_on()
    players = company(whole, calls)
    assert play(whole, players, middle(whole))
    ctl, told = whole.controller, []

    class Watched:
        def show(self, view: g.Public) -> None:
            told.append((view.last.did if view.last else "", view.result is not None))

    async def folds() -> None:
        loop = asyncio.create_task(ctl.run())
        while ctl.table.live is not None:
            turn = ctl.table.play.queue[0]
            ctl.touch(turn, g.Act(ctl.table.decision, "fold"))
            await asyncio.sleep(0.01)
        ctl.stop()
        await loop

    ctl.publisher.screens[0] = Watched()
    asyncio.run(folds())
    won = next(n for n, (_, result) in enumerate(told) if result)
    assert told[won - 1] == ("fold", False), "and then the pot is won"
    assert len([one for one in told if one == ("fold", False)]) == len(ctl.table.play.seats) - 1
