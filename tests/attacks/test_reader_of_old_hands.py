"""Somebody who has the whole machine, every key and every file of it, after the evening: what was
folded stays folded, and who played is written nowhere in the clear."""

import gc
import json
import zlib
from collections.abc import Iterator
from contextlib import suppress
from types import FunctionType, ModuleType

import pytest

from firmware.controller.past_cards import TOLD, StandIns
from firmware.errors import Fault
from firmware.games.poker.events import Dealt, Drew
from firmware.screens import protocol as g
from firmware.screens.protocol import orders as o
from firmware.table import events as e
from lab.simulation.company import company, play
from lab.simulation.demo_cage import NAMES
from lab.simulation.view_bots import calls, holdem
from lab.simulation.whole_table import QueueLink
from tests.controller.floor import Floor


def between(ctl) -> bool:
    """The hand is over and its deck put away; the next one may be committed to already."""
    return ctl.table.live is None and not ctl.deal.playing and not ctl.deal.over


@pytest.fixture
def evening(make_whole):
    return played(make_whole(9), calls)


def played(whole, policy):
    ctl = whole.power_on()
    players = company(whole, policy)[:5]
    whole.players_there = players
    play(whole, players, lambda: ctl.table.this_hand.number >= 4 and between(ctl))
    whole.settle()
    return whole


def test_opens_the_cards_of_past_hands_with_every_key_of_the_machine(evening):
    ctl = evening.controller
    sealed = [one for one in ctl.journal.read(1, ctl.journal.head.seq) if one.of_hand]
    assert len(sealed) > 10
    for entry in sealed:
        with pytest.raises(Fault, match="that key is gone"):
            ctl.journal.unseal(entry)
        with pytest.raises(Fault):
            ctl.journal._keys.unseal(entry.body, ctl.journal._place_of(entry))


def test_reads_them_in_a_snapshot(evening):
    """The last hand's play stands in it, with cards that mean nothing in place of the hidden."""
    ctl = evening.controller
    hand = ctl.table.play
    hidden = {seat: list(hand.down[seat]) for seat in hand.seats if seat not in _shown(ctl)}
    before = [*ctl.table.books.fees.to_bytes(8, "little")]
    ctl.snapshot()
    evening.power_off()
    ctl = evening.power_on()
    assert [*ctl.table.books.fees.to_bytes(8, "little")] == before
    assert ctl.table.play is not None
    replayed = {seat: list(ctl.table.play.down[seat]) for seat in hidden}
    assert not hidden or replayed != hidden


def _shown(ctl) -> set[int]:
    result = ctl.table.this_hand.result
    return {seat for seat, numbers in result.shown.items() if numbers} if result else set()


def test_a_restart_in_a_hand_still_opens_that_hand(evening):
    whole, ctl = evening, evening.controller
    players = whole.players_there
    number = ctl.table.this_hand.number
    play(whole, players, lambda: ctl.table.this_hand.number > number and ctl.table.clock.seat)
    held = [list(cards) for cards in ctl.table.live.down]
    whole.power_off()
    again = whole.power_on()
    assert [list(cards) for cards in again.table.live.down] == held


def test_takes_over_the_running_table_and_reads_all_that_it_remembers(make_whole):
    """Of those who still sit there, too: what was folded in hands before this one only their
    stations could open."""
    whole = played(make_whole(9), holdem())
    ctl = whole.controller
    salts = {salt for player in whole.players_there for salt in hidden_salts(whole, player.seat)}
    assert len(salts) > 10
    last, players = ctl.table.this_hand.number, whole.players_there
    play(whole, players, lambda: ctl.table.this_hand.number > last and ctl.deal.playing)
    found = [text for text in remembered(ctl) if any(salt in text for salt in salts)]
    assert found == []


def hidden_salts(whole, seat) -> set[str]:
    """Of the cards of his last hands that nobody else saw, as his station reads his receipts."""
    log, found = whole.logs[seat], set()
    for hand in range(1, whole.controller.table.this_hand.number + 1):
        whole.touch(seat, g.Open("proof", hand))
        whole.settle()
        if log.proved is not None:  # he was dealt in
            mine = log.proved.receipt
            shown = {number for number, _ in mine.last.end["shown"]}
            for layer in mine.receipt["cards"]:
                found |= {salt for number, _, salt in layer["open"] if number not in shown}
        whole.touch(seat, g.Close("proof"))
        whole.settle()
    return found


