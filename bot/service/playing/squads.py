"""A GM names squads, tells them what to do, and lets those act whose moment has come; all of it typed or tapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.ground.laying import not_laid
from bot.core.narration import spelled_drill
from bot.core.options import Choice
from bot.core.squads.drills import KEEN, drills_of, ordered_now
from bot.core.squads.forming import no_squad
from bot.core.squads.standing import Drill, Squad, StandingOrder
from bot.core.wording import Line, line, metres, name, note, shown
from bot.service.button_keys import squad_key, squads_key
from bot.service.case import Case, PlayedScene
from bot.service.names import clean_person, readable, resolve
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.automatic_events import MOST_MOMENTS
from bot.service.orders.ledger import Recorded, carry_out
from bot.service.orders.order_words import label
from bot.service.orders.squad_moments import (
    SquadTap,
    act_buttons,
    acts_of,
    all_key,
    groups_of,
    in_sight,
    key_of,
    squad_acts,
    title_of,
    waiting_groups,
)
from bot.service.playing.grounds import several, where_said
from bot.service.playing.standing_orders import (
    Acts,
    acts_due,
    all_act,
    follow,
    moment_after_moment,
    waits_for_squads,
)
from bot.service.requests import Button, Menu, Reply, Verb, refused

LONGEST_SQUAD = 60
MOST_SQUADS = 12  # with buttons of their own
MOST_TARGETS = 9  # of each kind of order in the menu
WAIT = "wait"
GONE_ON = line("The fight has gone on since: this is how it stands.")
ABOUT_SOMEBODY = {Drill.FIRE: "All fire at", Drill.ADVANCE: "Advance by bounds toward"}


def squad(case: Case, called: str, members: str | None) -> Reply | Unworded:
    """Name a squad of the GM's people; one that is given nobody is broken up."""
    case.check_gm("name squads")
    played = case.played()
    if not members:
        found = _named(played, called)
        order = orders.FormSquad(name=found)
    else:
        known = next((each for each in played.scene.squads if _alike(each, called)), None)
        people = several(played.scene, case.viewer, members)
        order = orders.FormSquad(name=known or clean_person(called, LONGEST_SQUAD), members=people)
    return answer_to(case, carry_out(case, played, order))


def order(case: Case, called: str | None, do: str | None, at: str | None) -> Reply:
    """Tell a squad what to do until it is told otherwise; without words, show the squads with their buttons."""
    case.check_gm("order squads")
    if called is None or do is None:
        return _shown(case, case.played(), _named(case.played(), called) if called else None)
    played = case.played()
    squad_ = _named(played, called)
    standing = _standing(case, played, do, at)
    _check_goal(played, squad_, standing)
    recorded = carry_out(case, played, orders.OrderSquad(squad=squad_, standing=standing))
    told = answer_to(case, recorded).worded()
    buttons = (*act_buttons(case.unit, recorded.after, SquadTap.ACT), Button("Squads", Verb.SQUAD))
    return Reply(lines=told.lines, title=told.title, ephemeral=True, buttons=buttons)


def tapped(case: Case, argument: str, once: str) -> Reply:
    """Do what a button or the menu of a panel says; the panel stands in place of the one before.

    Raises:
        RuleViolation: no button of a panel says that, or it cannot be done.
    """
    case.check_gm("order squads")
    played = case.played()
    what, _, rest = argument.partition(".")
    key, _, more = rest.partition(".")
    tap = next((each for each in SquadTap if each.value == what), None)
    if tap is None:
        raise RuleViolation("That button is none of mine.", "/npc order shows the squads.")
    match tap:
        case SquadTap.PANEL:
            return _shown(case, played, None)
        case SquadTap.ALL:
            return _in_place(_shown(case, played, None))
        case SquadTap.ONE:
            return _in_place(_shown_one(case, played, _of_key(played, key)))
        case SquadTap.TELL:
            return _in_place(_told_to(case, played, _of_key(played, key), more, once))
        case SquadTap.CHOOSE:
            moment, _, said = more.partition(".")
            return _in_place(_told_to(case, played, _of_key(played, key), said, moment))
        case SquadTap.TELL_ASIDE:
            return _spent(_told_to(case, played, _of_key(played, key), more, once))
        case SquadTap.TELL_ALL:
            return _spent(_all_told(case, played, key, once))
        case SquadTap.ACT:
            return _spent(_acted(case, played, once))
        case SquadTap.GO:
            return _gone_on(case, played, once)
        case _:
            assert_never(tap)


