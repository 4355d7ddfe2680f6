"""What each question of Gray Dawn is about, in words: nobody spends luck blindly."""

from __future__ import annotations

import re

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer
from bot.core.wording import Line, counted, line
from bot.rulesets.graydawn.fire.words import FUMBLES

_DEFENCE = re.compile(r"\bdefence (\d+) short")
_FUMBLE = re.compile(rf"\bfumble, ({'|'.join(FUMBLES)})\b")
_HITS = re.compile(r"\b(attack|burst) with (\d+)")
_START = "initiative fumbled"
MOST_NAMED = 3
"""Of how many rolls is said what they show, where luck can change more of them: the choices say it of all."""


def _luck(event: Asked, viewer: Viewer) -> Line:
    against = (" against ", who(event, event.target, viewer)) if event.target else ()
    about = _FUMBLE.sub(lambda found: FUMBLES[found[1]], _DEFENCE.sub(_defended, event.question.detail))
    about = _few(_HITS.sub(lambda found: f"{found[1]} with {counted(int(found[2]), 'hit')}", about))
    if about == _START:
        kept = event.question.default.rpartition(" ")[2]
        about = f"{_START} at {kept}, from which a further die is yet to be taken"
    return line(who(event, event.actor, viewer), f" may spend luck: {about}", *against, ".")


def _few(about: str) -> str:
    """Return the first of many rolls, and how many more there are."""
    rolls = about.split(", ")
    left = len(rolls) - MOST_NAMED
    return about if left < 2 else f"{', '.join(rolls[:MOST_NAMED])} and {left} more rolls"


def _defended(found: re.Match[str]) -> str:
    """Return by how much a defence fails, which has to beat the attack: what is one short of that is a tie."""
    behind = int(found[1]) - 1
    return f"defence {behind} below the attack" if behind else "defence as high as the attack, which wins a tie"


PROMPTS: Prompts = {"luck": _luck}
