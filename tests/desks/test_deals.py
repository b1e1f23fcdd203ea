"""The picture of a table's deals, as the floor and the public see it."""

from desks.floor.deals import GREEN, ROSE, SKY, hands_of, picture, words
from firmware.screens.protocol.floor_view import Deals


def test_attempts_voids_and_unwitnessed_hands_are_seen():
    deals = Deals(last=1200, hands=1000, again=(300, 300, 301), voids=(301,), unwitnessed=4)
    hands = hands_of(deals)
    assert [hands[0].number, hands[-1].number, len(hands)] == [201, 1200, 1000]
    assert [hands[99].attempts, hands[100].attempts, hands[100].voids] == [3, 2, 1]
    assert [hand.number for hand in hands if not hand.witnessed] == [1197, 1198, 1199, 1200]
    said = "1,000 hands, 1,003 sets of decks, 1 voided, 4 not witnessed, 0 unsealed"
    assert words(deals) == said


def test_a_thousand_columns_are_a_few_where_they_are_alike():
    """It goes over the wire with every change of the page."""
    drawn = picture(hands_of(Deals(last=1200, hands=1000, again=(301,), voids=(301,))))
    assert drawn.count("<rect") == 3
    assert "Hand 201 to 300" in drawn
    assert "Hand 302 to 1,200" in drawn
    assert drawn.count(ROSE) == 1


def test_few_hands_are_drawn_one_by_one():
    drawn = picture(hands_of(Deals(last=5, hands=5, unwitnessed=2)))
    assert [drawn.count(color) for color in (GREEN, SKY, ROSE)] == [3, 2, 0]
    assert drawn.count("<rect") == 5


def test_a_table_that_has_dealt_nothing_has_an_empty_picture():
    assert hands_of(Deals()) == []
    assert "<rect" not in picture([])
