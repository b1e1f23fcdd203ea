"""Where our words go: a full disk, a closed door, a terminal of another age."""

import os
import subprocess
import sys

import pytest

STORMDECK = [sys.executable, "-c", "import commands; raise SystemExit(commands.main())"]


@pytest.mark.parametrize("words", ["", "games", "replay /dev/null", "play --hands 1 --pause 0"])
def test_a_full_disk_is_one_line(words):
    with open("/dev/full", "w") as full:
        command = [*STORMDECK, *words.split()]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ran.returncode == 1
    assert ran.stderr == "stormdeck: output: No space left on device.\n"


@pytest.mark.parametrize(
    ("late", "words"),
    [
        ("TimeoutError()", "ask in commands/games.py"),  # as asyncio raises it
        ("TimeoutError('Station 3 shows nothing.')", "Station 3 shows nothing"),
        ("TimeoutError(110, 'Connection timed out')", "Connection timed out"),
    ],
)
def test_an_answer_that_does_not_come_is_one_line_that_says_whose(late, words):
    """It was "output: None", or what came of our own output."""
    waits = (
        "import commands, commands.games as g;"
        f"exec(compile('def ask(_):\\n  raise ' + {late!r}, g.__file__, 'exec'), g.__dict__);"
        "g.main = g.ask; raise SystemExit(commands.main())"
    )
    ran = subprocess.run([sys.executable, "-c", waits, "games"], capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (1, f"stormdeck games: no answer in time: {words}.\n")


@pytest.mark.parametrize("words", ["games", "replay --json /dev/null"])
def test_nobody_listens(words):
    command = [*STORMDECK, *words.split()]
    ran = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command], stderr=subprocess.PIPE, text=True
    )
    assert ran.stderr == ""


@pytest.mark.parametrize(
    ("command", "package", "words"),
    [
        ("mutants", "cosmic_ray", ": make mutants brings it."),
        ("replay", "msgspec", "."),
        ("cluster", "psycopg", ": make test brings it."),
        ("tour", "playwright", ": make test brings it."),
    ],
)
def test_a_package_that_is_not_there_is_one_line(command, package, words):
    """What turns sources round, fuzzes or measures comes only with the work that needs it."""
    without = (
        f"import sys, commands; sys.modules[{package!r}] = None; raise SystemExit(commands.main())"
    )
    ran = subprocess.run([sys.executable, "-c", without, command], capture_output=True, text=True)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"stormdeck {command}: ")
    assert ran.stderr.endswith(f" is not installed{words}\n")
    assert ran.stderr.count("\n") == 1


def test_a_terminal_without_our_signs():
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    ran = subprocess.run(STORMDECK, capture_output=True, text=True, env=plain)
    assert ran.returncode == 2
    assert ran.stdout.startswith("usage: stormdeck COMMAND ?")
    assert ran.stderr == ""
