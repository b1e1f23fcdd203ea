"""Button and blinds: who is dealt in, who posts what, who owes what from now on. The theory.

**The button** goes round clockwise, a hand a step. It goes to the nearest player of those who were
in the last hand, never to somebody who just came: "a player is entitled to the button only if he
is the closest to the button of all the players remaining from the previous hand" (AJ-R21). Those
players are the *core*: dealt in when the last hand was dealt, ready since, in the same seat.

**The blinds** follow it: the small one left of the button, the big one left of that; heads-up the
button has the small one (AJ-R22). So three places matter, clockwise from the new button: S, the
next of the core, and N, the one after S (with two players N is the button himself).

        button . . . S . . . N . . . . . . . . . back to the button
              held    next     behind
              back    blind    the blinds

**Coming in.** Who is ready and not of the core is held against the place he sits in:

- *held back*, between button and S: he would be dealt in having paid no blind, so he waits "for
  the button to pass" (AJ-R28c, AJ-R30b, AJ-R31b), or buys the button where the house sells it;
- *next blind*, between S and N: the first of them who wants is the big blind of this hand; it pays
  for everything that he owed;
- *behind the blinds*: for free, for a post, or not yet, by what he owes.

**What is owed.** Four kinds of player sit behind the blinds:

- who only sat out, and no blind has passed him: nothing;
- a *newcomer*: waits for the big blind or posts it; he may let it go by once, "however, if the
  blinds go by more than once, then the rule for missing the blinds applies" (AJ-R28b);
- who *missed* a blind: waits for the big blind or posts both, the small one dead (AJ-R30a);
- a *seat changer*: his old place is his *target*, counted in players from the button. Towards the
  button he is dealt in; away from it he waits until his place is no better than the old one was,
  or posts (AJ-R31). Who moves just after dealing off the button may let the blinds pass once.

After the blinds are placed, everybody seated between button and big blind who was not dealt in has
been passed by one: `marks` says who missed it and who was free to let it go.

**Two houses.** "By position" is the above. "By ledger" (Delta) looks at what everybody paid since
the button was last at his seat: "Players must meet all of their blind obligations for every round
they play. Players cannot have the button twice; the button always moves forward, and the blinds
are adjusted accordingly" (002 L308). So when somebody leaves, whoever is in the blinds' zone pays
what he still owes, perhaps two big blinds in one hand, or none.

**One blind** is on the left of the button, S: nobody is held back, and who sits between button and
S is next to take it. **Three blinds** are those two and one more on the button (000 L842): it goes
round with the button, and who owes blinds owes it with the small one. Both go by position.

**A tournament** has a dead button: the big blind goes to the next player, always, and the other
two places follow it, empty or not. **A new game**, or one player left of the last hand: everybody
is dealt in and nobody owes what came before.

Nothing in here moves the table: evolve does, by the Setup.
"""

from msgspec.structs import replace

from firmware.games.poker.commands import Post
from firmware.games.poker.rules import Stakes
from firmware.table.blinds import (
    Plan,
    Setup,
    antes,
    by_position,
    can_take,
    comes_in,
    marks,
    taken_for_him,
)
from firmware.table.places import between, clockwise, has_blinds, next_of
from firmware.table.state import Table


def setup(table: Table, spread: int, stakes: Stakes, ready: list[int]) -> Setup:
    """The next hand, of this game of the table. Two seats at least are ready, and the button is
    drawn if it has to be."""
    if not stakes.by:
        return _setup(table, spread, stakes, ready)
    plan = _setup(table, spread, replace(stakes, blinds=stakes.going_round, by=()), ready)
    more = _by_others(table, stakes, plan)
    paying = [post.seat for post in more]  # a player has one blind, the biggest that is his
    mine = (x for x in plan.posts if x.kind != "blind" or x.seat not in paying)
    return replace(plan, posts=(*mine, *more))


def _by_others(table: Table, stakes: Stakes, plan: Setup) -> list[Post]:
    """From home: the button's. The winner's: of who won the last pot, of several the first left of
    the button; nobody's in the first hand, or when he is not dealt in (000 L1505-1511, AJ-A24)."""
    won = table.this_hand.result.won if table.this_hand.result else []
    winners = {one.seat for one in won if one.pot == 0}
    payers = {
        "from home": plan.dealt[-1],
        "winner": next((seat for seat in plan.dealt if seat in winners), 0),
    }
    posts: dict[int, Post] = {}
    for by, chips in zip(stakes.by, stakes.blinds, strict=True):
        seat = payers.get(by, 0)
        if seat:
            posts[seat] = Post(seat, chips, "winner" if by == "winner" else "home")
    return [*posts.values()]


