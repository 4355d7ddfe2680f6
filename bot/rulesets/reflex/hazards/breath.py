"""Air that is missing is counted in exchanges of fire and pauses: first the breath lasts, then the head goes."""

from __future__ import annotations

from bot.core.errors import RuleViolation
from bot.core.features import Rules
from bot.core.terms import Term
from bot.core.wording import shown
from bot.rulesets.reflex.checks.check import attribute_check, halved_up
from bot.rulesets.reflex.hazards.actions import Breathe, RestInGoodAir, Smother
from bot.rulesets.reflex.hazards.events import AirReturned, BreathEbbed, BreathHeld, Inhaled
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.person.bodies import body
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.state import Breath
from bot.rulesets.reflex.wounds.events import Healed, Woke, Wounded
from bot.rulesets.reflex.wounds.injury import die, knock_out

rules = Rules()

PREPARED = 4


@rules(Smother)
def smother(play: ReflexPlay, lack: Smother) -> None:
    """Have somebody have nothing to breathe from now on (text 003, lines 1226-1233, 1241-1242; ruling 003-63).

    Dice: a check of Fitness; half its margin are the periods for which the breath lasts.

    Raises:
        RuleViolation: there is no such living body, or it holds its breath already.
    """
    victim, state = body(play.scene, lack)
    if state.body.breath:
        raise RuleViolation(f"{shown(victim)} has no air already.", "A GM gives air with /act action:breathe.")
    hold_breath(play, victim, gas=lack.gas, prepared=lack.prepared)


def hold_breath(play: ReflexPlay, victim: str, *, gas: bool = False, prepared: bool = False) -> None:
    """Check Fitness for how long the breath lasts (text 003, lines 1230-1233; ruling 003-63)."""
    terms = (Term("prepared", PREPARED, "003:1233"),) if prepared else ()
    outcome = attribute_check(play, "breath", play.scene.combatants[victim].state, "fitness", terms)
    play.tell(BreathHeld(actor=victim, outcome=outcome, periods=halved_up(max(0, outcome.margin)), gas=gas))


@rules(Breathe)
def breathe(play: ReflexPlay, air: Breathe) -> None:
    """Give somebody air: what the lack of it did to the head becomes slight (text 003, lines 1238-1239).

    Raises:
        RuleViolation: there is no such living body, or it has air.
    """
    victim, state = body(play.scene, air)
    if not state.body.breath:
        raise RuleViolation(f"{shown(victim)} has air.", "Only those who have none need it.")
    play.tell(AirReturned(actor=victim))
    before = Degree(state.body.virtual.get(BodyPart.HEAD, 0))
    if before <= Degree.SLIGHT:
        return
    play.tell(Healed(actor=victim, place=BodyPart.HEAD, before=before, after=Degree.SLIGHT, virtual=True))


@rules(RestInGoodAir)
def recover_breath(play: ReflexPlay, rest: RestInGoodAir) -> None:
    """Heal by five minutes of rest in good air what the lack of it has left of the head, and wake (1239-1240).

    Whom an injury keeps unconscious does not wake.

    Raises:
        RuleViolation: there is no such living body, it has no air, or nothing is left that rest would heal.
    """
    victim, state = body(play.scene, rest)
    if state.body.breath:
        raise RuleViolation(f"{shown(victim)} has no air.", "A GM gives air with /act action:breathe; rest comes then.")
    if state.body.virtual.get(BodyPart.HEAD, 0) != Degree.SLIGHT:
        raise RuleViolation(
            f"{shown(victim)} has no slight imagined head injury.", "/damage heal is for what is worse."
        )
    play.tell(Healed(actor=victim, place=BodyPart.HEAD, before=Degree.SLIGHT, after=Degree.NONE, virtual=True))
    hurt = state.body.wounds.get(BodyPart.HEAD, 0) == Degree.CRITICAL or state.body.unconscious_for_scene
    if state.body.unconscious and not hurt:
        play.tell(Woke(actor=victim))


def suffocate(play: ReflexPlay, victim: str, breath: Breath) -> None:
    """Let an exchange of fire or a pause go by without air (text 003, lines 1231-1237, 1241-1242)."""
    if breath.left:
        play.tell(BreathEbbed(actor=victim, left=breath.left - 1))
        return
    if breath.gas:
        play.tell(Inhaled(actor=victim))
        return
    state = play.scene.combatants[victim].state
    before = Degree(state.body.virtual.get(BodyPart.HEAD, 0))
    if before is Degree.CRITICAL:
        die(play, victim)
        return
    after = Degree(before + 1)
    play.tell(Wounded(actor=victim, place=BodyPart.HEAD, degree=after, before=before, after=after, virtual=True))
    if after is Degree.CRITICAL:
        knock_out(play, victim)
