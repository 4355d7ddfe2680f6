"""What can be done now at a tap or two, as everybody may know: the buttons below the tracker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.core import engine, orders
from bot.core.errors import RuleViolation
from bot.core.options import ATTACK, MOVE, RELOAD, SUPPRESS, TAKE_COVER, ActionSpec
from bot.core.views import PUBLIC
from bot.service.button_keys import moment_key, once_key
from bot.service.case import PlayedScene
from bot.service.names import readable
from bot.service.orders.history import last_live
from bot.service.orders.last_acts import done_again, last_act, manner
from bot.service.orders.summary import is_decided
from bot.service.orders.undoing import ANYBODY
from bot.service.ports import Unit
from bot.service.requests import Button, Verb, Weight, label_of
from bot.service.rows import NOBODY, AnyScene, OrderRow

SOMEBODY_AWAY = Button("Somebody is away", Verb.HAND)
END_IT = Button("End the fight (GM)", Verb.END)
MOST_NAMED = 3


def moment_buttons(
    unit: Unit, played: PlayedScene, seen: AnyScene, *, waits: bool, unseen: bool = False
) -> tuple[Button, ...]:
    """Return what can be done now, by whoever taps; while the fight ``waits`` for the GM, to go on.

    Where it waits for players' combatants ``unseen`` by others, that is the same whoever of them it is.
    """
    if unseen:
        wait = Button("Wait (out of sight)", Verb.GO_ON, once=once_key(unit, played))
        panels = (*_panels(played.actions), *_cover(played, seen, played.actions))
        return (*panels, Button("More", Verb.PANEL), *_undo(unit, played, seen), wait)
    if waits:
        return (Button("Wait (GM)", Verb.GO_ON, once=once_key(unit, played)),)
    ending = (END_IT,) if seen.fight and is_decided(played.system.ruleset, seen) else ()
    acting = tuple(dict.fromkeys(slot.actor for slot in seen.entitled()))
    return (*_of_those_who_act(unit, played, seen, acting), *ending)


def _of_those_who_act(unit: Unit, played: PlayedScene, seen: AnyScene, acting: tuple[str, ...]) -> tuple[Button, ...]:
    """Return what can be done by or about those who are to act."""
    if not acting:
        return ()
    kinds = {kind for slot in seen.entitled() for kind in slot.kinds}
    open_now = {key: spec for key, spec in played.actions.items() if not spec.gm_only and kinds & set(spec.kinds)}
    fitting = {key: spec for key, spec in open_now.items() if _is_open(played, seen, acting, key)}
    names = readable(played.scene, PUBLIC)
    whose = names_in([names[actor] for actor in acting])
    wait = Button(label_of(f"{_going_on(played, seen, fitting)} ({whose})"), Verb.GO_ON, once=once_key(unit, played))
    absent = (SOMEBODY_AWAY,) if any(seen.combatants[actor].owner for actor in acting) else ()
    return (*_deeds(unit, played, seen, acting, fitting), *_undo(unit, played, seen), wait, *absent)


def _is_open(played: PlayedScene, seen: AnyScene, acting: tuple[str, ...], action: str) -> bool:
    """Tell whether somebody who is to act is in a condition for an action, or is a GM's, of whom nobody may know."""
    ruleset = played.system.ruleset
    return any(seen.combatants[actor].guarded or engine.is_open_to(ruleset, seen, actor, action) for actor in acting)


def names_in(names: Sequence[str]) -> str:
    """Return the first of some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    return ", ".join([*names[:MOST_NAMED], *([f"+{more}"] if more > 0 else [])])


def _deeds(
    unit: Unit, played: PlayedScene, seen: AnyScene, acting: tuple[str, ...], fitting: Mapping[str, ActionSpec]
) -> Iterator[Button]:
    """Yield what those who are to act can do: what opens a panel, and what needs nothing more to be said."""
    moment = moment_key(unit, played)
    first = _mending(played, seen, acting, fitting)
    if first is not None:
        yield _at_once(first, moment, Weight.MAIN)
    yield from _panels(fitting, Weight.PLAIN if first else Weight.MAIN)
    yield from _cover(played, seen, fitting)
    if (again := _again(unit, played, acting, fitting)) is not None:
        yield Button(label_of(again), Verb.AGAIN, once=moment)
    waiting = _waiting(played, seen, fitting)
    for spec in fitting.values():
        helps = (spec.asks or spec.name == RELOAD) and _may_help(played, seen, acting, spec)
        if spec is not first and (helps or (spec.button and spec is not waiting)):
            yield _at_once(spec, moment)
    yield Button("More", Verb.PANEL)


def _mending(
    played: PlayedScene, seen: AnyScene, acting: tuple[str, ...], fitting: Mapping[str, ActionSpec]
) -> ActionSpec | None:
    """Return what all players' characters who are to act have to do before they can fire; None where one can.

    What none of them can do as they stand is none, such as to load between two attacks of one action. What a GM's
    people have left is not for everybody to know, so they change nothing of it.
    """
    people = [one for actor in acting if not (one := seen.combatants[actor]).guarded]
    needed = {played.system.ruleset.mended_by(one.state) for one in people}
    spec = fitting.get(needed.pop()) if len(needed) == 1 else None
    return spec if spec and (_needs(spec) or any(_can(played, seen, one.actor, spec) for one in people)) else None


def _default(played: PlayedScene, seen: AnyScene, fitting: Mapping[str, ActionSpec]) -> ActionSpec | None:
    """Return the action that all who are to act take by default; None where they differ."""
    idle = {played.system.ruleset.idle(seen, slot).action for slot in seen.entitled()}
    return fitting.get(idle.pop()) if len(idle) == 1 else None


def _waiting(played: PlayedScene, seen: AnyScene, fitting: Mapping[str, ActionSpec]) -> ActionSpec | None:
    """Return the action that Wait does as well: what everybody does by default, if it fits whenever an attack does.

    A test of nerve, which one cannot put off for an attack, is no mere waiting.
    """
    default, attack = _default(played, seen, fitting), played.actions.get(ATTACK)
    waits = default and attack and attack.kinds and {*attack.kinds} <= {*default.kinds}
    return default if waits else None


def _going_on(played: PlayedScene, seen: AnyScene, fitting: Mapping[str, ActionSpec]) -> str:
    """Return what going on is called: waiting, or the default by its name where that is a choice with its own button.

    Beside "Press" and "Hold" nobody can tell which of the two it is to wait.
    """
    default = _default(played, seen, fitting)
    chosen = default is not None and default.button and default is not _waiting(played, seen, fitting)
    return f"Default: {default.title}" if default and chosen else "Wait"


def _may_help(played: PlayedScene, seen: AnyScene, acting: tuple[str, ...], spec: ActionSpec) -> bool:
    """Tell whether somebody who is to act can do something as they stand, or is a GM's, of whom nobody may know."""
    return any(seen.combatants[actor].guarded or _can(played, seen, actor, spec) for actor in acting)


