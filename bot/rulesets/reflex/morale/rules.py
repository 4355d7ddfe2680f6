"""Morale as people meet it: what frightens and what heartens them, and what the broken can still do."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from bot.core.absence import is_kept
from bot.core.actions import Action, read
from bot.core.dice import Ask, Highest, Lowest, Roll
from bot.core.errors import RuleViolation
from bot.core.events import Event
from bot.core.features import Follows, Rules
from bot.core.ground.whereabouts import Straight, Where
from bot.core.orders import Act
from bot.core.scene import changed_keys, unique_name
from bot.core.wording import shown
from bot.rulesets.reflex.blasts.blast import charge_of
from bot.rulesets.reflex.checks.check import HIGHEST, MIND, halved_up, skill_check, wound_penalty
from bot.rulesets.reflex.checks.labels import ANOTHER
from bot.rulesets.reflex.checks.nerve import (
    SOURCES,
    coolness_terms,
    in_combat,
    is_broken,
    shortfall,
    threat_terms,
)
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.close.blow import ESCAPE
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.kit import Weapon
from bot.rulesets.reflex.morale.actions import Calm, GiveHeart, PanicFire, Threaten
from bot.rulesets.reflex.morale.events import (
    Broke,
    CasualtyLeft,
    Commanded,
    OddsCounted,
    PainEased,
    PanicFired,
    Rallied,
    Threatened,
)
from bot.rulesets.reflex.morale.threats import liftable, loss_of, recounted
from bot.rulesets.reflex.person.bodies import body, body_in_sight
from bot.rulesets.reflex.person.consciousness import conscious
from bot.rulesets.reflex.person.gear import modes_of
from bot.rulesets.reflex.play import ReflexPlay, ReflexReading, ReflexScene
from bot.rulesets.reflex.shots.difficulty import LEAST_TICKS
from bot.rulesets.reflex.shots.in_hand import check_quick, in_hand, is_firearm
from bot.rulesets.reflex.shots.rounds import kick, load
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.tables import ThreatRow
from bot.rulesets.reflex.time.events import ExchangeBegan
from bot.rulesets.reflex.time.small_actions import ticks_of
from bot.rulesets.reflex.time.timing import afford, spend

APART = ("ambushed", "coerced", "suppressed", "intimidation")

UNLISTED = ThreatRow(source="003", amount=1, several=True)

rules = Rules()
follows = Follows()


def check_nerve(reading: ReflexReading, order: Act) -> None:
    """Check that whoever acts is not broken, or flees (text 003, lines 1335-1336).

    Raises:
        RuleViolation: the broken only flee, speak, cower, treat themselves and hold.
    """
    broken = is_broken(reading.at_opening(order.actor))
    if broken and not _is_possible_in_fear(order.action, read(_Deed, order)):
        raise RuleViolation(
            f"The will of {shown(order.actor)} is broken.",
            "Still possible: move away, communicate, lie down or get up, treat one's own wounds, wait, hold.",
        )


class _Deed(Action, frozen=True, kw_only=True):
    """What tells whether an action is open to the broken; ``to`` is a stance, or where a movement leads."""

    target: str = ""
    away: bool = False
    to: Stance | Where | None = None
    use: str = ""


def _is_possible_in_fear(action: str, deed: _Deed) -> bool:
    match action:
        case "wait" | "communicate" | "talk" | "hold" | "surrender" | "rest" | "board" | "withdraw":
            return True
        case "attack":
            return deed.use == ESCAPE
        case "move" | "pause_move":
            nearer = isinstance(deed.to, Straight) and not deed.to.away
            return (not deed.target or deed.away) and not nearer
        case "stance":
            return deed.to in (Stance.PRONE, Stance.STANDING)
        case "treat":
            return deed.target in ("", deed.actor)
        case _:
            return False


def break_and_rally(play: ReflexPlay, before: ReflexScene) -> None:
    """Break the wills that broke since ``before``, and rally those who take heart; one who breaks may break others.

    Casualties count the broken, so breaking comes first and rallying afterwards: both come to an end. Who rallies may
    outnumber others and break them, so that both are seen to again, as often as there are people at most.
    """
    people = play.scene.combatants
    touched = [people[actor].state for actor in changed_keys(before.combatants, people)]
    if not [state for state in touched if is_broken(state) is not state.nerve.routed]:
        return
    rounds, was = len(people), before
    while rounds and play.scene is not was:
        rounds, was = rounds - 1, play.scene
        _turned(play, before, _breaking)
        _turned(play, before, _rallying)


def _turned(play: ReflexPlay, before: ReflexScene, turn: Callable[[str, State], Event | None]) -> None:
    known = before.combatants
    while play.scene.combatants is not known:
        touched, known = changed_keys(known, play.scene.combatants), play.scene.combatants
        for actor in touched:
            event = turn(actor, play.scene.combatants[actor].state)
            if event is not None:
                with play.by_itself("nerve"):
                    play.tell(event)


def _breaking(actor: str, state: State) -> Event | None:
    if state.nerve.routed or not is_broken(state) or not conscious(state):
        return None
    terms = (threat_terms(state), coolness_terms(state)) if in_combat(state) else ((), ())
    return Broke(actor=actor, threats=terms[0], coolness=terms[1])


def _rallying(actor: str, state: State) -> Event | None:
    return Rallied(actor=actor) if state.nerve.routed and not is_broken(state) else None


def count_odds(play: ReflexPlay, actor: str) -> None:
    """Have odds, casualties and leaders count anew behind who came, into sight too, or left (line 1360; ours)."""
    before = play.scene
    if recounted(before, actor) is not before:
        play.tell(OddsCounted(actor=actor))
        break_and_rally(play, before)


def keep_loss(play: ReflexPlay, actor: str) -> None:
    """Have a casualty who is taken out of the fight for good stay the loss of its side (line 1375; ours).

    Who may come back is one as long as it is away.
    """
    loss = loss_of(play.scene.combatants[actor])
    if loss and not is_kept(play.scene, actor):
        play.tell(CasualtyLeft(actor=actor, loss=loss))


@follows(ExchangeBegan)
def count_out_the_absent(play: ReflexPlay, _began: ExchangeBegan) -> None:
    """Have people count anew where somebody is away, to whom an exchange begins as to all (line 1360; ours)."""
    for away in tuple(play.scene.away.values()):
        count_odds(play, away.combatant.actor)


@rules(Threaten)
def threat(play: ReflexPlay, threat: Threaten) -> None:
    """Threaten somebody, or everybody of a side (text 003, lines 1346-1416); two of a name both count (003-93).

    Dice: for each of them those of the kind, unless an amount is told.

    Raises:
        RuleViolation: there is nobody, or the bot counts this by itself.
    """
    name = _named(threat)
    row = play.tables.threats.get(threat.kind, UNLISTED)
    rolls = row.dice and threat.amount is None
    told = row.amount if threat.amount is None else threat.amount
    for actor in _whom(play.scene, threat):
        with play.about(actor):
            roll = _rolled(play, threat.kind, row) if rolls else None
        amount = (max if row.keep == HIGHEST else min)(roll.faces) if roll else told
        threats = play.scene.combatants[actor].state.nerve.threats if row.several and amount else {}
        kind = unique_name(threats, name, ANOTHER)
        play.tell(Threatened(actor=actor, kind=kind, amount=amount, roll=roll, replaces=row.replaces))


def _named(threat: Threaten) -> str:
    if threat.name in (*SOURCES, *APART):
        raise RuleViolation(
            f"{threat.name[:40]} is a threat of its own.", f"Say kind={threat.name[:40]}, or another name."
        )
    return threat.name or threat.kind


def _whom(scene: ReflexScene, threat: Threaten) -> list[str]:
    if not threat.side:
        return [body(scene, threat)[0]]
    side = threat.side.casefold()
    there = {actor: each.state.body for actor, each in scene.combatants.items() if each.side.casefold() == side}
    found = [actor for actor, body_of in there.items() if not (body_of.dead or body_of.vehicle)]
    if not found:
        sides = ", ".join(dict.fromkeys(each.side for each in scene.combatants.values()))
        raise RuleViolation("Nobody living is on that side.", f"Sides: {sides}.")
    return found


def _rolled(play: ReflexPlay, kind: str, row: ThreatRow) -> Roll:
    meaning = Highest() if row.keep == HIGHEST else Lowest(row.sides)
    return play.roll(Ask(kind, row.dice, row.sides, meaning))


@rules(Calm)
def calm(play: ReflexPlay, calm: Calm) -> None:
    """End or lessen a threat, or ease pain (text 003, lines 1481-1484).

    Raises:
        RuleViolation: nothing of the kind threatens.
    """
    actor, state = body(play.scene, calm)
    if calm.painkiller is not None:
        play.tell(PainEased(actor=actor, eased=calm.painkiller))
    if calm.kind:
        play.tell(_lifted(actor, state, calm))
        return
    if calm.painkiller is None:
        raise _unsaid(actor, _present(state))


def _unsaid(actor: str, present: str) -> RuleViolation:
    """Return the refusal where neither a threat of those ``present`` was named, nor a painkiller."""
    if not present:
        return RuleViolation(f"Nothing threatens {shown(actor)}.", "Say painkiller=yes to ease pain.")
    return RuleViolation("Calm in the face of what?", f"Say kind=, one of {present}; or painkiller=yes.")


def _lifted(actor: str, state: State, calm: Calm) -> Threatened:
    """Return that a threat is over or less: one that is named by its key, or as the log calls it."""
    present = dict(liftable(state))
    called = {**{said(kind).casefold(): kind for kind in present}, **{kind.casefold(): kind for kind in present}}
    kind = called.get(calm.kind.casefold(), "")
    if not kind:
        threats = _present(state) or "nothing"
        raise RuleViolation(f"{shown(actor)} is not under that threat.", f"What threatens: {threats}.")
    left = 0 if calm.amount is None else max(0, present[kind] - calm.amount)
    return Threatened(actor=actor, kind=kind, amount=left)


def _present(state: State) -> str:
    return ", ".join(said(kind) for kind, _ in liftable(state))


@rules(GiveHeart)
def boost(play: ReflexPlay, boost: GiveHeart) -> None:
    """Raise an ally's CUF until the next pause by a short phrase of command (text 003, lines 1485-1488).

    Dice: the check of Command.

    Raises:
        RuleViolation: there is no such ally, or it takes too long.
    """
    target, listener = body_in_sight(play.scene, boost)
    if play.scene.combatants[target].side != play.scene.combatants[boost.actor].side:
        raise RuleViolation(f"{shown(target)} is of another side.", "Give heart to one of your own.")
    if target == boost.actor or not conscious(listener):
        raise RuleViolation("Words of command are for somebody else who hears them.", "Choose another target.")
    ticks, state = ticks_of(play, "phrase"), play.at_opening(boost.actor)
    afford(play, boost.actor, ticks)
    outcome = skill_check(play, "command", state, "command", "resolve", (), wound_penalty(state, MIND))
    gained = max(1, outcome.margin) if outcome.succeeded else 0
    play.tell(Commanded(actor=boost.actor, target=target, outcome=outcome, value=gained))
    spend(play, boost.actor, ticks)


@rules(PanicFire)
def panic_fire(play: ReflexPlay, fire: PanicFire) -> None:
    """Make noise for its own sake: half of the rounds, up, to CUF for this exchange (lines 1475-1479; 003-29).

    Raises:
        RuleViolation: it is not the first thing done, nobody is afraid, or nothing in hand can be fired.
    """
    actor, state = fire.actor, play.at_opening(fire.actor)
    if play.scene.combatants[actor].state.turn.acted:
        raise RuleViolation(
            "Panic fire is the first thing done in an exchange.",
            "Attack with /attack, or take cover with /act action:take_cover.",
        )
    if not shortfall(state):
        raise RuleViolation(f"{shown(actor)} keeps a cool head.", "Threats must exceed CUF first; see /morale show.")
    key, weapon = in_hand(play.scene.combatants[actor].state.kit.weapons, state, fire.weapon)
    if not is_firearm(weapon):
        raise RuleViolation(f"The {weapon.name} makes no noise.", "Ready a gun first: /act action:ready.")
    check_quick(weapon)
    fired = load(weapon, modes_of(weapon)[-1], untrained=state.person.untrained_bursts)
    ticks = max(LEAST_TICKS["hip"], weapon.model.speed[0])
    afford(play, actor, ticks)
    play.tell(
        PanicFired(
            actor=actor,
            weapon=key,
            title=weapon.name,
            spent=fired.spent,
            loaded=weapon.loaded - fired.spent,
            recoil=kick(state, weapon, fired, braced=False),
            cost_ticks=ticks,
            value=_noise(play, weapon, fired.spent),
        )
    )
    spend(play, actor, ticks, steadied=False)


def _noise(reading: ReflexReading, weapon: Weapon, spent: int) -> int:
    """Return half of the rounds or of the explosion's Radius, whichever is greater, up (line 1479; 003-29)."""
    radius_m = charge_of(reading.tables, weapon.model.explosive).radius_m if weapon.model.explosive else 0
    return max(halved_up(spent), ceil(radius_m / 2))
