"""What damage that came through does to a body: halved on limbs, doubled on the head, marked, and withstood or not."""

from __future__ import annotations

import msgspec

from bot.core.dice import Roll
from bot.rulesets.graydawn.checks.stats import build, condition
from bot.rulesets.graydawn.play import DawnPlay, DawnReading
from bot.rulesets.graydawn.wounds.events import Crippled, Died, Doomed, Wounded
from bot.rulesets.graydawn.wounds.saves import against_death, against_stun

HEAD, TORSO = "head", "torso"


class Harm(msgspec.Struct, frozen=True):
    """Damage behind all armour: where, how much, and whether it only grazed, came halved, or was blunt.

    ``roll`` gave the place where no hit did.
    """

    place: str
    damage: int
    grazed: bool = False
    halved: bool = False
    blunt: bool = False
    roll: Roll | None = None


def boxes_of(reading: DawnReading, harm: Harm, build_value: int) -> tuple[int, bool]:
    """Return the boxes of a wound, and whether it cripples or dooms (text 004, lines 178-188; 004-11 to 004-13).

    At least one is marked. A limb takes half, rounded down, but for what armour-piercing rounds have halved before;
    eight boxes are its most. The head takes twice, unless it was only grazed.
    """
    kind, most = reading.tables.locations[harm.place].kind, reading.tables.limits.crippled.value
    dealt = max(1, harm.damage - build_value)
    if kind == TORSO:
        return dealt, False
    if kind == HEAD:
        return dealt if harm.grazed else 2 * dealt, dealt >= most
    boxes = dealt if harm.halved and not harm.grazed else max(1, dealt // 2)
    return min(most, boxes), boxes >= most


def wound(play: DawnPlay, target: str, harm: Harm) -> None:
    """Mark a wound, and see what comes of it.

    Dice: a death save for a crippled limb, then a stun save.
    """
    before = play.scene.combatants[target].state
    value = build(play.tables, before)
    boxes, crippling = boxes_of(play, harm, value)
    stun = (boxes + 1) // 2 if harm.blunt else 0
    total = before.boxes + boxes - stun
    play.tell(
        Wounded(
            actor=target,
            place=harm.place,
            damage=harm.damage,
            build=value,
            boxes=boxes - stun,
            total=total,
            state=condition(play.tables, total),
            stun=stun,
            one=boxes - stun == 1,
            roll=harm.roll,
        )
    )
    _withstood(play, target, harm.place, crippling=crippling)


def _withstood(play: DawnPlay, target: str, place: str, *, crippling: bool) -> None:
    """Carry out what a wound leads to: death past the last box (004-46), doom by the head, a save for a limb.

    The limb is told of whatever else the hit does, since all can see it.
    """
    state, limb = play.scene.combatants[target].state, play.tables.locations[place].kind != HEAD
    if crippling and limb:
        play.tell(Crippled(actor=target, place=place))
    if state.dead:
        return
    if state.boxes > play.tables.limits.boxes.value:
        play.tell(Died(actor=target, was_down=not state.able))
        return
    if crippling and not limb:
        play.tell(Doomed(actor=target, was_down=not state.able))
        return
    if crippling:
        against_death(play, target)
    against_stun(play, target)
