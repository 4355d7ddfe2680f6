"""How random play of Reflex is read: who acts by an event, what the ticks give, what a body and a weapon hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.events import Event
from bot.core.play import EVERYBODY
from bot.rulesets.reflex.ambush.events import AmbushMet
from bot.rulesets.reflex.close.events import Blackout, Blocked, ChokeBegan, Struck, Struggled
from bot.rulesets.reflex.handing.events import HandedOver, TakenUp
from bot.rulesets.reflex.indirect.events import FireAdjusted, FireCalled, IndirectFired
from bot.rulesets.reflex.kinds import Degree
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.mines.events import CommandGiven, FieldMarked, MineHandled, MineLaid, MinesSearched, MineTaken
from bot.rulesets.reflex.morale.events import Commanded, Intimidated, PanicFired
from bot.rulesets.reflex.overwatch.events import WatchBroken
from bot.rulesets.reflex.pauses.events import (
    AidGiven,
    Assisted,
    Dressed,
    OperationChosen,
    Repaired,
    Revived,
    Schemed,
    Talked,
    WatchKept,
    WeaponsReset,
    Worked,
)
from bot.rulesets.reflex.person.consciousness import able
from bot.rulesets.reflex.person.control import holders
from bot.rulesets.reflex.person.events import YES, Corrected
from bot.rulesets.reflex.play import ReflexScene
from bot.rulesets.reflex.shots.events import ShotFired
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.suppression.events import AreaSuppressed
from bot.rulesets.reflex.throws.events import PinPulled, Thrown
from bot.rulesets.reflex.time.carried_events import Braced, DitchChecked, Ditched, Readied, Reloaded, Stowed, Switched
from bot.rulesets.reflex.time.events import Assessed, Communicated, InitiativeRolled, TimeSpent, Waited
from bot.rulesets.reflex.time.moves import Boarded, Moved, PauseMoved, StanceChanged
from bot.rulesets.reflex.wounds.events import Died, Healed, Worsened, Wounded
from tests.rulesets.conduct import Change, Conduct, Use

TIMED = (
    *(AreaSuppressed, Assessed, Braced, ChokeBegan, Commanded, Communicated, PanicFired, PinPulled, Readied),
    *(Reloaded, ShotFired, StanceChanged, Stowed, Struck, Switched, TakenUp, Thrown, Waited),
)
"""What takes ticks in an exchange of fire, one of it for each time that somebody may act."""
DEEDS = (
    *(
        *TIMED,
        Moved,
        Boarded,
        PauseMoved,
        Ditched,
        DitchChecked,
        HandedOver,
        Blocked,
        CommandGiven,
        MineLaid,
        MinesSearched,
    ),
    *(FieldMarked, MineHandled, MineTaken, FireCalled, FireAdjusted, IndirectFired, Intimidated, AidGiven),
    *(Dressed, Repaired, Schemed, Talked, WatchKept, Worked, OperationChosen),
)
FREE = "free_shot"
INJURIES = {"wound": "wounds", "virtual": "virtual"}


def _deed(event: Event) -> str:
    """Whoever does it; a minefield has lain there before, whoever of the GM's is named for it."""
    idle = isinstance(event, Waited | OperationChosen) or (isinstance(event, MineLaid) and event.laid.is_field)
    return event.actor if isinstance(event, DEEDS) and not idle else ""


def _may(state: State, event: Event) -> bool:
    """Shock bars from what is left of an exchange of fire, and from nothing at other times."""
    return able(state if state.turn.initiative is not None else state.with_turn(out=False))


def _is_free(event: Event) -> bool:
    return isinstance(event, ShotFired) and any(term.label == FREE for term in event.costs)


def _own_moment(event: Event) -> bool:
    return event.counts_for == EVERYBODY or isinstance(event, Blocked) or _is_free(event)


def _uses(scene: ReflexScene, event: Event) -> Iterator[Use]:
    """One action for each time that somebody may act, and who is held moves no metre without a struggle."""
    if isinstance(event, Moved | PauseMoved) and event.distance_m and holders(scene, event.actor):
        yield event.actor, "moves while held", int(isinstance(event, Moved)), 0
    if isinstance(event, Struggled):
        yield event.actor, "moves while held", -1, 0
    if scene.state.phase != "exchange":
        return
    if isinstance(event, TIMED) and not _is_free(event):
        kinds = next((slot.kinds for slot in scene.entitled() if slot.actor == event.actor), ())
        most = 1 + bool(isinstance(event, ShotFired) and scene.options.get("two_guns"))
        yield event.actor, ("actions", scene.opened, kinds), 1, most
    if isinstance(event, Moved | Boarded):
        yield event.actor, ("moves", scene.opened), 1, 1
    if isinstance(event, Corrected) and event.field == "initiative":
        for tick in ((-each,) for each in range(int(event.value) + 1)):  # from there on all comes again
            for what in (("moves", tick), *(("actions", tick, kinds) for kinds in (("tactical",), ("second",)))):
                yield event.actor, what, -100, 0


