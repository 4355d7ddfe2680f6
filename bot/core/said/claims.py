"""A player's word counts where the scene knows nothing better, and what only a GM can know where a GM allows it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeAlias, TypeVar

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Audience, ClaimSettled, RangeSet, Said, Unconfirmed
from bot.core.narration import CLAIM
from bot.core.options import ActionSpec, Input, Kind, Word
from bot.core.play import Play
from bot.core.ruleset import Ruleset
from bot.core.said.told import RANGE, fact, spelled, told_of
from bot.core.scene import Question, Scene, pair
from bot.core.source import Unanswered
from bot.core.wording import metres, shown

S = TypeVar("S")
G = TypeVar("G")

ALLOW, WITHOUT = "Allow", "Without it"
_LISTED = re.compile(r"(.+?)(?:\s*:\s*|\s+)([0-9]{1,6}(?:\.[0-9]{1,6})?)(?:@[0-9]{1,2})?")
Take: TypeAlias = Callable[[Play[Any, Any, Any], orders.Act], None]
"""The rule for an action, once all words are weighed."""


class Weighed(msgspec.Struct, frozen=True):
    """An action whose inputs were held against what is known: what repeats that is left out.

    ``said`` are the inputs that are anybody's to say and ``claims`` those that are a GM's to confirm.
    """

    act: orders.Act
    said: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


def known_facts(ruleset: Ruleset[S, G], scene: Scene[S, G], act: orders.Act) -> dict[str, Any]:
    """Return what is known in ``scene`` of what ``act`` says, by input."""
    target = act.inputs.get("target", "")
    range_m = None if pair(act.actor, target) in scene.outdated else scene.range_m(act.actor, target)
    told = {key: word.value for key, word in told_of(scene, target).items()}
    return {**told, **({} if range_m is None else {RANGE: range_m}), **ruleset.facts(scene, act)}


def weighed(ruleset: Ruleset[S, G], seen: Scene[S, G], act: orders.Act) -> Weighed:
    """Return what a player's word in ``act`` is worth, as far as the player knows of the scene.

    Raises:
        RuleViolation: it contradicts what is known.
    """
    spec, facts = ruleset.actions[act.action], known_facts(ruleset, seen, act)
    outranked = _outranked(spec, facts)
    said: list[str] = []
    claims: list[str] = []
    for item in spec.inputs:
        if item.lists and item.key in act.inputs:
            _check_listed(seen, act, item.key)
        if item.word is Word.OWN or item.kind is Kind.COMBATANT or item.key not in act.inputs:
            continue  # whom words are about is none of them
        if item.key in outranked:
            _check_fits(seen, act, item, {key: facts[key] for key in outranked[item.key]})
        elif item.kind is not Kind.FLAG or act.inputs[item.key]:
            (claims if item.word is Word.GM else said).append(item.key)
    return Weighed(_without(act, outranked), tuple(said), tuple(claims))


def _outranked(spec: ActionSpec, facts: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return of each input that is not a player's to say, since it or more of its thing is known, what is known."""
    things: dict[str, tuple[str, ...]] = {}
    for item in spec.inputs:
        if item.word is not Word.OWN and item.key in facts:
            thing = _thing(item)
            things[thing] = (*things.get(thing, ()), item.key)
    said = (item for item in spec.inputs if item.word is not Word.OWN)
    return {item.key: things[_thing(item)] for item in said if _thing(item) in things}


def _thing(item: Input) -> str:
    """Return what an input is about: itself, where it does not describe something with others."""
    return item.thing or item.key


def _without(act: orders.Act, keys: Collection[str]) -> orders.Act:
    left = {key: value for key, value in act.inputs.items() if key not in keys}
    return msgspec.structs.replace(act, inputs=left) if len(left) < len(act.inputs) else act


def _check_fits(seen: Scene[S, G], act: orders.Act, item: Input, facts: Mapping[str, Any]) -> None:
    """Raise RuleViolation where what was typed is not what is known."""
    if item.key in facts and act.inputs[item.key] == facts[item.key]:
        return
    target = act.inputs.get("target", "")
    told = seen.told.get(fact(RANGE, pair(act.actor, target)) if item.key == RANGE else fact(min(facts), target))
    source = f", as {shown(told.by)} said" if told else ""
    what = f"It is known{f' of {shown(target)}' if target else ''}: {spelled(facts)}{source}."
    if item.key == RANGE:
        what = f"It is {metres(facts[RANGE])} to {shown(target)}{source}."
    raise RuleViolation(what, f"Leave {item.key} out, or ask the GM to correct it.")


def _check_listed(seen: Scene[S, G], act: orders.Act, key: str) -> None:
    """Raise RuleViolation where people are listed as nearer to the target, or farther, than is known."""
    target = act.inputs.get("at", act.inputs.get("target", ""))
    for word in str(act.inputs[key]).split(","):
        listed = None if seen.meant(act.actor, word.strip()) else _LISTED.fullmatch(word.strip())
        other = seen.meant(act.actor, listed[1]) if listed else None
        range_m = seen.range_m(target, other) if other else None
        if listed and other and range_m is not None and range_m != float(listed[2]):
            what = f"It is {metres(range_m)} from {shown(target)} to {shown(other)}."
            raise RuleViolation(what, f"List {shown(other)} so, or ask the GM to correct it.")


