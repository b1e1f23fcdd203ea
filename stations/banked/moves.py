"""What a new view of a round sets going: the bank's cards turn over, and what is heard of it.

Drafts and chips of the tray are silent; whoever bets nothing hears the close all the same.
"""

from firmware.screens.protocol import View
from firmware.screens.protocol import bank_facts as facts
from stations.state import State
from ui.motion import BANK_STAGGER_MS, FLIP_MS, in_out


def begin(s: State, old: View) -> None:
    before, after = old.public.against, s.public.against
    ask = s.view.ask
    if ask and ask.kind == "bank" and not (old.ask and old.ask.decision == ask.decision):
        s.cues.append("bank offered")
    if not before or not after or old.public.hand != s.public.hand:
        return
    if before.due == "wager" != after.due:
        s.cues.append("closed")
    if after.dice and not before.dice:
        s.cues.append("dice")
    own = facts.of_seat(after, s.view.seat)
    if before.due != "over" == after.due and any(one.uncovered for one in own):
        s.cues.append("not covered")
    for wait, n in enumerate(facts.turned_over(old.public, s.public)):
        s.time.start(f"bank {n}", s.now, FLIP_MS, in_out, wait * BANK_STAGGER_MS)
        s.cues.append("card")
