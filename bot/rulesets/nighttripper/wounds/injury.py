"""What a hit leads to: armour first, then luck, then a wound, and at four the loss of a limb or a life."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from bot.core.dice import Ask, Pick, Roll, row_of
from bot.core.scene import Question
from bot.core.source import AtStake, Knows
from bot.rulesets.nighttripper.checks.rules import luck_of
from bot.rulesets.nighttripper.options import ASK, DEADLY, PAIR
from bot.rulesets.nighttripper.person.sheet_spec import limb
from bot.rulesets.nighttripper.play import NightPlay, NightReading
from bot.rulesets.nighttripper.state import Side, State
from bot.rulesets.nighttripper.tables import NightTables
from bot.rulesets.nighttripper.wounds.events import ArmorUsed, Died, LimbLost, LuckPaid, Wounded

TAKE, ARMOR = "take", "armor"
EITHER_SIDE = Pick((((1,), 3), ((2,), 3)))


class Coming(NamedTuple):
    """A wound that is about to be taken, from the hand of ``attacker``."""

    attacker: str
    place: str
    side: str
    impact: int


def place_of(tables: NightTables, face: int) -> str:
    """Return where a lower die of ``face`` hits (text 002, lines 72-77; 002-1, 002-2)."""
    return row_of(tables.locations, face)


def side_roll(play: NightPlay, place: str) -> Roll | None:
    """Return the die for the side of a limb (002-13); the body's middle has none."""
    limbs = play.tables.locations[place].limb
    return play.roll(Ask("side", 1, 6, EITHER_SIDE)) if limbs else None


def side_of(roll: Roll | None) -> str:
    """Tell by a die which side of the body it is: odd is left."""
    return "" if roll is None else Side.LEFT.value if roll.faces[0] % 2 else Side.RIGHT.value


def suffer(play: NightPlay, actor: str, coming: Coming, *, laser: bool) -> None:
    """Let armour stop the attack and luck the wound, each by choice (text 002, lines 24-30; 002-8, 002-15).

    Whoever was killed in the same step chooses nothing more.
    """
    state, luck, points = play.scene.combatants[actor].state, luck_of(play, actor), coming.impact
    if state.dead:
        wound(play, actor, coming.place, coming.side, points)
    elif not laser and _spends_armor(play, actor, coming):
        play.tell(ArmorUsed(actor=actor, armor=state.armor))
    elif luck >= points and _chooses(play, actor, "luck", f"pay {points} luck", coming):
        play.tell(LuckPaid(actor=actor, points=points, luck=luck - points))
    else:
        wound(play, actor, coming.place, coming.side, points)


def _spends_armor(play: NightPlay, actor: str, coming: Coming) -> bool:
    """Tell whether armor is spent: players are asked, enemies do as the campaign says (a question would tell)."""
    combatant = play.scene.combatants[actor]
    state, policy = combatant.state, play.options["enemy_armor"]
    if not state.armor or state.armor_spent:
        return False
    if policy == ASK or not combatant.guarded:
        return _chooses(play, actor, ARMOR, "use armor", coming)
    return policy != DEADLY or _is_worst(play, state, coming)


def _chooses(play: NightPlay, actor: str, key: str, choice: str, coming: Coming) -> bool:
    part = limb(coming.place, coming.side) if coming.side else coming.place
    detail = f"{part}, impact {coming.impact}"
    question = Question(key, actor, key, (TAKE, choice), default=TAKE, detail=detail, target=coming.attacker)
    return play.ask(question, partial(_at_stake, play, actor, key, coming)) == choice


def _at_stake(play: NightPlay, actor: str, key: str, coming: Coming, choice: str, knows: Knows) -> AtStake | None:
    """Return what it comes to where a wound is taken that kills or costs a limb, by what is known of whoever is hit.

    Before armour nothing is sure where luck may be asked for behind it.
    """
    if choice != TAKE or not knows(actor) or (key == ARMOR and luck_of(play, actor) >= coming.impact):
        return None
    state = play.scene.combatants[actor].state
    if not _is_worst(play, state, coming):
        return None
    if not play.tables.locations[coming.place].limb:
        return AtStake(words="kills")
    lost = limb(coming.place, coming.side)
    return None if lost in state.lost else AtStake(words=f"the {lost} is lost")


def _is_worst(reading: NightReading, state: State, coming: Coming) -> bool:
    """Tell whether a wound that is taken kills or costs a limb."""
    found = summed(reading, state, coming.place, coming.side) + coming.impact
    return found >= reading.tables.locations[coming.place].worst


def summed(reading: NightReading, state: State, place: str, side: str) -> int:
    """Return the sum of the wounds of a place, of a limb those of its side or of the pair (002-3, 002-4)."""
    pairs = reading.options["limbs"] == PAIR
    return sum(wound.severity for wound in state.wounds if wound.place == place and (pairs or wound.side == side))


def wound(play: NightPlay, actor: str, place: str, side: str, severity: int, rolls: tuple[Roll, ...] = ()) -> None:
    """Add a wound, placed by ``rolls`` where no hit placed it; from a sum of four a limb is lost, and whoever is hit in
    head or torso is killed."""
    tables, before = play.tables, play.scene.combatants[actor].state
    found, worst = summed(play, before, place, side) + severity, tables.locations[place].worst
    told = Wounded(actor=actor, place=place, side=side, severity=severity, total=found, worst=worst, rolls=rolls)
    play.tell(told)
    if found < worst:
        return
    if not tables.locations[place].limb:
        if not before.dead:
            play.tell(Died(actor=actor))
        return
    lost = limb(place, side)
    if lost not in before.lost:
        play.tell(LimbLost(actor=actor, limb=lost))
