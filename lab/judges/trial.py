"""Mutants before the tests of their room: a plugin of pytest.

`--trial PAGE`: the tests run once, watched: who runs which line, and how long each takes. Then, a
mutant at a time, a fork of this process turns the functions that it has loaded and meets the tests
that run the line, the quickest first, until one fails. A line that runs at import cannot be turned
so: `--in-order PAGE` runs tests in a process whose sources were turned before it began.
"""

import ast
import functools
import gc
import hashlib
import os
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from time import process_time
from types import CodeType, FrameType, FunctionType
from typing import Any, Literal, Self

import pytest
from coverage import Coverage, CoverageData
from coverage.numbits import num_in_numbits, numbits_to_nums, numbits_union, nums_to_numbits
from msgspec import Struct, json, msgpack

from lab.judges.turning import Mutant

ROOT = Path(__file__).parents[2]
LONG_SECONDS = 1  # of a processor: what takes longer is asked about no single line
LIVING = "living.txt"  # beside the records: who was not killed so far
NEAR_SECONDS = 10  # so much of the quickest tests of a line, then all of the room's
Verdict = Literal["killed", "lives", "at import"]


class Seen(Struct, frozen=True):
    """One test: its seconds, and the lines of each file that it runs, as bits."""

    seconds: float
    ran: dict[str, bytes]


class Watched(Struct, frozen=True):
    """A file of tests: those that are witnesses, and the sources they ran, by their hashes."""

    tests: dict[str, Seen]
    sources: dict[str, str]

    def knows(self, files: Iterable[str]) -> bool:
        """These are as they were then, or it has nothing to do with them."""
        return all(self.sources[file] == version(file) for file in files if file in self.sources)


def version(file: str) -> str:
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:12]


def function_around(source: str, line: int) -> int:
    """Where it begins; of a line in none, the line: what ran above it says nothing of it."""
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))
    around = (node.lineno for node in found if node.lineno <= line <= (node.end_lineno or 0))
    return max(around, default=line)


class Record(Struct):
    """Every test that is a witness."""

    tests: dict[str, Seen]

    def near(self, mutant: Mutant, killers: Sequence[str] = ()) -> dict[str, float]:
        """Tests of a line, the quickest first, but before them those that killed its neighbours;
        of a statement in several lines, where it begins."""
        ran = {
            t: seen.ran[mutant.file] for t, seen in self.tests.items() if mutant.file in seen.ran
        }
        lines = numbits_to_nums(functools.reduce(numbits_union, ran.values(), b""))
        least = function_around(mutant.source, mutant.line)
        begins = max((n for n in lines if least <= n <= mutant.line), default=0)
        known = {test for test, bits in ran.items() if num_in_numbits(begins, bits)}
        first = {test: self.tests[test].seconds for test in killers if test in known}
        tests = first | self._quickest_first(known - {*first})
        spent = accumulate(tests.values())
        enough = zip(tests.items(), spent, strict=True)
        return dict(test for test, so_far in enough if so_far < NEAR_SECONDS)

    def all(self, mutant: Mutant) -> dict[str, float]:
        """Those, then the others."""
        return self.near(mutant) | self._quickest_first(self.tests)

    def _quickest_first(self, tests: Iterable[str]) -> dict[str, float]:
        """A case of every test, then their second ones: cases of one rule are one witness."""
        cases = Counter[str]()
        ranked: list[tuple[int, float, str]] = []
        for test in sorted(tests, key=lambda test: (self.tests[test].seconds, test)):
            name = test.partition("[")[0]
            ranked.append((cases[name], self.tests[test].seconds, test))
            cases[name] += 1
        return {test: seconds for _, seconds, test in sorted(ranked)}


class Judged(Struct, frozen=True):
    verdict: Verdict
    order: dict[str, float] = {}  # who is not killed meets the others, these first


class Trial(Struct):
    """What is to be tried, and where the answer goes."""

    mutants: list[Mutant]
    records: str
    verdicts: str


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--trial", type=Path)
    parser.addoption("--in-order", type=Path)


def pytest_configure(config: pytest.Config) -> None:
    if page := config.getoption("--trial"):
        config.pluginmanager.register(Judge(json.decode(page.read_bytes(), type=Trial)))
    if page := config.getoption("--in-order"):
        config.pluginmanager.register(InOrder(json.decode(page.read_bytes())))


