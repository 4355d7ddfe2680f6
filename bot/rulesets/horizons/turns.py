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
from bot.rulesets.horizons.referee import HorizonsScene, Referee, RuleOf, Ruling, check_able, judged
from bot.rulesets.horizons.sheet import modifier

ACTION, REACTION = "action", "reaction"
BEFORE = 100
"""How much earlier than a moment a reaction comes: more than any two dexterities are apart."""
USUAL_PARTS = "body"
NO_COVER = "none"


def begin_round(referee: Referee, scene: HorizonsScene) -> Ruling:
    """A new round: all who can act roll 1d10 and DEX; a tie goes to the higher DEX, then both act together.

    Where nobody can, everybody is asked, so that the GM can go on. Dice: one for each, in the order of joining.
    """
    for actor, name in lapsed(scene):
        scene = yield ConditionEnded(actor=actor, name=name)
    scene = yield RoundBegan(number=scene.ground.rounds + 1, actor="")
    able = [actor for actor, combatant in scene.combatants.items() if combatant.state.able]
    slots = []
    for actor in able:
        rolled = initiative(referee, scene, actor)
        scene = yield rolled
        slots.append(Slot(_key(scene, rolled), actor, (ACTION,)))
    idle = [] if able else [Slot((0, 0), actor, (ACTION,)) for actor in scene.combatants]
    return (yield Scheduled(slots=tuple(slots + idle)))


def lapsed(scene: HorizonsScene) -> list[tuple[str, str]]:
    """Whose conditions end with this round, and which."""
    return [
        (actor, name)
        for actor, combatant in scene.combatants.items()
        for name, condition in combatant.state.conditions.items()
        if 0 < condition.until <= scene.ground.rounds
    ]


def initiative(referee: Referee, scene: HorizonsScene, actor: str) -> InitiativeRolled:
    """The moment of somebody in this round (ruling E)."""
    terms = modifiers(scene.combatants[actor].state, ("dexterity",))
    with referee.source.about(actor):
        roll = referee.roll(Ask("initiative", 1, SIDES))
    return InitiativeRolled(actor=actor, terms=terms, roll=roll, initiative=total(terms) + roll.faces[0])


def _key(scene: HorizonsScene, rolled: InitiativeRolled) -> tuple[int, int]:
    """Higher initiative first, then higher DEX (ruling 000-25)."""
    return -rolled.initiative, -modifier(scene.combatants[rolled.actor].state, "dexterity")


def joined(referee: Referee, scene: HorizonsScene, actor: str) -> Ruling:
    """A newcomer rolls, and acts with those who act now at the earliest."""
    if not scene.agenda:
        return (yield from begin_round(referee, scene))
    if not scene.combatants[actor].state.able:
        return scene
    rolled = initiative(referee, scene, actor)
    scene = yield rolled
    key = max(_key(scene, rolled), scene.agenda[0].key)
    return (yield SlotMoved(actor=actor, slots=(Slot(key, actor, (ACTION,)),)))


def finish(scene: HorizonsScene, actor: str, *, aiming: bool = False) -> Ruling:
    """The action of somebody is done; anything but aiming lets the aim go (ruling 000-8).

    What was a reaction leaves the turn that is still to come.
    """
    held = [slot for slot in scene.agenda if slot.actor == actor]
    reaction = any(slot.key == scene.opened and REACTION in slot.kinds for slot in held)
    scene = yield TurnEnded(actor=actor, aiming=aiming, reaction=reaction)
    scene = yield from under_fire(scene, actor)
    return (yield SlotMoved(actor=actor, slots=tuple(slot for slot in held if slot.key != scene.opened)))


def under_fire(scene: HorizonsScene, acting: str) -> Ruling:
    """Each action that anybody takes costs those who suppress their rounds, until they have not enough (000-13).

    What the hidden do costs those in sight none: the rounds would tell of it.
    """
    unseen = scene.combatants[acting].hidden
    for actor in list(scene.combatants):
        state = scene.combatants[actor].state
        weapon = state.weapons.get(state.held)
        if not state.suppressing or (unseen and not scene.combatants[actor].hidden):
            continue
        if weapon is None or weapon.loaded < state.suppressing:
            scene = yield SuppressionEnded(actor=actor, empty=True)
            continue
        left = weapon.loaded - state.suppressing
        scene = yield SuppressionFired(actor=actor, weapon=state.held, rounds=state.suppressing, left=left)
    return scene


