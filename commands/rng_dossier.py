"""stormdeck rng dossier DIR: what a lab needs for SP 800-90B, from the device as it is.

raw.bin       samples in the order they came, one byte each, before any test or conditioning
restart.bin   a matrix, row by row: so many samples after each of so many restarts of the source
dossier.json  the device, the figures below, and the SHA-256 of both files

The estimate is that of the most common value (6.3.1); the restart test is 3.1.4.3. NIST's own tool
(SP800-90B_EntropyAssessment) reads both files as they are: `ea_non_iid raw.bin 8`.
"""

import json
import platform
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from math import comb, log2, sqrt
from pathlib import Path

from drivers.entropy import EntropySource, chip
from firmware.errors import Refused
from firmware.fairness.health import CLAIM_BITS, CUTOFFS, WINDOW

SAMPLES, RESTARTS, EACH = 1_000_000, 1000, 1000  # 3.1.1 and 3.1.4.1
Z_99 = 2.5758293035489008  # 6.3.1: the upper bound of a 99 % interval


def write(folder: Path, make: Callable[[], EntropySource], samples: int, restarts: int) -> str:
    """Both files and what they say; `make` opens the source anew, which is what a restart is here:
    a lab that wants the power cut between rows cuts it, and joins the rows."""
    if folder.exists() and any(folder.iterdir()):
        raise Refused(f"{folder} is not empty: name a new directory for the dossier.")
    folder.mkdir(parents=True, exist_ok=True)
    source = make()
    raw = source.read(samples)
    rows = [make().read(EACH) for _ in range(restarts)]
    (folder / "raw.bin").write_bytes(raw)
    (folder / "restart.bin").write_bytes(b"".join(rows))
    said = {
        "source": source.name, "chip": chip(), "machine": platform.platform(),
        "bits a sample": 8, "claimed bits a sample": CLAIM_BITS,
        "health tests": {"window": WINDOW, "cutoffs": str(CUTOFFS[CLAIM_BITS])},
        "samples": samples, "most common value, bits": round(most_common_value(raw), 4),
        "restarts": [restarts, EACH], "restart test": restart_test(rows, CLAIM_BITS),
        "sha256": {name: sha256((folder / name).read_bytes()).hexdigest()
                   for name in ("raw.bin", "restart.bin")},
    }  # fmt: skip
    text = json.dumps(said, indent=1)
    (folder / "dossier.json").write_text(text + "\n")
    return text


def most_common_value(samples: bytes) -> float:
    """Min-entropy a sample, by 6.3.1."""
    size = len(samples)
    share = max(Counter(samples).values()) / size
    upper = min(1.0, share + Z_99 * sqrt(share * (1 - share) / (size - 1)))
    return -log2(upper)


def restart_test(rows: list[bytes], claim_bits: float) -> str:
    """3.1.4.3: no value comes too often in a row or a column of the matrix, by the claim."""
    columns = [bytes(column) for column in zip(*rows, strict=True)]
    for lines, name in ((rows, "row"), (columns, "column")):
        limit = _cutoff(len(lines[0]), 0.01 / (len(rows) + len(columns)), 2**-claim_bits)
        worst = max(max(Counter(line).values()) for line in lines)
        if worst >= limit:
            return f"FAILED: a value came {worst} times in one {name}, {limit} are too many"
    return "passed"


def _cutoff(size: int, alpha: float, share: float) -> int:
    """The least number that comes by chance less often than `alpha`."""
    tail, number = 1.0, 0
    while tail > alpha:
        tail -= comb(size, number) * share**number * (1 - share) ** (size - number)
        number += 1
    return number
