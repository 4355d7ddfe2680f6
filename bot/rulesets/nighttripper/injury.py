"""What a hit leads to: armour first, then luck, then a wound, and at four the loss of a limb or a life."""

from __future__ import annotations

from bot.core.dice import Ask, Pick, Roll
from bot.core.scene import Question
from bot.core.tables import Tables
from bot.rulesets.nighttripper.check import luck_of
from bot.rulesets.nighttripper.events import ArmorUsed, Died, LimbLost, LuckPaid, Wounded
from bot.rulesets.nighttripper.options import ASK, DEADLY, PAIR
from bot.rulesets.nighttripper.referee import NightScene, Referee, Ruling
from bot.rulesets.nighttripper.sheet_spec import limb
from bot.rulesets.nighttripper.state import Side, State

TAKE = "take"
EITHER_SIDE = Pick((((1,), 3), ((2,), 3)))


def place_of(tables: Tables, face: int) -> str:
    """Where a lower die of ``face`` hits (text 002, lines 72-77; 002-1, 002-2)."""
    return next(place for place, row in tables.rows("locations").items() if face in row["faces"])


def side_roll(referee: Referee, place: str) -> Roll | None:
    """The die for the side of a limb (002-13); the body's middle has none."""
    limbs = referee.tables.row("locations", place)["limb"]
    return referee.source.roll(Ask("side", 1, 6, EITHER_SIDE)) if limbs else None


def side_of(roll: Roll | None) -> str:
    """Odd is left."""
    return "" if roll is None else Side.LEFT.value if roll.faces[0] % 2 else Side.RIGHT.value


def suffer(
    referee: Referee, scene: NightScene, actor: str, place: str, side: str, impact: int, *, laser: bool
) -> Ruling:
    """Armour may stop the attack, luck the wound, each by choice (text 002, lines 24-30; 002-8, 002-15).

    Whoever was killed in the same step chooses nothing more.
    """
    if scene.combatants[actor].state.dead:
        return (yield from wound(referee, scene, actor, place, side, impact))
    if not laser and _spends_armor(referee, scene, actor, place, side, impact):
        return (yield ArmorUsed(actor=actor, armor=scene.combatants[actor].state.armor))
    luck = luck_of(referee, scene, actor)
    if luck >= impact and _chooses(referee, actor, "luck", f"pay {impact} luck", f"{place}, impact {impact}"):
        return (yield LuckPaid(actor=actor, points=impact, luck=luck - impact))
    return (yield from wound(referee, scene, actor, place, side, impact))


def _spends_armor(referee: Referee, scene: NightScene, actor: str, place: str, side: str, impact: int) -> bool:
    """Players are asked; enemies do as the campaign says, since a question would tell that they have any left."""
    combatant = scene.combatants[actor]
    state, policy = combatant.state, referee.options["enemy_armor"]
    if not state.armor or state.armor_spent:
        return False
    if policy == ASK or not combatant.guarded:
        return _chooses(referee, actor, "armor", "use armor", f"{place}, impact {impact}")
    deadly = summed(referee, state, place, side) + impact >= referee.tables.number("locations", place, "worst")
    return policy != DEADLY or deadly


def _chooses(referee: Referee, actor: str, key: str, choice: str, wound: str) -> bool:
    return referee.source.answer(Question(key, actor, key, (TAKE, choice), default=TAKE, detail=wound)) == choice


def summed(referee: Referee, state: State, place: str, side: str) -> int:
    """The wounds that count together: of a place, and of a limb those of its side or of the pair (002-3, 002-4)."""
    pairs = referee.options["limbs"] == PAIR
    return sum(wound.severity for wound in state.wounds if wound.place == place and (pairs or wound.side == side))


def wound(referee: Referee, scene: NightScene, actor: str, place: str, side: str, severity: int) -> Ruling:
    """A new condition; from a sum of four a limb is lost, and whoever is hit in head or torso is killed."""
    tables, before = referee.tables, scene.combatants[actor].state
    found, worst = summed(referee, before, place, side) + severity, tables.number("locations", place, "worst")
    scene = yield Wounded(actor=actor, place=place, side=side, severity=severity, total=found, worst=worst)
    if found < worst:
        return scene
    if not tables.row("locations", place)["limb"]:
        return scene if before.dead else (yield Died(actor=actor))
    lost = limb(place, side)
    return scene if lost in before.lost else (yield LimbLost(actor=actor, limb=lost))
