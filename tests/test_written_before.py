"""What was written before still verifies, wakes up and replays: fixtures/v1 to v3, see READMEs.

Every journal is laid out as on a table's disks and opened as after a power cut; what wakes must be
the table that was there when the power went, to the cent and to the card.
"""

import gzip
import json
import os
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

# ---- All that depends on how the firmware is built. When rooms move or fields are renamed, adapt
# ---- this part; everything below it, and every expected number, stays as it is.
from commands import main as stormdeck
from firmware.controller.records import evolve, following, from_entry, new_state, to_record
from firmware.controller.restore import TableMemory, restore
from firmware.errors import Fault, Refused
from firmware.games.cards import show
from firmware.games.play import BOARD, BURN
from firmware.games.poker.hand import Hand
from firmware.history.write import write
from firmware.journal import records as r
from firmware.journal.disk import RealDisk
from firmware.journal.journal import open_journal
from firmware.journal.keys import load_keys
from firmware.journal.reader import open_to_read
from firmware.screens.projection.hand_name import spoken
from firmware.settlement import transfers
from firmware.table import commands as c
from firmware.table.checking import load
from firmware.table.engine import wants
from lab.simulation.audit import check
from lab.simulation.company import company, play
from lab.simulation.view_bots import calls
from lab.simulation.whole_table import WholeTable


def state_of(home: Path) -> dict[str, Any]:
    """The table that wakes in this home, in plain words, and the histories of the hands it heard.
    As at every start: both copies verified, the newest snapshot, then every record since."""
    config = load((home / "table.toml").read_text())
    keys = load_keys(home / "table.key")
    opened = open_journal((RealDisk(home / "a"), RealDisk(home / "b")), keys, table=config.table)
    finished = []
    with pytest.MonkeyPatch.context() as listening:
        look = TableMemory._look

        def listen(memory: TableMemory, event: Any) -> None:
            before = memory.last_hand
            look(memory, event)
            if memory.last_hand is not before and memory.last_hand is not None:
                finished.append(memory.last_hand.done)

        listening.setattr(TableMemory, "_look", listen)
        memory = restore(config, opened)
    opened.journal.close()
    return {
        "head": f"{opened.journal.head.seq}:{opened.journal.head.chain.hex()}",
        "snapshot": opened.state is not None,
        "mended": [repair.what for repair in opened.repairs],
        "state": told(memory),
        "posts its rules": posts_its_rules(memory.state.table),
        "histories": {done.receipt.hand: history(done) for done in finished},
    }


