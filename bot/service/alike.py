"""How what is the same reads the same, whether it was made just now or has been read back."""

from __future__ import annotations

from typing import Any

import msgspec


def spelled_alike(value: Any) -> str:
    """Return structs, tuples, lists and mappings as JSON without what is as it is by default.

    msgspec leaves out no text or number that only equals a default, as one that was read back does: what was made anew
    from its events, which may be for a reason that nobody knows of, would read otherwise than before.
    """
    return msgspec.json.encode(_with_own_defaults(value)).decode()


def _with_own_defaults(value: Any) -> Any:
    """Return the value with the very defaults of its structs wherever something equals them."""
    match value:
        case msgspec.Struct():
            return _of_a_struct(value)
        case tuple() | list():
            return [_with_own_defaults(each) for each in value]
        case dict():
            return {key: _with_own_defaults(each) for key, each in value.items()}
        case _:
            return value


def _of_a_struct(value: msgspec.Struct) -> msgspec.Struct:
    names, defaults = value.__struct_fields__, value.__struct_defaults__
    required = [msgspec.NODEFAULT] * (len(names) - len(defaults))
    changed = {}
    for key, default in zip(names, (*required, *defaults), strict=True):
        own = getattr(value, key)
        plain = default if type(own) is type(default) and own == default else _with_own_defaults(own)
        if plain is not own:
            changed[key] = plain
    return msgspec.structs.replace(value, **changed) if changed else value