def _has(state: State) -> Mapping[str, int]:
    guns = state.kit.weapons.items()
    return {
        **{f"wound of the {place}": degree for place, degree in _whole(state.body.wounds).items()},
        **{f"imagined wound of the {place}": degree for place, degree in _whole(state.body.virtual).items()},
        **{f"rounds in the {key}": weapon.loaded for key, weapon in guns},
        **{f"rounds for the {key}": weapon.spare for key, weapon in guns if weapon.spare is not None},
        **({} if state.turn.initiative is None else {"ticks": state.turn.initiative}),
        "dead": int(state.body.dead),
    }


def _whole(wounds: Mapping[str, int]) -> Mapping[str, int]:
    places = ("head", "torso", "right arm", "left arm", "right leg", "left leg")
    return {place: wounds.get(place, 0) for place in places}


def _changes(scene: ReflexScene, event: Event) -> Iterator[Change]:
    combatant = scene.combatants.get(event.actor)
    if combatant:
        yield from _ticks(combatant.state, event)
        yield from _harm(combatant.state, event)
        yield from _rounds(scene, combatant.state, event)


def _ticks(state: State, event: Event) -> Iterator[Change]:
    """What time passes; a Wait that is broken off gives back what of it was still to come."""
    left = state.turn.initiative or 0
    match event:
        case TimeSpent():
            yield event.actor, "ticks", -min(event.ticks, left)
        case InitiativeRolled() | AmbushMet(surprised=True) if event.initiative is not None:
            yield event.actor, "ticks", event.initiative - left
        case OperationChosen():
            yield event.actor, "ticks", -left
        case Corrected(field="initiative"):
            yield event.actor, "ticks", int(event.value) - left
        case WatchBroken() if state.turn.overwatch and event.tick < state.turn.overwatch.since:
            yield event.actor, "ticks", event.tick - left
        case _:
            pass


def _harm(state: State, event: Event) -> Iterator[Change]:
    match event:
        case Wounded() | Healed():
            imagined = "imagined " if event.virtual else ""
            yield event.actor, f"{imagined}wound of the {event.place}", event.after - event.before
        case Worsened():
            for place, before, after in event.changes:
                yield event.actor, f"wound of the {place}", after - before
        case Corrected() if event.field in INJURIES:
            imagined, known = ("imagined ", state.body.virtual) if event.field == "virtual" else ("", state.body.wounds)
            degree = Degree[event.value.upper()]
            yield event.actor, f"{imagined}wound of the {event.place}", degree - known.get(event.place, 0)
        case Blackout() if not event.outcome.succeeded:
            yield event.actor, "imagined wound of the head", Degree.CRITICAL - state.body.virtual.get("head", 0)
        case Died() | Revived():
            yield event.actor, "dead", isinstance(event, Died) - state.body.dead
        case Corrected(field="dead"):
            yield event.actor, "dead", (event.value == YES) - state.body.dead
        case _:
            pass


def _rounds(scene: ReflexScene, state: State, event: Event) -> Iterator[Change]:
    match event:
        case ShotFired() | AreaSuppressed() | PanicFired():
            yield event.actor, f"rounds in the {event.weapon}", -event.spent
        case IndirectFired():  # one with nothing loaded fires a round of those that there are for it
            fed = not state.kit.weapons[event.weapon].loaded
            yield event.actor, f"rounds {'for' if fed else 'in'} the {event.weapon}", -1
        case Reloaded():
            yield from _loaded(event.actor, event.weapon, state.kit.weapons[event.weapon], event.loaded, event.spare)
        case Assisted():
            weapon = scene.combatants[event.actor].state.kit.weapons[event.weapon]
            yield from _loaded(event.actor, event.weapon, weapon, event.loaded, event.spare)
        case WeaponsReset():
            for key, loaded, spare in event.loads:
                yield from _loaded(event.actor, key, state.kit.weapons[key], loaded, spare)
        case Corrected(field="rounds"):
            yield event.actor, f"rounds in the {event.place}", int(event.value) - state.kit.weapons[event.place].loaded
        case _:
            pass


def _loaded(actor: str, key: str, weapon: Weapon, loaded: int, spare: int | None) -> Iterator[Change]:
    """What is in the weapon then was in it, unless that is thrown away, or was brought out of what there was for it."""
    if spare is None or weapon.spare is None:
        yield actor, f"rounds in the {key}", loaded - weapon.loaded
        return
    brought = weapon.spare - spare
    kept = weapon.loaded if loaded == weapon.loaded + brought else 0
    yield actor, f"rounds in the {key}", kept + brought - weapon.loaded
    yield actor, f"rounds for the {key}", -brought


CONDUCT = Conduct(deed=_deed, may=_may, own_moment=_own_moment, uses=_uses, has=_has, changes=_changes)
