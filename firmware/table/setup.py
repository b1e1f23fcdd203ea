"""Button and blinds: who is dealt in, who posts what, who owes what from now on.

The words are the digest's (000a L4-L7): *core* are the players of the last hand who are still
ready in the same seat; S is the core seat after the button, N the one after S. "Between" is
strictly between, clockwise. Nothing in here moves the table: evolve does, by the Setup.
"""

from msgspec import Struct

from firmware.games.poker.commands import Post
from firmware.games.poker.rules import Stakes
from firmware.table.seat import Seat
from firmware.table.state import Table


class Setup(Struct, frozen=True):
    button: int
    dealt: tuple[int, ...]
    posts: tuple[Post, ...]
    small: tuple[int, ...] = ()
    big: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    targets: tuple[tuple[int, int], ...] = ()
    new_game: bool = False


def clockwise(places: int, start: int) -> list[int]:
    """Every seat from the left of `start`, `start` last."""
    return [*range(start + 1, places + 1), *range(1, start + 1)]


def between(places: int, first: int, last: int) -> list[int]:
    """Seats strictly between; from a seat to itself is once around."""
    around = clockwise(places, first)
    return around[: around.index(last)]


def ready_seats(table: Table) -> list[int]:
    if table.config.tournament is not None:  # everybody is dealt in, present or not
        return [s.number for s in table.seats if s.life == "playing" and s.chips.stack]
    return [seat.number for seat in table.seats if seat.ready]


def has_blinds(stakes: Stakes) -> bool:
    return len(stakes.blinds) == 2


def draw_among(table: Table, ready: list[int]) -> tuple[int, ...]:
    """Seats that draw for the first button; nobody when there is a button to go on from."""
    if len(ready) < 2 or table.position.drawn in ready or table.sit_n_go.big_at:
        return ()
    if table.position.button and any(table.seats[seat].blinds.core for seat in ready):
        return ()
    return tuple(ready)


def setup(table: Table, stakes: Stakes, ready: list[int]) -> Setup:
    """The next hand. Two seats at least are ready, and the button is drawn if it has to be."""
    core = [seat for seat in ready if table.seats[seat].blinds.core]
    if table.sit_n_go.big_at and len(ready) > 1:
        return _dead_button(table, stakes, ready)
    if not table.position.button or not core:
        return _fresh(table, stakes, table.position.drawn, ready)
    if not has_blinds(stakes):
        return _without_blinds(table, stakes, ready)
    if len(core) == 1:
        return _fresh(table, stakes, core[0], ready)
    plan = _Plan(table, stakes, ready, core, _next_of(table.position.button, core))
    if (
        table.config.ways.blinds == "by ledger"
        and len(plan.dealt) == 2
        and plan.other in table.position.big
        and len(table.position.big) == 1
    ):
        # Three became two: the last big blind would post it again; he has the button instead.
        plan = _Plan(table, stakes, ready, core, plan.other)
    return plan.setup()


def _next_of(start: int, seats: list[int]) -> int:
    """The first of these, in the order of their numbers, to the left of `start`."""
    return next((seat for seat in seats if seat > start), seats[0])


def _fresh(table: Table, stakes: Stakes, button: int, ready: list[int]) -> Setup:
    """A new game, or one player left of the last hand: everybody is dealt in without posting."""
    order = [seat for seat in clockwise(table.config.seats, button) if seat in ready]
    if not has_blinds(stakes):
        return Setup(button, tuple(order), _antes(table, stakes, order), new_game=True)
    small, big = (order[-1], order[0]) if len(order) == 2 else (order[0], order[1])
    posts = (Post(small, stakes.blinds[0]), Post(big, stakes.blinds[1]))
    left_out = between(table.config.seats, button, big)
    passed_by = between(table.config.seats, order[0], big) if len(order) > 2 else []
    missed, passed = _marks(table, set(order), left_out, passed_by, {})
    return Setup(
        button,
        tuple(order),
        (*_antes(table, stakes, order), *posts),
        (small,),
        (big,),
        missed,
        passed,
        new_game=True,
    )


