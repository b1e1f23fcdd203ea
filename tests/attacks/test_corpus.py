"""Bytes that nobody thought of: what `stormdeck fuzz` found worth keeping, at every door again."""

import pytest

from lab.fuzzing.corpus import CORPUS, kept
from lab.fuzzing.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_every_door_keeps_its_promise(name):
    target = TARGETS[name]
    for data in [*target.seeds(), *kept(name)]:
        target.door(data)


def test_every_file_of_the_corpus_has_its_door():
    assert {path.stem for path in CORPUS.iterdir()} <= set(TARGETS)
