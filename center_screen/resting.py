"""Nobody plays on: once the end of the last hand was read, the glass waits for players again."""

from msgspec.structs import replace

from firmware.screens.protocol import Public, Seat

READ_MS = 30_000.0


def follows(public: Public) -> bool:
    """Is this the end of a hand after which no other comes?"""
    result = public.result
    if result is None or public.alert or (public.contest and public.contest.ended):
        return False
    gone = all(seat.life == "open" for seat in public.seats)
    return result.held == "players" or (result.held == "closing" and gone)


def picture(public: Public) -> Public:
    """Without the hand: who is still there is ready, or away."""
    assert public.result
    phase = "closed" if public.result.held == "closing" else "waiting"
    return replace(
        public, phase=phase, hand=0, seal="", board=(), second=(), rabbit=(), pots=(), total=0,
        result=None, against=None, pan=None, button=0, seats=tuple(map(_waits, public.seats)),
    )  # fmt: skip


def _waits(seat: Seat) -> Seat:
    life = "ready" if seat.life in ("in", "folded") else seat.life
    return Seat(
        seat.seat, life, seat.name, seat.stack, away_ms=seat.away_ms, called=seat.called
    )  # fmt: skip
