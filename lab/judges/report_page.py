"""The page of `stormdeck rng-report`: HTML with its plots inside it, for a lab to file."""

import base64
import html
import io
import sys
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from firmware.fairness.health import CLAIM_BITS, CUTOFFS, WINDOW
from firmware.fairness.noise import Report
from firmware.games.cards import NAMES, RANKS
from lab.judges import dieharder
from lab.judges.deck_statistics import (
    ALARM,
    Decks,
    Result,
    all_tests,
    batches,
    eulerian_shares,
    position_table,
    starting_hand_counts,
)

INK, ACCENT, SOFT = "#22303c", "#0b6e4f", "#9fb8ad"
STYLE = """
body{font:16px/1.5 system-ui,sans-serif;color:#22303c;max-width:960px;margin:2rem auto;
padding:0 1rem}
h1{margin-bottom:0}h2{margin-top:2.5rem;border-bottom:1px solid #d5ddd9}img{width:100%;height:auto}
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .6rem;
border-bottom:1px solid #e6ebe9}td.n{text-align:right;font-variant-numeric:tabular-nums}
.good{color:#0b6e4f;font-weight:600}.bad{color:#b3261e;font-weight:600}p.small{color:#5c6b75}
"""


def make(
    decks: Iterable[tuple[int, ...]],
    raw: Callable[[int], bytes],
    noise: Report,
    out: Path,
    depth: str,
) -> list[str]:
    """Writes the page; returns the names of the tests that sound the alarm."""
    out.parent.mkdir(parents=True, exist_ok=True)
    out.touch()  # a place that cannot be written is said now, not after the work
    heap = np.concatenate(list(batches(decks)))
    results = list(all_tests(heap))
    rows = _dieharder(depth, raw)
    page = _page(heap, results, rows, noise)
    out.write_text(page, encoding="utf-8")
    bad = [result.name for result in results if result.p < ALARM]
    return bad + [row.name for row in rows or () if row.verdict == "FAILED"]


def _dieharder(depth: str, raw: Callable[[int], bytes]) -> list[dieharder.Row] | None:
    if depth == "none":
        return []
    if not dieharder.installed():
        print(dieharder.MISSING, file=sys.stderr)
        return None
    rows = []
    for row in dieharder.run(dieharder.SHORT if depth == "short" else dieharder.ALL, raw):
        rows.append(row)
        if sys.stderr.isatty():
            print(f"\r\033[Kdieharder: {row.name} {row.verdict}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    return rows


def _page(
    heap: Decks, results: list[Result], rows: list[dieharder.Row] | None, noise: Report
) -> str:
    now = datetime.now(UTC).strftime("%d %B %Y, %H:%M UTC")
    cut = CUTOFFS[CLAIM_BITS]
    return f"""<!doctype html><html lang="en"><meta charset="utf-8">
<title>Stormdeck: randomness report</title><style>{STYLE}</style>
<h1>Randomness report</h1>
<p class="small">{now} · {len(heap):,} decks of 52 from the production path</p>
<h2>Noise source</h2>
<table><tr><td>Source<td>{html.escape(noise.source)}<tr><td>State<td>{noise.state}
<tr><td>Samples tested<td>{noise.samples:,}
<tr><td>Longest run<td>{noise.longest_run} (fails at {cut.repeats})
<tr><td>Largest share<td>{noise.largest_share} of {WINDOW} (fails at {cut.share})
<tr><td>Windows thrown away<td>{noise.intermittent}</table>
<h2>Tests of the decks</h2>
<p>Each compares counts with exact chances. p is how often a fair shuffle looks at least this
uneven: it should scatter between 0 and 1. The alarm sounds below {ALARM:g}.</p>
{_results(results)}{_picture(_p_values(results), "p of every test")}
<h2>Card by place</h2>{_picture(_heat_map(heap), "How often each card lay in each place")}
<h2>Starting hands</h2>{_picture(_hands(heap), "Starting hands beside their chances")}
<h2>Pairs on top of the deck</h2>{_picture(_pairs(heap), "How often each ordered pair came")}
<h2>Runs</h2>{_picture(_runs(heap), "Rising runs in a deck, beside their chances")}
<h2>dieharder</h2>{_die_table(rows)}
</html>
"""


def _results(results: list[Result]) -> str:
    lines = "".join(
        f"<tr><td>{r.name}<td>{r.words}<td class=n>{r.statistic:,.1f}<td class=n>{r.df:,}"
        f"<td class=n>{r.p:.4f}<td class={'good>passed' if r.p >= ALARM else 'bad>ALARM'}"
        for r in results
    )
    head = "<tr><th>Test<th>What is counted<th>Chi-square<th>Freedoms<th>p<th>"
    return f"<table>{head}{lines}</table>"


def _die_table(rows: list[dieharder.Row] | None) -> str:
    if rows is None:
        return f"<p>{dieharder.MISSING}</p>"
    if not rows:
        return "<p>Left out on request.</p>"
    lines = "".join(
        f"<tr><td>{html.escape(r.name)}<td class=n>{r.p:.4f}"
        f"<td class={'bad' if r.verdict == 'FAILED' else 'good'}>{r.verdict}"
        for r in rows
    )
    note = (
        "<p class=small>dieharder calls p below 0.005 or above 0.995 weak: one honest test in a"
        " hundred is. Only FAILED counts.</p>"
    )
    return f"<table><tr><th>Test<th>p<th>{lines}</table>{note}"


def _picture(figure: Any, words: str) -> str:
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=110, bbox_inches="tight")
    plt.close(figure)
    inside = base64.b64encode(data.getvalue()).decode()
    return f'<img alt="{words}" src="data:image/png;base64,{inside}">'


