"""What holds for every ruleset, the toy among them, whatever its rules are."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot import app
from bot.core import engine, folding, orders
from bot.core.dice import Roll
from bot.core.errors import RuleViolation
from bot.core.events import CORE_EVENTS, Event, Scheduled, rolls_of, type_of
from bot.core.features import Lines
from bot.core.options import ActionSpec, Input, Kind, complete, complete_words, option_value, parse
from bot.core.ruleset import Ruleset
from bot.core.scene import Scene
from bot.core.views import GM, PUBLIC, Viewer, may_read, view
from bot.core.wording import Line
from bot.render import limits
from bot.storage.codec import packed, packed_event
from tests.replays.record import facts, folded, replays
from tests.rulesets import drawing
from tests.rulesets.drawing import AnyScene
from tests.rulesets.instances import instance
from tests.rulesets.play import HIDDEN, HIDDEN_THING, PLAYERS, Step, Table, decided, dice_for, played
from tests.rulesets.registry import KEYS, ROOT, codec, entry

SEEDS = range(8)
NOBODY_KNOWS = (HIDDEN, HIDDEN_THING)
VIEWERS = (PUBLIC, *map(Viewer, PLAYERS.values()))
NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")

every_ruleset = pytest.mark.parametrize("key", KEYS)
GAMES_OF_ALL = [pytest.param(key, seed, marks=pytest.mark.untraced) for key in KEYS for seed in SEEDS]
every_game = pytest.mark.parametrize(("key", "seed"), GAMES_OF_ALL)
OF_EACH = 15
"""How many events of each type are looked at."""
GAMES = {"reflex": 60}
"""In how many games everything has happened that has words for a few values only."""


def texts(lines: tuple[Line, ...]) -> str:
    return "\n".join(line.text for line in lines)


# Options


@every_ruleset
def test_names_and_explanations_of_actions_fit_discord(key: str) -> None:
    for name, spec in entry(key).ruleset.actions.items():
        assert name == spec.name
        assert all(NAME.fullmatch(word) for word in (name, spec.command, *(item.key for item in spec.inputs)))
        assert all(0 < len(about) <= 100 for about in (spec.title, spec.about, *(item.about for item in spec.inputs)))


@every_ruleset
def test_the_default_of_every_switch_can_be_typed(key: str) -> None:
    for name, spec in entry(key).ruleset.options.items():
        assert name == spec.key
        assert option_value(spec, str(spec.default)) == spec.default


def seen(step: Step, actor: str, key: str) -> AnyScene:
    """What the player of ``actor`` knows of the scene."""
    owner = step.before.combatants[actor].owner
    return view(step.before, Viewer(owner) if owner else GM, entry(key).ruleset)


def moments(key: str, seed: int) -> Iterator[tuple[Step, str]]:
    """Now and then in a game somebody who is there."""
    for step in played(key, seed)[12::25]:
        for actor in list(step.before.combatants)[:4]:
            yield step, actor


def alone(spec: ActionSpec, item: Input) -> ActionSpec:
    """The action with one of its inputs only."""
    return replace(spec, inputs=(item,))


def what_is_offered_can_be_typed_and_names_nobody_hidden(key: str, seed: int) -> None:
    for step, actor in moments(key, seed):
        ruleset, known = entry(key).ruleset, seen(step, actor, key)
        unseen = hidden(step.before) and step.before.combatants[actor].owner
        for spec in ruleset.actions.values():
            for item in spec.inputs:
                choices = complete(ruleset.candidates(known, spec.name, item.key, {"actor": actor}), "")
                assert not (unseen and any(name in str(choices) for name in NOBODY_KNOWS))
                assert can_be_typed(key, spec.name, item.key, tuple(choice.value for choice in choices))


@cache
def can_be_typed(key: str, action: str, of: str, offered: tuple[Any, ...]) -> bool:
    """Tell whether each of what is offered for an input is understood, as an option and as a word of its own."""
    spec = entry(key).ruleset.actions[action]
    item = next(item for item in spec.inputs if item.key == of)
    understood = all(parse(alone(spec, item), {of: each}) is not None for each in offered)
    return understood and (item.shared or words_parse_back(spec, item, list(offered)))


def words_parse_back(spec: ActionSpec, item: Input, offered: list[Any]) -> bool:
    """Tell whether an input is completed by its name, and each of its words is understood as that input."""
    named = f"{item.key}=" in [choice.value for choice in complete_words(spec, item.key)]
    words = complete_words(spec, f"{item.key}=", {item.key: offered})
    return named and all(list(parse(alone(spec, item), {}, word.value)) == [item.key] for word in words)


@every_ruleset
def test_what_has_choices_offers_them(key: str) -> None:
    for spec in entry(key).ruleset.actions.values():
        for item in (item for item in spec.inputs if item.choices and item.kind is not Kind.TEXT):
            parsed = [parse(alone(spec, item), {item.key: choice})[item.key] for choice in item.choices]
            assert parsed == list(item.choices)


# Sheets


def whatever_a_sheet_may_hold_can_be_played_and_told(key: str, seed: int) -> None:
    ruleset, rng = entry(key).ruleset, Random(seed)
    for _ in range(10):
        sheet = drawing.sheet(ruleset, rng)
        assert ruleset.enlist(sheet, {}) == ruleset.enlist(sheet, {})
        assert texts(ruleset.describe(sheet, {}))


@every_ruleset
def test_ready_made_sheets_have_no_problems(key: str) -> None:
    for template in entry(key).templates.values():
        assert drawing.sheet(entry(key).ruleset, Random(0), template)


def what_a_fight_makes_of_a_sheet_is_a_sheet_again(key: str, seed: int) -> None:
    ruleset = entry(key).ruleset
    for step in decided(played(key, seed))[::10]:
        for combatant in step.before.combatants.values():
            projected = ruleset.project(combatant, step.before.options)
            assert drawing.sheet(ruleset, Random(0), projected) == projected


# Events and states in bytes


def kinds(key: str) -> tuple[type[Event], ...]:
    """Every type of event that a system knows."""
    return (*CORE_EVENTS, *entry(key).ruleset.events)


def drawn(kind: type[Event]) -> list[Event]:
    """Some events of a type, the same always."""
    rng = Random(type_of(kind))
    return [instance(kind, rng) for _ in range(OF_EACH)]


@pytest.mark.untraced
@every_ruleset
def test_every_event_survives_the_codec(key: str) -> None:
    read = codec(key)
    for kind in kinds(key):
        for event in drawn(kind):
            assert read.event(type_of(kind), kind.version, packed_event(event)) == event


def played_events_and_scenes_survive_the_codec(key: str, seed: int) -> None:
    for step in decided(played(key, seed)):
        for event in step.events:
            assert codec(key).event(type_of(event), event.version, packed_event(event)) == event
    for step in decided(played(key, seed))[::20]:
        assert codec(key).scene(codec(key).kept(step.before)) == step.before
        for combatant in step.before.combatants.values():
            assert codec(key).combatant(codec(key).kept(combatant)) == combatant


@every_ruleset
def test_no_two_events_share_a_type_name(key: str) -> None:
    names = [type_of(kind) for kind in kinds(key)]
    assert len(names) == len(set(names))
    assert all(name.startswith(("core.", f"{key}.")) for name in names)


# Words


def goes_in_by_steps(lines: tuple[Line, ...]) -> bool:
    """Tell whether each line says what happened, or explains what was said before, one step further in."""
    depths = [line.depth for line in lines]
    return set(depths) <= {0, 1} and all(after <= before + 1 for before, after in pairwise([0, *depths]))


def gathered(key: str) -> dict[type[Event], list[Event]]:
    """Events of many games by their types: what a rule makes fits together, as not every instance of a type does."""
    found: dict[type[Event], list[Event]] = {}
    for seed in range(GAMES.get(key, len(SEEDS))):
        for event in (event for step in played(key, seed) for event in step.events):
            found.setdefault(type(event), []).append(event)
    return found


@pytest.mark.untraced
@every_ruleset
def test_every_event_has_words_within_discords_limits(key: str) -> None:
    happened, rng = gathered(key), Random(key)
    for kind in kinds(key):
        for event in rng.sample(happened[kind], min(OF_EACH, len(happened[kind]))) if kind in happened else drawn(kind):
            lines = [engine.lines(entry(key).ruleset, event, viewer) for viewer in (GM, PUBLIC)]
            assert texts(lines[0]).strip() or event.quiet, event
            assert all(len(texts(each)) <= limits.MESSAGE for each in lines), event
            assert all(map(goes_in_by_steps, lines)), event
            assert all(each.text.endswith((".", ":", "?", "!")) for told in lines for each in told if each.depth), event


@pytest.mark.untraced
@every_ruleset
def test_what_has_a_headline_is_told_to_everybody_who_may_know_of_it(key: str) -> None:
    """By that an order is counted as one that players notice, before it is put into words."""
    happened, ruleset = gathered(key), entry(key).ruleset
    for kind in ruleset.story.headings:
        for event in happened.get(kind) or drawn(kind):
            told = engine.lines(ruleset, event, PUBLIC, brief=True)
            assert not event.quiet
            assert bool(texts(told).strip()) == may_read(event, PUBLIC), event


def what_happened_can_be_told_to_everybody(key: str, seed: int) -> None:
    for step in decided(played(key, seed)):
        for event in step.events:
            told = [texts(engine.lines(entry(key).ruleset, event, viewer)) for viewer in (GM, *VIEWERS)]
            assert told[0].strip() or event.quiet
            assert all(len(text) <= limits.MESSAGE for text in told)


def every_roll_in_it(value: object) -> list[Roll]:
    """The rolls anywhere in a value, looked for everywhere."""
    if isinstance(value, Roll):
        return [value]
    inside: Iterable[object] = value if isinstance(value, tuple) else ()
    if isinstance(value, msgspec.Struct):
        inside = [getattr(value, field) for field in value.__struct_fields__]
    return [roll for part in inside for roll in every_roll_in_it(part)]


def all_that_fell_is_found_in_what_happened(key: str, seed: int) -> None:
    for event in (event for step in played(key, seed) for event in step.events):
        assert rolls_of(event) == every_roll_in_it(event)


def in_brief_the_same_is_told(key: str, seed: int) -> None:
    """All but what explains, and of that whether there is any: how an order is answered, with what is called last."""
    ruleset = entry(key).ruleset
    for step in decided(played(key, seed)):
        for viewer in (GM, *VIEWERS):
            whole, brief = (engine.story(ruleset, step.events, viewer, brief=brief) for brief in (False, True))
            called = called_last(ruleset, step.events, viewer)
            assert [each for each in brief if not each.depth] == [*(each for each in whole if not each.depth), *called]
            assert any(each.depth for each in brief) == any(each.depth for each in whole)


def called_last(ruleset: Ruleset[Any, Any], events: Iterable[Event], viewer: Viewer) -> Lines:
    """What an order announces, where a viewer reads of nothing behind it: no more than its answer tells of that."""
    told = [(type(event), lines) for event in events if (lines := engine.lines(ruleset, event, viewer))]
    return told[-1][1] if told and told[-1][0] in ruleset.story.announced else ()


def where_things_stand_can_be_told_at_any_time(key: str, seed: int) -> None:
    ruleset = entry(key).ruleset
    for step in played(key, seed)[::5]:
        for viewer in (GM, *VIEWERS):
            known = view(step.before, viewer, ruleset)
            lines = [ruleset.status(known, actor, viewer) for actor in known.combatants]
            assert all(0 < len(line.text) <= limits.MESSAGE for line in (*lines, ruleset.clock(known)))


def a_refusal_has_words(key: str, seed: int) -> None:
    refusals = [step.refusal for step in played(key, seed) if step.refusal]
    assert refusals
    assert all(0 < len(str(refusal)) <= limits.MESSAGE for refusal in refusals)


# Fog


def hidden(scene: Scene[Any, Any]) -> bool:
    """Whether whoever hides is there, and nobody of that name can be seen."""
    found = [combatant for actor, combatant in scene.combatants.items() if actor.startswith(HIDDEN)]
    return all(combatant.hidden for combatant in found)


def in_hiding(key: str, seed: int) -> list[Step]:
    """The steps before and after which everybody called by the hidden name was hidden."""
    return [step for step in played(key, seed) if hidden(step.before) and (step.after is None or hidden(step.after))]


def a_view_holds_no_hidden_name(key: str, seed: int) -> None:
    for step in in_hiding(key, seed):
        for viewer in VIEWERS:
            known = packed(view(step.before, viewer, entry(key).ruleset))
            assert not any(name.encode() in known for name in NOBODY_KNOWS)


def players_read_no_hidden_name(key: str, seed: int) -> None:
    for step in in_hiding(key, seed):
        for event in step.events:
            read = [texts(engine.lines(entry(key).ruleset, event, viewer)) for viewer in VIEWERS]
            assert not any(name in words for name in NOBODY_KNOWS for words in read)


def players_are_not_refused_with_a_hidden_name(key: str, seed: int) -> None:
    refused = [step for step in in_hiding(key, seed) if step.refusal and not step.viewer.gm]
    assert not [step.refusal for step in refused if any(name in str(step.refusal) for name in NOBODY_KNOWS)]


# Play


def random_legal_play_is_decided_or_refused(key: str, seed: int) -> None:
    steps = played(key, seed)
    assert len(decided(steps)) > len(steps) // 4


def deciding_is_a_function(key: str, seed: int) -> None:
    for step in decided(played(key, seed)):
        again = engine.decide(entry(key).ruleset, step.before, step.order, dice_for)
        assert (again.events, again.scene) == (step.events, step.after)


def what_is_stored_of_an_order_is_decided_the_same(key: str, seed: int) -> None:
    for step in decided(played(key, seed))[::5]:
        stored = orders.parsed(orders.canonical(step.order))
        scene = codec(key).scene(codec(key).kept(step.before))
        assert engine.decide(entry(key).ruleset, scene, stored, dice_for).events == step.events


def folding_gives_what_was_decided(key: str, seed: int) -> None:
    steps = decided(played(key, seed))
    empty = played(key, seed)[0].before
    assert folding.fold(entry(key).ruleset, empty, [step.events for step in steps]) == steps[-1].after


def undo_after_do_changes_nothing(key: str, seed: int) -> None:
    steps = decided(played(key, seed))
    scene = played(key, seed)[0].before
    for step in steps:
        assert scene == step.before
        scene = folding.fold(entry(key).ruleset, scene, [step.events])
        assert scene == step.after


def the_agenda_drains(key: str, seed: int) -> None:
    table = Table(entry(key), seed)
    table.open()
    for _ in range(6):
        assert scheduled_within(table, 15 * len(table.scene.combatants))


def scheduled_within(table: Table, most: int) -> bool:
    """Whether going on, and on, leads to a new agenda after so many orders at most."""
    for _ in range(most):
        table.give(orders.GoOn())
        assert table.steps[-1].refusal is None
        if any(isinstance(event, Scheduled) for event in table.steps[-1].events):
            return True
    return False


def odds_on_what_a_player_knows_are_odds_or_refused(key: str, seed: int) -> None:
    acts = [step for step in played(key, seed) if isinstance(step.order, orders.Act) and not step.viewer.gm]
    for step in acts[::6]:
        chances = odds(key, step)
        assert not chances or sum(chances.values()) == 1


def odds(key: str, step: Step) -> dict[str, Any]:
    """The chances of the first thing that an order leads to, nothing where there are none to tell."""
    known = view(step.before, step.viewer, entry(key).ruleset)
    try:
        return dict(engine.odds(entry(key).ruleset, known, step.order, lambda event: type_of(event), most_leaves=300))
    except (RuleViolation, engine.OddsTooLarge):
        return {}


# All of it, game by game, which is played once


HOLDS = (
    what_is_offered_can_be_typed_and_names_nobody_hidden,
    whatever_a_sheet_may_hold_can_be_played_and_told,
    what_a_fight_makes_of_a_sheet_is_a_sheet_again,
    played_events_and_scenes_survive_the_codec,
    what_happened_can_be_told_to_everybody,
    in_brief_the_same_is_told,
    all_that_fell_is_found_in_what_happened,
    where_things_stand_can_be_told_at_any_time,
    a_refusal_has_words,
    a_view_holds_no_hidden_name,
    players_read_no_hidden_name,
    players_are_not_refused_with_a_hidden_name,
    random_legal_play_is_decided_or_refused,
    deciding_is_a_function,
    what_is_stored_of_an_order_is_decided_the_same,
    folding_gives_what_was_decided,
    undo_after_do_changes_nothing,
    the_agenda_drains,
    odds_on_what_a_player_knows_are_odds_or_refused,
)
"""What holds of every game."""


@every_game
def test_a_game_keeps_to_all_that_holds(key: str, seed: int) -> None:
    for check in HOLDS:
        check(key, seed)


# Tables


def rows(key: str) -> Iterator[tuple[str, str, Any]]:
    for table, found in entry(key).tables.items():
        for name, row in found.items():
            yield table, name, row


@every_ruleset
def test_every_row_says_where_its_values_come_from(key: str) -> None:
    assert [f"{table}.{name}" for table, name, row in rows(key) if not row.get("source")] == []


@every_ruleset
def test_every_declared_reference_is_between_tables_that_exist(key: str) -> None:
    tables = entry(key).tables
    for place, target in entry(key).references.items():
        table, _, field = place.partition(".")
        assert target in tables
        assert any(field in row for row in tables[table].values()), place


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_fields_named_like_a_table_are_declared_references(key: str) -> None:
    named = {name.removesuffix("s"): name for name in entry(key).tables if name.endswith("s")}
    found = {
        f"{table}.{field}"
        for table, _, row in rows(key)
        for field, value in row.items()
        if field in named and isinstance(value, str)
    }
    assert found <= set(entry(key).references)


# RULES.md


def cells(key: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Of each row of RULES.md the rule, the functions and the tests it names in backticks."""
    for line in (entry(key).folder / "RULES.md").read_text("utf-8").splitlines():
        if line.startswith("|") and not line.startswith(("|---", "| rule ")):
            rule, *_, functions, tests = (cell.strip() for cell in line.strip("|").split("|"))
            yield rule, re.findall(r"`([^`]+)`", functions), re.findall(r"`([^`]+)`", tests)


