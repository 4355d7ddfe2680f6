"""What is offered while somebody types, from what they may know and do, never more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.ground.pieces import MARKED
from bot.core.options import ActionSpec, Choice, Input, Kind, SheetField, complete, complete_words
from bot.core.squads.drills import drills_of
from bot.service.campaigns.own_rows import beginnings, is_own_row, offered_rows
from bot.service.case import Case, PlayedScene
from bot.service.names import readable
from bot.service.orders.history import live_orders
from bot.service.orders.order_words import label
from bot.service.orders.stakes import answers_told
from bot.service.playing.actors import chosen_actor, may_act_for, may_take
from bot.service.playing.guide import action_named, actions_for
from bot.service.playing.squads import WAIT
from bot.service.requests import Choosing
from bot.service.sheets.builders import awards, improvements
from bot.service.sheets.in_use import own_sheets
from bot.service.switches import switches_of

MOST_PATHS = 200
MOST_UNDONE = 25
MOST_LOOKED_AT = 100
DEPTH = 4
ONTO, TOWARDS, BEHIND = "{}", "towards {}", "behind {}"
WAYS = (TOWARDS, "away from {}", BEHIND, "10m left of {}", "10m right of {}", "20m north of {}")
"""How people say where they want to be, by somebody or by a thing."""


def completions(case: Case, what: Choosing, partial: str, given: Mapping[str, Any]) -> list[Choice]:
    """Return at most 25 choices that fit ``partial``."""
    if what is Choosing.WORDS:
        return _words(case, partial, given)
    if what is Choosing.OPTION:
        return complete((*offered_rows(case, partial), *_offered(case, what, given)), partial)
    return complete(_offered(case, what, given), partial)


def _offered(case: Case, what: Choosing, given: Mapping[str, Any]) -> Iterable[Choice]:
    match what:
        case Choosing.ACTION:
            return map(_action, actions_for(case, given.get("command")))
        case Choosing.INPUTS:
            spec = _taken(case, case.actions, given)
            inputs = spec.inputs if spec and spec.command == given.get("command") else ()
            return [Choice(item.key, f"{item.key}: {item.about}") for item in inputs]
        case Choosing.STUDY:
            return [_action(spec) for spec in actions_for(case, None) if spec.odds]
        case Choosing.SHEET:
            return [Choice(row.name) for row in own_sheets(case)]
        case Choosing.SHEET_PATH:
            return _paths(case.system.ruleset.sheet.root, "", DEPTH)
        case Choosing.IMPROVEMENT:
            return improvements(case, given.get("sheet"))
        case Choosing.AWARD:
            return awards(case, int(given.get("to", 0)), given.get("sheet"))
        case Choosing.TEMPLATE:
            return map(Choice, case.system.templates)
        case Choosing.OPTION:
            return [Choice(key, f"{key} · {spec.about}") for key, spec in switches_of(case.system.ruleset).items()]
        case Choosing.OPTION_VALUE:
            return _option_values(case, str(given.get("option", "")))
        case Choosing.CHANCE:
            found = case.found()
            return map(Choice, (found or case).system.ruleset.chances)
        case Choosing.GROUND:
            own = [Choice(each.title) for each in case.unit.maps(case.request.guild_id)]
            return [*own, *(Choice(key, each.title) for key, each in case.house.grounds.items())]
        case Choosing.MAP:
            return [Choice(each.title) for each in case.unit.maps(case.request.guild_id)]
        case Choosing.MATERIAL:
            return [Choice(word, each.title) for word, each in case.house.materials.items()]
        case Choosing.RULESET:
            return [Choice(key, case.house.title(key)) for key in case.house.systems]
        case _:
            played = case.found()
            return _in_scene(case, played, what, given) if played else ()


def _in_scene(case: Case, played: PlayedScene, what: Choosing, given: Mapping[str, Any]) -> Iterable[Choice]:
    if what in (Choosing.PLACE, Choosing.TARGET) and given.get("action") and given.get("input"):
        return _inputs(case, played, given)  # of one's stance "to" is no place, and who passes does it to nobody
    match what:
        case Choosing.ACTOR:
            names = readable(played.scene, case.viewer)
            return [Choice(name) for actor, name in names.items() if may_act_for(case, played, actor)]
        case Choosing.TARGET:
            return map(Choice, readable(played.scene, case.viewer).values())
        case Choosing.PLACE:
            return places_offered(case, played)
        case Choosing.PIECE | Choosing.AREA:
            ground = played.seen_by(case.viewer).ground
            if ground is None:
                return ()
            marked = (each.key for each in ground.areas.values() if each.kind == MARKED)
            return map(Choice, ground.pieces if what is Choosing.PIECE else marked)
        case Choosing.SQUAD | Choosing.DRILL:
            known = played.scene.squads if what is Choosing.SQUAD else (*drills_of(played.actions), WAIT)
            return map(Choice, known) if case.gm else ()
        case Choosing.ORDER:
            return _orders(case, played)
        case Choosing.ANSWER:
            asked = played.seen_by(case.viewer).pending
            told = answers_told(case.unit, played, case.viewer) if asked and asked.question.choices else {}
            return [Choice(choice, words) for choice, words in told.items()]
        case _:
            return _inputs(case, played, given)


def _spots(case: Case, played: PlayedScene) -> list[str]:
    """Return by whom and by what the asker may say where something is."""
    ground = played.seen_by(case.viewer).ground
    pieces = [f"the {each}" for each in ground.pieces] if ground else []
    return [*readable(played.scene, case.viewer).values(), *pieces]


def places_offered(case: Case, played: PlayedScene, *, onto: bool = False) -> list[Choice]:
    """Return where one may want to be, or what one may want to come down ``onto``, by those who are in sight."""
    known = _spots(case, played)
    ways = (ONTO, *WAYS) if onto else WAYS
    return [Choice(way.format(each)) for way in ways for each in known]


def _action(spec: ActionSpec) -> Choice:
    return Choice(spec.name, f"{spec.title} · {spec.about}")


def _option_values(case: Case, option: str) -> Iterable[Choice]:
    spec = switches_of(case.system.ruleset).get(option)
    if spec is None:
        return beginnings(case, option) if is_own_row(case.system.ruleset, option) else ()
    words = spec.choices or (("yes", "no") if spec.kind is Kind.FLAG else (str(spec.default),))
    return map(Choice, words)


def _paths(field: SheetField, path: str, depth: int) -> list[Choice]:
    if not depth:
        return []
    found: list[Choice] = []
    for child in field.fields:
        here = f"{path}.{child.key}" if path else child.key
        found += [Choice(here, f"{here} · {child.about}"[:100] if child.about else "")]
        found += _paths(child, here, depth - 1)
    return found[:MOST_PATHS]


def _orders(case: Case, played: PlayedScene) -> list[Choice]:
    """Return the newest orders of the chapter that count, as many as if there were none but those that the asker
    knows of."""
    unit, row = case.unit, played.row
    first = unit.chapter(row.id, row.chapter).first
    page = [each for each in unit.page(row.id, row.head + 1, MOST_LOOKED_AT, gm=case.gm) if each.ordinal >= first]
    live = {each.ordinal for each in live_orders(unit.orders(row.id, page[0].ordinal, row.head))} if page else set()
    return [Choice(label(each)) for each in page[::-1] if each.ordinal in live][:MOST_UNDONE]


def _inputs(case: Case, played: PlayedScene, given: Mapping[str, Any]) -> Iterable[Choice]:
    spec = _taken(case, played.actions, given)
    item = spec.input(str(given.get("input", ""))) if spec else None
    if spec is None or item is None:
        return ()
    return _values(case, played, spec, item, given)


def _taken(case: Case, actions: Mapping[str, ActionSpec], given: Mapping[str, Any]) -> ActionSpec | None:
    """Return the action that is being typed, if it is the asker's to take."""
    spec = action_named(actions, str(given.get("action", "")))
    return spec if spec and may_take(case, spec) else None


