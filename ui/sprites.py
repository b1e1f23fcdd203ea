"""What was drawn is kept: one budget in bytes for all the pictures of a program, and for the fonts
that they are written in.

When it is spent, they stand in a queue: the first goes, unless it was used since it was put there;
then it is put at the end. So a frame pays next to nothing for knowing what was used last.

A picture that several keep (a card, the card turned, the sheet it lies on) is counted once, and for
as long as one of them keeps it.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from pygame import Surface
from pygame.font import Font

P = ParamSpec("P")
T = TypeVar("T")
Thing = Surface | Font
MEGABYTE = 1_000_000
PLACE_BYTES = 1_000  # of anything that is kept: its key, and where it is found again
GLYPHS = 36  # of a font are kept inside it, as measured: squares as high as its lines


class Kept:
    """A drawing, and where it is found again."""

    __slots__ = ("held", "key", "made", "shelf", "used")

    def __init__(self, made: Any, shelf: dict[Hashable, "Kept"], key: Hashable) -> None:
        self.made, self.shelf, self.key, self.used = made, shelf, key, False
        self.held = [*_things(key), *_things(made)]


class Sprites:
    def __init__(self, budget: int) -> None:
        self.budget, self.bytes = budget, 0
        self.drawn: Counter[str] = Counter()  # how often each had to be drawn
        self._queue: deque[Kept] = deque()
        self._holders: Counter[int] = Counter()  # of each thing, by its id

    def cached(self, draw: Callable[P, T]) -> Callable[P, T]:
        """By its arguments: what it gives is shared, and never drawn on."""
        shelf: dict[Hashable, Kept] = {}
        name = draw.__name__

        @wraps(draw)
        def found(*args: P.args, **named: P.kwargs) -> T:
            key = (*args, *named.items()) if named else args
            one = shelf.get(key)
            if one is None:
                self.drawn[name] += 1
                one = Kept(draw(*args, **named), shelf, key)
                self._keep(one)
            else:
                one.used = True
            made: T = one.made
            return made

        return found

    def allow(self, budget: int) -> None:
        self.budget = budget
        self._make_room()

    def forget(self) -> None:
        while self._queue:
            self._drop(self._queue.popleft())

    def __len__(self) -> int:
        return len(self._queue)

    def things(self) -> list[Thing]:
        """Everything that is kept, each once."""
        return [*{id(thing): thing for one in self._queue for thing in one.held}.values()]

    def _keep(self, one: Kept) -> None:
        one.shelf[one.key] = one
        self._queue.append(one)
        self.bytes += PLACE_BYTES
        for thing in one.held:
            self._holders[id(thing)] += 1
            if self._holders[id(thing)] == 1:
                self.bytes += weight(thing)
        self._make_room()

    def _make_room(self) -> None:
        while self.bytes > self.budget:
            one = self._queue.popleft()
            if one.used:
                one.used = False
                self._queue.append(one)
            else:
                self._drop(one)

    def _drop(self, one: Kept) -> None:
        del one.shelf[one.key]
        self.bytes -= PLACE_BYTES
        for thing in one.held:
            self._holders[id(thing)] -= 1
            if not self._holders[id(thing)]:
                del self._holders[id(thing)]
                self.bytes -= weight(thing)


def weight(thing: Thing) -> int:
    high = thing.get_height()
    return thing.get_pitch() * high if isinstance(thing, Surface) else GLYPHS * high * high


def _things(made: Any) -> Iterator[Thing]:
    if isinstance(made, Thing):
        yield made
    elif isinstance(made, tuple | list):
        for part in made:
            yield from _things(part)


SPRITES = Sprites(100 * MEGABYTE)  # each program says how much it may keep
cached = SPRITES.cached
