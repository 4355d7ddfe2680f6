"""To choke somebody out takes a whole exchange of fire: it begins as its first action and is judged at its end."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import attribute_check, worst
from bot.rulesets.reflex.close.actions import ChokeOut
from bot.rulesets.reflex.close.events import Blackout, ChokeBegan, ChokeEnded, ChokeSlipped
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.person.consciousness import is_closed_to, known_dead
from bot.rulesets.reflex.person.control import control_over, firm, victims
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene, at_opening
from bot.rulesets.reflex.time.timing import afford, spend
from bot.rulesets.reflex.wounds.injury import die, knock_out, wound

rules = Rules()


def needed(reading: ReflexReading, victim: str) -> int:
    """Return the Control that it takes: three more than the victim's Muscle (text 003, line 862)."""
    return reading.scene.combatants[victim].state.person.attributes.muscle + reading.tables.grips["choke"].control


@rules(ChokeOut)
def choke(play: ReflexPlay, attempt: ChokeOut) -> None:
    """Begin to choke somebody out, as the first action and for the whole exchange (text 003, lines 862-863).

    How strong an enemy is no player knows: a grip that is not firm enough then slips, which costs nothing (ours).

    Raises:
        RuleViolation: nobody of the kind is held, or firmly enough, or this is not the first action.
    """
    actor, victim = attempt.actor, _held(play.scene, attempt)
    ticks = play.scene.combatants[actor].state.turn.initiative or 0
    if play.scene.combatants[actor].state.turn.acted:
        raise RuleViolation("To choke somebody out takes the whole exchange.", "Make it your first action of the next.")
    afford(play, actor, ticks)
    least = needed(play, victim)
    if control_over(play.scene, actor, victim) < least:
        if is_closed_to(play.scene, actor, victim):
            play.tell(ChokeSlipped(actor=actor, target=victim))
            return
        raise RuleViolation(
            f"To choke {shown(victim)} takes Control {least}.", "Get hold of it first: /attack with:use=grapple."
        )
    play.tell(ChokeBegan(actor=actor, target=victim, cost_ticks=ticks))
    spend(play, actor, ticks)


def _held(scene: ReflexScene, attempt: ChokeOut) -> str:
    """Return whom the choke is about: the one that was named, or the only one that is held."""
    held = list(victims(scene, at_opening(scene, attempt.actor)))
    wanted = attempt.target or (held[0] if len(held) == 1 else "")
    if wanted not in held:
        raise RuleViolation("There is no grip to choke with.", "Get hold of it first: /attack with:use=grapple.")
    return wanted


def come_due(play: ReflexPlay) -> None:
    """Judge chokes at the end of the exchange, in the order in which people joined (text 003, lines 864-867).

    Dice: a check of Fitness of whoever is still held firmly enough, then what a worse head asks for.
    """
    for actor, combatant in play.scene.combatants.items():
        mark = combatant.state.hold.choking
        choked = [each for each, held in play.scene.combatants.items() if mark and held.state.hold.grip == mark]
        for victim in choked:
            before = play.scene
            with play.about(victim):
                _due(play, actor, victim)
            took_heart(play, before, actor)


def _due(play: ReflexPlay, actor: str, victim: str) -> None:
    state = play.scene.combatants[actor].state
    control = victims(play.scene, state).get(victim, 0) if firm(state) else 0
    enough = control >= needed(play, victim)
    play.tell(ChokeEnded(actor=actor, target=victim, control=control, firm=enough))
    if not control or known_dead(play.scene.combatants[victim]):
        return
    (_black_out if enough else _worsen)(play, actor, victim)


def _black_out(play: ReflexPlay, actor: str, victim: str) -> None:
    """Have the choked make a check: a success leaves them unconscious, a failure dead (ruling 003-17)."""
    state = play.scene.combatants[victim].state
    outcome = attribute_check(play, "choke", state, "fitness")
    play.tell(Blackout(actor=victim, target=actor, outcome=outcome))
    if outcome.succeeded:
        knock_out(play, victim)
    else:
        die(play, victim)


def _worsen(play: ReflexPlay, actor: str, victim: str) -> None:
    """Make the injury of the head one level worse, with all that follows; a critical one stays so (ours)."""
    given = Degree(min(worst(play.scene.combatants[victim].state, BodyPart.HEAD) + 1, Degree.CRITICAL))
    wound(play, victim, BodyPart.HEAD, given)
