"""The GM's people of a fight that is over come back as they came to it, for another try."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.events import Enlisted, Renamed
from bot.core.scene import Combatant
from bot.service.case import Case, PlayedScene
from bot.service.lookalikes import looks
from bot.service.names import known_like, numbered, seen_like
from bot.service.orders.answers import Unworded, answer_to
from bot.service.orders.chapters import scene_to_play
from bot.service.orders.fight_report import last_of
from bot.service.orders.history import live_events
from bot.service.orders.ledger import carry_out
from bot.service.playing.npcs import code_names
from bot.service.rows import ChapterRow


def same_again(case: Case, chapter_number: int) -> Unworded:
    """Bring the GM's people of a closed fight into the scene as they came into that one, but for those who are here.

    Raises:
        RuleViolation: the asker is no GM, that fight is not over or was played by another system, or all are here.
    """
    case.check_gm("bring people back")
    played = scene_to_play(case)
    chapter = _closed_chapter(case, played, chapter_number)
    recruits = [each for each in _recruits(case, played, chapter) if not _is_here(played, each)]
    if not recruits:
        raise RuleViolation("There is nobody to bring back.", "Whoever of them is here stays; add others: /npc add.")
    parts = [tuple(each for each in recruits if each.hidden is hidden) for hidden in (False, True)]
    answers: list[Unworded] = []
    for part in filter(None, parts):
        come = _told_apart(case, played, part)
        recorded = carry_out(case, played, come[0] if len(come) == 1 else orders.EnlistMany(recruits=come))
        played = recorded.after
        answers.append(answer_to(case, recorded))
    return answers[0]


def _is_here(played: PlayedScene, recruit: orders.Enlist) -> bool:
    """Tell whether the GM's one is here already; by somebody hidden nobody must tell who comes back for all to see."""
    found = played.scene.combatants.get(recruit.name)
    return found is not None and found.guarded and (recruit.hidden or not found.hidden)


def _closed_chapter(case: Case, played: PlayedScene, number: int) -> ChapterRow:
    if not 0 < number < played.row.chapter:
        raise RuleViolation("That fight is not over.", "End it first: /init end.")
    chapter = case.unit.chapter(played.row.id, number)
    if not chapter.fight or chapter.ruleset != played.system.ruleset.key:
        raise RuleViolation("Those people were of another rule system.", "Add new ones: /npc add.")
    return chapter


def _recruits(case: Case, played: PlayedScene, chapter: ChapterRow) -> list[orders.Enlist]:
    """Return orders that bring back whoever of the GM's was there at the beginning, or came later."""
    start = case.unit.checkpoint(chapter)
    squads = {member: name for name, squad in start.squads.items() for member in squad.members}
    guarded = {actor: each for actor, each in start.combatants.items() if each.guarded}
    came = {actor: _order(actor, each, squads.get(actor, "")) for actor, each in guarded.items()}
    for _, events in live_events(case.unit, chapter, last_of(case.unit, chapter, played.row.head)):
        for event in events:
            match event:
                case Enlisted(owner=0, back=0):
                    came[event.actor] = _order(event.actor, event, event.squad)
                case Renamed() if event.actor in came:
                    came[event.name] = replace(came.pop(event.actor), name=event.name, looks=event.looks)
                case _:
                    pass
    return list(came.values())


def _told_apart(case: Case, played: PlayedScene, recruits: tuple[orders.Enlist, ...]) -> tuple[orders.Enlist, ...]:
    """Return recruits of whom nobody reads like somebody who is here: a player may be called so by now.

    They are named as others who are added: in sight by a number, hidden by a code name.
    """
    names, scene = {each.name for each in recruits}, played.scene

    def called(one: orders.Enlist) -> orders.Enlist:
        if not known_like(scene, one.name) if one.hidden else seen_like(scene, one.name) is None:
            return one
        many = len(names) + 1
        free = code_names(case, played, one.name, many) if one.hidden else numbered(scene, one.name, many, alone=False)
        name = next(each for each in free if each not in names)
        return replace(one, name=name, looks=looks(name))

    return tuple(map(called, recruits))


def _order(actor: str, came: Combatant[Any] | Enlisted, squad: str) -> orders.Enlist:
    return orders.Enlist(
        name=actor,
        owner=0,
        side=came.side,
        sheet=came.sheet,
        hidden=came.hidden,
        looks=came.looks or looks(actor),
        squad=squad,
    )
