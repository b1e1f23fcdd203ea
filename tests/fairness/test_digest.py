"""The one way to write an entry: what the quick encoder leaves as it is, the slow one escapes."""

import json

import pytest

from firmware.fairness.digest import canonical

TEXTS = ["Zoe", "Zo\xeb", "\x7f", "Zo\xeb\x7f", 'a "quote"\n', "\u2028", "\0"]


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_is_written_as_json_writes_it_in_ascii(text):
    value = {"b": [text, 1, True, None], "a": text}
    slow = json.dumps(value, sort_keys=True, separators=(",", ":"))
    assert canonical(value) == slow.encode("ascii")
