"""Random and mutated input for the layers of the wire, from one seed."""

from collections.abc import Iterator
from random import Random


def frames(seed: int, samples: list[bytes], number: int) -> Iterator[bytes]:
    """A third pure noise, two thirds true samples with something wrong."""
    rng = Random(seed)
    for n in range(number):
        if n % 3 == 0:
            yield rng.randbytes(rng.randrange(1, 80))
        else:
            yield mutate(rng, rng.choice(samples))


def mutate(rng: Random, sample: bytes) -> bytes:
    """Never the sample itself."""
    data, kind = bytearray(sample), rng.randrange(6)
    at = rng.randrange(len(data)) if data else 0
    if kind == 0 or not data:
        data.insert(at, rng.randrange(256))
    elif kind == 1:
        del data[at]
    elif kind == 2:
        data = data[:at]
    elif kind == 3:
        data += rng.randbytes(rng.randrange(1, 20))
    elif kind == 4:
        data[at:at] = data[rng.randrange(len(data)) :]
    else:
        data[at] ^= 1 << rng.randrange(8)
    return bytes(data) if data != sample else sample + b"\0"
