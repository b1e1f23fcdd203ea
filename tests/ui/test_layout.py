"""Places are cut out of an area: nothing overlaps, nothing sticks out, no pixel is lost."""

from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from ui.layout import bottom, columns, grid, inset, left, middle, right, rows, split, top

AREA = Rect(344, 452, 920, 332)
areas = st.builds(
    Rect, st.integers(0, 500), st.integers(0, 500), st.integers(300, 900), st.integers(300, 900)
)
counts, gaps = st.integers(1, 12), st.integers(0, 16)


def test_strips_lie_at_their_edge():
    assert top(AREA, 40) == Rect(344, 452, 920, 40)
    assert top(AREA, 72, 52) == Rect(344, 504, 920, 72)
    assert bottom(AREA, 100) == Rect(344, 684, 920, 100)
    assert left(AREA, 300) == Rect(344, 452, 300, 332)
    assert right(AREA, 176) == Rect(1088, 452, 176, 332)
    assert middle(AREA, 76, 40).center == AREA.center


def test_an_inset_is_the_same_on_both_sides_unless_told():
    assert inset(AREA, 24) == Rect(368, 452, 872, 332)
    assert inset(AREA, 24, 10) == Rect(368, 462, 872, 312)
    assert inset(AREA, 84, right=12) == Rect(428, 452, 824, 332)
    assert inset(AREA, 0, 56, bottom=0) == Rect(344, 508, 920, 276)


def test_given_widths_from_the_left_and_the_rest_for_the_last():
    fold, call, raise_ = split(bottom(AREA, 100), (200, 268, 0), 12)
    assert (fold.w, call.w, raise_.w) == (200, 268, 428)
    assert (call.x, raise_.x, raise_.right) == (556, 836, AREA.right)


@given(areas, counts, gaps)
def test_columns_and_rows_fill_their_area(area, count, gap):
    for parts, lying in ((columns(area, count, gap), 0), (rows(area, count, gap), 1)):
        starts = [(part.x, part.y)[lying] for part in parts]
        sizes = [part.size[lying] for part in parts]
        between = [
            after - start - size
            for start, size, after in zip(starts, sizes, starts[1:], strict=False)
        ]
        assert len(set(sizes)) == 1
        assert all(abs(one - gap) <= 1 for one in between)
        end = (area.right, area.bottom)[lying]
        assert starts[0] == (area.x, area.y)[lying]
        assert abs(starts[-1] + sizes[-1] - end) <= 1


@given(areas, st.integers(1, 5), st.integers(1, 5))
def test_a_grid_is_read_as_a_page_is(area, across, down):
    cells = grid(area, across, down, 16)
    assert cells == sorted(cells, key=lambda cell: (cell.y, cell.x))
    assert len(cells) == across * down
    assert all(cell.collidelist(cells[n + 1 :]) < 0 for n, cell in enumerate(cells))
