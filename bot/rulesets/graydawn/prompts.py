"""What each question of Gray Dawn is about, in words: nobody spends luck blindly."""

from __future__ import annotations

import re

from bot.core.events import Asked
from bot.core.narration import Prompts, who
from bot.core.views import Viewer
from bot.core.wording import Line, line
from bot.rulesets.graydawn.fire.words import FUMBLES

_DEFENCE = re.compile(r"\bdefence (\d+) short")
_FUMBLE = re.compile(rf"\bfumble, ({'|'.join(FUMBLES)})\b")
_START = "initiative fumbled"


def _luck(event: Asked, viewer: Viewer) -> Line:
    against = (" against ", who(event, event.target, viewer)) if event.target else ()
    about = _FUMBLE.sub(lambda found: FUMBLES[found[1]], _DEFENCE.sub(_defended, event.question.detail))
    if about == _START:
        kept = event.question.default.rpartition(" ")[2]
        about = f"{_START} at {kept}, from which a further die is yet to be taken"
    return line(who(event, event.actor, viewer), f" may spend luck: {about}", *against, ".")


def _defended(found: re.Match[str]) -> str:
    """Return by how much a defence fails, which has to beat the attack: what is one short of that is a tie."""
    behind = int(found[1]) - 1
    return f"defence {behind} below the attack" if behind else "defence as high as the attack, which wins a tie"


PROMPTS: Prompts = {"luck": _luck}
