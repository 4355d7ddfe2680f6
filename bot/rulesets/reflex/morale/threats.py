"""What threatens people is counted from what happens to them and to their side, without anybody saying so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import TypeAlias

from msgspec.structs import replace as _with

from bot.core.ground.lost import is_lost
from bot.core.scene import Combatant, with_state, with_states
from bot.rulesets.reflex.checks.nerve import IN_COMBAT, fighting, heartened, in_combat
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.options_morale import team_bonus
from bot.rulesets.reflex.person.consciousness import conscious, is_down
from bot.rulesets.reflex.person.few import Few
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.scene_state import Fallen
from bot.rulesets.reflex.state import State

DARK, DARKNESS = "dark", "darkness"
"""The light that threatens, and the threat that it is."""
QUARTERS = 4
OUTNUMBERED_TIMES = 2
COUNTED = ("attacked", "lethal", "automatic", "explosives", "ambushed")


def threatened(state: State, kind: str, amount: int) -> State:
    """Return the state with a threat condition of ``amount``, none for zero or less."""
    nerve = state.nerve
    if nerve.threats.get(kind, 0) == max(0, amount):
        return state
    threats = dict(nerve.threats)
    threats.pop(kind, None)
    if amount > 0:
        threats[kind] = amount
    return _with(state, nerve=_with(nerve, threats=threats))


def liftable(state: State) -> Iterator[tuple[str, int]]:
    """Yield what can be lifted from somebody, with its amount: all but combat itself and the injuries."""
    yield from ((kind, amount) for kind, amount in state.nerve.threats.items() if kind != IN_COMBAT)
    given = {
        "ambushed": int(state.nerve.ambushed),
        "coerced": state.nerve.coerced,
        "suppressed": sum(state.nerve.suppressed.values()),
        "intimidation": state.nerve.cowed,
    }
    yield from ((kind, amount) for kind, amount in given.items() if amount)


def changed(scene: ReflexScene, actor: str, change: Callable[[State], State]) -> ReflexScene:
    """Return the scene with the state of somebody changed, the same scene where nothing is."""
    state = scene.combatants[actor].state
    new = change(state)
    return scene if new is state else with_state(scene, actor, new)


def all_of(scene: ReflexScene, change: Callable[[State], State], actors: Iterable[str]) -> ReflexScene:
    """Return the scene with the states of these changed."""
    return _put(scene, {actor: change(scene.combatants[actor].state) for actor in actors})


def _put(scene: ReflexScene, states: Mapping[str, State]) -> ReflexScene:
    """Return the scene with these states, the same scene where all of them are what they were."""
    new = {actor: state for actor, state in states.items() if state is not scene.combatants[actor].state}
    return with_states(scene, new) if new else scene


def armed(scene: ReflexScene, actor: str, key: str) -> ReflexScene:
    """Return the scene in which the other sides know of explosives and incendiaries once used on them (1353-1354)."""
    state = scene.combatants[actor].state
    weapon = state.kit.weapons.get(key)
    thing = weapon.model if weapon else state.kit.items.get(key)
    if thing and thing.explosive:
        scene = for_enemies_of(scene, actor, "explosives")
    return for_enemies_of(scene, actor, "incendiary") if thing and thing.flame else scene


def noisy(scene: ReflexScene, actor: str, weapon: str, spent: int) -> ReflexScene:
    """Return the scene after fire at nobody: bursts and what explodes or burns are heard and seen (lines 1352-1354)."""
    scene = armed(scene, actor, weapon)
    return for_enemies_of(scene, actor, "automatic") if spent > 1 else scene


def attacked(scene: ReflexScene, actor: str, *, lethal: bool) -> ReflexScene:
    """Return the scene after an attack; lethal force takes the place of the plain condition (ruling 003-23)."""
    state = scene.combatants[actor].state
    if not in_combat(state) or "lethal" in state.nerve.threats:
        return scene
    met = threatened(state, "attacked", 0 if lethal else 1)
    return with_state(scene, actor, threatened(met, "lethal", int(lethal)))


def for_enemies_of(scene: ReflexScene, actor: str, kind: str) -> ReflexScene:
    """Return the scene in which a kind of threat is met by all who are on another side than ``actor``."""
    unaware = _unaware.among(scene, kind, scene.combatants[actor].side)
    return for_side(scene, kind, unaware) if unaware else scene


def _is_unaware(combatant: Combatant[State], kind: str, side: str) -> bool:
    """Tell whether somebody in combat, who is not of ``side``, has not met a kind of threat yet."""
    state = combatant.state
    return combatant.side != side and state.nerve.threats.get(kind) != 1 and in_combat(state)


_unaware = Few(_is_unaware)


def for_side(scene: ReflexScene, kind: str, actors: Iterable[str]) -> ReflexScene:
    """Return the scene in which a kind of threat is met by those of ``actors`` who are in combat."""
    return all_of(scene, lambda state: threatened(state, kind, 1), fighting(scene.combatants, actors))


def recounted(scene: ReflexScene, about: str = "") -> ReflexScene:
    """Return the scene with casualties, leaders and odds counted anew for all in it (1360, 1374-1377, 1491; 003-26).

    Players' characters count only what anybody can see: nobody hidden, and of the GM's only who is down or broken.
    The GM's people in sight count nobody hidden, either, since all see whose will breaks (ours).
    What happened ``about`` somebody hidden is an occasion to count for the GM's hidden alone, what happened about one
    of the GM's out of sight for the GM's alone.
    """
    tally, whom = _tally(scene), scene.combatants.get(about)
    seen_by = _occasion(scene, whom) if scene.apart and whom is not None else _Knows.WHAT_ALL_SEE
    with_nerves = [each for each in scene.combatants.values() if in_combat(each.state) and not each.state.body.vehicle]
    counting = [each for each in with_nerves if _Knows.of(each) >= seen_by]
    return _put(scene, {combatant.actor: tally.on(combatant) for combatant in counting})


class _Knows(IntEnum):
    """Players' characters know what all see, the GM's people in sight how those in sight are, and their hidden all."""

    WHAT_ALL_SEE = 0
    THOSE_IN_SIGHT = 1
    EVERYBODY = 2

    @classmethod
    def of(cls, combatant: Combatant[State]) -> _Knows:
        """Return what somebody knows."""
        if not combatant.guarded:
            return cls.WHAT_ALL_SEE
        return cls.EVERYBODY if combatant.hidden else cls.THOSE_IN_SIGHT


def _occasion(scene: ReflexScene, whom: Combatant[State]) -> _Knows:
    """Return how much somebody has to know to see what happens to another."""
    if whom.hidden:
        return _Knows.EVERYBODY
    return _Knows.THOSE_IN_SIGHT if whom.guarded and is_lost(scene, whom.actor) else _Knows.WHAT_ALL_SEE


_Eyes: TypeAlias = tuple[str, _Knows]
"""A side, and what is known by whoever looks at it."""


def _seen_by(combatant: Combatant[State]) -> tuple[_Eyes, ...]:
    return tuple((combatant.side, knows) for knows in _Knows if knows is _Knows.EVERYBODY or not combatant.hidden)


def _is_lost(combatant: Combatant[State], *, knowing: bool) -> bool:
    """Tell whether somebody is a casualty: critically injured, unconscious, dead or broken (text 003, line 1375)."""
    state = combatant.state
    worst = max((*state.body.wounds.values(), *state.body.virtual.values()), default=0)
    critical = worst >= Degree.CRITICAL and (knowing or not combatant.guarded)
    return is_down(state) or state.nerve.routed or critical


def _stands(state: State) -> bool:
    return conscious(state) and not (state.nerve.routed or state.turn.surrendered)


class _Tally:
    """What each side has lost, who of it stands and seems to, and who leads it, as each kind of eyes sees it."""

    def __init__(self, bonus: int) -> None:
        self.bonus = bonus
        self.sizes: Counter[_Eyes] = Counter()
        self.fallen: Counter[_Eyes] = Counter()
        self.standing: Counter[_Eyes] = Counter()
        self.seeming: Counter[_Eyes] = Counter()
        self.leaders_lost: Counter[_Eyes] = Counter()
        self.leaders: Counter[_Eyes] = Counter()

    def count(self, combatant: Combatant[State], seen_last: State) -> None:
        """Count somebody for each kind of eyes that sees it; out of sight it seems to others as it was seen last."""
        for eyes in _seen_by(combatant):
            lost, stands = _is_lost(combatant, knowing=bool(eyes[1])), _stands(combatant.state)
            self.sizes[eyes] += 1
            self.fallen[eyes] += lost
            self.standing[eyes] += stands
            self.seeming[eyes] += stands if eyes[1] else _stands(seen_last)
            self.leaders_lost[eyes] += lost and combatant.state.person.leader
            self.leaders[eyes] += stands and combatant.state.person.leader

    def mourn(self, loss: Fallen) -> None:
        """Count a casualty who is here no more."""
        for eyes in ((loss.side, knows) for knows in _Knows if knows >= loss.known_to):
            self.sizes[eyes] += 1
            self.fallen[eyes] += 1
            self.leaders_lost[eyes] += loss.leader

    def on(self, combatant: Combatant[State]) -> State:
        """Return the state with what somebody's own side has come to; nobody mourns himself."""
        state, eyes = combatant.state, (combatant.side, _Knows.of(combatant))
        own = _is_lost(combatant, knowing=combatant.guarded)
        leaders_lost = self.leaders_lost[eyes] - (own and state.person.leader)
        foes = sum(count for (side, knows), count in self.seeming.items() if side != eyes[0] and knows == eyes[1])
        state = threatened(state, "casualties", casualties(self.fallen[eyes] - own, self.sizes[eyes]))
        state = threatened(state, "leader_lost", int(leaders_lost > 0))
        friends = 1 + self.standing[eyes] - _stands(combatant.state)
        state = threatened(state, "outnumbered", int(foes >= OUTNUMBERED_TIMES * friends))
        return heartened(state, "teamwork", self.bonus if self.leaders[eyes] else 0)


