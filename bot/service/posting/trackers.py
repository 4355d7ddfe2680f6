"""Where a fight stands, line by line, for everybody or for one viewer."""

from __future__ import annotations

import hashlib

import msgspec

from bot.core.engine import OF_A_ROUND
from bot.core.ground.materials import Materials
from bot.core.views import PUBLIC, Viewer
from bot.core.wording import Line, line, note
from bot.service.button_keys import moment_key, once_key
from bot.service.case import PlayedScene
from bot.service.orders.answers import question_buttons
from bot.service.orders.automatic_events import untold, waits_for_hidden
from bot.service.ports import Unit
from bot.service.posting.pictures import pictured
from bot.service.requests import Button, TrackerView, Verb
from bot.service.rows import AnyScene


def status(unit: Unit, played: PlayedScene, viewer: Viewer) -> tuple[Line, ...]:
    """Return the clock and everybody a viewer knows of: first who is to act, in the order of the agenda, then the
    others.

    Of a round of which players are not told yet they see neither that it has begun nor the order in it.
    """
    seen, held = played.seen_by(viewer), not viewer.gm and is_held_back(unit, played)
    if held:
        seen = msgspec.structs.replace(seen, agenda=(), opened=None, opening={}, before={})
    if not seen.combatants and not seen.fight:
        return ()
    ruleset = played.system.ruleset
    ordered = dict.fromkeys([slot.actor for slot in seen.agenda if slot.actor in seen.combatants])
    ordered.update(dict.fromkeys(seen.combatants))
    clock = (ruleset.clock(seen),) if seen.fight and not held else ()
    waits = not viewer.gm and waits_unseen(played.scene, played.seen_by(viewer))
    waiting = (line(note("The GM has something to settle.")),) if waits else ()
    return (*clock, *waiting, *(ruleset.status(seen, actor, viewer) for actor in ordered))


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


def tracker(unit: Unit, played: PlayedScene, materials: Materials) -> TrackerView | None:
    """Return what everybody may see of the open fight."""
    seen = played.seen_by(PUBLIC)
    if seen.fight is None:
        return None
    waits = waits_unseen(played.scene, seen)
    waited_for = [] if waits else _waited_for(seen)
    return TrackerView(
        channel_id=played.row.channel_id,
        scene_id=played.row.id,
        fight=seen.fight.number,
        title=seen.fight.title,
        turn=_turn(played, seen, waited_for),
        lines=status(unit, played, PUBLIC),
        ping=tuple(dict.fromkeys(seen.combatants[actor].owner for actor in waited_for)),
        buttons=question_buttons(unit, played, everyone=True) or _buttons(unit, played, seen, waits=waits),
        picture=pictured(unit, played, seen, PUBLIC, materials) if seen.ground else None,
    )


def digest(shown: TrackerView) -> str:
    """Return a word for all that a tracker shows but its pings: where that is the same, so is the message."""
    parts = (shown.channel_id, shown.fight, shown.title, shown.lines, shown.buttons)
    picture = msgspec.json.encode(shown.picture) if shown.picture else b""
    return hashlib.sha256(msgspec.json.encode(parts) + picture).hexdigest()


def _buttons(unit: Unit, played: PlayedScene, seen: AnyScene, *, waits: bool) -> tuple[Button, ...]:
    """Return what can be done now at one tap, by whoever taps; while the fight waits for the GM, to go on."""
    entitled = () if waits else seen.entitled()
    if not entitled and not waits:
        return ()
    kinds = {kind for slot in entitled for kind in slot.kinds}
    offered = [spec for spec in played.actions.values() if spec.button and kinds & set(spec.kinds)]
    moment = moment_key(unit, played) if offered else ""
    acts = tuple(Button(spec.title, Verb.ACT, spec.name, moment) for spec in offered)
    return (*acts, Button("Next", Verb.GO_ON, once=once_key(unit, played)))


def _waited_for(seen: AnyScene) -> list[str]:
    """Return the players' combatants who are to act or to answer now."""
    asked = [seen.pending.question.actor] if seen.pending else [slot.actor for slot in seen.entitled()]
    return [actor for actor in asked if actor in seen.combatants and seen.combatants[actor].owner]


def _turn(played: PlayedScene, seen: AnyScene, waited_for: list[str]) -> str:
    """Return one word for who is to act at which moment, the same for as long as nothing about that changes.

    Where the clock stands tells a moment from the same key in a later round.
    """
    question = seen.pending.question.key if seen.pending else ""
    clock = played.system.ruleset.clock(seen).text
    moment = f"{played.row.id}:{played.row.chapter}:{seen.opened}:{question}:{sorted(waited_for)}:{clock}"
    return hashlib.sha256(moment.encode()).hexdigest()[:12]
