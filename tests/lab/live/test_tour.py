"""The tour: a film that is small enough for a page, and a picture of each stop."""

from io import BytesIO

from PIL import Image

from lab.live.tour import BYTES_MOST, STOPS, write


def frame(n: int) -> bytes:
    out = BytesIO()
    Image.effect_noise((320, 200), 40 + n).convert("RGB").save(out, "JPEG")
    return out.getvalue()


def test_a_film_of_frames_and_a_picture_of_each_stop(tmp_path):
    film = write(tmp_path, [frame(n) for n in range(3)], {"table": frame(0)})
    with Image.open(film) as made:
        assert made.n_frames == 3
    assert film.stat().st_size < BYTES_MOST
    assert (tmp_path / "table.webp").exists()
    assert sum(stop.seconds for stop in STOPS) == 120