def _tally(scene: ReflexScene) -> _Tally:
    tally = _Tally(team_bonus(scene.options))
    for combatant in scene.combatants.values():
        if not combatant.state.body.vehicle:
            tally.count(combatant, scene.last_seen.get(combatant.actor, combatant.state))
    for loss in losses(scene):
        tally.mourn(loss)
    return tally


def losses(scene: ReflexScene) -> tuple[Fallen, ...]:
    """Return the casualties of this fight who are not here: a loss stands, whoever takes it away (line 1375; ours)."""
    away = (loss_of(each.combatant) for each in scene.away.values())
    return (*scene.state.losses, *(loss for loss in away if loss))


def known_losses(scene: ReflexScene) -> tuple[Fallen, ...]:
    """Return those of the casualties who are not here that all could see."""
    return tuple(loss for loss in losses(scene) if not loss.known_to)


def loss_of(combatant: Combatant[State]) -> Fallen | None:
    """Return what somebody in combat who is taken away is to its side; None where it is no casualty."""
    sees_it = next((knows for knows in _Knows if _is_lost(combatant, knowing=bool(knows))), None)
    if sees_it is None or not in_combat(combatant.state):
        return None
    known_to = _Knows.EVERYBODY if combatant.hidden else sees_it
    return Fallen(side=combatant.side, leader=combatant.state.person.leader, known_to=known_to)


def casualties(lost: int, team: int) -> int:
    """Return the threat of ``lost`` friends in a side of ``team``: one, and one for each further quarter (003-26)."""
    return 1 + (lost - 1) * QUARTERS // team if lost else 0
