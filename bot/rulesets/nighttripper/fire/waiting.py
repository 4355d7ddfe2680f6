"""Whoever is only after an attack lets all steps go by at once that come before it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.features import Rules
from bot.core.ground.lost import knows_of
from bot.rulesets.nighttripper.close.reaches import position_next
from bot.rulesets.nighttripper.fire.actions import AwaitAttack
from bot.rulesets.nighttripper.fire.steps_passed_over import reaches
from bot.rulesets.nighttripper.play import NightPlay, NightReading
from bot.rulesets.nighttripper.time.actions import Pass
from bot.rulesets.nighttripper.time.rules import pass_

rules = Rules()


@rules(AwaitAttack)
def await_attack(play: NightPlay, waiting: AwaitAttack) -> None:
    """Let every step go by before the next in which one can attack a foe; or this one alone (ours)."""
    until = next(_steps_to_attack(play, waiting.actor), "")
    pass_(play, Pass(actor=waiting.actor, until=until))


def _steps_to_attack(reading: NightReading, actor: str) -> Iterator[str]:
    """Yield the later steps in which somebody can attack a foe whom it knows to live, as things stand.

    In melee that is with what is in hand, in the step in which it will stand so to somebody; nobody known is anybody.
    """
    scene, own = reading.scene, reading.scene.combatants[actor]
    people = scene.combatants.items()
    others = (name for name, other in people if other.side != own.side and not (other.hidden or other.state.dead))
    foes = [name for name in others if knows_of(scene, actor, name)]
    held = own.state.weapons.get(own.state.wields)
    strikes = held is None or not reading.tables.weapons[held.kind].row
    now = scene.opened or (0,)
    for slot in scene.agenda:
        step = slot.kinds[0]
        if slot.actor != actor or slot.key <= now:
            continue
        melee = step in reading.tables.melee
        met = [foe for foe in foes if not melee or position_next(reading, actor, foe) == step]
        attacks = step in reading.tables.chart or (strikes and melee and (met or not foes))
        if attacks and reaches(reading, actor, met, step):
            yield step