def _dead_button(table: Table, stakes: Stakes, ready: list[int]) -> Setup:
    """Tournaments: the big blind goes to the next player, always. The others' places follow it,
    and stay empty when their player is out: no small blind then, or a button at an empty seat."""
    show, (small, big) = table.sit_n_go, stakes.blinds
    taker = _next_of(show.big_at, ready)
    if len(ready) == 2:
        button = next(seat for seat in ready if seat != taker)
        payer = button
    else:
        button = show.small_at
        payer = show.big_at if show.big_at in ready else 0
    order = [seat for seat in clockwise(table.config.seats, button) if seat in ready]
    posts = [*_antes(table, stakes, order)]
    if payer:
        posts.append(Post(payer, small))
    posts.append(Post(taker, big))
    return Setup(button, tuple(order), tuple(posts), (payer,) if payer else (), (taker,))


def _without_blinds(table: Table, stakes: Stakes, ready: list[int]) -> Setup:
    paid = [seat for seat in ready if seat in table.books.carried]
    if len(paid) > 1:  # nobody buys into antes that he did not pay (002 L542)
        ready = paid
    button = _next_of(table.position.button, ready)
    order = [seat for seat in clockwise(table.config.seats, button) if seat in ready]
    return Setup(button, tuple(order), _antes(table, stakes, order))


def _antes(table: Table, stakes: Stakes, dealt: list[int]) -> tuple[Post, ...]:
    posts = [Post(seat, stakes.ante, "ante") for seat in dealt if stakes.ante]
    for seat, chips in table.books.carried.items():
        if seat in dealt:
            posts.append(Post(seat, chips, "carried"))
        else:  # gone, or not in this deal: it plays, but for nobody in particular
            posts.append(Post(dealt[0], chips, "forfeited"))
    return tuple(posts)


