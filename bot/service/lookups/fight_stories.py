"""A fight that is over is told again: as a report, or as a whole story to keep, with a picture for each round."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from bot.core.errors import RuleViolation
from bot.core.timeline import Key
from bot.core.wording import line
from bot.service.case import Case, PlayedScene
from bot.service.orders.automatic_events import waits_for_hidden
from bot.service.orders.fight_report import fight_report, last_of, reported_chapter
from bot.service.orders.history import folded, live_events
from bot.service.orders.logs import export, told_entries
from bot.service.orders.report_words import report_lines
from bot.service.posting.pictures import pictured
from bot.service.requests import Button, FightStory, Reply, RoundPicture, StoryForm, Verb
from bot.service.rows import AnyScene, ChapterRow

MOST_PICTURES = 24


def report(case: Case) -> Reply:
    """Return what the last fight of the channel came to, as far as the asker may read it.

    Raises:
        RuleViolation: no fight is over yet; a GM may ask about one that is on.
    """
    played, chapter, start = _asked(case)
    ruleset = case.house.system(chapter.ruleset, start.options).ruleset
    found = fight_report(case.unit, ruleset, chapter, last_of(case.unit, chapter, played.row.head), case.viewer)
    again = case.gm and chapter.closed and played.scene.fight is None
    buttons = (Button("Same again", Verb.SAME_AGAIN, str(chapter.number)),) if again else ()
    return Reply(title=found.heading, lines=report_lines(found), ephemeral=True, buttons=buttons, card=found)


def story(case: Case, form: StoryForm) -> Reply:
    """Return the last fight of the channel as a file to keep; the log of all fights as JSON.

    Raises:
        RuleViolation: there is no fight to tell of, or it had no ground to be drawn.
    """
    if form is StoryForm.JSON:
        return export(case)
    played, chapter, start = _asked(case)
    last = last_of(case.unit, chapter, played.row.head)
    ruleset = case.house.system(chapter.ruleset, start.options).ruleset
    rounds = () if form is StoryForm.MARKDOWN else tuple(_few([*_rounds(case, played, chapter, start, last)]))
    if form is StoryForm.ANIMATION and not rounds:
        raise RuleViolation("That fight had no ground to draw.", "Get its words: /log export as:page.")
    found = fight_report(case.unit, ruleset, chapter, last, case.viewer)
    told = FightStory(
        report=found,
        lines=report_lines(found),
        entries=told_entries(case, chapter, last),
        rounds=rounds,
        form=form,
    )
    return Reply(lines=(line(f"{found.heading} as a file."),), ephemeral=True, story=told)


def _asked(case: Case) -> tuple[PlayedScene, ChapterRow, AnyScene]:
    """Return the scene of the channel, the chapter that is asked about, and what it began with."""
    played = case.played()
    chapter = reported_chapter(case, played)
    return played, chapter, case.unit.checkpoint(chapter)


def _rounds(case: Case, played: PlayedScene, chapter: ChapterRow, start: AnyScene, last: int) -> Iterator[RoundPicture]:
    """Yield how the ground looked to the asker when each round ended, as far as it was laid.

    Players see no moment at which only the hidden may act, since in a fight without those there is none; but where
    there was no other they see that one.
    """
    system = case.house.system(chapter.ruleset, start.options)
    ruleset, scene = system.ruleset, start
    ended: dict[Key, RoundPicture] = {}
    waiting: dict[Key, RoundPicture] = {}
    for order, events in live_events(case.unit, chapter, last):
        case.unit.breathe()
        scene = folded(ruleset, scene, order, events)
        row = msgspec.structs.replace(played.row, head=order.ordinal, chapter=chapter.number)
        then = PlayedScene(row, scene, system)
        seen = then.seen_by(case.viewer)
        if seen.fight is None or seen.ground is None:
            continue
        ground = pictured(case.unit, then, seen, case.viewer, case.house.materials)
        found = waiting if waits_for_hidden(scene) and not case.gm else ended
        found[ruleset.period(scene)] = RoundPicture(ruleset.clock(seen).text, ground)
    return iter((ended or waiting).values())


def _few(rounds: list[RoundPicture]) -> Iterator[RoundPicture]:
    """Yield as many as there may be, evenly chosen, the last of them always."""
    wanted = min(len(rounds), MOST_PICTURES)
    return (rounds[(number + 1) * len(rounds) // wanted - 1] for number in range(wanted))