def told(memory: TableMemory) -> dict[str, Any]:
    """Everything a table remembers, under names that are this file's own."""
    table, custody, deals = memory.state.table, memory.state.custody, memory.deals
    folds, hand, result = memory.folds, table.this_hand, table.this_hand.result
    tournament, high = table.sit_n_go, table.jackpots.high_hand
    deals.settle()
    deck, want = deals.in_play(), wants(table)
    sessions = set(custody.sessions.values())
    parcels = custody.outbox.parcels.values()
    out = ("cash_out", "fees", "jackpot_in")
    return plain({
        "now": table.now, "phase": table.phase, "paused": table.paused,
        "button": table.position.button, "hand number": hand.number, "decision": table.decision,
        "games": [[one.game, one.limit, one.stakes.small, *one.stakes.blinds]
                  for one in table.config.spreads],
        "game": table.config.spreads[table.spread].game,
        "seats": [
            {"seat": s.number, "life": s.life, "account": s.person.account, "name": s.person.name,
             "stack": s.chips.stack, "pending": s.chips.pending, "link": s.link,
             "away": s.absence.kind, "leaves": s.leave, "missed blinds": s.blinds.missed,
             "newcomer": s.blinds.newcomer}
            for s in table.seats[1:]
        ],
        "books": {name: getattr(table.books, name) for name in (
            "bought_in", "cashed_out", "fees", "bad_beat", "high_hand", "prizes")},
        "on the way out": {name: t.chips for name, t in table.transit.flying.items()},
        "on the way in": {name: t.chips for name, t in table.transit.asked.items()},
        "carried pot": {} if table.live else table.books.carried,
        "half hours paid": table.books.half_hour,
        "clock": [table.clock.seat, table.clock.until, table.clock.stage],
        "wants": [want.tick_at, want.cards, want.deal_at, reshuffled(table, want.back), want.button,
                  want.rabbit.count(BOARD)],
        "live hand": live(table.live) if table.live is not None else None,
        "last result": None if result is None else {
            "hand": result.number, "fee": table.play.fees if result.won else 0,
            "jackpot": table.play.jackpot if result.won else 0,
            "shown": {seat: show(map(table.play.face, dealt))
                      for seat, dealt in result.shown.items()},
            "won": [[w.seat, w.chips, w.pot, w.side, w.run] for w in result.won],
            "paid by the bank": paid(table.play), "rabbit": show(result.rabbit)},
        "votes": table.consent.votes, "barred": table.people.barred,
        "apart": [[one.accounts, one.table] for one in table.people.apart],
        "waiting": [[one.account, one.name]
                    for one in (*table.people.changing, *table.people.waiting)],
        "left": {account: [one.at, one.stack, one.missed]
                 for account, one in table.people.departed.items()},
        "jackpot hits": [[h.number, h.hand, [[k.seat, k.chips] for k in h.claims]]
                         for h in table.jackpots.bad_beats],
        "high hand": high and [high.seat, high.account, high.words],
        "tournament": [tournament.running, tournament.level, tournament.until,
                       tournament.on_break, tournament.players],
        "outbox": [[p.transfer.id, p.transfer.kind, p.transfer.debit, p.transfer.credit,
                    p.transfer.amount, p.life] for p in parcels],
        "in flight cents": sum(p.transfer.amount for p in parcels if p.transfer.kind in out),
        "sittings": {seat: [one.session, one.account, one.until_ms]
                     for seat, one in custody.sittings.items()},
        "signing off": custody.leaving, "swept": custody.swept,
        "log of deals": {"entries": deals.size, "peaks": [peak.hex() for peak in deals.peaks],
                         "hand in play": deck and deck.hand, "dealt": deals.dealt()},
        # Unsealings are counted since; nobody had unsealed a hand of these.
        "meters": {n: m for n, m in to_builtins(folds.meters).items() if m or n != "unsealed"},
        "sessions": sessions_told(folds.sessions),
        "recall": [[span.hand, span.first, span.last] for span in folds.recall.spans],
        "faults": to_builtins(folds.faults),
        "preferences": folds.preferences.of,
        "last hands": {
            session: [[past.hand, show(past.board), "", past.net, past.winner,
                       past.words, *past.lines] for past in hands]
            for session, hands in sorted(memory.past_hands.past.items()) if session in sessions},
    })  # fmt: skip


def sessions_told(sessions) -> dict[str, Any]:
    """What was paid by hand is counted since; the numbers from before are as they were."""
    found = to_builtins(sessions)
    for one in (*found["open"].values(), *found["closed"]):
        del one["hand_paid"]
    return found


def posts_its_rules(table) -> bool:
    """Between two hands, those of today, if it played by others: the next thing it does."""
    return not table.live and table.config.rulebook is not None and not table.config.is_posted


POTS = ("Pot", "Main pot", "Side pot")


def still_told(then: list[Any], now: list[Any]) -> bool:
    """Today a hand's name is shorter, one's own pot is told first, and all others in the story; if
    one hand took them all, their sum."""
    winner, (said, _, name) = then[4], then[5].partition(", ")
    pots = [line for line in now[6:] if line.startswith(POTS)]
    if pots:
        return any(winner in pot and pot.endswith(spoken(name)) for pot in pots)
    return now[4] == winner and now[5].endswith(spoken(name) or said)


def paid(play) -> dict[int, int]:
    paid = getattr(play, "paid", []) if not isinstance(play, Hand) else []
    return {seat: chips for seat, chips in enumerate(paid) if chips}


def reshuffled(table, back) -> str:
    return show(table.play.deck.dealt[number] for number in back or ())


