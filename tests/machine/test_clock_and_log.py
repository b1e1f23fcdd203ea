"""A table that does not know the time begins no hand; its events are lines that a machine reads."""

import json

from firmware.journal import records as r
from firmware.machine.device_faults import json_line


def test_no_hand_begins_before_the_clock_was_set_and_then_it_goes_on_by_itself(in_room):
    async def evening(room) -> None:
        mark = room.home.home / "synchronized"
        page = room.home.page.read_text()
        room.home.page.write_text(page.replace("[machine]\n", f'[machine]\nclock = "{mark}"\n'))
        await room.power_on(JOURNAL_STREAM="8:1")
        center = room.cables.screens[0]
        for seat in (1, 2):
            room.sit(seat)

        def lines() -> list[dict]:
            return [json.loads(line) for line in room.log if line.startswith("{")]

        def codes(kind: str) -> list[str]:
            return [one["code"] for one in lines() if one["kind"] == kind]

        await room.until(lambda: "CLOCK_UNSURE" in codes("FAULT"), "no fault")
        await room.until(lambda: center.public and center.public.phase == "paused", "it plays")
        assert not center.public.hand
        mark.touch()
        await room.until(lambda: center.public and center.public.hand, "it does not go on")
        await room.until(lambda: any(one["words"] == "CLOCK_UNSURE" for one in lines()), "no end")
        assert await room.stop() == 0
        assert {one["kind"] for one in lines()} <= {
            "START",
            "FAULT",
            "OVER",
            "SEAT",
            "HAND",
            "NOTE",
        }

    in_room(evening)


def test_a_line_of_the_log_has_the_code_of_the_glass_and_nobodys_name():
    told = json.loads(json_line(r.FaultOpened("LINK_DOWN seat 7", "It is silent."), 5))
    assert told == {"at_ms": 5, "kind": "FAULT", "code": "LINK_DOWN", "unit": "seat 7",
                    "words": "LINK_DOWN seat 7: It is silent."}  # fmt: skip
    came = json_line(r.SessionOpened("s1", "patron:100007", 3), 5)
    assert "100007" not in came
    assert json_line(r.PlayUntil("s1", 9), 5) == ""
