"""What a GM can decide about bodies."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer, Who, everybody
from bot.rulesets.nighttripper.checks.rules import DEEDS
from bot.rulesets.nighttripper.state import Side

Whose = Annotated[Who, Field("whose body; the actor's own where missing", fits=everybody, shared=True)]
Place = Annotated[str, Field("which part of the body", of="locations")]


class Ail(Action, frozen=True, kw_only=True):
    """Something else than a wound ails ``target``, at throws for one ``deed`` or all; no more at a severity of 0."""

    offer = Offer("condition", "Condition", "say what else ails somebody", gm_only=True)

    target: Whose = ""
    condition: Annotated[str, Field("what ails somebody", longest=40)]
    severity: Annotated[int, Field("how badly; 0 for no more", hi=100)]
    deed: Annotated[str, Field("at which throws; at all if left out", of=DEEDS)] = ""


class Damage(Action, frozen=True, kw_only=True):
    """Give ``target`` a wound, at a ``place`` or where the dice say."""

    offer = Offer("damage", "Damage", "give somebody a wound", "damage", gm_only=True)

    target: Whose = ""
    place: Place = ""
    damage: Annotated[int, Field("severity of the wound", shared=True, lo=1, hi=100)]
    side: Annotated[Side | None, Field("which limb")] = None


class Heal(Action, frozen=True, kw_only=True):
    """Make the wounds of ``target`` better, those at ``place`` or all, until ``degree`` is left at most."""

    offer = Offer("heal", "Heal", "make wounds better", "damage", gm_only=True)

    target: Whose = ""
    place: Place = ""
    degree: Annotated[int, Field("severity that is left, none where missing", hi=100)] = 0
    replaced: Annotated[bool, Field("lost limbs are replaced")] = False


class Recover(Action, frozen=True, kw_only=True):
    """Quiet ``weeks`` give luck back."""

    offer = Offer("recover", "Recover", "give luck back for quiet weeks", gm_only=True)

    weeks: Annotated[int, Field("quiet weeks", lo=1, hi=100)]
