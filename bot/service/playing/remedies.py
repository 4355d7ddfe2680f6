"""What is refused is answered with what would work, and where that is an action with a button that opens it."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from bot.core.errors import RuleViolation
from bot.service.case import Case
from bot.service.requests import Button, Reply, Verb, refused

COMMAND: Final = "act"
NAMED: Final = re.compile(rf"/{COMMAND} action:(\w+)")
MOST = 3


def remedied(case: Case, refusal: RuleViolation) -> Reply:
    """Return the answer to what may not be done, with a button for each action that its remedy names."""
    actions = case.system.ruleset.actions_under(case.campaign.options)
    named = [actions[name] for name in dict.fromkeys(NAMED.findall(refusal.remedy)) if name in actions]
    open_ = [spec for spec in named if case.gm or not spec.gm_only]
    buttons = tuple(Button(spec.title, Verb.PANEL, spec.name) for spec in open_[:MOST])
    return msgspec.structs.replace(refused(refusal), buttons=buttons)
