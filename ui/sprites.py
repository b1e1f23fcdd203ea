"""What was drawn is kept: one budget in bytes for all the pictures of a program, and for the fonts
that they are written in.

When it is spent, they stand in a queue: the first goes, unless it was used since it was put there;
then it is put at the end. So a frame pays next to nothing for knowing what was used last.

A picture that several keep (a card, the card turned, the sheet it lies on) is counted once, and for
as long as one of them keeps it.
"""

from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

from pygame import Surface
from pygame.font import Font

P = ParamSpec("P")
T = TypeVar("T")
Thing = Surface | Font
MEGABYTE = 1_000_000
PLACE_BYTES = 1_000  # of anything that is kept: its key, and where it is found again
GLYPHS = 36  # of a font are kept inside it, as measured: squares as high as its lines


class Kept(Generic[T]):
    """A drawing, and where it is found again."""

    __slots__ = ("held", "key", "made", "shelf", "used")

    def __init__(self, made: T, shelf: "dict[Hashable, Kept[T]]", key: Hashable) -> None:
        self.made, self.shelf, self.key, self.used = made, shelf, key, False
        self.held = _things((key, made))


class Sprites:
    def __init__(self, budget: int) -> None:
        self.budget, self.bytes = budget, 0
        self.drawn: Counter[str] = Counter()  # how often each had to be drawn
        self._queue: deque[Kept[Any]] = deque()
        self._holders: Counter[int] = Counter()  # of each thing, by its id

    def cached(self, draw: Callable[P, T]) -> Callable[P, T]:
        """By its arguments: what it gives is shared, and never drawn on."""
        shelf: dict[Hashable, Kept[T]] = {}

        @wraps(draw)
        def found(*args: P.args, **named: P.kwargs) -> T:
            key = (*args, *named.items()) if named else args
            try:  # two hundred times a frame
                one = shelf[key]
            except KeyError:
                self.drawn[draw.__name__] += 1
                one = Kept(draw(*args, **named), shelf, key)
                self._keep(one)
                return one.made
            one.used = True
            return one.made

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

    def _keep(self, one: Kept[Any]) -> None:
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

    def _drop(self, one: Kept[Any]) -> None:
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


def _things(parts: Iterable[Any]) -> list[Thing]:
    """Every picture and font among them, however deep."""
    found: list[Thing] = []
    for part in parts:
        if type(part) in _PLAIN:  # most are: words, sizes, colors
            continue
        if isinstance(part, (Surface, Font)):
            found.append(part)
        elif isinstance(part, (tuple, list)):
            found += _things(part)
    return found


_PLAIN = frozenset((str, int, float, bool, type(None)))


SPRITES = Sprites(100 * MEGABYTE)  # each program says how much it may keep
cached = SPRITES.cached
