"""What is said of a game has words in it, and no keys of tables with their underscores."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot import app
from bot.core import engine
from bot.core.events import SheetEdited
from bot.core.views import GM, PUBLIC, Viewer, view
from tests.rulesets.play import Step, played
from tests.rulesets.registry import entry

pytestmark = pytest.mark.untraced

SEEDS = range(8)
KEY = re.compile(r"(?<![\w/=:])[a-z0-9]+(?:_[a-z0-9]+)+(?![\w=:])")
"""A word with an underscore, but for what is typed as it stands: an input, its value, a switch, or a command."""


def said(key: str, step: Step, viewer: Viewer) -> Iterator[str]:
    """All that somebody reads by a step: of what happened, and of how everybody stands; a file has keys of its own."""
    ruleset, scene = entry(key).ruleset, step.after or step.before
    for event in step.events:
        if not isinstance(event, SheetEdited):
            yield from (line.text for line in engine.lines(ruleset, event, viewer))
    if step.refusal:
        yield str(step.refusal)
    known = view(scene, viewer, ruleset)
    yield ruleset.clock(known).text
    yield from (ruleset.status(known, actor, viewer).text for actor in known.combatants)
    for report in ruleset.reports.values():
        yield from (line.text for line in report(known, "", viewer))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", app.SYSTEMS)
def test_no_key_stands_where_a_word_does(key: str, seed: int) -> None:
    ruleset = entry(key).ruleset
    typed = {item.key for spec in ruleset.actions.values() for item in spec.inputs} | ruleset.options.keys()
    for step in played(key, seed):
        for viewer in (GM, PUBLIC):
            for text in said(key, step, viewer):
                assert set(KEY.findall(text)) <= typed, text
