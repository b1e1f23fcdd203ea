"""Button and blinds told again, slowly, from the digests and not from the code.

The table is laid out as a line that starts at the button; everything is a position on that line.
What a person owes is read off the list of what happened to him.
"""

from dataclasses import dataclass, field


@dataclass
class Person:
    name: str
    seat: int
    story: list[str] = field(default_factory=list)  # dealt, out, passed, big, small, button, ...
    ready: bool = True
    wish: str = "wait"
    debt: bool = False
    old_seat: int = 0
    old_place: int = 0
    dealt_off: bool = False

    @property
    def newcomer(self) -> bool:
        return "dealt" not in self.story and not self.debt

    @property
    def in_last_hand(self) -> bool:
        """Dealt in when the last hand was dealt, and nothing since."""
        return bool(self.story) and self.story[-1] == "dealt"

    def lets_pass(self) -> int:
        return self.story.count("let pass")

    def paid(self) -> set[str]:
        """Blinds since the button was last here."""
        out = set()
        for word in reversed(self.story):
            if word in ("button", "fresh"):
                break
            if word in ("big", "small"):
                out.add(word)
        return out


@dataclass
class Prediction:
    button: int
    dealt: set[int]
    small: set[int]
    big: set[int]
    extra: dict[int, tuple[int, int]]  # seat -> (live, dead)
    missed: set[int]


