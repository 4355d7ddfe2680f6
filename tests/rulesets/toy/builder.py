"""How brawlers are made and learn: skill and hits share twenty points, and every lesson costs one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.core.building import BUILD, IMPROVE, Blank, Options, Page, Rolling
from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.core.scene import Sheet
from bot.core.sheets import Problem
from bot.core.wording import line

BUDGET = 20
WEAPONS = ("club", "spear")


class ToyBuilder:
    """The pages of a brawler."""

    def begun(self, sheet: Sheet, throw: Rolling, options: Options) -> Sheet:
        return {"skill": 1, **sheet, "hits": 4 + throw(Ask("hits", 1, 6)).faces[0]}

    def rolled(self, sheet: Sheet, before: Sheet | None, throw: Rolling) -> Sheet:
        return sheet

    def page(self, sheet: Sheet, key: str, options: Options) -> Page:
        pages = _lessons(sheet) if sheet.get("ready") else _making(sheet)
        if key not in pages:
            raise RuleViolation("There is no such page.", "Take another.")
        return pages[key]

    def filled(self, sheet: Sheet, key: str, values: Mapping[str, str], options: Options) -> Sheet:
        self.page(sheet, key, options)
        if key == "body":
            return _affordable({**sheet, **{name: int(value) for name, value in values.items()}})
        if key in ("shield", "ready"):
            return {**sheet, key: True}
        return _learned(sheet, key)

    def check(self, sheet: Sheet, before: Sheet | None, options: Options) -> tuple[Problem, ...]:
        over = _spent(sheet) - BUDGET
        gained = sheet.get("points", 0) > (before or {}).get("points", 0)
        return (
            *((Problem("points", "are a GM's to give", "none"),) * gained),
            *((Problem("skill", f"{over} points too many", f"at most {BUDGET} with hits"),) * (over > 0)),
        )

    def awards(self, sheet: Sheet) -> Sequence[Choice]:
        return [Choice("bravery"), *map(Choice, sheet.get("tricks", ()))]

    def awarded(self, sheet: Sheet, what: str, points: int, options: Options) -> Sheet:
        if what not in ("", "bravery"):
            raise RuleViolation(f"Nobody is awarded for {what}.", "Award bravery.")
        return {**sheet, "points": sheet.get("points", 0) + points}


def _spent(sheet: Sheet) -> int:
    return int(sheet["skill"]) + int(sheet["hits"])


def _affordable(sheet: Sheet) -> Sheet:
    if _spent(sheet) > BUDGET:
        raise RuleViolation(f"{_spent(sheet) - BUDGET} points too many.", f"There are {BUDGET}.")
    return sheet


def _making(sheet: Sheet) -> dict[str, Page]:
    blanks = tuple(Blank(key, key.title(), str(sheet[key]), "how much", 3) for key in ("skill", "hits"))
    pages = (
        Page("body", "Skill and hits", blanks=blanks),
        Page("shield", "Carry a shield", asks_gm=True),
        Page("ready", "Into the yard"),
    )
    choices = tuple(Choice(page.key, page.title) for page in pages)
    total = line(f"{_spent(sheet)} of {BUDGET} points.")
    return {page.key: page for page in (Page(BUILD, "What next?", (total,), choices), *pages)}


def _lessons(sheet: Sheet) -> dict[str, Page]:
    weapons = tuple(Page(f"train.{weapon}", f"Train with the {weapon} (1)", back=IMPROVE) for weapon in WEAPONS)
    inner = tuple(Choice(page.key, page.title) for page in weapons)
    teacher = Page("teacher", "Be taught by a master (1)", asks_gm=True, back=IMPROVE)
    steps = (Choice("weapons", "Weapons"), Choice(teacher.key, teacher.title))
    menu = Page(IMPROVE, "Learn what?", (line(f"{sheet.get('points', 0)} points."),), steps)
    group = Page("weapons", "Which one?", choices=(*inner, Choice(IMPROVE, "Back")))
    return {page.key: page for page in (menu, group, teacher, *weapons)}


def _learned(sheet: Sheet, key: str) -> Sheet:
    if not sheet.get("points"):
        raise RuleViolation("1 point too few.", "Fight for it.")
    paid = {**sheet, "points": sheet["points"] - 1}
    if key == "teacher":
        return {**paid, "skill": min(18, sheet["skill"] + 1)}
    weapon = key.partition(".")[2]
    training = sheet.get("training", {})
    return {**paid, "training": {**training, weapon: min(5, training.get(weapon, 0) + 1)}}
