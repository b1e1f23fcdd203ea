"""The integrity page: how the last thousand hands of a table were dealt, as a picture for all.

It is drawn (desks/floor/deals.py) from the public log, and the log is beside it for whoever does
not believe a picture. How many hands were unsealed comes from the journal, and names nobody.
"""

import json
from collections.abc import Iterable
from html import escape

from desks.floor.deals import GREEN, ROSE, SKY, Dealt, picture
from firmware.controller.deal_memory import ENTRY, HANDS_COUNTED, WITNESSED
from firmware.fairness.verify import ALARM
from firmware.journal.frame import Entry
from firmware.journal.meters import Meters, count
from firmware.journal.records import from_entry

STYLE = """body{background:#0b1218;color:#e8eef2;font:20px/1.5 system-ui,sans-serif;
margin:40px auto;max-width:1040px;
padding:0 20px}h1{font-size:34px;margin:0}dl{display:grid;gap:16px;
grid-template-columns:repeat(auto-fit,minmax(220px,1fr))}
dl div{background:#16212a;border-radius:12px;padding:12px 20px}dt{color:#9fb0bc}
dd{margin:0;font-size:28px;font-weight:700}svg{width:100%;height:auto;background:#101a21;
border-radius:12px}.alarm{color:#ff8f96}a{color:#8cc4ff}li{margin:4px 0}
i{display:inline-block;width:16px;height:16px;border-radius:4px;vertical-align:-2px}"""


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
        case "draw":
            hand.voids += hand.drew  # drawn again: as good as a void
            hand.drew = True
        case "mix" if told["absent"]:
            hand.voids += 1
        case "hand":
            hand.over = True
    return sealed


def unsealed_in(entries: Iterable[Entry]) -> int:
    meters = Meters()
    for told in (from_entry(entry) for entry in entries if entry.kind == "OrderAnswered"):
        if told is not None:
            count(meters, told)
    return meters.unsealed


def page(table: str, hands: list[Dealt], unsealed: int) -> bytes:
    over = [hand for hand in hands if hand.over]
    voids, unseen = sum(hand.voids for hand in hands), [h for h in over if not h.witnessed]
    alarm = ' class="alarm"' if voids >= ALARM else ""
    since = f"<small>, from hand {unseen[0].number:,}</small>" if unseen else ""
    facts = (
        ("Hands", f"{len(over):,}", ""),
        ("Sets of decks", f"{sum(hand.attempts for hand in hands):,}", ""),
        ("Voided", f"{voids:,}{': ALARM' if alarm else ''}", alarm),
        ("Not witnessed", f"{len(unseen):,}{since}", ""),
        ("Unsealed by two people", f"{unsealed:,}", ""),
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