def _p_values(results: list[Result]) -> Any:
    figure, axes = plt.subplots(figsize=(9, 2.6))
    names = [r.name for r in results][::-1]
    axes.scatter([r.p for r in results][::-1], names, color=ACCENT, zorder=3)
    axes.set(xlim=(-0.02, 1.02), xlabel="p")
    axes.grid(axis="y", color="#e6ebe9")
    return figure


def _heat_map(heap: Decks) -> Any:
    table = position_table(heap)
    expected = len(heap) / 52
    spread = np.sqrt(expected * 51 / 52)
    figure, axes = plt.subplots(figsize=(9, 8))
    shades = axes.imshow((table - expected) / spread, cmap="PuOr", vmin=-4, vmax=4)
    axes.set_xticks(range(0, 52, 4), [NAMES[card][0] for card in range(0, 52, 4)])
    axes.set(xlabel="card (four suits to a rank)", ylabel="place in the deck")
    bar = figure.colorbar(shades, shrink=0.8)
    bar.set_label("standard deviations from fair")
    return figure


def _hands(heap: Decks) -> Any:
    low, high = np.sort(heap[:, [0, 6]], axis=1).T.astype(int)
    suited = low % 4 == high % 4
    row, column = np.where(suited, high // 4, low // 4), np.where(suited, low // 4, high // 4)
    seen = np.bincount(row * 13 + column, minlength=169).reshape(13, 13)
    combos = np.array([[6 if r == c else 4 if r > c else 12 for c in range(13)] for r in range(13)])
    expected = len(heap) * combos / 1326
    figure, (axes, right) = plt.subplots(1, 2, figsize=(9, 4.2), width_ratios=(1.1, 1))
    shades = axes.imshow((seen - expected) / np.sqrt(expected), cmap="PuOr", vmin=-4, vmax=4)
    axes.set_xticks(range(13), RANKS)
    axes.set_yticks(range(13), RANKS)
    axes.set_title("suited below, offsuit above the pairs", fontsize=9)
    bar = figure.colorbar(shades, shrink=0.8)
    bar.set_label("standard deviations from fair")
    _scatter_of(right, starting_hand_counts(heap), "each of the 1,326 hands")
    figure.tight_layout()
    return figure


def _pairs(heap: Decks) -> Any:
    table = np.bincount(heap[:, 0].astype(int) * 52 + heap[:, 1], minlength=2704).reshape(52, 52)
    figure, axes = plt.subplots(figsize=(9, 3))
    _scatter_of(axes, table[~np.eye(52, dtype=bool)], "each of the 2,652 ordered pairs")
    return figure


def _scatter_of(axes: Any, counts: Decks, words: str) -> None:
    """How the counts scatter, beside the bell that fair chances would draw."""
    mean = counts.mean()
    apart = (counts - mean) / np.sqrt(mean)
    step = max(1, round(np.sqrt(mean) / 4))  # whole counts to a bar, or the bars lie
    edges = (np.arange(counts.min(), counts.max() + step + 1, step) - 0.5 - mean) / np.sqrt(mean)
    axes.hist(apart, bins=edges, density=True, color=SOFT)
    line = np.linspace(-5, 5, 200)
    axes.plot(line, np.exp(-(line**2) / 2) / np.sqrt(2 * np.pi), color=ACCENT)
    axes.set(xlabel=f"{words}: standard deviations from fair", yticks=[])


def _runs(heap: Decks) -> Any:
    falls = (heap[:, :-1] > heap[:, 1:]).sum(axis=1) + 1
    seen = np.bincount(falls, minlength=53)[1:53]
    expected = np.array(eulerian_shares(52)) * len(heap)
    shown = np.flatnonzero(expected > 1)
    figure, axes = plt.subplots(figsize=(9, 3))
    axes.bar(shown + 1, seen[shown], color=SOFT, label="seen")
    axes.plot(shown + 1, expected[shown], "o-", color=ACCENT, label="exact", markersize=4)
    axes.set(xlabel="rising runs in a deck", ylabel="decks")
    axes.legend()
    return figure
