"""When a screen draws: at once for a finger, in frames for everything else."""

import asyncio

from pygame import Surface

from lab.simulation.still_loop import StillLoop
from ui.canvas import Report
from ui.program import Program


class Paper:
    """A glass that only counts."""

    report, volume = Report(), 0

    def __init__(self) -> None:
        self.frames = 0

    def draw(self, surface, now):
        self.frames += 1
        return []

    def ahead(self):
        return iter(())

    def sounds(self):
        return []

    def heard(self, now):
        pass

    def next_wake(self, now):
        return None

    def touch(self, event, now):
        return ["a wish"]


class Pane:
    seen = closed = let_go = False
    surface = Surface((8, 8))


def frames_after(do) -> list[int]:
    """How many frames were drawn: before `do`, a few turns of the loop later, and in the end."""
    found = []

    async def evening() -> None:
        glass, pane = Paper(), Pane()
        program = Program(glass, pane, lambda: None, lambda intent: None)
        run = asyncio.create_task(program.run())
        await asyncio.sleep(0.05)
        program.at_once()
        for _ in range(5):
            await asyncio.sleep(0)  # a frame was drawn this very moment
        found.append(glass.frames)
        do(program)
        for _ in range(5):
            await asyncio.sleep(0)
        found.append(glass.frames)
        await asyncio.sleep(0.2)
        found.append(glass.frames)
        program.stop()
        await run

    with asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(evening())
    return found


def test_the_answer_to_a_finger_is_drawn_at_once():
    def answered(program) -> None:
        program.touch(None)
        program.seen()

    before, soon, _ = frames_after(answered)
    assert soon == before + 1


def test_what_others_did_is_drawn_with_the_next_frame():
    before, soon, later = frames_after(Program.seen)
    assert (soon, later) == (before, before + 1)


def test_a_touch_alone_waits_for_its_frame():
    before, soon, later = frames_after(lambda program: program.touch(None))
    assert (soon, later) == (before, before + 1)


def test_a_lost_link_is_drawn_at_once():
    before, soon, _ = frames_after(Program.at_once)
    assert soon == before + 1


def test_at_rest_nothing_is_drawn():
    before, _, later = frames_after(lambda program: None)
    assert later == before
