"""Which test runs which line, and a run of chosen tests only: a plugin of pytest.

`--who-runs-to FILE` watches a run and writes down who ran what and how long each test took;
`--only-tests FILE` runs the tests that a file names, in its order, within so many processor
seconds.
"""

import os
import resource
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from time import process_time

import pytest
from coverage import Coverage
from msgspec import Struct, json

ROOT = Path(__file__).parents[2]


class Record(Struct):
    """Of one folder of tests: seconds of each, and the tests of each line of a file."""

    seconds: dict[str, float]
    ran: dict[str, dict[int, list[str]]]

    def of(self, file: str, line: int) -> list[str]:
        """The tests of a line; of a statement in several lines, its beginning counts."""
        lines = self.ran.get(file, {})
        return lines.get(max((n for n in lines if n <= line), default=0), [])


class Chosen(Struct):
    tests: list[str]
    cpu_seconds: int  # more is a circle


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--who-runs-to", type=Path)
    parser.addoption("--only-tests", type=Path)


def pytest_configure(config: pytest.Config) -> None:
    if to := config.getoption("--who-runs-to"):
        config.pluginmanager.register(Watch(to))
    if page := config.getoption("--only-tests"):
        config.pluginmanager.register(Only(json.decode(page.read_bytes(), type=Chosen)))


class Watch:
    def __init__(self, to: Path) -> None:
        self.to, self.seconds = to, dict[str, float]()
        self.coverage = Coverage(data_file=None, source=[str(ROOT / "firmware")], config_file=False)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        began = process_time()
        self.coverage.switch_context(item.nodeid)
        answer = yield
        self.coverage.switch_context("")
        self.seconds[item.nodeid] = process_time() - began
        return answer

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data, ran = self.coverage.get_data(), defaultdict[str, dict[int, list[str]]](dict)
        for file in data.measured_files():
            for line, tests in data.contexts_by_lineno(file).items():
                ran[os.path.relpath(file, ROOT)][line] = sorted({*tests} - {""})
        self.to.write_bytes(json.encode(Record(self.seconds, ran)))


class Only:
    def __init__(self, chosen: Chosen) -> None:
        self.order = {test: n for n, test in enumerate(chosen.tests)}
        resource.setrlimit(resource.RLIMIT_CPU, (chosen.cpu_seconds, chosen.cpu_seconds + 10))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(chosen, key=lambda item: self.order[item.nodeid])
