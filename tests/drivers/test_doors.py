"""Doors, keys and lamps over the sealed link."""

from drivers.doors import InputChanged, Inputs, Lamps, changes, controller_codec
from drivers.link.happenings import Arrived
from drivers.link.link import controller_link
from lab.twins.doors import DoorBoardTwin
from lab.twins.pair import Pairing
from lab.twins.wire import NOISY, Faults, Wire


def wired(faults: Faults) -> tuple[Wire, DoorBoardTwin, list[InputChanged]]:
    people, seen = Pairing(1), [Inputs()]
    board = DoorBoardTwin(people.station, people.controller, 0.0, people.entropy)
    table = controller_link(people.table, people.find, controller_codec(), 0.0, people.entropy)
    wire = Wire(board.link, table, 1, faults)
    told: list[InputChanged] = []

    def hear(happening) -> None:
        if isinstance(happening, Arrived):
            told.extend(changes(seen[0], happening.message))
            seen[0] = happening.message

    wire.a.hear, wire.b.hear = board.hear, hear
    wire.run(2.0, lambda: wire.a.link.up and wire.b.link.up)
    return wire, board, told


def test_each_input_is_told_and_each_lamp_burns():
    wire, board, told = wired(Faults())
    board.open("main door")
    wire.run(wire.now_s + 0.1)
    board.shut("main door")
    wire.run(wire.now_s + 0.1)
    board.open("logic door")
    board.turn_key(7)
    wire.b.link.show(Lamps("blink", {7: "on"}))
    wire.run(wire.now_s + 0.2)

    assert told == [
        InputChanged("main door", True),
        InputChanged("main door", False),
        InputChanged("logic door", True),
        InputChanged("seat key", True, 7),
    ]
    assert board.lamps == Lamps("blink", {7: "on"})


def test_a_door_that_opened_and_closed_while_the_cable_was_out_is_told():
    wire, board, told = wired(Faults())
    wire.run(wire.now_s + 0.2)
    wire.pull()
    board.open("logic door")
    board.shut("logic door")
    wire.run(wire.now_s + 1.0)
    wire.put_back()
    wire.run(wire.now_s + 1.0)

    assert told == [
        InputChanged("logic door", True, missed=True),
        InputChanged("logic door", False, missed=True),
    ]


def test_no_opening_is_lost_in_noise():
    wire, board, told = wired(NOISY)
    for _ in range(20):
        board.open("main door")
        wire.run(wire.now_s + 0.3)
        board.shut("main door")
        wire.run(wire.now_s + 0.3)
    wire.run(wire.now_s + 5.0)

    assert board.inputs.main_door_openings == 20
    assert sum(one.active for one in told) <= 20  # several unseen ones are told as one
    assert told[-1] == InputChanged("main door", False) or told[-1].missed


def test_a_board_that_was_switched_off_is_suspect():
    """Counts that went back mean that nobody watched for a while."""
    before = Inputs(main_door_openings=5)
    assert changes(before, Inputs()) == [
        InputChanged("main door", True, missed=True),
        InputChanged("main door", False, missed=True),
    ]


def test_after_a_reconnect_the_lamps_are_as_the_table_wants_them():
    wire, board, _ = wired(Faults())
    wire.b.link.show(Lamps("on"))
    wire.run(wire.now_s + 0.2)
    wire.pull()
    board.lamps = Lamps()
    wire.b.link.show(Lamps("blink"))
    wire.put_back()
    wire.run(wire.now_s + 1.0)

    assert board.lamps == Lamps("blink")
