"""Reloading: safe by itself, a matter of speed beside anything else, shell by shell for a tube."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask, Buckets
from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.orders import Act
from bot.core.terms import Term
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.graydawn.attempts import in_hand
from bot.rulesets.graydawn.check import SIDES, check, passed, skill_term, stat
from bot.rulesets.graydawn.events import Check, Cleared, Reloaded
from bot.rulesets.graydawn.luck import reconsidered
from bot.rulesets.graydawn.referee import DawnScene, Referee, RuleOf, Ruling
from bot.rulesets.graydawn.state import Weapon
from bot.rulesets.graydawn.turns import ACTION, STRIDE, judged, leave, ready, rush, slot_now

TUBE, NONE = "tube", "none"
DROPPED_UP_TO = 5


def reload(referee: Referee, scene: DawnScene, order: Act) -> Ruling:
    """Load the weapon in hand, or one that is named (text 004, lines 281-283).

    Raises:
        RuleViolation: it takes nothing, is full, or there is nothing to load it with.
    """
    scene = yield from ready(referee, scene, order.actor)
    key, weapon = in_hand(scene.combatants[order.actor].state, order.inputs.get("item"))
    row = referee.tables.row("weapons", weapon.kind)
    feed = referee.tables.row("classes", row["class"])["feed"]
    if feed == NONE or weapon.loaded >= row["shots"]:
        raise RuleViolation(f"No reload is needed: {key}.", "Attack, move or pass.")
    if not weapon.spare:
        raise RuleViolation(f"There is nothing to load the {key} with.", "Draw another weapon with /act draw.")
    if weapon.jammed:
        raise RuleViolation(f"The {key} is jammed.", "Clear it with /act clear.")
    return (yield from (_tube if feed == TUBE else _magazine)(referee, scene, order.actor, key, weapon))


def reload_check(referee: Referee, scene: DawnScene, actor: str, weapon: Weapon, further: int = 0) -> Check:
    """REF, the skill with the weapon and the haste (004:281; 004-22); each ``further`` shell is harder."""
    tables, state = referee.tables, judged(scene, actor)
    skill = str(tables.row("classes", tables.row("weapons", weapon.kind)["class"])["skill"])
    striding = STRIDE in slot_now(scene, actor).kinds
    harder = (Term("further", further * referee.limit("tube_step"), "004:283"),) if further else ()
    terms = (
        Term("stat", stat(tables, state, "ref"), "004:281", detail="REF"),
        skill_term(state, skill, "004:281"),
        *rush(referee, scene.combatants[actor].state, striding=striding),
        *harder,
    )
    return check(referee, "reload", terms, skill)


def _lucky_check(
    referee: Referee, scene: DawnScene, actor: str, weapon: Weapon, number: int, further: int = 0
) -> Check:
    def rolled() -> Check:
        return reload_check(referee, scene, actor, weapon, further)

    return reconsidered(referee, scene, actor, rolled(), rolled, lambda made: number - made.total)


def _magazine(referee: Referee, scene: DawnScene, actor: str, key: str, weapon: Weapon) -> Ruling:
    """A fresh magazine: without a check as the only action, also five after a single move (004-22; 004-42).

    Else a check, whose fumble drops the magazine or jams the weapon. Dice: the check, and one more for a fumble.
    """
    turn = scene.combatants[actor].state.turn
    alone = turn.actions - turn.moves == 1 and turn.moves < referee.limit("running")
    full = referee.tables.number("weapons", weapon.kind, "shots")
    if alone and STRIDE not in slot_now(scene, actor).kinds:
        scene = yield Reloaded(actor=actor, weapon=key, loaded=full, spare=weapon.spare - 1)
        return (yield from leave(referee, scene, actor))
    number = referee.limit("reload")
    made = _lucky_check(referee, scene, actor, weapon, number)
    scene = yield _tried(referee, actor, key, weapon, made, number, full)
    return (yield from leave(referee, scene, actor))


def _tried(referee: Referee, actor: str, key: str, weapon: Weapon, made: Check, number: int, full: int) -> Reloaded:
    done = passed(made, number)
    roll = referee.source.roll(Ask("mishap", 1, SIDES, Buckets((DROPPED_UP_TO, SIDES)))) if made.fumble else None
    dropped = roll is not None and roll.faces[0] <= DROPPED_UP_TO
    return Reloaded(
        actor=actor,
        weapon=key,
        loaded=full if done else weapon.loaded,
        spare=weapon.spare - int(done or dropped),
        check=made,
        number=number,
        done=done,
        jammed=roll is not None and not dropped,
        roll=roll,
    )


def _tube(referee: Referee, scene: DawnScene, actor: str, key: str, weapon: Weapon) -> Ruling:
    """Shell by shell until one fails, for all of the round (text 004, line 283).

    Dice: a check for each shell tried.

    Raises:
        RuleViolation: there is something else to do in this round.
    """
    turn, number = scene.combatants[actor].state.turn, referee.limit("tube")
    if turn.actions > 1:
        raise RuleViolation("Filling a tube takes the whole round.", "Use /act chamber for one shell, or do only this.")
    full, tried, going = referee.tables.number("weapons", weapon.kind, "shots"), 0, True
    while going and weapon.spare and weapon.loaded < full:
        made = _lucky_check(referee, scene, actor, weapon, number, tried)
        weapon, tried, going = _shelled(weapon, passed(made, number)), tried + 1, passed(made, number)
        scene = yield Reloaded(
            actor=actor,
            weapon=key,
            loaded=weapon.loaded,
            spare=weapon.spare,
            check=made,
            number=number,
            done=going,
        )
    return (yield from leave(referee, scene, actor))


def _shelled(weapon: Weapon, done: bool) -> Weapon:
    """The weapon with a shell more, where it went in."""
    return msgspec.structs.replace(weapon, loaded=weapon.loaded + done, spare=weapon.spare - done)


def chamber(referee: Referee, scene: DawnScene, order: Act) -> Ruling:
    """Drop a shell into the open chamber of an empty tube weapon, and be ready to fire five later (text 004, line 283).

    Raises:
        RuleViolation: it has no tube, is not empty, or there are no shells.
    """
    actor = order.actor
    key, weapon = in_hand(scene.combatants[actor].state, order.inputs.get("item"))
    row = referee.tables.row("weapons", weapon.kind)
    if referee.tables.row("classes", row["class"])["feed"] != TUBE or weapon.loaded or not weapon.spare:
        raise RuleViolation(f"Nothing can be dropped into the {key}.", "It takes an empty tube and a shell.")
    loaded = _shelled(weapon, done=True)
    scene = yield Reloaded(actor=actor, weapon=key, loaded=loaded.loaded, spare=loaded.spare)
    slot = slot_now(scene, actor)
    number = -slot.key[0] - referee.limit("step")
    later = (Slot((-number, slot.key[1]), actor, (ACTION,)),) if number >= 0 else ()
    return (yield SlotMoved(actor=actor, slots=later))


def clear(referee: Referee, scene: DawnScene, order: Act) -> Ruling:
    """Clear a jam, as one action (ours).

    Raises:
        RuleViolation: the weapon is not jammed.
    """
    scene = yield from ready(referee, scene, order.actor)
    key, weapon = in_hand(scene.combatants[order.actor].state, order.inputs.get("item"))
    if not weapon.jammed:
        raise RuleViolation(f"Nothing is jammed: {key}.", f"{shown(order.actor)} can use what is in hand.")
    scene = yield Cleared(actor=order.actor, weapon=key)
    return (yield from leave(referee, scene, order.actor))


RULES: dict[str, RuleOf] = {"reload": reload, "chamber": chamber, "clear": clear}
