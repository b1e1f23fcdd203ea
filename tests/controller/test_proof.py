"""The fairness page: from the real deal to pixels that a stranger's phone reads."""

import numpy as np
import pygame
import pytest
import zxingcpp

from firmware.fairness import verify
from firmware.fairness.keeping import packed, unpacked
from firmware.screens import protocol as g
from stations.checks import checks
from tests.controller.glasses import Glass, look, sit_down, until
from ui.theme import STATION

BAUD_BYTES = 11_520  # a second on the wire


def scan(station: Glass) -> str:
    """What a camera in front of this station reads."""
    surface = pygame.Surface(STATION, 0, 32)
    station.screen.draw(surface, station.now)
    pixels = np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))
    found = zxingcpp.read_barcodes(pixels, zxingcpp.BarcodeFormat.QRCode)
    assert len(found) == 1
    return found[0].text


def hand_over(whole, number):
    table = whole.controller.table
    return lambda: table.this_hand.number >= number and table.live is None


@pytest.fixture
def played(make_whole):
    whole = make_whole(21)
    whole.power_on()
    glasses = sit_down(whole, 1, 2, 3)
    until(whole, glasses, hand_over(whole, 2))
    return whole, glasses


def scanned(station: Glass) -> list[str]:
    station.tap("menu", "tile proof", "code")
    count = len(station.screen.state.log.proved.codes)
    texts = []
    for _ in range(count):
        texts.append(scan(station))
        station.tap("code next")
    return texts


def test_the_codes_on_the_glass_are_a_receipt_that_verifies(played):
    whole, glasses = played
    cards = {}
    for seat, station in glasses.items():
        receipt = verify.Hand("\n".join(scanned(station)).encode())
        assert receipt.seat == seat
        assert receipt.last.whose == ("1", 2, 1)
        mine = {receipt.open[number] for number in receipt.mine}
        assert mine == set(whole.controller.table.play.down[seat])
        cards[seat] = mine
    assert not cards[1] & cards[2]


def test_the_page_tells_the_commitment_and_the_cut(played):
    _desk, glasses = played
    station = glasses[2]
    station.tap("menu", "tile proof")
    seal = station.view.public.seal
    assert seal
    assert station.says(seal.replace(" ", "-"))  # the letters that stood on the center screen
    assert station.says("You did not cut")
    rows = checks(station.screen.state.log.proved)
    assert all(check.state != "bad" for check in rows)
    assert len(rows) == 8
    assert station.says("Your cards and the shown ones fit")


def test_a_receipt_goes_over_the_wire_only_while_it_is_looked_at(played):
    _desk, glasses = played
    station = glasses[1]
    assert station.view.proof is None
    before = station.bytes
    station.tap("menu", "tile proof")
    assert station.view.proof.box
    # About half a second at 115,200 baud: 5,600 to 6,000 bytes by the luck of the hand, of random
    # ones that nothing makes shorter.
    assert station.bytes - before < 0.6 * BAUD_BYTES
    station.tap("page back")
    assert station.sent[-1] == g.Close("proof", sitting=station.view.sitting)
    assert station.view.proof is None
    assert station.screen.state.log.proved is None


def test_the_page_stays_at_its_hand_while_the_table_plays_on(played):
    whole, glasses = played
    station = glasses[3]
    station.tap("menu", "tile proof", "code")
    first = scan(station)
    looked_at = station.view.proof.hand
    while not whole.controller.table.live:
        assert whole.advance()
        look(whole, glasses)
    assert station.view.proof is None or station.view.proof.hand == looked_at
    assert first.startswith("SR3/1/")


def test_a_hand_of_the_history_has_its_own_proof(played):
    _desk, glasses = played
    station = glasses[1]
    station.tap("menu", "tile history", "past 1", "proof")
    assert station.view.proof.hand == 1
    assert station.says("Was this deal fair?")
    assert g.Open("proof", 1, sitting=station.view.sitting) in station.sent
    assert station.view.past == ()


def test_without_a_hand_there_is_nothing_to_prove_yet(make_whole):
    whole = make_whole(22)
    whole.power_on()
    station = sit_down(whole, 4)[4]
    station.tap("menu", "tile proof")
    assert station.says("After each of your hands")


def test_a_receipt_that_was_tampered_with_is_called_wrong(played):
    _, glasses = played
    station, log = glasses[1], glasses[1].screen.state.log
    station.tap("menu", "tile proof")
    receipt = unpacked(station.view.proof.receipt)
    receipt["cards"][0]["open"][0][1] ^= 1
    log.read(packed(receipt), b"")
    assert {check.state for check in checks(log.proved)} == {"bad"}
    assert not log.proved.codes
    assert log.fault, "and this station seals nothing any more"


def test_the_next_player_of_a_seat_finds_no_proof_of_the_last(played):
    whole, glasses = played
    glasses[2].tap("menu", "tile leave", "leave now")
    until(
        whole,
        {1: glasses[1], 3: glasses[3]},
        lambda: whole.controller.table.seats[2].life == "empty",
    )
    whole.touch(2, g.Open("proof", 2))
    whole.settle()
    assert g.view(whole.links[2].pop()).proof == g.Proof(2)


def test_a_hand_in_which_the_power_went_is_his_own_too(played):
    """The stations say their keys again as soon as their lines are up."""
    whole, glasses = played
    table = whole.controller.table
    until(whole, glasses, lambda: table.this_hand.number == 3 and bool(table.live))
    whole.controller.deal.close()
    whole.power_on()
    look(whole, glasses)
    until(whole, glasses, hand_over(whole, 3))
    mine = glasses[1].receipt()
    assert (mine.commit["hand"], mine.seat) == (3, 1)


def test_who_moves_takes_with_him_what_all_could_see(played):
    """And his cards of the hands before stay where they are: nobody hands a key on."""
    whole, glasses = played
    there = glasses[7] = Glass(whole, 7)
    glasses[2].tap("menu", "tile seats", "seat 7")
    until(whole, glasses, lambda: whole.controller.table.seats[7].life == "playing")
    look(whole, glasses)
    old = there.receipt()
    assert (old.commit["hand"], old.seat) == (2, 0)
    assert there.screen.state.log.own_receipts.cards(2) == ()
    assert glasses[2].screen.state.log.own_receipts.cards(2) == ()
    kept = there.screen.state.log.own_receipts
    dealt = whole.controller.table.this_hand
    until(whole, glasses, lambda: bool(kept.cards(dealt.number)))
    until(whole, glasses, hand_over(whole, dealt.number))
    assert (there.receipt().seat, glasses[1].receipt().seat) == (7, 1)
