"""The browser of the tests: Chromium without a window, or the whole program where that is all."""

import shutil

import pytest

CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")
ARGS = ["--no-sandbox"]
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="no Chromium here: make test names it")


async def launched(playwright):
    return await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGS)