def _told_to(case: Case, played: PlayedScene, called: str, said: str, once: str) -> Reply:
    """Tell a squad what to do; by a button of its moment, those of it act at once whose moment it is.

    A button of another moment does nothing: another GM may have been faster.
    """
    members = groups_of(played)[called]
    if once and once != _moment_key(case, played, called):
        return _shown_one(case, played, called, (GONE_ON,))
    drill, _, target = said.partition(".")
    standing = _standing(case, played, drill, target or None)
    formed = _formed(case, played, called, members)
    now = carry_out(case, formed, orders.OrderSquad(squad=called, standing=standing)).after
    done = _moments_of(case, now, members) if once else []
    return _shown(case, _followed(case), called, _moments(done))


def _moment_key(case: Case, played: PlayedScene, called: str) -> str:
    return squad_key(case.unit, played, called, groups_of(played)[called])


def _all_told(case: Case, played: PlayedScene, drill: str, once: str) -> Reply:
    """Tell all in sight who have no orders the same; those of them act at once whose moment it is."""
    if once != all_key(case.unit, played):
        return _shown(case, played, None, (GONE_ON,))
    standing = _standing(case, played, drill, None)
    groups = in_sight(played, waiting_groups(played))
    now = played
    for called, members in groups.items():
        formed = _formed(case, now, called, members)
        now = carry_out(case, formed, orders.OrderSquad(squad=called, standing=standing)).after
    done = _moments_of(case, now, tuple(actor for members in groups.values() for actor in members))
    return _shown(case, _followed(case), None, _moments(done))


def _formed(case: Case, played: PlayedScene, called: str, members: tuple[str, ...]) -> PlayedScene:
    """Make those a squad who are told something, and return the scene in which they are: one in none is one alone."""
    if called in played.scene.squads:
        return played
    return carry_out(case, played, orders.FormSquad(name=called, members=members)).after


def _moments_of(case: Case, played: PlayedScene, members: tuple[str, ...]) -> list[Recorded]:
    """Let those of one squad act, moment after moment, for as long as they are to."""

    def due(now: PlayedScene) -> Acts:
        if now.scene.pending:
            return ()
        return tuple(act for actor, act in squad_acts(case.unit, now).items() if actor in members)

    return moment_after_moment(case, played, due)


def _acted(case: Case, played: PlayedScene, once: str) -> Reply:
    """Let squads act by the button of the GM's thread, which leaves what the message says as it is."""
    if late := _too_late(case, played, once):
        return refused(late)
    lines = _moments(_run(case, played))
    buttons = act_buttons(case.unit, _followed(case), SquadTap.ACT)
    return Reply(lines=lines, title="Squads", ephemeral=True, buttons=buttons)


def _gone_on(case: Case, played: PlayedScene, once: str) -> Reply:
    """Let squads act by the button of a panel, which then shows how it stands."""
    if once != squads_key(case.unit, played):
        return _in_place(_shown(case, played, None, (GONE_ON,)))
    told = _moments(_run(case, played))
    return _in_place(_shown(case, _followed(case), None, told))


def _followed(case: Case) -> PlayedScene:
    """Return how it stands once squads have gone on by themselves."""
    follow(case)
    return case.passed[-1][-1] if case.passed else case.played()


def _too_late(case: Case, played: PlayedScene, once: str) -> RuleViolation | None:
    """Return why a button does nothing: it is not their moment, or the button belongs to another one."""
    if not ordered_now(played.scene) or played.scene.pending:
        return RuleViolation(
            "None who has orders is to act now.", "/npc order shows the squads; /init status who acts."
        )
    if once != squads_key(case.unit, played):
        return RuleViolation("The fight has gone on since then.", "Use the newest button, or /npc order.")
    return None


def _run(case: Case, played: PlayedScene) -> list[Recorded]:
    """Let squads act now, and then moment after moment for as long as somebody under orders is to act.

    Raises:
        RuleViolation: what they do first cannot be done.
    """
    first = all_act(case, played, acts_due(case, played))

    def due(now: PlayedScene) -> Acts:
        return acts_due(case, now) if waits_for_squads(now) else ()

    return [first, *moment_after_moment(case, first.after, due, MOST_MOMENTS - 1)]


