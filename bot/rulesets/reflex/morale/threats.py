"""What threatens people is counted from what happens to them and to their side, without anybody saying so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

import msgspec

from bot.core.events import Event
from bot.core.scene import Combatant, with_state, with_states
from bot.rulesets.reflex.blasts.events import BlastReached, Zone
from bot.rulesets.reflex.checks.nerve import IN_COMBAT, in_combat
from bot.rulesets.reflex.close.blow import BARE_HANDS
from bot.rulesets.reflex.close.events import Struck
from bot.rulesets.reflex.close.events_grips import Coerced
from bot.rulesets.reflex.morale.events import PanicFired
from bot.rulesets.reflex.options_morale import plays_morale, team_bonus
from bot.rulesets.reflex.person.consciousness import conscious, is_down
from bot.rulesets.reflex.person.events import Corrected
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import Degree, State
from bot.rulesets.reflex.suppression.events import AreaSuppressed
from bot.rulesets.reflex.surroundings.events import WeatherSet
from bot.rulesets.reflex.throws.events import Thrown
from bot.rulesets.reflex.time.events import (
    ExchangeBegan,
    ExchangeEnded,
    InitiativeRolled,
    PauseBegan,
    Surrendered,
    TimeSpent,
)
from bot.rulesets.reflex.wounds.events import Died, Healed, KnockedOut, Woke, Worsened, Wounded

Heard: TypeAlias = Callable[[ReflexScene, Any], ReflexScene]

DARK = "dark"
QUARTERS = 4
OUTNUMBERED_TIMES = 2
_with = msgspec.structs.replace


def threatened(state: State, kind: str, amount: int) -> State:
    """The state with a threat condition of ``amount``, none for zero or less."""
    if state.threats.get(kind, 0) == max(0, amount):
        return state
    threats = {key: value for key, value in state.threats.items() if key != kind}
    if amount > 0:
        threats[kind] = amount
    return _with(state, threats=threats)


def heartened(state: State, kind: str, value: int) -> State:
    """The state with ``value`` added to CUF at present, nothing for zero."""
    if state.heart.get(kind, 0) == value:
        return state
    others = {key: each for key, each in state.heart.items() if key != kind}
    return _with(state, heart={**others, kind: value} if value else others)


def changed(scene: ReflexScene, actor: str, change: Callable[[State], State]) -> ReflexScene:
    """The scene with the state of somebody changed, the same scene where nothing is."""
    state = scene.combatants[actor].state
    new = change(state)
    return scene if new is state else with_state(scene, actor, new)


def _all(scene: ReflexScene, change: Callable[[State], State], actors: Iterable[str]) -> ReflexScene:
    return _put(scene, {actor: change(scene.combatants[actor].state) for actor in actors})


def _put(scene: ReflexScene, states: Mapping[str, State]) -> ReflexScene:
    """The scene with these states, the same scene where all of them are what they were."""
    new = {actor: state for actor, state in states.items() if state is not scene.combatants[actor].state}
    return with_states(scene, new) if new else scene


def _began(scene: ReflexScene, event: ExchangeBegan) -> ReflexScene:
    """Combat threatens all who are in it (text 003, line 1349)."""
    if not plays_morale(scene.options):
        return scene
    return recounted(_all(scene, _entering(scene), scene.combatants))


def _entering(scene: ReflexScene) -> Callable[[State], State]:
    """In combat, and in the dark if it is; a vehicle has no nerves."""
    dark = int(scene.ground.visibility == DARK)

    def entered(state: State) -> State:
        if state.vehicle:
            return state
        met = state if in_combat(state) else threatened(state, "darkness", dark)
        return _with(threatened(met, IN_COMBAT, 1), acted=False)

    return entered


def _joined(scene: ReflexScene, event: InitiativeRolled) -> ReflexScene:
    if in_combat(scene.combatants[event.actor].state) or not plays_morale(scene.options):
        return scene
    return recounted(changed(scene, event.actor, _entering(scene)), event.actor)


def _acted(scene: ReflexScene, event: TimeSpent) -> ReflexScene:
    state = scene.combatants[event.actor].state
    return scene if state.acted else with_state(scene, event.actor, _with(state, acted=True))


def _exchange_ended(scene: ReflexScene, event: ExchangeEnded) -> ReflexScene:
    """What lasts for an exchange of fire: suppression, and the heart that noise gives (lines 1431, 1479)."""
    return _all(scene, _calmer, scene.combatants)


def _calmer(state: State) -> State:
    settled = heartened(state, "panic", 0)
    return _with(settled, suppressed={}) if settled.suppressed else settled


def _pause_began(scene: ReflexScene, event: PauseBegan) -> ReflexScene:
    """Whatever was commanded is over when a pause starts (text 003, line 1487; ruling 003-86)."""
    return _all(scene, lambda state: heartened(state, "command", 0), scene.combatants)


def _shot(scene: ReflexScene, event: ShotFired) -> ReflexScene:
    """Shots are lethal force, and bursts are automatic fire for everybody on the other side (lines 1350-1354)."""
    scene = _armed(attacked(scene, event.target, lethal=True), event.actor, event.weapon)
    return _for_enemies_of(scene, event.actor, "automatic") if event.spent > 1 else scene


def _armed(scene: ReflexScene, actor: str, key: str) -> ReflexScene:
    """The other sides know of explosives and incendiaries when those are used on them (lines 1353-1354)."""
    state = scene.combatants[actor].state
    thing = state.weapons.get(key) or state.items.get(key)
    if thing and thing.explosive:
        scene = _for_enemies_of(scene, actor, "explosives")
    return _for_enemies_of(scene, actor, "incendiary") if thing and thing.flame else scene


def _noisy(scene: ReflexScene, event: AreaSuppressed | PanicFired) -> ReflexScene:
    """Fire at nobody is heard and seen all the same: bursts, and what explodes or burns (lines 1352-1354)."""
    scene = _armed(scene, event.actor, event.weapon)
    return _for_enemies_of(scene, event.actor, "automatic") if event.spent > 1 else scene


def _darkened(scene: ReflexScene, event: WeatherSet) -> ReflexScene:
    """Darkness threatens all who fight in it; for those with night vision the GM lifts it (text 003, line 1359)."""
    if not event.light:
        return scene
    amount = int(event.light == DARK)
    return _all(scene, lambda each: threatened(each, "darkness", amount) if in_combat(each) else each, scene.combatants)


def _struck(scene: ReflexScene, event: Struck) -> ReflexScene:
    return attacked(scene, event.target, lethal=event.title != BARE_HANDS)


def _thrown(scene: ReflexScene, event: Thrown) -> ReflexScene:
    return _armed(attacked(scene, event.target, lethal=True), event.actor, event.item)


def _blasted(scene: ReflexScene, event: BlastReached) -> ReflexScene:
    """Whoever is within an explosion is attacked, and its whole side knows that there are explosives (ours)."""
    if event.zone is Zone.BEYOND:
        return scene
    scene, side = attacked(scene, event.actor, lethal=True), scene.combatants[event.actor].side
    return _for_side(scene, "explosives", [actor for actor, each in scene.combatants.items() if each.side == side])


def _coerced(scene: ReflexScene, event: Coerced) -> ReflexScene:
    """A compliance hold threatens by half of its margin; of several the worst counts (003, lines 848-851; ours)."""
    worst = max(scene.combatants[event.actor].state.coerced, event.threats)
    return changed(scene, event.actor, lambda state: _with(state, coerced=worst))


def attacked(scene: ReflexScene, actor: str, *, lethal: bool) -> ReflexScene:
    """Somebody was attacked; lethal force takes the place of the plain condition (ruling 003-23)."""
    state = scene.combatants[actor].state
    if not in_combat(state) or "lethal" in state.threats:
        return scene
    met = threatened(state, "attacked", 0 if lethal else 1)
    return with_state(scene, actor, threatened(met, "lethal", int(lethal)))


def _for_enemies_of(scene: ReflexScene, actor: str, kind: str) -> ReflexScene:
    side = scene.combatants[actor].side
    return _for_side(scene, kind, [other for other, each in scene.combatants.items() if each.side != side])


def _for_side(scene: ReflexScene, kind: str, actors: Iterable[str]) -> ReflexScene:
    return _all(scene, lambda state: threatened(state, kind, 1) if in_combat(state) else state, actors)


def _wounded(scene: ReflexScene, event: Wounded) -> ReflexScene:
    return recounted(scene, event.actor) if event.after is Degree.CRITICAL else scene


def _anew(scene: ReflexScene, event: Event) -> ReflexScene:
    return recounted(scene, event.actor)


def recounted(scene: ReflexScene, about: str = "") -> ReflexScene:
    """Casualties, leaders and odds, counted anew for everybody in the fight (lines 1360, 1374-1377, 1491; 003-26).

    Players' characters count only what anybody can see: nobody hidden, and of the GM's only who is down or broken.
    What happened ``about`` somebody hidden gives them no occasion to count at all.
    """
    tally = _tally(scene)
    unseen = scene.apart and about in scene.combatants and scene.combatants[about].hidden
    with_nerves = [each for each in scene.combatants.values() if in_combat(each.state) and not each.state.vehicle]
    counting = [each for each in with_nerves if each.guarded or not unseen]
    return _put(scene, {combatant.actor: tally.on(combatant) for combatant in counting})


_Eyes: TypeAlias = tuple[str, bool]
"""A side, and whether it is looked at by one of the GM's, who knows everything."""


