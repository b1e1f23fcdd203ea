"""What a round against a bank came to, as it stands on the glass afterwards."""

import pytest
from msgspec import Struct, msgpack
from msgspec.structs import replace

from firmware.games.banked.commands import PassBank
from firmware.games.banked.events import WagerSettled
from firmware.games.banked.spread import banked_rules
from firmware.screens.projection.banked import against, ask
from firmware.screens.projection.layout import why
from firmware.screens.protocol import Verb, Wagered
from firmware.screens.protocol import bank_facts as facts
from lab.scenes import VIEWS
from lab.simulation.banked_rows import BankedRow, banked_rows
from lab.simulation.bare_table import BareTable
from tests.games.banked.spots import deal, do, round_of, settle
from tests.screens.seen import everyone, station
from tests.stage import Stage
from tests.table.test_banked import bank_round


def folded(stake: int):
    """One who bet $5 and folded: the bank has $5 of him."""
    r = round_of("three-card-poker", "artichoke-joes", {2: {"ante": 5}}, stake=stake)
    do(deal(r, s2="2c 3d 5h", bank="Jc 9d 4h"), 2, "fold")
    settle(r)
    return r


@pytest.mark.parametrize(("stake", "left"), [(5_000, 4_500), (500, 0)])
def test_the_cover_is_used_up_when_the_wagers_used_it_not_when_the_stake_went_home(stake, left):
    round_ = against(folded(stake), 1)
    assert (round_.due, facts.cover_left(round_)) == ("over", left)


def test_what_two_wagers_moved_each_way_both_use_a_matched_stake_and_not_a_net_one():
    """Matched: "each dollar that the bank pays or takes"; net: only what it won or lost."""
    hands = {"s2": "Kc 3d 2h", "s3": "Jc 3c 2d", "bank": "Qc 9d 4h"}
    bets = {2: {"ante": 5}, 3: {"ante": 10}}
    for cover, left in (("matched", 7_000), ("net", 9_000)):
        r = deal(round_of("three-card-poker", "artichoke-joes", bets, stake=10_000), **hands)
        r.rules = replace(r.rules, cover=cover)
        settle(r)
        assert facts.cover_left(against(r, 1)) == left


SPREAD = [banked_rules(row.game, row.house) for row in banked_rows()]


def ends(rules):
    """How each wager of a game may end: by each row of its circle, or by none of them."""
    for name, circle in rules.circles.items():
        for mark, result in (*circle.rows, ("", "lose")):
            yield WagerSettled(2, name, 500, mark, result, 500)


TOLD = {why(rules, end) for rules in SPREAD if rules.bank for end in ends(rules)}


def test_who_lost_is_told_to_what_and_never_otherwise():
    to_players = {own for own, _ in TOLD}
    assert "Neither hand is better" in to_players
    assert "Otherwise" not in to_players


def test_the_bank_reads_of_its_players_and_you_is_the_bank():
    """ "Otis, Ante: you fold" was said to the one who had not folded."""
    you, the_bank = {"You", "Your", "you", "yours"}, "The bank"
    for own, banks in TOLD:
        if you & {*own.split()} or own.startswith(the_bank):
            assert banks, own
            assert not banks.startswith(the_bank)
            assert bool(you & {*banks.split()}) == own.startswith(the_bank), (own, banks)


def test_the_words_to_the_bank_come_with_the_wager():
    """Whatever a page of tomorrow calls it: no screen knows the sentences of the rules."""
    view = VIEWS["banked-result"]
    bank = view.public.against.banks[0].seat
    one = Wagered(6, "ante", 500, "lose", "You forgot it", -500, to_bank="Forgot it")
    round_ = replace(view.public.against, wagers=(one,))
    for seat, says in ((6, "you forgot it"), (bank, "forgot it")):
        public = replace(view.public, against=round_)
        stage = Stage(replace(view, seat=seat, public=public))
        assert says in stage.report.words


class OldVerb(Struct, frozen=True, array_like=True, omit_defaults=True):
    """As a station read it that knows of no choice."""

    name: str
    chips: int = 0
    cards: int = 0
    sets: bool = False
    ways: tuple[tuple[int, ...], ...] = ()
    pays: tuple[int, ...] = ()
    back: int = 0


def test_what_may_cost_less_comes_with_its_least_and_an_older_station_reads_the_whole():
    """003 L2666-2669: half of the wager, the least of the table."""
    r = round_of("blackjack-poker", "hawaiian-gardens", {2: {"base": 40}})
    deal(r, s2="8c 8d", bank="6c 9d")
    verbs = {one.name: one for one in ask("choose", r.offer(2), 1, "").verbs}
    told = {name: (one.least, one.chips) for name, one in verbs.items() if one.chips}
    assert told == {"double": (100, 4_000), "split": (2_000, 4_000)}
    body = msgpack.encode(verbs["split"])
    assert msgpack.decode(body, type=OldVerb) == OldVerb("split", 4_000)
    assert msgpack.decode(msgpack.encode(OldVerb("hit")), type=Verb) == Verb("hit")


def test_only_who_was_offered_the_bank_has_passed_it():
    """002 L1427: who made no bet in the last round is not asked, and "Passed" lay before him."""
    m = BareTable(BankedRow("delta-downtown", "three-card-poker").page)
    m.open(2, 4, 5, 7, chips=50_000)
    first, second, *_ = m.next_hand().table.play.queue
    bank_round(m, first, second)
    assert m.next_hand().table.play.queue == [first, second]
    m.move(PassBank(first))
    public = everyone(m)
    said = {one.seat: facts.slot(public.against, public.placard.layout, one)[1]
            for one in public.seats if one.life == "in"}  # fmt: skip
    assert said == dict.fromkeys(said, "") | {first: "Passed", second: "Bank?"}
    asked = Stage(station(m, second)).report
    assert [words for words in asked.words if "passed" in words] == [f"p{first} passed"]