def live(hand) -> dict[str, Any]:
    common = {"seats": hand.seats, "due": hand.due, "actor": hand.actor, "queue": hand.queue,
              "stacks": {seat: hand.stacks[seat] for seat in hand.seats}, "pot": hand.pot,
              "dropped": hand.fees + hand.jackpot}  # fmt: skip
    if not isinstance(hand, Hand):  # a round against the bank
        circles = ("ante", "bonus", "play")
        wagers = {s: [hand.bets[s].get(name, 0) for name in circles] for s in hand.seats}
        due = "play" if hand.due == "choose" else hand.due
        return common | {"banker": hand.banker, "stake": hand.stake, "wagers": wagers,
                         "folded": hand.gone, "due": due,
                         "cards": {s: show(hand.bank if s == hand.banker else hand.hand(s))
                                   for s in hand.seats}}  # fmt: skip
    return common | {
        "game": hand.rules.game, "street": hand.phase.street, "live": hand.live,
        "bets": {seat: hand.bets[seat] for seat in hand.seats}, "level": hand.betting.level,
        "board": show(hand.board), "second": show(hand.second),
        "burns": show(map(hand.face, hand.deck.at(BURN))),
        "down": {seat: show(hand.down[seat]) for seat in hand.seats},
        "up": {seat: show(hand.up[seat]) for seat in hand.seats}, "stub": hand.deck.stub,
    }  # fmt: skip


def history(done) -> str | None:
    """A finished hand as a PHH file; None where the format has no words for it."""
    names = {line.seat: line.name for line in done.receipt.seats}
    fields = {"players": [names[seat] for seat in done.start.seats],
              "table": done.receipt.table, "hand": done.receipt.hand}  # fmt: skip
    try:
        text = write(done.start, done.events, fields)
    except Refused:
        return None
    named = (
        line for line in text.splitlines(keepends=True) if line.startswith(("_house", "_game"))
    )
    for line in named:  # a file says since whose ways it was played by
        text = text.replace(line, "")
    return text


def go_on(home: Path, seed: int) -> list[str]:
    """The power is back: the controller plays the hand to its end, out of the same deck, everybody
    cashes out, and table, bank and journal are compared. What is wrong."""
    whole = WholeTable(home, seed, load((home / "table.toml").read_text()))
    ctl, table = whole.power_on(), whole.controller.table
    players = company(whole, calls)
    for player in players:
        player.going = True  # nobody else sits down
    for wish in [*table.people.wishes]:  # and nobody waits for another seat
        ctl.perform(c.DropAskSeat(ctl.now, wish.seat))
    if table.paused:
        ctl.perform(c.Resume(ctl.now, "floor", "as before"))

    def over() -> bool:
        empty = not any(seat.seated or seat.life == "funding" for seat in table.seats)
        return empty and not transfers.to_carry(ctl.custody.outbox)

    try:
        ended = play(whole, players, over)
        return [*([] if ended else ["Somebody could not cash out."]), *check(ctl, whole.bank)]
    finally:
        whole.power_off()
        whole.bank.store.close()


def plays_on(home: Path, seed: int, hands: int) -> int:
    """The power is back and everybody stays: how many hands they play."""
    whole = WholeTable(home, seed, load((home / "table.toml").read_text()))
    ctl, table = whole.power_on(), whole.controller.table
    players = company(whole, calls)
    if table.paused:
        ctl.perform(c.Resume(ctl.now, "floor", "as before"))
    before = table.this_hand.number
    try:
        play(whole, players, lambda: table.this_hand.number >= before + hands)
        return table.this_hand.number - before
    finally:
        whole.power_off()
        whole.bank.store.close()


BROKEN = Fault  # what an open of a damaged journal raises


# ---- The rest knows files, commands and plain words


HERE = Path(__file__).parent
FIXTURES = HERE / "fixtures"
VERSIONS = ("v1", "v2")
ALL = (*VERSIONS, "v3")  # the last one seals past cards for good: fewer evenings, no histories


def found(pattern: str) -> list[str]:
    """As v1/stud."""
    return sorted(f"{v}/{path.name}" for v in ALL for path in (FIXTURES / v).glob(pattern))


JOURNALS, RECEIPTS = found("journals/*"), found("receipts/hand-*")
journals = pytest.mark.parametrize("name", JOURNALS)
opened_whole = pytest.mark.parametrize("name", [n for n in JOURNALS if not n.startswith("v3/")])
versions = pytest.mark.parametrize("version", VERSIONS)


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:16]


