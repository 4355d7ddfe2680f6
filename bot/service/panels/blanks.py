"""What of a panel is typed into a form, since no menu can hold all that fits there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from bot.core.building import MOST_BLANKS, Blank
from bot.core.errors import RuleViolation
from bot.core.options import LONGEST_CHOICE, Input, Kind, Word
from bot.core.said.told import RANGE
from bot.core.wording import digits
from bot.service.names import readable
from bot.service.panels.open_panel import OpenPanel
from bot.service.playing.actions import inputs_said
from bot.service.playing.slash_words import refused_as_typed
from bot.service.requests import PANEL_FORM, Form

LONGEST = LONGEST_CHOICE - 1  # what was typed stands in a menu, behind a sign
LONGEST_NUMBER = 20
UNITS = ("m", "mm")
TRIED_M = (10, 3, 50, 1)  # a weapon that can be fired from none of these lacks something else
IN_PIECES = RuleViolation("That form did not arrive whole.", "Open it from its panel once more.")


def theirs(panel: OpenPanel) -> list[Input]:
    """Return the inputs of an action that the asker may say; how far it is, the places say where there are any."""
    said = may_be_said(panel)
    return [item for item in said if item.key != RANGE or not is_measured(panel) or RANGE in panel.chosen]


def may_be_said(panel: OpenPanel) -> list[Input]:
    """Return what the asker may say, also how far it is: what is tapped or typed now may be of before a ground."""
    return [item for item in panel.spec.inputs if panel.case.gm or item.word is not Word.GM]


def is_measured(panel: OpenPanel) -> bool:
    """Tell whether places say how far it is: to whoever or whatever place is chosen, or to anybody who has to be."""
    ground, target = panel.seen.ground, panel.spec.input("target")
    if ground is None or panel.actor not in ground.places:
        return False
    if any(item.kind is Kind.PLACE and item.key in panel.chosen for item in panel.spec.inputs):
        return True
    if "target" not in panel.chosen:
        return target is not None and target.required
    names = {name: one for one, name in readable(panel.played.scene, panel.case.viewer).items()}
    chosen = names.get(panel.chosen["target"], panel.actor)
    return chosen != panel.actor and chosen in ground.places


def can_be_typed(item: Input) -> bool:
    """Tell whether an input may hold what no list has."""
    match item.kind:
        case Kind.COMBATANT | Kind.FLAG:
            return False
        case Kind.PLACE:
            return True
        case _:
            return not item.veiled and (item.open_ended or not (item.choices or item.asks_scene))


def lacking(panel: OpenPanel) -> list[Input]:
    """Return what has still to be typed: what is needed and stands in no list, and how far it is where nobody knows."""
    return [
        item
        for item in theirs(panel)
        if item.key not in panel.chosen
        and can_be_typed(item)
        and (asks_range(panel) if item.key == RANGE else item.required and not panel.offered(item))
    ][:MOST_BLANKS]


def asks_range(panel: OpenPanel) -> bool:
    """Tell whether all that stands between a panel and its order is that nobody has said how far it is."""
    if panel.spec.input(RANGE) is None or RANGE in panel.chosen or panel.prospects.of(panel.chosen).refusal is None:
        return False
    names = {name: one for one, name in readable(panel.played.scene, panel.case.viewer).items()}
    target = names.get(panel.chosen.get("target", ""))
    if target is None or panel.seen.range_m(panel.actor, target) is not None:
        return False
    return any(panel.supposing(RANGE, str(far_m)).refusal is None for far_m in TRIED_M)


def form_of(panel: OpenPanel, items: Iterable[Input]) -> Form:
    """Return the form in which inputs are typed."""
    return Form(title=panel.spec.title, argument=PANEL_FORM, blanks=tuple(_blank(panel, item) for item in items))


def _blank(panel: OpenPanel, item: Input) -> Blank:
    is_number = item.kind in (Kind.INT, Kind.NUMBER)
    bounds = f": {digits(item.lo)} to {digits(item.hi)}" if is_number else ""
    return Blank(
        item.key,
        spelled(item.key),
        panel.chosen.get(item.key, ""),
        f"{item.about}{bounds}",
        longest=LONGEST_NUMBER if is_number else min(item.longest, LONGEST),
        needed=item.required,
    )


def with_typed(panel: OpenPanel, values: Mapping[str, str]) -> OpenPanel:
    """Return a panel with what was typed into its form; what was left empty is as usual.

    Raises:
        RuleViolation: something does not fit, or is no blank of such a form.
    """
    blanks = {item.key: item for item in may_be_said(panel) if can_be_typed(item)}
    if not values or not values.keys() <= blanks.keys():
        raise IN_PIECES
    chosen = {key: value for key, value in panel.chosen.items() if key not in values}
    for key, text in values.items():
        said = text.strip()
        if said or blanks[key].required:
            _check(panel, blanks[key], said)
            chosen[key] = said
    return msgspec.structs.replace(panel, chosen=chosen)


def _check(panel: OpenPanel, item: Input, said: str) -> None:
    """Raise RuleViolation where an input cannot hold what was typed."""
    if not said:
        raise RuleViolation(f"{spelled(item.key)} was left empty.", f"Type {item.about}.")
    alone = msgspec.structs.replace(panel.spec, inputs=(item,))
    with refused_as_typed(panel.spec):
        inputs_said(panel.case, panel.played, alone, {item.key: said})
    if len(said) > LONGEST:
        message = f"{spelled(item.key)} is too long for a panel: it holds {LONGEST} characters."
        raise RuleViolation(message, "Say it in fewer, or type the whole command.")


def spelled(key: str) -> str:
    """Return the name of an input as one reads it, its unit in brackets."""
    words, _, unit = key.rpartition("_")
    return f"{words} ({unit})".replace("_", " ") if words and unit in UNITS else key.replace("_", " ")
