"""How a fight is ended at a tap: a GM is asked first, since undo does not reach behind it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.errors import RuleViolation
from bot.core.views import PUBLIC
from bot.core.wording import Line, Mark, Span, line
from bot.service.button_keys import once_key
from bot.service.case import Case, PlayedScene
from bot.service.names import readable
from bot.service.playing import fights
from bot.service.playing.taps import GONE_ON, SURE
from bot.service.posting.moment_buttons import names_in
from bot.service.requests import Button, Reply, Verb, Weight


def tapped(case: Case, argument: str, once: str) -> Reply:
    """Ask whether to end the fight, or end it where that has been answered and nothing was ordered since."""
    case.check_gm("end the fight")
    played = case.played()
    if played.scene.fight is None:
        raise RuleViolation("That fight is over.", "See /log show for what came of it.")
    now = once_key(case.unit, played)
    if argument != SURE:
        sure = Button("End it", Verb.END, SURE, now, Weight.GRAVE)
        lines = (line("End the fight? Undo does not reach behind that."), *_unseen(case, played))
        return Reply(lines=lines, ephemeral=True, buttons=(sure,))
    if once != now:
        raise RuleViolation(GONE_ON, "Use the newest button, or /init end.")
    return msgspec.structs.replace(fights.end(case), privately=(line("The fight is over."),))


def _unseen(case: Case, played: PlayedScene) -> Iterator[Line]:
    """Yield who still stands where players do not see that: nobody of them sees it, or not since it was down."""
    seen, is_down = played.seen_by(PUBLIC).combatants, played.system.ruleset.is_down
    seen_up = {actor for actor, each in seen.items() if not is_down(each.state)}
    names = readable(played.scene, case.viewer)
    people = played.scene.combatants.items()
    unseen = [names[actor] for actor, each in people if actor not in seen_up and not is_down(each.state)]
    if unseen:
        yield line("Still standing, unseen by players: ", Span(names_in(unseen), Mark.NAME), ".")
