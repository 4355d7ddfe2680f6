"""Where a fight stands, line by line, for everybody or for one viewer."""

from __future__ import annotations

import hashlib

from bot.core.views import PUBLIC, Viewer
from bot.core.wording import Line, line, note
from bot.service.answers import question_buttons
from bot.service.case import Stage
from bot.service.keys import moment_key, once_key
from bot.service.ports import AnyScene, Unit
from bot.service.requests import Button, Tracker, Verb


def status(stage: Stage, viewer: Viewer) -> tuple[Line, ...]:
    """The clock and everybody a viewer knows of: first who is to act, in the order of the agenda, then the others."""
    seen = stage.seen_by(viewer)
    if not seen.combatants and not seen.fight:
        return ()
    ruleset = stage.system.ruleset
    ordered = dict.fromkeys([slot.actor for slot in seen.agenda if slot.actor in seen.combatants])
    ordered.update(dict.fromkeys(seen.combatants))
    clock = (ruleset.clock(seen),) if seen.fight else ()
    waiting = (line(note("The GM has something to settle.")),) if _waits_unseen(stage, seen, viewer) else ()
    return (*clock, *waiting, *(ruleset.status(seen, actor, viewer) for actor in ordered))


def _waits_unseen(stage: Stage, seen: AnyScene, viewer: Viewer) -> bool:
    """Whether everybody waits for the GM, or only somebody the viewer does not know of may act now."""
    entitled = stage.scene.entitled()
    if seen.asks_gm and not viewer.gm:
        return True
    return bool(entitled) and not viewer.gm and all(stage.scene.combatants[slot.actor].hidden for slot in entitled)


def tracker(unit: Unit, stage: Stage) -> Tracker | None:
    """What everybody may see of the open fight."""
    scene = stage.scene
    if scene.fight is None:
        return None
    waited_for = _waited_for(stage)
    return Tracker(
        channel_id=stage.row.channel_id,
        scene_id=stage.row.id,
        fight=scene.fight.number,
        title=scene.fight.title,
        version=stage.row.head,
        turn=_turn(stage, waited_for),
        lines=status(stage, PUBLIC),
        ping=tuple(dict.fromkeys(scene.combatants[actor].owner for actor in waited_for)),
        buttons=question_buttons(unit, stage, everyone=True) or _buttons(unit, stage),
    )


def _buttons(unit: Unit, stage: Stage) -> tuple[Button, ...]:
    """What can be done now at one tap, by whoever taps."""
    if not stage.scene.entitled():
        return ()
    kinds = {kind for slot in stage.scene.entitled() for kind in slot.kinds}
    offered = [spec for spec in stage.system.ruleset.actions.values() if spec.button and kinds & set(spec.kinds)]
    moment = moment_key(unit, stage) if offered else ""
    acts = tuple(Button(spec.title, Verb.ACT, spec.name, moment) for spec in offered)
    return (*acts, Button("Next", Verb.GO_ON, once=once_key(unit, stage)))


def _waited_for(stage: Stage) -> list[str]:
    """The players' combatants who are to act or to answer now."""
    scene = stage.scene
    if scene.asks_gm:
        return []
    asked = [scene.pending.question.actor] if scene.pending else [slot.actor for slot in scene.entitled()]
    return [actor for actor in asked if actor in scene.combatants and scene.combatants[actor].owner]


def _turn(stage: Stage, waited_for: list[str]) -> str:
    """One word for who is to act at which moment, the same for as long as nothing about that changes."""
    scene = stage.scene
    question = scene.pending.question.key if scene.pending else ""
    moment = f"{stage.row.id}:{stage.row.chapter}:{scene.opened}:{question}:{sorted(waited_for)}:{_played(stage)}"
    return hashlib.sha256(moment.encode()).hexdigest()[:12]


def _played(stage: Stage) -> str:
    """What tells a moment from the same key in a later round: where the clock stands."""
    return stage.system.ruleset.clock(stage.scene).text
