"""What one wire has been through. Counted for the service console; holds no content."""

from msgspec import Struct


class Tally(Struct):
    frames: int = 0  # whole and checked
    noise: int = 0  # runs of bytes that were no frame
    noise_bytes: int = 0
    forged: int = 0  # the seal does not hold, or cut short
    replayed: int = 0  # opened once before, or too old to know
    reflected: int = 0  # our own words come back
    stale: int = 0  # sealed with keys that are not, or no longer, in use
    unknown: int = 0  # whole frames of no kind we know
    early: int = 0  # calls so soon after the one before that nobody looked at them
    strangers: int = 0  # proven callers that were never paired with us
    misfits: int = 0  # hellos of another version
    unreadable: int = 0  # sealed by our peer, yet no message of ours
    refused: int = 0  # packets against the session's rules
    sent: int = 0  # pieces
    resent: int = 0  # of them, more than once
    agreed: int = 0  # handshakes done
    began: int = 0  # sessions: an end that lost its memory, and not a cable that shook
