"""What Discord would turn down: each request of the bot against Discord's own description, and what that leaves out.

`tests/data/discord-openapi.json` is the part of that description which the bot can send (MIT, see its `info`); run
`python -m tests.cogs.discord_accepts DESCRIPTION` to cut it anew.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from simcord.http import router

DATA = Path(__file__).parents[1] / "data" / "discord-openapi.json"
OPERATIONS = (
    ("POST", "/channels/{channel_id}/messages"),
    ("PATCH", "/channels/{channel_id}/messages/{message_id}"),
    ("POST", "/channels/{channel_id}/messages/{message_id}/threads"),
    ("POST", "/channels/{channel_id}/threads"),
    ("PATCH", "/channels/{channel_id}"),
    ("POST", "/interactions/{interaction_id}/{interaction_token}/callback"),
    ("POST", "/webhooks/{webhook_id}/{webhook_token}"),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original"),
    ("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"),
    ("PUT", "/applications/{application_id}/commands"),
    ("PUT", "/applications/{application_id}/guilds/{guild_id}/commands"),
)
CONTENT, EMBEDS_TOTAL, DISPLAYED_TOTAL, COMPONENTS, ROWS, CONTROLS = 2000, 6000, 4000, 40, 5, 5
COMMANDS, COMMAND_TOTAL = {1: 100, 2: 15, 3: 15}, 8000
LAYOUT_FLAG = 1 << 15
MESSAGE, UPDATE, MODAL = 4, 7, 9
SUBCOMMAND, GROUP = 1, 2
BUTTON, TEXT_DISPLAY, LEGACY_ROW = 2, 10, 1
NAME = re.compile(r"[-_'\w]{1,32}")

SHORT = 200

Body = dict[str, Any]


def violations(method: str, path: str, body: object) -> list[str]:
    """Everything that is wrong with one request; empty if Discord would take it."""
    if method == "GET" or body is None:
        return []
    operation = _operation(method, path)
    if operation is None:
        return [f"{method} {path} sends a body and is not described here: add it to OPERATIONS"]
    errors = _validator(*operation).iter_errors(body)
    return [*map(_told, errors), *_left_out(operation, body)]


@contextmanager
def watching() -> Iterator[list[str]]:
    """Gathers the violations of every request that a bot on a stage sends meanwhile."""
    found: list[str] = []
    plain = router.dispatch

    def dispatch(backend: Any, method: str, path: str, **request: Any) -> Any:
        found.extend(f"{method} {path}: {each}" for each in violations(method, path, request.get("json")))
        return plain(backend, method, path, **request)

    with patch.object(router, "dispatch", dispatch):
        yield found


def _told(error: ValidationError) -> str:
    if error.context:
        return " or ".join(sorted({_told(each) for each in error.context}))
    message = error.message if len(error.message) < SHORT else "… " + error.message[-SHORT:]
    return f"{error.json_path}: {message}"


def _operation(method: str, path: str) -> tuple[str, str] | None:
    fitting = [each for each in OPERATIONS if each[0] == method and _pattern(each[1]).fullmatch(path)]
    return min(fitting, key=lambda each: each[1].count("{"), default=None)


@cache
def _pattern(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", template))


@cache
def _description() -> Body:
    return dict(json.loads(DATA.read_text("utf-8")))


@cache
def _validator(method: str, template: str) -> Validator:
    chosen = extend(Draft202012Validator, {"oneOf": _chosen("oneOf"), "anyOf": _chosen("anyOf")})
    schema = _description()["bodies"][f"{method} {template}"]
    return chosen({**schema, "components": _description()["components"]})


def _chosen(keyword: str) -> Any:
    """Try only the alternatives that the body names by its type: a tenth of the time, and errors one can read."""
    plain = Draft202012Validator.VALIDATORS[keyword]

    def check(validator: Any, alternatives: list[Body], body: object, schema: Body) -> Iterable[ValidationError]:
        fitting = [alternative for alternative in alternatives if _fits(alternative, body)]
        if len(fitting) == 1:
            return validator.descend(body, fitting[0])  # type: ignore[no-any-return]
        return plain(validator, fitting or alternatives, body, schema)  # type: ignore[no-any-return]

    return check


def _fits(alternative: Body, body: object) -> bool:
    if alternative == {"type": "null"} or body is None:
        return alternative == {"type": "null"} and body is None
    schema = _description()["components"]["schemas"].get(alternative.get("$ref", "").rpartition("/")[2], {})
    types = schema.get("properties", {}).get("type", {}).get("enum")
    return types is None or not isinstance(body, dict) or body.get("type") in types


def _left_out(operation: tuple[str, str], body: Any) -> Iterator[str]:
    method, template = operation
    if template.endswith("/commands"):
        yield from _commands(body)
    elif template.endswith("/callback"):
        yield from _callback(body)
    elif template == "/channels/{channel_id}/threads":
        yield from _message(body["message"], new=True) if "message" in body else ()
    elif "messages" in template or "webhooks" in template:
        yield from _message(body, new=method == "POST") if not template.endswith("/threads") else ()


def _callback(body: Body) -> Iterator[str]:
    data = body.get("data") or {}
    if body.get("type") in (MESSAGE, UPDATE):
        yield from _message(data, new=body["type"] == MESSAGE)
    if body.get("type") == MODAL:
        if len(data.get("components", ())) > CONTROLS:
            yield f"a modal of more than {CONTROLS} components"
        yield from _unique_ids(data.get("components", ()))


def _message(body: Body, *, new: bool) -> Iterator[str]:
    components = list(_nested(body.get("components") or ()))
    if len(body.get("content") or "") > CONTENT:
        yield f"content of more than {CONTENT} characters"
    if new and not any(
        body.get(key) for key in ("content", "embeds", "components", "attachments", "sticker_ids", "poll")
    ):
        yield "an empty message"
    if new and (body.get("allowed_mentions") or {}).get("parse") != []:
        yield "mentions of anybody in the text would ping: allowed_mentions must parse nothing"
    if sum(map(_embed_length, body.get("embeds") or ())) > EMBEDS_TOTAL:
        yield f"embeds of more than {EMBEDS_TOTAL} characters in all"
    yield from _unique_ids(body.get("components") or ())
    yield from _layout(body, components) if (body.get("flags") or 0) & LAYOUT_FLAG else _rows(body, components)


def _embed_length(embed: Body) -> int:
    fields = [each for field in embed.get("fields", ()) for each in (field["name"], field["value"])]
    named = [(embed.get("author") or {}).get("name"), (embed.get("footer") or {}).get("text")]
    return sum(len(text or "") for text in (embed.get("title"), embed.get("description"), *fields, *named))


def _nested(components: Iterable[Body]) -> Iterator[Body]:
    for component in components:
        yield component
        inner = [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from _nested([*component.get("components", ()), *inner])


def _unique_ids(components: Iterable[Body]) -> Iterator[str]:
    ids = [each["custom_id"] for each in _nested(components) if each.get("custom_id")]
    yield from (
        f"the custom_id {each!r} occurs twice" for each in sorted({each for each in ids if ids.count(each) > 1})
    )


def _layout(body: Body, components: list[Body]) -> Iterator[str]:
    if body.get("content") or body.get("embeds") or body.get("poll") or body.get("sticker_ids"):
        yield "a layout beside content, embeds, a poll or stickers"
    if len(components) > COMPONENTS:
        yield f"a layout of more than {COMPONENTS} components"
    if sum(len(each["content"]) for each in components if each["type"] == TEXT_DISPLAY) > DISPLAYED_TOTAL:
        yield f"a layout of more than {DISPLAYED_TOTAL} characters"


def _rows(body: Body, components: list[Body]) -> Iterator[str]:
    rows = body.get("components") or ()
    if any(row["type"] != LEGACY_ROW for row in rows):
        yield "components of a layout without its flag"
    if len(rows) > ROWS:
        yield f"more than {ROWS} rows"
    if any(row["type"] == LEGACY_ROW and len(row["components"]) > 1 and _selects(row) for row in components):
        yield "a select that shares its row"


def _selects(row: Body) -> bool:
    return any(each["type"] != BUTTON for each in row["components"])


def _commands(commands: list[Body]) -> Iterator[str]:
    kinds = [command.get("type", 1) for command in commands]
    yield from (
        f"more than {most} commands of kind {kind}" for kind, most in COMMANDS.items() if kinds.count(kind) > most
    )
    yield from _names([command for command in commands if command.get("type", 1) == 1], "the application")
    for command in commands:
        if (length := _command_length(command)) > COMMAND_TOTAL:
            yield f"/{command['name']} takes {length} of {COMMAND_TOTAL} characters"
        yield from _options(command)


def _options(command: Body) -> Iterator[str]:
    options = command.get("options") or []
    yield from _names(options, f"/{command['name']}")
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        yield f"/{command['name']} has a required option after an optional one"
    for option in options:
        yield from _options(option) if option["type"] in (SUBCOMMAND, GROUP) else ()


def _names(named: list[Body], where: str) -> Iterator[str]:
    names = [each["name"] for each in named]
    yield from (f"{where}: {name!r} is no name" for name in names if not NAME.fullmatch(name) or name != name.lower())
    yield from (f"{where}: {name!r} occurs twice" for name in sorted({name for name in names if names.count(name) > 1}))


def _command_length(command: Body) -> int:
    choices = [text for choice in command.get("choices") or () for text in (choice["name"], str(choice["value"]))]
    own = sum(map(len, (command["name"], command.get("description") or "", *choices)))
    return own + sum(map(_command_length, command.get("options") or ()))


def cut(description: Body) -> Body:
    """The part of Discord's description that OPERATIONS need, without prose, ids accepted as numbers too."""
    bodies = {f"{method} {path}": _schema_of(description, method, path) for method, path in OPERATIONS}
    schemas = description["components"]["schemas"]
    kept: dict[str, Body] = {}
    wanted = list(_references(bodies))
    while wanted:
        if (name := wanted.pop()) not in kept:
            kept[name] = _without_prose(schemas[name])
            wanted += _references(kept[name])
    kept["SnowflakeType"] = {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
    return {"info": description["info"], "bodies": bodies, "components": {"schemas": dict(sorted(kept.items()))}}


def _schema_of(description: Body, method: str, path: str) -> Any:
    return description["paths"][path][method.lower()]["requestBody"]["content"]["application/json"]["schema"]


def _references(node: object) -> Iterator[str]:
    if isinstance(node, dict):
        yield from [node["$ref"].rpartition("/")[2]] if "$ref" in node else []
        for each in node.values():
            yield from _references(each)
    elif isinstance(node, list):
        for each in node:
            yield from _references(each)


def _without_prose(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_prose(each) for each in node]
    if not isinstance(node, dict):
        return node
    if all("const" in each for each in node.get("oneOf", [{}])):
        return {"enum": [each["const"] for each in node["oneOf"]]}
    prose = {key for key in ("description", "title", "format") if isinstance(node.get(key), str)}
    told_twice = {"allOf"} if "enum" in node else set()
    return {key: _without_prose(value) for key, value in node.items() if key not in prose | told_twice}


if __name__ == "__main__":
    whole = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    DATA.write_text(json.dumps(cut(whole), separators=(",", ":")) + "\n", "utf-8")
