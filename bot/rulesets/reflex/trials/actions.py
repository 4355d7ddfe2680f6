"""What can be tried with the values of a sheet alone."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who, others
from bot.core.options import Word
from bot.rulesets.reflex.checks.odds import MARGIN
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import Attributes
from bot.rulesets.reflex.tables import ReflexTables


class Using(StrEnum):
    """What of a body does something, which says whose wounds hinder it."""

    MIND = "mind"
    HANDS = "hands"
    LEGS = "legs"
    BODY = "body"
    NOTHING = "nothing"


def _skills(reading: ReflexReading, given: Given) -> Iterable[str]:
    """Return the skills of whoever acts, and behind them all others that the rules name."""
    combatant = reading.scene.combatants.get(str(given.get("actor", "")))
    return skills_of(reading.tables, combatant.state.person.skills if combatant else ())


def skills_of(tables: ReflexTables, own: Iterable[str]) -> Iterable[str]:
    """Return the skills that are somebody's ``own``, and behind them all others that the rules name."""
    return dict.fromkeys((*own, *tables.skills))


Attribute = Annotated[str, Field("the attribute, where it is not the usual", of=Attributes.__struct_fields__)]


class Try(Action, frozen=True, kw_only=True):
    """Check a ``skill`` or an ``attribute``, by itself or ``against`` a skill or an attribute of ``target``."""

    offer = Offer("check", "Check", "a skill or an attribute, by the sheet", odds=MARGIN)

    skill: Annotated[str, Field("which skill; an attribute alone if left out", fits=_skills, open_ended=True)] = ""
    attribute: Attribute = ""
    modifier: Annotated[int, Field("bonus or penalty said at the table", lo=-20, hi=20, shared=True)] = 0
    using: Annotated[
        Using | None, Field("what wounds count for: mind, hands, legs, body, or nothing where one only resists")
    ] = None
    target: Annotated[Who, Field("whose check opposes it", fits=others, shared=True)] = ""
    against: Annotated[str, Field("the skill that opposes it", of="skills", open_ended=True)] = ""
    opposing: Annotated[
        str, Field("the attribute that opposes it, where it is not the usual", of=Attributes.__struct_fields__)
    ] = ""
    secret: Annotated[bool, Field("in secret: only a GM reads what came of it", word=Word.GM)] = False
