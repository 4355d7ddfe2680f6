"""How random play of Gray Dawn is read: who acts by an event, what a round has, what a body and a weapon hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.events import Event
from bot.core.play import EVERYBODY
from bot.rulesets.graydawn.aid.events import Healed, Treated
from bot.rulesets.graydawn.blasts.events import Thrown
from bot.rulesets.graydawn.checks.events import RolledAgain, SessionBegan
from bot.rulesets.graydawn.deeds.events import Moved, StolenPast, Worked
from bot.rulesets.graydawn.equipment.events import Cleared, Drew, Reloaded
from bot.rulesets.graydawn.fire.events import Aimed, Attacked
from bot.rulesets.graydawn.person.events import Corrected
from bot.rulesets.graydawn.play import DawnScene
from bot.rulesets.graydawn.state import Stance, State
from bot.rulesets.graydawn.suppression.events import CoverFired, LaneBraved, LaneHeld, NerveTested
from bot.rulesets.graydawn.time.events import Acted, Declared, Delayed, InitiativeRolled, QuickStart
from bot.rulesets.graydawn.wounds.events import Grazed, Hit, Saved, Wounded
from tests.rulesets.conduct import Change, Conduct, Use

DEEDS = (
    *(Aimed, Attacked, Cleared, CoverFired, Declared, Delayed, Drew, LaneHeld, Moved, NerveTested, QuickStart),
    *(Reloaded, Treated, Thrown, Worked),
)
STEP, MOST_MOVES = 5, 3
CHECKED = (InitiativeRolled, LaneBraved, NerveTested, Reloaded, Treated, Thrown, Worked, Grazed)


def _deed(event: Event) -> str:
    return event.actor if isinstance(event, DEEDS) else ""


def _may(state: State, event: Event) -> bool:
    return state.able and not _is_held_from(state, event)


def _is_held_from(state: State, event: Event) -> bool:
    """Whether failed nerve, or full cover, leaves no such deed."""
    shows_itself = isinstance(event, Aimed | LaneHeld) or (isinstance(event, Attacked) and not event.covering)
    if isinstance(event, Moved):
        return state.turn.bound or (state.turn.pinned and state.shelter is not None)
    return shows_itself and (state.turn.pinned or state.stance is Stance.FULL)


def _own_moment(event: Event) -> bool:
    return event.counts_for == EVERYBODY


def _uses(scene: DawnScene, event: Event) -> Iterator[Use]:
    """Actions five apart from one's initiative on, one more for a shot on the move; a GM may give others by hand."""
    if isinstance(event, Acted):
        yield event.actor, "actions", event.count, scene.combatants[event.actor].state.score // STEP + 2
        yield event.actor, "moves", int(event.moved), MOST_MOVES
    if isinstance(event, Corrected) and event.score is not None:
        yield event.actor, "actions", -100, 0


def _has(state: State) -> Mapping[str, int]:
    loaded = {f"rounds in the {key}": weapon.loaded for key, weapon in state.weapons.items()}
    spare = {f"spare for the {key}": weapon.spare for key, weapon in state.weapons.items()}
    return {"boxes": state.boxes, "stun": state.stun, "luck": state.luck, **loaded, **spare}


def _changes(scene: DawnScene, event: Event) -> Iterator[Change]:
    yield from _luck(scene, event)
    combatant = scene.combatants.get(event.actor)
    state = combatant.state if combatant else State()
    match event:
        case Attacked() | CoverFired() | LaneHeld():
            yield event.actor, f"rounds in the {event.weapon}", -event.fired
        case Thrown():
            yield event.actor, f"rounds in the {event.weapon}", -1
        case Reloaded():
            yield event.actor, f"rounds in the {event.weapon}", event.loaded - state.weapons[event.weapon].loaded
            yield event.actor, f"spare for the {event.weapon}", event.spare - state.weapons[event.weapon].spare
        case Wounded():
            yield event.actor, "boxes", event.boxes
            yield event.actor, "stun", event.stun
        case Healed():
            yield event.actor, "boxes", -event.boxes
            yield event.actor, "stun", -event.stun
        case Corrected():
            yield from _set_right(state, event)
        case _:
            pass


def _luck(scene: DawnScene, event: Event) -> Iterator[Change]:
    """What is paid for rolls, and given back."""
    match event:
        case SessionBegan():
            yield event.actor, "luck", event.luck - scene.combatants[event.actor].state.luck
        case RolledAgain():
            yield event.actor, "luck", -event.luck
        case StolenPast():
            yield event.actor, "luck", -event.check.luck
        case Attacked():
            yield event.actor, "luck", -event.attack.luck
            yield event.target, "luck", -(event.defence.luck if event.defence else 0)
        case Hit():
            yield event.target, "luck", -event.luck
        case Saved():
            yield event.actor, "luck", -event.save.luck
        case NerveTested():
            yield event.actor, "luck", -event.check.luck - (event.second.luck if event.second else 0)
        case _ if isinstance(event, CHECKED) and event.check:
            yield event.actor, "luck", -event.check.luck
        case _:
            pass


def _set_right(state: State, event: Corrected) -> Iterator[Change]:
    for key in ("boxes", "stun", "luck"):
        value = getattr(event, key)
        yield event.actor, key, 0 if value is None else value - getattr(state, key)
    key = state.wields if event.wields is None else event.wields
    if held := state.weapons.get(key):
        yield event.actor, f"rounds in the {key}", 0 if event.loaded is None else event.loaded - held.loaded
        yield event.actor, f"spare for the {key}", 0 if event.spare is None else event.spare - held.spare


CONDUCT = Conduct(deed=_deed, may=_may, own_moment=_own_moment, uses=_uses, has=_has, changes=_changes)
