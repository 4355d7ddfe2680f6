"""What an event makes of a scene: it is stamped with who was hidden, changes the state, and may open another moment."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TypeVar

import msgspec

from bot.core.absence import come_back, entered, left, passed
from bot.core.events import (
    CORE_EVENTS,
    AreaGone,
    AreaLaid,
    AreaMarked,
    Asked,
    Audience,
    ClaimSettled,
    Concealed,
    DistancesOutdated,
    Enlisted,
    Entered,
    Entrusted,
    Event,
    FellShort,
    FightEnded,
    FightStarted,
    GroundLaid,
    LostSight,
    MarkEntered,
    OutdatedCounted,
    Petitioned,
    PetitionSettled,
    PieceGone,
    PieceSet,
    Placed,
    RangeSet,
    Released,
    Renamed,
    Revealed,
    Said,
    Scheduled,
    SheetEdited,
    Sighted,
    SlotMoved,
    SquadFormed,
    SquadOrdered,
    Stood,
    Unconfirmed,
)
from bot.core.ground.fog import after_sight
from bot.core.ground.laying import after_coming, after_laying
from bot.core.ground.lost import is_lost
from bot.core.play import EVERYBODY
from bot.core.renaming import renamed
from bot.core.ruleset import Ruleset
from bot.core.said.petitions import after_asking, after_settling
from bot.core.said.told import gone_elsewhere, outdated, with_word
from bot.core.scene import (
    Away,
    Combatant,
    Fight,
    Pending,
    Scene,
    restated,
    unique_name,
    with_combatant,
    with_known_sides,
    with_states,
    without_combatant,
)
from bot.core.squads.forming import after_orders
from bot.core.squads.standing import with_one_more
from bot.core.timeline import agenda, moved

S = TypeVar("S")
G = TypeVar("G")

MOST_GONE = 200  # of those who left the names are kept apart
SHARED = frozenset(CORE_EVENTS)
_COMING_TO_STAND: frozenset[type[Event]] = frozenset((Stood, Placed))
_COMING_IN_SIGHT: frozenset[type[Event]] = frozenset((Revealed, Sighted, LostSight))
_SAYING_WHERE: frozenset[type[Event]] = frozenset((RangeSet, OutdatedCounted, Entered))
_replace = msgspec.structs.replace


def fold(ruleset: Ruleset[S, G], scene: Scene[S, G], history: Iterable[Iterable[Event]]) -> Scene[S, G]:
    """Return the scene after the live orders of a chapter, given as their events, from the chapter's checkpoint on."""
    for events in history:
        for event in events:
            scene = evolve(ruleset, scene, event)
        scene = _replace(scene, position=scene.position + 1)
    return scene


def evolve(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Event) -> Scene[S, G]:
    """Return the scene after ``event`` as it is kept; folding never rolls."""
    return _settled(ruleset, scene, _happened(ruleset, scene, event), event)


def kept(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Event, doing: str | None) -> tuple[Event, Scene[S, G]]:
    """Return an event as it is kept, and the scene after it.

    Where it changes how somebody is judged at this moment, it counts for who is ``doing`` it, or where that is None for
    nobody.
    """
    event = _stamped(scene, event)
    changed = _happened(ruleset, scene, event)
    if doing is not None and changed is not scene and judged_anew(scene, changed, event.actor, doing):
        event = _replace(event, counts_for=doing)
    after = _settled(ruleset, scene, changed, event)
    if type(event) in _COMING_TO_STAND:
        event = _stamped_there(after, event)
    return event, after


def _stamped(scene: Scene[S, G], event: Event) -> Event:
    """Return the event with who was hidden and who was guarded when it happened, and with the number of its actor's
    side where the chapter keeps sides; who comes into sight counts as seen.

    What only the hidden did is the GM's, and so is the distance to somebody hidden, and what is silent of the hidden.
    Out of sight the GM's are like the hidden; what a player's combatant does there is told without its name.
    """
    people, sides = scene.combatants, scene.sides
    doer, met = people.get(event.actor), people.get(event.target)
    number = event.side_number
    if doer is not None and sides and doer.side in sides:
        number = sides.index(doer.side) + 1
    if type(event) is Enlisted:
        return _kept_from(event, number, 1, [event.actor] if event.hidden else [], [] if event.owner else [event.actor])
    unseen: list[str] = []
    guarded: list[str] = []
    named, grounded = 0, scene.ground is not None
    for combatant in (doer, met):
        if combatant is not None:
            named += 1
            if not combatant.owner:
                guarded.append(combatant.actor)
            if combatant.hidden or (grounded and is_lost(scene, combatant.actor)):
                unseen.append(combatant.actor)
    if unseen and type(event) in _COMING_IN_SIGHT:
        unseen = []
    if guarded or unseen:
        return _kept_from(event, number, named, unseen, guarded)
    return event if number == event.side_number else _replace(event, side_number=number)