class Model:
    def __init__(self, places: int, house: str, small: int, big: int) -> None:
        self.places, self.house, self.sb, self.bb = places, house, small, big
        self.people: dict[int, Person] = {}
        self.button = 0
        self.last_big: set[int] = set()

    # What happens to people

    def sits(self, seat: int, name: str, debt: bool) -> None:
        self.people[seat] = Person(name, seat, debt=debt)

    def leaves(self, seat: int) -> None:
        del self.people[seat]

    def goes(self, seat: int) -> None:
        person = self.people[seat]
        person.ready = False
        person.story.append("out")

    def returns(self, seat: int) -> None:
        self.people[seat].ready = True

    def wishes(self, seat: int, wish: str) -> None:
        self.people[seat].wish = wish

    def moves(self, seat: int, to: int) -> None:
        person = self.people.pop(seat)
        both = person.paid() == {"big", "small"}
        off = person.in_last_hand and seat == self.button and both
        if self.button and not person.newcomer and not person.old_seat:
            person.old_seat, person.dealt_off = seat, off
        person.seat = to
        person.story.append("moved")
        person.story.append("fresh")
        self.people[to] = person

    # The next hand

    def line(self, button: int) -> list[int]:
        """Seats from the button on."""
        return [(button - 1 + step) % self.places + 1 for step in range(self.places)]

    def predict(self, drawn: int) -> Prediction:
        veterans = {s for s, p in self.people.items() if p.ready and p.in_last_hand}
        everybody = {s for s, p in self.people.items() if p.ready}
        if not self.button or not veterans:
            return self.begin(drawn, everybody)
        if len(veterans) == 1:
            left = next(iter(veterans))
            if self.house == "delta-downtown" and left == self.button:  # never twice (002 L308)
                left = next(seat for seat in self.line(left)[1:] if seat in everybody)
            return self.begin(left, everybody)
        steps = [*self.line(self.button)[1:], self.button]
        plain = next(seat for seat in steps if seat in veterans)
        found = self.general(plain, veterans, everybody)
        if self.house == "delta-downtown" and len(found.dealt) == 2 and len(self.last_big) == 1:
            other = next(seat for seat in found.dealt if seat != plain)
            if other in self.last_big:
                found = self.general(other, veterans, everybody)
        return found

    def begin(self, button: int, everybody: set[int]) -> Prediction:
        order = [seat for seat in self.line(button) if seat in everybody]
        if len(order) == 2:
            small, big = order[0], order[1]
        else:
            small, big = order[1], order[2]
        missed = self.missed(button, everybody, self.line(button).index(order[1]), big)
        return Prediction(button, everybody, {small}, {big}, {}, missed)

    def general(self, button: int, veterans: set[int], everybody: set[int]) -> Prediction:
        line = self.line(button)
        place = {seat: at for at, seat in enumerate(line)}
        after = sorted(place[seat] for seat in veterans if seat != button)
        first = after[0]
        second = after[1] if len(after) > 1 else self.places
        dealt, extra = set(veterans), {}
        taker = 0
        for at in range(1, self.places):
            seat = line[at]
            if seat in veterans or seat not in everybody:
                continue
            person = self.people[seat]
            if at < first:
                continue  # left of the button: wait
            if at < second and not taker:
                if person.wish != "pass":
                    taker = seat
                    dealt.add(seat)
                continue
            price = self.price(person, at, after, dealt, place, taker or line[second % self.places])
            if price is not None:
                dealt.add(seat)
                if price != (0, 0):
                    extra[seat] = price
        order = [seat for seat in [*line[1:], button] if seat in dealt]
        small, big = self.blinds(button, order, extra)
        far = max(place[seat] for seat in big if seat != button) if big else 0
        missed = self.missed(button, dealt, place[order[0]] if len(order) > 2 else far, line[far])
        return Prediction(button, dealt, small, big, extra, missed)

    def price(self, person, at, after, dealt, place, big_seat):
        """(live, dead) to come in behind the blinds; None: not now."""
        post = person.wish == "post"
        if person.debt:
            nobody_between = not any(place[big_seat] < place[seat] < at for seat in dealt)
            if self.house == "artichoke-joes" and nobody_between:
                return None
            return (self.bb, self.sb) if post else None
        if person.newcomer:
            dead = self.sb if self.house == "delta-downtown" else 0
            return (self.bb, dead) if post else None
        if person.old_seat:
            target = person.old_place or self.distance(place[person.old_seat], after)
            if self.distance(at, after) <= target:
                return 0, 0
            dead = self.sb if self.house == "delta-downtown" else 0
            return (self.bb, dead) if post else None
        return 0, 0

    @staticmethod
    def distance(at: int, after: list[int]) -> int:
        return 1 + sum(1 for other in after if other < at)

    def blinds(self, button, order, extra):
        if len(order) == 2:
            return {order[1]}, {order[0]}
        if self.house == "artichoke-joes":
            return {order[0]}, {order[1]}
        small, big = set(), set()
        passed = self.passed_by(button)
        owed = {}
        for seat in order:
            person = self.people[seat]
            fresh = person.newcomer or person.debt or person.old_seat
            gone_by = seat in passed and seat != button
            paid = set() if fresh or gone_by else person.paid()
            owed[seat] = {"big", "small"} - paid
        zone = order[:2]
        if not any("big" in owed[seat] for seat in zone):
            owed[zone[1]] = {"big"}
        for seat in zone:
            if "big" in owed[seat]:
                big.add(seat)
            elif "small" in owed[seat]:
                small.add(seat)
        if "big" in owed[button]:
            extra[button] = (self.bb, self.sb)
        elif "small" in owed[button]:
            small.add(button)
        return small, big

    def passed_by(self, button: int) -> list[int]:
        """Seats that the button leaves or jumps over."""
        if not self.button:
            return []
        line = self.line(self.button)
        return line[: line.index(button)] if button != self.button else line

    def missed(self, button, dealt, first_at, last_big):
        """Seats that the blinds went by and that owe both from now on."""
        line = self.line(button)
        out = set()
        for at in range(1, line.index(last_big)):
            seat = line[at]
            person = self.people.get(seat)
            if person is None or seat in dealt or person.debt:
                continue
            big_went_by = at > first_at
            if person.newcomer:
                if self.house == "artichoke-joes" and big_went_by and person.lets_pass() >= 1:
                    out.add(seat)
            elif person.old_seat and person.ready:
                target = person.old_place or self.target_now(person, button)
                if big_went_by and target != 1 and not person.dealt_off:
                    out.add(seat)
            else:
                out.add(seat)
        return out

    def target_now(self, person: Person, button: int) -> int:
        line = self.line(button)
        veterans = {s for s, p in self.people.items() if p.ready and p.in_last_hand}
        after = sorted(line.index(seat) for seat in veterans if seat != button)
        if len(veterans) < 2:
            return 0
        return self.distance(line.index(person.old_seat), after)

    # The hand is dealt

    def dealt(self, found: Prediction, new_game: bool) -> None:
        line = self.line(found.button)
        passed = self.passed_by(found.button)
        order = [seat for seat in [*line[1:], found.button] if seat in found.dealt]
        far = max((line.index(s) for s in found.big if s != found.button), default=0)
        first_at = line.index(order[0]) if len(order) > 2 else far
        targets = {}
        for seat, person in self.people.items():
            if person.old_seat and not person.old_place and not new_game:
                targets[seat] = self.target_now(person, found.button)
        for seat, target in targets.items():
            self.people[seat].old_place = target
        for seat, person in self.people.items():
            if seat in passed and seat != found.button:
                person.story.append("button")
            at = line.index(seat)
            if seat in found.missed:
                person.debt, person.old_seat, person.old_place = True, 0, 0
                person.story += ["missed", "fresh"]
            elif seat not in found.dealt and first_at < at < far and not person.debt:
                person.story.append("let pass")
                person.dealt_off = False
        for seat, person in self.people.items():
            if seat not in found.dealt:
                if person.in_last_hand:
                    person.story.append("out")
                continue
            if person.debt or person.newcomer or person.old_seat:
                person.story.append("fresh")
            person.debt, person.old_seat, person.old_place = False, 0, 0
            person.dealt_off = False
            if not person.in_last_hand:
                person.wish = "wait"
            if new_game and (seat == found.button or seat in found.small):
                person.story.append("big")
            if new_game and seat == found.button:
                person.story.append("small")
            if seat in found.small:
                person.story.append("small")
            if seat in found.big:
                person.story.append("big")
            if seat == found.button and seat in found.extra:
                person.story += ["big", "small"]
            person.story.append("dealt")
        self.button, self.last_big = found.button, found.big
