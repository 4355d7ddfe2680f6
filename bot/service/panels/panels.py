"""A panel: the choices of one action, made again from its own message at every tap, and carried out as if typed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, product
from math import prod
from typing import Any

import msgspec

from bot.core import engine
from bot.core.errors import Incomplete, RuleViolation
from bot.core.options import ATTACK, LONGEST_CHOICE, ActionSpec, Choice, Kind, all_typed
from bot.core.said.told import RANGE
from bot.core.wording import Line, bad, line, note, shown
from bot.service.button_keys import panel_key
from bot.service.case import Case, PlayedScene
from bot.service.names import readable
from bot.service.orders.answers import Unworded
from bot.service.panels.blanks import (
    IN_PIECES,
    TRIED_M,
    can_be_typed,
    form_of,
    lacking,
    may_be_said,
    theirs,
    with_typed,
)
from bot.service.panels.likely import likely
from bot.service.panels.menus import (
    ACTION,
    ACTOR,
    CHOSEN,
    MORE,
    MOST_MENUS,
    PAGE,
    TYPED,
    USUAL,
    menu_of_actions,
    menus_of,
    paged,
)
from bot.service.panels.open_panel import OpenPanel
from bot.service.panels.prospects import Prospects
from bot.service.panels.words import TYPE_IN, named, refused_for, told
from bot.service.playing.actions import act
from bot.service.playing.actors import chosen_actor, may_act_for, own
from bot.service.playing.guide import action_named, actions_for, meant
from bot.service.playing.slash_words import typed_command
from bot.service.posting.trackers import status_of
from bot.service.requests import Button, PanelMenu, PanelState, PanelView, Reply, Verb, Weight, label_of, refused
from bot.service.rows import AnyScene

FIRE = "Fire"
MANY = Button("More", Verb.PANEL)
NOTHING_TO_DO = line("There is nothing to do at this moment.")
MOST_TRIED = 30
"""How many ways of an action are tried before it is taken for one that is refused."""
_replace = msgspec.structs.replace


def act_or_open(case: Case, actor: str | None, action: str, given: Mapping[str, Any], words: str) -> Reply | Unworded:
    """Take an action as it was typed; where something needed was left out, or all that it asks, open its panel there.

    Raises:
        RuleViolation: the action is refused for anything else, or whoever asks could not take it at all.
    """
    try:
        return act(case, actor, action, given, words, asks=True)
    except Incomplete as lacking:
        opened = _instead(case, actor, action, all_typed(given, words))
        if opened is None:
            raise lacking from None
        return opened


def _instead(case: Case, actor: str | None, action: str, said: Mapping[str, object]) -> Reply | None:
    """Return the panel of an action that lacks something; None where whoever asks could do nothing with it.

    Raises:
        RuleViolation: whoever asks may not take it now, whatever else were said of it.
    """
    chosen = {key: str(value) for key, value in said.items()}
    played = case.found()
    fits = len(chosen) < MOST_MENUS and all(0 < len(each) < LONGEST_CHOICE for each in chosen.values())
    spec = action_named(played.actions, action) if played and fits else None
    if played is None or spec is None:
        return None
    seen = played.seen_by(case.viewer)
    try:
        who = chosen_actor(case, played, actor, tapped=spec.of_scene)
    except RuleViolation:
        if spec.kinds:
            raise
        return None
    if seen.pending:
        raise engine.question_open(seen)
    if not _fits_now(played, seen, spec, who):
        engine.check_moment(played.system.ruleset, seen, who, spec)
        return None
    called = "" if actor is None and spec.of_scene else readable(played.scene, case.viewer)[who]
    return open_panel(case, PanelState(action=spec.name, actor=called, chosen=chosen))


def open_panel(case: Case, state: PanelState) -> Reply:
    """Return a fresh panel of an action, or of all that are possible now; what is needed is chosen already."""
    return _answer(case, state, fresh=True)


def step(case: Case, state: PanelState, key: str, value: str) -> Reply:
    """Return the panel after a choice in one of its menus, or the form for what has to be typed."""
    typed = _to_be_typed(case, state, key, value)
    if typed is not None:
        return typed
    if value.startswith(PAGE) and value[1:].isdecimal():
        return _replace(_answer(case, _replace(state, pages={key: int(value[1:5])})), in_place=True)
    after = _after(state, key, value.removeprefix(CHOSEN) if value != USUAL else "")
    if key == ACTION:
        after = _of_nobody(case, after)
    if key in state.chosen or key in after.chosen:
        after = _replace(after, chosen=_going(_opened(case, state), after.chosen, key))
    return _replace(_answer(case, after, fresh=key in (ACTION, ACTOR)), in_place=True)


def _going(before: OpenPanel, chosen: Mapping[str, str], key: str) -> Mapping[str, str]:
    """Return what is chosen with the way round what is in the way, instead of the one that led round it before."""
    via = before.by_way
    if not via or key == via:
        return chosen
    straight = {each: value for each, value in before.chosen.items() if each != via}
    if before.gone_round(straight) == before.chosen:
        chosen = {each: value for each, value in chosen.items() if each != via}
    return before.gone_round(chosen)


def counted(case: Case, state: PanelState) -> Reply:
    """Return a panel as it stands, with the chances that take long to count."""
    return _replace(_answer(case, state, whole=True), in_place=True)


def form(case: Case, state: PanelState) -> Reply:
    """Return the form of what a panel lacks that has to be typed.

    Raises:
        RuleViolation: it lacks nothing of that kind.
    """
    panel = _opened(case, state)
    missing = lacking(panel)
    if not missing:
        raise RuleViolation("Nothing is left to be typed there.", "Choose from the menus of the panel.")
    return Reply(form=form_of(panel, missing), ephemeral=True)


def fill(case: Case, state: PanelState, values: Mapping[str, str]) -> Reply:
    """Return a panel with what was typed into its form; what the action needs besides is chosen already."""
    panel = _opened(case, state)
    lacked = lacking(panel)
    filled = with_typed(panel, values)
    if lacked:
        filled = _replace(filled, chosen=likely(filled))
    return Reply(ephemeral=True, in_place=True, panel=_of_one(filled, state))


def _to_be_typed(case: Case, state: PanelState, key: str, value: str) -> Reply | None:
    """Return the form that a choice opens; None where it opens none.

    Raises:
        RuleViolation: there is nothing to be typed.
    """
    if value != TYPED and key != MORE:
        return None
    panel = _opened(case, state)
    wanted = key if value == TYPED else value.removeprefix(CHOSEN)
    item = next((each for each in may_be_said(panel) if each.key == wanted), None)
    if value != TYPED and (item is None or not can_be_typed(item) or panel.offered(item)):
        return None
    if item is None or not can_be_typed(item):
        raise IN_PIECES
    return Reply(form=form_of(panel, [item]), ephemeral=True)


def _after(state: PanelState, key: str, chosen: str) -> PanelState:
    """Return what stands in a panel after a choice, empty for what is as usual."""
    if key == ACTION:
        return PanelState(action=chosen, actor=state.actor)
    if key == ACTOR:
        return PanelState(action=state.action, actor=chosen)
    if key == MORE:
        return _replace(state, shown=(*state.shown, chosen))
    rest = {each: held for each, held in state.chosen.items() if each != key}
    return _replace(state, chosen={**rest, key: chosen} if chosen else rest)


def _of_nobody(case: Case, state: PanelState) -> PanelState:
    """Return what was chosen among all that is possible; what happens to the scene is nobody's where the list was of
    whoever it is of by itself, so that nobody was said."""
    played = case.played()
    spec = action_named(played.actions, state.action)
    if spec is None or not spec.of_scene:
        return state
    usual = readable(played.scene, case.viewer)[chosen_actor(case, played, None, tapped=True)]
    return _replace(state, actor="") if state.actor == usual else state


def go(case: Case, state: PanelState, once: str) -> Reply | Unworded:
    """Carry out what a panel has been set to, once: it is an order like one that is typed."""
    played = case.played()
    actor = chosen_actor(case, played, state.actor or None, tapped=True)
    if once != panel_key(case.unit, played, case.viewer, actor, tuple(state.chosen.values())):
        stale = RuleViolation(
            "The fight has gone on since this panel was opened.", "Open it anew, or type the command."
        )
        return _replace(refused(stale), buttons=(Button("Open anew", Verb.PANEL, state.action, weight=Weight.MAIN),))
    return act(case, state.actor or None, state.action, state.chosen, "")


def _answer(case: Case, state: PanelState, *, fresh: bool = False, whole: bool = False) -> Reply:
    if not state.action:
        played, seen, actor = _asked_about(case, state)
        return Reply(ephemeral=True, panel=_of_all(case, played, seen, actor, state.pages))
    panel = _opened(case, state, whole=whole)
    if fresh:
        panel = _replace(panel, chosen=likely(panel))
    return Reply(ephemeral=True, panel=_of_one(panel, state))


def _opened(case: Case, state: PanelState, *, whole: bool = False) -> OpenPanel:
    """Return the panel of an action, with what is chosen in it.

    Raises:
        RuleViolation: there is no such action, a question is open, or it is not the asker's to take.
    """
    known = actions_for(case, None)
    spec = action_named({each.name: each for each in known}, state.action)
    if spec is None and (gms := action_named(case.actions, state.action)):
        case.check_gm(f"use {gms.title}")
    played, seen, actor = _asked_about(case, state)
    if spec is None:
        raise RuleViolation(f"There is no action {state.action[:40]!r}.", meant(state.action, known))
    said = "" if spec.of_scene and not state.actor else actor
    prospects = Prospects(case, played, seen, spec, said, whole=whole)
    return OpenPanel(case, played, seen, spec, actor, prospects, state.chosen, by_nobody=not said)


def _asked_about(case: Case, state: PanelState) -> tuple[PlayedScene, AnyScene, str]:
    """Return the scene, what the asker sees of it, and who is to act.

    Raises:
        RuleViolation: a question is open, or it is not the asker's to say.
    """
    played = case.played()
    seen = played.seen_by(case.viewer)
    if seen.pending:
        raise engine.question_open(seen)
    return played, seen, chosen_actor(case, played, state.actor or None, tapped=True)


def _of_all(case: Case, played: PlayedScene, seen: AnyScene, actor: str, pages: Mapping[str, int]) -> PanelView:
    """Return the panel that lists what is possible now; out of one's turn it says when that comes."""
    who = readable(played.scene, case.viewer)[actor]
    specs = _fitting(case, played, seen, actor)
    out_of_turn = bool(seen.fight) and not seen.kinds_now(actor)
    told = _not_yet(case, played, actor) if out_of_turn else () if specs else (NOTHING_TO_DO,)
    return PanelView(
        state=PanelState(actor=who),
        title=f"{shown(actor)}: what is possible now",
        lines=told,
        menus=(*_actors(case, played, actor, pages), *menu_of_actions(specs, pages.get(ACTION, 0))),
        go=Button("Choose first", Verb.GO, f":{who}"),
        can=False,
    )


