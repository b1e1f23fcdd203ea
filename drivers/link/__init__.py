"""The wire between the controller and one screen: the same code at both ends.

    finger     Link.send / Link.show                                 Arrived     glass
                 │ messages.py   typed, versioned, bounded               ▲
                 │ session.py    in order, once, resent, heartbeat       │
                 │ channel.py    sealed by keys of handshake.py          │
                 │ frames.py     COBS + CRC-32, in step after any noise  │
                 └───────── bytes ── port.py (pyserial) ── bytes ────────┘

Everything but port.py is sans-IO: bytes and the time go in, bytes and happenings come out. So a
table of ten wires runs in one process from one seed; lab/twins/wire.py does so.

The channel seals whole packets of the session, their numbers and acknowledgements included: what
an intruder writes on the wire is refused before the session can hear of it.

Never in here: a card, a cent, a rule. The messages are the caller's own msgspec type.
Start at link.py.
"""
