"""The peers of the bench, each driven the quickest way its own interface allows."""

import random
from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Any

import pokerkit as pk
import pyspiel
from texasholdem import ActionType, TexasHoldEm

STACK = 20_000


def shuffled(deck: Sequence[int], rng: random.Random, count: int = 500) -> list[list[int]]:
    """Decks shuffled before the clock starts: the bench is of engines, not of shuffles."""
    return [rng.sample(deck, len(deck)) for _ in range(count)]


def holdem(seats: int, policy: str) -> dict[str, Callable[[], int]]:
    return {
        "open_spiel": open_spiel(seats, policy),
        "texasholdem": texasholdem(seats, policy),
        "pokerkit": pokerkit("NoLimitTexasHoldem", seats, policy),
    }


def open_spiel(seats: int, policy: str) -> Callable[[], int]:
    """C++, driven from Python; all chance is dealt from a deck that we shuffle, as ours is."""
    blinds = " ".join(["50", "100", *["0"] * (seats - 2)])
    stacks = " ".join([str(STACK)] * seats)
    game = pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers={seats},numRounds=4,blind={blinds},"
        f"stack={stacks},firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,"
        "numBoardCards=0 3 1 1,bettingAbstraction=fcpa)"
    )
    rng = random.Random(7)
    decks = cycle(shuffled(range(52), rng))

    def one_hand() -> int:
        deck = next(decks)
        state, at = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(deck[at])
                at += 1
            elif policy == "calls":
                state.apply_action(1)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        state.returns()
        return 1

    return one_hand


def texasholdem(seats: int, policy: str) -> Callable[[], int]:
    rng = random.Random(7)

    def one_hand() -> int:
        game: Any = TexasHoldEm(buyin=STACK, big_blind=100, small_blind=50, max_players=seats)
        game.start_hand()
        while game.is_hand_running():
            if policy == "calls":
                facing = game.chips_to_call(game.current_player)
                game.take_action(ActionType.CALL if facing else ActionType.CHECK)
            else:
                game.take_action(*_texasholdem_move(game, rng))
        return 1

    return one_hand


def _texasholdem_move(game: Any, rng: random.Random) -> tuple[Any, ...]:
    moves = game.get_available_moves()
    kinds = [kind for kind in moves.action_types if kind != ActionType.FOLD]
    ways: list[tuple[Any, ...]] = [(kind,) for kind in kinds if kind != ActionType.RAISE]
    if game.chips_to_call(game.current_player):
        ways.append((ActionType.FOLD,))
    if ActionType.RAISE in kinds:
        raises = moves.raise_range
        ways += [(ActionType.RAISE, None, raises[0]), (ActionType.RAISE, None, raises[-1])]
    return rng.choice(ways)


def pokerkit(name: str, seats: int, policy: str = "calls") -> Callable[[], int]:
    """Every step that can be automated is, hole cards and board included."""
    create = getattr(pk, name).create_state
    args, key = _pokerkit_args(name)
    rng = random.Random(7)

    def one_hand() -> int:
        state = create(_AUTOMATIONS, True, *args, STACK, seats, **key)
        while state.status:
            if state.can_post_bring_in():
                state.post_bring_in()
            elif state.can_stand_pat_or_discard():
                state.stand_pat_or_discard()
            elif policy == "calls":
                state.check_or_call()
            else:
                _pokerkit_move(state, rng)
        return 1

    return one_hand


_AUTOMATIONS = tuple(pk.Automation)


def _pokerkit_args(name: str) -> tuple[tuple[Any, ...], dict[str, Any]]:
    if "Stud" in name or "Razz" in name:
        return (25, 50, 200, 400), {}
    if name.startswith("FixedLimit"):
        return (0, (100, 200), 200, 400), {}
    return (0, (50, 100), 100), {}


def _pokerkit_move(state: Any, rng: random.Random) -> None:
    ways = [state.check_or_call]
    if state.checking_or_calling_amount:
        ways.append(state.fold)
    least = state.min_completion_betting_or_raising_to_amount
    if least is not None:
        most = state.max_completion_betting_or_raising_to_amount
        ways.append(lambda: state.complete_bet_or_raise_to(least))
        ways.append(lambda: state.complete_bet_or_raise_to(most))
    rng.choice(ways)()