def _not_yet(case: Case, played: PlayedScene, actor: str) -> tuple[Line, ...]:
    """Return that it is not somebody's turn, with how the tracker tells of them when it is."""
    return line(bad(f"It is not {shown(actor)}'s turn.")), status_of(case.unit, played, actor, case.viewer)


def _fitting(case: Case, played: PlayedScene, seen: AnyScene, actor: str) -> list[ActionSpec]:
    """Return the actions that fit the moment, last those that are refused unless more is said of them.

    What would be refused whatever were said of it is left out, and what is for a ground where there is none, or the
    other way round. An attack is listed in any case: its panel says what it lacks.
    """
    placed = seen.ground is not None and actor in seen.ground.places
    there = [each for each in actions_for(case, None) if each.on_ground in (None, placed)]
    fitting = [each for each in there if _fits_now(played, seen, each, actor)]
    possible, refused = list[ActionSpec](), list[ActionSpec]()
    for spec in fitting:
        panel = OpenPanel(case, played, seen, spec, actor, Prospects(case, played, seen, spec, actor, whole=False), {})
        if not _is_refused(panel):
            possible.append(spec)
        elif spec.command == ATTACK or _more_may_help(panel):
            refused.append(spec)
    return possible + refused


def _is_refused(panel: OpenPanel) -> bool:
    """Tell whether an action would be refused, whatever were chosen of what it needs, and however far it were.

    So it is where it needs somebody and there is nobody to choose; what can be typed may be anything.
    """
    if _lacks_for_good(panel):
        return True
    ways = _ways(panel)
    return bool(ways) and all(map(panel.prospects.refuses, ways))