def _kept_from(event: Event, number: int, named: int, unseen: list[str], guarded: list[str]) -> Event:
    """Return an event that names so many people, with those of them whom players did not see and whose condition they
    may not know; for the GM alone where it would show somebody unseen."""
    secret = bool(unseen) and (
        (len(unseen) == named and set(unseen) <= set(guarded))
        or type(event) in _SAYING_WHERE
        or (event.silent and event.actor in unseen)
    )
    audience = Audience.GM if secret else event.audience
    return _replace(event, guarded=tuple(guarded), unseen=tuple(unseen), audience=audience, side_number=number)


def _stamped_there(after: Scene[S, G], event: Event) -> Event:
    """Return who came to stand somewhere as what it is there: in sight for all, or out of it for the GM alone."""
    combatant = after.combatants.get(event.actor)
    if combatant is None or combatant.hidden:
        return event
    if is_lost(after, event.actor):
        return _replace(event, unseen=(event.actor,), audience=Audience.GM)
    if not event.unseen:
        return event
    seen = _replace(event, unseen=(), audience=Audience.ALL)
    return _replace(seen, came_from=None) if isinstance(seen, Stood) else seen


def _happened(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Event) -> Scene[S, G]:
    """Return what becomes of people and of the scene by an event; what happens to all happens to the absent too."""
    if type(event) in SHARED:
        return _evolved(ruleset, scene, event)
    if scene.away and not (event.actor or event.target):
        return _to_the_absent(ruleset, scene, event)
    return ruleset.evolve(scene, event)


def _settled(ruleset: Ruleset[S, G], scene: Scene[S, G], changed: Scene[S, G], event: Event) -> Scene[S, G]:
    """Return ``changed`` with what people are judged by, without what was said of who moved, and the next key open."""
    if event.counts_for != EVERYBODY and scene.combatants is not changed.combatants:
        changed = remembered(scene, changed, event.actor)
    if event.counts_for is not None:
        changed = _counted(ruleset, scene, changed, event)
    if scene.told and type(event) in ruleset.moving:
        changed = gone_elsewhere(changed, event.actor)
    if changed.ground is not None:
        changed = after_sight(ruleset, scene, changed, event if isinstance(event, Stood) else None)
    return changed if changed.agenda is scene.agenda and changed.opening is scene.opening else reopened(changed)


def judged_anew(scene: Scene[S, G], changed: Scene[S, G], actor: str, doing: str) -> bool:
    """Tell whether by a change, which is about ``actor``, somebody is to be judged otherwise at this moment.

    That is who is ``doing`` it in its own turn, or anybody where that is "".
    """
    before, after = scene.combatants, changed.combatants
    if scene.opened is None or before is after:
        return False
    for one in (doing,) if doing else (actor, *scene.opening):
        if scene.opening.get(one) is not changed.opening.get(one):
            continue
        was, now = before.get(one), after.get(one)
        if was is not None and now is not None and was.state is not now.state:
            return True
    return False


def remembered(scene: Scene[S, G], changed: Scene[S, G], actor: str) -> Scene[S, G]:
    """Return ``changed`` with the state ``actor`` had in ``scene``, where that is the first change since opening."""
    if scene.opened is None or actor in changed.before:
        return changed
    was, now = scene.combatants.get(actor), changed.combatants.get(actor)
    if was is None or now is None or was.state is now.state:
        return changed
    return _replace(changed, before={**changed.before, actor: was.state})


