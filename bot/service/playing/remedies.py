"""What is refused is answered with what would work, and where that is an action with a button that opens it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Final

import msgspec

from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec
from bot.service.case import Case
from bot.service.playing.joining import ElsewhereError
from bot.service.playing.slash_words import command_of
from bot.service.requests import Button, Reply, Verb, refused

ONLY: Final = "Now only: "
MOST = 3


def remedied(case: Case, refusal: RuleViolation) -> Reply:
    """Return the answer to what may not be done, with a button for each action that its remedy names, and what channel
    stands in the way."""
    actions = case.system.ruleset.actions_under(case.campaign.options).values()
    named = [spec for _, spec in sorted(_named(actions, refusal.remedy), key=itemgetter(0))]
    open_ = [spec for spec in named if case.gm or not spec.gm_only]
    buttons = tuple(Button(spec.title, Verb.PANEL, spec.name) for spec in open_[:MOST])
    doubted = refusal.channel_id if isinstance(refusal, ElsewhereError) else 0
    return msgspec.structs.replace(refused(refusal), buttons=buttons, doubted=doubted)


def _named(actions: Iterable[ActionSpec], remedy: str) -> Iterator[tuple[int, ActionSpec]]:
    """Yield the actions that a remedy names by their command, or by their title where it lists them; with where."""
    listed = remedy.removeprefix(ONLY).rstrip(".").split(", ") if remedy.startswith(ONLY) else []
    for spec in actions:
        if found := re.search(rf"/(?:{re.escape(command_of(spec))}|act action:{spec.name})\b", remedy):
            yield found.start(), spec
        elif spec.title in listed:
            yield listed.index(spec.title), spec
