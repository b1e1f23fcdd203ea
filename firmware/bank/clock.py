"""Is this machine's clock kept by a time server? The kernel knows, whoever disciplines it."""

import ctypes
import sys

_STA_UNSYNC = 0x0040
_STATUS_AT = 40 if sys.maxsize > 2**32 else 20  # of struct timex: modes, offset, freq, two errors
_TIMEX_BYTES = 256  # more than it has anywhere


def is_synchronised() -> bool:
    """Where the kernel cannot be asked, nobody vouches for the clock."""
    answer = ctypes.create_string_buffer(_TIMEX_BYTES)
    try:
        if ctypes.CDLL(None, use_errno=True).adjtimex(answer) < 0:
            return False
    except (OSError, AttributeError):
        return False
    status = int.from_bytes(answer.raw[_STATUS_AT : _STATUS_AT + 4], sys.byteorder)
    return not status & _STA_UNSYNC