def _values(
    case: Case, played: PlayedScene, spec: ActionSpec, item: Input, given: Mapping[str, Any]
) -> Iterable[Choice]:
    names = readable(played.scene, case.viewer)
    if item.kind is Kind.COMBATANT:
        return map(Choice, names.values())
    if item.kind is Kind.PLACE:
        return places_offered(case, played, onto=item.onto)
    if item.asks_scene:
        known = _by_id(case, played, given, names)
        seen = played.seen_by(case.viewer)
        somebody = known["actor"] or spec.of_scene
        return played.system.ruleset.candidates(seen, spec.name, item.key, known) if somebody else ()
    return map(Choice, item.choices or (("yes", "no") if item.kind is Kind.FLAG else ()))


def _by_id(case: Case, played: PlayedScene, given: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """Return what is typed already, with ids for names; ``actor`` is whoever would act if nobody is named."""
    ids = {name.casefold(): actor for actor, name in names.items()}
    known = {key: ids.get(str(value).casefold(), value) for key, value in given.items() if value is not None}
    if known.get("actor") not in names or not may_act_for(case, played, known["actor"]):
        known["actor"] = _default_actor(case, played)
    return known


def _default_actor(case: Case, played: PlayedScene) -> str:
    """Return whoever acts where nobody is named; "" where that would be refused."""
    try:
        return chosen_actor(case, played, None, tapped=True)
    except RuleViolation:
        return ""


def _words(case: Case, partial: str, given: Mapping[str, Any]) -> list[Choice]:
    played = case.found()
    spec = _taken(case, case.actions, given)
    if spec is None:
        return []
    last = partial.rpartition(" ")[2].partition("=")[0].casefold()
    item = spec.input(last)
    values = [choice.value for choice in _values(case, played, spec, item, given)] if played and item else []
    return complete_words(spec, partial, {last: values})
