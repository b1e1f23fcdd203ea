"""Which table feeds which: a second table of one game, whose players go over to the main one as it
has room, those first who sat longest. The house's, not a table's."""

from firmware.bank.store import Tx
from firmware.errors import Refused


def feeders(tx: Tx) -> dict[str, str]:
    """Feeder: main table."""
    return {row[0]: row[1] for row in tx.rows("SELECT feeder, main FROM feeder ORDER BY feeder")}


def feed(tx: Tx, feeder: str, main: str, by: str, now_ms: int) -> None:
    if feeder == main:
        raise Refused("A table cannot feed itself.", rule="REQ-R46")
    if main in feeders(tx):
        raise Refused(f"Table {main} feeds another table itself.", rule="REQ-R46")
    tx.run(
        "INSERT INTO feeder (feeder, main, by_whom, since_ms) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (feeder) DO UPDATE SET main = excluded.main, by_whom = excluded.by_whom, "
        "since_ms = excluded.since_ms",
        feeder, main, by, now_ms,
    )  # fmt: skip


def end(tx: Tx, feeder: str) -> None:
    tx.run("DELETE FROM feeder WHERE feeder = ?", feeder)
