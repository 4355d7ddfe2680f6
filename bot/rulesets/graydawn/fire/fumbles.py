"""What a fumbled attack leads to."""

from __future__ import annotations

from bot.core.dice import Ask, picked, row_of
from bot.rulesets.graydawn.checks.own_act import Chance, note_chance
from bot.rulesets.graydawn.fire.events import Fumbled
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.state import FISTS, Weapon
from bot.rulesets.graydawn.tables import WeaponRow
from bot.rulesets.graydawn.wounds.hits import Incoming, land

OF_A_WEAPON = ("dropped", "jammed")
SELF, LEAST = "self", "nothing"


def fumbled(play: DawnPlay, actor: str, key: str, row: WeaponRow) -> None:
    """Roll on the table of fumbles (B1); of a shot that goes astray the GM says whom it hits.

    Bare hands are neither dropped nor jammed (ours).

    Dice: one, and a hit on oneself.
    """
    rows = play.tables.fumbles
    roll = play.roll(Ask("fumble", 1, 10, picked(rows, 1, 10)))
    result = row_of(rows, roll.faces[0])
    if result in OF_A_WEAPON and not play.tables.classes[row.category].hands:
        result = LEAST
    if result != LEAST:
        note_chance(play, actor, Chance(roll.label, result, f"fumble, {result}"))
    play.tell(Fumbled(actor=actor, weapon=key, roll=roll, result=result))
    if result != SELF:
        return
    held = play.scene.combatants[actor].state.weapons.get(key, Weapon(FISTS))
    harm = Incoming(
        dice=row.dice,
        sides=row.sides,
        flat=row.flat,
        ammunition=held.ammunition,
        blunt=play.tables.classes[row.category].blunt,
        frightens=False,
    )
    land(play, actor, actor, harm)
