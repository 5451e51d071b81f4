"""The browser's files: those with a hash in their name for ever, the page itself always fresh."""

from __future__ import annotations

import functools
import gzip
import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

FOLDER = (Path(__file__).parent / "static").resolve()
_FOR_EVER = "public, max-age=31536000, immutable"
_FRESH = "no-cache"
_TEXTS = {"text/html", "text/css", "text/javascript", "application/javascript", "image/svg+xml"}
_PAGES = (
    *("", "table", "join", "review", "rules", "learn", "lab", "settings", "games"),
    *("you", "carry", "mail", "ladder", "workshop"),
)
mimetypes.add_type("application/manifest+json", ".webmanifest")
_BARE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Dogfight</title>
<h1>The table is set</h1>
<p>This server runs without the browser's files. Play from a terminal with
<code>dogfight join</code>, or read the <a href="/api/openapi.json">API</a>.
<code>./scripts/play</code> builds the browser's table too.</p></html>
"""


async def serve(request: Request) -> Response:
    """A file of the front end, or the page, which draws its own addresses and says of others
    that there is nothing.
    """
    path = request.path_params.get("path", "")
    target = _found(path)
    if target is not None:
        return _file(request, target, _FOR_EVER if path.startswith("assets/") else _FRESH)
    known = path.split("/")[0] in _PAGES
    if not known and "." in path:
        return HTMLResponse(
            "<!doctype html><title>Not here</title><h1>There is nothing here</h1>", 404
        )
    answer = page(request)
    answer.status_code = 200 if known else 404
    return answer


def _found(path: str) -> Path | None:
    """The file of ours at an address, if there is one."""
    try:
        target = (FOLDER / path).resolve()
        return target if path and target.is_relative_to(FOLDER) and target.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def page(request: Request) -> Response:
    index = FOLDER / "index.html"
    if index.is_file():
        return _file(request, index, _FRESH)
    return HTMLResponse(_BARE, headers={"cache-control": _FRESH})


def _file(request: Request, target: Path, age: str) -> Response:
    """A file as it lies there, or squeezed for a browser that takes it so."""
    headers = {"cache-control": age, "vary": "accept-encoding"}
    kind = mimetypes.guess_type(target.name)[0] or ""
    if kind not in _TEXTS or "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(target, headers=headers)
    body = _squeezed(target, target.stat().st_mtime_ns)
    return Response(body, media_type=kind, headers={**headers, "content-encoding": "gzip"})


@functools.lru_cache(maxsize=32)
def _squeezed(target: Path, changed: int) -> bytes:  # noqa: ARG001 - a file that changed is squeezed anew
    return gzip.compress(target.read_bytes(), mtime=0)