def _moments(done: Iterable[Recorded]) -> tuple[Line, ...]:
    """Return of each moment which order it was, and who did what in it."""
    return tuple(line(note(f"#{label(each.order)} "), "; ".join(_all_did(each)), ".") for each in done)


def _all_did(moment: Recorded) -> Iterator[str]:
    return (_did(moment.before, act) for act in acts_of(orders.parsed(moment.order.payload)))


def _did(played: PlayedScene, act: orders.Act) -> str:
    """Return in words who does what to whom."""
    title = played.system.ruleset.actions[act.action].title.lower()
    whom = act.inputs.get("target")
    return f"{shown(act.actor)}: {title}{f' {shown(str(whom))}' if whom else ''}"


def _standing(case: Case, played: PlayedScene, do: str, at: str | None) -> StandingOrder | None:
    """Return what a squad is told, from what was typed.

    Raises:
        RuleViolation: the system has no such orders, or it cannot be about that.
    """
    wanted = " ".join(do.casefold().replace("_", " ").split())
    if wanted == WAIT:
        return None
    known = drills_of(played.actions)
    drill = next((each for each in known if each.value == wanted), None)
    if drill is None:
        raise RuleViolation(f"Squads know no order {do[:40]!r}.", f"There are: {', '.join((*known, WAIT))}.")
    target = _meant(case, played, at) if at else None
    if target is not None:
        return StandingOrder(drill, target, played.scene.combatants[target].side)
    if at is None and drill is Drill.ADVANCE:
        raise RuleViolation("Advance toward whom, or to where?", "Say at:Ann, or on a ground a place such as at:C4.")
    if at is None:
        return StandingOrder(drill)
    if drill in (Drill.FIRE, Drill.RETURN_FIRE):
        resolve(played.scene, case.viewer, at)
    if played.scene.ground is None:
        raise not_laid()
    return StandingOrder(drill, to=where_said(played.scene, case.viewer, at))


def _check_goal(played: PlayedScene, called: str, standing: StandingOrder | None) -> None:
    """Raise RuleViolation where a squad is to fall back toward somebody of another side."""
    people = played.scene.combatants
    sides = {people[each].side for each in played.scene.squads[called].members if each in people}
    if standing and standing.drill is Drill.FALL_BACK and standing.target and standing.side not in sides:
        remedy = "Without at: they go away from the nearest enemy; else name a place, or somebody of theirs."
        raise RuleViolation(f"Nobody falls back toward {shown(standing.target)}, of another side.", remedy)


def _meant(case: Case, played: PlayedScene, at: str) -> str | None:
    try:
        return resolve(played.scene, case.viewer, at)
    except RuleViolation:
        return None


def _named(played: PlayedScene, called: str) -> str:
    found = next((each for each in played.scene.squads if _alike(each, called)), None)
    if found is None:
        raise no_squad(played.scene.squads, called)
    return found


def _alike(one: str, other: str) -> bool:
    return one.casefold() == " ".join(other.split()).casefold()


def _of_key(played: PlayedScene, key: str) -> str:
    found = next((each for each in groups_of(played) if key_of(each) == key), None)
    if found is None:
        raise RuleViolation("That squad is one no longer.", "/npc order shows the squads.")
    return found


def _spent(reply: Reply) -> Reply:
    """Return an answer to a button of the GM's thread, which with the others of its moment has done its work."""
    return msgspec.structs.replace(reply, spent=True)


def _in_place(reply: Reply) -> Reply:
    return msgspec.structs.replace(reply, in_place=True)


def _shown_one(case: Case, played: PlayedScene, called: str, first: tuple[Line, ...] = ()) -> Reply:
    """Return the panel of a squad, or of all where that was undone: who was one by oneself is none then."""
    is_one = called in played.scene.squads
    return _shown(case, played, called if is_one else None, first if is_one else (GONE_ON,))