class InOrder:
    """Tests in this order, those that it does not name last, and none for much longer than the
    seconds it is said to take: more is a circle, and so noticed."""

    def __init__(self, seconds: dict[str, float], note: Path | None = None) -> None:
        self.seconds, self.note = seconds, note
        signal.signal(signal.SIGPROF, signal.SIG_DFL)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        places = {test: n for n, test in enumerate(self.seconds)}
        items.sort(key=lambda item: places.get(item.nodeid, len(places)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Which test it was."""
        if report.failed and self.note:
            self.note.write_text(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """A fork tells nothing more, and tidies no memory that it shares."""
        if self.note:
            os._exit(exitstatus)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        limit = 5 + 10 * self.seconds.get(item.nodeid, 20 * LONG_SECONDS)
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.alarm(round(30 * limit))  # who waits for good uses no processor
        answer = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        return answer


class Judge:
    def __init__(self, trial: Trial) -> None:
        self.trial = trial

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        """A fork goes on as pytest with its own few tests, and its exit code is the verdict."""
        record = self.record(session)
        if session.testsfailed:
            return True
        judged, loaded = list[Judged](), Loaded()
        killers = defaultdict[str, list[str]](list)  # of each file, the last first
        note = Path(self.trial.verdicts).with_name("killer")
        living = Path(self.trial.records) / LIVING
        living.write_text("")
        for mutant in self.trial.mutants:
            near = record.near(mutant, killers[mutant.file])
            child = os.fork() if near else NOBODY
            if not child:
                loaded.become(mutant)
                session.items[:] = [item for item in session.items if item.nodeid in near]
                in_order = InOrder(near, note)
                in_order.pytest_collection_modifyitems(session.items)
                session.config.pluginmanager.register(in_order)
                return None
            verdict = verdict_of(child)
            judged.append(Judged(verdict, {} if verdict == "killed" else record.all(mutant)))
            if note.exists():
                killers[mutant.file].insert(0, note.read_text())
                note.unlink()
            print(verdict[0], end="", file=sys.__stderr__, flush=True)
            if verdict != "killed":
                with living.open("a") as page:
                    print(f"{verdict}: {mutant.file}:{mutant.line}", file=page)
                    print(f"    - {mutant.was}\n    + {mutant.becomes}", file=page)
        Path(self.trial.verdicts).write_bytes(json.encode(judged))
        return True

    def record(self, session: pytest.Session) -> Record:
        """Remembered file by file, until it or a source that it ran and that is to be turned has
        changed; so a watch that was cut off goes on where it was."""
        turned = {mutant.file for mutant in self.trial.mutants}
        answers = Loaded().answers
        tests, unknown = dict[str, Seen](), list[tuple[Path, list[pytest.Item]]]()
        files = defaultdict[Path, list[pytest.Item]](list)
        for item in session.items:
            files[item.path].append(item)
        for path, items in files.items():
            kept = self._kept(path)
            watched = msgpack.decode(kept.read_bytes(), type=Watched) if kept.exists() else None
            if watched and watched.knows(turned):
                tests |= watched.tests
            else:
                unknown.append((kept, items))
        for at, (kept, few) in enumerate(unknown, 1):
            watched = watch(few, next((items[0] for _, items in unknown[at:]), None), answers)
            if session.testsfailed:
                break
            kept.write_bytes(msgpack.encode(watched))
            tests |= watched.tests
            print(".", end="", file=sys.__stderr__, flush=True)
        return Record(tests)

    def _kept(self, path: Path) -> Path:
        file = path.relative_to(ROOT)
        name = ".".join(file.with_suffix("").parts)
        return Path(self.trial.records) / f"{name}-{version(str(file))}.msgpack"


def watch(items: list[pytest.Item], after: pytest.Item | None, answers: Sequence[Any]) -> Watched:
    """Run every test of a file once; one that takes long is left there and then, with all its other
    cases, and is no witness. What the file after it needs as well stays up. No test finds answers
    that one before it left: it would not run their lines."""
    watching = Coverage(data_file=None, source=[str(ROOT / "firmware")], config_file=False)
    seconds, left = dict[str, float](), set[str]()
    watching.start()
    session = items[0].session
    for item, following in zip(items, [*items[1:], items[-1]], strict=True):
        began, name = process_time(), item.nodeid.partition("[")[0]
        if name in left:
            continue
        for answer in answers:
            answer.cache_clear()
        watching.switch_context(item.nodeid)
        with Patience() as patience:
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if not patience.over:
            seconds[item.nodeid] = process_time() - began
        else:  # what it says of being left is no failure: Hypothesis calls it flaky
            left.add(name)
            session.testsfailed, session.shouldfail = 0, False
    session._setupstate.teardown_exact(after)
    watching.stop()
    ran = _lines(watching.get_data())
    tests = {test: Seen(took, ran.get(test, {})) for test, took in seconds.items()}
    files = {file for seen in tests.values() for file in seen.ran}
    return Watched(tests, {file: version(file) for file in files})


def _lines(data: CoverageData) -> dict[str, dict[str, bytes]]:
    """Of each test and file."""
    found = defaultdict[str, dict[str, bytes]](dict)
    for file in data.measured_files():
        lines = defaultdict[str, list[int]](list)
        for line, tests in data.contexts_by_lineno(file).items():
            for test in tests:
                lines[test].append(line)
        for test, numbers in lines.items():
            found[test][os.path.relpath(file, ROOT)] = nums_to_numbits(numbers)
    return found


class Patience:
    """So long for one test. The system counts in ticks and may be early: only the bell is asked."""

    over = False

    def __enter__(self) -> Self:
        signal.signal(signal.SIGPROF, self._leave)
        signal.setitimer(signal.ITIMER_PROF, LONG_SECONDS)
        return self

    def __exit__(self, *_: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def _leave(self, _: int, frame: FrameType | None) -> None:
        """In our own code only: a library could be left with its lock held."""
        self.over = True
        if frame is None or not frame.f_code.co_filename.startswith(str(ROOT)):
            signal.setitimer(signal.ITIMER_PROF, 0.01)
            return
        pytest.skip("too long for one line")


KEPT = ("firmware.houses",)  # pages as they were read, before anybody made sense of them
NOBODY = -1
AT_IMPORT = 77  # an exit code that pytest has not


def verdict_of(child: int) -> Verdict:
    if child == NOBODY:
        return "at import"
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    if code == AT_IMPORT:
        return "at import"
    return "killed" if code else "lives"


class Loaded:
    """What this process has loaded, found once: a fork that went through all its memory would have
    to copy it."""

    def __init__(self) -> None:
        gc.unfreeze()  # what tests/conftest.py put aside is not among the objects
        gc.collect()
        self.caches, self.functions = list[Any](), defaultdict[Any, list[FunctionType]](list)
        for one in gc.get_objects():
            if isinstance(one, functools._lru_cache_wrapper) and one.__module__ not in KEPT:
                self.caches.append(one)
            if isinstance(one, FunctionType):
                self.functions[_place(one.__code__)].append(one)
        gc.freeze()

    @property
    def answers(self) -> list[Any]:
        """Of the caches those that answer a question; the others are pages, read once."""
        ours = (one for one in self.caches if str(one.__module__).startswith("firmware."))
        return [one for one in ours if one.__wrapped__.__code__.co_argcount]

    def become(self, mutant: Mutant) -> None:
        """In a fork: what is loaded runs the turned line, and says nothing."""
        if not self.turn_functions(mutant):
            os._exit(AT_IMPORT)
        for cache in self.caches:
            cache.cache_clear()
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)

    def turn_functions(self, mutant: Mutant) -> int:
        """Every loaded function of its file runs what the mutant has; how many changed."""
        file = str(ROOT / mutant.file)
        pairs = zip(
            codes((ROOT / mutant.file).read_text(), file), codes(mutant.source, file), strict=True
        )
        changed = 0
        for old, new in pairs:
            for function in self.functions[_place(old)] if old != new else ():
                function.__code__ = new
                changed += 1
        return changed


def _place(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def codes(source: str, file: str) -> Iterator[CodeType]:
    todo = [compile(source, file, "exec")]
    while todo:
        code = todo.pop()
        yield code
        todo += (const for const in code.co_consts if isinstance(const, CodeType))
