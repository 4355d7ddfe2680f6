"""States as a fight could have left them, by their fields."""

from __future__ import annotations

from typing import Any

import msgspec

from bot.rulesets.reflex.kit import Model, Weapon
from bot.rulesets.reflex.state import Attributes, Person, State


def altered(state: State, **fields: Any) -> State:
    """The state with these fields changed, each in the part that has it."""
    for part in State.__struct_fields__:
        own = getattr(state, part)
        changes = {field: fields.pop(field) for field in own.__struct_fields__ if field in fields}
        state = msgspec.structs.replace(state, **{part: msgspec.structs.replace(own, **changes)})
    assert not fields
    return state


def someone(**attributes: int) -> State:
    """Somebody of whom only the attributes are known."""
    return State(person=Person(attributes=Attributes(**attributes)))


def altered_weapon(weapon: Weapon, **fields: Any) -> Weapon:
    """The weapon with these fields of it or of its model changed."""
    model = {field: fields.pop(field) for field in Model.__struct_fields__ if field in fields}
    return msgspec.structs.replace(weapon, model=msgspec.structs.replace(weapon.model, **model), **fields)
