"""Rounds and turns: all roll for their moment, and each has one action, one reaction and one free action in it."""

from __future__ import annotations

from bot.core.dice import Ask
from bot.core.errors import RuleViolation
from bot.core.events import Scheduled, SlotMoved
from bot.core.orders import Act
from bot.core.terms import total
from bot.core.timeline import Slot
from bot.core.wording import shown
from bot.rulesets.horizons.check import SIDES, modifiers
from bot.rulesets.horizons.events import (
    Aimed,
    ConditionEnded,
    InitiativeRolled,
    Moved,
    PostureChanged,
    ReactionBegan,
    Readied,
    RoundBegan,
    SuppressionEnded,
    SuppressionFired,
    TookCover,
    TurnEnded,
    Waited,
)
from bot.rulesets.horizons.play import (
    HorizonsPlay,
    HorizonsReading,
    HorizonsScene,
    RuleOf,
    check_able,
)
from bot.rulesets.horizons.sheet import modifier

ACTION, REACTION = "action", "reaction"
BEFORE = 100
"""How much earlier than a moment a reaction comes: more than any two dexterities are apart."""
USUAL_PARTS = "body"
NO_COVER = "none"


def begin_round(play: HorizonsPlay) -> None:
    """A new round: all who can act roll 1d10 and DEX; a tie goes to the higher DEX, then both act together.

    Where nobody can, everybody is asked, so that the GM can go on. Dice: one for each, in the order of joining.
    """
    for actor, name in lapsed(play.scene):
        play.tell(ConditionEnded(actor=actor, name=name))
    play.tell(RoundBegan(number=play.scene.ground.rounds + 1, actor=""))
    able = [actor for actor, combatant in play.scene.combatants.items() if combatant.state.able]
    slots = []
    for actor in able:
        rolled = initiative(play, actor)
        play.tell(rolled)
        slots.append(Slot(_key(play.scene, rolled), actor, (ACTION,)))
    idle = [] if able else [Slot((0, 0), actor, (ACTION,)) for actor in play.scene.combatants]
    play.tell(Scheduled(slots=tuple(slots + idle)))


def lapsed(scene: HorizonsScene) -> list[tuple[str, str]]:
    """Whose conditions end with this round, and which."""
    return [
        (actor, name)
        for actor, combatant in scene.combatants.items()
        for name, condition in combatant.state.conditions.items()
        if 0 < condition.until <= scene.ground.rounds
    ]


def initiative(play: HorizonsPlay, actor: str) -> InitiativeRolled:
    """The moment of somebody in this round (ruling E)."""
    terms = modifiers(play.scene.combatants[actor].state, ("dexterity",))
    with play.about(actor):
        roll = play.roll(Ask("initiative", 1, SIDES))
    return InitiativeRolled(actor=actor, terms=terms, roll=roll, initiative=total(terms) + roll.faces[0])


def _key(scene: HorizonsScene, rolled: InitiativeRolled) -> tuple[int, int]:
    """Higher initiative first, then higher DEX (ruling 000-25)."""
    return -rolled.initiative, -modifier(scene.combatants[rolled.actor].state, "dexterity")


def joined(play: HorizonsPlay, actor: str) -> None:
    """A newcomer rolls, and acts with those who act now at the earliest."""
    if not play.scene.agenda:
        begin_round(play)
        return
    if not play.scene.combatants[actor].state.able:
        return
    rolled = initiative(play, actor)
    play.tell(rolled)
    key = max(_key(play.scene, rolled), play.scene.agenda[0].key)
    play.tell(SlotMoved(actor=actor, slots=(Slot(key, actor, (ACTION,)),)))


def finish(play: HorizonsPlay, actor: str, *, aiming: bool = False) -> None:
    """The action of somebody is done; anything but aiming lets the aim go (ruling 000-8).

    What was a reaction leaves the turn that is still to come.
    """
    held = [slot for slot in play.scene.agenda if slot.actor == actor]
    reaction = any(slot.key == play.scene.opened and REACTION in slot.kinds for slot in held)
    play.tell(TurnEnded(actor=actor, aiming=aiming, reaction=reaction))
    under_fire(play, actor)
    play.tell(SlotMoved(actor=actor, slots=tuple(slot for slot in held if slot.key != play.scene.opened)))


def under_fire(play: HorizonsPlay, acting: str) -> None:
    """Each action that anybody takes costs those who suppress their rounds, until they have not enough (000-13).

    What the hidden do costs those in sight none: the rounds would tell of it.
    """
    unseen = play.scene.combatants[acting].hidden
    for actor in list(play.scene.combatants):
        state = play.scene.combatants[actor].state
        weapon = state.weapons.get(state.held)
        if not state.suppressing or (unseen and not play.scene.combatants[actor].hidden):
            continue
        if weapon is None or weapon.loaded < state.suppressing:
            play.tell(SuppressionEnded(actor=actor, empty=True))
            continue
        left = weapon.loaded - state.suppressing
        play.tell(SuppressionFired(actor=actor, weapon=state.held, rounds=state.suppressing, left=left))


