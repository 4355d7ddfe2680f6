"""Something at random that fits: a sheet from its spec, an action's inputs from what the ruleset offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from bot import app
from bot.core.ground.outlines import Box, Disc, Path, Spot
from bot.core.ground.pieces import Piece
from bot.core.ground.places import Bearing, Place
from bot.core.ground.whereabouts import AtPlace, ByCompass, BySight, InTheMiddle, Straight, Where
from bot.core.options import ActionSpec, FieldKind, Input, Kind, OptionSpec, SheetField, complete, parse
from bot.core.ruleset import Ruleset
from bot.core.scene import Scene, Sheet
from bot.core.sheets import checked
from tests.rulesets.themes import OFFERED, Theme

AnyRuleset = Ruleset[Any, Any]
AnyScene = Scene[Any, Any]

WORDS = ("oak", "iron", "Old Tom", "north", "Ash 7")


def sheet(ruleset: AnyRuleset, rng: Random, template: Sheet | None = None, theme: Theme | None = None) -> Sheet:
    """A checked sheet: the template's, or one drawn from the spec, with what a theme adds."""
    raw = _field(ruleset.sheet.root, rng) if template is None else template
    raw = theme.worn(raw) if theme else raw
    found, problems = checked(ruleset.sheet, raw)
    assert problems == (), f"{raw}: {problems}"
    return found


def _field(field: SheetField, rng: Random) -> Any:
    match field.kind:
        case FieldKind.INT:
            return rng.randint(field.lo, field.hi)
        case FieldKind.TEXT:
            return rng.choice(WORDS)[: field.longest]
        case FieldKind.CHOICE:
            return rng.choice(field.choices)
        case FieldKind.FLAG:
            return rng.random() < 0.5
        case FieldKind.RECORD:
            kept = (child for child in field.fields if child.required or rng.random() < 0.4)
            return {child.key: _field(child, rng) for child in kept}
        case FieldKind.LIST:
            return [_item(field, rng) for _ in range(rng.randint(0, min(2, field.most)))]
        case FieldKind.MAP:
            names = rng.sample(field.choices or WORDS, rng.randint(0, min(2, field.most, len(field.choices or WORDS))))
            return {name: _item(field, rng) for name in names}


def _item(field: SheetField, rng: Random) -> Any:
    assert field.item is not None
    return _field(field.item, rng)


def switches(ruleset: AnyRuleset, rng: Random) -> dict[str, Any]:
    """A campaign's switches, each as it comes or set to anything that it may be."""
    return {key: _switch(spec, rng) for key, spec in ruleset.options.items() if "." not in key}


def _switch(spec: OptionSpec, rng: Random) -> Any:
    if spec.kind is Kind.FLAG:
        return rng.random() < 0.5
    return rng.choice(spec.choices or (spec.default,))


def offered(ruleset: AnyRuleset, known: AnyScene, spec: ActionSpec, item: Input, given: dict[str, Any]) -> list[str]:
    """What is offered for an input: by the scene where it is asked, else by the spec."""
    asked = ruleset.candidates(known, spec.name, item.key, given) if item.asks_scene else ()
    return [choice.value for choice in complete(asked, "")] or list(item.choices)


def inputs(
    ruleset: AnyRuleset,
    known: AnyScene,
    spec: ActionSpec,
    actor: str,
    rng: Random,
    said: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Parsed inputs for an action of ``actor``, as somebody types them who takes what is offered.

    What is ``said`` is given: a value, one of a list, or whatever is offered. Of what the scene offers nothing for just
    then, hardly ever anything is given.
    """
    drawn: dict[str, Any] = {}
    extra = min(0.2, (3 if said is None else 0.5) / (2 * len(spec.inputs) or 1))
    for item in spec.inputs:
        wanted = (said or {}).get(item.key)
        if wanted not in (None, OFFERED):
            drawn[item.key] = rng.choice(wanted) if isinstance(wanted, list) else wanted
        elif wanted or item.required or rng.random() < extra:
            choices = offered(ruleset, known, spec, item, {"actor": actor, **drawn})
            if choices or item.required or not item.asks_scene or rng.random() < 0.1:
                drawn[item.key] = _value(item, choices, rng)
    parsed = parse(spec, drawn)
    for item in spec.inputs:
        if item.kind is Kind.PLACE and item.key in parsed:
            place = where(spots(known), rng)
            parsed[item.key] = msgspec.to_builtins((place,) if item.lists else place)
    return parsed


def spots(known: AnyScene) -> list[str]:
    """The ids by which somebody may say a place who knows of this scene."""
    return [*known.combatants, *(known.ground.spots if known.ground else ())]


def piece(name: str, rng: Random, *, hidden: bool) -> Piece:
    """A thing of the ground among those who fight, of any material, now and then open."""
    material = rng.choice([*app.materials()])
    made_of = app.materials()[material]
    corner = Place(rng.randrange(3_000, 9_000), rng.randrange(3_000, 10_000))
    opposite = Place(corner.east_cm + rng.randrange(-800, 800), corner.north_cm + rng.randrange(-800, 800))
    outline = rng.choice((Spot(corner), Path((corner, opposite)), Box(corner, opposite), Disc(corner, 150)))
    top_cm, hides, blocks = made_of.top_cm, made_of.hides, made_of.blocks
    opened = rng.random() < 0.1
    return Piece(name, outline, material, top_cm, hides=hides, blocks=blocks, opened=opened, hidden=hidden)


def where(known: Sequence[str], rng: Random) -> Where:
    """A place of a ground, as somebody says it who knows of these people and things."""
    if not known:
        return AtPlace(Place(rng.randrange(0, 10_000), rng.randrange(0, 10_000)))
    one, other = rng.choice(known), rng.choice(known)
    far_cm = rng.choice((100, 500, 2_000))
    ways = (
        AtPlace(Place(rng.randrange(0, 10_000), rng.randrange(0, 10_000))),
        ByCompass(one, rng.choice([*Bearing]), far_cm),
        BySight(one, rng.choice(("left", "right", "behind", "before")), far_cm),
        InTheMiddle(one, other),
        Straight(one, rng.random() < 0.3, rng.choice((None, far_cm))),
    )
    return rng.choice(ways)


def _value(item: Input, choices: Sequence[str], rng: Random) -> Any:
    if item.asks_scene and choices:
        return rng.choice(choices)
    if item.kind is Kind.INT:
        return rng.randint(int(item.lo), int(min(item.hi, item.lo + 12)))
    if item.kind is Kind.NUMBER:
        return max(item.lo, min(item.hi, round(rng.uniform(item.lo, min(item.hi, item.lo + 60)), 1)))
    if item.kind is Kind.FLAG:
        return rng.random() < 0.5
    return rng.choice(choices or WORDS)[: item.longest]
