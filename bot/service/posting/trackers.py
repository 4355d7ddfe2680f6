"""Where a fight stands, line by line, for everybody or for one viewer."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator

import msgspec

from bot.core.engine import OF_A_ROUND
from bot.core.ground.lost import is_lost, is_veiled
from bot.core.ground.materials import Materials
from bot.core.scene import Fight, all_sides, known_sides
from bot.core.views import PUBLIC, Viewer
from bot.core.wording import Line, bad, line, name, note
from bot.service.campaign_settings import kept
from bot.service.case import PlayedScene
from bot.service.names import readable
from bot.service.orders.answers import question_buttons
from bot.service.orders.automatic_events import untold, waits_for_hidden
from bot.service.orders.stakes import question_lines
from bot.service.ports import Unit
from bot.service.posting.gm_calls import gm_to_call, waits_for_gm_in_sight
from bot.service.posting.moment_buttons import moment_buttons
from bot.service.posting.pictures import out_of_sight, pictured
from bot.service.requests import Pinged, TrackedPerson, TrackerView
from bot.service.rows import AnyScene
from bot.service.switches import CARD, PLAIN, TRACKER

THE_GM = "#gm"  # whom a fight waits for, among names that nobody can have


def status(unit: Unit, played: PlayedScene, viewer: Viewer) -> tuple[Line, ...]:
    """Return the clock and everybody a viewer knows of: first who is to act, in the order of the agenda, then the
    others."""
    seen = played.seen_by(viewer)
    told = _told(unit, played, seen, viewer)
    if not seen.combatants and not seen.fight:
        return ()
    asked = question_lines(unit, played, viewer)
    return (*_time(played, seen, told, viewer, asked), *(each.line for each in _people(played, told, viewer)))


def status_of(unit: Unit, played: PlayedScene, actor: str, viewer: Viewer) -> Line:
    """Return how somebody is whom a viewer knows of, and when they act next as far as that is told."""
    return _status_of(played, _told(unit, played, played.seen_by(viewer), viewer), actor, viewer)


def _told(unit: Unit, played: PlayedScene, seen: AnyScene, viewer: Viewer) -> AnyScene:
    """Return what a viewer is told of what they see: of a round of which players are not told yet neither that it has
    begun nor the order in it.

    Where somebody hidden acts behind everybody in sight, nobody is to know whether the next round has begun.
    """
    last = waits_for_hidden(played.scene) and not seen.agenda
    if viewer.gm or not (last or is_held_back(unit, played)):
        return seen
    return msgspec.structs.replace(seen, agenda=(), opened=None, opening={}, before={})


def _time(
    played: PlayedScene, seen: AnyScene, told: AnyScene, viewer: Viewer, asked: Iterable[Line] = ()
) -> Iterator[Line]:
    """Yield the clock as far as a viewer is told of it, what is ``asked``, and whether the fight waits for what they do
    not see."""
    if seen.fight and told is seen:
        ruleset = played.system.ruleset
        yield ruleset.clock(seen)
        yield from filter(None, [ruleset.clock_note(seen)])
    yield from asked
    if not viewer.gm and waits_unseen(played.scene, seen):
        players = waits_for_players_unseen(played.scene, seen)
        yield line(note("Somebody out of sight is to act." if players else "The GM has something to settle."))


def _people(played: PlayedScene, seen: AnyScene, viewer: Viewer) -> Iterator[TrackedPerson]:
    """Yield everybody in what a viewer is told: first who may act now, then as the agenda has them, then the others."""
    ruleset = played.system.ruleset
    names, sides = readable(played.scene, viewer), all_sides(seen)
    ordered = [slot.actor for slot in (*seen.entitled(), *seen.agenda) if slot.actor in seen.combatants]
    for actor in dict.fromkeys([*ordered, *seen.combatants]):
        combatant = seen.combatants[actor]
        yield TrackedPerson(
            name=names[actor],
            line=_status_of(played, seen, actor, viewer),
            side=sides.index(combatant.side),
            down=ruleset.is_down(combatant.state),
        )


def _status_of(played: PlayedScene, seen: AnyScene, actor: str, viewer: Viewer) -> Line:
    """Return how somebody is; of whoever is out of their sight players know neither how it is nor what it has done."""
    if not viewer.gm and is_lost(seen, actor) and is_veiled(seen, seen.combatants[actor]):
        down = (bad("down"), ", ") if played.system.ruleset.is_down(seen.combatants[actor].state) else ()
        return line(name(actor), ": ", *down, note("out of sight"))
    status = played.system.ruleset.status(seen, actor, viewer)
    entrusted_to = seen.combatants[actor].entrusted_to
    if entrusted_to is None:
        return status
    named, *more = status.spans
    return line(named, note(" (handed over)" if entrusted_to else " (handed over to the GM)"), *more)


def is_held_back(unit: Unit, played: PlayedScene) -> bool:
    """Tell whether a round has begun of which nobody is told before somebody in sight may act."""
    if not waits_for_hidden(played.scene):
        return False
    chapter = unit.chapter(played.row.id, played.row.chapter)
    return any(OF_A_ROUND in order.course for order in untold(unit, chapter, played.row.head + 1))


def waits_unseen(scene: AnyScene, seen: AnyScene) -> bool:
    """Tell whether a fight waits for the GM: to decide what is theirs, or for somebody whom players do not know of.

    ``seen`` is the scene as everybody sees it.
    """
    if scene.pending:
        return seen.pending is None or seen.asks_gm
    return bool(scene.entitled()) and not seen.entitled()


def waits_for_players_unseen(scene: AnyScene, seen: AnyScene) -> bool:
    """Tell whether a fight waits for players' combatants whom its viewers do not see; ``seen`` is what they see."""
    if seen.pending or not waits_unseen(scene, seen):
        return False
    waited_for = [scene.pending.question.actor] if scene.pending else [slot.actor for slot in scene.entitled()]
    return any(is_lost(seen, actor) and not seen.combatants[actor].guarded for actor in waited_for)


