"""The next hand, where two players of the last one or more are still there: setup.py tells how."""

from msgspec import Struct
from msgspec.structs import replace

from firmware.games.engine import Law
from firmware.games.poker.commands import Post
from firmware.games.poker.forced import blind_seats
from firmware.games.poker.rules import Stakes
from firmware.table.commands import Entry
from firmware.table.places import before_the_blinds, between, from_the_left
from firmware.table.seat import Seat
from firmware.table.state import Table


class Setup(Struct, frozen=True):
    """Everything that a hand begins with; HandBegan carries it."""

    button: int
    dealt: tuple[int, ...]
    posts: tuple[Post, ...]
    small: tuple[int, ...] = ()
    big: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    targets: tuple[tuple[int, int], ...] = ()
    new_game: bool = False
    excused: int = 0  # had less than half of the big blind: the next player took it
    killer: int = 0  # comes in by killing the pot


def antes(table: Table, spread: int, stakes: Stakes, dealt: list[int]) -> tuple[Post, ...]:
    """ "If no player opens the pot … each player must ante again, unless the limit [o]f antes has
    been reached for that particular game" (002 L504). And what was put in before."""
    most = table.config.spreads[spread].antes
    if not stakes.ante or (most and table.books.unopened >= most):
        return carried(table, dealt)
    able = [seat for seat in dealt if table.seats[seat].chips.stack]
    return (*(Post(seat, stakes.ante, "ante") for seat in able), *carried(table, dealt))


def carried(table: Table, dealt: list[int]) -> tuple[Post, ...]:
    """What was put in for a pot that nobody opened: this hand is played for it."""
    posts: list[Post] = []
    for seat, chips in table.books.carried.items():
        if seat in dealt:
            posts.append(Post(seat, chips, "carried"))
        else:  # gone, or not in this deal: it plays, but for nobody in particular
            posts.append(Post(dealt[0], chips, "forfeited"))
    return tuple(posts)


