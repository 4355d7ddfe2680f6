"""The words for pauses: what anybody sees people do, and to those who may know the numbers, how it went."""

from __future__ import annotations

from bot.core.events import Event
from bot.core.features import Lines, Words
from bot.core.narration import actor_of, target_of
from bot.core.views import Viewer, knows
from bot.core.wording import Span, bad, counted, enumerated, good, line, number
from bot.rulesets.reflex.checks.check import Outcome
from bot.rulesets.reflex.checks.wording import explained, look_lines, said
from bot.rulesets.reflex.pauses.events import (
    AidBegan,
    AidGiven,
    Assisted,
    Dressed,
    Injected,
    Mounted,
    OperationChosen,
    OperationRefused,
    Pursued,
    RepairAged,
    Repaired,
    RepairFailed,
    Revived,
    Scheme,
    Schemed,
    SchemeSettled,
    Talked,
    WatchKept,
    WeaponsReset,
    Withdrew,
    Worked,
)

words = Words()


def _with_target(event: Event, viewer: Viewer, words: str) -> tuple[str | Span, ...]:
    return (words, target_of(event, viewer)) if event.target else ()


def _result(outcome: Outcome | None) -> tuple[str | Span, ...]:
    if outcome is None:
        return (".",)
    return (": ", good("success") if outcome.succeeded else bad("failure"), ".")


@words(OperationChosen)
def _operation_chosen(event: OperationChosen, viewer: Viewer) -> Lines:
    told = f" gives up initiative, for an operation at the end of the exchange: {said(event.task)}."
    return (line(actor_of(event, viewer), told),)


@words(OperationRefused)
def _operation_refused(event: OperationRefused, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), f" is not safe enough for that: {said(event.task)}."),)


@words(Talked)
def _talked(event: Talked, viewer: Viewer) -> Lines:
    result = (": ", bad("broken, and lost before it begins"), ".") if event.lost else _result(event.outcome)
    told = (" talks", *_with_target(event, viewer, " with "), *result)
    return (line(actor_of(event, viewer), *told), *explained(event, viewer, event.outcome))


@words(Worked)
def _worked(event: Worked, viewer: Viewer) -> Lines:
    what = f" works with the {event.item}" if event.item else " is busy with something technical"
    told = line(actor_of(event, viewer), what, *_result(event.outcome))
    return (told, *explained(event, viewer, event.outcome))


@words(Mounted)
def _mounted(event: Mounted, viewer: Viewer) -> Lines:
    how = "sets up" if event.up else "takes down"
    return (line(actor_of(event, viewer), f" {how} the tripod of the {event.weapon}."),)


@words(Dressed)
def _dressed(event: Dressed, viewer: Viewer) -> Lines:
    told = line(actor_of(event, viewer), f" {'puts on' if event.on else 'takes off'} the {event.item}.")
    if event.load is None or not knows(event, event.actor, viewer):
        return (told,)
    return (told, line(f"Encumbrance: {event.load.value}.", depth=1))


@words(Repaired)
def _repaired(event: Repaired, viewer: Viewer) -> Lines:
    whose = _with_target(event, viewer, " of ")
    lasts = "1 exchange or pause" if event.periods == 1 else f"{event.periods} exchanges or pauses"
    came = good(f"it works, for {lasts}") if event.periods else bad("it stays broken")
    told = line(actor_of(event, viewer), f" repairs the {event.item}", *whose, ": ", came, ".")
    return (told, *explained(event, viewer, event.outcome))


@words(RepairFailed)
def _repair_failed(event: RepairFailed, viewer: Viewer) -> Lines:
    return (line("The repair of the ", event.item, " of ", actor_of(event, viewer), bad(" gives out"), "."),)


