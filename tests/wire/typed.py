"""What a Discord client makes of something typed: option values in the types the bot registered, or no command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tests.wire.world import Channel, Guild, Json, World

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, NUMBER, ATTACHMENT = 1, 2, 3, 4, 5, 6, 7, 8, 10, 11
PYTHON_TYPES: Final[dict[int, tuple[type, ...]]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    NUMBER: (int, float),
    USER: (str,),
    ROLE: (str,),
    CHANNEL: (Channel,),
}


class Impossible(Exception):  # noqa: N818 - it says what a Discord client would not let a person do
    """No such command, option, choice, button or person: Discord would never send it to the bot."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that a user attaches to a command."""

    filename: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Focus:
    """The option someone is typing into, and the text so far."""

    option: str
    partial: str


class Typist:
    """Turns "/init start" and its options into the interaction data of one guild."""

    def __init__(self, world: World, guild: Guild, base: str) -> None:
        self.world, self.guild, self.base = world, guild, base

    def data(self, command: str, options: Mapping[str, Any], focus: Focus | None = None) -> Json:
        """The `data` of a command or, with a focus, of its completion. Raises Impossible."""
        root, *path = command.removeprefix("/").split()
        registered = self._registered(root)
        resolved: Json = {}
        leaf: list[Json] = registered["options"]
        for name in path:
            leaf = self._child(leaf, name, command)
        filled = self._fill(leaf, options, focus, resolved)
        data = {"id": registered["id"], "name": root, "type": 1, "options": _nest(registered["options"], path, filled)}
        return data | ({"resolved": resolved} if resolved else {})

    def _registered(self, root: str) -> Json:
        scopes = (self.guild.id, None)
        for command in (each for scope in scopes for each in self.world.commands.get(scope, [])):
            if command["name"] == root and command["type"] == 1:
                return command
        raise Impossible(f"no command /{root} is registered")

    def _child(self, options: list[Json], name: str, command: str) -> list[Json]:
        for each in options:
            if each["name"] == name and each["type"] in (SUBCOMMAND, GROUP):
                return list(each.get("options") or [])
        raise Impossible(f"{command} has no part {name!r}")

    def _fill(self, specs: list[Json], values: Mapping[str, Any], focus: Focus | None, resolved: Json) -> list[Json]:
        known = {spec["name"]: spec for spec in specs}
        if any(spec["type"] in (SUBCOMMAND, GROUP) for spec in specs):
            raise Impossible("a subcommand is missing")
        if unknown := set(values) - set(known):
            raise Impossible(f"no option {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        missing = [name for name, spec in known.items() if spec.get("required") and name not in values]
        if missing and focus is None:
            raise Impossible(f"{', '.join(missing)} must be given")
        filled = [self._option(known[name], value, resolved) for name, value in values.items() if value is not None]
        return filled if focus is None else [*filled, self._focused(known, focus)]

    def _focused(self, known: dict[str, Json], focus: Focus) -> Json:
        spec = known.get(focus.option)
        if spec is None or not spec.get("autocomplete"):
            raise Impossible(f"{focus.option} is not completed")
        return {"name": focus.option, "type": spec["type"], "value": focus.partial, "focused": True}

    def _option(self, spec: Json, value: Any, resolved: Json) -> Json:
        _check(spec, value)
        return {"name": spec["name"], "type": spec["type"], "value": self._value(spec["type"], value, resolved)}

    def _value(self, kind: int, value: Any, resolved: Json) -> Any:
        match kind:
            case 6:
                return self._user(value, resolved)
            case 7:
                resolved.setdefault("channels", {})[str(value.id)] = {**value.payload(), "permissions": "0"}
                return str(value.id)
            case 8:
                return self._role(value, resolved)
            case 11:
                return self._upload(value, resolved)
            case _:
                return value

    def _user(self, name: str, resolved: Json) -> str:
        if name not in self.guild.people:
            raise Impossible(f"nobody is called {name!r}: there are {', '.join(self.guild.people)}")
        user = self.guild.people[name]
        resolved.setdefault("users", {})[str(user.id)] = user.payload()
        resolved.setdefault("members", {})[str(user.id)] = user.member()
        return str(user.id)

    def _role(self, name: str, resolved: Json) -> str:
        for role in self.guild.role_payloads():
            if role["name"] == name:
                resolved.setdefault("roles", {})[role["id"]] = role
                return str(role["id"])
        raise Impossible(f"no role {name!r}")

    def _upload(self, upload: Upload, resolved: Json) -> str:
        file_id = str(self.world.ids.next())
        self.world.files[file_id] = upload.data
        url = f"{self.base}/attachments/{file_id}/{upload.filename}"
        shape = {"id": file_id, "filename": upload.filename, "size": len(upload.data), "url": url, "proxy_url": url}
        resolved.setdefault("attachments", {})[file_id] = shape
        return file_id


def _nest(options: list[Json], path: list[str], filled: list[Json]) -> list[Json]:
    if not path:
        return filled
    child = next(each for each in options if each["name"] == path[0])
    inner = _nest(child.get("options") or [], path[1:], filled)
    return [{"name": path[0], "type": child["type"], "options": inner}]


def _check(spec: Json, value: Any) -> None:
    """Hold a value to its option's type, choices and bounds."""
    name, kind = spec["name"], spec["type"]
    expected = PYTHON_TYPES.get(kind, (Upload,))
    if not isinstance(value, expected) or (isinstance(value, bool) and kind != BOOLEAN):
        raise Impossible(f"{name} takes {expected[0].__name__}, not {value!r}")
    choices = [choice["value"] for choice in spec.get("choices") or []]
    if choices and value not in choices:
        raise Impossible(f"{name} is one of {choices}, not {value!r}")
    low, high = spec.get("min_value"), spec.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise Impossible(f"{name} lies between {low} and {high}, not at {value!r}")
    shortest, longest = spec.get("min_length") or 0, spec.get("max_length") or 6000
    if isinstance(value, str) and not shortest <= len(value) <= longest:
        raise Impossible(f"{name} has {len(value)} characters")
