"""`stormdeck fuzz`: a coverage-guided search for bytes that break a promise, door by door.

What it learned is kept in tests/corpus, small; what it found is beside the work, and the exit is 1.
"""

import argparse
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

from lab.fuzzing.corpus import keep, kept
from lab.fuzzing.targets import TARGETS

WORK = Path("build/fuzz")
BYTES_MAX = 4096  # of one input
HANG_S = 20


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="stormdeck fuzz", description=__doc__)
    doors = [f"{name}: {target.promise}" for name, target in TARGETS.items()]
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="; ".join(doors))
    parser.add_argument("--minutes", type=float, default=1.0, help="for all of them (1)")
    args = parser.parse_args(argv)
    names = args.targets or list(TARGETS)
    for name in names:
        if name not in TARGETS:
            parser.error(f"no target {name!r}; there are: {', '.join(TARGETS)}")
    if find_spec("atheris") is None:
        print("stormdeck fuzz: atheris is missing; `make fuzz` installs it.", file=sys.stderr)
        return 2
    broken = [name for name in names if _fuzz(name, args.minutes * 60 / len(names))]
    return 1 if broken else 0


def _fuzz(name: str, seconds: float) -> bool:
    """True if a promise was broken."""
    work, findings = WORK / name / "inputs", WORK / name / "findings"
    for folder in (work, findings):
        folder.mkdir(parents=True, exist_ok=True)
    for n, one in enumerate([*TARGETS[name].seeds(), *kept(name)]):
        (work / f"seed-{n}").write_bytes(one)
    before = set(findings.iterdir())
    words = [
        f"-max_total_time={max(1, int(seconds))}", f"-max_len={BYTES_MAX}", f"-timeout={HANG_S}",
        f"-artifact_prefix={findings}/", "-print_final_stats=1",
    ]  # fmt: skip
    log = _child(name, [str(work), *words])
    (WORK / name / "log.txt").write_text(log)
    new = sorted(set(findings.iterdir()) - before)
    told = f"{_runs(log)} inputs, {_least(name, work)} kept, {len(new)} findings"
    print(f"{name:<12} {told}", flush=True)
    for path in new:
        print(f"             {path}; see {WORK / name / 'log.txt'}", flush=True)
    return bool(new)


def _least(name: str, work: Path) -> int:
    """The fewest inputs that reach all that was reached."""
    least = WORK / name / "least"
    least.mkdir(exist_ok=True)
    for old in least.iterdir():
        old.unlink()
    _child(name, ["-merge=1", str(least), str(work)])
    return keep(name, (path.read_bytes() for path in least.iterdir()))


def _child(name: str, words: list[str]) -> str:
    command = [sys.executable, "-m", "lab.fuzzing.one_door", name, *words]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False).stdout  # fmt: skip


def _runs(log: str) -> str:
    lines = [line for line in log.splitlines() if "number_of_executed_units" in line]
    return f"{int(lines[-1].split()[-1]):,}" if lines else "no count of"
