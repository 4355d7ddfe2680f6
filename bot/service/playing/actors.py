"""Who acts: whom the asker may act for, and who is meant where nobody is named."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec
from bot.core.wording import shown
from bot.service.case import Case, PlayedScene
from bot.service.names import resolve

# What belongs to these commands is the GM's to do in every system, whatever the system says.
GM_COMMANDS = frozenset({"suppress", "ambush"})


def is_gms(spec: ActionSpec) -> bool:
    """Tell whether only a GM may take an action."""
    return spec.gm_only or spec.command in GM_COMMANDS


def is_a_deed(spec: ActionSpec) -> bool:
    """Tell whether somebody does something in an action that is the GM's to order."""
    return spec.command in GM_COMMANDS


def check_command(case: Case) -> None:
    """Raise RuleViolation for what is typed under a command that is the GM's, by somebody else."""
    command = case.request.command
    if command.partition(" ")[0] in GM_COMMANDS:
        case.check_gm(f"use /{command}")


def may_take(case: Case, spec: ActionSpec) -> bool:
    """Tell whether the asker may take an action at all."""
    return case.gm or not is_gms(spec)


def may_act_for(case: Case, played: PlayedScene, actor: str) -> bool:
    """Tell whether the asker may act for somebody: a GM for anyone, a player for their own and who was handed over."""
    return case.gm or played.scene.combatants[actor].is_played_by(case.request.user_id)


def check_answer(case: Case, played: PlayedScene) -> None:
    """Raise RuleViolation where the open question is not the asker's to answer."""
    scene = played.scene
    if case.gm or scene.pending is None:
        return
    if scene.asks_gm:
        raise RuleViolation("That question is the GM's to answer.", "Wait until a GM has decided.")
    if not may_act_for(case, played, scene.pending.question.actor):
        raise RuleViolation("A question is open that is not yours to answer.", "Its player or a GM answers it.")


def own(case: Case, played: PlayedScene) -> list[str]:
    """Return the combatants that the asker may play, in the order of the scene."""
    return [key for key, each in played.scene.combatants.items() if each.is_played_by(case.request.user_id)]


def chosen_actor(case: Case, played: PlayedScene, name: str | None, *, tapped: bool = False) -> str:
    """Return the id of whoever is to act: the one named, or whose turn it is; for a GM in the end the first on their
    side.

    Whoever ``tapped`` can say nobody, and chooses behind it: of several of theirs out of turn it is the first.

    Raises:
        RuleViolation: nobody of that name is in sight, it is not the asker's, or it has to be said who.
    """
    if name is None:
        return _whose_turn(case, played, tapped=tapped)
    actor = resolve(played.scene, case.viewer, name)
    if not may_act_for(case, played, actor):
        mine = ", ".join(map(shown, own(case, played))) or "none here yet: /init join brings in your sheet"
        raise RuleViolation(f"{shown(actor)} is not yours to play.", f"Yours: {mine}.")
    return actor


def doer(case: Case, played: PlayedScene, spec: ActionSpec, name: str | None) -> str:
    """Return who does what was typed, as in `chosen_actor`: "" where it happens to the scene and nobody is named."""
    return "" if name is None and spec.of_scene else chosen_actor(case, played, name)


def _whose_turn(case: Case, played: PlayedScene, *, tapped: bool) -> str:
    entitled = [slot.actor for slot in played.scene.entitled()]
    mine = own(case, played)
    of_gms = [actor for actor in entitled if case.gm and not played.scene.combatants[actor].player]
    fitting = [actor for actor in entitled if actor in mine]
    candidates = of_gms or fitting or (entitled if case.gm else []) or mine or _gms(case, played)
    if not candidates:
        way = "/npc add brings somebody in." if case.gm else "Bring in your sheet with /init join."
        raise RuleViolation("You play nobody here.", way)
    if len(candidates) > 1 and candidates is mine and not tapped:
        raise RuleViolation("You play several here.", f"Say who acts: {', '.join(map(shown, mine))}.")
    return candidates[0]


def _gms(case: Case, played: PlayedScene) -> list[str]:
    """Return one of the GM's own, or anybody: what a GM does outside of turns needs somebody to do it."""
    if not case.gm:
        return []
    known = played.scene.combatants
    return [actor for actor in known if known[actor].guarded][:1] or list(known)[:1]
