"""A picture that a window sends: of the document, or of the person."""

from starlette.datastructures import UploadFile
from starlette.requests import Request

from firmware.bank.drafts import Picture
from firmware.errors import Refused

KINDS: dict[str, Picture] = {"document": "document", "photo": "photo"}  # a signature is the pad's


async def sent(request: Request) -> tuple[Picture, str, bytes]:
    """Of what, its media type, and the picture itself."""
    form = await request.form()
    kind, file = KINDS.get(str(form.get("kind"))), form.get("file")
    if kind is None or not isinstance(file, UploadFile):
        raise Refused("Choose a picture of the document or of the person.", rule="REQ-R34")
    return kind, file.content_type or "", await file.read()