def let_up(play: HorizonsPlay, actor: str) -> None:
    """Whoever does something else with its action suppresses nobody any more."""
    if play.scene.combatants[actor].state.suppressing:
        play.tell(SuppressionEnded(actor=actor))


def swept(play: HorizonsPlay) -> None:
    """Those who can act no more lose what was still to come; who may act in this moment still does."""
    for slot in play.scene.agenda:
        later = slot.key != play.scene.opened
        if not (play.scene.combatants[slot.actor].state if later else play.at_opening(slot.actor)).able:
            play.tell(SlotMoved(actor=slot.actor))


def wait(play: HorizonsPlay, order: Act) -> None:
    """Let the turn go by."""
    play.tell(Waited(actor=order.actor))
    finish(play, order.actor)


def aim(play: HorizonsPlay, order: Act) -> None:
    """Take careful aim for an action (text 000, lines 128-133; ruling 000-8)."""
    check_able(play, order.actor)
    state = play.scene.combatants[order.actor].state
    play.tell(Aimed(actor=order.actor, actions=state.aimed + 1))
    let_up(play, order.actor)
    finish(play, order.actor, aiming=True)


def _check_free(reading: HorizonsReading, actor: str) -> None:
    """Raises RuleViolation where ``actor`` cannot act or has had its free action."""
    check_able(reading, actor)
    if reading.scene.combatants[actor].state.freed:
        raise RuleViolation(f"{shown(actor)} has had the free action of this turn.", "Take the action, or wait.")


def change_posture(play: HorizonsPlay, order: Act) -> None:
    """Another posture, as the free action of the turn."""
    _check_free(play, order.actor)
    play.tell(PostureChanged(actor=order.actor, posture=order.inputs["to"]))


def move(play: HorizonsPlay, order: Act) -> None:
    """Movement at a pace, as the free action of the turn; it counts until the next one (text 000, lines 87-106).

    Raises:
        RuleViolation: the free action is gone, or the GM has said that the actor cannot move.
    """
    _check_free(play, order.actor)
    if play.scene.combatants[order.actor].state.pace == "still":
        raise RuleViolation(f"{shown(order.actor)} cannot move.", "A GM sets free: action correct, pace=subtle.")
    play.tell(Moved(actor=order.actor, pace=order.inputs["pace"]))


def take_cover(play: HorizonsPlay, order: Act) -> None:
    """Get behind something, or out into the open, as the free action of the turn (text 000, lines 29-37)."""
    _check_free(play, order.actor)
    kind, parts = order.inputs["cover"], order.inputs.get("parts", USUAL_PARTS)
    if kind == NO_COVER:
        play.tell(TookCover(actor=order.actor))
        return
    play.tell(TookCover(actor=order.actor, cover=kind, parts=tuple(play.tables.row("parts", parts)["covers"])))


def ready(play: HorizonsPlay, order: Act) -> None:
    """Keep the reaction of the round for something that may come before one's next turn (ruling E).

    Raises:
        RuleViolation: the actor cannot act, has reacted, or the campaign has no reactions.
    """
    check_able(play, order.actor)
    _check_reaction(play, order.actor)
    play.tell(Readied(actor=order.actor, what=order.inputs["what"]))


def react(play: HorizonsPlay, order: Act) -> None:
    """What a reaction was kept for has come: one action out of turn, before whoever is to act now.

    Raises:
        RuleViolation: nothing was kept, the reaction is used, or it is the actor's turn.
    """
    actor, state = order.actor, play.scene.combatants[order.actor].state
    check_able(play, actor)
    _check_reaction(play, actor)
    if not state.readied:
        raise RuleViolation(f"{shown(actor)} has kept no reaction.", "In your turn: action ready, with what it is for.")
    held = tuple(slot for slot in play.scene.agenda if slot.actor == actor)
    (at, tie), *_ = (slot.key for slot in play.scene.agenda)
    if any(slot.key == (at, tie) for slot in held):
        raise RuleViolation(f"It is the turn of {shown(actor)}.", "Act: no reaction is needed.")
    if any(
        play.at_opening(slot.actor).able > play.scene.combatants[slot.actor].state.able
        for slot in play.scene.entitled()
    ):
        raise RuleViolation("Those who act together are not done yet.", "React when the moment is over.")
    play.tell(ReactionBegan(actor=actor, what=state.readied))
    play.tell(SlotMoved(actor=actor, slots=(*held, Slot((at, tie - BEFORE), actor, (ACTION, REACTION)))))


def _check_reaction(reading: HorizonsReading, actor: str) -> None:
    if not reading.options["reactions"]:
        raise RuleViolation(
            "This campaign has no reactions.", "Act in your turn; a GM may allow them: /campaign options."
        )
    if reading.scene.combatants[actor].state.reacted:
        raise RuleViolation(f"{shown(actor)} has had its reaction.", "It comes back with the next round.")


RULES: dict[str, RuleOf] = {
    "ready": ready,
    "react": react,
    "wait": wait,
    "aim": aim,
    "posture": change_posture,
    "move": move,
    "cover": take_cover,
}
