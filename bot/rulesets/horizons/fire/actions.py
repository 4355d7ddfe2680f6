"""How somebody can be aimed and shot at."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Former, Offer, by_actor, by_target, numbers_to
from bot.core.options import Word
from bot.rulesets.horizons.checks.actions import Effort
from bot.rulesets.horizons.equipment.actions import weapon_in_hand
from bot.rulesets.horizons.movement.actions import USUAL_PARTS, covers
from bot.rulesets.horizons.play import Target
from bot.rulesets.horizons.state import MODES, ZONES, State
from bot.rulesets.horizons.time.slots import AIM, TURN

Bonus = Annotated[int, Field("what helps, or below zero hinders", typed="modifier", lo=-50, hi=50)]
AddedToDifficulty = Annotated[int, Former()]
"""What was typed as ``modifier`` before all that is typed so helped where it is positive (ruling 000-36)."""


def _rounds(state: State) -> tuple[str, ...]:
    """Return how many rounds what is in hand may fire at once."""
    weapon = state.weapons.get(state.held)
    most = min(weapon.loaded, max(weapon.most_rounds.values(), default=0)) if weapon else 0
    return numbers_to(most)


def _zones(state: State) -> tuple[str, ...]:
    return tuple(state.named_zones) or ZONES


class Attack(Action, frozen=True, kw_only=True):
    """Shoot at ``target``."""

    offer = Offer("attack", "Attack", "shoot at somebody", "attack", TURN)

    target: Target
    weapon: Annotated[str | None, Field("with what", fits=by_actor(weapon_in_hand), shared=True)] = None
    mode: Annotated[str, Field("single, burst or auto", of=MODES, shared=True)] = ""
    rounds: Annotated[
        int, Field("rounds fired", fits=by_actor(_rounds), open_ended=True, shared=True, lo=1, hi=500)
    ] = 0
    range_m: Annotated[float | None, Field("metres to the target", word=Word.TABLE, shared=True)] = None
    called: Annotated[str, Field("a zone to aim at", of=ZONES, fits=by_target(_zones), shared=True)] = ""
    cover: Annotated[
        str, Field("what the target is behind", of=covers, word=Word.TABLE, thing="cover", shared=True)
    ] = ""
    bonus: Annotated[int, Field("what helps, or below zero hinders", typed="modifier", shared=True, lo=-50, hi=50)] = 0
    modifier: AddedToDifficulty = 0
    effort: Effort = 0
    parts: Annotated[str, Field("what the cover hides", of="parts", word=Word.TABLE, thing="cover")] = USUAL_PARTS
    force: Annotated[bool, Field("fire though a bullet is stuck")] = False


class Aim(Action, frozen=True, kw_only=True):
    """Take careful aim."""

    offer = Offer(AIM, "Aim", "difficulty down by 2 for each action", kinds=TURN, button=True)


Distance = Annotated[float | None, Field("metres to the target", word=Word.TABLE)]