def reopened(scene: Scene[S, G]) -> Scene[S, G]:
    """Return the scene with the next key opened, where nobody is left to act on the one played, or an earlier came up.

    A state is recorded for all who hold a slot on the key, so that those who act on it together do not see
    what the others did.
    """
    key = scene.agenda[0].key if scene.agenda else None
    opening: dict[str, S] = {}
    for slot in scene.agenda:
        if slot.key != key:
            break
        if key == scene.opened and slot.actor in scene.opening:
            return scene
        opening[slot.actor] = scene.combatants[slot.actor].state
    return _replace(scene, opened=key, opening=opening, before={})


def _counted(ruleset: Ruleset[S, G], scene: Scene[S, G], changed: Scene[S, G], event: Event) -> Scene[S, G]:
    """Return ``changed`` with all whom the event counts for judged by it; where that is everybody, found so, too."""
    whose = event.counts_for
    for_all = whose == EVERYBODY
    whom = scene.opening if for_all else {actor: scene.opening[actor] for actor in (whose,) if actor in scene.opening}
    opening = _became(ruleset, scene, changed, event, whom)
    before = _became(ruleset, scene, changed, event, scene.before) if for_all else {}
    own = {key: state for key, state in opening.items() if changed.opening.get(key) is scene.opening[key]}
    seen = {key: state for key, state in before.items() if changed.before.get(key) is scene.before[key]}
    return _replace(changed, opening={**changed.opening, **own}, before={**changed.before, **seen})


def _became(
    ruleset: Ruleset[S, G], scene: Scene[S, G], changed: Scene[S, G], event: Event, states: Mapping[str, S]
) -> Mapping[str, S]:
    """Return what the event makes of people in these states, instead of those that they are in.

    Who is in that state in ``scene`` has become what it is in ``changed``: most are, to whom nothing else happened.
    """
    people = scene.combatants
    if all(people[actor].state is state for actor, state in states.items()):
        after = changed.combatants
    else:
        after = _happened(ruleset, with_states(scene, states), event).combatants
    return {actor: after[actor].state for actor in states if actor in after}


def _evolved(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Event) -> Scene[S, G]:
    # What happens most often comes first: each case that does not match costs time.
    match event:
        case SlotMoved():
            return _moved(scene, event)
        case Stood() | Placed():
            return after_coming(scene, event)
        case Entered() | OutdatedCounted() | FellShort() | AreaMarked() | MarkEntered() | Sighted() | LostSight():
            return scene
        case FightStarted():
            return _replace(scene, fight=Fight(event.number, event.title), fights=event.number)
        case FightEnded():
            return _replace(_emptied(scene), state=ruleset.lasting(scene.state))
        case Enlisted():
            return with_known_sides(_entered(ruleset, scene, event))
        case Released():
            return _left(ruleset, scene, event)
        case Revealed() | Concealed() | Entrusted():
            changed = _changed(scene.combatants[event.actor], event)
            return with_known_sides(with_combatant(scene, changed))
        case Renamed():
            return renamed(scene, event.actor, event.name, event.looks)
        case SquadFormed() | SquadOrdered():
            return after_orders(scene, event)
        case RangeSet() | Said() | Unconfirmed() | ClaimSettled():
            return with_word(scene, event)
        case GroundLaid() | PieceSet() | PieceGone() | AreaLaid() | AreaGone():
            return after_laying(scene, event)
        case DistancesOutdated():
            return outdated(scene, event.actor)
        case SheetEdited():
            return _amended(ruleset, scene, event)
        case Petitioned():
            return after_asking(scene, event)
        case PetitionSettled():
            return after_settling(scene, event)
        case Scheduled():
            return _scheduled(scene, event)
        case Asked():
            return _asked(scene, event)
        case _:
            return _replace(scene, pending=None)


def _changed(combatant: Combatant[S], event: Revealed | Concealed | Entrusted) -> Combatant[S]:
    if isinstance(event, Entrusted):
        return _replace(combatant, entrusted_to=event.to)
    return _replace(combatant, hidden=isinstance(event, Concealed))


def _scheduled(scene: Scene[S, G], event: Scheduled) -> Scene[S, G]:
    rounds = scene.rounds + (scene.apart and not scene.agenda)
    return _replace(scene, agenda=agenda(event.slots), opened=None, opening={}, before={}, rounds=rounds)


def _asked(scene: Scene[S, G], event: Asked) -> Scene[S, G]:
    place = event.faces, event.answers, event.draw, event.moment
    return _replace(scene, pending=Pending(event.question, event.order, event.position, *place))


