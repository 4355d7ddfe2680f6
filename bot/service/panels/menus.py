"""The menus of a panel: one for each input, each choice with what it would come to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from bot.core.options import MOVE, TAKE_COVER, ActionSpec, Choice, Input, Kind, Word
from bot.service.lookups.completion import BEHIND
from bot.service.panels.blanks import can_be_typed, spelled, theirs
from bot.service.panels.choices import SHELTER, is_usual
from bot.service.panels.open_panel import OpenPanel
from bot.service.panels.words import about
from bot.service.requests import PanelChoice, PanelMenu

ACTION, ACTOR, MORE = ".action", ".actor", ".more"
USUAL, CHOSEN, PAGE, TYPED = "-", "=", ">", "+"
PAGED = 21  # choices of a page: beside them stand what is as usual, what was chosen, and the ways to other pages
MOST_MENUS = 12
PACE = "pace"  # how fast one goes
USUAL_WORDS = {
    "weapon": "what is at hand",
    "mode": "the usual of the weapon",
    "rounds": "as many as the mode has",
    "called": "no place in particular",
    "modifier": "none",
    "effort": "none",
}


def menu_of_actions(specs: Sequence[ActionSpec], page: int) -> tuple[PanelMenu, ...]:
    """Return the menu of actions; none where there is none."""
    choices, titles = [Choice(each.name, each.about) for each in specs], {each.name: each.title for each in specs}
    return (PanelMenu(ACTION, "What to do", paged(choices, titles, "", page)),) if specs else ()


def menus_of(
    panel: OpenPanel, added: Collection[str], missing: Collection[str], pages: Mapping[str, int]
) -> tuple[PanelMenu, ...]:
    """Return the menus of the inputs that people choose most, of all that are chosen or ``added``, and of what else
    may be said; first of all of what is ``missing``.

    A menu in which there is nothing to choose is left out, unless it stands there already.
    """
    offered = {item.key: panel.offered(item) for item in theirs(panel)}
    known = [item for item in _ordered(panel) if offered[item.key] or item.key in panel.chosen]
    there = [item for item in known if _is_shown(panel, item) or item.key in added or item.key in missing]
    there = sorted(there[:MOST_MENUS], key=lambda item: item.key not in missing)
    typed = [item for item in theirs(panel) if item not in known and can_be_typed(item) and not item.required]
    typed = [item for item in typed if item.kind is not Kind.PLACE or panel.seen.ground]
    others = [Choice(item.key, item.about) for item in (*known, *typed) if item not in there]
    made = [_menu(panel, item, offered[item.key], pages.get(item.key, 0), item.key in missing) for item in there]
    menus = tuple(each for each in made if len(each.choices) > 1 or each.choices[0].value != USUAL or each.key in added)
    if not others or len(there) == MOST_MENUS:
        return menus
    labels = {each.value: spelled(each.value) for each in others}
    return (*menus, PanelMenu(MORE, "What else to say", paged(others, labels, "", pages.get(MORE, 0))))


def _is_shown(panel: OpenPanel, item: Input) -> bool:
    """Tell whether an input has a menu in any case: what people choose most, how fast they go, and what is chosen.

    Of an action of which people usually say nothing it is all that they may count or choose as their own doing.
    """
    if is_usual(item) or item.key in panel.chosen or (item.key == PACE and panel.spec.name in (MOVE, TAKE_COVER)):
        return True
    return item.word is Word.OWN and item.lo >= 0 and not any(map(is_usual, panel.spec.inputs))


def _ordered(panel: OpenPanel) -> list[Input]:
    """Return the inputs of a panel; of a move on a ground first whither it goes, and by what way in its own turn."""
    return sorted(theirs(panel), key=lambda item: panel.crosses_ground and (item.kind is not Kind.PLACE or item.lists))


def _menu(panel: OpenPanel, item: Input, found: list[Choice], page: int, is_missing: bool) -> PanelMenu:
    """Return the menu of an input; what is refused there and not here is left out, unless it is of the scene: somebody,
    a place or a thing."""
    held, title = panel.chosen.get(item.key, ""), spelled(item.key)
    possible = panel.prospects.of(panel.chosen).refusal is None
    if possible and item.kind not in (Kind.COMBATANT, Kind.PLACE) and not item.asks_scene:
        found = [each for each in found if panel.supposing(item.key, each.value).refusal is None]
    is_told = item.kind in (Kind.COMBATANT, Kind.PLACE)  # by what is known of it, and not by another name
    labels = {each.value: f"{title}: {_called(item, each) if is_told else each.label or each.value}" for each in found}
    if not is_told:
        found = [Choice(each.value) for each in found]
    open_ = can_be_typed(item)
    pages = paged(found, labels, held, page, f"{title}: {held}", most=PAGED - open_)
    choices = [_weighed(panel, item, each) for each in pages]
    if not item.required:
        usual = _comes_to(panel, item, "")
        choices.insert(0, PanelChoice(USUAL, f"{title}: {_usual(panel.spec, item, is_missing)}", usual, not held))
    if open_:
        choices.append(PanelChoice(TYPED, f"{title}: something else …", "opens a form to type it in"))
    return PanelMenu(item.key, f"{title}: {item.about}", tuple(choices))


def _called(item: Input, choice: Choice) -> str:
    """Return what somebody or a place is called in a menu, whose title says behind already."""
    return choice.value.removeprefix(BEHIND.format("")) if item.key == SHELTER else choice.value


def _usual(spec: ActionSpec, item: Input, is_missing: bool) -> str:
    """Return what holds where an input is left out; of what a GM says of somebody that may be anything."""
    if spec.gm_only or spec.of_scene or is_missing or item.kind in (Kind.PLACE, Kind.COMBATANT):
        return "not said"
    if item.kind is Kind.FLAG:
        return "no"
    if item.word in (Word.TABLE, Word.HERE):
        return "as the scene has it"
    return USUAL_WORDS.get(item.key, "left to the rules")


def _weighed(panel: OpenPanel, item: Input, choice: PanelChoice) -> PanelChoice:
    """Return a choice with what it would come to, behind what is known of it."""
    if not choice.value.startswith(CHOSEN):
        return choice
    comes_to = _comes_to(panel, item, choice.value.removeprefix(CHOSEN))
    return msgspec.structs.replace(choice, about=" · ".join(filter(None, (choice.about, comes_to))))


def _comes_to(panel: OpenPanel, item: Input, value: str) -> str:
    """Return what a choice would come to; nothing where it is refused for what the panel says above its menus."""
    now, then = panel.prospects.of(panel.chosen).refusal, panel.supposing(item.key, value)
    same = now is not None and then.refusal is not None and now.message == then.refusal.message
    return "" if same else about(panel, then)


def paged(
    found: Sequence[Choice],
    labels: Mapping[str, str],
    held: str,
    page: int,
    held_label: str = "",
    *,
    most: int = PAGED,
) -> tuple[PanelChoice, ...]:
    """Return a page of ``most`` choices with the ways to those before and behind, and what is ``held`` in any case."""
    at = min(page, max(0, len(found) - 1) // most)
    made = [
        PanelChoice(f"{CHOSEN}{each.value}", labels.get(each.value, each.value), each.label, each.value == held)
        for each in found[at * most : (at + 1) * most]
    ]
    if held and not any(choice.chosen for choice in made):
        made.insert(0, PanelChoice(f"{CHOSEN}{held}", labels.get(held, held_label or held), "", True))
    left = len(found) - (at + 1) * most
    before = (PanelChoice(f"{PAGE}{at - 1}", f"… the {most} before"),) if at else ()
    behind = (PanelChoice(f"{PAGE}{at + 1}", f"… {left} more"),) if left > 0 else ()
    return (*before, *made, *behind)
