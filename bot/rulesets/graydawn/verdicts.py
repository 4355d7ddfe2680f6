"""What a GM decides outside of any action: damage, rest, cover, and what must be set right."""

from __future__ import annotations

from typing import Any

from bot.core.dice import Ask
from bot.core.errors import RuleViolation, absent
from bot.core.orders import Act
from bot.core.wording import shown
from bot.rulesets.graydawn.attempts import in_hand
from bot.rulesets.graydawn.check import AVERAGE, mortal_number
from bot.rulesets.graydawn.events import Corrected, CoverSet, Healed, SessionBegan
from bot.rulesets.graydawn.hits import place_of
from bot.rulesets.graydawn.play import DawnPlay, DawnScene, RuleOf, limit
from bot.rulesets.graydawn.state import Stance, State
from bot.rulesets.graydawn.wounds import Harm, wound

HOURS_OF_DAY = 24
NO_COVER = "none"


def _body(scene: DawnScene, order: Act) -> tuple[str, State]:
    actor = str(order.inputs.get("target", order.actor))
    found = scene.combatants.get(actor)
    if found is None:
        raise absent(actor)
    return actor, found.state


def damage(play: DawnPlay, order: Act) -> None:
    """Damage by a GM's word, which no armour stops. Dice: one for the place where none is told, then the saves.

    Raises:
        RuleViolation: there is no such living body.
    """
    actor, state = _body(play.scene, order)
    if state.dead:
        raise RuleViolation(f"{shown(actor)} is dead.", "Undo what killed them, if that was a mistake.")
    inputs, tables = order.inputs, play.tables
    place = inputs.get("place") or place_of(tables, play.roll(Ask("place", 1, 10)).faces[0])
    wound(play, actor, Harm(place, inputs["damage"], blunt=bool(inputs.get("blunt"))))


def heal(play: DawnPlay, order: Act) -> None:
    """Clear boxes of the wound track and stun, all where no number is named; the dead stay dead (004-49)."""
    actor, state = _body(play.scene, order)
    boxes = min(state.boxes, order.inputs.get("boxes", state.boxes))
    stun = min(state.stun, order.inputs.get("stun", state.stun))
    ones = max(0, state.ones - max(0, state.boxes - boxes))
    limbs = bool(order.inputs.get("limbs")) and bool(state.crippled)
    play.tell(Healed(actor=actor, boxes=boxes, ones=min(ones, boxes), stun=stun, limbs=limbs))


def rest(play: DawnPlay, order: Act) -> None:
    """Time heals: stun by the hour, up to four one-point wounds a day, real ones where the campaign says so.

    One-point wounds stay while somebody is mortally wounded (text 004, lines 180-182; 004-49).
    """
    actor, state = _body(play.scene, order)
    hours = order.inputs["hours"]
    days = hours // HOURS_OF_DAY
    mortal = mortal_number(play.tables, state.boxes) is not None
    ones = 0 if mortal else min(state.ones, days * limit(play.tables, "small_wounds"))
    daily = days * limit(play.tables, "daily") if play.options["daily_healing"] else 0
    real = min(state.boxes - state.ones, daily)
    stun = min(state.stun, hours * limit(play.tables, "hourly"))
    play.tell(Healed(actor=actor, boxes=ones + real, ones=ones, stun=stun))


def cover(play: DawnPlay, order: Act) -> None:
    """Say what somebody is behind, or that it is nothing."""
    actor, _ = _body(play.scene, order)
    kind = order.inputs["cover"]
    if kind == NO_COVER:
        play.tell(CoverSet(actor=actor))
        return
    level = order.inputs.get("level", play.tables.number("covers", kind, "level"))
    play.tell(CoverSet(actor=actor, cover=kind, level=level))


def session(play: DawnPlay, order: Act) -> None:
    """A new session gives all luck back (004-31)."""
    actor, state = _body(play.scene, order)
    play.tell(SessionBegan(actor=actor, luck=state.stats.get("lk", AVERAGE)))


def correct(play: DawnPlay, order: Act) -> None:
    """Set something right by hand.

    Raises:
        RuleViolation: nothing was named, or a weapon that is not there.
    """
    changes: dict[str, Any] = dict(order.inputs)
    if not changes:
        raise RuleViolation("Nothing was named to set right.", "Say luck=, boxes=, stance=, loaded= or item=.")
    if "item" in changes:
        changes["wields"] = in_hand(play.scene.combatants[order.actor].state, changes.pop("item"))[0]
    if "stance" in changes:
        changes["stance"] = Stance(changes["stance"])
    play.tell(Corrected(actor=order.actor, **changes))


RULES: dict[str, RuleOf] = {
    "damage": damage,
    "heal": heal,
    "rest": rest,
    "cover": cover,
    "session": session,
    "correct": correct,
}
