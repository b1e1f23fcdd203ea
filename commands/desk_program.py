"""What `stormdeck floor` and `stormdeck cage` share: a page in TOML, its mistakes in words, the
books beside it, and the web server."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from commands import arguments
from firmware.errors import Fault, Refused
from firmware.machine.toml_file import TomlFile
from firmware.pages import BadPage

P = TypeVar("P")


def run(
    name: str, about: str | None, argv: list[str], kind: type[P],
    serve: Callable[[TomlFile, P], Awaitable[None]],
) -> int:  # fmt: skip
    """Reads FILE as a page of this kind and serves it until it is stopped."""
    parser = arguments.parser(name, about)
    parser.add_argument("file", type=Path, metavar="FILE", help=f"its page, {name}.toml")
    args = parser.parse_args(argv)

    async def work() -> None:
        file = TomlFile(args.file)
        await serve(file, file.convert(file.values, kind))

    try:
        asyncio.run(work())
    except (BadPage, Refused, Fault) as no:
        print(f"stormdeck {name}: {no}", file=sys.stderr)
        return 2
    except OSError as no:
        print(f"stormdeck {name}: {no.filename or args.file}: {no.strerror}", file=sys.stderr)
        return 2
    return 0


def books_at(file: TomlFile, where: str) -> str:
    """A path beside the page is one; an address is what it is."""
    return where if "://" in where else str(file.path.parent / where)


async def listen(app: Any, at: str) -> None:
    import uvicorn

    from desks.pages import prepare

    prepare()
    host, _, port = at.rpartition(":")
    config = uvicorn.Config(
        app, host=host, port=int(port), log_level="error", timeout_graceful_shutdown=1
    )
    await uvicorn.Server(config).serve()
