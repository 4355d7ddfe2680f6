"""A fight opens, stands and closes."""

from __future__ import annotations

from bot.core import orders
from bot.core.views import PUBLIC
from bot.core.wording import Line, line, name, note
from bot.service.campaigns.campaigns import LONGEST_TITLE
from bot.service.case import Case, PlayedScene
from bot.service.claims.petitions import open_lines, petition_buttons
from bot.service.names import clean_name
from bot.service.orders.answers import Unworded, answer_to, own_question_buttons, question_buttons
from bot.service.orders.chapters import begun, open_chapter, scene_to_play
from bot.service.orders.fairness import is_sealed
from bot.service.orders.ledger import carry_out, fight_of, is_read_elsewhere, promise
from bot.service.orders.summary import summary
from bot.service.outbox import CLOSING, OPENING, LogThread, Post, TrackerPost
from bot.service.playing.grounds import layout_chosen
from bot.service.playing.lobby import Beginning, gathers, lobby
from bot.service.posting.trackers import status
from bot.service.requests import Button, Reply, Settling, Verb

REMEMBERED_MS = 24 * 3600 * 1000  # Discord delivers no interaction again after a quarter of an hour


def start(
    case: Case, title: str, range_m: float | None = None, ground: str = "", *, now: bool | None = None
) -> Reply | Unworded:
    """Open a fight in a chapter of its own, and promise its log; where nobody is in sight yet people gather first.

    Where fights were fought before they gather only if it is said that it does not begin ``now``, and then whoever is
    here.
    """
    case.check_gm("start a fight")
    title = clean_name(title, LONGEST_TITLE) if title else ""
    layout = layout_chosen(case, range_m, ground)
    found = case.found()
    if _gathers_first(case, found, now):
        return lobby(case, found, Beginning(title, range_m, ground))
    case.unit.forget(case.request.at_ms - REMEMBERED_MS)
    played = scene_to_play(case)
    ended, was_played = played.row.chapter, _was_played(case, played)
    fight = begun(case, played) + 1
    played = open_chapter(case, played, fight)
    log = LogThread(scene_id=played.row.id, fight=fight, in_place=case.logs_in_place)
    case.unit.save_log_thread(log)
    if case.unit.tracker_post(played.row.id) is None:  # a kill before the first post must not leave it unknown
        case.unit.save_tracker_post(TrackerPost(scene_id=played.row.id, tracker=None, channel_id=case.channel_id))
    case.unit.post([promise(played.row, fight, Post.THREAD)])
    if was_played and not is_sealed(case.unit.chapter(played.row.id, ended)):
        case.unit.post([promise(played.row, fight, Post.SECRET, CLOSING, ended)])
    case.unit.post([promise(played.row, fight, Post.SECRET, OPENING, played.row.chapter)])
    apart_m = None if range_m is None else float(range_m)
    recorded = carry_out(case, played, orders.StartFight(title=title, range_m=apart_m, layout=layout))
    case.apart.extend(_still_empty(recorded.after))
    return answer_to(case, recorded)


def _gathers_first(case: Case, found: PlayedScene | None, now: bool | None) -> bool:
    if found is not None and found.scene.fight is not None:
        return False
    if now is not None:
        return not now
    return found is None or (begun(case, found) == 0 and gathers(found))


def _still_empty(played: PlayedScene) -> tuple[Line, ...]:
    """Return how people come into a fight in which everybody sees nobody yet."""
    if played.seen_by(PUBLIC).combatants:
        return ()
    return (line(note("Nobody is in sight yet: /init join brings in your character, /npc add the GM's people.")),)


def _was_played(case: Case, played: PlayedScene) -> bool:
    """Tell whether players know of anything in the chapter that ends; of all else its secret must not tell them."""
    newest = case.unit.page(played.row.id, played.row.numbered + 1, 1, gm=False)
    return bool(newest) and newest[0].ordinal >= case.unit.chapter(played.row.id, played.row.chapter).first


def end(case: Case) -> Reply:
    """Close the fight; what came of it is promised to the log, and of a chapter that is not sealed its secret."""
    case.check_gm("end the fight")
    played = case.played()
    fight, chapter = fight_of(played.scene, played.scene), played.row.chapter
    recorded = carry_out(case, played, orders.EndFight(), ends=chapter)
    after = open_chapter(case, recorded.after, 0)
    sealed = is_sealed(case.unit.chapter(after.row.id, chapter))
    promises = (
        promise(after.row, fight, Post.SUMMARY, recorded.order.ordinal, chapter),
        *(() if sealed else (promise(after.row, fight, Post.SECRET, CLOSING, chapter),)),
        promise(after.row, fight, Post.SECRET, OPENING, after.row.chapter),
    )
    case.unit.post(promises)
    answer = answer_to(case, recorded).worded()
    lines = (*answer.lines, *summary(case.unit, played, chapter))
    alone = is_read_elsewhere(case, fight)
    return Reply(title=answer.title, lines=lines, ephemeral=alone, buttons=(Button("Report", Verb.REPORT),))


def where_it_stands(case: Case) -> Reply:
    """Return the fight as the asker may see it."""
    played = case.played()
    lines = status(case.unit, played, case.viewer)
    asked = (*open_lines(case.unit, played), *_said(played)) if case.gm else ()
    if not lines:
        return Reply(lines=(line("Nobody is here."), line(note("/init join brings in your sheet."))), ephemeral=True)
    fight = played.scene.fight
    title = f"Fight {fight.number}" if fight else "Before the fight"
    told = (line(name(played.system.ruleset.title)), *lines, *asked)
    buttons = _for_the_gm(case, played) if case.gm else own_question_buttons(case, played)
    here = (Button("Show here", Verb.SHOW),) if fight else ()
    return Reply(title=title, lines=told, ephemeral=True, buttons=(*here, *buttons))


def _for_the_gm(case: Case, played: PlayedScene) -> tuple[Button, ...]:
    choices = question_buttons(case.unit, played, everyone=False)
    said = (Button("What players said", Verb.CLAIM, Settling.LIST),) if played.scene.claims else ()
    return (*choices, *petition_buttons(case.unit, played, *played.scene.petitions), *said)


def _said(played: PlayedScene) -> tuple[Line, ...]:
    """Return how much of what players said a GM has still to settle."""
    open_now = len(played.scene.claims)
    return (line(note(f"Said by players and open: {open_now}. See /init claims.")),) if open_now else ()
