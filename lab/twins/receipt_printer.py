"""A twin of a network receipt printer: takes ESC/POS on a TCP port, keeps the paper, can fail."""

import re
import socket
import threading
from contextlib import suppress

_COMMAND = re.compile(
    rb"\x1b@|\x1b[!EaGtMd].|\x1d[!BV].|\x1dV[AB].|\x1d\(k..[\x00-\xff]{0,3}|\x1b[{-]."
)


def text_of(paper: bytes) -> str:
    """What a person reads on it: the text between the commands."""
    return _COMMAND.sub(b"", paper).decode("cp437", "replace")


class PaperTwin:
    """`port` on the loopback address. After `off()` nobody answers, until `on()`."""

    def __init__(self) -> None:
        self.port = 0
        self.papers: list[bytes] = []
        self.printed = threading.Semaphore(0)
        self.on()

    def on(self) -> None:
        self._server = socket.create_server(("127.0.0.1", self.port))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                with client, client.makefile("rb") as paper:
                    self.papers.append(paper.read())
                self.printed.release()

    def off(self) -> None:
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
