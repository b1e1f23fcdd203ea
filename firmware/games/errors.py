"""The polite No of the rules. It is the house's own: firmware/errors.py."""

from firmware.errors import Refused

__all__ = ["Refused"]
