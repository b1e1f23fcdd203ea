"""`stormdeck rng-report`, as a person types it."""

import pytest

import commands
from firmware.fairness import demonstration


@pytest.fixture(autouse=True)
def no_hardware(monkeypatch):
    monkeypatch.setattr(demonstration, "present", lambda: False)


def run(capsys, *words) -> tuple[int, str, str]:
    status = commands.main(list(words))
    said = capsys.readouterr()
    return status, said.out, said.err


def test_the_report_is_one_page_with_its_plots_inside(capsys, tmp_path):
    page = tmp_path / "deep" / "report.html"
    words = ("rng-report", "--decks", "4000", "--dieharder", "none", "--out", str(page))
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert "all tests passed" in out
    text = page.read_text()
    assert text.count("data:image/png;base64,") == 5
    assert "http" not in text  # nothing is loaded from elsewhere
    for title in ("Card by place", "Starting hands", "Pairs", "Runs", "dieharder", "Noise source"):
        assert title in text


@pytest.mark.parametrize("words", ["--decks 2000 --out /dev/null/x.html", "--decks 100"])
def test_what_cannot_be_written_or_told_is_said_in_one_line(capsys, words):
    status, _, err = run(capsys, "rng-report", "--dieharder", "none", *words.split())
    assert status in (1, 2)
    assert "Traceback" not in err
    assert err.splitlines()[-1].endswith(".")
