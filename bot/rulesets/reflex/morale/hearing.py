"""Combat, shots, blows, blasts and what they do to people threaten those who meet them."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.events import Event
from bot.core.features import Hears
from bot.rulesets.reflex.blasts.events import BlastReached, Zone
from bot.rulesets.reflex.checks.nerve import IN_COMBAT, heartened, in_combat
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.morale.threats import (
    DARK,
    DARKNESS,
    all_of,
    armed,
    attacked,
    changed,
    for_enemies_of,
    for_side,
    noisy,
    recounted,
    threatened,
)
from bot.rulesets.reflex.options_morale import plays_morale
from bot.rulesets.reflex.pauses.events import Withdrew
from bot.rulesets.reflex.person.events import Corrected
from bot.rulesets.reflex.person.hands import BARE_HANDS
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.suppression.events import AreaSuppressed
from bot.rulesets.reflex.surroundings.events import WeatherSet
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.time.events import ExchangeBegan, ExchangeEnded, InitiativeRolled, PauseBegan, Surrendered
from bot.rulesets.reflex.wounds.events import Died, Healed, KnockedOut, Woke, Worsened, Wounded

hears = Hears()


@hears(ExchangeBegan)
def _began(scene: ReflexScene, event: ExchangeBegan) -> ReflexScene:
    """Have combat threaten all who are in it (text 003, line 1349)."""
    if not plays_morale(scene.options):
        return scene
    return recounted(all_of(scene, _entering(scene), scene.combatants))


def _entering(scene: ReflexScene) -> Callable[[State], State]:
    """Return what makes of a state one in combat, and in the dark if it is dark; a vehicle has no nerves."""
    dark = int(scene.state.visibility == DARK)

    def entered(state: State) -> State:
        if state.body.vehicle:
            return state
        met = state if in_combat(state) else threatened(state, DARKNESS, dark)
        return threatened(met, IN_COMBAT, 1).with_turn(acted=False)

    return entered


@hears(InitiativeRolled)
def _joined(scene: ReflexScene, event: InitiativeRolled) -> ReflexScene:
    if in_combat(scene.combatants[event.actor].state) or not plays_morale(scene.options):
        return scene
    return recounted(changed(scene, event.actor, _entering(scene)), event.actor)


@hears(ExchangeEnded)
def _exchange_ended(scene: ReflexScene, event: ExchangeEnded) -> ReflexScene:
    """Take what lasts for an exchange of fire: suppression, and the heart that noise gives (lines 1431, 1479)."""
    return all_of(scene, _calmer, scene.combatants)


def _calmer(state: State) -> State:
    settled = heartened(state, "panic", 0)
    return settled.with_nerve(suppressed={}) if settled.nerve.suppressed else settled


@hears(PauseBegan)
def _pause_began(scene: ReflexScene, event: PauseBegan) -> ReflexScene:
    """Take the CUF that words of command gave, as a pause begins (text 003, line 1487; ruling 003-86)."""
    return all_of(scene, lambda state: heartened(state, "command", 0), scene.combatants)


@hears(ShotFired)
def _shot(scene: ReflexScene, event: ShotFired) -> ReflexScene:
    """Have a shot threaten as lethal force, and a burst as automatic fire all of the other side (lines 1350-1354)."""
    scene = attacked(scene, event.target, lethal=True) if event.target else scene
    scene = armed(scene, event.actor, event.weapon)
    return for_enemies_of(scene, event.actor, "automatic") if event.spent > 1 else scene


@hears(WeatherSet)
def _darkened(scene: ReflexScene, event: WeatherSet) -> ReflexScene:
    """Have darkness threaten all who fight in it; a GM lifts it for those with night vision (text 003, line 1359)."""
    if not event.light:
        return scene
    amount = int(event.light == DARK)
    fighting = [actor for actor, each in scene.combatants.items() if in_combat(each.state)]
    return all_of(scene, lambda state: threatened(state, DARKNESS, amount), fighting)


@hears(Struck)
def _struck(scene: ReflexScene, event: Struck) -> ReflexScene:
    return attacked(scene, event.target, lethal=event.title != BARE_HANDS) if event.target else scene


@hears(Thrown)
def _thrown(scene: ReflexScene, event: Thrown) -> ReflexScene:
    threatened = attacked(scene, event.target, lethal=True) if event.target else scene
    return armed(threatened, event.actor, event.item)


@hears(AreaSuppressed)
def _suppressed(scene: ReflexScene, event: AreaSuppressed) -> ReflexScene:
    return noisy(scene, event.actor, event.weapon, event.spent)


@hears(BlastReached)
def _blasted(scene: ReflexScene, event: BlastReached) -> ReflexScene:
    """Have an explosion threaten as an attack whoever is in it, and as explosives their whole side (ours).

    Of somebody hidden in it players' characters know nothing.
    """
    if event.zone is Zone.BEYOND:
        return scene
    scene, reached = attacked(scene, event.actor, lethal=True), scene.combatants[event.actor]
    unseen = scene.apart and reached.hidden
    side = [actor for actor, each in scene.combatants.items() if each.side == reached.side]
    return for_side(scene, "explosives", [actor for actor in side if scene.combatants[actor].guarded or not unseen])


@hears(Wounded)
def _wounded(scene: ReflexScene, event: Wounded) -> ReflexScene:
    return recounted(scene, event.actor) if event.after is Degree.CRITICAL else scene


@hears(Worsened, KnockedOut, Died, Woke, Healed, Surrendered, Withdrew, Corrected)
def _anew(scene: ReflexScene, event: Event) -> ReflexScene:
    return recounted(scene, event.actor)