def _marks(
    table: Table, dealt: set[int], zone: list[int], big_zone: list[int], targets: dict[int, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(missed, passed): what the blinds left behind at seats that they went by."""
    missed: list[int] = []
    passed: list[int] = []
    allowed = table.config.ways.newcomer_passes
    for number in zone:
        seat = table.seats[number]
        if number in dealt or not seat.seated or seat.blinds.missed:
            continue
        if seat.blinds.newcomer:
            # Held back left of the button is not letting the big blind go by.
            if number in big_zone and allowed:
                (passed if seat.blinds.passes < allowed else missed).append(number)
        elif seat.change.moved_from and seat.life == "playing":
            if number in big_zone:
                free = seat.change.free_pass or (seat.change.target or targets.get(number)) == 1
                (passed if free else missed).append(number)
        else:
            missed.append(number)
    return tuple(missed), tuple(passed)


class _Plan:
    """The general case: two players of the last hand or more."""

    def __init__(
        self, table: Table, stakes: Stakes, ready: list[int], core: list[int], button: int
    ) -> None:
        self.table, self.stakes, self.button = table, stakes, button
        self.places = table.config.seats
        self.ways = table.config.ways
        self.around = clockwise(self.places, button)
        self.ready = ready
        self.dealt = set(core)
        self.core = [seat for seat in self.around if seat in self.dealt]  # the button last
        self.first = self.core[0]  # S
        self.second = self.core[1] if len(core) > 2 else button  # N
        self.posts: list[Post] = []
        self.targets: dict[int, int] = {}
        self.buyer = 0
        self.taker = 0  # comes in as the big blind
        for seat in table.seats:
            if seat.change.moved_from and not seat.change.target and seat.seated:
                self.targets[seat.number] = self.distance(seat.change.moved_from)
        self.order = self.core
        if len(ready) > len(core):
            self.come_in()
            self.order = [seat for seat in self.around if seat in self.dealt]

    @property
    def other(self) -> int:
        """Heads-up: who is not the button."""
        return self.order[0]

    def distance(self, number: int) -> int:
        """1 is the small blind's place, 2 the big blind's (000a L7)."""
        if number == self.button:
            return len(self.core) + 1
        passed = between(self.places, self.button, number)
        return 1 + sum(1 for seat in passed if seat in self.core)

    def come_in(self) -> None:
        """Everybody else who is ready, clockwise: the first line that fits."""
        held_back = between(self.places, self.button, self.first)
        next_blind = between(self.places, self.first, self.second)
        for number in self.around:
            if number in self.dealt or number not in self.ready:
                continue
            seat = self.table.seats[number]
            if number in held_back:
                self.buys_button(seat)
            elif number in next_blind and not self.taker:
                if seat.blinds.entry != "pass":
                    self.taker = number
                    self.dealt.add(number)
            elif self.may_come(seat):
                self.dealt.add(number)

    def buys_button(self, seat: Seat) -> None:
        if self.ways.buy_button and seat.blinds.entry == "buy the button" and not self.buyer:
            self.buyer = seat.number
            self.dealt.add(seat.number)

    def may_come(self, seat: Seat) -> bool:
        """Behind the blinds: for free, for a post, or not yet."""
        posts = seat.blinds.entry == "post"
        if seat.blinds.missed:
            if not posts or (
                self.next_to_blind(seat.number) and not self.ways.missed_next_to_blind
            ):
                return False
            self.post(seat.number, both=True)
            return True
        if seat.blinds.newcomer:
            if posts:
                self.post(seat.number, both=self.ways.newcomer_posts == "both")
            return posts
        if seat.change.moved_from:
            target = seat.change.target or self.targets[seat.number]
            if self.distance(seat.number) <= target:
                return True
            if posts:
                self.post(seat.number, both=self.ways.mover_posts == "both")
            return posts
        return True  # only sat out, and no blind has passed

    def next_to_blind(self, number: int) -> bool:
        """Nobody who is dealt in sits between the big blind and this seat."""
        big = self.taker or self.second
        return not any(s in self.dealt for s in between(self.places, big, number))

    def post(self, seat: int, *, both: bool) -> None:
        small, big = self.stakes.blinds
        if both:
            self.posts.append(Post(seat, small, "dead"))
        self.posts.append(Post(seat, big, "post"))

    def setup(self) -> Setup:
        blinds, small, big = self.blinds()
        zone = between(self.places, self.button, big[-1])
        # Heads-up the small blind is the button: the big blind passes nobody who could take it.
        passed_by = zone[zone.index(self.order[0]) + 1 :] if self.order[0] in zone else []
        missed, passed = _marks(self.table, self.dealt, zone, passed_by, self.targets)
        return Setup(
            self.button,
            tuple(self.order),
            (*_antes(self.table, self.stakes, self.order), *blinds, *self.posts),
            small,
            big,
            missed,
            passed,
            tuple(self.targets.items()),
        )

    def blinds(self) -> tuple[list[Post], tuple[int, ...], tuple[int, ...]]:
        small, big = self.stakes.blinds
        order = self.order
        if self.buyer:  # the only blind of this hand (002 L311)
            dead = Post(self.buyer, small, "dead")
            return [Post(self.buyer, big), dead], (), (self.buyer,)
        if len(order) == 2:
            return [Post(order[1], small), Post(order[0], big)], (order[1],), (order[0],)
        if self.ways.blinds == "by position":
            return [Post(order[0], small), Post(order[1], big)], (order[0],), (order[1],)
        return self.by_ledger()

    def by_ledger(self) -> tuple[list[Post], tuple[int, ...], tuple[int, ...]]:
        """Everybody pays one big, then one small blind each round (002 L1121, ambiguity A12)."""
        small, big = self.stakes.blinds
        posts: list[Post] = []
        smalls: list[int] = []
        bigs: list[int] = []
        owes_big = [s for s in self.order[:2] if not self.ledger(s)[0]]
        for seat in self.order[:2]:
            if seat in owes_big or (not owes_big and seat == self.order[1]):
                posts.append(Post(seat, big))
                bigs.append(seat)
            elif not self.ledger(seat)[1]:
                posts.append(Post(seat, small))
                smalls.append(seat)
        paid_big, paid_small = self.ledger(self.button)
        if not paid_big:  # the button came before any blind did
            posts += [Post(self.button, big, "post"), Post(self.button, small, "dead")]
        elif not paid_small:
            posts.append(Post(self.button, small))
            smalls.append(self.button)
        return posts, tuple(smalls), tuple(bigs)

    def ledger(self, number: int) -> tuple[bool, bool]:
        """(big, small) paid since the button was last at this seat."""
        seat = self.table.seats[number]
        if number != self.button and number in self.passed_by_button():
            return False, False
        return seat.blinds.paid_big, seat.blinds.paid_small

    def passed_by_button(self) -> list[int]:
        old = self.table.position.button
        return [old, *between(self.places, old, self.button)]
