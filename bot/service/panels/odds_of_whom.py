"""Odds of what is done to somebody who was not named: first it is asked whom they are about, as often as one likes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from bot.core import engine
from bot.core.errors import Incomplete, RuleViolation
from bot.core.options import MOST_CHOICES, Choice, Kind, all_typed
from bot.core.wording import line, note
from bot.service.case import Case
from bot.service.lookups.odds import odds
from bot.service.names import readable
from bot.service.panels.choices import offered
from bot.service.playing.actors import chosen_actor
from bot.service.playing.guide import action_named
from bot.service.requests import Menu, Reply, Verb

PARTED = "|"
"""Stands between what a custom id of the menu says: the action, the input, whose odds, of what, and what was typed."""

PARTS = 5
LONGEST_SAID = 80
"""Characters of what was typed for which a custom id has room."""


def odds_or_whom(
    case: Case, actor: str | None, action: str, given: Mapping[str, Any], words: str, question: str | None
) -> Reply:
    """Return the odds of an action; where all it lacks is whom it is about, a menu of those whom the asker sees.

    Raises:
        RuleViolation: it would be refused for anything else, or there is nobody to choose.
    """
    try:
        return odds(case, actor, action, given, words, question)
    except Incomplete as lacking:
        menu = _menu(case, actor, action, all_typed(given, words), question)
        if menu is None:
            raise lacking from None
        asked = line(note("Whoever is chosen, nothing happens: it is only counted."))
        return Reply(title="Odds of what?", lines=(asked,), menu=menu, ephemeral=True)


def chosen(case: Case, argument: str) -> Reply:
    """Return the odds with whoever was chosen, above the same menu.

    Raises:
        RuleViolation: that is no menu of these, or the odds are refused.
    """
    parts = argument.split(PARTED, PARTS)
    if len(parts) <= PARTS or not parts[PARTS].startswith("."):
        raise RuleViolation("That menu did not arrive whole.", "Type /odds once more.")
    action, key, actor, question, words, whom = parts
    found = odds(case, actor, action, {key: whom[1:]}, words, question or None)
    menu = _menu(case, actor, action, all_typed({}, words), question or None)
    return msgspec.structs.replace(found, menu=menu, in_place=True)


def _menu(case: Case, actor: str | None, action: str, said: Mapping[str, object], question: str | None) -> Menu | None:
    """Return the menu of those whom an action may be about; None where that is not all it lacks, or nobody is there."""
    played = case.found()
    spec = action_named(played.actions, action) if played else None
    missing = [item for item in spec.needed if item.key not in said] if spec else []
    if played is None or spec is None or len(missing) != 1 or missing[0].kind is not Kind.COMBATANT:
        return None
    (item,), seen = missing, played.seen_by(case.viewer)
    if seen.pending:
        raise engine.question_open(seen)
    who = chosen_actor(case, played, actor)
    typed = {key: str(value) for key, value in said.items()}
    found = offered(case, played, seen, spec, item, who, typed)
    words = " ".join(f'{key}="{value}"' for key, value in typed.items())
    about = (spec.name, item.key, readable(played.scene, case.viewer)[who], question or "", words)
    argument = PARTED.join((*about, ""))
    fits = argument.count(PARTED) == PARTS and len(argument.encode("utf-16-le")) <= 2 * LONGEST_SAID
    if not found or not fits:
        return None
    choices = tuple(Choice(each.value, each.value, each.label) for each in found[:MOST_CHOICES])
    return Menu(f"{spec.title}: {item.about}", argument, choices, Verb.ODDS)