def lay(name: str, home: Path, snapshots: bool = True) -> dict[str, Any]:
    """A fixture as it was on the disks: both copies, its keys and its bank. What is expected."""
    version, _, evening = name.partition("/")
    source = FIXTURES / version / "journals" / evening
    for copy in ("a", "b"):
        (home / copy).mkdir(parents=True)
        for file in source.glob("*.gz"):
            if ".log" in file.name or (".snap" in file.name and snapshots):
                (home / copy / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
    (home / "bank.db").write_bytes(gzip.decompress((source / "bank.db.gz").read_bytes()))
    shutil.copy(source / "table.toml", home)
    for folder in (FIXTURES / version / "keys", source):
        for file in folder.glob("simulation-only.*"):
            laid = Path(shutil.copy(file, home / file.name.removeprefix("simulation-only.")))
            laid.chmod(0o600)  # git keeps no such thing
    return json.loads((source / "expected.json").read_text())


def files(home: Path) -> dict[str, str]:
    kept = [path for folder in ("a", "b") for path in (home / folder).iterdir()]
    return {str(p): sha256(p.read_bytes()).hexdigest() for p in kept if p.name != "lock"}


@pytest.fixture(autouse=True)
def no_wait_for_the_disk(monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def same(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Thing by thing, so that a failure names the one that differs."""
    for name, value in expected["state"].items():
        again = found["state"][name]
        if name == "last hands":
            same_hands(again, value)
            continue
        if name == "wants" and found["posts its rules"]:
            value = [found["state"]["now"], *value[1:]]
        assert again == value, name
    return True


def same_hands(found: dict[str, list[list[Any]]], expected: dict[str, list[list[Any]]]) -> None:
    assert found.keys() == expected.keys()
    for session, hands in expected.items():
        for then, now in zip(hands, found[session], strict=True):
            then[2] = ""  # his own cards: today his station keeps them, and no journal
            assert now[:4] == then[:4], session
            assert still_told(then, now), (session, then, now)


@versions
def test_the_fixtures_are_there(version):
    assert sum(name.startswith(version) for name in JOURNALS) >= 10
    assert sum(name.startswith(version) for name in RECEIPTS) >= 10
    assert len(list((FIXTURES / version).glob("phh/*.phh"))) >= 30


def test_the_fixtures_of_the_second_fair_deal_are_there():
    assert sum(name.startswith("v3") for name in JOURNALS) == 4
    assert sum(name.startswith("v3") for name in RECEIPTS) >= 12


@journals
def test_the_table_wakes_as_the_power_left_it(name, tmp_path):
    expected = lay(name, tmp_path)
    before = files(tmp_path)
    found = state_of(tmp_path)
    assert found["snapshot"] == any((tmp_path / "a").glob("*.snap"))
    assert found["mended"] == []
    assert f"head {found['head']}" == expected["verify-log"][1]
    assert same(found, expected)
    assert files(tmp_path) == before  # looked at, not written to


@journals
def test_every_record_replayed_from_the_first_gives_the_same_table_and_histories(name, tmp_path):
    version, _, evening = name.partition("/")
    expected = lay(name, tmp_path, snapshots=False)
    found = state_of(tmp_path)
    assert same(found, expected)
    for hand, text in expected["histories"].items():
        again = found["histories"][int(hand)]
        if text is not None or evening != "sit-n-go":  # its hands had no file then
            assert (again and digest(again)) == text, f"hand {hand}"
    for file in (FIXTURES / version).glob(f"phh*/{evening}-hand-*.phh"):
        assert found["histories"][int(file.stem.rpartition("-")[2])] == file.read_text()


@journals
def test_the_chain_verifies_and_so_does_an_export(name, tmp_path, capsys):
    expected = lay(name, tmp_path / "home")
    assert stormdeck(["verify-log", str(tmp_path / "home")]) == 0
    assert capsys.readouterr().out.splitlines() == expected["verify-log"]
    assert stormdeck(["export", str(tmp_path / "home"), str(tmp_path / "out")]) == 0
    assert expected["verify-log"][1] in capsys.readouterr().out
    assert stormdeck(["verify-log", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == expected["verify-log"][1:]
    records = (tmp_path / "out" / "records.jsonl").read_bytes()
    assert sha256(records).hexdigest() == expected["records.jsonl"]


@journals
def test_the_table_goes_on_and_every_cent_reaches_its_card(name, tmp_path):
    expected = lay(name, tmp_path)
    assert go_on(tmp_path, expected["seed"]) == []
    assert stormdeck(["verify-log", str(tmp_path)]) == 0


@journals
def test_the_table_plays_the_next_hands(name, tmp_path):
    """Between two hands nobody needs to do anything before the next one is dealt."""
    expected = lay(name, tmp_path)
    hands = 0 if expected["state"]["phase"] == "closed" else 2
    assert plays_on(tmp_path, expected["seed"], hands) == hands


def test_a_page_that_was_changed_meanwhile_does_not_change_the_past(tmp_path):
    expected = lay("v1/limit-holdem", tmp_path)
    page = (tmp_path / "table.toml").read_text()
    assert "small = 200" in page
    (tmp_path / "table.toml").write_text(page.replace("small = 200", "small = 300"))
    assert same(state_of(tmp_path), expected)


@journals
def test_one_flipped_bit_is_found(name, tmp_path, capsys):
    """In one copy it is mended from the other, in both nothing is believed any more."""
    expected = lay(name, tmp_path, snapshots=False)  # what is older than one is left to the scrub
    logs = [sorted((tmp_path / copy).glob("*.log"))[-1] for copy in ("a", "b")]
    data = bytearray(logs[0].read_bytes())
    data[-100] ^= 1
    logs[0].write_bytes(data)
    assert stormdeck(["verify-log", str(tmp_path)]) == 1
    assert capsys.readouterr().out.startswith("BAD  ")
    found = state_of(tmp_path)
    assert found["mended"] == ["damaged record mended"]
    assert same(found, expected)
    for path in logs:
        path.write_bytes(data)
    with pytest.raises(BROKEN):
        state_of(tmp_path)


@pytest.mark.parametrize("name", RECEIPTS)
def test_receipts_are_judged_as_before(name, monkeypatch, capsys):
    version, _, file = name.partition("/")
    monkeypatch.chdir(FIXTURES / version / "receipts")
    status = stormdeck(["verify-hand", file])
    found = {"status": status, "words": capsys.readouterr().out.splitlines()}
    assert found == json.loads(Path("expected.json").read_text())[file]


@versions
def test_histories_replay_to_the_cent(version, monkeypatch, capsys):
    monkeypatch.chdir(FIXTURES / version / "phh")
    assert stormdeck(["replay", "--json", "."]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(line["ok"] and line["finishing_stacks"] == line["expected"] for line in lines)
    assert lines == json.loads(Path("expected.json").read_text())


@versions
def test_what_only_its_own_house_plays_so_is_judged_as_before(version, monkeypatch, capsys):
    """Raise caps, bomb pots, who speaks first: a replay goes by what all houses have in common.
    A fee is told by the file."""
    monkeypatch.chdir(FIXTURES / version / "phh-own-rules")
    assert stormdeck(["replay", "--json", "."]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines == json.loads(Path("expected.json").read_text())


FOLLOW = (r.HandStarted, r.HandEnded, r.HandVoided, r.SessionOpened, r.SessionClosed,
          r.TransferAsked, r.FeesTaken)  # fmt: skip


@opened_whole
def test_what_follows_from_an_event_is_what_was_written_then(name, tmp_path):
    """Byte for byte: meters, sessions, transfers and recall mean today what they meant."""
    lay(name, tmp_path, snapshots=False)
    config, keys = load((tmp_path / "table.toml").read_text()), load_keys(tmp_path / "table.key")
    opened = open_to_read((RealDisk(tmp_path / "a"), RealDisk(tmp_path / "b")), keys)
    state, due = new_state(config, journal=opened.journal.id.hex()[:8]), []
    for entry in opened.entries:
        each = from_entry(entry, opened.journal.unseal(entry))
        if each is None:
            continue
        if due and isinstance(each, FOLLOW):
            assert to_record(due.pop(0)).body == entry.body
        elif not isinstance(each, r.Told):
            assert due == []
            due = following(state, [each])[1:]
        evolve(state, each)
    assert due == []
