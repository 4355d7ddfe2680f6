"""A gun in each hand may be fired at once, where a campaign plays so: two hip shots, each a check of its own."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.errors import RuleViolation
from bot.core.terms import Term, total
from bot.rulesets.reflex.fire.shooting import cost_terms, fire
from bot.rulesets.reflex.person.hands import dominant, other_hand
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.shots.actions import Attack
from bot.rulesets.reflex.shots.shot import Shot, declared
from bot.rulesets.reflex.time.timing import afford, spend

ONLY_MODE = "hip"
SECOND_BLOCK = "block the second gun"


def volley(play: ReflexPlay, attack: Attack) -> None:
    """Fire both guns, that in the leading hand first; it takes as long as the slower one (1578-1586; ours).

    Dice: those of ``attack.fire`` for each gun. The two are one moment: neither check knows what the other did.

    Raises:
        RuleViolation: the campaign does not play so, there is no pair of guns, it is no hip shot, or one is impossible.
    """
    first, second = _shots(play, attack)
    costs = [cost_terms(play, shot) for shot in (first, second)]
    ticks = max(map(total, costs))
    afford(play, attack.actor, ticks)
    fire(play, first, costs[0])
    fire(play, second, costs[1], block=SECOND_BLOCK)
    spend(play, attack.actor, ticks, steadied=False)


def _shots(reading: ReflexReading, attack: Attack) -> tuple[Shot, Shot]:
    if not reading.options["two_guns"]:
        raise RuleViolation("This campaign does not play with two guns at once.", "A GM may set the option two_guns.")
    if attack.mode not in ("", ONLY_MODE):
        raise RuleViolation("Nobody aims two guns at once.", f"Say mode={ONLY_MODE}, or nothing.")
    guns = _pair(reading, attack.actor)
    target, other = attack.target, attack.other or attack.target
    row = reading.tables.hands["two_guns" if other == target else "two_targets"]
    term = Term("two_guns", row.penalty, "003:1584-1585", row.title)
    first, second = (_shot(reading, attack, gun, at, term) for gun, at in zip(guns, (target, other), strict=True))
    return first, second


def _pair(reading: ReflexReading, actor: str) -> tuple[str, str]:
    """Return the guns in the leading hand and in the other."""
    state = reading.at_opening(actor)
    short = {
        key: gun
        for key, gun in state.kit.weapons.items()
        if gun.held_with == gun.model.grip_hands == 1 and not gun.model.melee
    }
    hands = {gun.hand: key for key, gun in short.items()}
    leading = dominant(reading.tables, state)
    if len(hands) < 2:
        raise RuleViolation("That takes a one-handed firearm in each hand.", "Ready another one with hands=1.")
    return hands[leading], hands[other_hand(leading)]


def _shot(reading: ReflexReading, attack: Attack, gun: str, target: str, term: Term) -> Shot:
    """Return one of the two; a distance that is told is that of the first target."""
    range_m = attack.range_m if target == attack.target else None
    shot = declared(reading, replace(attack, target=target, weapon=gun, mode=ONLY_MODE, range_m=range_m))
    return replace(shot, hampered=(*shot.hampered, term))
