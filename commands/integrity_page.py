"""The integrity page: how the last thousand hands of a table were dealt, as a picture for all.

A column a hand, oldest left: its height says how many sets of decks it took, rose that a deal of it
was voided after its shares were sealed, sky that no witness has signed the log since. It is drawn
from the public log alone, and the log is beside it for whoever does not believe a picture.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape

from firmware.controller.deal_memory import ENTRY, HANDS_COUNTED, WITNESSED
from firmware.fairness.verify import ALARM
from firmware.journal.frame import Entry

WIDE, HIGH, STEP, MOST = 1000, 160, 40, 4  # of the picture; a set of decks; sets that are drawn
SEEN = 6  # as wide as a column must be
GREEN, SKY, ROSE = "#2fbf8f", "#5aa9ff", "#ff8f96"
STYLE = """body{background:#0b1218;color:#e8eef2;font:20px/1.5 system-ui,sans-serif;
margin:40px auto;max-width:1040px;
padding:0 20px}h1{font-size:34px;margin:0}dl{display:grid;gap:16px;
grid-template-columns:repeat(auto-fit,minmax(220px,1fr))}
dl div{background:#16212a;border-radius:12px;padding:12px 20px}dt{color:#9fb0bc}
dd{margin:0;font-size:28px;font-weight:700}svg{width:100%;height:auto;background:#101a21;
border-radius:12px}.alarm{color:#ff8f96}a{color:#8cc4ff}li{margin:4px 0}
i{display:inline-block;width:16px;height:16px;border-radius:4px;vertical-align:-2px}"""


@dataclass
class Dealt:
    """One hand, as the log tells it."""

    number: int
    attempts: int = 0
    voids: int = 0  # those that count
    over: bool = False
    witnessed: bool = False


def hands_of(entries: Iterable[Entry]) -> list[Dealt]:
    """The last thousand, oldest first."""
    found: dict[int, Dealt] = {}
    sealed = False
    for entry in entries:
        if entry.kind == WITNESSED:
            for hand in found.values():
                hand.witnessed = hand.witnessed or hand.over
        if entry.kind != ENTRY or b'"attempt":' not in entry.body:
            continue
        told = json.loads(entry.body)
        hand = found.setdefault(told["hand"], Dealt(told["hand"]))
        sealed = _count(hand, told, sealed)
    return sorted(found.values(), key=lambda hand: hand.number)[-HANDS_COUNTED:]


def _count(hand: Dealt, told: dict[str, object], sealed: bool) -> bool:
    """Are shares sealed after this entry?"""
    match told["kind"]:
        case "commit":
            hand.attempts += 1
            return False
        case "seals":
            return True
        case "void":
            hand.voids += sealed
        case "mix" if told["absent"]:
            hand.voids += 1
        case "hand":
            hand.over = True
    return sealed


def page(table: str, hands: list[Dealt]) -> bytes:
    over = [hand for hand in hands if hand.over]
    voids, unseen = sum(hand.voids for hand in hands), [h for h in over if not h.witnessed]
    alarm = ' class="alarm"' if voids >= ALARM else ""
    since = f"<small>, from hand {unseen[0].number:,}</small>" if unseen else ""
    facts = (
        ("Hands", f"{len(over):,}", ""),
        ("Sets of decks", f"{sum(hand.attempts for hand in hands):,}", ""),
        ("Voided", f"{voids:,}{': ALARM' if alarm else ''}", alarm),
        ("Not witnessed", f"{len(unseen):,}{since}", ""),
    )
    told = "".join(f"<div><dt>{what}</dt><dd{look}>{n}</dd></div>" for what, n, look in facts)
    return f"""<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Table {escape(table)}: the deals</title>
<style>{STYLE}</style><h1>Table {escape(table)}: the last {len(hands):,} deals</h1>
<dl>{told}</dl>{picture(hands)}
<ul><li><i style="background:{GREEN}"></i> dealt, and a witness signed the log after it</li>
<li><i style="background:{SKY}"></i> dealt, and no witness has signed yet</li>
<li><i style="background:{ROSE}"></i> a deal of it was voided; {ALARM} in 1,000 are an alarm</li>
</ul><p>Do not believe a picture: <a href="/log.jsonl">the log itself</a>, checked by
<code>stormdeck rng log FILE --check --key HEX</code>, and <a href="/key">the key</a>.</p>
""".encode()


def picture(hands: list[Dealt]) -> str:
    """Those that were voided lie over the others, wide enough to be seen."""
    each = WIDE / max(1, len(hands))
    places = [(n * each, hand) for n, hand in enumerate(hands)]
    calm = [_column(x, each, hand) for x, hand in places if not hand.voids]
    void = [_column(x, max(each, SEEN), hand) for x, hand in places if hand.voids]
    words = f"{len(hands)} hands, {sum(hand.voids for hand in hands)} voids"
    look = f'viewBox="0 0 {WIDE} {HIGH}" shape-rendering="crispEdges"'
    return f'<svg {look} role="img" aria-label="{words}">{"".join([*calm, *void])}</svg>'


def _column(x: float, wide: float, hand: Dealt) -> str:
    high = STEP * min(MOST, max(1, hand.attempts))
    color = ROSE if hand.voids else GREEN if hand.witnessed else SKY
    gap = 1 if wide > SEEN else 0
    at = f'x="{x:.2f}" y="{HIGH - high}" width="{wide - gap:.2f}" height="{high}"'
    return f'<rect {at} fill="{color}"><title>Hand {hand.number:,}</title></rect>'