def _shown(case: Case, played: PlayedScene, called: str | None, first: tuple[Line, ...] = ()) -> Reply:
    """Return the panel of all squads, or of one with what it can be told."""
    squads = played.scene.squads
    if not squads:
        raise RuleViolation("There is no squad.", "/npc add count:4 makes one by itself; /npc squad names one.")
    only = called or (next(iter(squads)) if len(squads) == 1 else None)
    listed = [only] if only else [*squads]
    lines = (*first, *(each for one in listed for each in _state(played, one)), *_next(case, played))
    go = act_buttons(case.unit, played, SquadTap.GO)
    if only:
        back = (Button("All squads", Verb.SQUAD, SquadTap.ALL),) if len(squads) > 1 else ()
        buttons, menu = (*go, *_drill_buttons(case, played, only), *back), _menu(case, played, only)
    else:
        each = [Button(one, Verb.SQUAD, f"{SquadTap.ONE}.{key_of(one)}") for one in listed[:MOST_SQUADS]]
        buttons, menu = (*go, *each), None
    return Reply(title=f"Squad {only}" if only else "Squads", lines=lines, ephemeral=True, buttons=buttons, menu=menu)


def _state(played: PlayedScene, called: str) -> Iterator[Line]:
    squad_ = played.scene.squads[called]
    up = _standing_up(played, squad_)
    told = spelled_drill(squad_.standing) if squad_.standing else "they wait for orders"
    yield line(name(called), f": {len(up)} of {len(squad_.members)} still up; {told}.")
    if [*map(shown, squad_.members)] != [called]:
        yield line(note(", ".join(map(shown, squad_.members)) + "."), depth=1)
    if lost := _unmeasured(played, squad_, up):
        yield line(note(f"Nobody has said how far {' and '.join(map(shown, lost))} would fire: /init range."), depth=1)


def _unmeasured(played: PlayedScene, squad_: Squad, up: list[str]) -> list[str]:
    """Return who is to fire and cannot, since nobody has said how far any foe is: on a ground that is known."""
    scene, is_down = played.scene, played.system.ruleset.is_down
    if scene.ground is not None or squad_.standing is None or squad_.standing.drill not in KEEN:
        return []
    side = next((scene.combatants[one].side for one in up), "")
    foes = [one for one, each in scene.combatants.items() if each.side != side and not is_down(each.state)]
    return [one for one in up if foes and all(scene.range_m(one, foe) is None for foe in foes)]


def _standing_up(played: PlayedScene, squad_: Squad) -> list[str]:
    people, is_down = played.scene.combatants, played.system.ruleset.is_down
    return [each for each in squad_.members if each in people and not is_down(people[each].state)]


def _next(case: Case, played: PlayedScene) -> Iterator[Line]:
    """Return what those do at one tap whose moment it is."""
    if played.scene.pending:
        yield line(note("A question is open: it is answered first."))
        return
    acts = squad_acts(case.unit, played).values()
    if acts:
        yield line("Now: ", "; ".join(_did(played, act) for act in acts), ".")


def _drill_buttons(case: Case, played: PlayedScene, called: str) -> tuple[Button, ...]:
    known = [drill for drill in drills_of(played.actions) if drill is not Drill.ADVANCE]
    tell, once = f"{SquadTap.TELL}.{key_of(called)}", _moment_key(case, played, called)
    told = [Button(title_of(played, each), Verb.SQUAD, f"{tell}.{each}", once) for each in known]
    return (*told, Button("Wait for orders", Verb.SQUAD, f"{tell}.{WAIT}"))


def _menu(case: Case, played: PlayedScene, called: str) -> Menu | None:
    """Return the orders that are about somebody of other sides who stands, the nearest first."""
    scene, is_down = played.scene, played.system.ruleset.is_down
    members = scene.squads[called].members
    lead = next((each for each in members if each in scene.combatants), None)
    if lead is None:
        return None
    names = readable(scene, case.viewer)
    side, people = scene.combatants[lead].side, scene.combatants.items()
    foes = [one for one, each in people if each.side != side and not is_down(each.state)]
    far = {foe: scene.range_m(lead, foe) for foe in foes}
    near = sorted(foes, key=lambda foe: (far[foe] is None, far[foe] or 0))[:MOST_TARGETS]
    choices = tuple(
        Choice(f"{drill}.{names[foe]}", f"{words} {names[foe]}{_apart(far[foe])}")
        for drill, words in ABOUT_SOMEBODY.items()
        if drill in drills_of(played.actions)
        for foe in near
    )
    if not choices:
        return None
    argument = f"{SquadTap.CHOOSE}.{key_of(called)}.{_moment_key(case, played, called)}"
    return Menu(title="All fire at ..., advance toward ...", argument=argument, choices=choices, verb=Verb.SQUAD)


def _apart(far_m: float | None) -> str:
    return "" if far_m is None else f" ({metres(far_m)})"
