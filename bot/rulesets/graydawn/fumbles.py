"""What a fumbled attack leads to."""

from __future__ import annotations

from bot.core.dice import Ask, Pick
from bot.core.tables import Row
from bot.rulesets.graydawn.events import Fumbled
from bot.rulesets.graydawn.hits import Blow, land
from bot.rulesets.graydawn.referee import DawnScene, Referee, Ruling

SELF = "self"
NOT_NARROW = 2


def fumbled(referee: Referee, scene: DawnScene, actor: str, key: str, row: Row) -> Ruling:
    """The table of fumbles (B1); whom a shot that goes astray hits, the GM says. Dice: one, and a hit on oneself."""
    rows = referee.tables.rows("fumbles")
    falls = tuple(((one["faces"][0],), len(one["faces"])) for one in rows.values())
    roll = referee.source.roll(Ask("fumble", 1, 10, Pick(falls)))
    result = next(name for name, one in rows.items() if roll.faces[0] in one["faces"])
    scene = yield Fumbled(actor=actor, weapon=key, roll=roll, result=result)
    if result != SELF:
        return scene
    blunt = bool(referee.tables.row("classes", row["class"]).get("blunt"))
    blow = Blow(dice=row["dice"], sides=row["sides"], flat=row["flat"], margin=NOT_NARROW, blunt=blunt)
    return (yield from land(referee, scene, actor, actor, blow))
