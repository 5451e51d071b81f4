"""The browser's files: those with a hash in their name for ever, the page itself always fresh."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

FOLDER = Path(__file__).parent / "static"
_FOR_EVER = "public, max-age=31536000, immutable"
_FRESH = "no-cache"
_PAGES = ("", "table", "join", "review", "new", "lobby", "rules", "about")
_BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Dogfight</title>
<h1>The table is set</h1>
<p>This server runs without the browser's files. Play from a terminal with <code>dogfight join</code>, or read the
<a href="/api/openapi.json">API</a>. <code>./scripts/play</code> builds the browser's table too.</p></html>
"""


async def serve(request: Request) -> Response:
    """A file of the front end, or the page itself for every address it draws on its own."""
    path = request.path_params.get("path", "")
    target = (FOLDER / path).resolve()
    if path and target.is_relative_to(FOLDER) and target.is_file():
        age = _FOR_EVER if path.startswith("assets/") else _FRESH
        return FileResponse(target, headers={"cache-control": age})
    if path.split("/")[0] in _PAGES:
        return page()
    return HTMLResponse("<!doctype html><title>Not here</title><h1>There is nothing here</h1>", 404)


def page() -> Response:
    index = FOLDER / "index.html"
    if index.is_file():
        return FileResponse(index, headers={"cache-control": _FRESH})
    return HTMLResponse(_BARE, headers={"cache-control": _FRESH})
