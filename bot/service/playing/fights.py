"""Fights open and close, people come and go, and the GM sets the scene."""

from __future__ import annotations

import msgspec

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.scene import Petition, Sheet
from bot.core.views import PUBLIC
from bot.core.wording import Line, line, name, note, shown
from bot.service.campaigns.campaigns import LONGEST_TITLE
from bot.service.case import Case, PlayedScene
from bot.service.claims.petitions import ask, open_lines, petition_buttons
from bot.service.lookalikes import looks
from bot.service.names import (
    clean_name,
    clean_person,
    codewords,
    codewords_in_turn,
    known_like,
    numbered,
    resolve,
    seen_like,
)
from bot.service.orders.answers import Unworded, answer_to, own_question_buttons, question_buttons, with_more
from bot.service.orders.fairness import is_sealed
from bot.service.orders.ledger import (
    NOT_NOW,
    WAIT,
    begun,
    carry_out,
    fight_of,
    open_chapter,
    promise,
    scene_to_play,
    stands_in_log,
)
from bot.service.orders.squad_moments import squad_acts
from bot.service.orders.summary import summary
from bot.service.outbox import CLOSING, OPENING, LogThread, Post, TrackerPost
from bot.service.playing.actors import check_answer, chosen_actor, may_act_for
from bot.service.playing.grounds import layout_chosen, where_said
from bot.service.playing.haste import was_overtaken
from bot.service.playing.lobby import Beginning, gathers, lobby
from bot.service.posting.trackers import status
from bot.service.requests import Button, Reply, Settling, Verb
from bot.service.rows import SheetRow
from bot.service.sheets.in_use import own_sheets
from bot.service.sheets.out_of_action import told_condition
from bot.service.sheets.ready_made import needed
from bot.service.sheets.returning import away, comes_back_as, told_name
from bot.service.sheets.sheets import NAME, check_fits, checked_sheet, sheet_named
from bot.service.switches import ANYBODY, ASK, JOINING, NOBODY

LONGEST_SIDE = 20
PARTY, FOES = "party", "foes"
MOST_AT_ONCE = 30
MOST_OF_ONE = 10  # sheets that one player brings into a scene
REMEMBERED_MS = 24 * 3600 * 1000  # Discord delivers no interaction again after a quarter of an hour


class Npcs(msgspec.Struct, frozen=True, kw_only=True):
    """Combatants of the GM as they are asked for: of a ``template`` or copies of a ``sheet`` of the asker's, and ``at``
    which place they stand."""

    template: str | None = None
    sheet: str | None = None
    count: int = 1
    side: str | None = None
    name: str | None = None
    at: str | None = None
    hidden: bool = False


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
    alone = case.elsewhere or stands_in_log(case, fight)
    return Reply(title=answer.title, lines=lines, ephemeral=alone, buttons=(Button("Report", Verb.REPORT),))


def join(case: Case, sheet: str | None, side: str | None) -> Reply | Unworded:
    """Bring a sheet of the asker into the scene; who has none is shown how to make one.

    Who comes for the first time and is out of action is let in, and told so: a GM may have reasons.
    """
    if sheet is None and case.system.templates and not own_sheets(case):
        return needed(case)
    played = scene_to_play(case)
    row = sheet_named(case, sheet, played.row.ruleset)
    order = entry(case, played, row, clean_person(side, LONGEST_SIDE) if side else None)
    _check_few(case, played)
    still = told_name(played.scene, row)
    case.apart.extend(() if away(played.scene, row) else told_condition(played, row))
    if _needs_leave(case, played, row):
        asked = ask(case, played, Petition(row.owner_id, order.name, row.id, side=order.side))
        return msgspec.structs.replace(asked, lines=(*asked.lines, *still))
    case.unit.save_sheet(msgspec.structs.replace(row, moves=row.moves + 1))
    return with_more(answer_to(case, carry_out(case, played, order)), aloud=still)


