"""The table as a process: it plays over its wires, and comes back from anything."""

from drivers.link.happenings import Up


def seated(room) -> bool:
    return all(
        (view := room.cables.screens[seat].view) is not None and view.mode == "seated"
        for seat in room.players
    )


def hand(room) -> int:
    public = room.cables.screens[0].public
    return 0 if public is None else public.hand


def agreed(room) -> bool:
    """Both stations have heard of the same decision: one of them may be told first."""
    views = [room.cables.screens[seat].view for seat in room.players]
    told = [(one.public.hand, one.public.actor, stacks(one)) for one in views if one is not None]
    return len(told) == len(views) and all(one == told[0] for one in told)


def stacks(view) -> list[int]:
    return [one.stack for one in view.public.seats]


def whole(screen) -> bool:
    """One whole view each time that the link came up; all else was differences."""
    return screen.wholes == sum(isinstance(told, Up) for told in screen.told)


def test_two_players_sit_down_and_play_over_ptys(in_room):
    async def evening(room) -> None:
        await room.power_on()
        screens = room.cables.screens
        await room.until(lambda: all(one.wholes for one in screens.values()), "no whole view")
        for seat in (1, 3):
            room.sit(seat)
        await room.until(lambda: seated(room), "nobody sits")
        await room.until(lambda: hand(room) >= 3, "no hands")
        await room.until(lambda: all(map(whole, screens.values())), "a whole view too many")
        assert screens[1].changes > 10
        stakes = "$1 / $2"  # a link that fell shows nothing until it is back
        await room.until(lambda: (shown := screens[0].public) and shown.placard.stakes == stakes,
                         "no stakes")  # fmt: skip
        assert await room.stop() == 0
        assert room.log[-1] == "stopped; everything is on the disk"

    in_room(evening)


def test_killed_in_mid_hand_it_comes_back_in_the_same_hand(in_room):
    async def evening(room) -> None:
        await room.power_on()
        screens = room.cables.screens
        for seat in (1, 2):
            room.sit(seat)
        await room.until(lambda: seated(room), "nobody sits")
        await room.until(lambda: hand(room) >= 2, "no hands")
        for player in room.players.values():
            player.plays = False
        await room.until(
            lambda: any(player.thinking for player in room.players.values()) and agreed(room),
            "nobody's turn",
        )
        before = {seat: screens[seat].view for seat in (1, 2)}
        await room.kill()
        await room.until(lambda: all(screens[seat].view is None for seat in (1, 2)), "cards stayed")
        await room.power_on()
        await room.until(lambda: all(screens[seat].view for seat in (1, 2)), "no view")

        for seat, old in before.items():
            new = screens[seat].view
            assert new.hole == old.hole
            assert old.hole
            assert new.public.hand == old.public.hand
            assert new.public.actor == old.public.actor
            assert stacks(new) == stacks(old)
        for player in room.players.values():
            player.plays = True
            player.again()
        number = before[1].public.hand
        await room.until(lambda: hand(room) > number, "it does not go on")
        await room.says(f"back in hand {number}")
        assert await room.stop() == 0

    in_room(evening)


def test_a_cable_pulled_and_put_back_is_told_and_the_view_is_whole_again(in_room):
    async def evening(room) -> None:
        await room.power_on()
        screens = room.cables.screens
        await room.until(lambda: all(one.wholes for one in screens.values()), "no whole view")
        room.cables.pull(2)
        await room.says("FAULT LINK_DOWN seat 2")
        await room.until(lambda: screens[2].view is None, "cards stayed")
        before = screens[2].wholes
        room.cables.plug(2)
        await room.until(lambda: "over: LINK_DOWN seat 2" in room.log, "not over")
        await room.until(lambda: screens[2].view is not None, "no view")
        assert screens[2].wholes > before
        await room.until(lambda: whole(screens[2]), "a whole view too many")
        assert await room.stop() == 0

    in_room(evening)


def test_a_reader_pulled_out_a_bad_swipe_and_a_reader_put_back(in_room):
    async def evening(room) -> None:
        await room.power_on()
        screens, reader = room.cables.screens, room.cables.readers[1]
        await room.until(lambda: screens[1].view, "no view")
        reader.type("%B123?;123")
        await room.until(
            lambda: (view := screens[1].view) and view.refused == "Please swipe again.", "not told"
        )
        await room.says("BAD_SWIPE: Seat 1")
        reader.unplug()
        await room.says("FAULT READER_UNPLUGGED seat 1")
        reader.plug()
        await room.until(lambda: "over: READER_UNPLUGGED seat 1" in room.log, "still out")
        room.sit(1)
        await room.until(lambda: seated(room), "nobody sits")
        track = room.tracks[0].strip(";?").split("=")
        assert not any(part in line for part in track for line in room.log)
        assert await room.stop() == 0

    in_room(evening)
