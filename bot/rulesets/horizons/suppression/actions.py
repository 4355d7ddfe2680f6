"""How heads can be kept down, and who lifts one be shot at."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Aimpoint, Field, Former, Offer, by_actor
from bot.core.options import Word
from bot.rulesets.horizons.checks.actions import Effort
from bot.rulesets.horizons.equipment.actions import weapon_in_hand
from bot.rulesets.horizons.fire.actions import AddedToDifficulty, Bonus, Distance
from bot.rulesets.horizons.play import Target
from bot.rulesets.horizons.time.slots import TURN

LANE = "lane"


class Suppress(Action, frozen=True, kw_only=True):
    """Keep heads down in so many ``lanes``, or on open ``ground``, with so many ``rounds`` at each action.

    Where everybody has a place they lie from the gunner through ``to`` as far as the gun reaches.
    """

    offer = Offer("suppress", "Suppress", "keep heads down with fire", kinds=TURN)

    item: Annotated[str | None, Former()] = None  # as `weapon` was typed once
    weapon: Annotated[
        str | None, Field("with what; the weapon in hand if left out", fits=by_actor(weapon_in_hand), shared=True)
    ] = None
    ground: Annotated[str, Field("what is covered; a lane if left out", of="grounds")] = LANE
    lanes: Annotated[int, Field("how many lanes or groups; one if left out", lo=1, hi=10)] = 1
    rounds: Annotated[int, Field("rounds at each action, where the GM says so", lo=1, hi=50, word=Word.GM)] = 0
    to: Aimpoint = None


class CoveringShot(Action, frozen=True, kw_only=True):
    """Shoot out of turn at ``target``, who leaves cover under one's fire."""

    offer = Offer("covering_shot", "Covering shot", "shoot, out of turn, at who leaves cover", switch="covering_shots")

    target: Target
    range_m: Distance = None
    bonus: Bonus = 0
    modifier: AddedToDifficulty = 0
    effort: Effort = 0