@every_ruleset
def test_every_rule_names_a_function_and_a_test(key: str) -> None:
    listed = list(cells(key))
    assert listed
    assert [rule for rule, functions, tests in listed if not functions or not tests] == []


@every_ruleset
def test_every_function_of_a_rule_exists(key: str) -> None:
    named = {function for _, functions, _ in cells(key) for function in functions}
    assert [function for function in sorted(named) if not callable(found(entry(key).package, function))] == []


def found(package: str, function: str) -> object:
    """What ``module.function`` or ``module.Class.method`` names below a package, None where there is no such thing."""
    module, *path = function.split(".")
    place: object = import_module(f"{package}.{module}")
    for part in path:
        place = getattr(place, part, None)
    return place


@pytest.mark.untraced
@every_ruleset
def test_every_test_of_a_rule_exists(key: str) -> None:
    named = {test for _, _, tests in cells(key) for test in tests}
    assert [test for test in sorted(named) if not exists(*test.split("::"))] == []


def exists(path: str, *names: str) -> bool:
    """Whether there is such a test; a scenario is one by its file alone."""
    if not names:
        return path.endswith(".toml") and (ROOT / path).is_file()
    return (ROOT / path).is_file() and ".".join(names).partition("[")[0] in defined(path)


@cache
def defined(path: str) -> set[str]:
    """The tests that a file defines, those of classes behind the name of their class."""
    body = ast.parse((ROOT / path).read_text("utf-8")).body
    classes = {node.name: node.body for node in body if isinstance(node, ast.ClassDef)}
    own = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
    return own | {
        f"{name}.{node.name}" for name, inner in classes.items() for node in inner if isinstance(node, ast.FunctionDef)
    }


# Replays


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in KEYS for name in replays(key)])
def test_a_fight_stored_by_older_rules_still_loads_and_ends_as_it_did(key: str, name: str) -> None:
    replay, ruleset = replays(key)[name], entry(key).ruleset
    assert facts(ruleset, folded(ruleset, replay)) == replay.facts


@every_ruleset
def test_every_ruleset_keeps_a_replay(key: str) -> None:
    assert replays(key)
