"""One door in a process of its own: atheris rewrites what is imported after it, and libFuzzer ends
the process. python -m lab.fuzzing.one_door NAME FOLDER [libFuzzer's own words]"""

import sys

import atheris

OURS = ["commands", "drivers", "firmware"]


def main(name: str, *words: str) -> None:
    with atheris.instrument_imports(include=OURS):
        from lab.fuzzing.targets import TARGETS
    again = f"{sys.executable} -m lab.fuzzing.one_door {name}"  # to merge, it starts itself anew
    atheris.Setup([again, *words], TARGETS[name].door)
    atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
