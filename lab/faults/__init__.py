"""Things that break at a chosen step: a disk that loses power, a connection that is cut, bytes
that were never meant. What stands on them is the real thing."""