def with_told(scene: Scene[S, G], spec: ActionSpec, act: orders.Act, facts: Mapping[str, Any]) -> orders.Act:
    """Return the action with what was said of its target before, where nothing else is said now.

    What is not anybody's to say, since the scene has ``facts`` of it, is left out.
    """
    about = told_of(scene, act.inputs.get("target", ""))
    if not about:
        return act
    things = {_thing(item) for item in spec.inputs if item.key in act.inputs}
    table = {item.key for item in spec.inputs if item.word is Word.TABLE and _thing(item) not in things}
    table -= _outranked(spec, facts).keys()
    said = {key: about[key].value for key in about if key in table}
    return msgspec.structs.replace(act, inputs={**act.inputs, **said}) if said else act


def claimed(ruleset: Ruleset[S, G], play: Play[S, G, Any], order: orders.Claimed, take: Take) -> None:
    """Carry out an action in which a player says what is so; what is known unseen by the player counts instead.

    What a GM does not allow is left out. Where the action is not possible so, nothing happens: a question whose
    answer is refused would stay open for ever. ``take`` carries an action out once all words are weighed.
    """
    spec = ruleset.actions[order.act.action]
    outranked = _outranked(spec, known_facts(ruleset, play.scene, order.act))
    act = _without(order.act, [key for key in order.said if key in outranked])
    _say(play, spec, act, [key for key in order.said if key in act.inputs])
    if not order.claims:
        take(play, act)
    elif not order.asks:
        words = {key: act.inputs[key] for key in order.claims}
        play.tell(Unconfirmed(actor=act.actor, target=act.inputs.get("target", ""), words=words))
        take(play, _without(act, order.claims))
    else:
        meant = act if _is_allowed(play, act, order.claims, take) else _without(act, order.claims)
        if _is_possible(play, meant, take):
            take(play, meant)


def said_as(ruleset: Ruleset[S, G], scene: Scene[S, G], order: orders.Claimed, *, allowed: bool) -> orders.Act:
    """Return the action that a player's words make, with or without those that a GM has to allow."""
    outranked = _outranked(ruleset.actions[order.act.action], known_facts(ruleset, scene, order.act))
    return _without(order.act, outranked if allowed else {*outranked, *order.claims})


def _is_allowed(play: Play[S, G, Any], act: orders.Act, claims: tuple[str, ...], take: Take) -> bool:
    """Tell whether a GM allows what is claimed; nobody is asked about what is not possible."""
    try:
        return play.ask(_question(act, claims)) == ALLOW
    except Unanswered:
        play.tried(take, act)
        raise


def _is_possible(play: Play[S, G, Any], act: orders.Act, take: Take) -> bool:
    try:
        play.tried(take, act)
    except RuleViolation:
        return False
    return True


def _say(play: Play[S, G, Any], spec: ActionSpec, act: orders.Act, keys: list[str]) -> None:
    """Tell all what is said; of somebody it holds from then on, and a distance as any other does."""
    target = act.inputs.get("target", "")
    if RANGE in keys and target in play.scene.combatants:
        range_m = float(act.inputs[RANGE])
        play.tell(RangeSet(actor=act.actor, target=target, range_m=range_m, said_by=act.actor))
        keys = [key for key in keys if key != RANGE]
    table = {item.key for item in spec.inputs if item.word is Word.TABLE}
    for lasting in (True, False):
        words = {key: act.inputs[key] for key in keys if (bool(target) and key in table) is lasting}
        if words:
            play.tell(Said(actor=act.actor, target=target, words=words, lasting=lasting))


def _question(act: orders.Act, claims: tuple[str, ...]) -> Question:
    return Question(
        key=CLAIM,
        actor=act.actor,
        prompt=CLAIM,
        choices=(ALLOW, WITHOUT),
        default=WITHOUT,
        detail=spelled({key: act.inputs[key] for key in claims}),
        gm=True,
        target=act.inputs.get("target", ""),
    )


def claim_settled(play: Play[S, G, Any], order: orders.SettleClaim) -> None:
    """Settle by a GM whether what a player said holds."""
    if order.claim >= len(play.scene.claims):
        raise RuleViolation("That is settled already.", "See /init claims for what is open.")
    audience = Audience.GM if order.upheld else Audience.ALL
    play.tell(_settled(play.scene, order.claim, audience, upheld=order.upheld))


def corrected(play: Play[S, G, Any], one: str, other: str) -> None:
    """Settle by the GM's word what players said of a distance."""
    for at in reversed(range(len(play.scene.claims))):
        claim = play.scene.claims[at]
        if RANGE in claim.words and {claim.actor, claim.target} == {one, other}:
            play.tell(_settled(play.scene, at, Audience.GM, upheld=False))


def _settled(scene: Scene[S, G], at: int, audience: Audience, *, upheld: bool) -> ClaimSettled:
    claim = scene.claims[at]
    return ClaimSettled(
        actor=claim.actor, target=claim.target, claim=at, words=claim.words, upheld=upheld, audience=audience
    )
