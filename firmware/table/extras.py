"""Straddles and overs: bigger live blinds that a player chooses himself, before the cards."""

from firmware.games.engine import Law
from firmware.games.poker.commands import Post
from firmware.games.poker.forced import left_of_the_blinds
from firmware.games.poker.rules import Stakes
from firmware.table.blinds import Setup, most_overs
from firmware.table.commands import Extra
from firmware.table.evolve import stakes_now
from firmware.table.state import Table


def law_now(table: Table) -> Law:
    return table.config.law(table.spread)


def extras(table: Table, number: int) -> tuple[Extra, ...]:
    """What a player of the game may wish for in the next hand."""
    settings, blinds = law_now(table).settings, table.seats[number].blinds
    if not blinds.core or table.config.tournament:
        return ()
    found = list[Extra]()
    if not stakes_now(table).blinds:
        return ()
    if settings.straddles > 0 and settings.straddler == "anyone":
        found.append("straddle")
    if settings.overs > 0:
        found.append("over")
    return tuple(found)


def over_range(table: Table) -> tuple[int, int]:
    """Twice the big blind, up to four times it or as the house has it (000 L848-849)."""
    big = stakes_now(table).blinds[-1]
    return 2 * big, law_now(table).settings.overs * big


def posted(table: Table, plan: Setup, stakes: Stakes) -> tuple[Post, ...]:
    """The posts of a hand with what its players chose: left of the big blind for twice it, the next
    for three times it, and on; or one over from any seat, in place of its own blind."""
    if not plan.big:
        return plan.posts
    wishing = [seat for seat in plan.dealt if table.seats[seat].blinds.extra]
    if not wishing:
        return plan.posts
    free = _free(plan)
    wished = {seat: table.seats[seat].blinds.extra for seat in wishing if seat in free}
    chosen = {seat: extra for seat, extra in wished.items() if extra in extras(table, seat)}
    over = _over(table, plan, chosen)
    if over is not None:
        return (*(p for p in plan.posts if p.seat != over.seat or p.kind == "ante"), over)
    return plan.posts + _straddles(table, plan, stakes, chosen)


def _free(plan: Setup) -> list[int]:
    """Who pays nothing to come in."""
    coming = [post.seat for post in plan.posts if post.kind in ("post", "dead", "straddle", "over")]
    return [seat for seat in plan.dealt if seat not in coming]


def _over(table: Table, plan: Setup, chosen: dict[int, Extra]) -> Post | None:
    """One a hand of those who are in the game; whoever comes in by one goes before (000 L853)."""
    if sum(post.kind == "over" for post in plan.posts) >= most_overs(law_now(table)):
        return None
    for seat, extra in chosen.items():
        chips = table.seats[seat].blinds.over
        least, most = over_range(table) if extra == "over" else (0, 0)
        if least <= chips <= most and 0 < chips <= table.seats[seat].chips.stack:
            return Post(seat, chips, "over")
    return None


def _straddles(
    table: Table, plan: Setup, stakes: Stakes, chosen: dict[int, Extra]
) -> tuple[Post, ...]:
    big = stakes.blinds[-1]
    settings, posts = law_now(table).settings, list[Post]()
    posting = [post.seat for post in plan.posts if post.kind != "ante"]
    if len(plan.dealt) < 3:
        return ()
    after = left_of_the_blinds(plan.dealt, stakes, plan.posts)
    for times, seat in enumerate(after[: settings.straddles], 2):
        least = max(times, settings.straddle_stack) * big
        if chosen.get(seat) != "straddle" or seat in posting:
            break
        if table.seats[seat].chips.stack < least:
            break
        posts.append(Post(seat, times * big, "straddle"))
    return tuple(posts)