def let_up(scene: HorizonsScene, actor: str) -> Ruling:
    """Whoever does something else with its action suppresses nobody any more."""
    return (yield SuppressionEnded(actor=actor)) if scene.combatants[actor].state.suppressing else scene


def swept(scene: HorizonsScene) -> Ruling:
    """Those who can act no more lose what was still to come; who may act in this moment still does."""
    for slot in scene.agenda:
        later = slot.key != scene.opened
        if not (scene.combatants[slot.actor].state if later else judged(scene, slot.actor)).able:
            scene = yield SlotMoved(actor=slot.actor)
    return scene


def wait(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Let the turn go by."""
    scene = yield Waited(actor=order.actor)
    return (yield from finish(scene, order.actor))


def aim(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Take careful aim for an action (text 000, lines 128-133; ruling 000-8)."""
    check_able(scene, order.actor)
    state = scene.combatants[order.actor].state
    scene = yield Aimed(actor=order.actor, actions=state.aimed + 1)
    scene = yield from let_up(scene, order.actor)
    return (yield from finish(scene, order.actor, aiming=True))


def _check_free(scene: HorizonsScene, actor: str) -> None:
    """Raises RuleViolation where ``actor`` cannot act or has had its free action."""
    check_able(scene, actor)
    if scene.combatants[actor].state.freed:
        raise RuleViolation(f"{shown(actor)} has had the free action of this turn.", "Take the action, or wait.")


def change_posture(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Another posture, as the free action of the turn."""
    _check_free(scene, order.actor)
    return (yield PostureChanged(actor=order.actor, posture=order.inputs["to"]))


def move(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Movement at a pace, as the free action of the turn; it counts until the next one (text 000, lines 87-106).

    Raises:
        RuleViolation: the free action is gone, or the GM has said that the actor cannot move.
    """
    _check_free(scene, order.actor)
    if scene.combatants[order.actor].state.pace == "still":
        raise RuleViolation(f"{shown(order.actor)} cannot move.", "A GM sets free: action correct, pace=subtle.")
    return (yield Moved(actor=order.actor, pace=order.inputs["pace"]))


def take_cover(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Get behind something, or out into the open, as the free action of the turn (text 000, lines 29-37)."""
    _check_free(scene, order.actor)
    kind, parts = order.inputs["cover"], order.inputs.get("parts", USUAL_PARTS)
    if kind == NO_COVER:
        return (yield TookCover(actor=order.actor))
    return (yield TookCover(actor=order.actor, cover=kind, parts=tuple(referee.tables.row("parts", parts)["covers"])))


def ready(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """Keep the reaction of the round for something that may come before one's next turn (ruling E).

    Raises:
        RuleViolation: the actor cannot act, has reacted, or the campaign has no reactions.
    """
    check_able(scene, order.actor)
    _check_reaction(referee, scene, order.actor)
    return (yield Readied(actor=order.actor, what=order.inputs["what"]))


def react(referee: Referee, scene: HorizonsScene, order: Act) -> Ruling:
    """What a reaction was kept for has come: one action out of turn, before whoever is to act now.

    Raises:
        RuleViolation: nothing was kept, the reaction is used, or it is the actor's turn.
    """
    actor, state = order.actor, scene.combatants[order.actor].state
    check_able(scene, actor)
    _check_reaction(referee, scene, actor)
    if not state.readied:
        raise RuleViolation(f"{shown(actor)} has kept no reaction.", "In your turn: action ready, with what it is for.")
    held = tuple(slot for slot in scene.agenda if slot.actor == actor)
    (at, tie), *_ = (slot.key for slot in scene.agenda)
    if any(slot.key == (at, tie) for slot in held):
        raise RuleViolation(f"It is the turn of {shown(actor)}.", "Act: no reaction is needed.")
    if any(judged(scene, slot.actor).able > scene.combatants[slot.actor].state.able for slot in scene.entitled()):
        raise RuleViolation("Those who act together are not done yet.", "React when the moment is over.")
    scene = yield ReactionBegan(actor=actor, what=state.readied)
    return (yield SlotMoved(actor=actor, slots=(*held, Slot((at, tie - BEFORE), actor, (ACTION, REACTION)))))


def _check_reaction(referee: Referee, scene: HorizonsScene, actor: str) -> None:
    if not referee.options["reactions"]:
        raise RuleViolation(
            "This campaign has no reactions.", "Act in your turn; a GM may allow them: /campaign options."
        )
    if scene.combatants[actor].state.reacted:
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
