"""What `stormdeck floor` and `stormdeck cage` share: a page in TOML, its mistakes in words, the
books beside it, and the web server."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from commands import arguments
from firmware.errors import Fault, Refused
from firmware.machine.open_files import make_room
from firmware.machine.toml_file import TomlFile
from firmware.pages import BadPage

if TYPE_CHECKING:
    import uvicorn

P = TypeVar("P")
GRACE_S = 3  # for what is being answered; a stream beats each second


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
        make_room()
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
    from desks.pages import prepare

    prepare()
    await server(app, at).serve()


def server(app: Any, at: str) -> "uvicorn.Server":
    """It serves until a signal comes, and then leaves nobody hanging."""
    import uvicorn

    from commands.desk_callers import AT_ONCE, Caller
    from desks.closing import Closing

    host, _, port = at.rpartition(":")
    closing = Closing(app, lambda: made.should_exit)
    config = uvicorn.Config(
        closing, host=host, port=int(port), log_level="error", http=Caller, backlog=AT_ONCE,
        timeout_graceful_shutdown=GRACE_S,
    )  # fmt: skip
    made = uvicorn.Server(config)
    return made
