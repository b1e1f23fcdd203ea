"""The tape of the last hands, for the floor to look at again."""

from firmware.controller.hand_tape import HandTape
from firmware.screens.protocol import public_view as p


def seen(hand: int, phase: str, **more) -> p.Public:
    return p.Public(phase=phase, hand=hand, seats=(p.Seat(1, "in", "Ana"),), **more)


def test_a_hand_in_play_is_not_among_those_that_are_over():
    tape = HandTape()
    tape.note(seen(7, "in hand", street="preflop"), 1000)
    assert tape.hands == (0, 0)
    tape.note(seen(7, "paused", street="preflop"), 1500)
    assert tape.hands == (0, 0)
    tape.note(seen(7, "showdown", result=p.Result(1, 500)), 2000)
    assert tape.hands == (7, 7)
    tape.note(seen(8, "in hand", street="preflop"), 3000)
    assert tape.hands == (7, 7)
    tape.note(seen(8, "waiting"), 4000)  # it was void
    assert tape.hands == (7, 8)


def test_a_voided_hand_ends_with_that():
    """REQ-R20: who looks at it again sees why his chips are where they were."""
    tape = HandTape()
    tape.note(seen(8, "in hand", street="preflop"), 1000)
    tape.note(seen(8, "paused", alert=p.Alert("Paused by the floor")), 2000)
    tape.note(seen(0, "paused", voided=8, alert=p.Alert("Paused by the floor")), 3000)
    assert tape.hands == (8, 8)
    tape.note(seen(0, "waiting", voided=8), 4000)
    tape.note(seen(9, "in hand"), 5000)
    told = [moment.words for moment in tape.moments(8)]
    assert told == ["Deal", "Paused by the floor", "Voided: every chip is back"]
