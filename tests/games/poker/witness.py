"""pokerkit 0.7.7 beside our engine: the same cards, the same chips, step by step.

A witness, not the law. Wherever the two part, one of RULES has to recognise exactly that
situation and say what pokerkit should see there; what no rule explains is an error. Play goes on
with actions that both allow.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from firmware.games.cards import show
from firmware.games.play import BOARD, BURN, RESHUFFLE
from firmware.games.poker.betting import raise_closed
from firmware.games.poker.commands import (
    Call,
    Command,
    Deal,
    Draw,
    Fold,
    Post,
    Raise,
    Settle,
    Start,
)
from firmware.games.poker.engine import Choices, choices, new_hand, play, rules
from firmware.games.poker.events import Raised
from firmware.games.poker.pots import Pot, pots, staked, uncalled
from firmware.games.poker.rules import Stakes
from lab.simulation.bots import deal, random_amount, shuffled
from tests.games.poker.differences import RULES, Offer, Parted, Unexplained
from tests.games.poker.pokerkit_games import (
    ANTE,
    AUTOMATIC,
    BLINDS,
    BRING_IN,
    SMALL,
    VARIANTS,
    Variant,
)
from tests.games.poker.slow import settle_chip_by_chip


class Duel:
    """One hand in both engines. `seen` counts which rules of ours explained a difference."""

    def __init__(self, variant: Variant, rng: Random, seen: Counter[str]) -> None:
        self.variant, self.rng, self.seen = variant, rng, seen
        self.fixed = variant.limit == "limit"
        self.shorts = self.spoken = 0  # short all-ins and answers on this round
        self.made, self.lifted = 0, False  # bets and raises on this round; heads-up before the cap
        count = rng.choice((2, 3, rng.randint(2, variant.seats), variant.seats))
        stacks = [random_stack(rng) for _ in range(count)]
        ante, posts = self._forced(stacks)
        law = rules(variant.game, "common", variant.limit)
        stakes = Stakes(SMALL, variant.bets[-1], ante=ante, bring_in=BRING_IN * variant.bring_in)
        # Left of the button is pokerkit's player 0 and our seat 1.
        self.hand = new_hand(law, stakes, count, dict(enumerate(stacks, 1)))
        play(self.hand, Start(posts))
        self.made = sum(1 for post in posts if post.kind == "straddle") + (
            self.hand.betting.level > 0
        )
        self.level_at_start, self.put_in_at_start = self.hand.betting.level, max(self.hand.bets)
        self.deck = shuffled(law, rng)
        self.burns: list[int] = []
        self.draws: list[tuple[int, tuple[int, ...]]] = []
        self.dealt: dict[int, list[int]] = {}
        self.board: list[int] = []

    def _forced(self, stacks: list[int]) -> tuple[int, tuple[Post, ...]]:
        """Antes, blinds, straddles and posts, for both; returns ours."""
        variant, rng, count = self.variant, self.rng, len(stacks)
        if variant.bring_in:
            ante = rng.choice((ANTE, ANTE, 0))
            self._their_state(True, (ante,) * count, None, stacks)
            return ante, tuple(Post(seat, ante, "ante") for seat in range(1, count + 1) if ante)
        antes, trim, kind = [0] * count, True, "ante"
        match rng.random():
            case luck if luck < 0.25:
                antes = [ANTE] * count
            case luck if luck < 0.4:
                antes[1], trim, kind = SMALL, False, "dead"  # the big blind antes for all
        blinds = [*BLINDS, *[0] * (count - 2)]
        if count > 2 and rng.random() < 0.15:
            blinds[2] = 2 * SMALL  # straddle
        elif count > 3 and rng.random() < 0.15:
            blinds[rng.randrange(2, count)] = -SMALL  # a post to get a hand
        self._their_state(trim, tuple(antes), tuple(blinds), stacks)
        if count == 2:  # the button has the small blind
            antes.reverse()
            blinds.reverse()
        posts = [Post(at + 1, chips, kind) for at, chips in enumerate(antes) if chips]
        order = sorted(range(count), key=lambda at: abs(blinds[at]))
        for at in order:
            if blinds[at]:
                what = "straddle" if blinds[at] > SMALL else "blind" if blinds[at] > 0 else "post"
                posts.append(Post(at + 1, abs(blinds[at]), what))
        return 0, tuple(posts)

    def _their_state(
        self, trim: bool, antes: tuple[int, ...], blinds: tuple[int, ...] | None, stacks: list[int]
    ) -> None:
        forced = (BRING_IN,) if blinds is None else (blinds,)
        create = self.variant.witness.create_state
        state = create(
            AUTOMATIC, trim, antes, *forced, *self.variant.bets, tuple(stacks), len(stacks)
        )
        state._begin_hand_killing = self._push
        self.state: Any = state
        self.their_pots: list[tuple[int, list[int]]] = []
        self.scores: dict[int, list[Any]] = {}  # pokerkit's hands: bigger is better, None is none

    def _push(self) -> None:
        """Every hand is shown and none killed, so that pots stay as they were built.

        The hands are read once, by pokerkit, and not again for each pot.
        """
        state = self.state
        for pot in state.pots:
            self.their_pots.append((pot.amount, [i + 1 for i in pot.player_indices]))
        hands = [tuple(state.get_up_hands(0, k)) for k in state.hand_type_indices]
        self.scores = {s: [side[s - 1] for side in hands] for s in self.hand.live}
        state.get_up_hands = lambda board, k: hands[k]
        state._begin_chips_pushing()

    # The hand

    def fight(self) -> None:
        hand = self.hand
        while hand.due != "settle":
            street = hand.phase.street
            match hand.due:
                case "deal":
                    self._deal()
                case "draw":
                    self._draw()
                case "act":
                    self._catch_up()
                    self._act()
            if hand.due == "settle" or hand.phase.street != street:
                self.shorts = self.spoken = self.made = 0
                self.lifted = False
                self._catch_up()
        self._settle()

    def _deal(self) -> None:
        plan = [target for target in self.hand.deck.plan if target != RESHUFFLE]
        command = deal(self.hand, self.deck, self.rng)
        for target, card in zip(plan, command.cards, strict=False):
            if target == BURN:
                self.burns.append(card)
            elif target == BOARD:
                self.board.append(card)
            else:
                self.dealt.setdefault(abs(target), []).append(card)
        play(self.hand, Deal(command.cards))

    def _draw(self) -> None:
        seat, rng = self.hand.queue[0], self.rng
        held = self.hand.down[seat]
        given = tuple(rng.sample(held, min(rng.choice((0, 1, 1, 2, 3, 5)), len(held))))
        self.draws.append((seat, given))
        play(self.hand, Draw(seat, given))

    def _catch_up(self) -> None:
        """Deal to pokerkit what we have dealt. It draws first, then burns, then deals."""
        state = self.state
        while state.status:
            if state.actor_index is not None:
                if not self._needless_question():
                    return
            elif state.showdown_indices:
                state.show_or_muck_hole_cards(True)
            elif any(state.standing_pat_or_discarding_statuses):
                if not self.draws:
                    return
                seat, given = self.draws.pop(0)
                assert state.stand_patter_or_discarder_index == seat - 1
                state.stand_pat_or_discard(cards(given))
            elif state.card_burning_status:
                if not self.dealt and not self.board and not self._only_burn():
                    return
                state.burn_card(cards(self.burns[-1:]) or "??")
                self.burns.clear()
            elif any(state.hole_dealing_statuses):
                at = next(i for i, due in enumerate(state.hole_dealing_statuses) if due)
                if self.board and at + 1 not in self.dealt:
                    raise Parted("one card for everybody, folded cards never come back")
                if at + 1 not in self.dealt:
                    return
                state.deal_hole(cards(self.dealt.pop(at + 1)), at)
            elif any(state.board_dealing_counts):
                if not self.board:
                    return
                state.deal_board(cards(self.board))
                self.board.clear()
            else:
                return

    def _needless_question(self) -> bool:
        """000a L9: alone with chips and nothing to match, a seat is not asked; pokerkit asks."""
        hand, state = self.hand, self.state
        if hand.due == "act" or hand.able > 1 or state.checking_or_calling_amount != 0:
            return False
        self.seen["alone with chips and nothing to match: not asked"] += 1
        state.check_or_call()
        return True

    def _only_burn(self) -> bool:
        """Everybody stood pat: it burns all the same, we do not."""
        state = self.state
        return not any(state.hole_dealing_statuses) and not any(state.board_dealing_counts)

    def _act(self) -> None:
        offered = choices(self.hand)
        seat = offered.seat
        self._same_turn(seat)
        if self.fixed:
            self._cap_holds(seat)
        ours, theirs = our_offer(offered), self._their_offer()
        if ours != theirs:
            self._explain(seat, ours, theirs)
        command = self._choose(offered, ours, theirs)
        self.spoken += 1
        self._mirror(command)
        for event in play(self.hand, command):
            if isinstance(event, Raised):
                self.shorts += not event.full
                self.made += event.full

    def _cap_holds(self, seat: int) -> None:
        """pokerkit's cap is another one, so ours is counted here once more: a bet, three raises,
        none of it if only two could act before the third raise (000a L8.4, 002 L1118)."""
        hand = self.hand
        if sum(1 for s in hand.live if hand.stacks[s]) == 2 and self.made < 4:
            self.lifted = True
        capped = self.made >= 4 and not self.lifted
        words, rule = raise_closed(hand, seat) or ("", "")
        assert words or not capped, f"no cap after {self.made} bets\n{self}"
        assert capped or rule != "raise_cap", f"a cap after {self.made} bets\n{self}"

    def _their_offer(self) -> Offer:
        state = self.state
        call = state.effective_bring_in_amount
        if call is None:
            call = state.checking_or_calling_amount
        least = state.min_completion_betting_or_raising_to_amount
        if least is None:
            return Offer(call)
        return Offer(call, (least, state.max_completion_betting_or_raising_to_amount))

    def _same_turn(self, seat: int) -> None:
        state, hand = self.state, self.hand
        if self.variant.bring_in and not self.spoken:
            assert seat == self._first_by_what_shows(), f"seat {seat} speaks first\n{self}"
        if state.actor_index == seat - 1:
            return
        if state.actor_index is not None and not self.spoken and self.variant.bring_in:
            opener = state.opener_index + 1
            # 000a [139]: forced, or first to speak, among those not all-in.
            name = "who is first goes by the hands that are not all-in"
            if hand.board:
                name = "the card for everybody counts for who speaks first"  # 002 L389
            if hand.board or not hand.stacks[opener]:
                self.seen[name] += 1
                while state.actor_indices[0] != seat - 1:
                    state.actor_indices.rotate(-1)
                return
        raise Unexplained(f"seat {seat} speaks; pokerkit: {state.actor_index}\n{self}")

    def _first_by_what_shows(self) -> int:
        """000a [139, 292-325]: by card, then by board, among those who have chips."""
        hand, razz = self.hand, self.variant.game == "razz"
        seats = [s for s in hand.seats if s in hand.live and hand.stacks[s]]
        if self.first_round():
            door = {s: (rank(hand.up[s][0], razz), hand.up[s][0] % 4) for s in seats}
            return (max if razz else min)(seats, key=lambda s: door[s])
        boards = {s: [rank(card, razz) for card in hand.up[s] + hand.board] for s in seats}
        return (min if razz else max)(seats, key=lambda s: groups(boards[s]))

    def _explain(self, seat: int, ours: Offer, theirs: Offer) -> None:
        for rule in RULES:
            if rule(self, seat, ours, theirs):
                self.seen[rule.__name__.replace("_", " ")] += 1
                return
        raise Unexplained(f"seat {seat}: {ours}, pokerkit: {theirs}\n{self}")

    def their_cap_only(self, ours: Offer, theirs: Offer) -> bool:
        """pokerkit is at its cap, we are not."""
        if not self.fixed or not ours.raise_to or theirs.raise_to or ours.call != theirs.call:
            return False
        state = self.state
        most = state.street.max_completion_betting_or_raising_count
        return bool(state.completion_betting_or_raising_count == most)

    def first_round(self) -> bool:
        return all(phase.kind != "bet" for phase in self.hand.rules.phases[: self.hand.at])

    def somebody_else_can_put_in(self, seat: int, more_than: int) -> bool:
        hand = self.hand
        return any(hand.stacks[s] + hand.bets[s] > more_than for s in hand.live if s != seat)

    def _choose(self, offered: Choices, ours: Offer, theirs: Offer) -> Command:
        """Something that both allow."""
        rng, seat = self.rng, offered.seat
        may: list[Command] = []
        if ours.call == theirs.call:
            may += [Call(seat)] * (4 if ours.call else 3)
        if offered.fold and ours.call and theirs.call:
            may += [Fold(seat)]
        to = self._common_amount(offered, theirs)
        if to:
            may += [Raise(seat, to)] * 3
        if not may:
            raise Parted("only the call of a short blind was left")
        return rng.choice(may)

    def _common_amount(self, offered: Choices, theirs: Offer) -> int:
        if not offered.raise_to or not theirs.raise_to:
            return 0
        least, most = theirs.raise_to
        for _ in range(4):
            to = random_amount(offered.raise_to, self.rng)
            if least <= to <= most:
                return to
        return 0

    def _mirror(self, command: Command) -> None:
        state = self.state
        match command:
            case Fold():
                state.fold()
            case Raise(_, to):
                state.complete_bet_or_raise_to(to)
            case _ if state.bring_in_status:
                state.post_bring_in()
            case _:
                state.check_or_call()

    # The end

    def _settle(self) -> None:
        hand, state = self.hand, self.state
        stakes, live = staked(hand), list(hand.live)
        seat, chips = uncalled(stakes, live)
        stakes[seat] -= chips
        dead = hand.dead
        built = pots(stakes, live, dead)
        before = [stack + (chips if s == seat else 0) for s, stack in enumerate(hand.stacks)]
        self._catch_up()
        if state.status:
            raise Unexplained(f"pokerkit is not at the end\n{self}")
        play(hand, Settle())
        if len(live) > 1:
            self._same_pots(built)
            slow = settle_chip_by_chip(stakes, live, dead, self.scores, hand.seats)
            slow = [before[s] + slow.get(s, 0) for s in range(len(before))]
            assert slow == hand.stacks, f"chip by chip: {slow}\n{self}"
        self._same_stacks(before, built)

    def _same_pots(self, built: list[Pot]) -> None:
        ours = [(pot.chips, sorted(pot.seats)) for pot in built if pot.chips]
        if ours != self.their_pots:
            raise Unexplained(f"pots {ours}, pokerkit: {self.their_pots}\n{self}")

    def _same_stacks(self, before: list[int], built: list[Pot]) -> None:
        theirs = [0, *self.state.stacks]
        if theirs == self.hand.stacks:
            return
        expected, why = as_pokerkit_pays(before, built, self.scores)
        if not why or theirs != expected:
            raise Unexplained(f"stacks {self.hand.stacks}, pokerkit: {theirs}\n{self}")
        for name in why:
            self.seen[name] += 1

    def __str__(self) -> str:
        hand = self.hand
        return "\n".join(
            (
                f"{self.variant.game} {self.variant.limit}",
                f"due {hand.due} {hand.queue} live {hand.live} street {self.state.street_index}",
                f"stacks {hand.stacks[1:]} bets {hand.bets[1:]} paid {hand.paid[1:]}",
                str(hand.betting),
                f"cards {[show(hand.cards(s)) for s in hand.live]} {show(hand.board)}",
                *(str(operation) for operation in self.state.operations[-30:]),
            )
        )


def as_pokerkit_pays(
    before: Sequence[int], built: list[Pot], scores: dict[int, list[Any]]
) -> tuple[list[int], set[str]]:
    """What pokerkit pays out of these pots, and which of our rules it does not know.

    All odd chips of a share go to the first winner (ours: one each, 000a L8.5). A pot without a
    low is halved if any hand at the table has a low, and everybody in it shares that half (ours:
    no low in this pot, high takes all, 000a L10).
    """
    stacks, why = list(before), set()
    sides = [
        k for k in range(len(next(iter(scores.values())))) if any(s[k] for s in scores.values())
    ]
    for pot in built:
        half, odd = divmod(pot.chips, len(sides))
        for k in sides:
            share = half + (odd if k == sides[0] else 0)
            held = [scores[seat][k] for seat in sorted(pot.seats)]
            best = max((h for h in held if h is not None), default=None)
            if best is None and share:
                why.add("no low in this pot, high takes it all")
            winners = [s for s in sorted(pot.seats) if scores[s][k] == best]
            each, rest = divmod(share, len(winners))
            if rest > 1:
                why.add("odd chips go one each")
            for seat in winners:
                stacks[seat] += each + (rest if seat == winners[0] else 0)
    return stacks, why


def rank(card: int, ace_low: bool) -> int:
    return (card // 4 + 1) % 13 if ace_low else card // 4


def groups(ranks: list[int]) -> tuple[list[int], list[int]]:
    """How many alike, most first; then which."""
    held = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    return [count for count, _ in held], [r for _, r in held]


def random_stack(rng: Random) -> int:
    """Tiny, short, or deep: jungles need all of them."""
    return rng.choice((rng.randint(1, 25), rng.randint(10, 120), rng.randint(80, 1500)))


def our_offer(offered: Choices) -> Offer:
    amounts = offered.raise_to
    return Offer(offered.call, (amounts.least, amounts.most) if amounts else None)


def cards(held: Sequence[int]) -> str:
    return show(held).replace(" ", "")


def compare(name: str, hands: int, seed: int) -> Counter[str]:
    """Play so many hands in both; what was explained, and how often."""
    rng = Random(f"{name} {seed}")
    seen: Counter[str] = Counter()
    for _ in range(hands):
        duel = Duel(VARIANTS[name], rng, seen)
        seen["hands"] += 1
        try:
            duel.fight()
        except Parted as why:
            seen[str(why)] += 1
            seen["left early"] += 1
    return seen
