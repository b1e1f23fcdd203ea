"""`stormdeck bench`: our figures beside those of the best public engines, in one run.

Machines differ and are shared: what counts is the ratio, taken from interleaved runs.
"""

import argparse
import importlib
import json
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

Figure = dict[str, Any]

# name -> module with figures()
BENCHES = {
    "engine": "lab.bench.engine",
    "banked": "lab.bench.banked",
    "ranking": "lab.bench.ranking",
    "wires": "lab.bench.wires",
    "fairness": "lab.bench.fairness",
    "money": "lab.bench.money",
    "cage": "lab.bench.cage",
    "table": "lab.bench.table",
    "screens": "lab.bench.screens",
    "glass": "lab.bench.glass",
    "memory": "lab.bench.memory",
    "flood": "lab.bench.flood",
    "floor": "lab.bench.floor",
    "console": "lab.bench.console",
}


def rates(
    runs: dict[str, Callable[[], int]], seconds: float = 0.2, rounds: int = 9
) -> dict[str, float]:
    """Work a second of processor time: medians of interleaved rounds. A run returns its work."""
    seen: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            done, start = 0, process_time()
            while (spent := process_time() - start) < seconds:
                done += run()
            seen[name].append(done / spent)
    return {name: median(found) for name, found in seen.items()}


def beside(bench: str, unit: str, found: dict[str, float]) -> Iterator[Figure]:
    """One figure for each peer beside ours."""
    ours = found["ours"]
    for peer, value in found.items():
        if peer != "ours":
            yield figure(bench, unit, ours, value, peer)


def figure(bench: str, unit: str, ours: float, peer: float | None = None, name: str = "") -> Figure:
    ratio = ours / peer if peer else None
    return {
        "bench": bench, "ours": ours, "peer": peer, "peer_name": name or None,
        "ratio": ratio, "unit": unit,
    }  # fmt: skip


def collect(names: list[str]) -> Iterator[Figure]:
    for name in names:
        try:
            module = importlib.import_module(BENCHES[name])
        except ImportError as missing:
            sys.exit(f"stormdeck bench {name}: {missing}; `make bench` installs what it needs")
        yield from module.figures()


def row(one: Figure) -> str:
    peer = f"{one['peer']:>14,.1f}  {one['peer_name']:<14}" if one["peer"] else " " * 32
    ratio = f"{one['ratio']:>8.2f}x" if one["ratio"] else ""
    return f"{one['bench']:<44}{one['ours']:>14,.1f} {peer}{ratio}  {one['unit']}"


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(BENCHES))
    parser.add_argument("--json", action="store_true", help="one line a figure")
    parser.add_argument("--plot", metavar="FILE", help="save the ratios as a picture")
    args = parser.parse_args(argv)
    unknown = [name for name in args.names if name not in BENCHES]
    if unknown:
        parser.error(f"no bench {unknown[0]!r}; there are: {', '.join(BENCHES)}")
    found = []
    for one in collect(args.names or list(BENCHES)):
        found.append(one)
        print(json.dumps(one) if args.json else row(one), flush=True)
    if args.plot:
        from lab.bench.plot import plot

        plot([one for one in found if one["ratio"]], args.plot)
        print(f"saved {args.plot}", file=sys.stderr)
    return 0
