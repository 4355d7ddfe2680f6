"""What can be looked up beside the state of a fight, topic by topic, as far as the asker may know."""

from __future__ import annotations

from bot.core.wording import line, note
from bot.service.case import Case
from bot.service.names import resolve
from bot.service.playing.actors import check_command
from bot.service.playing.guide import no_rules
from bot.service.requests import Reply


def report(case: Case, topic: str, actor: str | None) -> Reply:
    """Return what the channel's system tells of a topic, about somebody or about everybody.

    Raises:
        RuleViolation: it is the GM's to see, the system has no rules for it, nothing was played here, or nobody of
            that name is in sight.
    """
    check_command(case)
    found = case.found()
    ruleset = (found or case).system.ruleset
    told = ruleset.reports.get(topic)
    if told is None:
        raise no_rules(case, ruleset, f"/{case.request.command or topic}", lambda each: topic in each.reports)
    played = case.known(found)
    about = resolve(played.scene, case.viewer, actor) if actor else ""
    lines = told(played.seen_by(case.viewer), about, case.viewer)
    return Reply(title=topic.title(), lines=lines or (line(note("Nothing that you know of.")),), ephemeral=True)
