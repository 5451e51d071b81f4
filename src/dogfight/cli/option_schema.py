"""The options of a game as a JSON Schema."""

from __future__ import annotations

from dogfight.core.options import OptionField


def json_schema(title: str, fields: tuple[OptionField, ...]) -> dict[str, object]:
    """The fields as a JSON Schema, for forms that are generated from one."""
    properties: dict[str, object] = {}
    for field in fields:
        entry: dict[str, object] = {
            "title": field.title,
            "description": field.help,
            "default": field.default,
        }
        if field.kind == "choice":
            entry |= {"type": "string", "enum": list(field.choices)}
        elif field.kind == "boolean":
            entry["type"] = "boolean"
        else:
            entry |= {"type": "integer", "minimum": field.minimum, "maximum": field.maximum}
        properties[field.name] = entry
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