def _check_few(case: Case, played: PlayedScene) -> None:
    """Raise RuleViolation for a player who has brought in as many as one may."""
    theirs = [each for each in played.scene.combatants.values() if each.owner == case.request.user_id]
    if not case.gm and len(theirs) >= MOST_OF_ONE:
        raise RuleViolation(f"You play {MOST_OF_ONE} here already.", "Take one out with /init remove, or ask a GM.")


def _needs_leave(case: Case, played: PlayedScene, row: SheetRow) -> bool:
    """Tell whether a GM must let a sheet in: into a running fight as the campaign has it, and where it left another
    one. What it is called by now makes it no other.

    Raises:
        RuleViolation: nobody is let in.
    """
    scene = played.scene
    if scene.fight is None or case.gm:
        return False
    joining = scene.options.get(JOINING, ANYBODY)
    if joining == NOBODY:
        raise RuleViolation("Nobody may join a running fight here.", "Join before the next one, or ask a GM.")
    kept = away(scene, row)
    left_with = msgspec.to_builtins(played.system.ruleset.project(kept.combatant, scene.options)) if kept else row.sheet
    return joining == ASK or {**row.sheet, NAME: ""} != {**left_with, NAME: ""}


def entry(case: Case, played: PlayedScene, row: SheetRow, side: str | None) -> orders.Enlist:
    """Return the order that brings a sheet into the scene, on the side that it left if it has been here before.

    Raises:
        RuleViolation: it is in a fight, or its name would be taken for another's.
    """
    _check_free(case, row)
    check_fits(played.system.ruleset, row.sheet)
    kept, called = away(played.scene, row), comes_back_as(played.scene, row)
    if not called:
        _check_name(played, row.name)
    called = called or row.name
    usual = kept.combatant.side if kept else PARTY
    return orders.Enlist(
        name=called,
        owner=row.owner_id,
        side=side or usual,
        sheet=row.sheet,
        sheet_id=row.id,
        looks=looks(called),
    )


def _check_free(case: Case, row: SheetRow) -> None:
    found = case.unit.enlisted_in(row.id)
    if found and found[0].channel_id == case.channel_id:
        raise RuleViolation(f"{row.name} is here already.", "See /init status.")
    if found:
        raise RuleViolation(
            f"{row.name} is in another channel's fight.",
            "Leave it there with /init remove first, or bring another sheet.",
        )


def _check_name(played: PlayedScene, called: str) -> None:
    """Raise RuleViolation where a reader could not tell a newcomer from somebody in sight, or from the bot's words."""
    clean_person(called)
    other = seen_like(played.scene, called)
    if other is not None:
        same = f"Somebody else called {called} is here."
        near = f"{called} reads like {other}, who is here."
        wrong = same if other.casefold() == called.casefold() else near
        raise RuleViolation(wrong, "Give your sheet another name: /sheet edit path:name.")


def add_npcs(case: Case, wanted: Npcs) -> Reply | Unworded:
    """Bring combatants of the GM into the scene: of a template, or copies of a sheet, which stays as it is."""
    check_adding(case, wanted.count)
    played = scene_to_play(case)
    title, raw = _model(case, played, wanted)
    base, sheet = checked_sheet(played.system.ruleset, raw, clean_person(wanted.name or title))
    given = wanted.template is None or base != title
    return _brought_in(case, played, sheet, _npc_names(case, played, base, wanted, given=given), wanted)


def import_npcs(case: Case, read: tuple[str, Sheet], wanted: Npcs) -> Reply | Unworded:
    """Bring combatants of the GM into the scene after a sheet that was read from a file, which nobody keeps."""
    check_adding(case, wanted.count)
    played = scene_to_play(case)
    base, sheet = checked_sheet(played.system.ruleset, read[1], read[0])
    return _brought_in(case, played, sheet, _npc_names(case, played, base, wanted, given=True), wanted)


