"""Who answers a touch: the thing that the finger finds on the glass, until the finger comes up."""

from stations.state import Finger, State
from ui.canvas import Canvas
from ui.touch import NOTHING, Intents, Touchable
from ui.window import Touch

GUARD_MS = 400  # touches ignored after the action row changed


def touched(c: Canvas, s: State, event: Touch) -> Intents:
    match event.kind:
        case "down":
            return _down(c, s, event)
        case "move":
            return _move(c, s, event)
        case _:
            return _up(c, s, event)


def guard(s: State) -> None:
    """A touch meant for one button must not land on another that has just appeared."""
    s.guard_until = s.now + GUARD_MS
    for n, finger in s.fingers.items():  # a press begun before does not count after
        if finger.thing and finger.thing.guarded:
            s.fingers[n] = Finger(finger.x, finger.y)


def _waits(s: State, thing: Touchable) -> bool:
    return thing.guarded and s.now < s.guard_until


def _down(c: Canvas, s: State, event: Touch) -> Intents:
    thing = _found(c, event.x, event.y)
    if thing is None or _waits(s, thing):
        s.fingers[event.finger] = Finger(event.x, event.y)
        return NOTHING
    s.fingers[event.finger] = Finger(event.x, event.y, thing)
    return thing.press(event.x)


def _move(c: Canvas, s: State, event: Touch) -> Intents:
    finger = s.fingers.get(event.finger)
    if not finger:
        return NOTHING
    s.fingers[event.finger] = finger._replace(x=event.x, y=event.y)
    thing = c.things.get(finger.target)
    if thing is None:
        return NOTHING
    if thing.slips() and not thing.zone.collidepoint(event.x, event.y):
        s.fingers[event.finger] = Finger(event.x, event.y)
        return thing.lift(event.x, inside=False)
    return thing.move(event.x)


def _up(c: Canvas, s: State, event: Touch) -> Intents:
    finger = s.fingers.pop(event.finger, None)
    if not finger or not finger.thing:
        return NOTHING
    thing = c.things.get(finger.target)
    if thing is None:  # gone from under the finger: what was held ends all the same
        return finger.thing.lift(event.x, inside=False)
    if _waits(s, thing):
        return NOTHING
    return thing.lift(event.x, thing.zone.collidepoint(event.x, event.y))


def _found(c: Canvas, x: float, y: float) -> Touchable | None:
    for thing in reversed(c.things.values()):
        if thing.zone.collidepoint(x, y):
            return thing
    return None
