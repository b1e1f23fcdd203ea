"""The ratios of a bench run as a picture: how many times a peer's speed, on a log scale."""

from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot as plt


def plot(figures: list[dict[str, Any]], file: str) -> None:
    labels = [f"{one['bench']}  ·  {one['peer_name']}" for one in figures]
    ratios = [one["ratio"] for one in figures]
    height = 1.2 + 0.28 * len(figures)
    fig, axis = plt.subplots(figsize=(11, height), layout="constrained")
    colours = ["#1f7a5c" if ratio >= 1 else "#b5562f" for ratio in ratios]
    bars = axis.barh(labels, ratios, color=colours, height=0.7)
    axis.bar_label(bars, labels=[f" {ratio:,.1f}x" for ratio in ratios], fontsize=8)
    axis.axvline(1, color="#333", linewidth=1)
    axis.set_xscale("log")
    axis.margins(x=0.12, y=0.01)
    axis.invert_yaxis()
    axis.tick_params(axis="y", labelsize=8)
    axis.set_xlabel("times the peer's speed, measured side by side in one run")
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(file, dpi=120)
    plt.close(fig)