def _seen_by(combatant: Combatant[State]) -> tuple[_Eyes, ...]:
    side = combatant.side
    return ((side, True),) if combatant.hidden else ((side, True), (side, False))


def _is_lost(combatant: Combatant[State], *, knowing: bool) -> bool:
    """Whether somebody is a casualty: critically injured, unconscious, dead or broken (text 003, line 1375)."""
    state = combatant.state
    worst = max((*state.wounds.values(), *state.virtual.values()), default=0)
    critical = worst >= Degree.CRITICAL and (knowing or not combatant.guarded)
    return is_down(state) or state.routed or critical


def _stands(state: State) -> bool:
    return conscious(state) and not (state.routed or state.surrendered)


class _Tally:
    """What each side has lost, who of it stands, and who leads it, as each kind of eyes sees it."""

    def __init__(self, bonus: int) -> None:
        self.bonus = bonus
        self.sizes: Counter[_Eyes] = Counter()
        self.fallen: Counter[_Eyes] = Counter()
        self.standing: Counter[_Eyes] = Counter()
        self.leaders_lost: Counter[_Eyes] = Counter()
        self.leaders: Counter[_Eyes] = Counter()

    def count(self, combatant: Combatant[State]) -> None:
        """Count somebody for each kind of eyes that sees it."""
        for eyes in _seen_by(combatant):
            lost, stands = _is_lost(combatant, knowing=eyes[1]), _stands(combatant.state)
            self.sizes[eyes] += 1
            self.fallen[eyes] += lost
            self.standing[eyes] += stands
            self.leaders_lost[eyes] += lost and combatant.state.leader
            self.leaders[eyes] += stands and combatant.state.leader

    def on(self, combatant: Combatant[State]) -> State:
        """The state with what somebody's own side has come to; nobody mourns himself."""
        state, eyes = combatant.state, (combatant.side, combatant.guarded)
        own = _is_lost(combatant, knowing=combatant.guarded)
        leaders_lost = self.leaders_lost[eyes] - (own and state.leader)
        foes = sum(count for (side, knows), count in self.standing.items() if side != eyes[0] and knows == eyes[1])
        state = threatened(state, "casualties", casualties(self.fallen[eyes] - own, self.sizes[eyes]))
        state = threatened(state, "leader_lost", int(leaders_lost > 0))
        friends = 1 + self.standing[eyes] - _stands(combatant.state)
        state = threatened(state, "outnumbered", int(foes >= OUTNUMBERED_TIMES * friends))
        return heartened(state, "teamwork", self.bonus if self.leaders[eyes] else 0)


def _tally(scene: ReflexScene) -> _Tally:
    tally = _Tally(team_bonus(scene.options))
    for combatant in scene.combatants.values():
        if not combatant.state.vehicle:
            tally.count(combatant)
    return tally


def casualties(lost: int, team: int) -> int:
    """The threat of ``lost`` friends in a side of ``team``: one, and one for each further quarter lost (003-26)."""
    return 1 + (lost - 1) * QUARTERS // team if lost else 0


LISTENS: Mapping[type[Event], Heard] = {
    ExchangeBegan: _began,
    InitiativeRolled: _joined,
    TimeSpent: _acted,
    ExchangeEnded: _exchange_ended,
    PauseBegan: _pause_began,
    ShotFired: _shot,
    AreaSuppressed: _noisy,
    PanicFired: _noisy,
    WeatherSet: _darkened,
    Struck: _struck,
    Thrown: _thrown,
    BlastReached: _blasted,
    Coerced: _coerced,
    Wounded: _wounded,
    **dict.fromkeys((Worsened, KnockedOut, Died, Woke, Healed, Surrendered, Corrected), _anew),
}
