"""The menus of a panel: one for each input, each choice with what it would come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from bot.core.options import ActionSpec, Choice, Input, Kind, Word
from bot.service.panels.choices import is_usual
from bot.service.panels.open_panel import OpenPanel
from bot.service.panels.words import about
from bot.service.requests import PanelChoice, PanelMenu

ACTION, ACTOR, MORE = ".action", ".actor", ".more"
USUAL, CHOSEN, PAGE = "-", "=", ">"
PAGED = 21  # choices of a page: beside them stand what is as usual, what was chosen, and the ways to other pages
MOST_MENUS = 12


def menu_of_actions(specs: Sequence[ActionSpec], page: int) -> tuple[PanelMenu, ...]:
    """Return the menu of actions; none where there is none."""
    choices, titles = [Choice(each.name, each.about) for each in specs], {each.name: each.title for each in specs}
    return (PanelMenu(ACTION, "What to do", paged(choices, titles, "", page)),) if specs else ()


def menus_of(panel: OpenPanel, added: Iterable[str], pages: Mapping[str, int]) -> tuple[PanelMenu, ...]:
    """Return the menus of the inputs that people choose most, of all that are chosen or ``added``, and of what else
    may be said."""
    theirs = [item for item in panel.spec.inputs if panel.case.gm or item.word is not Word.GM]
    offered = {item.key: panel.offered(item) for item in theirs}
    known = [item for item in theirs if offered[item.key] or item.key in panel.chosen]
    there = [item for item in known if is_usual(item) or item.key in panel.chosen or item.key in added][:MOST_MENUS]
    others = [Choice(item.key, item.about) for item in known if item not in there]
    menus = tuple(_menu(panel, item, offered[item.key], pages.get(item.key, 0)) for item in there)
    if not others or len(there) == MOST_MENUS:
        return menus
    labels = {each.value: _spelled(each.value) for each in others}
    return (*menus, PanelMenu(MORE, "What else to say", paged(others, labels, "", pages.get(MORE, 0))))


def _menu(panel: OpenPanel, item: Input, found: list[Choice], page: int) -> PanelMenu:
    """Return the menu of an input; what is refused there and not here is left out, unless it is somebody or a thing."""
    held, title = panel.chosen.get(item.key, ""), _spelled(item.key)
    possible = panel.prospects.of(panel.chosen).refusal is None
    if possible and item.kind is not Kind.COMBATANT and not item.asks_scene:
        found = [each for each in found if panel.supposing(item.key, each.value).refusal is None]
    labels = {
        each.value: f"{title}: {each.value if item.kind is Kind.COMBATANT else each.label or each.value}"
        for each in found
    }
    if item.kind is not Kind.COMBATANT:
        found = [Choice(each.value) for each in found]
    choices = [_weighed(panel, item, each) for each in paged(found, labels, held, page, f"{title}: {held}")]
    if not item.required:
        usual = about(panel, panel.supposing(item.key, ""))
        choices.insert(0, PanelChoice(USUAL, f"{title}: as usual", usual, not held))
    return PanelMenu(item.key, f"{title}: {item.about}", tuple(choices))


def _spelled(key: str) -> str:
    return key.replace("_", " ")


def _weighed(panel: OpenPanel, item: Input, choice: PanelChoice) -> PanelChoice:
    """Return a choice with what it would come to, behind what is known of it."""
    if not choice.value.startswith(CHOSEN):
        return choice
    comes_to = about(panel, panel.supposing(item.key, choice.value.removeprefix(CHOSEN)))
    return msgspec.structs.replace(choice, about=" · ".join(filter(None, (choice.about, comes_to))))


def paged(
    found: Sequence[Choice], labels: Mapping[str, str], held: str, page: int, held_label: str = ""
) -> tuple[PanelChoice, ...]:
    """Return a page of choices with the ways to those before and behind, and what is ``held`` wherever it stands."""
    at = min(page, max(0, len(found) - 1) // PAGED)
    made = [
        PanelChoice(f"{CHOSEN}{each.value}", labels.get(each.value, each.value), each.label, each.value == held)
        for each in found[at * PAGED : (at + 1) * PAGED]
    ]
    if held and not any(choice.chosen for choice in made):
        made.insert(0, PanelChoice(f"{CHOSEN}{held}", labels.get(held, held_label or held), "", True))
    left = len(found) - (at + 1) * PAGED
    before = (PanelChoice(f"{PAGE}{at - 1}", f"… the {PAGED} before"),) if at else ()
    behind = (PanelChoice(f"{PAGE}{at + 1}", f"… {left} more"),) if left > 0 else ()
    return (*before, *made, *behind)
