"""Rounds and turns: all roll for their moment, and each has one action, one reaction and one free action in it."""

from __future__ import annotations

from msgspec.structs import replace

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Scheduled, SlotMoved
from bot.core.features import Rules
from bot.core.ground.lost import next_known
from bot.core.orders import Act
from bot.core.terms import total
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.horizons.checks.rules import SIDES, modifiers
from bot.rulesets.horizons.conditions.rules import end_lapsed
from bot.rulesets.horizons.play import HorizonsPlay, HorizonsReading, HorizonsScene, gunners_over
from bot.rulesets.horizons.state import gone_by, modifier
from bot.rulesets.horizons.time.actions import KeepReaction, React, Wait
from bot.rulesets.horizons.time.events import (
    CameBack,
    InitiativeRolled,
    ReactionBegan,
    ReactionKept,
    RoundBegan,
    TurnEnded,
    Waited,
)
from bot.rulesets.horizons.time.slots import ACTION, AIM, ATTACKS, REACTION, is_reacting, slots_in_use

rules = Rules()

BEFORE = 100
"""How much earlier than a moment a reaction comes: more than any two dexterities are apart."""


def begin_round(play: HorizonsPlay) -> None:
    """Begin a round: all who can act roll 1d10 and DEX; a tie goes to the higher DEX, then both act together.

    Where nobody can, everybody is asked, so that the GM can go on. Dice: one for each, in the order of joining.
    """
    end_lapsed(play, play.scene.combatants, play.scene.state.rounds)
    play.tell(RoundBegan(number=play.scene.state.rounds + 1, actor=""))
    able = [actor for actor, combatant in play.scene.combatants.items() if combatant.state.able]
    slots = []
    for actor in able:
        rolled = initiative(play, actor)
        play.tell(rolled)
        slots.append(Slot(_key(play.scene, rolled), actor, (ACTION,)))
    idle = [] if able else [Slot((0, 0), actor, (ACTION,)) for actor in play.scene.combatants]
    play.tell(Scheduled(slots=tuple(slots + idle)))


def initiative(play: HorizonsPlay, actor: str) -> InitiativeRolled:
    """Roll for the moment of somebody in this round (ruling E)."""
    terms = modifiers(play.scene.combatants[actor].state, ("dexterity",))
    with play.about(actor):
        roll = play.roll(Ask("initiative", 1, SIDES))
    return InitiativeRolled(actor=actor, terms=terms, roll=roll, initiative=total(terms) + roll.faces[0])


def _key(scene: HorizonsScene, rolled: InitiativeRolled) -> tuple[int, int]:
    """Return the key of a moment: higher initiative first, then higher DEX (ruling 000-25)."""
    return -rolled.initiative, -modifier(scene.combatants[rolled.actor].state, "dexterity")


def joined(play: HorizonsPlay, actor: str) -> None:
    """Roll for a newcomer, who acts at the earliest behind whoever is next, as far as may be told.

    Of whoever comes back what was over meanwhile is over, and what it was about.
    """
    state = play.scene.combatants[actor].state
    if gone_by(state) != state:
        play.tell(CameBack(actor=actor))
    if not play.scene.agenda:
        begin_round(play)
        return
    end_lapsed(play, (actor,), play.scene.state.rounds - 1)
    if not play.scene.combatants[actor].state.able:
        return
    rolled = initiative(play, actor)
    key, earliest = _key(play.scene, rolled), next_known(play.scene, actor)
    play.tell(replace(rolled, over=key < earliest))
    play.tell(SlotMoved(actor=actor, slots=(Slot(max(key, earliest), actor, (ACTION,)),)))


def end_turn(play: HorizonsPlay, order: Act, before: HorizonsScene) -> None:
    """End the turn of whoever acts: anything but aiming lets the aim go (ruling 000-8)."""
    if not play.scene.fight:
        return
    actor, attacked, reacting = order.actor, order.action in ATTACKS, is_reacting(play, order.actor)
    gunners = gunners_over(play.scene, actor) if attacked else ()
    play.tell(
        TurnEnded(
            actor=actor,
            aiming=order.action == AIM,
            reaction=reacting,
            apart=reacting,
            attacked=attacked,
            exposing=bool(gunners),
            gunners=gunners,
            unspent=not play.scene.combatants[actor].state.freed,
        )
    )


