"""What damage that came through does to a body: halved on limbs, doubled on the head, marked, and withstood or not."""

from __future__ import annotations

from dataclasses import dataclass

from bot.rulesets.graydawn.check import build, condition
from bot.rulesets.graydawn.events import Crippled, Died, Doomed, Wounded
from bot.rulesets.graydawn.referee import DawnScene, Referee, Ruling
from bot.rulesets.graydawn.saves import against_death, against_stun

HEAD, TORSO = "head", "torso"


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage behind all armour: where, how much, and whether it only grazed, came halved, or was blunt."""

    place: str
    damage: int
    grazed: bool = False
    halved: bool = False
    blunt: bool = False


def boxes_of(referee: Referee, harm: Harm, build_value: int) -> tuple[int, bool]:
    """The boxes of a wound, and whether it cripples the limb or dooms (text 004, lines 178-188; 004-11 to 004-13).

    At least one is marked. A limb takes half, rounded down, but for what armour-piercing rounds have halved before;
    eight boxes are its most. The head takes twice, unless it was only grazed.
    """
    kind, most = referee.tables.row("locations", harm.place)["kind"], referee.limit("crippled")
    dealt = max(1, harm.damage - build_value)
    if kind == TORSO:
        return dealt, False
    if kind == HEAD:
        return dealt if harm.grazed else 2 * dealt, dealt >= most
    boxes = dealt if harm.halved and not harm.grazed else max(1, dealt // 2)
    return min(most, boxes), boxes >= most


def wound(referee: Referee, scene: DawnScene, target: str, harm: Harm) -> Ruling:
    """Mark a wound, and see what comes of it.

    Dice: a death save for a crippled limb, then a stun save.
    """
    before = scene.combatants[target].state
    value = build(referee.tables, before)
    boxes, crippling = boxes_of(referee, harm, value)
    stun = (boxes + 1) // 2 if harm.blunt else 0
    total = before.boxes + boxes - stun
    scene = yield Wounded(
        actor=target,
        place=harm.place,
        damage=harm.damage,
        build=value,
        boxes=boxes - stun,
        total=total,
        state=condition(referee.tables, total),
        stun=stun,
        one=boxes - stun == 1,
    )
    return (yield from _withstood(referee, scene, target, harm.place, crippling=crippling))


def _withstood(referee: Referee, scene: DawnScene, target: str, place: str, *, crippling: bool) -> Ruling:
    """Past the last box is death (004-46), a ruined head dooms, a crippled limb takes a death save (004:184-186).

    The limb is told of whatever else the hit does, since all can see it.
    """
    state, limb = scene.combatants[target].state, referee.tables.row("locations", place)["kind"] != HEAD
    if crippling and limb:
        scene = yield Crippled(actor=target, place=place)
    if state.dead:
        return scene
    if state.boxes > referee.limit("boxes"):
        return (yield Died(actor=target, was_down=not state.able))
    if crippling and not limb:
        return (yield Doomed(actor=target, was_down=not state.able))
    if crippling:
        scene = yield from against_death(referee, scene, target)
    return (yield from against_stun(referee, scene, target))
