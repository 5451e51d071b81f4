"""Optional packages: the extra that installs each of them."""

from __future__ import annotations

from importlib.util import find_spec

EXTRA_OF: dict[str, str] = {
    "aiosmtplib": "server",
    "apsw": "server",
    "cryptography": "server",
    "httpcore": "server",
    "httptools": "server",
    "httpx": "client",
    "icalendar": "server",
    "numpy": "numpy",
    "openskill": "arena",
    "prometheus_client": "server",
    "rich": "cli",
    "starlette": "server",
    "textual": "terminal",
    "tomlkit": "server",
    "typer": "cli",
    "uvicorn": "server",
    "uvloop": "server",
    "webauthn": "server",
    "websockets": "client",
}
"""The parts of `app` by the names under which their packages are imported."""


def check_extra(package: str) -> None:
    """Raise `ModuleNotFoundError` now if a package that is imported later is missing."""
    if find_spec(package) is None:
        raise ModuleNotFoundError(f"No module named {package!r}", name=package)


def install_hint(error: BaseException | None) -> str:
    """The `pip install` line for a failed import; empty if no part of `app` has the package."""
    if not isinstance(error, ModuleNotFoundError):
        return ""
    package = (error.name or "").partition(".")[0]
    if (extra := EXTRA_OF.get(package)) is None:
        return ""
    return (
        f"expected the package {package}, which the extra {extra} brings:"
        f" pip install 'dogfight[{extra}]', or 'dogfight[app]' for everything a player needs"
    )
