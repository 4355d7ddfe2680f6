"""What holds for the pages of every system that has some, whatever stands on the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from bot import app
from bot.core.building import BUILD, IMPROVE, LONGEST_PAGE, MOST_BLANKS, Builder, Page
from bot.core.dice import Ask, Roll
from bot.core.errors import RuleViolation
from bot.core.options import LONGEST_CHOICE, MOST_CHOICES
from bot.core.scene import Sheet
from bot.core.sheets import checked
from bot.render import limits
from tests.rulesets import drawing
from tests.rulesets.registry import entry
from tests.rulesets.toy.builder import ToyBuilder

pytestmark = pytest.mark.untraced

SEEDS = 12
SYSTEMS = app.house().systems
BUILDERS: Mapping[str, Builder] = {
    "toy": ToyBuilder(),
    **{key: system.builder for key, system in SYSTEMS.items() if system.builder},
}
every_builder = pytest.mark.parametrize("key", BUILDERS)
every_draw = pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in BUILDERS for seed in range(SEEDS)])


def throw(ask: Ask) -> Roll:
    """The same faces always."""
    return Roll(ask.label, ask.sides, (ask.sides,) * ask.count, 0)


def begun(key: str, raw: Sheet) -> Sheet:
    """What making a character begins with, checked like any sheet."""
    sheet, problems = checked(entry(key).ruleset.sheet, BUILDERS[key].begun(raw, throw, {}))
    assert problems == ()
    return sheet


def reached(key: str, sheet: Sheet) -> dict[str, Page]:
    """The pages of a sheet that can be reached, by their keys."""
    pages: dict[str, Page] = {}
    waiting = [BUILD, IMPROVE]
    while waiting:
        wanted = waiting.pop()
        try:
            pages[wanted] = BUILDERS[key].page(sheet, wanted, {})
        except RuleViolation:
            assert wanted in (BUILD, IMPROVE)
            continue
        waiting += [choice.value for choice in pages[wanted].choices if choice.value not in pages]
    return pages


def fits(page: Page) -> bool:
    """Whether Discord would take a page."""
    keys = {choice.value for choice in page.choices}
    counts = len(page.blanks) <= MOST_BLANKS and len(page.choices) == len(keys) <= MOST_CHOICES
    blanks = all(0 < len(blank.label) <= limits.FORM_LABEL for blank in page.blanks)
    labels = all(0 < len(text) <= LONGEST_CHOICE for text in (page.title, *(each.label for each in page.choices)))
    text = sum(len(line.text) + 1 for line in page.lines)
    return counts and blanks and labels and text < limits.MESSAGE * limits.ANSWERS and len(page.key) <= LONGEST_PAGE


def after(key: str, sheet: Sheet, page: Page) -> Sheet:
    """A sheet after a page was filled in with what stands in its blanks, or as it was where that is refused."""
    values = {blank.key: blank.value or "3" for blank in page.blanks}
    try:
        return sheet if page.choices else BUILDERS[key].filled(sheet, page.key, values, {})
    except RuleViolation:
        return sheet


@every_draw
def test_every_page_fits_discord(key: str, seed: int) -> None:
    sheet = drawing.sheet(entry(key).ruleset, Random(seed))
    pages = reached(key, sheet)
    assert pages
    assert [page.key for page in pages.values() if not fits(page)] == []


@every_draw
def test_whatever_is_filled_in_makes_a_sheet(key: str, seed: int) -> None:
    ruleset = entry(key).ruleset
    sheet = drawing.sheet(ruleset, Random(seed))
    made = [after(key, sheet, page) for page in reached(key, sheet).values()]
    assert [checked(ruleset.sheet, each)[1] for each in made if checked(ruleset.sheet, each)[1]] == []


@every_draw
def test_whatever_is_built_stays_within_what_may_be_written(key: str, seed: int) -> None:
    builder, rng = BUILDERS[key], Random(seed)
    sheet = begun(key, {})
    for _ in range(30):
        pages = [page for page in reached(key, sheet).values() if not page.asks_gm]
        sheet = after(key, sheet, rng.choice(pages))
        assert builder.check(sheet, sheet, {}) == ()


@every_builder
def test_every_template_can_be_begun_with_and_keeps_to_the_rules(key: str) -> None:
    sheets = [begun(key, template) for template in entry(key).templates.values()]
    assert sheets
    assert [BUILDERS[key].check(sheet, None, {}) for sheet in sheets if BUILDERS[key].check(sheet, None, {})] == []


@every_builder
def test_an_award_can_be_given_for_whatever_is_offered(key: str) -> None:
    builder, sheet = BUILDERS[key], begun(key, {})
    awarded = [builder.awarded(sheet, choice.value, 5, {}) for choice in builder.awards(sheet)]
    assert awarded
    assert all(checked(entry(key).ruleset.sheet, each)[1] == () for each in awarded)


NONSENSE = (
    "",
    " ",
    "-1",
    "9" * 400,
    "½",
    "²",
    "٣",
    "1e3",
    "0x1",
    "\n",
    "@everyone",
    "🎯" * 40,
    "x" * 4000,
    "Rifle",
    "a.b",
)


@pytest.mark.parametrize(("key", "seed"), [(key, seed) for key in BUILDERS if key != "toy" for seed in range(SEEDS)])
def test_nonsense_is_refused_or_fits_and_stale_menus_break_nothing(key: str, seed: int) -> None:
    builder, ruleset, rng = BUILDERS[key], entry(key).ruleset, Random(seed)
    sheet = begun(key, {})
    stale = list(reached(key, sheet).values())
    for _ in range(20):
        page = rng.choice([*stale, *reached(key, sheet).values()])
        values = {blank.key: rng.choice((*NONSENSE, "1", "2")) for blank in page.blanks if rng.random() < 0.9}
        try:
            made = builder.filled(sheet, page.key, values, {})
        except RuleViolation:
            continue
        assert checked(ruleset.sheet, made)[1] == ()
        assert [each.key for each in reached(key, made).values() if not fits(each)] == []
        sheet = made
