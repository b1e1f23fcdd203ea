"""A journal replays the same for ever, whatever its pages say by now."""

from contextlib import suppress
from random import Random

import pytest
from msgspec.structs import fields, replace

from firmware.errors import Refused
from firmware.games.poker import rules as pages
from firmware.games.poker.commands import Call
from firmware.table import commands as c
from firmware.table import events as e
from firmware.table import fee as fees
from firmware.table import settings
from firmware.table.config import Tournament
from firmware.table.engine import evolve, new_table
from firmware.table.jackpot import Jackpot
from firmware.table.state import Departed, Table, decode, encode
from lab.simulation import bots
from lab.simulation.bare_table import BareTable, config, no_limit

LEVELS = ((25, 50, 0), (50, 100, 0), (100, 200, 10))
SIT_N_GO = Tournament(5_000, 500, 1_000, LEVELS, 60_000, 1, 10_000, (60, 40), 4)
TABLES = {
    "fees and jackpots": config(jackpot=Jackpot(bad_beat=60)),
    "no-limit": no_limit(settings={"bank_ms": 9_000, "bank_refill_ms": 500}),
    "delta": config("delta-downtown", settings={"straddle": True}),
    "sit-n-go": replace(no_limit(), tournament=SIT_N_GO),
}


def evening(page, hands=12):
    """A table, and the lines of its journal."""
    m, rng, lines = BareTable(page, 7), Random(7), list[bytes]()
    m.watch = lambda machine, events: lines.extend(map(e.to_line, events))
    if page.tournament:
        for seat in (1, 2, 3, 4):
            m.sit(seat, page.tournament.entry)
        m.order(c.StartTournament)
    else:
        m.open(1, 2, 3, 5, chips=200_000)
    while m.table.this_hand.number < hands and sum(seat.ready for seat in m.table.seats) > 1:
        if not m.table.live:
            m.shuffle()
            m.bank()
            stir(m)
        if m.step():
            continue
        live = m.table.live
        if live is not None and live.queue:
            m.do(c.Play(m.now, m.table.decision, bots.random_legal(live, rng)))
        else:
            m.wait()
    return m.table, lines


def stir(m):
    """People come, go, move and buy chips."""
    table, hands = m.table, m.table.this_hand.number
    wishes = {4: c.TakeSeat(m.now, 2, 7), 6: c.BuyIn(m.now, 3, 500), 8: c.Leave(m.now, 1)}
    if hands in wishes and not table.config.tournament:
        with suppress(Refused):
            m.do(wishes[hands])
        m.bank()
    if hands == 10 and table.seats[9].life == "empty" and not table.config.tournament:
        m.sit(9, 200_000)


# What events say since a journal could be read without the pages, and what they did not say before.
SAID_LATER = {
    e.HandBegan: ("rules", "stakes", "fee", "act_ms", "time_banks", "waits"),
    e.InHand: ("next_hand_at", "bad_beat"),
    e.HandVoided: ("next_hand_at",),
    e.Voted: ("agreed",),
    e.BoughtIn: ("counters", "short_buys", "bank_ms", "missed"),
    e.CashedOut: ("missed", "remember_ms"),
    e.Moved: ("dealt_off",),
    e.TournamentStarted: ("until", "players"),
}


def as_before(event):
    unsaid = SAID_LATER.get(type(event), ())
    known = {one.name: one.default for one in fields(event)}
    return replace(event, **{name: known[name] for name in unsaid})


@pytest.fixture
def changed_pages(monkeypatch):
    """Every page that a table names says something else from now on."""

    def change():
        games = {name: replace(game, deck="52 + joker") for name, game in pages.games().items()}
        cash = {name: _other(home) for name, home in settings.house_tables().items()}
        sheets = {name: replace(sheet, sheets=()) for name, sheet in fees.schedules().items()}
        monkeypatch.setattr(pages, "games", lambda: games)
        monkeypatch.setattr(settings, "house_tables", lambda: cash)
        monkeypatch.setattr(fees, "schedules", lambda: sheets)
        pages.rules.cache_clear()

    yield change
    pages.rules.cache_clear()


def _other(home):
    ways = replace(
        home.settings,
        action_ms=1_000, gap_ms=1, gap_showdown_ms=1, gather_ms=1, street_ms=1, link_ms=1,
        bank_refill_ms=77, bank_ms=5_000, return_ms=1, stay_out_ms=1, debt_kept=False,
        short_buys="one a session", jackpot_drop=200, fee_without_flop=False,
    )  # fmt: skip
    return replace(home, settings=ways, sources={})


def replayed(page, lines) -> Table:
    table = new_table(page)
    for line in lines:
        evolve(table, e.from_line(line))
    return table


@pytest.mark.parametrize("name", TABLES)
def test_a_page_that_changes_later_does_not_change_the_past(name, changed_pages):
    table, lines = evening(TABLES[name])
    changed_pages()
    spread = table.config.spreads[0]
    stakes = replace(spread.stakes, small=5_000, big=10_000, blinds=(2_500, 5_000))
    page = replace(table.config.page, seats=4, spreads=(replace(spread, stakes=stakes),))
    page = replace(page, jackpot=None, tournament=None, settings={})
    assert replayed(page, lines) == table
    assert decode(encode(table)) == table, "a snapshot agrees"


def test_every_hand_names_the_rules_it_is_played_by():
    table, lines = evening(TABLES["fees and jackpots"], hands=2)
    told = [e.from_line(line) for line in lines]
    assert isinstance(told[0], e.RulesPosted)
    assert told[0].config == table.config.page
    began = [one for one in told if isinstance(one, e.HandBegan)]
    assert {one.rules for one in began} == {told[0].rules["hash"]}