def marks(
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
        if seat.absence.kind == "broke" and table.config.ways.broke_free:
            continue
        if seat.blinds.newcomer:
            # "A player may wait for the blinds to go by before taking a hand. However, if the
            # blinds go by more than once, then the rule for missing the blinds applies" (AJ-R28b).
            # Held back left of the button is not letting the big blind go by.
            if number in big_zone and (allowed or seat.blinds.entry == "pass"):
                free = not allowed or seat.blinds.passes < allowed
                (passed if free else missed).append(number)
        elif seat.change.moved_from and seat.life == "playing":
            # "A player who deals off (plays both blinds and the button) and immediately moves to a
            # different seat, may allow the blinds to pass the new seat one time without penalty"
            # (AJ-R31c). And who came from the small blind's place has just paid the big one.
            if number in big_zone:
                free = seat.change.free_pass or (seat.change.target or targets.get(number)) == 1
                (passed if free else missed).append(number)
        else:
            missed.append(number)
    return tuple(missed), tuple(passed)


def by_position(
    blinds: tuple[int, ...], order: list[int]
) -> tuple[list[Post], tuple[int, ...], tuple[int, ...]]:
    """What is posted, and who has the small and the big one; `order` begins left of the button.
    One blind is the next player's. Of three "the first on the button, the second in the first
    position to the left of the button, and the big blind two players to the left" (000 L842)."""
    seats = blind_seats(order, len(blinds))
    posts = [Post(seat, chips) for seat, chips in zip(seats, blinds, strict=True) if seat]
    return posts, tuple(seats[-2:-1]), (seats[-1],)


ENTRY: dict[str, Entry] = {"posts": "post", "over": "over", "kill": "kill"}


def comes_in(law: Law) -> str:
    """What a newcomer does who does not wait for the big blind."""
    way = law.settings.comes_in
    return "posts" if way == "over" and law.settings.overs <= 0 else way


def may_pass(table: Table, seat: Seat) -> bool:
    """Let the big blind go by: where the house has it so, and who dealt off anywhere (AJ-R31c, 001
    L512, 002 L139). Where overs or a kill bring him in, he has "two options" and no third (000
    L850, 003 L270-272, 004 L236-238, HG-A67)."""
    ways, law = table.config.ways, table.config.law(table.spread)
    return seat.change.free_pass or (ways.lets_pass and comes_in(law) == "posts")


def most_overs(law: Law) -> int:
    """ "In No-Limit games with the overs limited to twice the amount of the big blind, there may be
    two over blinds of the same size. The second kill may be done only by a player who would
    otherwise not be dealt in" (000 L853)."""
    return 2 if law.settings.overs == 2 else 1


def half_blind(law: Law) -> bool:
    return law.settings.half_blind


def missed_big(law: Law) -> bool:
    """ "Wait for the big blind or post it during the next hand" (002 L446)."""
    return law.settings.missed_big


def missed_kills(law: Law) -> bool:
    """ "A player who fails to take the blind must wait for the big blind or may kill the pot, as
    long as no other player at the table objects" (002 L445, 003 L278, 004 L241)."""
    return law.settings.missed_kills or comes_in(law) == "kill"


def can_take(table: Table, stakes: Stakes, seat: int) -> bool:
    """ "Half a blind or more constitutes a full blind" (003 L277, 004 L240)."""
    return 2 * table.seats[seat].chips.stack >= (stakes.blinds or (stakes.small,))[-1]


def taken_for_him(
    table: Table,
    spread: int,
    stakes: Stakes,
    order: list[int],
    blinds: list[Post],
    big: tuple[int, ...],
) -> tuple[list[Post], tuple[int, ...], int]:
    """ "A player who has less than half a blind may receive a hand. However, the next player is
    obligated to take the blind" (002 L443, 003 L273, 004 L239): the blinds, the big one, and who
    is excused from it."""
    short, *others = big
    if not half_blind(table.config.law(spread)) or others or can_take(table, stakes, short):
        return blinds, big, 0
    posting = [post.seat for post in blinds]
    for taker in order[order.index(short) + 1 :]:
        if taker not in posting and can_take(table, stakes, taker):
            moved = [replace(x, seat=taker) if x.seat == short else x for x in blinds]
            return moved, (taker,), short
    return blinds, big, 0


class Plan:
    """The general case: two players of the last hand or more."""

    def __init__(
        self,
        table: Table,
        spread: int,
        stakes: Stakes,
        ready: list[int],
        core: list[int],
        button: int,
    ) -> None:
        self.table, self.stakes, self.button = table, stakes, button
        self.spread, self.law = spread, table.config.law(spread)
        self.places = table.config.seats
        self.ways = table.config.ways
        self.ready = ready
        self.dealt = set(core)
        self.core = from_the_left(button, core)
        self.first = self.core[0]  # S of the theory
        self.second = self.core[1] if len(core) > 2 else button  # N
        self.one = len(stakes.blinds) == 1  # on the left of the button: S has it, and N none
        self.posts: list[Post] = []
        self.targets: dict[int, int] = {}
        self.buyer = 0
        self.middle: list[int] = []  # come in between button and blinds
        self.taker = 0  # comes in as the big blind
        self.killer = 0  # comes in by killing the pot
        self.doubles = self.in_the_small_place()
        if self.doubles:
            self.core = [self.doubles, *self.core]
            self.dealt.add(self.doubles)
            self.first, self.second = self.core[:2]
        for seat in table.seats:
            if seat.change.moved_from and not seat.change.target and seat.seated:
                self.targets[seat.number] = self.distance(seat.change.moved_from)
        self.order = self.core
        if len(ready) > len(core):
            self.come_in()
            self.order = from_the_left(button, sorted(self.dealt))
        self.payers = self.order
        if self.middle:
            self.payers = [seat for seat in self.order if seat not in self.middle]

    @property
    def other(self) -> int:
        """Heads-up: who is not the button."""
        return self.order[0]

    def distance(self, number: int, since: int | None = None) -> int:
        """In players: 1 is the small blind's place, 2 the big blind's (AJ-R31). Who sat down
        after `since` is not counted."""
        seats = self.table.seats
        known = [s for s in self.core if since is None or seats[s].person.since <= since]
        if number == self.button:
            return len(known) + 1
        passed = between(self.places, self.button, number)
        return 1 + sum(1 for seat in passed if seat in known)

    def in_the_small_place(self) -> int:
        """ "An established Player waiting for the big blind must still post an amount equivalent to
        the big blind even though a Player being eliminated on the previous hand places the Player
        in the middle blind position" (001 L503)."""
        big = self.table.position.big
        if not self.ways.middle_big or self.one or not big or big[-1] in self.dealt:
            return 0
        beyond = between(self.places, big[-1], self.first)
        for number in between(self.places, self.button, self.first):
            blinds = self.table.seats[number].blinds
            waits = blinds.missed and blinds.entry == "wait"
            if waits and number in beyond and number in self.ready:
                return number
        return 0

    def come_in(self) -> None:
        """Everybody else who is ready, clockwise: the first line that fits."""
        held_back = between(self.places, self.button, self.first)
        next_blind = between(self.places, self.first, self.second)
        if self.one:
            held_back, next_blind = [], held_back
        for number in from_the_left(self.button, self.ready):
            if number in self.dealt:
                continue
            seat = self.table.seats[number]
            if number in held_back:  # "must wait for the button to pass" (AJ-R30b)
                self.buys_button(seat)
                self.takes_the_middle(seat)
            elif number in next_blind and not self.taker:
                if seat.blinds.entry != "pass":
                    self.taker = number
                    self.dealt.add(number)
            elif self.may_come(seat):
                self.dealt.add(number)

    def buys_button(self, seat: Seat) -> None:
        """002 L311: "only by 'buying the button' (posting both blinds with little blind dead. In
        this case the player becomes the only blind and receives the button the next hand)"."""
        if self.ways.buy_button and seat.blinds.entry == "buy the button" and not self.buyer:
            self.buyer = seat.number
            self.dealt.add(seat.number)

    def takes_the_middle(self, seat: Seat) -> None:
        """001 L504: "'taking it in the middle' of the existing blinds. The dealer button will skip
        over the Player who receives a hand in this manner on the next deal"; 003 L30, L118."""
        over = comes_in(self.law) == "over"  # 000 L852: "with the button to his right"
        dealt_right_in = seat.blinds.newcomer and self.ways.newcomer_posts == "nothing"
        comes = seat.blinds.entry == "post" or dealt_right_in
        between_them = self.ways.comes_between and comes
        if (over or between_them) and self.may_come(seat):
            self.middle.append(seat.number)
            self.dealt.add(seat.number)

    def may_come(self, seat: Seat) -> bool:
        """Behind the blinds: for free, for a post, or not yet."""
        way = comes_in(self.law)
        if way != "posts" and (seat.blinds.missed or seat.blinds.newcomer):
            return self.goes_over(seat) if way == "over" else self.kills(seat)
        posts = seat.blinds.entry == "post"
        if seat.blinds.missed:
            if missed_kills(self.law) and self.kills(seat):
                return True
            # "When not in the big blind position or immediately to the left of the big blind
            # position, post the amount of both blinds" (AJ-R30a).
            too_near = self.next_to_blind(seat.number) and not self.ways.missed_next_to_blind
            if self.straddles(seat):
                return True
            if not posts or too_near:
                return False
            self.post(seat.number, both=not missed_big(self.law))
            return True
        if self.lets_pass(seat):
            return False
        if before_the_blinds(self.table, seat.number):
            return True
        if seat.blinds.newcomer:
            moved = self.ways.moved_free and seat.person.brings
            if self.ways.newcomer_posts == "nothing" or moved or self.straddles(seat):
                return True
            if self.ways.straddle_enters and self.next_to_blind(seat.number):
                return False  # he straddles there, or waits (000 L768-771)
            if posts:
                self.post(seat.number, both=self.ways.newcomer_posts == "both")
            return posts
        if seat.change.moved_from:
            # "The player must wait until in the same position relative to the button as before the
            # move" (AJ-R31a): or a worse one, for the button may jump over the very place.
            target = seat.change.target or self.targets[seat.number]
            # "Newly seated players will not change the number of hands the player must wait" (001
            # L511).
            since = seat.change.at if self.ways.mover_waits == "so many hands" else None
            if self.distance(seat.number, since) <= target:
                return True
            # "The player moving away from the button may get a hand immediately without posting"
            # (000 L791).
            if seat.change.traded and self.ways.trade_free:
                return True
            if posts:
                self.post(seat.number, both=self.ways.mover_posts == "both")
            return posts
        return True  # only sat out, and no blind has passed

    def lets_pass(self, seat: Seat) -> bool:
        """ "A player may wait for the blinds to go by before taking a hand" (000 L762, 003 L26)."""
        return seat.blinds.newcomer and seat.blinds.entry == "pass" and not seat.blinds.passes

    def straddles(self, seat: Seat) -> bool:
        """On the left of the big blind (000 L768, 001 L505-510)."""
        if seat.blinds.entry != "straddle" or not self.next_to_blind(seat.number):
            return False
        self.posts.append(Post(seat.number, 2 * self.stakes.blinds[-1], "straddle"))
        return True

    def goes_over(self, seat: Seat) -> bool:
        """ "A player entering the game must either wait for the big blind or do the overs"
        (000 L850)."""
        overs = sum(post.kind == "over" for post in self.posts)
        if seat.blinds.entry != "over" or overs >= most_overs(self.law):
            return False
        self.posts.append(Post(seat.number, 2 * self.stakes.blinds[-1], "over"))
        return True

    def kills(self, seat: Seat) -> bool:
        """ "Double the limit for that hand by posting double the amount of the blind" (003 L272,
        004 L238); one kill a hand (003 L310). Who missed a blind may "provided no active player
        objects" (003 L278): an objection has sent him back to waiting (HG-A54)."""
        owed = any(self.table.seats[other].blinds.kill for other in self.core)
        if seat.blinds.entry != "kill" or self.killer or owed:
            return False
        self.killer = seat.number
        return True

    def next_to_blind(self, number: int) -> bool:
        """Nobody who is dealt in sits between the big blind and this seat."""
        big = self.taker or (self.first if self.one else self.second)
        return not any(s in self.dealt for s in between(self.places, big, number))

    def post(self, seat: int, *, both: bool) -> None:
        """ "The small blind is dead money, but the big blind is live" (AJ-R30a)."""
        *others, big = self.stakes.blinds
        if both and others:
            self.posts.append(Post(seat, sum(others), "dead"))
        self.posts.append(Post(seat, big, "post"))

    def setup(self) -> Setup:
        blinds, small, big = self.blinds()
        excused = 0
        if not self.buyer:
            blinds, big, excused = taken_for_him(
                self.table, self.spread, self.stakes, self.order, blinds, big
            )
        zone = between(self.places, self.button, big[-1])
        # Heads-up the small blind is the button: the big blind passes nobody who could take it.
        first = self.payers[0]
        passed_by = zone[zone.index(first) + 1 :] if first in zone else []
        passed_by = zone if self.one else passed_by
        if self.ways.missed_button:  # "who misses a blind or the button" (000 L773)
            zone = [*self.passed_by_button()[1:], *zone]
        missed, passed = marks(self.table, self.dealt, zone, passed_by, self.targets)
        return Setup(
            self.button,
            tuple(self.order),
            (*antes(self.table, self.spread, self.stakes, self.order), *blinds, *self.posts),
            small,
            big,
            missed,
            passed,
            tuple(self.targets.items()),
            excused=excused,
            killer=self.killer,
        )

    def blinds(self) -> tuple[list[Post], tuple[int, ...], tuple[int, ...]]:
        *others, big = self.stakes.blinds
        order = self.payers
        if self.buyer:  # "becomes the only blind" (002 L311)
            dead = Post(self.buyer, sum(others), "dead")
            return [Post(self.buyer, big), dead], (), (self.buyer,)
        if self.ways.blinds == "by ledger" and len(others) == 1 and len(order) > 2:
            return self.by_ledger()
        owed = others and len(order) > 2 and order[0] == self.table.position.excused
        if owed and can_take(self.table, self.stakes, order[0]):  # now (002 L444, 003 L275)
            order = [order[1], order[0], *order[2:]]
        posts, small, bigs = by_position(self.stakes.blinds, order)
        if small == (self.doubles,):  # "there would be two big blinds in play for that hand"
            return [replace(post, chips=big) for post in posts], (), (*small, *bigs)
        return posts, small, bigs

    def by_ledger(self) -> tuple[list[Post], tuple[int, ...], tuple[int, ...]]:
        """ "All players must meet the total amount of their blind obligations every round they
        play. The dealer button always moves forward and the blinds adjust accordingly" (002 L1121):
        one big, then one small blind each (DD-A12)."""
        small, big = self.stakes.blinds
        posts: list[Post] = []
        smalls: list[int] = []
        bigs: list[int] = []
        owes_big = [s for s in self.payers[:2] if not self.ledger(s)[0]]
        for seat in self.payers[:2]:
            if seat in owes_big or (not owes_big and seat == self.payers[1]):
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
