"""What can make a body better."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.rulesets.graydawn.checks.actions import Modifier
from bot.rulesets.graydawn.time.slots import ANY
from bot.rulesets.graydawn.wounds.actions import Whose


class Treat(Action, frozen=True, kw_only=True):
    """Keep ``target`` alive."""

    offer = Offer("treat", "Stabilize", "keep somebody alive", "treat", ANY)

    target: Whose = ""
    modifier: Modifier = 0


class Heal(Action, frozen=True, kw_only=True):
    """Clear ``boxes`` and ``stun`` of ``target``, all where no number is said, and mend its ``limbs``."""

    offer = Offer("heal", "Heal", "make wounds better", "damage", gm_only=True)

    target: Whose = ""
    boxes: Annotated[int | None, Field("boxes to clear, all where missing", hi=100)] = None
    stun: Annotated[int | None, Field("points of stun to clear, all where missing", hi=100)] = None
    limbs: Annotated[bool, Field("crippled limbs are mended")] = False


class Rest(Action, frozen=True, kw_only=True):
    """Let ``hours`` heal ``target``."""

    offer = Offer("rest", "Rest", "let hours heal", gm_only=True)

    target: Whose = ""
    hours: Annotated[int, Field("hours of rest", lo=1, hi=10_000)]