def _setup(table: Table, spread: int, stakes: Stakes, ready: list[int]) -> Setup:
    core = [seat for seat in ready if table.seats[seat].blinds.core]
    if table.sit_n_go.big_at and len(ready) > 1:
        return _dead_button(table, spread, stakes, ready)
    if not table.position.button or not core:
        return _fresh(table, spread, stakes, table.position.drawn, ready)
    if not has_blinds(stakes):
        return _without_blinds(table, spread, stakes, ready)
    if len(core) == 1:
        return _fresh(table, spread, stakes, _of_one(table, core[0], ready), ready)
    button = next_of(_passes(table, spread), core)
    if len(stakes.blinds) == 1 and _takes_it_now(table, stakes, core):
        button = table.position.button
    plan = Plan(table, spread, stakes, ready, core, button)
    if (
        table.config.ways.blinds == "by ledger"
        and len(plan.dealt) == 2
        and plan.other in table.position.big
        and len(table.position.big) == 1
    ):
        # Three became two: the last big blind would post it again; he has the button instead.
        plan = Plan(table, spread, stakes, ready, core, plan.other)
    return plan.setup()


def _passes(table: Table, spread: int) -> int:
    """The last place that the button goes by: its own, or whoever came in between it and the
    blinds (001 L504)."""
    position, law = table.position, table.config.law(spread)
    if not table.config.ways.comes_between and comes_in(law) != "over":  # 000 L852
        return position.button
    blinds = {*position.small, *position.big} - {position.button}
    if not blinds:
        return position.button
    around = clockwise(table.config.seats, position.button)
    first = next(seat for seat in around if seat in blinds)
    return (position.button, *between(table.config.seats, position.button, first))[-1]


def _of_one(table: Table, left: int, ready: list[int]) -> int:
    """The button of the one player left; by the ledger nobody has it twice (002 L308, LP-22)."""
    again = left == table.position.button and table.config.ways.blinds == "by ledger"
    return next_of(left, ready) if again else left


def _fresh(table: Table, spread: int, stakes: Stakes, button: int, ready: list[int]) -> Setup:
    """A new game, or one player left of the last hand: everybody is dealt in without posting."""
    order = [seat for seat in clockwise(table.config.seats, button) if seat in ready]
    if not has_blinds(stakes):
        return Setup(button, tuple(order), antes(table, spread, stakes, order), new_game=True)
    posts, small, big = by_position(stakes.blinds, order)
    posts, big, excused = taken_for_him(table, spread, stakes, order, posts, big)
    left_out = between(table.config.seats, button, big[0])
    if len(stakes.blinds) == 1:
        passed_by = left_out
    else:
        passed_by = between(table.config.seats, order[0], big[0]) if len(order) > 2 else []
    missed, passed = marks(table, set(order), left_out, passed_by, {})
    return Setup(
        button,
        tuple(order),
        (*antes(table, spread, stakes, order), *posts),
        small,
        big,
        missed,
        passed,
        new_game=True,
        excused=excused,
    )


def _dead_button(table: Table, spread: int, stakes: Stakes, ready: list[int]) -> Setup:
    """Tournaments: the big blind goes to the next player, always. The others' places follow it,
    and stay empty when their player is out: no small blind then, or a button at an empty seat."""
    show, (small, big) = table.sit_n_go, stakes.blinds
    taker = next_of(show.big_at, ready)
    if len(ready) == 2:
        button = next(seat for seat in ready if seat != taker)
        payer = button
    else:
        button = show.small_at
        payer = show.big_at if show.big_at in ready else 0
    order = [seat for seat in clockwise(table.config.seats, button) if seat in ready]
    posts = [*antes(table, spread, stakes, order)]
    if payer:
        posts.append(Post(payer, small))
    posts.append(Post(taker, big))
    return Setup(button, tuple(order), tuple(posts), (payer,) if payer else (), (taker,))


def _without_blinds(table: Table, spread: int, stakes: Stakes, ready: list[int]) -> Setup:
    paid = [seat for seat in ready if seat in table.books.carried]
    if len(paid) > 1:  # nobody buys into antes that he did not pay (002 L542)
        ready = paid
    button = next_of(table.position.button, ready)
    if _takes_it_now(table, stakes, ready):
        button = table.position.button
    order = [seat for seat in clockwise(table.config.seats, button) if seat in ready]
    return Setup(button, tuple(order), antes(table, spread, stakes, order))


def _takes_it_now(table: Table, stakes: Stakes, ready: list[int]) -> bool:
    """One blind: who had too few chips for it won, or bought in again: the button stays where it
    is, so that he takes it now (004 L215, L239)."""
    seat = table.position.excused or (table.play.excused if table.play is not None else 0)
    there = seat in ready and table.position.button in ready
    return there and can_take(table, stakes, seat)
