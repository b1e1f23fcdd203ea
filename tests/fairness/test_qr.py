"""A receipt on paper: the codes are drawn, photographed (in memory) and read by a real decoder."""

import io
import random

import numpy as np
import pytest
import zxingcpp
from PIL import Image

from firmware.fairness import verify
from firmware.fairness.demonstration import play_holdem, play_stud
from firmware.fairness.digest import canonical
from firmware.fairness.qr import PART_CHARS, codes, texts
from firmware.fairness.receipt import receipt


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
        assert scan(small).startswith("SR2/")


def test_one_big_code_is_enough_for_a_small_table(table):
    """Two seats, nothing shown: one code of the largest size."""
    hand = play_holdem(table.commit(1), [1, 2])
    made = receipt(hand, table.log.public_key, 1)
    assert len(codes(made, part_chars=4200)) == 1
    assert scan(picture(codes(made, part_chars=4200)[0])) == texts(made, 4200)[0]


@pytest.mark.parametrize(("shown", "most"), [(3, 5), (10, 6)])
def test_a_full_table_fits_five_codes_and_with_every_card_shown_six(table, shown, most):
    hand = play_holdem(table.commit(1), range(1, 11), shown=range(1, shown + 1))
    made = receipt(hand, table.log.public_key, 10)
    assert len(texts(made)) <= most
    assert all(len(part) <= PART_CHARS + 20 for part in texts(made))


def test_stud_fits_six_codes_and_half_a_one_for_each_mix(table):
    hand = play_stud(table.commit(1), range(1, 9))
    mixes = sum(entry["kind"] == "mix" for entry in hand.entries)
    assert mixes == 4
    assert len(texts(receipt(hand, table.log.public_key, 1))) <= 6 + mixes / 2


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
