"""The whole table in one process: from the swipe to the cash-out, and through power cuts."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from msgspec import json
from msgspec.structs import replace

from firmware.bank.counter import Counter
from firmware.bank.store import bank_away
from firmware.controller.loop import Controller
from firmware.journal import folds
from firmware.journal.journal import open_journal
from firmware.screens import protocol as g
from firmware.settlement import reconcile as agree
from firmware.table import commands as c
from firmware.table.state import balance
from lab.faults.faulty_disk import FaultyDisk, Fuse
from lab.simulation.company import company, play
from lab.simulation.demo_cage import FUNDED, NAMES, PIN
from lab.simulation.seeded import means
from lab.simulation.view_bots import calls, holdem
from lab.simulation.whole_table import EVENING_MS, WholeTable
from tests.controller.conftest import KEYS
from tests.screens.privacy import cards_in, secrets


def hands(desk: WholeTable, count: int):
    table = desk.controller.table
    first = table.this_hand.number
    return lambda: table.this_hand.number >= first + count and table.live is None


def middle(desk: WholeTable, board: int = 0, number: int = 1):
    """Somebody has to speak in hand `number`, with so many cards on the board."""

    def there() -> bool:
        hand = desk.controller.table.play
        return (
            desk.controller.table.this_hand.number == number
            and hand is not None
            and hand.due == "act"
            and len(hand.board) == board
        )

    return there


def everybody_home(desk: WholeTable, players) -> None:
    for player in players:
        player.go_home()
    ctl = desk.controller
    empty = play(
        desk,
        players,
        lambda: (
            all(s.life == "empty" for s in ctl.table.seats[1:]) and not ctl.custody.outbox.parcels
        ),
    )
    assert empty
    assert Counter(desk.bank).reconcile().problems == []
    cards = [desk.bank.balance(f"patron:{100001 + n}").balance for n in range(len(NAMES))]
    kept = desk.bank.balance("table:1").balance
    assert kept == ctl.table.books.fees + ctl.table.books.bad_beat + ctl.table.books.high_hand
    assert sum(cards) + kept == len(NAMES) * FUNDED
    here, should = balance(ctl.table)
    assert here == should


def test_an_evening_ends_with_every_cent_on_a_card(make_desk):
    desk = make_desk(3)
    ctl = desk.power_on()
    players = company(desk, holdem())
    assert play(desk, players, hands(desk, 8))
    everybody_home(desk, players)
    again = folds.Folds()
    entries = list(ctl.journal.read(1, ctl.journal.head.seq))
    folds.take(again, entries)
    assert again == ctl.folds
    assert again.meters.hands >= 8
    assert agree.agree(entries, desk.bank, "table:1").problems == []
    assert not again.sessions.open


def test_the_same_seed_is_the_same_evening(make_desk):
    stacks = []
    for name in ("one", "two"):
        desk = make_desk(11, name)
        ctl = desk.power_on()
        assert play(desk, company(desk, holdem()), hands(desk, 3))
        stacks.append(
            ([seat.chips.stack for seat in ctl.table.seats], desk.now, ctl.table.play.board)
        )
    assert stacks[0] == stacks[1]


def test_the_next_deck_is_made_while_the_players_look_at_the_result(make_desk):
    desk = make_desk(12)
    ctl = desk.power_on()
    assert play(desk, company(desk, holdem()), hands(desk, 1))
    assert ctl.table.live is None
    assert ctl.now < ctl.table.pace.next_hand_at
    assert ctl.deal.preparing


def seen(desk: WholeTable):
    table = desk.controller.table
    hand = table.play
    return (
        table.this_hand.number, table.decision, hand.down, hand.board, hand.queue, hand.stacks,
        hand.bets, table.position.button, [seat.life for seat in table.seats], table.books,
    )  # fmt: skip


@pytest.mark.parametrize("board", [0, 3, 5])
def test_the_power_goes_in_mid_hand_and_the_same_hand_comes_back(make_desk, board):
    whole = make_desk(5, "whole")
    whole.power_on()
    boards = []
    whole.controller.listeners.hand_over = lambda done: boards.append(done.receipt.board)
    assert play(whole, company(whole, calls), hands(whole, 3))

    desk = make_desk(5, "cut")
    desk.power_on()
    players = company(desk, calls)
    assert play(desk, players, middle(desk, board, number=2))
    before, left = json.encode(seen(desk)), desk.controller.table.clock.until - desk.now
    desk.controller.deal.close()
    desk.now += 3_600_000  # an hour in the dark
    desk.power_on()
    assert json.encode(seen(desk)) == before
    assert not desk.controller.table.paused
    assert desk.controller.table.clock.until - desk.now >= left - 1000  # nobody lost his time
    again = []
    desk.controller.listeners.hand_over = lambda done: again.append(done.receipt.board)
    players = company(desk, calls)
    assert play(desk, players, hands(desk, 1))
    assert again[0] == boards[1]
    everybody_home(desk, players)


def test_killed_again_and_again(make_desk):
    """After any number of steps; also with a snapshot behind."""
    desk = make_desk(7)
    for life in range(9):
        desk.power_on()
        players = company(desk, holdem())
        steps = iter(range(17 + 13 * life))
        play(desk, players, lambda steps=steps: next(steps, None) is None)
        if life % 4 == 3 and desk.controller.table.live is None:
            desk.controller.snapshot()
        desk.controller.deal.close()
    desk.power_on()
    everybody_home(desk, company(desk, holdem()))


def test_no_message_holds_another_seats_hole_card(make_desk):
    desk = make_desk(9)
    ctl = desk.power_on()
    looked = []

    def watch(seat: int, body: bytes) -> None:
        view = g.view(body) if seat else g.public(body)
        assert not cards_in(view) & secrets(ctl.table, seat)
        looked.append(seat)

    for seat, link in desk.links.items():
        link.watch = lambda body, seat=seat: watch(seat, body)
    assert play(desk, company(desk, holdem()), hands(desk, 4))
    assert set(looked) == set(range(11))


def test_hole_cards_are_on_no_disk_in_the_clear(make_desk):
    desk = make_desk(9)
    ctl = desk.power_on()
    assert play(desk, company(desk, calls), middle(desk))
    for entry in ctl.journal.read(1, ctl.journal.head.seq):
        assert entry.sealed or b"Dealt" not in entry.body


# ---- A person at the glass


def sit(desk: WholeTable, seat: int, pin: str = PIN) -> g.View:
    desk.controller.swipe(seat, desk.tracks[seat - 1])
    desk.settle()
    desk.touch(seat, g.EnterPin(pin))
    desk.settle()
    return glass_of(desk, seat)


def glass_of(desk: WholeTable, seat: int) -> g.View:
    body = desk.links[seat].take()
    assert body is not None
    return g.view(body)


def test_a_refusal_reaches_its_own_seat_and_no_other(make_desk):
    desk = make_desk()
    desk.power_on()
    sit(desk, 3)
    sit(desk, 4)
    desk.touch(3, g.Buy(100))
    desk.settle()
    view = glass_of(desk, 3)
    assert view.refused == "Buy in for $40 or more."
    assert view.mode == "buy-in"
    desk.touch(3, g.Buy(5_000))
    desk.settle()
    assert glass_of(desk, 3).mode == "seated"
    assert glass_of(desk, 4).refused == ""


def test_a_wrong_pin_is_told_and_counted(make_desk):
    desk = make_desk()
    desk.power_on()
    view = sit(desk, 3, "1111")
    assert (view.mode, view.pin.wrong, view.pin.tries) == ("pin", True, 2)
    assert view.refused == "Wrong PIN; 4 tries are left."
    desk.touch(3, g.EnterPin(PIN))
    desk.settle()
    assert glass_of(desk, 3).mode == "buy-in"


def test_a_card_sits_in_one_seat_only(make_desk):
    desk = make_desk()
    desk.power_on()
    sit(desk, 3)
    desk.controller.swipe(5, desk.tracks[2])
    desk.settle()
    assert glass_of(desk, 5).refused == "This card is in use at seat 3."
    desk.controller.swipe(6, ";123?")
    desk.settle()
    assert glass_of(desk, 6).refused == "The card could not be read: swipe it again."


def test_a_bank_that_is_away_is_asked_again(make_desk):
    desk = make_desk()
    ctl = desk.power_on()
    sit(desk, 3)
    real, asked = desk.bank.hold, []

    def hold(order):
        asked.append(order.id)
        if len(asked) < 3:
            raise bank_away("no route to host")
        return real(order)

    desk.bank.hold = hold
    desk.touch(3, g.Buy(10_000))
    desk.settle()
    assert glass_of(desk, 3).mode == "please wait"
    while ctl.custody.outbox.parcels:
        assert desk.advance()
        desk.settle()
    assert asked == [f"{ctl.custody.journal}-1-1"] * 3  # one name, however often
    assert ctl.table.seats[3].chips.stack == 10_000


def test_a_lost_station_loses_its_cards_and_nobody_elses(make_desk):
    desk = make_desk()
    ctl = desk.power_on()
    assert play(desk, company(desk, calls), middle(desk))
    lost, other = ctl.table.live.seats[:2]
    ctl.detach(lost)
    desk.settle()
    assert not ctl.table.seats[lost].link
    assert glass_of(desk, other).public.seats[lost - 1].life == "fault"
    ctl.attach(lost, desk.links[lost])
    desk.settle()
    assert ctl.table.seats[lost].link
    assert len(glass_of(desk, lost).hole) == 2


# ---- The loop, with the real clock and threads


def test_the_loop_runs_with_threads_and_stops(make_desk):
    desk = make_desk()

    async def evening() -> Controller:
        opened = open_journal(desk._disks, KEYS, table="1", clock=lambda: desk.now)
        with ThreadPoolExecutor(1) as errands:
            fair = means(desk.home, 1)
            ctl = Controller(desk.config, opened, fair, desk.bank, lambda: desk.now, errands)
            desk.controller = ctl
            ctl.opens_with = 2
            running = asyncio.create_task(ctl.run())
            for seat in (1, 2):
                ctl.swipe(seat, desk.tracks[seat - 1])
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


async def until(true, tries: int = 2000) -> None:
    for _ in range(tries):
        if true():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not come")


def test_the_floor_can_stop_and_void(make_desk):
    desk = make_desk()
    ctl = desk.power_on()
    players = company(desk, calls)
    assert play(desk, players, middle(desk, 3))
    ctl.perform(c.VoidHand(ctl.now, "floor", "spilled coffee"))
    desk.settle()
    assert ctl.folds.meters.hands_voided == 1
    assert play(desk, players, hands(desk, 1))
    everybody_home(desk, players)


def test_no_intent_from_any_seat_breaks_the_table(make_desk):
    """A station may be broken or hostile: the answer is a No at that seat, and the hand goes on."""
    desk = make_desk(13)
    ctl = desk.power_on()
    players = company(desk, holdem())
    assert play(desk, players, middle(desk, number=2))
    rng = Random(13)
    for _ in range(300):
        d, n = rng.choice((0, -1, ctl.table.decision, 10**9)), rng.choice((-5, 0, 1, 7, 99, 10**9))
        intent = rng.choice((
            g.Act(d, "raise", n), g.Act(0, "call"), g.Draw(d, (n,)), g.Roll(d, True),
            g.Kill(d, True),
            g.Show(d, True), g.Pick(d, "x"), g.Cut(d, n, b"n"), g.SealCut(d, b"s"),
                g.UseTime(d), g.Buy(n, True, True),
            g.Cancel(), g.ChangeSeat(n), g.CallFloor(), g.EnterPin("12"), g.Open("history"),
            g.Open("add chips"), g.Close("proof"), g.ComeBack(),
        ))  # fmt: skip
        desk.touch(rng.randint(1, 10), intent)
        desk.settle()
        here, should = balance(ctl.table)
        assert here == should
    assert play(desk, players, hands(desk, 1))
    everybody_home(desk, players)


def test_own_time_limits_are_kept_at_the_seat(make_desk):
    """The hand is played out, then the player goes home with every chip."""
    desk = make_desk(4)
    Counter(desk.bank).set_time_limit("100003", 10, "ann")
    ctl = desk.power_on()
    players = company(desk, calls)
    assert play(desk, players, lambda: ctl.table.seats[3].ready)
    assert play(desk, players, lambda: ctl.table.seats[3].life == "empty")
    reasons = [
        body
        for entry in ctl.journal.read(1, ctl.journal.head.seq)
        if entry.kind.startswith("table.") and b"own time" in (body := ctl.journal.unseal(entry))
    ]
    assert reasons
    assert desk.now >= EVENING_MS + 10 * 60_000
    everybody_home(desk, players)


def test_fees_leave_for_the_bank_between_hands(make_desk):
    desk = make_desk(5)
    spread = replace(desk.config.spreads[0], fees=(77,))
    desk.config = replace(desk.config, spreads=(spread,), schedule="board-2018-12")
    ctl = desk.power_on()
    players = company(desk, calls)
    assert play(desk, players, hands(desk, 3))
    taken = ctl.table.books.fees
    assert taken > 0
    ctl.snapshot()
    desk.settle()
    assert desk.bank.balance("fees").balance == taken
    desk.power_off()
    again = desk.power_on()
    assert again.custody.swept == {"fees": taken}
    assert not again.custody.outbox.parcels


def test_a_cleared_memory_never_says_an_old_name_to_the_bank(make_desk):
    """REQ-R16: it counts from one again; the bank would answer an old name with old money."""
    desk = make_desk(6)
    first = desk.power_on()
    sit(desk, 3)
    desk.touch(3, g.Buy(10_000))
    desk.settle()
    desk.touch(3, g.Leave())
    desk.settle()
    assert desk.bank.balance("table:1").balance == 0
    desk.power_off()
    fuse = Fuse()
    desk._disks = FaultyDisk("a", fuse), FaultyDisk("b", fuse)
    second = desk.power_on()
    assert second.custody.journal != first.custody.journal
    assert sit(desk, 3).mode == "buy-in"
    desk.touch(3, g.Buy(10_000))
    desk.settle()
    assert second.table.seats[3].chips.stack == 10_000
    assert desk.bank.balance("table:1").balance == 10_000


def test_a_touch_is_seen_before_what_follows_from_it(make_desk):
    """The last fold reaches every glass by itself; the pot goes to the winner after that."""
    desk = make_desk()
    desk.power_on()
    players = company(desk, calls)
    assert play(desk, players, middle(desk))
    ctl, told = desk.controller, []

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
    assert told[-2] == ("fold", False)
    assert told[-1][1], "and then the pot is won"
    assert len([one for one in told if one == ("fold", False)]) == len(ctl.table.play.seats) - 1