def check_adding(case: Case, count: int) -> Reply:
    """Return an empty answer where somebody may bring in that many, before a sheet of theirs is read.

    Raises:
        RuleViolation: the asker is no GM, or these are too few or too many at once.
    """
    case.check_gm("add combatants")
    if not 1 <= count <= MOST_AT_ONCE:
        much = "too few" if count < 1 else "too many"
        raise RuleViolation(f"{count} at once is {much}.", f"Add 1 to {MOST_AT_ONCE} at once.")
    return Reply()


def _brought_in(case: Case, played: PlayedScene, sheet: Sheet, names: list[str], wanted: Npcs) -> Reply | Unworded:
    side = clean_person(wanted.side, LONGEST_SIDE) if wanted.side else FOES
    where = where_said(played.scene, case.viewer, wanted.at) if wanted.at else None
    squad = _squad_name(names)
    recruits = tuple(
        orders.Enlist(
            name=each,
            owner=0,
            side=side,
            sheet=sheet,
            hidden=wanted.hidden,
            looks=looks(each),
            at=where,
            in_row=number,
            squad=squad,
        )
        for number, each in enumerate(names)
    )
    order = recruits[0] if len(names) == 1 else orders.EnlistMany(recruits=recruits)
    return answer_to(case, carry_out(case, played, order))


def _squad_name(names: list[str]) -> str:
    """Return what those are called together who come together, "" where one comes alone: "Guard 1-4", "Guard Echo +3".

    It depends on nothing but their names, so that what players know of is the same whoever is hidden.
    """
    if len(names) == 1:
        return ""
    (base, _, _), (last, _, number) = names[0].rpartition(" "), names[-1].rpartition(" ")
    return f"{names[0]}-{number}" if base == last and number.isdecimal() else f"{names[0]} +{len(names) - 1}"


def _model(case: Case, played: PlayedScene, wanted: Npcs) -> tuple[str, Sheet]:
    """Return what the GM's people are made after, with its name.

    Raises:
        RuleViolation: not exactly one of both is named, or there is nothing of that name.
    """
    if (wanted.template is None) == (wanted.sheet is None):
        raise RuleViolation("Who is it to be?", "Say either template: or sheet:, one of your own sheets.")
    if wanted.template is not None:
        return played.system.template(wanted.template)
    row = sheet_named(case, wanted.sheet, played.row.ruleset)
    return row.name, row.sheet


def _npc_names(case: Case, played: PlayedScene, base: str, wanted: Npcs, *, given: bool) -> list[str]:
    count = wanted.count
    if not wanted.hidden:
        return numbered(played.scene, base, count, alone=True)
    if given and count == 1 and not known_like(played.scene, base):
        return [base]
    chapter = case.unit.chapter(played.row.id, played.row.chapter)
    if chapter.scheme == 1:
        return codewords_in_turn(played.scene.combatants, base, count, str(played.row.channel_id))
    return codewords(played.scene.combatants, base, count, chapter.gm_secret)


def go_on_as_typed(case: Case, actor: str | None) -> Reply | Unworded:
    """Take the default of whoever everybody waits for, unless somebody else has just been faster.

    Raises:
        RuleViolation: so it is, and it is not said for whom: the next would lose a moment that nobody meant.
    """
    if actor is None and was_overtaken(case):
        raise RuleViolation(
            "The fight has gone on in this very moment.", "See who is to act now, and type it again if you mean that."
        )
    return go_on(case, actor)


def go_on(case: Case, actor: str | None) -> Reply | Unworded:
    """Take the default of whoever everybody waits for."""
    played = case.played()
    _check_question(case, played)
    waited_for: tuple[str, ...] = () if actor is None else (chosen_actor(case, played, actor),)
    if actor is None and not case.gm:
        waited_for = tuple(slot.actor for slot in played.scene.entitled() if may_act_for(case, played, slot.actor))
        if not waited_for and played.scene.fight:
            raise RuleViolation("None of yours is to act now.", "Wait for your turn, or ask the GM to go on.")
    by_gm = actor is None and case.gm
    order = going_on(case, played, ()) if by_gm else orders.GoOn(actors=waited_for)
    passed = ", ".join(shown(each) for each in waited_for)
    otherwise = f"{passed} {'let' if len(waited_for) > 1 else 'lets'} the moment go by." if passed else "Time goes on."
    return answer_to(case, carry_out(case, played, order), otherwise)


