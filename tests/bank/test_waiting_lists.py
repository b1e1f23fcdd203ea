"""The waiting lists, on every database: first come, first called; five minutes to answer."""

import pytest

from firmware.bank import waiting_lists as lists
from firmware.errors import Refused

GAME = "NL $1/$3"
MINUTE = 60_000


def put(bank, id_: str, name: str, patron: str = "", game: str = GAME):
    return bank.do(lambda tx, now: lists.put_down(tx, id_, game, name, patron, "", "flo", now))


def names(bank, now_ms: int, game: str = GAME) -> list[str]:
    found = bank.do(lambda tx, now: lists.waiting(tx, now_ms))
    return [one.shown for one in found if one.list == game]


def test_first_come_first_on_the_list_and_no_surname_on_the_wall(bank, clock):
    put(bank, "a", "Sandra Keller")
    clock.now_ms += 1
    put(bank, "b", "Miguel")
    assert names(bank, clock.now_ms) == ["Sandra K.", "Miguel"]


def test_a_form_that_is_sent_twice_puts_one_name_down(bank, clock):
    put(bank, "a", "Sandra Keller")
    put(bank, "a", "Sandra Keller")
    assert names(bank, clock.now_ms) == ["Sandra K."]


def test_another_name_on_a_form_that_was_sent_is_not_lost_in_silence(bank, clock):
    put(bank, "a", "Sandra Keller")
    with pytest.raises(Refused, match=r"Miguel R. is not on the list.*Press again"):
        put(bank, "a", "Miguel Ruiz")
    assert names(bank, clock.now_ms) == ["Sandra K."]


@pytest.mark.parametrize("hidden", ["\u202eevil", "Wa\u200blt", "x" * 81])
def test_a_name_that_the_wall_does_not_show_as_it_is_stands_on_no_list(bank, clock, hidden):
    """Turned round or hidden signs: as for an account's name."""
    with pytest.raises(Refused, match="one line of up to 80"):
        put(bank, "a", hidden)
    with pytest.raises(Refused, match="one line of up to 80"):
        bank.do(lambda tx, now: lists.open_interest(tx, hidden, 3, now))
    assert names(bank, clock.now_ms) == []


def test_nobody_waits_twice_with_one_card_for_one_game(bank, clock):
    put(bank, "a", "", "100001")
    with pytest.raises(Refused, match="waits for NL"):
        put(bank, "b", "", "100001")
    put(bank, "c", "", "100001", "Omaha $4/$8")
    assert len(names(bank, clock.now_ms, "Omaha $4/$8")) == 1


def test_who_does_not_come_within_five_minutes_stands_below_all_others(bank, clock):
    put(bank, "a", "Sandra Keller")
    put(bank, "b", "Miguel Ruiz")
    bank.do(lambda tx, now: lists.call(tx, "a", "4", 5, now))
    just_in_time, too_late = clock.now_ms + 5 * MINUTE - 1, clock.now_ms + 5 * MINUTE
    assert names(bank, just_in_time) == ["Sandra K.", "Miguel R."]
    assert names(bank, too_late) == ["Miguel R.", "Sandra K."]


def test_back_in_is_at_the_end_of_those_who_wait(bank, clock):
    put(bank, "a", "Sandra Keller")
    bank.do(lambda tx, now: lists.call(tx, "a", "4", 5, now))
    clock.now_ms += 6 * MINUTE
    put(bank, "b", "Miguel Ruiz")
    clock.now_ms += 1
    back = bank.do(lambda tx, now: lists.back_in(tx, "a", now))
    assert back.called_ms is None
    assert names(bank, clock.now_ms) == ["Miguel R.", "Sandra K."]


def test_a_call_is_not_shortened_or_lengthened_by_calling_again(bank, clock):
    put(bank, "a", "Sandra Keller")
    first = bank.do(lambda tx, now: lists.call(tx, "a", "4", 5, now))
    clock.now_ms += MINUTE
    again = bank.do(lambda tx, now: lists.call(tx, "a", "4", 6, now))
    assert (again.called_ms, again.seat) == (first.called_ms, 5)


def test_off_the_list_with_a_reason_and_back_for_ten_seconds(bank, clock):
    put(bank, "a", "Sandra Keller")
    with pytest.raises(Refused, match="Say why"):
        bank.do(lambda tx, now: lists.take_off(tx, "a", " ", "flo", now))
    bank.do(lambda tx, now: lists.take_off(tx, "a", "went home", "flo", now))
    assert names(bank, clock.now_ms) == []
    clock.now_ms += 9_000
    bank.do(lambda tx, now: lists.take_back(tx, "a", now))
    assert names(bank, clock.now_ms) == ["Sandra K."]
    bank.do(lambda tx, now: lists.take_off(tx, "a", "went home", "flo", now))
    clock.now_ms += 11_000
    with pytest.raises(Refused, match="too long ago"):
        bank.do(lambda tx, now: lists.take_back(tx, "a", now))


def test_a_game_that_is_not_open_has_its_number_of_names(bank):
    bank.do(lambda tx, now: lists.open_interest(tx, "Stud $2/$4", 5, now))
    assert [(one.list, one.opens_at) for one in bank.do(lambda tx, now: lists.interests(tx))] == [
        ("Stud $2/$4", 5)
    ]
    with pytest.raises(Refused, match="two to ten"):
        bank.do(lambda tx, now: lists.open_interest(tx, "Stud $2/$4", 11, now))
    bank.do(lambda tx, now: lists.close_interest(tx, "Stud $2/$4"))
    assert bank.do(lambda tx, now: lists.interests(tx)) == []


def test_why_a_name_was_taken_off_can_be_read_and_who_was_seated_is_not_among_them(bank, clock):
    for id_, name, why in (("a", "Sandra Keller", "went home"), ("b", "Miguel Ruiz", lists.SEATED)):
        put(bank, id_, name)
        bank.do(lambda tx, now, id_=id_, why=why: lists.take_off(tx, id_, why, "flo", now))
    (one,) = bank.do(lambda tx, now: lists.left(tx, 0))
    assert (one.shown, one.list, one.by, one.why) == ("Sandra K.", GAME, "flo", "went home")
    assert bank.do(lambda tx, now: lists.left(tx, clock.now_ms)) == []