@words(RepairAged)
def _repair_aged(event: RepairAged, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    whose = actor_of(event, viewer)
    return (line("The repair of the ", event.item, " of ", whose, " holds: ", number(event.left), " to go.", depth=1),)


@words(WatchKept)
def _watch_kept(event: WatchKept, viewer: Viewer) -> Lines:
    told, seen = line(actor_of(event, viewer), " keeps watch."), "What some of the enemy do can be made out."
    return look_lines(event, viewer, told, event.outcome, seen, "Nothing to be seen.")


_TRIES = {Scheme.AMBUSH: " hides what comes next", Scheme.WITHDRAWAL: " tries to slip away"}


@words(Schemed)
def _schemed(event: Schemed, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    return (line(actor_of(event, viewer), _TRIES[event.scheme], "."), *explained(event, viewer, event.outcome))


_SETTLED = {
    (Scheme.AMBUSH, True): "'s hasty ambush stands",
    (Scheme.AMBUSH, False): "'s hasty ambush comes to nothing",
    (Scheme.WITHDRAWAL, True): " leaves unhindered",
    (Scheme.WITHDRAWAL, False): " does not get away unnoticed",
}
_STOPPED = {
    Scheme.AMBUSH: "'s hasty ambush comes to nothing",
    Scheme.WITHDRAWAL: " does not get away any more",
}


@words(SchemeSettled)
def _scheme_settled(event: SchemeSettled, viewer: Viewer) -> Lines:
    if not knows(event, event.actor, viewer):
        return ()
    works = event.net >= 0 and not event.stopped
    told = _STOPPED[event.scheme] if event.stopped else _SETTLED[event.scheme, works]
    bonus = (": ", number(event.bonus), " better at the next initiative") if event.bonus else ()
    foiled = viewer.gm and event.watch is not None
    against = (line("Against a watch of margin ", number(event.watch or 0), ".", depth=1),) if foiled else ()
    return (line(actor_of(event, viewer), good(told) if works else bad(told), *bonus, "."), *against)


@words(Withdrew)
def _withdrew(event: Withdrew, viewer: Viewer) -> Lines:
    return (line(actor_of(event, viewer), " leaves the fight."),)


@words(Pursued)
def _pursued(event: Pursued, viewer: Viewer) -> Lines:
    after = target_of(event, viewer)
    return (line(actor_of(event, viewer), " is pursued by ", after, ", and stays in the fight."),)


@words(WeaponsReset)
def _weapons_reset(event: WeaponsReset, viewer: Viewer) -> Lines:
    if event.target:
        names = enumerated([f"the {key}" for key, *_ in event.loads])
        whose = actor_of(event, viewer)
        told = line(target_of(event, viewer), f" helps with {names} of ", whose, ".")
    else:
        away = f" and puts away {enumerated([f'the {key}' for key in event.stowed])}" if event.stowed else ""
        told = line(actor_of(event, viewer), f" sees to the weapons{away}.")
    if not knows(event, event.actor, viewer):
        return (told,)
    return (told, *(line(f"{key}: {_rounds(loaded, spare)}.", depth=1) for key, loaded, spare in event.loads))


def _rounds(loaded: int, spare: int | None) -> str:
    return f"{counted(loaded, 'round')} loaded" + ("" if spare is None else f", {spare} more carried")


@words(Assisted)
def _assisted(event: Assisted, viewer: Viewer) -> Lines:
    told = (target_of(event, viewer), f" helps to load the {event.weapon} of ", actor_of(event, viewer))
    return (line(*told, f": {event.done} of {event.needed}."),)


@words(AidBegan)
def _aid_began(event: AidBegan, viewer: Viewer) -> Lines:
    patient = target_of(event, viewer)
    return (line("The life of ", patient, " is in the hands of ", actor_of(event, viewer), "."),)


@words(AidGiven)
def _aid_given(event: AidGiven, viewer: Viewer) -> Lines:
    patient = target_of(event, viewer) if event.target != event.actor else "their own wounds"
    deed = " tries to bring back " if event.procedure == "resuscitate" else " tends "
    told = line(actor_of(event, viewer), deed, patient, *_result(event.outcome))
    return (told, *explained(event, viewer, event.outcome))


@words(Revived)
def _revived(event: Revived, viewer: Viewer) -> Lines:
    told = (line(actor_of(event, viewer), good(" is alive"), ", but unconscious."),)
    return told if knows(event, event.actor, viewer) else ()


@words(Injected)
def _injected(event: Injected, viewer: Viewer) -> Lines:
    taken = (f" takes {event.item}.",)
    given = (f" injects {event.item} into ", target_of(event, viewer), ".")
    told = line(actor_of(event, viewer), *(taken if event.target == event.actor else given))
    if not knows(event, event.actor, viewer):
        return (told,)
    return (told, line(f"{counted(event.left, 'unit')} left.", depth=1))
