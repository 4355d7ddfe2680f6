"""Actions of a rule system: what was typed becomes an order, judged by what the asker can see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core import orders
from bot.core.engine import story
from bot.core.errors import Incomplete, RuleViolation
from bot.core.events import Answered
from bot.core.ground.laying import not_laid
from bot.core.ground.whereabouts import Where
from bot.core.options import ATTACK, ActionSpec, Input, Kind, parse, played_without
from bot.core.views import GM, PUBLIC
from bot.core.wording import shown
from bot.service.button_keys import moment_key, question_key
from bot.service.case import Case, PlayedScene
from bot.service.claims.claims import worded
from bot.service.names import resolve
from bot.service.orders.answers import Unworded, answer_to, with_more
from bot.service.orders.automatic_events import own
from bot.service.orders.chapters import scene_to_play
from bot.service.orders.history import live_orders
from bot.service.orders.ledger import Recorded, carry_out
from bot.service.orders.order_words import label, told
from bot.service.playing.actors import check_answer, check_command, doer, is_a_deed, is_gms
from bot.service.playing.grounds import places_said, where_said
from bot.service.playing.guide import action_named, actions_for, meant, no_rules
from bot.service.playing.slash_words import refused_as_typed
from bot.service.requests import Reply, refused
from bot.service.systems import AnyRuleset

TARGET = "target"
MOST_ASKED_ABOUT = 20
"""How many orders ago a question may have been answered of which a late click is told."""

ACT, ODDS = "act", "odds"  # the commands behind which anything may be typed


def act(
    case: Case, actor: str | None, action: str, given: Mapping[str, Any], words: str, *, asks: bool = False
) -> Reply | Unworded:
    """Take an action.

    Raises:
        RuleViolation: it is refused.
        Incomplete: something needed was left out, or where it ``asks`` all that an action asks about.
    """
    played, spec, inputs = understood(case, action, given, words, opens=True)
    if asks and spec.asks and not inputs:
        raise Incomplete(f"{spec.title} asks for more.", "Choose in its panel, or say it behind with.")
    ready = _all_of_the_gm(case, played, spec) if actor is None else ()
    if len(ready) > 1:
        acts = tuple(orders.Act(actor=one, action=spec.name, inputs=inputs) for one in ready)
        with refused_as_typed(spec):
            return _answered(case, carry_out(case, played, orders.Together(acts=acts)), spec)
    about = _whom_it_is_about(played, spec, inputs) if actor is None else None
    who = about or doer(case, played, spec, actor)
    order = orders.Act(actor=who, action=spec.name, inputs=inputs)
    with refused_as_typed(spec):
        return _answered(case, carry_out(case, played, worded(case, played, order)), spec)


def _answered(case: Case, recorded: Recorded, spec: ActionSpec) -> Unworded:
    """Return the answer to an action; where nobody is told of it, its own words for what it did, or that it is done."""
    ruleset = recorded.after.system.ruleset
    alone = ruleset.story.answered
    answers = [event for event in own(recorded.order, recorded.events) if type(event) in alone] if alone else []
    told = " ".join(each.text for each in story(ruleset, answers, GM)) if answers else ""
    return answer_to(case, recorded, told or f"{spec.title}: done.")


def understood(
    case: Case, action: str, given: Mapping[str, Any], words: str, *, opens: bool = False
) -> tuple[PlayedScene, ActionSpec, dict[str, Any]]:
    """Return the scene, the action and its inputs, from what was typed; names have become ids.

    Where it ``opens`` one, what a GM does to the scene itself needs no scene yet.

    Raises:
        RuleViolation: the system has no such action, it is not the asker's to take, or something typed does not fit.
    """
    found = case.found()
    spec = _spec(case, found, action)
    played = scene_to_play(case) if opens and found is None and spec.of_scene else case.known(found)
    with refused_as_typed(spec):
        return played, spec, inputs_said(case, played, spec, given, words)


def inputs_said(
    case: Case, played: PlayedScene, spec: ActionSpec, given: Mapping[str, Any], words: str = ""
) -> dict[str, Any]:
    """Return the inputs of an action from what was typed; names have become ids.

    Raises:
        RuleViolation: something typed does not fit.
    """
    inputs = parse(spec, given, words)
    for item in spec.looked_up:
        if item.key not in inputs:
            continue
        if item.kind is Kind.COMBATANT:
            inputs[item.key] = resolve(played.scene, case.viewer, inputs[item.key])
        if item.kind is Kind.PLACE:
            inputs[item.key] = msgspec.to_builtins(_whither(case, played, item, inputs[item.key]))
        if item.veiled:
            inputs[item.key] = _meant(case, played, spec, item, inputs)
    return inputs


def _whither(case: Case, played: PlayedScene, item: Input, typed: str) -> Where | tuple[Where, ...]:
    if item.lists:
        return places_said(played.scene, case.viewer, typed)
    return where_said(played.scene, case.viewer, typed, onto=item.onto)


def _meant(case: Case, played: PlayedScene, spec: ActionSpec, item: Input, inputs: Mapping[str, Any]) -> str:
    """Return what of the scene somebody means by a name.

    Raises:
        RuleViolation: it knows of none; unknown and hidden read the same.
    """
    key = item.key
    offered = played.system.ruleset.candidates(played.seen_by(case.viewer), spec.name, key, inputs)
    said = str(inputs[key]).strip()
    typed = said.casefold()
    fitting = [each for each in offered if typed in (each.value.casefold(), _name(each.label).casefold())]
    ways = (
        [each for each in fitting if each.value == said],
        [each for each in fitting if each.value.casefold() == typed],
        [each for each in fitting if _name(each.label) == said],
    )
    exact = next(filter(None, ways), fitting)
    if len(exact) != 1:
        known = ", ".join(choice.label or choice.value for choice in exact or offered)
        knows = f"You know of: {known}." if known else f"You know of none. {item.brings}".rstrip()
        raise RuleViolation(f"Which {key} is {str(inputs[key])[:40]!r}?", knows)
    return exact[0].value


def _name(label: str) -> str:
    """Return the name in a label, which goes on behind it with what it is."""
    return label.partition(" · ")[0]


def _all_of_the_gm(case: Case, played: PlayedScene, spec: ActionSpec) -> tuple[str, ...]:
    """Return all whom a GM plays who may now take an action that is offered at one tap; none for a player."""
    if not (case.gm and spec.button):
        return ()
    may = [slot.actor for slot in played.scene.entitled() if set(slot.kinds) & set(spec.kinds)]
    return tuple(actor for actor in may if not played.scene.combatants[actor].player)


def _whom_it_is_about(played: PlayedScene, spec: ActionSpec, inputs: Mapping[str, Any]) -> str | None:
    """Return whom a word of the GM is about that takes nobody's turn: its target, or whose turn it is.

    None is returned for actions in which somebody does something.

    Raises:
        RuleViolation: several may be meant.
    """
    target = spec.input(TARGET)
    if target is None or target.required or not spec.gm_only or spec.kinds or spec.of_scene or is_a_deed(spec):
        return None
    if TARGET in inputs:
        return str(inputs[TARGET])
    people = list(dict.fromkeys(slot.actor for slot in played.scene.entitled())) or [*played.scene.combatants]
    if len(people) > 1:
        raise RuleViolation(f"{spec.title}: whom is it about?", f"Say target:{shown(people[0])}, or another.")
    return people[0] if people else None


def act_at_a_tap(case: Case, action: str, once: str) -> Reply | Unworded:
    """Take an action by its button, which is good for the moment it was made for."""
    if once != moment_key(case.unit, case.played()):
        raise RuleViolation("The fight has gone on since then.", "Use the newest button, or type the command.")
    return act(case, None, action, {}, "")


def _spec(case: Case, found: PlayedScene | None, action: str) -> ActionSpec:
    check_command(case)
    ruleset = (found or case).system.ruleset
    known = action_named(ruleset.actions, action)
    if known is None:
        raise _unknown(case, ruleset, action)
    if is_gms(known):
        case.check_gm(f"use {known.title}")
    spec = (found or case).actions.get(known.name)
    if spec is None:
        raise played_without(known.switch)
    if spec.on_ground and not (found and found.scene.ground):
        raise not_laid()
    return spec


def _unknown(case: Case, ruleset: AnyRuleset, action: str) -> RuleViolation:
    """Return the refusal of an action that a system has not; behind /act and /odds anything may have been typed."""
    command, typed = case.request.command, action[:40]
    anything = command in ("", ACT) or (command == ODDS and action != ATTACK)
    if not anything:
        return no_rules(case, ruleset, f"/{command}", lambda each: action in each.actions)
    refusal = no_rules(case, ruleset, repr(typed), lambda each: action in each.actions)
    return RuleViolation(refusal.message, f"{meant(typed, actions_for(case, None))} {refusal.remedy}")


def answer(case: Case, choice: str, once: str) -> Reply | Unworded:
    """Answer the open question, which is its owner's or a GM's to answer; a button that comes late hears how it was."""
    played = case.played()
    pending = played.seen_by(case.viewer).pending
    if once and (pending is None or once != question_key(case.unit, played)):
        return _late(case, played)
    if pending is None:
        raise RuleViolation("No question is open.", "Go on with the fight: see /init status.")
    check_answer(case, played)
    order = orders.Answer(choice=_choice(pending.question.choices, choice, once))
    recorded = carry_out(case, played, order)
    said = [event for event in recorded.events if isinstance(event, Answered)]
    closing = told(played.system.ruleset, said, PUBLIC) if once else ()
    return with_more(answer_to(case, recorded), spent=bool(once), closing=closing)


def _late(case: Case, played: PlayedScene) -> Reply:
    """Return what somebody is told who taps a choice of a question that is closed: what was answered last."""
    said = "No question is open." if played.seen_by(case.viewer).pending is None else "That question is closed."
    known = _last_answer(case, played)
    way = "Use the newest buttons, or /answer; /init status says who is to act."
    return msgspec.structs.replace(refused(RuleViolation(said, f"{known}\n{way}".strip())), spent=True)


def _last_answer(case: Case, played: PlayedScene) -> str:
    """Return what was answered last, as the asker may read it; "" where nothing was lately."""
    unit, row = case.unit, played.row
    first = unit.chapter(row.id, row.chapter).first
    page = [each for each in unit.page(row.id, row.head + 1, MOST_ASKED_ABOUT, gm=case.gm) if each.ordinal >= first]
    live = {each.ordinal for each in live_orders(unit.orders(row.id, page[0].ordinal, row.head))} if page else set()
    for order in reversed([each for each in page if each.ordinal in live]):
        events = unit.events(row.id, order.ordinal, order.ordinal, row.ruleset).get(order.ordinal, ())
        answers = [event for event in events if isinstance(event, Answered)]
        lines = told(played.system.ruleset, answers, case.viewer)
        if lines:
            return f"#{label(order)}: {lines[0].text}"
    return ""


def _choice(choices: tuple[str, ...], typed: str, once: str) -> str:
    """Return the choice that was meant: a button says which one it is by number; whoever types what stands on one may
    type, too, what it comes to."""
    if once and typed.isdecimal() and int(typed) < len(choices):
        return choices[int(typed)]
    said = typed.strip().casefold()
    fitting = (choice for each in (said, said.rpartition(": ")[0]) for choice in choices if choice.casefold() == each)
    return next(fitting, typed[:40])