def _lacks_for_good(panel: OpenPanel) -> bool:
    """Tell whether an action needs somebody or something of which whoever asks knows none."""
    return any(not panel.offered(item) and not can_be_typed(item) for item in panel.spec.needed)


def _ways(panel: OpenPanel) -> list[dict[str, str]]:
    """Return the first ways to say what an action needs, from one distance and another; none where it must be typed."""
    offers = {item.key: [each.value for each in panel.offered(item)] for item in panel.spec.needed}
    if panel.spec.input(RANGE):
        offers[RANGE] = ["", *map(str, TRIED_M)]
    choices = islice(product(*offers.values()), MOST_TRIED)
    return [{key: value for key, value in zip(offers, each, strict=True) if value} for each in choices]


def _more_may_help(panel: OpenPanel) -> bool:
    """Tell whether an action that is refused as it stands may be possible once something else is chosen or typed.

    What is typed may be anything, a place of a ground too; and of very many choices not all are looked at.
    """
    if _lacks_for_good(panel):
        return False
    others = [
        item for item in theirs(panel) if item.key != RANGE and (item.kind is not Kind.PLACE or panel.seen.ground)
    ]
    offers = {item.key: panel.offered(item) for item in others}
    if prod(len(offers[item.key]) for item in panel.spec.needed if item.key in offers) > MOST_TRIED:
        return True
    optional = [item for item in others if not item.required]
    if any(item.kind is Kind.PLACE or (can_be_typed(item) and not offers[item.key]) for item in optional):
        return True
    if any(len(offers[item.key]) > MOST_TRIED for item in optional):
        return True
    more = [{item.key: each.value} for item in optional for each in offers[item.key]]
    ways = product(_ways(panel)[: len(TRIED_M) + 1], more)
    return not all(panel.prospects.refuses({**way, **one}) for way, one in ways)


