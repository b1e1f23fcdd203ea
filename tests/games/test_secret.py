"""What is secret is said once, on the event's class: journal and screens read it there."""

from typing import get_args

import pytest
from msgspec.structs import fields

from firmware.games.engine import PlayEvent

# Turned up for everybody in the very event.
OPEN = {
    "Shown",
    "HandTabled",
    "RanAgain",
    "BankCardTurned",
    "CardTurned",
    "Discarded",
    "Melded",
    "CardsTurned",
}


@pytest.mark.parametrize("kind", get_args(PlayEvent), ids=lambda kind: kind.__name__)
def test_an_event_that_holds_cards_is_secret_unless_it_turns_them_up(kind):
    holds = any(field.name in ("cards", "card") for field in fields(kind))
    assert kind.secret == (holds and kind.__name__ not in OPEN)


@pytest.mark.parametrize("kind", get_args(PlayEvent), ids=lambda kind: kind.__name__)
def test_what_the_table_notes_of_an_event_is_there(kind):
    needs = {"": (), "act": ("seat",), "shown": ("seat", "cards"), "won": ("seat", "chips")}
    names = {field.name for field in fields(kind)}
    assert names.issuperset(needs.get(kind.told, ("seat",)))