class Awaited(msgspec.Struct, frozen=True):
    """Whom a fight waits for, as everybody may know.

    ``seen`` is the scene as everybody sees it, ``fight`` what is open in it. It ``waits`` where that is the GM's to
    settle, or for players' people ``unseen``; ``actors`` are those whom players play, and where ``calls_gm`` it is a GM
    instead. ``turn`` is one word for it.
    """

    seen: AnyScene
    fight: Fight
    waits: bool
    unseen: bool
    actors: tuple[str, ...]
    calls_gm: bool
    turn: str

    def called(self, unit: Unit, played: PlayedScene, gone: Collection[int] = ()) -> Pinged:
        """Return who is called for it, nobody of them who is ``gone``."""
        return gm_to_call(unit, played) if self.calls_gm else _called(unit, played, self.seen, self.actors, gone)


def awaited(played: PlayedScene) -> Awaited | None:
    """Return whom the open fight waits for; None where none is open."""
    seen = played.seen_by(PUBLIC)
    if seen.fight is None:
        return None
    waits, unseen = waits_unseen(played.scene, seen), waits_for_players_unseen(played.scene, seen)
    actors = tuple(_out_of_sight(seen) if unseen else [] if waits else _waited_for(seen))
    calls_gm = not actors and waits_for_gm_in_sight(seen)
    turn = _turn(played, seen, [THE_GM] if calls_gm else [*actors], since=played.row.numbered if unseen else 0)
    return Awaited(seen, seen.fight, waits, unseen, actors, calls_gm, turn)


