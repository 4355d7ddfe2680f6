"""A squad is some of the GM's people under one name, with what they are to do until they are told otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import msgspec

from bot.core.ground.whereabouts import Where

Squads = Mapping[str, "Squad"]


class Drill(StrEnum):
    """What a squad can be told to do; each of them means ordinary actions of the system that is played."""

    FIRE = "fire"
    RETURN_FIRE = "return fire"
    ADVANCE = "advance"
    HOLD = "hold"
    FALL_BACK = "fall back"


class StandingOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a squad is to do until it is told otherwise.

    It is about ``target`` or a place ``to`` go or to watch, or about nobody; ``side`` is the one that the target was
    of, whose others come next when it is down.
    """

    drill: Drill
    target: str = ""
    side: str = ""
    to: Where | None = None


class Squad(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Some people of the GM's, in the order in which they were named, and what they are to do."""

    members: tuple[str, ...] = ()
    standing: StandingOrder | None = None


def squad_of(squads: Squads, actor: str) -> Squad | None:
    """Return the squad that somebody is in; None where it is in none."""
    return next((squad for squad in squads.values() if actor in squad.members), None)


def with_members(squads: Squads, name: str, members: tuple[str, ...]) -> dict[str, Squad]:
    """Return the squads with one of these members, who leave the squads they were in; one without members is none."""
    others = {key: squad for key, squad in _without(squads, members).items() if key != name}
    standing = squads[name].standing if name in squads else None
    return {**others, name: Squad(members, standing)} if members else others


def with_one_more(squads: Squads, name: str, actor: str) -> dict[str, Squad]:
    """Return the squads with somebody new in one of them."""
    squad = squads.get(name, Squad())
    return {**squads, name: Squad((*squad.members, actor), squad.standing)}


def without_member(squads: Squads, actor: str) -> dict[str, Squad]:
    """Return the squads after somebody has gone."""
    return _without(squads, (actor,))


def _without(squads: Squads, gone: tuple[str, ...]) -> dict[str, Squad]:
    left = {key: tuple(each for each in squad.members if each not in gone) for key, squad in squads.items()}
    return {key: Squad(left[key], squad.standing) for key, squad in squads.items() if left[key]}
