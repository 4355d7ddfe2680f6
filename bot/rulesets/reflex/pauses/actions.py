"""What can be done in a pause, or at the end of an exchange of fire by who gives up initiative."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from bot.core.actions import Action, Field, Given, Offer, Who, by_actor, by_target, others
from bot.core.options import Word
from bot.rulesets.reflex.kinds import Encumbrance
from bot.rulesets.reflex.pauses.things import crewed, disabled, kits, wearable, within_reach
from bot.rulesets.reflex.person.choosing import all_here
from bot.rulesets.reflex.person.exposure import Exposing
from bot.rulesets.reflex.play import ReflexReading
from bot.rulesets.reflex.state import Attributes
from bot.rulesets.reflex.time.timing import ALSO_ON_THE_MOVE, OPERATIONAL

IN_PAUSES = (OPERATIONAL,)
SET_UP, TAKE_DOWN = "set_up", "take_down"
ASSISTANTS = "assistant_gunners"
TASKS = (
    "talk",
    "use",
    "dress",
    "repair",
    "treat",
    "reset_weapons",
    "keep_watch",
    "withdraw",
    "extinguish",
    "call_fire",
    "indirect_fire",
)
IN_A_MINUTE = ("talk", "use", "dress", "repair", "treat", "reset_weapons", "extinguish", "intimidate")
INDIRECT_FIRE = "indirect_fire"
UNSEEN_TASKS = (("call_fire", INDIRECT_FIRE), ("indirect_fire", INDIRECT_FIRE))


def _crewed(reading: ReflexReading, given: Given) -> Iterable[str]:
    owner = reading.scene.combatants.get(given.get("target") or given.get("actor", ""))
    return crewed(reading.tables, owner.state) if owner else ()


Modifier = Annotated[int | None, Field("bonus or penalty said at the table", lo=-20, hi=20)]
Skill = Annotated[str, Field("the skill of the check, if it takes one")]
Attribute = Annotated[str, Field("the attribute, where it is not the usual", of=Attributes.__struct_fields__)]


class Operation(Action, frozen=True, kw_only=True):
    """Something that a check decides, with a ``modifier``."""

    modifier: Modifier = None


class Task(Operation, frozen=True, kw_only=True):
    """Something of which one may say what it is checked with."""

    skill: Skill = ""
    attribute: Attribute = ""


class KeepWatch(Operation, frozen=True, kw_only=True):
    """Keep an eye on the enemy."""

    offer = Offer("keep_watch", "Keep watch", "over the enemy", kinds=IN_PAUSES)


class HastyAmbush(Operation, frozen=True, kw_only=True):
    """Hide one's intentions."""

    offer = Offer("hasty_ambush", "Hasty ambush", "for a better next initiative", kinds=IN_PAUSES)


class Withdraw(Operation, frozen=True, kw_only=True):
    """Try to get away through such an ``area``."""

    offer = Offer("withdraw", "Withdraw", "slip away from the fight", kinds=IN_PAUSES)

    area: Annotated[str, Field("through what country", of=("wild", "settled"), word=Word.HERE)]


class Treat(Operation, frozen=True, kw_only=True):
    """Keep ``target`` or oneself alive, or ease its pain, with an ``item`` that helps."""

    offer = Offer("treat", "Treat", "keep somebody alive, or ease pain", "treat", kinds=IN_PAUSES, outside=True)

    target: Annotated[Who, Field("who is treated; oneself where missing", fits=all_here, shared=True)] = ""
    item: Annotated[str, Field("what helps, or a painkiller", fits=by_actor(kits), shared=True)] = ""


class FieldRepair(Task, frozen=True, kw_only=True):
    """Make a disabled ``item`` of ``target`` or one's own work for a while."""

    offer = Offer("repair", "Field repair", "make something work for a while", kinds=IN_PAUSES, outside=True)

    item: Annotated[str, Field("what is repaired", fits=by_target(disabled), shared=True)]
    target: Annotated[Who, Field("whose it is; one's own where missing", fits=others, shared=True)] = ""


class Talk(Task, frozen=True, kw_only=True):
    """Talk with full attention."""

    offer = Offer("talk", "Talk", "with full attention", kinds=IN_PAUSES, outside=True)

    target: Annotated[Who, Field("whom with", fits=others, shared=True)] = ""


class UseEquipment(Task, frozen=True, kw_only=True):
    """Do something technical, or set up or take down the ``tripod`` of a weapon."""

    offer = Offer("use", "Use equipment", "do something technical", kinds=IN_PAUSES, outside=True)

    item: Annotated[str, Field("what with", fits=by_actor(within_reach), shared=True)] = ""
    skill: Skill = ""
    attribute: Attribute = ""
    modifier: Modifier = None
    tripod: Annotated[str, Field("a weapon's tripod", of=(SET_UP, TAKE_DOWN))] = ""


class Dress(Action, frozen=True, kw_only=True):
    """Put an ``item`` on or take it off, which may change how much is carried."""

    offer = Offer("dress", "Dress", "put something on or take it off", kinds=IN_PAUSES, outside=True)

    item: Annotated[str, Field("what is put on or taken off", fits=by_actor(wearable), shared=True)]
    load: Annotated[Encumbrance | None, Field("how much is carried since then")] = None


class ResetWeapons(Action, frozen=True, kw_only=True):
    """Load and clear all of one's weapons and a crewed one of ``target``, and put away what is in hand."""

    offer = Offer("reset_weapons", "Reset weapons", "load and clear all", kinds=IN_PAUSES, outside=True)

    target: Annotated[Who, Field("whose crewed weapon is loaded too", fits=others, shared=True)] = ""
    item: Annotated[str, Field("which of theirs", fits=_crewed, shared=True)] = ""
    stow: Annotated[str, Field("what is put away, parted by commas")] = ""


class AssistGunner(Exposing, frozen=True, kw_only=True):
    """Do half of loading a weapon of ``target``."""

    offer = Offer(
        "assist", "Assist a gunner", "half of loading", kinds=ALSO_ON_THE_MOVE, outside=True, switch=ASSISTANTS
    )

    target: Annotated[Who, Field("the gunner", fits=others, shared=True)]
    item: Annotated[str, Field("which weapon", fits=_crewed, shared=True)] = ""


class ForgoInitiative(Action, frozen=True, kw_only=True):
    """Give up initiative for a ``task`` at the end of the exchange."""

    offer = Offer("forgo", "Give up initiative", "for an operation at the end of the exchange")

    task: Annotated[str, Field("which operation", of=TASKS, switched=UNSEEN_TASKS)]


class PassTime(Action, frozen=True, kw_only=True):
    """Let so many ``minutes`` go by outside of fights."""

    offer = Offer("pass_time", "Let time pass", "minutes outside of fights", gm_only=True, of_scene=True)

    minutes: Annotated[int, Field("how many", lo=1, hi=30)] = 1


OFFERED = (
    KeepWatch,
    HastyAmbush,
    Withdraw,
    Treat,
    FieldRepair,
    Talk,
    UseEquipment,
    Dress,
    ResetWeapons,
    AssistGunner,
    ForgoInitiative,
    PassTime,
)
