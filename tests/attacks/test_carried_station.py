"""Somebody carries a station of his own program to another seat, to see the cards there.

A real table program on real ptys; the stations are paper ones, and show whatever they are sent.
"""

from tests.machine.conftest import in_room

__all__ = ["in_room"]


def cards_of(screen) -> tuple[int, ...]:
    return screen.view.hole if screen.view else ()


def swap(room, one: int, other: int) -> None:
    """The stations of two seats change places; the sockets stay where they are."""
    screens = room.cables.screens
    for seat in (one, other):
        room.cables.pull(seat)
    screens[one], screens[other] = screens[other], screens[one]
    for seat in (one, other):
        room.cables.plug(seat)


def test_a_station_carried_to_another_seat_in_a_hand_shows_none_of_its_cards(in_room):
    async def evening(room) -> None:
        screens = room.cables.screens
        await room.power_on()
        for seat in (1, 2, 3):
            room.sit(seat)
        await room.until(lambda: all(cards_of(screens[n]) for n in (1, 2, 3)), "no cards")
        for player in room.players.values():
            player.plays = False  # the hand goes on until somebody's time is up
        hand = screens[1].view.public.hand
        mine, theirs = cards_of(screens[1]), cards_of(screens[2])
        thief, victim = screens[1], screens[2]
        seen: list[tuple[int, ...]] = []
        thief.look = lambda: seen.append(cards_of(thief))
        swap(room, 1, 2)

        await room.until(lambda: waits(thief) and waits(victim), "they are not told to wait")
        await room.says(
            "MOVED: Station 1 moved from the station of seat 1 to the station of seat 2"
        )
        await room.until(lambda: is_over(screens[3], hand), "the hand is not over")
        assert waits(thief), "the hand is over, but nobody has looked at it"
        assert not any(set(cards) & set(theirs) for cards in seen)
        assert not set(mine) & set(cards_of(victim))

        swap(room, 1, 2)  # each is where it was accepted: no person is needed
        await room.until(lambda: thief.view and thief.view.mode == "seated", "not back")

    in_room(evening, action_ms=3_000)


def is_over(screen, hand: int) -> bool:
    public = screen.view and screen.view.public  # none: its link has fallen for a moment
    return bool(public and (public.hand > hand or public.phase != "in hand"))


def waits(screen) -> bool:
    return bool(screen.view and screen.view.out_of_service)
