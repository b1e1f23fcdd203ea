"""Anybody's page: the receipt of a hand, checked in the visitor's own browser. No session, no name,
and nothing comes back here."""

from importlib.resources import files
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from desks.pages import page

VERIFIER = Path(str(files("firmware.fairness"))) / "verify.py"


def proof_routes() -> list[Route]:
    async def verify(request: Request) -> Response:
        return page("verify.html", {})

    async def verifier(request: Request) -> Response:
        return FileResponse(VERIFIER, media_type="text/x-python")

    return [Route("/verify", verify), Route("/static/verify/verify.py", verifier)]