def _fits_now(played: PlayedScene, seen: AnyScene, spec: ActionSpec, actor: str) -> bool:
    """Tell whether an action may be taken by somebody at the moment, in its turn or still behind it."""
    if not spec.kinds or (not seen.fight and spec.outside):
        return True
    kinds = seen.kinds_now(actor) or played.system.ruleset.late(seen.combatants[actor].state)
    return not set(kinds).isdisjoint(spec.kinds)


def _actors(case: Case, played: PlayedScene, actor: str, pages: Mapping[str, int]) -> tuple[PanelMenu, ...]:
    """Return whom the asker may act for at the moment, where that is more than one; out of turn all whom they play."""
    names = readable(played.scene, case.viewer)
    entitled = [slot.actor for slot in played.scene.entitled() if slot.actor in names]
    waiting = () if case.gm or actor in entitled else own(case, played)
    ready = dict.fromkeys([*entitled, actor, *waiting])
    mine = [Choice(names[one]) for one in ready if may_act_for(case, played, one)]
    if len(mine) < 2:
        return ()
    return (PanelMenu(ACTOR, "Who acts", paged(mine, {}, names[actor], pages.get(ACTOR, 0))),)


def _of_one(panel: OpenPanel, state: PanelState) -> PanelView:
    """Return the panel of one action."""
    case, played, spec = panel.case, panel.played, panel.spec
    who = "" if panel.by_nobody else readable(played.scene, case.viewer)[panel.actor]
    actors = () if panel.by_nobody else _actors(case, played, panel.actor, state.pages)
    outcome, missing = panel.prospects.of(panel.chosen), lacking(panel)
    menus = menus_of(panel, state.shown, [item.key for item in missing], state.pages)
    once = panel_key(case.unit, played, case.viewer, panel.actor, tuple(panel.chosen.values()))
    refusal = outcome.refusal
    why = refused_for(panel, refusal, missing) if refusal else told(panel, outcome)
    typing = (Button(label_of(f"{TYPE_IN} {named(missing)}"), Verb.FILL, weight=Weight.MAIN),) if missing else ()
    return PanelView(
        state=PanelState(
            action=spec.name,
            actor=who,
            chosen=panel.chosen,
            shown=tuple(each.key for each in menus if each.key != MORE),
            pages=state.pages,
        ),
        title=f"{shown(panel.actor)}: {spec.title}" if who else spec.title,
        lines=(*why, line(note(typed_command(spec, panel.chosen, who)))),
        menus=(*actors, *menus),
        go=Button(FIRE if spec.command == ATTACK else spec.title, Verb.GO, f"{spec.name}:{who}", once, Weight.MAIN),
        can=refusal is None,
        buttons=(*typing, MANY),
        counted=panel.prospects.whole or refusal is not None or not panel.prospects.attacks,
    )