def _can(played: PlayedScene, seen: AnyScene, actor: str, spec: ActionSpec) -> bool:
    try:
        engine.tried(played.system.ruleset, seen, orders.Act(actor=actor, action=spec.name))
    except RuleViolation:
        return False
    return True


def _at_once(spec: ActionSpec, moment: str, weight: Weight = Weight.PLAIN) -> Button:
    """Return what does an action at one tap, or opens its panel where something has to be said."""
    verb, once = (Verb.PANEL, "") if _needs(spec) else (Verb.ACT, moment)
    return Button(spec.title, verb, spec.name, once, weight)


def _needs(spec: ActionSpec) -> bool:
    """Tell whether an action lacks something until it is said, or asks at least."""
    return spec.asks or any(item.required for item in spec.inputs)


def _panels(fitting: Mapping[str, ActionSpec], weight: Weight = Weight.MAIN) -> Iterator[Button]:
    """Yield what opens the panels of the usual actions, where no attack is open of covering fire; the first leads."""
    for key in (ATTACK if ATTACK in fitting else SUPPRESS, MOVE):
        if key in fitting:
            yield Button(fitting[key].title, Verb.PANEL, key, weight=weight)
            weight = Weight.PLAIN


def _cover(played: PlayedScene, seen: AnyScene, fitting: Mapping[str, ActionSpec]) -> Iterator[Button]:
    """Yield what opens the panel of taking cover, where there is a ground to take it on and it fits, or goes like a
    move that does."""
    spec = played.actions.get(TAKE_COVER)
    if spec and seen.ground and (TAKE_COVER in fitting or (not spec.kinds and MOVE in fitting)):
        yield Button(spec.title, Verb.PANEL, TAKE_COVER)


def _again(unit: Unit, played: PlayedScene, acting: tuple[str, ...], fitting: Mapping[str, ActionSpec]) -> str | None:
    """Return how the last order of those who act is offered again, None where none of them fits the moment.

    Where it is the only one, it says in what manner that was done and what it costs: that may have been for want of
    time.
    """
    found = [last for actor in acting if (last := last_act(unit, played, actor)) is not None]
    lasts = [last for last in found if last.act.action in fitting]
    if not lasts:
        return None
    if len(acting) > 1:
        return "Again"
    act, cost = lasts[0].act, lasts[0].cost
    how = "" if cost is None else manner(played, act, cost)
    return " ".join(filter(None, ("Again:", done_again(played, act), f"({how})" if how else "")))


def _undo(unit: Unit, played: PlayedScene, seen: AnyScene) -> Iterator[Button]:
    """Yield the undo of the last order that everybody knows of, but for the start of the fight, and whose it is."""
    chapter = unit.chapter(played.row.id, played.row.chapter)
    last = last_live(unit, played.row, chapter, ANYBODY)
    if last is not None and last.ordinal > chapter.first:
        label = f"Undo #{last.number}{_who_undoes(played, seen, last)}"
        yield Button(label_of(label), Verb.UNDO, str(last.number))


def _who_undoes(played: PlayedScene, seen: AnyScene, last: OrderRow) -> str:
    """Return whose it is to take back what those did whom everybody sees; nothing where nobody sees them.

    Of an answer or a word about the scene, which nobody in it does, it is theirs who gave it.
    Whether dice fell, for which it is a GM's, must not show: whoever is hidden may keep from it what follows there.
    """
    people = _doers(last) or tuple(actor for actor, each in seen.combatants.items() if each.is_played_by(last.user_id))
    doers = {actor: seen.combatants[actor] for actor in people if actor in seen.combatants}
    if not doers:
        return "" if _doers(last) else " (GM)"
    theirs = last.user_id != NOBODY and all(each.is_played_by(last.user_id) for each in doers.values())
    names = readable(played.scene, PUBLIC)
    return f" ({names_in([names[actor] for actor in doers])})" if theirs else " (GM)"


def _doers(row: OrderRow) -> tuple[str, ...]:
    """Return who did something by an order, let the moment go by, came in or changed hands."""
    match orders.parsed(row.payload):
        case orders.Act(actor=actor) | orders.Claimed(act=orders.Act(actor=actor)):
            return (actor,)
        case orders.Together(acts=acts):
            return tuple(each.actor for each in acts)
        case orders.GoOn(actors=actors):
            return actors
        case orders.Enlist(name=actor) | orders.Entrust(actor=actor):
            return (actor,)
        case _:
            return ()