def going_on(case: Case, played: PlayedScene, actors: tuple[str, ...]) -> orders.Order:
    """Return the order by which ``actors``, or all who are to act, take their default at a GM's word.

    Who is in a squad with orders does what it was told.
    """
    told = {} if played.scene.pending else squad_acts(case.unit, played)
    slots = {slot.actor: slot for slot in reversed(played.scene.entitled()) if not actors or slot.actor in actors}
    if told.keys().isdisjoint(slots):
        return orders.GoOn(actors=actors)
    acts = (told.get(actor) or played.system.ruleset.idle(played.scene, slots[actor]) for actor in reversed(slots))
    return orders.Together(acts=tuple(acts))


def _check_question(case: Case, played: PlayedScene) -> None:
    """Raise RuleViolation where going on would answer a question that is not the asker's."""
    if played.scene.pending and played.seen_by(case.viewer).pending is None:
        raise RuleViolation(NOT_NOW, WAIT)
    check_answer(case, played)


def set_range(case: Case, actor: str, target: str, range_m: float) -> Reply | Unworded:
    """Say how far apart two are."""
    case.check_gm("set distances")
    if not 0 <= range_m <= 100_000:
        raise RuleViolation(f"{range_m:g} m is out of range.", "A distance goes from 0 to 100000 m.")
    played = case.played()
    one, other = resolve(played.scene, case.viewer, actor), resolve(played.scene, case.viewer, target)
    return answer_to(case, carry_out(case, played, orders.SetRange(actor=one, target=other, range_m=float(range_m))))


def show(case: Case, actor: str, *, hidden: bool) -> Reply | Unworded:
    """Reveal or hide a combatant of the GM."""
    case.check_gm("reveal and hide")
    played = case.played()
    order = orders.Show(actor=resolve(played.scene, case.viewer, actor), hidden=hidden, apart=not hidden)
    return answer_to(case, carry_out(case, played, order))


def remove(case: Case, actor: str) -> Reply | Unworded:
    """Take a combatant out of the scene: one's own, or for a GM anyone."""
    played = case.played()
    return answer_to(case, carry_out(case, played, orders.Release(actor=chosen_actor(case, played, actor))))


def _for_the_gm(case: Case, played: PlayedScene) -> tuple[Button, ...]:
    choices = question_buttons(case.unit, played, everyone=False)
    said = (Button("What players said", Verb.CLAIM, Settling.LIST),) if played.scene.claims else ()
    return (*choices, *petition_buttons(case.unit, played, *played.scene.petitions), *said)


def _said(played: PlayedScene) -> tuple[Line, ...]:
    """Return how much of what players said a GM has still to settle."""
    open_now = len(played.scene.claims)
    return (line(note(f"Said by players and open: {open_now}. See /init claims.")),) if open_now else ()


def where_it_stands(case: Case) -> Reply:
    """Return the fight as the asker may see it."""
    played = case.played()
    lines = status(case.unit, played, case.viewer)
    asked = (*open_lines(played), *_said(played)) if case.gm else ()
    if not lines:
        return Reply(lines=(line("Nobody is here."), line(note("/init join brings in your sheet."))), ephemeral=True)
    fight = played.scene.fight
    title = f"Fight {fight.number}" if fight else "Before the fight"
    told = (line(name(played.system.ruleset.title)), *lines, *asked)
    buttons = _for_the_gm(case, played) if case.gm else own_question_buttons(case, played)
    here = (Button("Show here", Verb.SHOW),) if fight else ()
    return Reply(title=title, lines=told, ephemeral=True, buttons=(*here, *buttons))
