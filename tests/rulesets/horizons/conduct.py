"""How random play of Endless Horizons is read: who acts by an event, what a round has, what a body and a gun hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.events import Event
from bot.rulesets.horizons.checks.events import Checked, Contested, EffortSpent, Rested
from bot.rulesets.horizons.equipment.events import Cleared, Drew, Reloaded, Searched, WeaponHidden
from bot.rulesets.horizons.fire.events import Aimed, BarrelBurst, ShotFired
from bot.rulesets.horizons.movement.events import Moved, PostureChanged, TookCover
from bot.rulesets.horizons.person.events import Corrected
from bot.rulesets.horizons.play import HorizonsScene
from bot.rulesets.horizons.state import State, rewounded
from bot.rulesets.horizons.suppression.events import Suppressing, SuppressionFired
from bot.rulesets.horizons.throws.events import GrenadeThrown
from bot.rulesets.horizons.time.events import Reacted, ReactionBegan, ReactionKept, TurnEnded
from bot.rulesets.horizons.watch.events import WatchBegan
from bot.rulesets.horizons.wounds.events import Healed, Hit, Hurt, Treated, WoundChecked
from tests.rulesets.conduct import Change, Conduct, Use

WITH_GUNS = (Aimed, BarrelBurst, Cleared, Drew, Reloaded, ShotFired, Suppressing, SuppressionFired)
DEEDS = (
    *WITH_GUNS,
    Moved,
    PostureChanged,
    TookCover,
    Checked,
    GrenadeThrown,
    Reacted,
    ReactionBegan,
    ReactionKept,
    Searched,
    WatchBegan,
    WeaponHidden,
)


def _deed(event: Event) -> str:
    return event.actor if isinstance(event, (*DEEDS, Contested, Treated)) else ""


def _may(state: State, event: Event) -> bool:
    """Whoever is held cannot walk or run; nobody fires what does not work."""
    held = isinstance(event, Moved) and state.pace == "still"
    broken = isinstance(event, ShotFired | SuppressionFired) and bool(state.weapons[event.weapon].fault)
    return state.able and not held and not broken


def _own_moment(event: Event) -> bool:
    return isinstance(event, Reacted | ReactionBegan)


def _uses(scene: HorizonsScene, event: Event) -> Iterator[Use]:
    attacks = 1 + bool(scene.options.get("two_attacks"))
    match event:
        case TurnEnded():
            if not event.reaction:
                yield event.actor, "actions", 1, 1
            if event.attacked:
                yield event.actor, "attacks", 1, attacks
        case Reacted() | ReactionBegan():
            yield event.actor, "reactions", 1, 1
            if isinstance(event, Reacted) and event.attacking:
                yield event.actor, "attacks", 1, attacks
        case Moved() | PostureChanged() | TookCover():
            yield event.actor, "free actions", 1, 1
        case _:
            pass


def _has(state: State) -> Mapping[str, int]:
    loaded = {f"rounds in the {key}": weapon.loaded for key, weapon in state.weapons.items()}
    spare = {f"spare for the {key}": weapon.spare or 0 for key, weapon in state.weapons.items()}
    worn = {f"armour {at}": piece.points for at, piece in enumerate(state.armor)}
    body = {"points": state.points, "wounds": sum(state.wounds.values()), "effort": state.effort}
    return {**body, "grenades": state.grenades or 0, **loaded, **spare, **worn}


def _changes(scene: HorizonsScene, event: Event) -> Iterator[Change]:
    combatant = scene.combatants.get(event.actor)
    state, actor = combatant.state if combatant else State(), event.actor
    match event:
        case ShotFired():
            yield actor, f"rounds in the {event.weapon}", -event.fired
        case BarrelBurst():
            yield actor, f"rounds in the {event.weapon}", -1
        case SuppressionFired():
            yield actor, f"rounds in the {event.weapon}", -event.rounds
        case Reloaded():
            loaded = event.loaded - state.weapons[event.weapon].loaded
            yield actor, f"rounds in the {event.weapon}", loaded
            if event.spare is not None:
                yield actor, f"spare for the {event.weapon}", -loaded
        case GrenadeThrown() if event.left is not None:
            yield actor, "grenades", -1
        case EffortSpent():
            yield actor, "effort", -event.points
        case Rested():
            yield actor, "effort", state.rested - state.effort
        case Corrected():
            yield from _corrected(state, event)
        case _:
            yield from _harm(scene, state, event)


def _harm(scene: HorizonsScene, state: State, event: Event) -> Iterator[Change]:
    match event:
        case Hit():
            armor = scene.combatants[event.target].state.armor
            for at in {layer.worn for layer in event.layers} - {-1}:
                yield event.target, f"armour {at}", -min(event.base, armor[at].points)
        case Hurt():
            yield event.actor, "points", -event.points
        case WoundChecked() if not event.passed and event.zone:
            yield event.actor, "wounds", 1
            yield event.actor, "points", min(0, state.limit - state.per_wound - state.points)
        case Treated():
            yield event.target, "points", event.points
        case Healed():
            yield event.actor, "points", event.points
            yield event.actor, "wounds", -state.wounds.get(event.zone, 0)
        case _:
            pass


def _corrected(state: State, event: Corrected) -> Iterator[Change]:
    if event.rounds is not None:
        yield event.actor, f"rounds in the {event.weapon}", event.rounds - state.weapons[event.weapon].loaded
    if event.effort is not None:
        yield event.actor, "effort", event.effort - state.effort
    if event.wounds is not None:
        yield event.actor, "wounds", event.wounds - state.wounds.get(event.zone, 0)
        yield event.actor, "points", min(0, rewounded(state, event.zone, event.wounds).limit - state.points)


CONDUCT = Conduct(deed=_deed, may=_may, own_moment=_own_moment, uses=_uses, has=_has, changes=_changes)
