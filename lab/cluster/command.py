"""stormdeck cluster: three nodes of PostgreSQL under Patroni and etcd, here, until Ctrl-C.
With --trial they fail one after another under a room at work, and the time to recover is told."""

import argparse
import asyncio
import signal
import sys
import tempfile
from pathlib import Path

from firmware.errors import Fault, Refused
from lab.cluster.nodes import Cluster
from lab.cluster.trial import Seen, Trial

PICTURE = Path("build/cluster.png")


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck cluster", description=__doc__)
    parser.add_argument("--trial", action="store_true", help="let it fail under load, and measure")
    args = parser.parse_args(argv)
    try:
        with Cluster() as cluster:
            _say(f"primary: node {cluster.primary()}, standby: node {cluster.standby()}")
            if args.trial:
                draw(trial(cluster))
                _say(f"nothing was lost, nothing twice; {PICTURE}")
            else:
                _say(f"bank = {cluster.url!r}")
                signal.sigwait([signal.SIGINT, signal.SIGTERM])
    except (Refused, Fault) as no:
        print(f"stormdeck cluster: {no}", file=sys.stderr)
        return 2
    return 0


def trial(cluster: Cluster) -> Seen:
    """Raises where anything is missing, or there twice."""
    with tempfile.TemporaryDirectory() as home:

        async def work() -> Trial:
            one = Trial(Path(home), cluster, _say)
            await one.run()
            return one

        done = asyncio.run(work())
        done.check()
        counts = len(done.seen.transfers), len(done.evening.sent), len(done.seen.hands)
        _say("{} transfers and {} orders confirmed, {} hands dealt".format(*counts))
        return done.seen


def draw(seen: Seen) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    picture, axis = pyplot.subplots(figsize=(11, 4), layout="constrained")
    seconds = range(int(seen.now()) + 1)
    axis.hist(seen.transfers, bins=seconds, color="#1f7a5c", label="transfers confirmed a second")
    top = axis.get_ylim()[1]
    for times, height, words in ((seen.orders, 1.04, "orders"), (seen.hands, 1.1, "hands")):
        axis.plot(times, [top * height] * len(times), "|", label=words)
    for one in seen.failures:
        axis.axvspan(one.at, one.at + one.transfers_again, color="#b5562f", alpha=0.25)
        words = f" {one.what}:\n {one.transfers_again:.1f} s"
        axis.text(one.at, top * 0.9, words, fontsize=8, verticalalignment="top")
    axis.set(
        xlabel="seconds", ylabel="transfers a second", title="Three nodes, one at a time fails"
    )
    axis.legend(loc="lower right")
    PICTURE.parent.mkdir(exist_ok=True)
    picture.savefig(PICTURE, dpi=110)
    pyplot.close(picture)


def _say(words: str) -> None:
    print(f"cluster: {words}", flush=True)