def give_up_slot(play: HorizonsPlay, order: Act, before: HorizonsScene) -> None:
    """Take from whoever acts the slot of the action; what was a reaction leaves the turn that is still to come."""
    if not play.scene.fight:
        return
    used = slots_in_use(play, order.actor)
    left = tuple([slot for slot in play.scene.agenda if slot.actor == order.actor and slot not in used])
    play.tell(SlotMoved(actor=order.actor, slots=left))


def sweep(play: HorizonsPlay) -> None:
    """Take from those who can act no more what was still to come; who may act in this moment still does."""
    for slot in play.scene.agenda:
        later = slot.key != play.scene.opened
        if not (play.scene.combatants[slot.actor].state if later else play.at_opening(slot.actor)).able:
            play.tell(SlotMoved(actor=slot.actor))


def check_turn(reading: HorizonsReading, order: Act) -> None:
    """Raise RuleViolation where in a fight it is not the turn of whoever is to act; outside fights anybody may."""
    scene = reading.scene
    if scene.fight and not any(slot.actor == order.actor for slot in scene.entitled()):
        remedy = "In a fight that takes the action of a turn; see /init status for who is to act."
        raise RuleViolation(f"It is not {shown(order.actor)}'s turn.", remedy)


def check_one_attack(reading: HorizonsReading, order: Act) -> None:
    """Raise RuleViolation where somebody would attack in its turn and as a reaction, in one round (ruling 000-31)."""
    if reading.at_opening(order.actor).attacked and not reading.options["two_attacks"]:
        remedy = "One attack a round, in the turn or as the reaction; move, reload or wait instead."
        raise RuleViolation(f"{shown(order.actor)} has attacked in this round.", remedy)


@rules(Wait)
def wait(play: HorizonsPlay, wait: Wait) -> None:
    """Let the turn go by."""
    play.price(None)
    play.tell(Waited(actor=wait.actor))


@rules(KeepReaction)
def ready(play: HorizonsPlay, ready: KeepReaction) -> None:
    """Spend the action on keeping the reaction for something that may come before the end of one's next turn (000-31).

    Raises:
        RuleViolation: the actor has reacted in this round.
    """
    check_reaction(play, ready.actor)
    play.tell(ReactionKept(actor=ready.actor, what=ready.what))


@rules(React)
def react(play: HorizonsPlay, react: React) -> None:
    """Act out of turn, before whoever is to act now: what the reaction was kept for has come.

    Raises:
        RuleViolation: nothing was kept, the reaction is used, or it is the actor's turn.
    """
    actor, state = react.actor, play.scene.combatants[react.actor].state
    play.check_able(actor)
    check_reaction(play, actor)
    if not state.readied:
        raise RuleViolation(
            f"{shown(actor)} has kept no reaction.", "In your turn: /act action:ready, with what it is for."
        )
    held = tuple(slot for slot in play.scene.agenda if slot.actor == actor)
    at, tie = play.scene.agenda[0].key
    if any(slot.key == (at, tie) for slot in held):
        raise RuleViolation(f"It is the turn of {shown(actor)}.", "Act: no reaction is needed.")
    together = [slot.actor for slot in play.scene.entitled()]
    if any(play.at_opening(one).able and not play.scene.combatants[one].state.able for one in together):
        raise RuleViolation("Those who act together are not done yet.", "React when the moment is over.")
    play.tell(ReactionBegan(actor=actor, what=state.readied, apart=True))
    play.tell(SlotMoved(actor=actor, slots=(*held, Slot((at, tie - BEFORE), actor, (ACTION, REACTION)))))


def check_reaction(reading: HorizonsReading, actor: str) -> None:
    """Raise RuleViolation where somebody has used the reaction of the round."""
    if reading.scene.combatants[actor].state.reacted:
        raise RuleViolation(f"{shown(actor)} has had its reaction.", "It comes back with the next round.")