def remembered(root) -> Iterator[str]:
    """Every text and, in hex, all bytes that can be reached from it, but not through a cable."""
    seen, todo = set(), [root]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, ModuleType | type | QueueLink):
            continue
        seen.add(id(thing))
        if isinstance(thing, str):
            yield thing
        elif isinstance(thing, bytes | bytearray):
            yield thing.hex()
            with suppress(zlib.error):
                yield zlib.decompressobj().decompress(thing).decode(errors="replace")
        elif isinstance(thing, FunctionType):
            todo += [cell.cell_contents for cell in thing.__closure__ or ()]
        else:
            todo += gc.get_referents(thing)


def test_replays_all_of_it_without_a_key_to_the_same_cent(evening):
    whole, ctl = evening, evening.controller
    table = ctl.table
    stacks = [(seat.life, seat.chips.stack) for seat in table.seats]
    books = table.books
    whole.power_off()
    for disk in whole._disks:
        for name in [name for name in disk.list() if name.endswith(".snap")]:
            disk.remove(name)
    again = whole.power_on().table
    assert [(seat.life, seat.chips.stack) for seat in again.seats] == stacks
    assert again.books == books


def test_learns_from_the_stand_ins():
    """Two deals that look alike to everybody are told alike."""
    deck = range(52)
    to, shown = [1, 2, 1, 2, 0, 0, 0], {4: 30, 5: 31, 6: 32, 1: 40, 3: 41}
    one, two = (
        StandIns(to, shown, deck).without_cards(
            e.InHand(0, (Dealt((first, 40, second, 41, 30, 31, 32)), Drew(1, (first,))))
        )
        for first, second in ((51, 50), (7, 3))
    )
    assert one == two
    assert one.events[0].cards[1] == 40
    assert one.events[1].cards == one.events[0].cards[:1]


def test_what_is_told_in_the_clear_holds_shown_cards_and_nothing_else(evening):
    ctl = evening.controller
    for entry in ctl.journal.read(1, ctl.journal.head.seq):
        if entry.kind == "fair.entry":
            said = json.loads(entry.body)
            shown = dict(map(tuple, said.get("shown", [])))
        if entry.kind != TOLD:
            continue
        events = json.loads(entry.body)["events"].values()
        cards = [card for line in events for card in _dealt(line)]
        for number, face in shown.items():
            assert cards[number] == face
        hidden = [card for n, card in enumerate(cards) if n not in shown]
        assert hidden == sorted(hidden), "the lowest that nobody saw, in order"


def _dealt(line) -> list[int]:
    import base64

    inner = json.loads(base64.b64decode(line))["events"]
    return [card for one in inner if one["type"] == "Dealt" for card in one["cards"]]


def test_looks_for_the_names_of_patrons(evening):
    """Also of those who changed their seat, left in a hand, were listed, or had a seat held."""
    ctl, players = evening.controller, evening.players_there
    floor, (leaver, mover, *_) = Floor(evening), players
    floor("flo", o.JoinList, account="patron:9", name=NAMES[8])
    floor("flo", o.Reserve, seat=9, account="patron:10", name=NAMES[9])
    play(evening, players, lambda: between(ctl))
    evening.touch(mover.seat, g.ChangeSeat(7))
    mover.seat = 7
    play(evening, players, lambda: ctl.table.live is not None and ctl.table.in_hand(leaver.seat))
    evening.touch(leaver.seat, g.Leave())
    leaver.going = True
    play(evening, players, lambda: ctl.table.seats[leaver.seat].life == "empty")
    kinds = {entry.kind for entry in ctl.journal.read(1, ctl.journal.head.seq)}
    assert {f"table.{x}" for x in ("LeaveAsked", "Moved", "Listed", "SeatReserved")} <= kinds
    assert ctl.table.seats[7].person.name == NAMES[1]
    ctl.snapshot()
    for disk in evening._disks:
        for name, data in disk.files().items():
            for patron in NAMES:
                assert patron.encode() not in data, (name, patron)
