"""What can be done about the round itself."""

from __future__ import annotations

from typing import Annotated

from bot.core.actions import Action, Field, Offer
from bot.rulesets.nighttripper.play import PASS
from bot.rulesets.nighttripper.tables import NightTables
from bot.rulesets.nighttripper.time.steps import steps


def _later(tables: NightTables) -> tuple[str, ...]:
    """Return the steps that can be waited for."""
    return steps(tables)[1:]


class Pass(Action, frozen=True, kw_only=True):
    """Let the step go by, or every step before the one called ``until``."""

    offer = Offer(PASS, "Pass", "do nothing in this step", kinds=steps, button=True)

    until: Annotated[str, Field("the step to wait for", of=_later)] = ""
