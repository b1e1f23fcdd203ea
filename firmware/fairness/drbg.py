"""HMAC_DRBG with SHA-256, SP 800-90A Rev. 1, section 10.1.2: 256-bit, forward-secure.

Each generate ends with a new key, so that the state found after a hand cannot tell the hand
(backtracking resistance, REQ-R2). Checked against NIST's published answers in the tests.
"""

from firmware.fairness.digest import Mac

OUT_BYTES = 32
ENTROPY_BYTES_MIN = 32  # 256-bit security strength
NONCE_BYTES_MIN = 16
REQUEST_BYTES_MAX = 1 << 16  # table 2: 2^19 bits a request
RESEED_INTERVAL = 1 << 48  # table 2: requests between reseeds


class Drbg:
    """A secret stream. It never tells its state: no repr, no pickle, no copy."""

    __slots__ = ("_key", "_mac", "_value", "requests")

    def __init__(self, entropy: bytes, nonce: bytes, person: bytes = b"") -> None:
        assert len(entropy) >= ENTROPY_BYTES_MIN, "short seeds are refused by type (REQ-R1)"
        assert len(nonce) >= NONCE_BYTES_MIN
        self._key, self._value = b"\0" * OUT_BYTES, b"\1" * OUT_BYTES
        self._mac = Mac(self._key)
        self._update(entropy + nonce + person)
        self.requests = 1

    def reseed(self, entropy: bytes, extra: bytes = b"") -> None:
        assert len(entropy) >= ENTROPY_BYTES_MIN
        self._update(entropy + extra)
        self.requests = 1

    def generate(self, size: int, extra: bytes = b"") -> bytes:
        assert 0 < size <= REQUEST_BYTES_MAX
        assert self.requests <= RESEED_INTERVAL
        if extra:
            self._update(extra)
        mac, value, blocks = self._mac, self._value, []
        for _ in range(-(-size // OUT_BYTES)):
            value = mac(value)
            blocks.append(value)
        self._value = value
        self._update(extra)
        self.requests += 1
        return b"".join(blocks)[:size]

    def _update(self, data: bytes) -> None:
        self._step(b"\0" + data)
        if data:
            self._step(b"\1" + data)

    def _step(self, data: bytes) -> None:
        self._key = self._mac(self._value + data)
        self._mac = Mac(self._key)
        self._value = self._mac(self._value)

    def __repr__(self) -> str:
        return f"Drbg({self.requests - 1} requests since its last seed)"

    def __reduce__(self) -> str:
        raise TypeError("the random stream is not copied, kept or sent")
