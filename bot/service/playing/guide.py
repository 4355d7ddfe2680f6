"""How to play here, from the system's own list of actions."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping

import msgspec

from bot import __version__
from bot.core.errors import RuleViolation
from bot.core.options import ActionSpec, Choice, Input, Kind
from bot.core.wording import Line, digits, line, name, note
from bot.service.case import Case
from bot.service.handbooks import Handbook
from bot.service.playing.actors import may_take
from bot.service.playing.plain_words import Page, action_line, found_by
from bot.service.requests import Button, Menu, Reply, Verb, Weight
from bot.service.systems import AnyRuleset

FIRST_STEPS = (
    ("/sheet create", "make a character from a template, or /sheet import your own"),
    ("/init start", "the GM opens a fight; /npc add brings in the other side"),
    ("/init join", "bring your character in"),
    ("/attack", "shoot when it is your turn; /act does everything else"),
    ("/init next", "take the default and go on"),
    ("/undo", "take back the last order; the GM may go back further"),
    ("More", "choose below, or type /help topic: with an action or a word of the rules"),
)
MOST_LISTED = 12
MOST_TYPED = 40
LISTS = {"training", "glossary", "actions", "version"}
"""Pages in which no word is looked for: lists of what is looked through anyway, and what is no reading."""
TRAINING = "training"
TRAINING_WORDS = (
    "A fight of a recruit against a target, in eight short steps, each with a button and with what you would type.",
    "You alone see it: it is in nobody's way, whatever is played here, and nothing of it is kept.",
    "Its dice fall alike for everybody, so that it goes the same way each time.",
)
BY_HAND = "The GM can still decide it with /damage apply and /roll."


def help_on(case: Case, topic: str | None) -> Reply:
    """Return the first steps with a menu of topics, or what there is to say of one: a topic, a word or an action.

    Raises:
        RuleViolation: there is no such topic; the remedy names what may be meant.
    """
    if topic is None:
        steps = tuple(line(name(command), f": {what}") for command, what in FIRST_STEPS)
        title = f"How to play {case.system.ruleset.title}"
        return Reply(title=title, lines=steps, ephemeral=True, menu=_menu(case))
    told = _told(case, topic)
    return msgspec.structs.replace(told, ephemeral=True, menu=_menu(case))


def _told(case: Case, topic: str) -> Reply:
    wanted, actions = topic.strip().casefold(), actions_for(case, None)
    pages, words = _pages(case), {key.casefold(): key for key in _handbook(case).glossary}
    found = action_named({spec.name: spec for spec in actions}, topic)
    if wanted in pages:
        title, _, lines = pages[wanted]
        return Reply(title=title, lines=lines, buttons=_start(case) if wanted == TRAINING else ())
    if found is not None:
        return Reply(title=found.title, lines=(line(found.about, *_when(case, found)), *map(_input_line, found.inputs)))
    if wanted in words:
        key = words[wanted]
        return Reply(title=key, lines=(line(_handbook(case).glossary[key]),))
    read = {key: page for key, page in pages.items() if key not in LISTS}
    if lines := found_by(topic[:MOST_TYPED], actions, read, _handbook(case).glossary):
        return Reply(title=f"What there is on {wanted[:MOST_TYPED]!r}", lines=lines)
    raise RuleViolation(
        f"There is no help on {topic[:MOST_TYPED]!r}.", f"Pages: {', '.join(pages)}. {meant(topic, actions)}"
    )


def _when(case: Case, spec: ActionSpec) -> tuple[str, ...]:
    """Return what an action is for, where its moments have names."""
    moments = case.system.ruleset.moments(spec.kinds)
    return (f"; for {' or '.join(moments)}",) if moments else ()


def _start(case: Case) -> tuple[Button, ...]:
    return (Button("Start", Verb.TRAINING, f"{case.system.ruleset.key}.0", weight=Weight.MAIN),)


def _handbook(case: Case) -> Handbook:
    return case.house.handbooks.get(case.system.ruleset.key, Handbook())


def _pages(case: Case) -> dict[str, Page]:
    """Return the pages of the menu by what is chosen there, of the channel's system first."""
    title, book = case.system.ruleset.title, _handbook(case)
    words = tuple(line(name(word), f": {meaning}") for word, meaning in book.glossary.items())
    offered = actions_for(case, None)
    actions = tuple(map(action_line, offered))
    found: dict[str, Page] = {
        TRAINING: ("A training fight", "eight short steps against a target", _training_words(book)),
        "cheat_sheet": (f"{title} on one page", "the rules at a glance", tuple(map(line, book.cheat_sheet))),
        "sample_turn": ("A sample turn", "how it is played", tuple(map(line, book.sample_turn))),
        "glossary": ("Words of the rules", "what they mean", words),
        "actions": ("All actions", "what you may do, and by which command", actions),
        **{key: (each.title, each.about, tuple(map(line, each.lines))) for key, each in case.house.topics.items()},
        "version": ("This bot", "its version", (line(f"Fireteam {__version__}."),)),
    }
    return {key: page for key, page in found.items() if page[2]}


def _training_words(book: Handbook) -> tuple[Line, ...]:
    return tuple(map(line, TRAINING_WORDS)) if book.training else ()


def _menu(case: Case) -> Menu:
    choices = tuple(Choice(key, f"{title}: {about}") for key, (title, about, _) in _pages(case).items())
    return Menu("What would you like to read?", "topic", choices, Verb.HELP)


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
    instead.

    Raises:
        UnmadeError: it is not known yet which have them.
    """
    having = [each.ruleset.title for each in case.house.each() if has(each.ruleset)]
    elsewhere = f"These have: {', '.join(having)}." if having else "No system here has."
    return RuleViolation(f"{ruleset.title} has no rules for {what}.", f"{elsewhere} {BY_HAND}")


def _input_line(item: Input) -> Line:
    needed = " (needed)" if item.required else ""
    allowed = f"; one of {', '.join(item.choices)}" if item.choices else ""
    bounds = f"; {digits(item.lo)} to {digits(item.hi)}" if item.kind in (Kind.INT, Kind.NUMBER) else ""
    return line(name(item.key), f": {item.about}{needed}", note(f"{allowed}{bounds}"), depth=1)
