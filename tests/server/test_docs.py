"""The pages say what the server does."""

import re
from pathlib import Path
from typing import get_args

from harness import Server

from dogfight.client import Client
from dogfight.server import messages, openapi
from dogfight.server.refusals import STATUS
from dogfight.server.routes import ROUTES
from dogfight.server.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"


def test_the_openapi_file_is_up_to_date(server: Server) -> None:
    """`./scripts/openapi` writes it."""
    kept = (DOCS / "openapi.json").read_bytes()
    assert kept == openapi.as_json(ROUTES)
    with Client(server.url, "Ana") as ana:
        assert ana.http.get("/api/openapi.json").content == kept


def test_unsupported_method_is_answered_with_allowed_methods(server: Server) -> None:
    with Client(server.url, "Ana") as ana:
        answer = ana.http.request("PUT", "/api/me")
        assert answer.status_code == 405 and {"GET", "POST", "DELETE"} <= set(
            answer.headers["allow"].split(", ")
        )


def test_the_openapi_document_says_what_every_parameter_may_be() -> None:
    paths = openapi.document(ROUTES)["paths"]
    operations = [(method, item) for path in paths.values() for method, item in path.items()]
    for method, item in operations:
        spoken = [part for part in item["parameters"] if part["in"] != "header"]
        assert all({"pattern", "enum"} & set(part["schema"]) for part in spoken), item[
            "operationId"
        ]
        asks_origin = any(
            part["name"] == "Origin" and part["required"] for part in item["parameters"]
        )
        foreign = item["operationId"] == "stop_mail"
        assert asks_origin == (method != "get" and not foreign), item["operationId"]


def test_the_api_page_names_every_route_message_and_code() -> None:
    page = (DOCS / "api.md").read_text()
    for route in ROUTES:
        assert f"`{route.method} {route.path}" in page, route.path
    for message in (*get_args(messages.Incoming), *get_args(messages.Outgoing)):
        assert f'"type":"{message.__struct_config__.tag}"' in page
    for code in (
        "question_closed",
        "illegal",
        "not_your_seat",
        "not_live",
        "nothing_to_take_back",
        "rate",
        "storage",
    ):
        assert code in STATUS and f"`{code}`" in page


def test_the_api_page_names_the_fields_that_bodies_have() -> None:
    """And no other: what a body has not is refused."""
    page = (DOCS / "api.md").read_text()
    bodies = {
        f"{item.method} {item.path}": item.body for item in ROUTES if item.body not in (None, str)
    }
    named = re.findall(r"`((?:POST|DELETE) [^`?]+)` `{([^`}]*)}`", page)
    assert len(named) > 20
    for route, fields in named:
        known = set(getattr(bodies[route], "__struct_fields__", ()))
        assert not known or {part.strip(" ?") for part in fields.split(",")} <= known, route


def test_the_hosting_page_names_every_setting() -> None:
    page = (DOCS / "hosting.md").read_text()
    missing = [name for name in Settings.__struct_fields__ if f"`{name}`" not in page]
    assert missing == []


def test_the_python_example_of_the_api_page_runs(server: Server) -> None:
    page = (DOCS / "api.md").read_text()
    result = re.search(r"```python\n(.*?)```", page, re.S)
    assert result is not None
    exec(result[1].replace("http://127.0.0.1:8000", server.url), {})
