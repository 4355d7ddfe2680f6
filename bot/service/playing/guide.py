"""How to play here, from the system's own list of actions."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping

from bot import __version__
from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec, Input, Kind
from bot.core.wording import Line, line, name, note
from bot.service.case import Case
from bot.service.playing.actors import may_take
from bot.service.requests import Reply
from bot.service.systems import AnyRuleset

FIRST_STEPS = (
    ("/sheet create", "make a character from a template, or /sheet import your own"),
    ("/init start", "the GM opens a fight; /npc add brings in the other side"),
    ("/init join", "bring your character in"),
    ("/attack", "shoot when it is your turn; /act does everything else"),
    ("/init next", "take the default and go on"),
    ("/undo", "take back the last order; the GM may go back further"),
)
MOST_LISTED = 12
BY_HAND = "The GM can still decide it with /damage and /roll."


def help_on(case: Case, topic: str | None) -> Reply:
    """Return the first steps and the actions of the channel's system, or one action with its inputs."""
    actions = actions_for(case, None)
    if topic is None:
        steps = [line(name(command), f": {what}") for command, what in FIRST_STEPS]
        listed = [line(name(spec.title), note(f" /{spec.command} · {spec.about}"), depth=1) for spec in actions]
        title = f"How to play {case.system.ruleset.title}"
        about = line(note(f"Fireteam {__version__}. What I keep of you: /mydata export, /mydata delete."))
        return Reply(title=title, lines=(*steps, line("Actions:"), *listed, about), ephemeral=True)
    found = action_named({spec.name: spec for spec in actions}, topic)
    if found is None:
        raise RuleViolation(f"There is no help on {topic[:40]!r}.", meant(topic, actions))
    return Reply(title=found.title, lines=(line(found.about), *map(_input_line, found.inputs)), ephemeral=True)


def actions_for(case: Case, command: str | None) -> list[ActionSpec]:
    """Return the actions that are played with here and the asker may take, of one slash command or of all."""
    specs = case.actions.values()
    return [spec for spec in specs if command in (None, spec.command) and may_take(case, spec)]


def action_named(actions: Mapping[str, ActionSpec], typed: str) -> ActionSpec | None:
    """Return the action that somebody means, by the name or the title that is read everywhere."""
    wanted = typed.strip().casefold()
    return actions.get(wanted) or next((spec for spec in actions.values() if spec.title.casefold() == wanted), None)


def meant(typed: str, actions: Iterable[ActionSpec]) -> str:
    """Return which actions may have been meant by what was typed, or the first of all there are."""
    known = [spec.name for spec in actions]
    if near := difflib.get_close_matches(typed[:40], known, 3):
        return f"Did you mean {', '.join(near)}? /help lists what there is."
    more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    return f"There are {', '.join(known[:MOST_LISTED])}{more}: /help lists them."


def no_rules(case: Case, ruleset: AnyRuleset, what: str, has: Callable[[AnyRuleset], bool]) -> RuleViolation:
    """Return the refusal of what a system has no rules for: which systems do have them, and what a GM can do
    instead."""
    having = [each.ruleset.title for each in case.house.systems.values() if has(each.ruleset)]
    elsewhere = f"These have: {', '.join(having)}." if having else "No system here has."
    return RuleViolation(f"{ruleset.title} has no rules for {what}.", f"{elsewhere} {BY_HAND}")


def _input_line(item: Input) -> Line:
    needed = " (needed)" if item.required else ""
    allowed = f"; one of {', '.join(item.choices)}" if item.choices else ""
    bounds = f"; {item.lo:g} to {item.hi:g}" if item.kind in (Kind.INT, Kind.NUMBER) else ""
    return line(name(item.key), f": {item.about}{needed}", note(f"{allowed}{bounds}"), depth=1)
