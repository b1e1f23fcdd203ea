"""A receipt on paper: the codes are drawn, photographed (in memory) and read by a real decoder."""

import io
import json
import random
from pathlib import Path

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from firmware.fairness import verify
from firmware.fairness.demonstration import play_craps, play_draw, play_holdem, play_stud
from firmware.fairness.digest import canonical
from firmware.fairness.merkle import Frontier
from firmware.fairness.qr import PART_CHARS, codes, lean, texts, written
from firmware.fairness.receipt import receipt
from tests.fairness.refusing import forged, no_reason, places

OLDER = Path(__file__).parents[1] / "fixtures" / "v3" / "codes"  # as versions before wrote them


def picture(code, scale=3) -> Image.Image:
    data = io.BytesIO()
    code.save(data, kind="png", scale=scale)
    return Image.open(data).convert("L")


def scan(image: Image.Image) -> str:
    found = zxingcpp.read_barcodes(np.array(image), formats=zxingcpp.BarcodeFormat.QRCode)
    assert len(found) == 1
    return found[0].text


def test_the_codes_are_read_back_and_verify(made, text):
    read = [scan(picture(code)) for code in codes(made)]
    assert read == texts(made)
    joined = "\n".join(read).encode()
    assert verify.from_qr(joined) == text
    verify.Hand(joined)


def test_the_order_of_scanning_does_not_matter(made):
    parts = texts(made)
    random.Random(1).shuffle(parts)
    verify.Hand("\r\n".join(parts).encode())


def test_codes_are_read_though_turned_blurred_and_dirty(made):
    for code in codes(made):
        image = picture(code, scale=5).rotate(7, expand=True, fillcolor=255)
        small = image.resize((image.width * 3 // 5, image.height * 3 // 5), Image.BILINEAR)
        assert scan(small).startswith("SR3/")


def test_one_big_code_is_enough_for_a_small_table(table):
    """Two seats, nothing shown: one code of the largest size."""
    hand = play_holdem(table.commit(1), [1, 2])
    made = receipt(hand, table.log.public_key, 1)
    assert len(codes(made, part_chars=4200)) == 1
    assert scan(picture(codes(made, part_chars=4200)[0])) == texts(made, 4200)[0]


@pytest.mark.parametrize(("shown", "most"), [(0, 3), (3, 4), (10, 5)])
def test_a_full_table_fits_five_codes_with_every_card_shown(table, shown, most):
    """After a million entries, at the size that takes the most of a receipt."""
    table.log._tree = Frontier((1 << 20) - 1, [bytes([n]) * 32 for n in range(20)])
    hand = play_holdem(table.commit(1), range(1, 11), shown=range(1, shown + 1), digits="483920")
    made = receipt(hand, table.log.public_key, 10)
    assert len(texts(made)) <= most
    assert all(len(part) <= PART_CHARS + 20 for part in texts(made))


@pytest.mark.parametrize("play", [play_stud, play_draw, play_craps])
def test_a_mix_costs_next_to_nothing(table, play):
    """Only the last link of each share is carried: those before are hashes of it."""
    hand = play(table.commit(1), range(1, 9))
    made = receipt(hand, table.log.public_key, 1)
    mixes = [entry for entry in hand.entries if entry["kind"] == "mix"]
    slim = lean(made)["log"]["entries"]
    carried = [link for entry in slim if entry["kind"] == "mix" for _, link in entry["links"]]
    assert len(mixes) > 0
    assert sum(map(bool, carried)) == 8
    assert {share for entry in slim for _, share in entry.get("shares", [])} == {""}
    assert len(texts(made)) <= 5


def test_what_is_left_out_is_found_again(table):
    """And where something else would be found, nothing is left out."""
    for number, play in enumerate((play_holdem, play_stud, play_draw, play_craps), 1):
        made = receipt(play(table.commit(number), range(1, 9)), table.log.public_key, 2)
        again = verify.from_qr("\n".join(texts(made)).encode())
        assert again == canonical(made)
        assert len(canonical(lean(made))) < len(canonical(made))
    made["log"]["entries"][1]["seals"][0][1] = "0" * 64
    assert lean(made) == made
    assert verify.from_qr("\n".join(texts(made)).encode()) == canonical(made)


def test_no_forged_code_verifies(table):
    """Whatever is changed in what a code carries, or put where it carries nothing."""
    rng = random.Random(3)
    for number, play in enumerate((play_holdem, play_stud), 1):
        slim = lean(receipt(play(table.commit(number), range(1, 5)), table.log.public_key, 2))
        for path in rng.sample([*places(slim)][1:], 60):
            data = "\n".join(written(forged(slim, path, rng))).encode()
            assert no_reason(data), path


@pytest.mark.parametrize("path", sorted(OLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_codes_that_were_printed_before_are_the_same_receipts(path):
    kept = (OLDER.parent / "receipts" / f"{path.stem}.json").read_bytes()
    assert path.read_bytes().startswith(b"SR2/")
    assert verify.from_qr(path.read_bytes()) == kept.removesuffix(b"\n")
    verify.Hand(path.read_bytes())


@pytest.mark.parametrize("lost", [0, 1, -1])
def test_a_missing_code_is_named(made, lost):
    parts = texts(made)
    del parts[lost]
    with pytest.raises(verify.Wrong, match="QR texts: need parts 1 to"):
        verify.Hand("\n".join(parts).encode())


def test_a_misread_letter_is_noticed(made):
    parts = texts(made)
    at = len(parts[0]) // 2
    parts[0] = parts[0][:at] + ("A" if parts[0][at] != "A" else "B") + parts[0][at + 1 :]
    with pytest.raises(verify.Wrong, match="misread"):
        verify.Hand("\n".join(parts).encode())


def test_codes_of_two_receipts_do_not_mix(made, table):
    other = texts(receipt(play_holdem(table.commit(9), [1, 2]), table.log.public_key, 1))
    parts = texts(made)
    with pytest.raises(verify.Wrong, match="QR texts"):
        verify.Hand("\n".join([other[0], *parts[1:]]).encode())


def test_texts_use_only_letters_that_qr_packs_tightly(made):
    allowed = set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
    assert set("".join(texts(made))) <= allowed
    assert {code.mode for code in codes(made)} == {"alphanumeric"}
    assert canonical(made)


def test_of_a_demonstration_the_last_seat_has_the_button_and_cuts(table):
    hand = play_holdem(table.commit(7), [1, 2, 5], digits="483920")
    seals = json.loads(hand.lines[1])
    assert (seals["button"], seals["seats"], seals["askers"], seals["cutter"]) == (
        5,
        [1, 2, 5],
        [5],
        5,
    )
