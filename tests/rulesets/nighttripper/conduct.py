"""How random play of Night Tripper is read: who acts by an event, one action a round, luck, armour and wounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.core.events import Event
from bot.rulesets.nighttripper.checks.events import Outcome
from bot.rulesets.nighttripper.deeds.events import FightResolved, Moved, SkillTried, Talked, Worked
from bot.rulesets.nighttripper.fire.events import Attacked, Drew
from bot.rulesets.nighttripper.person.events import Corrected
from bot.rulesets.nighttripper.play import NightScene
from bot.rulesets.nighttripper.state import State
from bot.rulesets.nighttripper.wounds.events import ArmorUsed, Healed, LimbLost, LuckPaid, LuckRecovered, Wounded
from tests.rulesets.conduct import Change, Conduct, Use

ACTIONS = (Attacked, Talked, Moved, Worked)
DEEDS = (*ACTIONS, Drew, FightResolved, SkillTried)


def _deed(event: Event) -> str:
    return event.actor if isinstance(event, DEEDS) else ""


def _may(state: State, event: Event) -> bool:
    return not state.dead


def _own_moment(event: Event) -> bool:
    return False


def _uses(scene: NightScene, event: Event) -> Iterator[Use]:
    if isinstance(event, ACTIONS):
        yield event.actor, "actions", 1, 1


def _has(state: State) -> Mapping[str, int]:
    severity = sum(wound.severity for wound in state.wounds)
    worn = int(bool(state.armor) and not state.armor_spent)
    return {"luck": state.luck, "armour": worn, "wounds": severity, "lost limbs": len(state.lost)}


def _changes(scene: NightScene, event: Event) -> Iterator[Change]:
    combatant = scene.combatants.get(event.actor)
    state = combatant.state if combatant else State()
    match event:
        case Attacked() | Talked() | Worked() | SkillTried() | FightResolved():
            yield event.actor, "luck", -_rerolls(event.throw)
        case LuckPaid():
            yield event.actor, "luck", -event.points
        case LuckRecovered():
            yield event.actor, "luck", min(event.weeks, state.luck_max - state.luck, event.luck - state.luck)
        case ArmorUsed():
            yield event.actor, "armour", -1
        case Wounded():
            yield event.actor, "wounds", event.severity
        case LimbLost():
            yield event.actor, "lost limbs", 1
        case Healed():
            meant = [wound.severity for wound in state.wounds if event.place in ("", wound.place)]
            yield event.actor, "wounds", -sum(max(0, severity - event.degree) for severity in meant)
            if event.replaced:
                yield event.actor, "lost limbs", -sum(limb.endswith(event.place) for limb in state.lost)
        case Corrected():
            yield from _corrected(state, event)
        case _:
            pass


def _rerolls(throw: Outcome | None) -> int:
    return len(throw.rerolls) if throw else 0


def _corrected(state: State, event: Corrected) -> Iterator[Change]:
    after = event.changed(state)
    had, has = _has(state), _has(after)
    yield from ((event.actor, what, has[what] - had[what]) for what in ("luck", "armour"))


CONDUCT = Conduct(deed=_deed, may=_may, own_moment=_own_moment, uses=_uses, has=_has, changes=_changes)
