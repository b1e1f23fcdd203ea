"""Bytes that nobody thought of: what `stormdeck fuzz` found worth keeping, at every door again."""

from pathlib import Path

import pytest

from lab.fuzzing.corpus import CORPUS, kept
from lab.fuzzing.targets import TARGETS
from tests import attacks


@pytest.mark.parametrize("name", TARGETS)
def test_every_door_keeps_its_promise(name):
    target = TARGETS[name]
    for data in [*target.seeds(), *kept(name)]:
        target.door(data)


def test_every_file_of_the_corpus_has_its_door():
    assert {path.stem for path in CORPUS.iterdir()} <= set(TARGETS)


def test_every_attacker_is_on_the_list():
    files = {path.name for path in Path(__file__).parent.glob("test_*.py")}
    assert {line.split(":")[0] for line in attacks.__doc__.splitlines() if ".py:" in line} == files
