"""Whoever is only after an attack lets all steps go by at once that come before it."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.features import Rules
from bot.core.ground.lost import knows_of
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
    """Yield the later steps in which somebody can reach a foe whom it knows to live, in melee with what is in hand."""
    scene, own = reading.scene, reading.scene.combatants[actor]
    people = scene.combatants.items()
    others = (name for name, other in people if other.side != own.side and not (other.hidden or other.state.dead))
    foes = [name for name in others if knows_of(scene, actor, name)]
    held = own.state.weapons.get(own.state.wields)
    strikes = held is None or not reading.tables.weapons[held.kind].row
    now = scene.opened or (0,)
    for slot in scene.agenda:
        step = slot.kinds[0]
        attacks = step in reading.tables.chart or (strikes and step in reading.tables.melee)
        if slot.actor == actor and slot.key > now and attacks and reaches(reading, actor, foes, step):
            yield step