def _emptied(scene: Scene[S, G]) -> Scene[S, G]:
    """Return what a scene is without anybody in it, its counts as they are."""
    return Scene(
        scene.state,
        scene.options,
        scene.position,
        scene.fights,
        apart=scene.apart,
        rounds=scene.rounds,
        noticed=scene.noticed,
        unseen=scene.unseen,
        lost=scene.lost,
        sides=None if scene.sides is None else (),
    )


def _moved(scene: Scene[S, G], event: SlotMoved) -> Scene[S, G]:
    """Return the scene with other slots for somebody, who acts on the key that is played only if one lies there."""
    scene, actor = passed(scene, event.actor) if scene.away else scene, event.actor
    stays = scene.opened in [slot.key for slot in event.slots]
    opening = scene.opening if stays else {key: value for key, value in scene.opening.items() if key != actor}
    if stays and event.together:
        opening = {actor: scene.combatants[actor].state, **opening}
    return _replace(scene, agenda=moved(scene.agenda, actor, event.slots), opening=opening)


def _amended(ruleset: Ruleset[S, G], scene: Scene[S, G], event: SheetEdited) -> Scene[S, G]:
    """Return the scene with an edited sheet, which counts at once, also in the moment that is being played."""
    amended = _amending(ruleset, scene, event)
    scene = restated(scene, event.actor, amended)
    return with_combatant(scene, _replace(scene.combatants[event.actor], sheet=event.sheet))


def _amending(ruleset: Ruleset[S, G], scene: Scene[S, G], event: SheetEdited | Enlisted) -> Callable[[S], S]:
    return partial(ruleset.amend, sheet=event.sheet, options=scene.options, interrupts=event.interrupts)


def _to_the_absent(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Event) -> Scene[S, G]:
    absent = {unique_name(scene.combatants, away.combatant.actor, "\n"): away for away in scene.away.values()}
    stand_ins = {actor: _replace(away.combatant, actor=actor) for actor, away in absent.items()}
    scene = ruleset.evolve(_replace(scene, combatants={**scene.combatants, **stand_ins}), event)
    here = {actor: combatant for actor, combatant in scene.combatants.items() if actor not in absent}
    away = {away.combatant.sheet_id: _grown(away, scene.combatants[actor].state) for actor, away in absent.items()}
    return _replace(scene, combatants=here, away={**scene.away, **away})


def _grown(away: Away[S], state: S) -> Away[S]:
    return _replace(away, combatant=_replace(away.combatant, state=state))


def _left(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Released) -> Scene[S, G]:
    if event.kept:
        return left(scene, event.actor, ruleset.period(scene))
    was = scene.combatants[event.actor]
    is_gone = not was.sheet_id and not was.hidden and event.actor not in scene.gone
    gone = (*scene.gone, event.actor)[-MOST_GONE:] if is_gone else scene.gone
    return _replace(without_combatant(scene, event.actor), gone=gone)


def _entered(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Enlisted) -> Scene[S, G]:
    recruit = _recruit(ruleset, scene, event)
    if event.squad:
        scene = _replace(scene, squads=with_one_more(scene.squads, event.squad, event.actor))
    if not event.back:
        return entered(scene, recruit)
    away = scene.away[event.back]
    was = away.combatant
    if event.sheet == msgspec.to_builtins(ruleset.project(was, scene.options)):
        back = _replace(recruit, sheet=was.sheet, state=was.state)
    else:
        amended = _amending(ruleset, scene, event)
        opening, state, before = (each and amended(each) for each in (away.opening, was.state, away.before))
        back = _replace(recruit, state=state)
        scene = _replace(scene, away={**scene.away, event.back: _replace(away, opening=opening, before=before)})
    return come_back(scene, event.back, back, ruleset.period(scene))


def _recruit(ruleset: Ruleset[S, G], scene: Scene[S, G], event: Enlisted) -> Combatant[S]:
    return Combatant(
        actor=event.actor,
        owner=event.owner,
        side=event.side,
        state=ruleset.enlist(event.sheet, scene.options),
        sheet=event.sheet,
        sheet_id=event.sheet_id,
        hidden=event.hidden,
        looks=event.looks,
    )
