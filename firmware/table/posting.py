"""The rules that a table plays by, for its journal."""

from msgspec import json

from firmware.table import events as e
from firmware.table.config import Config
from firmware.table.rulebook import written_out


def post_rules(config: Config, now: int) -> e.RulesPosted:
    """As the journal will tell it again: the state is the same to the byte, live and replayed."""
    posted = config.posted
    rules = json.decode(json.encode(written_out(posted.rulebook)))
    return e.RulesPosted(now, posted.page, rules)
