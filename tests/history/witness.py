"""pokerkit as an independent reader of PHH."""

import warnings
from collections import deque
from typing import Any

from pokerkit import HandHistory


def pokerkit_stacks(text: str) -> list[Any] | str:
    """Finishing stacks over there, in cents, or why it could not go on."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            (state,) = deque(HandHistory.loads(text), maxlen=1)
        except (ValueError, KeyError) as bad:
            return f"refused: {bad}"
    return "not over" if state.status else [stack * 100 for stack in state.stacks]
