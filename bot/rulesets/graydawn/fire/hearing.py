"""What aiming keeps of the events of others: whoever does something else, or nothing, aims no more."""

from __future__ import annotations

import msgspec

from bot.core.features import Hears
from bot.rulesets.graydawn.equipment.events import Reloaded
from bot.rulesets.graydawn.play import DawnScene, with_person
from bot.rulesets.graydawn.time.events import Acted, Passed

hears = Hears()


@hears(Acted, Passed, Reloaded)
def aims_no_more(scene: DawnScene, event: Acted | Passed | Reloaded) -> DawnScene:
    """Return the scene with the aim lost, by any action or none; one that the action itself takes is told behind it.

    A shell that is dropped into a chamber is loaded in a time of its own.
    """
    return with_person(scene, event.actor, lambda state: msgspec.structs.replace(state, aim=None))
