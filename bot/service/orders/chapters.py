"""When a scene and each of its chapters begin, and by which rules and options: what waits unseen must not tell.

As long as players know of nobody in a scene it is as its campaign settles it now, like one in which nobody waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bot.core.errors import RuleViolation
from bot.core.events import Enlisted, Renamed
from bot.core.scene import Scene, with_known_sides
from bot.core.views import GM
from bot.core.wording import Mark, Span, line, name, note
from bot.service.campaign_settings import carried_over, options_of
from bot.service.case import Case, PlayedScene
from bot.service.names import readable
from bot.service.orders.fairness import SCHEME
from bot.service.requests import DirectMessage
from bot.service.rows import NOBODY, AnyScene, ChapterRow, SceneRow
from bot.service.systems import PlayableSystem

_replace = msgspec.structs.replace


def scene_to_play(case: Case) -> PlayedScene:
    """Return the scene of the channel, opened if there is none, and as its campaign settles it now while players know
    of nobody in it: fresh if that is another system.

    Raises:
        RuleViolation: a GM's people wait hidden in it by the old system, and the GM would lose them.
    """
    kept = case.kept()
    if kept is None:
        return _opened(case)
    if not kept.unseen_alone:
        return kept
    if kept.row.ruleset == case.campaign.ruleset:
        return _settled_now(case, kept)
    if case.gm and kept.scene.combatants:
        raise _made_by_other_rules(case, kept)
    case.direct.extend(_told_put_away(case, kept))
    if kept.row.numbered:
        return open_chapter(case, kept, 0)
    case.unit.forget_scene(kept.row.id)  # a second chapter would tell players that there was a first
    return _opened(case)


def _settled_now(case: Case, kept: PlayedScene) -> PlayedScene:
    """Return a scene of which players know nothing, by the options of now: by older ones they could tell that somebody
    waited in it."""
    if kept.row.numbered or kept.scene.pending or kept.scene.options == _frozen(case, kept)[1]:
        return kept
    case.unit.forget_scene(kept.row.id)
    return _opened(case, kept.scene)


def _made_by_other_rules(case: Case, played: PlayedScene) -> RuleViolation:
    before, names = played.system.ruleset, ", ".join(readable(played.scene, case.viewer).values())
    return RuleViolation(
        f"Hidden here by the rules of {before.title}: {names}. Now {case.system.ruleset.title} is played.",
        f"Take them out: /init remove. Or keep the rules here that they are of: /campaign setup ruleset:{before.key}.",
    )


def _told_put_away(case: Case, kept: PlayedScene) -> Iterator[DirectMessage]:
    """Yield what is told each GM of those of their people who wait hidden by other rules and are put away now.

    Nobody is told of whom others have brought in: whoever was a GM then may be none by now.
    """
    where, before, now = str(case.channel_id), kept.system.ruleset.title, case.system.ruleset.title
    more = f"They are put away, since {now} is played there now. Players know nothing of it; /npc add brings in others."
    names = readable(kept.scene, GM)
    by = _brought_in_by(case, kept) if names else {}
    for user_id in dict.fromkeys(by[actor] for actor in names if by.get(actor, NOBODY) != NOBODY):
        theirs = ", ".join(called for actor, called in names.items() if by.get(actor) == user_id)
        where_and_who = (Span(where, Mark.CHANNEL), ": ", name(theirs), ".")
        waited = line("By the rules of ", before, " people of yours waited hidden in ", *where_and_who)
        yield DirectMessage(user_id, (waited, line(note(more))))


def _brought_in_by(case: Case, kept: PlayedScene) -> dict[str, int]:
    """Return which user has brought in each of those who are here, by combatant id."""
    first, head = case.unit.chapter(kept.row.id, kept.row.chapter).first, kept.row.head
    happened = case.unit.events(kept.row.id, first, head, kept.row.ruleset)
    by: dict[str, int] = {}
    for order in case.unit.orders(kept.row.id, first, head):
        for event in happened.get(order.ordinal, ()):
            if isinstance(event, Enlisted):
                by[event.actor] = order.user_id
            elif isinstance(event, Renamed) and event.actor in by:
                by[event.name] = by[event.actor]
    return by


def _opened(case: Case, scene: AnyScene | None = None) -> PlayedScene:
    ruleset = case.system.ruleset
    blank = SceneRow(
        id=0,
        guild_id=case.request.guild_id,
        channel_id=case.channel_id,
        ruleset=ruleset.key,
        ruleset_version=ruleset.version,
    )
    row = case.unit.open_scene(blank)
    return open_chapter(case, PlayedScene(row, scene or Scene(ruleset.empty_state()), case.system), 0)


def open_chapter(case: Case, played: PlayedScene, fight: int) -> PlayedScene:
    """Close the scene's chapter and open the next, with new secrets and what the campaign settles now.

    Where that is another system, whoever is hidden by the old one is put away: players must not tell that they waited.
    """
    unit, row, scene, system = case.unit, played.row, played.scene, played.system
    fights = begun(case, played)
    if row.chapter:
        unit.close_chapter(row.id, row.chapter)
    if played.unseen_alone and system.ruleset.key != case.system.ruleset.key:
        system = case.system
        scene = Scene(system.ruleset.empty_state())
    system, options = _frozen(case, PlayedScene(row, scene, system))
    ruleset = system.ruleset
    scene = _replace(scene, options=options, position=0, fights=fights)
    scene = _replace(scene, apart=True, rounds=0, noticed=0, unseen=0, lost=0)
    scene = with_known_sides(_replace(scene, sides=()))
    known = played.scene if row.chapter and row.ruleset_version == ruleset.version else None
    row = _replace(row, ruleset=ruleset.key, ruleset_version=ruleset.version, chapter=row.chapter + 1)
    unit.open_chapter(_chapter(case, row, fight), scene)
    unit.save(row, known, scene)
    return PlayedScene(row, scene, system)


def _frozen(case: Case, played: PlayedScene) -> tuple[PlayableSystem, dict[str, Any]]:
    """Return the system of a scene and the options as a chapter that opens in it now freezes them."""
    settled, scene = case.campaign.options, played.scene
    key = played.system.ruleset.key
    if scene.combatants:
        settled = carried_over(case.house.system(key).ruleset, settled, scene.options)
    system = case.house.system(key, settled)
    return system, options_of(system.ruleset, settled)


def begun(case: Case, played: PlayedScene) -> int:
    """Return how many fights were ever begun here; one whose start was undone keeps its number, and its thread with
    it."""
    row = played.row
    return max(played.scene.fights, case.unit.chapter(row.id, row.chapter).fight if row.chapter else 0)


def _chapter(case: Case, row: SceneRow, fight: int) -> ChapterRow:
    return ChapterRow(
        scene_id=row.id,
        number=row.chapter,
        first=row.head + 1,
        fight=fight,
        ruleset=row.ruleset,
        ruleset_version=row.ruleset_version,
        public_secret=case.house.secret(),
        gm_secret=case.house.secret(),
        scheme=SCHEME,
    )
