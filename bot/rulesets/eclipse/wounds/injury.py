"""What damage does to a body: wounds, what they must withstand, shock, and death."""

from __future__ import annotations

from bot.core.features import Follows
from bot.core.terms import Term
from bot.rulesets.eclipse.checks.rules import Outcome, check
from bot.rulesets.eclipse.equipment.events import Disarmed
from bot.rulesets.eclipse.play import EclipsePlay
from bot.rulesets.eclipse.state import BARE_HANDS, BodyKind, State
from bot.rulesets.eclipse.tables import EclipseTables
from bot.rulesets.eclipse.time.events import ActionTurnBegan
from bot.rulesets.eclipse.wounds.armor import armor_worn
from bot.rulesets.eclipse.wounds.events import (
    Bled,
    BodyTested,
    Bruised,
    Damaged,
    Died,
    FellDown,
    KnockedOut,
    LeftShaken,
    Stunned,
)

follows = Follows()

LEAST_STUN_TURNS = 3
LIGHT_SHOCK_TURNS = 4
TURNS_PER_MINUTE = 20
DEATH_PERCENT = {BodyKind.BIOMORPH: 150, BodyKind.SYNTHMORPH: 200, BodyKind.OBJECT: 100}


def take_damage(
    play: EclipsePlay,
    target: str,
    damage: int,
    armor: tuple[Term, ...] = (),
    *,
    ignored: bool = False,
) -> None:
    """Take damage: a wound for each time it reaches the threshold (001-2), then what follows from all of it.

    Of what armour stops wholly nothing follows, not even for whom a GM has brought round with all its damage.

    Dice: knockdown where there are wounds, and unconsciousness where there are two or more at once.
    """
    before = play.scene.combatants[target].state
    wounds = damage // before.wound_threshold
    sum_total = before.damage + damage
    play.tell(
        Damaged(
            actor=target,
            armor=armor,
            damage=damage,
            wounds=wounds,
            total=sum_total,
            ignored=ignored,
            injures=damage > 0,
        )
    )
    if not damage:
        return
    after = play.scene.combatants[target].state
    if sum_total >= lethal_damage(after):
        if not after.dead:
            play.tell(Died(actor=target, was_down=after.down, thing=after.kind is BodyKind.OBJECT))
        return
    if not after.awake:
        return
    if sum_total + after.stun >= after.dur:
        play.tell(KnockedOut(actor=target))
        return
    if wounds:
        _wounded(play, target, wounds)


def take_stun(play: EclipsePlay, target: str, stun: int, armor: tuple[Term, ...]) -> None:
    """Take stun, which wounds and kills nobody, and puts out who has its Durability of it and damage (001-31)."""
    before = play.scene.combatants[target].state
    play.tell(Bruised(actor=target, armor=armor, stun=stun, total=before.stun + stun))
    if stun and before.awake and before.damage + before.stun + stun >= before.dur:
        play.tell(KnockedOut(actor=target))


def _wounded(play: EclipsePlay, target: str, wounds: int) -> None:
    """Roll for knockdown and unconsciousness, for which the new wounds count (C1; 001-13)."""
    upright = not play.scene.combatants[target].state.prone
    footing = body_check(play, target, "knockdown") if upright else None
    waking = body_check(play, target, "unconsciousness") if wounds >= 2 else None
    out = waking is not None and not waking.succeeded
    if footing is not None:
        play.tell(BodyTested(actor=target, outcome=footing))
        if not footing.succeeded:
            play.tell(FellDown(actor=target, out=out))
    if waking is not None:
        play.tell(BodyTested(actor=target, outcome=waking))
    if out:
        play.tell(KnockedOut(actor=target))


def body_check(play: EclipsePlay, target: str, label: str, harder: tuple[Term, ...] = ()) -> Outcome:
    """Roll a check of three times Somatics."""
    state = play.scene.combatants[target].state
    return check(play, label, Term("som_3", 3 * state.som, "C1"), (*condition_terms(play.tables, state), *harder))


def check_grip(play: EclipsePlay, target: str) -> None:
    """Check whether somebody struck on what it holds keeps it, at -30 (EPL 7). Dice: three times Somatics."""
    state = play.scene.combatants[target].state
    held = [key for key, weapon in state.weapons.items() if weapon.ready and weapon.kind != BARE_HANDS]
    if not (held and state.awake):
        return
    outcome = body_check(play, target, "disarming", play.tables.modifiers.disarmed.terms())
    play.tell(BodyTested(actor=target, outcome=outcome))
    if not outcome.succeeded:
        play.tell(Disarmed(actor=target, weapon=held[0]))


def condition_terms(tables: EclipseTables, state: State) -> tuple[Term, ...]:
    """Return what wounds and traumas take off every action (C2), and the aftermath of a shock (EPL 7)."""
    return (
        *tables.modifiers.hurt(state.wounds, state.traumas),
        *tables.modifiers.shaken.terms(state.shaken.thirds),
    )


def take_shock(play: EclipsePlay, target: str) -> None:
    """Roll what is left of Durability, with energy armour, against incapacity of a turn for ten of the margin (C3).

    Machines feel none; whoever is incapacitated falls down and is shaken for three minutes after it, all others until
    the end of the next turn and less in the two behind it (EPL 7).
    """
    state = play.scene.combatants[target].state
    if not state.awake or state.kind is not BodyKind.BIOMORPH:
        return
    first = Term("durability_left", state.dur - state.damage, "C3")
    outcome = check(play, "shock", first, armor_worn(state, energy=True))
    play.tell(BodyTested(actor=target, outcome=outcome))
    if outcome.succeeded:
        play.tell(LeftShaken(actor=target, turns=LIGHT_SHOCK_TURNS, step=1))
        return
    turns = max(LEAST_STUN_TURNS, outcome.margin // 10)
    play.tell(Stunned(actor=target, turns=turns))
    play.tell(LeftShaken(actor=target, turns=turns + 3 * TURNS_PER_MINUTE, step=TURNS_PER_MINUTE))
    if not state.prone:
        play.tell(FellDown(actor=target))


@follows(ActionTurnBegan)
def bleeding(play: EclipsePlay, begun: ActionTurnBegan) -> None:
    """Take a point more from every wounded body beyond its Durability as a turn begins (EPL 7)."""
    for actor in play.scene.combatants:
        state = play.scene.combatants[actor].state
        if state.bleeds:
            play.tell(Bled(actor=actor, total=state.damage + 1))
            if state.damage + 1 >= lethal_damage(state):
                play.tell(Died(actor=actor, was_down=state.down))


def lethal_damage(state: State) -> int:
    """Return the damage that kills: half again a living body's Durability, rounded up, twice a machine's (001-16)."""
    return -(-state.dur * DEATH_PERCENT[state.kind] // 100)
