"""On a ground whoever comes on foot to what is mined may see it in time, and then stops short of it."""

from __future__ import annotations

from bot.core.events import Audience, Stood
from bot.core.ground.places import Place, along, distance_cm, vector
from bot.core.terms import Term
from bot.rulesets.reflex.checks.reach import look_terms
from bot.rulesets.reflex.mines.crossing import FOOT, way_of
from bot.rulesets.reflex.mines.events import MineNoticed
from bot.rulesets.reflex.person.tasks import gets_past, task
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading
from bot.rulesets.reflex.traps import knows_of
from bot.rulesets.reflex.vehicles.seats import light_around

LOOKING = "awareness"
SHORT_CM = 50
"""How far from what is mined somebody who has seen it stops (house)."""


def eye_terms(reading: ReflexReading, looker: str) -> tuple[Term, ...]:
    """Return what darkness takes off a look for mines, which lie close by (text 003, line 411; A3; how close: ours)."""
    return look_terms(reading, None, light_around(reading.tables, reading.scene, looker))


def noticed(play: ReflexPlay, key: str, comer: str) -> bool:
    """Tell whether somebody who comes to a mine sees it, as a search for it would (text 003, lines 1677-1678).

    Nobody looks for what is known to its player, nor a GM's combatant for what the GM laid. Where those of a vehicle
    look is for the GM to say (ours). Dice: Awareness, in secret.
    """
    mine, user = play.scene.state.mines[key], play.scene.combatants[comer].owner
    if knows_of(mine, user) or mine.owner == user or way_of(play.scene, comer) != FOOT:
        return False
    with play.by_itself(f"look at mine {key}", comer):
        outcome = task(play, play.scene.combatants[comer].state, "notice mines", "", LOOKING, eye_terms(play, comer))
    seen = gets_past(outcome, mine.hidden)
    audience = Audience.ALL if seen else Audience.GM
    play.tell(
        MineNoticed(
            actor=comer, mine=key, title=mine.title, outcome=outcome, finder=user, noticed=seen, audience=audience
        )
    )
    return seen


def stop_short(play: ReflexPlay, comer: str, start: Place) -> None:
    """Tell that somebody has stopped before what was noticed, with all who come along.

    ``start`` is where the way began. What a GM's combatant has noticed it stops at, to go on as the GM likes (ours).
    """
    stood = [each for each in play.events if isinstance(each, Stood)]
    own = [start, *(each.place for each in stood if each.actor == comer)]
    here = own[-1]
    before = next((place for place in reversed(own) if place != here), here)
    stops = along(here, vector(here, before), min(SHORT_CM, distance_cm(here, before)))
    guarded = play.scene.combatants[comer].guarded
    for actor in dict.fromkeys(each.actor for each in stood if each.place == here):
        play.tell(Stood(actor=actor, place=here if guarded else stops))