def test_the_next_hand_is_played_by_the_new_page_and_the_journal_says_so(changed_pages):
    m = BareTable(no_limit()).open(1, 2, 3, button=1).next_hand().fold_out()
    changed_pages()
    m.table, known = replayed(no_limit(), map(e.to_line, m.events)), len(m.events)
    assert m.table.config.ways.action_ms != 1_000, "until then by the old one"
    m.next_hand()
    posted = [one for one in m.events[known:] if isinstance(one, e.RulesPosted)]
    began = [one for one in m.events[known:] if isinstance(one, e.HandBegan)]
    assert [one.rules["ways"]["action_ms"] for one in posted] == [1_000]
    assert began[0].rules == posted[0].rules["hash"]


@pytest.mark.parametrize("name", TABLES)
def test_a_journal_from_before_is_read_with_the_pages_as_they_are(name):
    table, lines = evening(TABLES[name])
    again = new_table(TABLES[name])
    for event in map(e.from_line, lines):
        if not isinstance(event, e.RulesPosted):
            evolve(again, as_before(event))
    again.config = table.config
    assert again == table


def test_after_a_hand_from_before_the_next_one_waits_as_it_did():
    """Longer after hands that were shown; a voided hand has shown none."""
    m = BareTable(no_limit(settings={"gap_ms": 3_000, "gap_showdown_ms": 7_000}))
    m.open(1, 2, 3, button=1).next_hand().fold_out().next_hand().call_down().next_hand()
    m.order(c.VoidHand)
    now, then, gaps = new_table(*m.start), new_table(*m.start), dict[int, int]()
    for event in m.events:
        evolve(now, event)
        evolve(then, as_before(event))
        assert then.pace.next_hand_at == now.pace.next_hand_at
        gaps[then.this_hand.number] = then.pace.next_hand_at - event.at
    assert gaps == {0: 0, 1: 3_000, 2: 7_000, 3: 3_000}


def test_what_an_event_says_is_what_happens():
    """evolve holds no rule: the amounts are the event's, whatever the pages would say."""
    m = BareTable(no_limit()).open(1, 2, 3, button=1)
    m.ask(c.BuyIn, 1, 500)
    (name,) = m.table.transit.asked
    evolve(m.table, e.BoughtIn(m.now, 1, name, 500, short_buys=7))
    assert m.table.seats[1].chips.short_buys == 7
    evolve(m.table, e.Moved(m.now, 2, 5, "floor", "because", dealt_off=True))
    m.table.position.button = 3
    evolve(m.table, e.Moved(m.now, 3, 6, "floor", "because", dealt_off=True))
    chips = m.table.seats[1].chips.stack
    evolve(m.table, e.CashedOut(m.now, 1, "p1", "t-9", chips, "player", True, 77))
    assert m.table.people.departed["p1"] == Departed(m.now, chips, True)


def test_a_hand_waits_as_long_as_its_beginning_says():
    """For a lost link, for the bets of a round, for the next street: whatever the pages say."""
    m = BareTable(no_limit()).open(1, 2, 3, button=1)
    m.next_hand()
    m.ask(c.LoseLink, 2)
    m.move(Call(1))
    asked = len(m.events)
    m.move(Call(2))
    m.move(Call(3))
    again, waits = new_table(no_limit()), e.Waits(gather=7, street=11, run_twice=0, link=13)
    for event in m.events[:asked]:
        began = isinstance(event, e.HandBegan)
        evolve(again, replace(event, waits=waits) if began else event)
    assert again.clock.until == again.now + again.clock.give + 13
    gathered = []
    for event in m.events[asked:]:
        evolve(again, event)
        gathered.append(again.pace.deal_at - event.at)
    assert 7 in gathered
    assert again.play.due == m.table.play.due


def test_a_setting_that_is_no_more_is_passed_over():
    _, lines = evening(TABLES["no-limit"], hands=1)
    posted = e.from_line(lines[0])
    posted.rules["ways"]["tea_ms"] = 5
    posted.rules["laws"][0]["settings"]["tea"] = True
    again = new_table(TABLES["no-limit"])
    evolve(again, e.from_line(e.to_line(posted)))
    assert again.config.rulebook.hash == posted.rules["hash"]


def test_who_moved_in_an_earlier_version_dealt_off_or_did_not():
    """AJ-R31c: both blinds paid, on the button. It was not said then, and is derived."""
    m = BareTable(config()).open(1, 2, 3, 4, button=4)
    for _ in range(5):
        m.next_hand()
    m.fold_out()
    button = m.table.position.button
    other = next(seat for seat in (1, 2, 3, 4) if seat != button)
    for seat, to in ((button, 8), (other, 9)):
        evolve(m.table, e.Moved(m.now, seat, to, "floor", "because"))
    assert [m.table.seats[to].change.free_pass for to in (8, 9)] == [True, False]


def test_cards_that_an_earlier_version_showed_are_found_by_their_faces():
    """It said which faces were shown, and not which of the dealt cards they are."""
    m = BareTable(config()).open(1, 2, 3, button=1).next_hand().fold_out()
    (won,) = m.table.this_hand.result.won
    held = m.table.play.held(won.seat)
    faces = tuple(m.table.play.face(number) for number in reversed(held))
    evolve(m.table, e.CardsShown(m.now, won.seat, faces))
    assert m.table.this_hand.result.shown == {won.seat: [*reversed(held)]}