def tracker(unit: Unit, played: PlayedScene, materials: Materials, gone: Collection[int] = ()) -> TrackerView | None:
    """Return what everybody may see of the open fight; nobody is called who is ``gone``."""
    now = awaited(played)
    if now is None:
        return None
    seen = now.seen
    told = _told(unit, played, seen, PUBLIC)
    return TrackerView(
        channel_id=played.row.channel_id,
        scene_id=played.row.id,
        fight=now.fight.number,
        title=now.fight.title,
        turn=now.turn,
        lines=tuple(_time(played, seen, told, PUBLIC)),
        people=tuple(_people(played, told, PUBLIC)),
        asked=tuple(question_lines(unit, played, PUBLIC)),
        sides=known_sides(seen),
        ping=now.called(unit, played, gone),
        buttons=question_buttons(unit, played, everyone=True)
        or moment_buttons(unit, played, seen, waits=now.waits, unseen=now.unseen),
        picture=pictured(unit, played, seen, PUBLIC, materials) if seen.ground else None,
        plain=_in_words(unit, played),
    )


def _called(
    unit: Unit, played: PlayedScene, seen: AnyScene, waited_for: Iterable[str], gone: Collection[int]
) -> Pinged:
    """Return who plays those whom a fight waits for, or a GM where all of them are gone."""
    people = [seen.combatants[actor] for actor in waited_for if seen.combatants[actor].player]
    here = [each for each in people if each.player not in gone]
    if people and not here:
        return gm_to_call(unit, played)
    guests = dict.fromkeys(each.player for each in here if each.entrusted_to)
    return Pinged(tuple(dict.fromkeys(each.player for each in here)), guests=tuple(guests))


def _in_words(unit: Unit, played: PlayedScene) -> bool:
    """Tell whether a channel wants its tracker in words alone: as it was said last for the channel itself, or else as
    it stood when the chapter opened."""
    row = played.row
    own = kept(unit.campaign(row.guild_id, row.channel_id).get(row.channel_id))
    form: str = own.options.get(TRACKER, played.scene.options.get(TRACKER, CARD))
    return form == PLAIN


def digest(shown: TrackerView) -> str:
    """Return a word for all that a tracker shows but its pings: where that is the same, so is the message."""
    lines = (*shown.lines, *shown.asked)
    parts = (shown.channel_id, shown.fight, shown.title, lines, shown.people, shown.sides, shown.buttons)
    picture = msgspec.json.encode(shown.picture) if shown.picture else b""
    form = PLAIN if shown.plain else CARD
    return f"{form}:{hashlib.sha256(msgspec.json.encode(parts) + picture).hexdigest()}"


def form_of(shown: str) -> str:
    """Return the form of message that a digest is of; one of before there was more than one has words alone, and ""
    fits none."""
    return shown.rpartition(":")[0] or (PLAIN if shown else "")


def _waited_for(seen: AnyScene) -> list[str]:
    """Return those whom players play who are to act or to answer now."""
    asked = [seen.pending.question.actor] if seen.pending else [slot.actor for slot in seen.entitled()]
    return [actor for actor in asked if actor in seen.combatants and seen.combatants[actor].player]


def _is_handed_over(seen: AnyScene, actor: str) -> bool:
    return actor in seen.combatants and seen.combatants[actor].entrusted_to is not None


def _out_of_sight(seen: AnyScene) -> list[str]:
    """Return all players' combatants who are out of sight: whose turn it is of these shows by no call."""
    lost = out_of_sight(seen, PUBLIC)
    return [actor for actor in seen.combatants if actor in lost and not seen.combatants[actor].guarded]


def _turn(played: PlayedScene, seen: AnyScene, waited_for: list[str], *, since: int) -> str:
    """Return one word for who is to act at which moment, the same for as long as nothing about that changes.

    Where the clock stands tells a moment from the same key in a later round, and of those whom not all see it is
    another one after each order, ``since`` which they are waited for.
    """
    question = seen.pending.question.key if seen.pending else ""
    clock = played.system.ruleset.clock(seen).text
    others = [
        (actor, seen.combatants[actor].entrusted_to) for actor in sorted(waited_for) if _is_handed_over(seen, actor)
    ]
    moment = f"{played.row.id}:{played.row.chapter}:{seen.opened}:{question}:{sorted(waited_for)}:{clock}"
    moment += f":{others}" if others else ""
    moment += f":{since}" if since else ""
    return hashlib.sha256(moment.encode()).hexdigest()[:12]
