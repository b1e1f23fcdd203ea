"""The walk of a settlement: seat by seat, in the order of the stake, and then as it is."""

from msgspec.structs import replace
from pygame import Surface

from center_screen import walk
from center_screen.screen import Screen
from firmware.screens.protocol import bank_facts as facts
from lab.scenes import CENTERS
from ui.theme import CENTER

ENDED = CENTERS["three-card-over"]
ORDER = facts.bettors(ENDED.against)


def before(public):
    """The bets are closed, the bank's cards not open yet."""
    wagers = tuple(replace(one, result="", won=0, uncovered=0) for one in public.against.wagers)
    return replace(public, against=replace(public.against, due="settle", wagers=wagers))


def words(screen: Screen, now: float) -> list[str]:
    screen.heard(now)
    screen.draw(Surface(CENTER, 0, 32), now)
    return [text.words for text in screen.report.texts]


def results(said: list[str]) -> int:
    """Plates that say how it ended for them."""
    return sum(one.startswith(("+ $", "Lost", "Push", "Not covered")) for one in said)


def test_each_seat_in_its_turn_and_at_the_end_all_as_it_is():
    still = Screen()
    still.update(ENDED, 0)
    at_rest = words(still, 5_000)
    screen = Screen()
    screen.update(before(ENDED), 0)
    words(screen, 100)
    screen.update(ENDED, 1_000)
    first = 1_000 + walk.OPENS_MS
    told = [results(words(screen, first + n * walk.SEAT_MS + 1)) for n in range(len(ORDER) + 1)]
    assert told == [*range(len(ORDER) + 1)]
    done = first + len(ORDER) * walk.SEAT_MS + 5_000
    assert sorted(words(screen, done)) == sorted(at_rest)


def test_the_glass_wakes_for_each_seat_and_sleeps_when_all_are_settled():
    screen = Screen()
    screen.update(before(ENDED), 0)
    words(screen, 100)
    screen.update(ENDED, 1_000)
    words(screen, 1_700)
    assert screen.next_wake(1_700) <= 1_000 + walk.OPENS_MS + walk.SEAT_MS


def test_chips_are_where_they_were_and_the_cover_counts_down():
    for n in range(len(ORDER)):
        for seat in walk.at(ENDED, n).seats:
            own = facts.of_seat(ENDED.against, seat.seat)
            if seat.seat in ORDER[n:]:
                assert seat.bet == sum(one.chips for one in own)
    assert walk.at(ENDED, len(ORDER)) == ENDED
    lefts = [facts.cover_left(walk.at(ENDED, n).against) for n in range(len(ORDER) + 1)]
    assert lefts == sorted(lefts, reverse=True)
    assert lefts[0] == facts.stake(ENDED.against)
    assert lefts[-1] == facts.cover_left(ENDED.against)


def test_the_next_round_does_not_wait_for_the_walk():
    screen = Screen()
    screen.update(before(ENDED), 0)
    words(screen, 100)
    screen.update(ENDED, 1_000)
    words(screen, 1_100)
    following = replace(before(ENDED), hand=ENDED.hand + 1)
    screen.update(following, 1_200)
    assert results(words(screen, 1_300)) == 0
    assert screen._settles_from is None
