"""Somebody taps a station's cable. Every message is sealed; its length and its hour are not."""

import pytest
from msgspec.structs import replace

from drivers.link.happenings import Arrived
from firmware.screens import sending
from lab.simulation.banked_rows import BankedRow
from lab.simulation.matrix import rows
from lab.simulation.whole_table import WholeTable, demo_config
from lab.twins.pair import Pairing, Said
from lab.twins.wire import Faults, Wire
from tests.attacks.tap import Judge, Seen, cards_held, evening

GAMES = {"hold'em": "", "stud": "seven-card-stud", "draw": "draw-jacks-or-better"}


def tapped(home, game: str, hands: int) -> list[Seen]:
    page = demo_config()
    if game:
        page = next(row for row in rows() if row.game == game).page
        spreads = (replace(page.spreads[0], fees=()),)
        page = replace(page, settings={"approval": False}, schedule="", spreads=spreads)
    return evening(WholeTable(home, 7, page), hands)


@pytest.mark.parametrize("game", GAMES)
def test_neither_length_nor_time_of_a_message_tells_the_hand(tmp_path, game):
    """Among those who are told of one moment, whoever has two pair is sent as much as whoever has
    nothing, as soon."""
    notes = tapped(tmp_path, GAMES[game], 4)

    assert len({one.hand for one in notes}) == 3
    assert Judge(notes, lambda one: one.size).chance() > 0.01
    assert Judge(notes, lambda one: one.delay_ms).chance() > 0.01


@pytest.mark.parametrize(
    "game",
    [
        "three-card-poker",
        pytest.param("pai-gow-poker", marks=pytest.mark.soak),  # set by everybody, in his own time
        pytest.param("ultimate-texas-holdem", marks=pytest.mark.soak),
        pytest.param("caribbean-stud", marks=pytest.mark.soak),
        pytest.param("pai-gow-tiles", marks=pytest.mark.soak),
    ],
)
def test_nor_the_cards_of_a_round_against_a_bank(tmp_path, game):
    page = BankedRow("hawaiian-gardens", game, "").page
    page = replace(page, table="1", settings={"approval": False}, seats=5)
    notes = evening(WholeTable(tmp_path, 7, page), 4, of=cards_held)

    assert len({one.hand for one in notes}) > 1
    assert Judge(notes, lambda one: one.size).chance() > 0.01
    assert Judge(notes, lambda one: one.delay_ms).chance() > 0.01


def test_in_a_hand_messages_have_few_lengths(tmp_path):
    """At one moment one length, another one for who is asked; when a hand begins, whoever comes
    in is told how."""
    notes = [one for one in tapped(tmp_path, "", 4) if not one.began]
    lengths: dict[tuple[int, tuple[bool, ...]], set[int]] = {}
    for one in notes:
        lengths.setdefault((one.moment, one.asked), set()).add(one.size)

    assert all(len(sizes) == 1 for sizes in lengths.values())
    assert len({one.size for one in notes}) <= 12


def test_without_the_filling_the_length_would_tell(tmp_path, monkeypatch):
    """The judge is no stone: the same evening, each message as short as it can be."""
    monkeypatch.setattr(sending, "OWN", dict.fromkeys(sending.OWN, 1))
    monkeypatch.setattr(sending, "doubled", max)
    notes = tapped(tmp_path, "", 4)

    lengths = Judge(notes, lambda one: one.size)
    assert lengths.bits() > 0.03
    assert lengths.chance() < 0.01


@pytest.mark.parametrize("station_there", [False, True])
def test_a_taped_call_played_to_a_new_link_says_nothing(station_there):
    """Hello, keys and touches of an evening, once more after the table was restarted: with the
    station pulled out, or while it calls itself."""
    pairing, tape = Pairing(1, fresh=True), list[bytes]()
    wire = Wire(pairing.screen(), pairing.controller_end(), 1, Faults())
    wire.a.tap = tape.append
    wire.run(1.0)
    for number in range(20):
        wire.a.link.send(Said(number))
        wire.run(wire.now_s + 0.1)
    assert [one.message.number for one in wire.b.told if isinstance(one, Arrived)] == [*range(20)]
    wire.a.tap = None
    wire.pull(noticed=False)
    wire.b.link = pairing.controller_end(wire.now_s)
    wire.a.link = pairing.screen(wire.now_s)
    wire.a.told.clear(), wire.b.told.clear()
    if station_there:
        wire.put_back(noticed=False)
        wire.run(wire.now_s + 2.0, lambda: wire.b.link.up)
    for frame in tape * 2:
        wire.inject(wire.b, frame)
        wire.run(wire.now_s + 0.01)
    wire.run(wire.now_s + 2.0)
    assert not any(isinstance(one, Arrived) for one in wire.b.told)
    assert wire.b.link.up == station_there
