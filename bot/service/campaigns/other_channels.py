"""In which channels a GM's people stand in the way of another rule system for the whole server."""

from __future__ import annotations

from bot.core.errors import NewerError
from bot.core.wording import Mark, Span, line, note
from bot.service.campaign_settings import is_gm, kept, laid_over
from bot.service.case import Case, played_scene
from bot.service.requests import Reply
from bot.service.rows import SceneRow

MOST_NAMED = 20
REMEDY = "There, take them out with /init remove, or keep its rules with /campaign setup; then say this once more."


def refusal_for_waiting(case: Case, ruleset: str) -> Reply | None:
    """Return the refusal where the asker is a GM of people who wait hidden for a fight in a channel that would turn.

    They are put away once somebody plays there by another system, so that players cannot tell that they waited; for
    the same reason nobody is told of them who is no GM of that channel.
    """
    rows = case.unit.scenes_in(case.request.guild_id)
    waiting = [row.channel_id for row in rows if row.ruleset != ruleset and _waits_unseen(case, row)]
    if not waiting:
        return None
    channels = [part for each in waiting[:MOST_NAMED] for part in (", ", Span(str(each), Mark.CHANNEL))][1:]
    more = f" and {len(waiting) - MOST_NAMED} more" if len(waiting) > MOST_NAMED else ""
    told = line("By the rules of before, people of yours wait hidden in ", *channels, f"{more}.")
    return Reply(lines=(told, line(note(REMEDY))), ephemeral=True, refusal=True)


def _waits_unseen(case: Case, row: SceneRow) -> bool:
    """Tell whether somebody waits hidden in a scene that plays by the server's system, as the asker may know."""
    found = case.unit.campaign(row.guild_id, row.channel_id)
    campaign = laid_over(found.get(0), found.get(row.channel_id), case.house.default, row.guild_id)
    if kept(found.get(row.channel_id)).ruleset or not is_gm(campaign, case.request):
        return False
    try:
        scene = played_scene(case.unit, row, case.house).scene
    except NewerError:
        return False
    return scene.fight is None and any(each.hidden for each in scene.combatants.values())
