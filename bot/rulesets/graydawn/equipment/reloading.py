"""Reloading: safe by itself, a matter of speed beside anything else, shell by shell for a tube."""

from __future__ import annotations

import msgspec

from bot.core.dice import Ask, Buckets
from bot.core.errors import RuleViolation
from bot.core.events import SlotMoved
from bot.core.features import Rules
from bot.core.terms import Term
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.graydawn.checks.events import Outcome
from bot.rulesets.graydawn.checks.luck import reconsidered
from bot.rulesets.graydawn.checks.own_act import Chance, note_chance
from bot.rulesets.graydawn.checks.rolls import SIDES, check, passed
from bot.rulesets.graydawn.checks.stats import skill_term, stat
from bot.rulesets.graydawn.equipment.actions import Chamber, Clear, Reload
from bot.rulesets.graydawn.equipment.events import Cleared, Reloaded
from bot.rulesets.graydawn.equipment.held import check_hands, check_usable, in_hand
from bot.rulesets.graydawn.play import DawnPlay
from bot.rulesets.graydawn.state import Weapon
from bot.rulesets.graydawn.time.slots import ACTION, STRIDE, haste, slot_now

rules = Rules()

TUBE, NONE = "tube", "none"
DROPPED_UP_TO = 5


@rules(Reload)
def reload(play: DawnPlay, loading: Reload) -> None:
    """Load the weapon in hand, or one that is named (text 004, lines 281-283).

    Raises:
        RuleViolation: it takes nothing, is full, cannot be held, or there is nothing to load it with.
    """
    state = play.at_opening(loading.actor)
    key, weapon = in_hand(state, loading.item)
    row = play.tables.weapons[weapon.kind]
    feed = play.tables.classes[row.category].feed
    if feed == NONE or weapon.loaded >= row.shots:
        raise RuleViolation(f"No reload is needed: {key}.", "Attack with it: /attack.")
    if not weapon.spare:
        raise RuleViolation(f"There is nothing to load the {key} with.", "Draw another weapon with /act action:draw.")
    check_usable(play.tables, state, key, weapon)
    (_tube if feed == TUBE else _magazine)(play, loading.actor, key, weapon)


def reload_check(play: DawnPlay, actor: str, weapon: Weapon, further: int = 0) -> Outcome:
    """Roll REF, the skill with the weapon and the haste (004:281; 004-22); each ``further`` shell is harder."""
    tables, state = play.tables, play.at_opening(actor)
    skill = tables.skill_with(tables.weapons[weapon.kind])
    harder = (Term("further", further * tables.limits.tube_step.value, "004:283"),) if further else ()
    terms = (
        Term("stat", stat(tables, state, "ref"), "004:281", detail="REF"),
        skill_term(state, skill, "004:281"),
        *haste(play, actor),
        *harder,
    )
    return check(play, "reload", terms, skill)


def _lucky_check(play: DawnPlay, actor: str, weapon: Weapon, number: int, further: int = 0) -> Outcome:
    def rolled() -> Outcome:
        return reload_check(play, actor, weapon, further)

    return reconsidered(play, actor, rolled(), rolled, lambda made: number - made.total)


def _magazine(play: DawnPlay, actor: str, key: str, weapon: Weapon) -> None:
    """Put a fresh magazine in: without a check as the only action, also five after a single move (004-22; 004-42).

    Else a check, whose fumble drops the magazine or jams the weapon. Dice: the check, and one more for a fumble.
    """
    turn = play.scene.combatants[actor].state.turn
    alone = turn.actions - turn.moves == 1 and turn.moves < play.tables.limits.running.value
    full = play.tables.weapons[weapon.kind].shots
    if alone and STRIDE not in slot_now(play.scene, actor).kinds:
        play.tell(Reloaded(actor=actor, weapon=key, loaded=full, spare=weapon.spare - 1))
        return
    number = play.tables.limits.reload.value
    made = _lucky_check(play, actor, weapon, number)
    play.tell(_tried(play, actor, key, weapon, made, number, full))


def _tried(play: DawnPlay, actor: str, key: str, weapon: Weapon, made: Outcome, number: int, full: int) -> Reloaded:
    done = passed(made, number)
    roll = play.roll(Ask("mishap", 1, SIDES, Buckets((DROPPED_UP_TO, SIDES)))) if made.fumble else None
    dropped = roll is not None and roll.faces[0] <= DROPPED_UP_TO
    if roll is not None:
        found = "dropped" if dropped else "jammed"
        note_chance(play, actor, Chance(roll.label, found, f"{roll.label}, {found}"))
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


def _tube(play: DawnPlay, actor: str, key: str, weapon: Weapon) -> None:
    """Fill a tube shell by shell until one fails, for all of the round (text 004, line 283).

    Dice: a check for each shell tried.

    Raises:
        RuleViolation: there is something else to do in this round.
    """
    turn, number = play.scene.combatants[actor].state.turn, play.tables.limits.tube.value
    if turn.actions > 1:
        raise RuleViolation(
            "Filling a tube takes the whole round.", "Use /act action:chamber for one shell, or do only this."
        )
    full, tried, going = play.tables.weapons[weapon.kind].shots, 0, True
    while going and weapon.spare and weapon.loaded < full:
        with play.part(f"shell {tried + 1}"):
            made = _lucky_check(play, actor, weapon, number, tried)
        weapon, tried, going = _shelled(weapon, passed(made, number)), tried + 1, passed(made, number)
        play.tell(
            Reloaded(
                actor=actor,
                weapon=key,
                loaded=weapon.loaded,
                spare=weapon.spare,
                check=made,
                number=number,
                done=going,
            )
        )


def _shelled(weapon: Weapon, done: bool) -> Weapon:
    """Return the weapon with a shell more, where it went in."""
    return msgspec.structs.replace(weapon, loaded=weapon.loaded + done, spare=weapon.spare - done)


@rules(Chamber)
def chamber(play: DawnPlay, loading: Chamber) -> None:
    """Drop a shell into the open chamber of an empty tube weapon, and be ready to fire five later (text 004, line 283).

    Raises:
        RuleViolation: it has no tube, is not empty or jammed, or there are no shells.
    """
    actor = loading.actor
    state = play.at_opening(actor)
    key, weapon = in_hand(state, loading.item)
    row = play.tables.weapons[weapon.kind]
    if play.tables.classes[row.category].feed != TUBE or weapon.loaded or not weapon.spare:
        raise RuleViolation(f"Nothing can be dropped into the {key}.", "It takes an empty tube and a shell.")
    check_usable(play.tables, state, key, weapon)
    loaded = _shelled(weapon, done=True)
    play.tell(Reloaded(actor=actor, weapon=key, loaded=loaded.loaded, spare=loaded.spare))
    slot = slot_now(play.scene, actor)
    number = -slot.key[0] - play.tables.limits.step.value
    later = (Slot((-number, slot.key[1]), actor, (ACTION,)),) if number >= 0 else ()
    play.tell(SlotMoved(actor=actor, slots=later))


@rules(Clear)
def clear(play: DawnPlay, clearing: Clear) -> None:
    """Clear a jam, as one action (ours).

    Raises:
        RuleViolation: the weapon is not jammed, or takes more hands than are left.
    """
    state = play.at_opening(clearing.actor)
    key, weapon = in_hand(state, clearing.item)
    if not weapon.jammed:
        raise RuleViolation(f"Nothing is jammed: {key}.", f"{shown(clearing.actor)} can use what is in hand.")
    check_hands(play.tables, state, key, weapon)
    play.tell(Cleared(actor=clearing.actor, weapon=key))
