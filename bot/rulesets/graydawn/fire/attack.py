"""An attack from its declaration to each round that strikes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.core.dice import Ask, Roll, picked, row_of
from bot.core.events import RangeSet
from bot.core.features import Rules
from bot.rulesets.graydawn.checks.own_act import Chance, note_chance
from bot.rulesets.graydawn.equipment.events import Drew
from bot.rulesets.graydawn.equipment.held import is_usable
from bot.rulesets.graydawn.fire.actions import Attack
from bot.rulesets.graydawn.fire.declaration import DeclaredAttack, declared
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.fire.exchange import Exchange, exchanged
from bot.rulesets.graydawn.fire.fumbles import fumbled
from bot.rulesets.graydawn.fire.ranges import spreads
from bot.rulesets.graydawn.fire.sums import attack_terms
from bot.rulesets.graydawn.play import DawnPlay, DawnReading, DawnScene
from bot.rulesets.graydawn.state import AUTO, BURST, SINGLE, STRIKE
from bot.rulesets.graydawn.targets import known_dead
from bot.rulesets.graydawn.wounds.hits import Incoming, land

rules = Rules()


@rules(Attack)
def attack(play: DawnPlay, shot: Attack) -> None:
    """Attack somebody with what is in hand.

    Dice: for each shot, burst or blow the attack and the defence, then for each round that strikes what `land` asks.

    Raises:
        RuleViolation: the weapon, the target or the distance does not allow it.
    """
    for index, made in enumerate(declared(play, shot)):
        if index and is_over(play, made, dead=known_dead(play.scene, made.target)):
            return
        prepared(play, made)
        with play.part(f"target {index + 1}"):
            _MODES[made.mode](play, made)


def prepared(play: DawnPlay, made: DeclaredAttack) -> None:
    """Draw what an attack is made with, and keep the distance that was said with it."""
    if play.scene.combatants[made.actor].state.wields != made.key:
        play.tell(Drew(actor=made.actor, weapon=made.key))
    if made.range_m is not None and play.distance(made.actor, made.target) != made.range_m:
        play.tell(RangeSet(actor=made.actor, target=made.target, range_m=made.range_m))


def attacked(
    reading: DawnReading,
    made: DeclaredAttack,
    found: Exchange,
    fired: int,
    hits: int,
    roll: Roll | None,
    left: int,
    *,
    covering: bool = False,
) -> Attacked:
    """Return an attack as it happened."""
    return Attacked(
        actor=made.actor,
        target=made.target,
        weapon=made.key,
        kind=made.weapon.kind,
        mode=made.mode,
        attack=found.attack,
        defence=found.defence,
        number=found.number,
        margin=found.margin,
        hit=found.hit,
        bracket="" if made.reach is None else made.reach.counts,
        range_m=made.range_m,
        fired=fired,
        loaded=left,
        hits=hits,
        roll=roll,
        spread=made.reach is not None and spreads(reading.tables, made.row),
        melee=made.reach is None,
        covering=covering,
        fear=reading.tables.limits.attacker.value,
        noticed=True,
        tops_up=True,
    )


def left_in(scene: DawnScene, made: DeclaredAttack, fired: int) -> int:
    """Return what a weapon holds after so many rounds."""
    held = scene.combatants[made.actor].state.weapons.get(made.key)
    return held.loaded - fired if held else 0


def _singly(play: DawnPlay, made: DeclaredAttack) -> None:
    """Fire each shot, or strike a blow, by itself (B4)."""
    fired, dead = 0 if made.mode == STRIKE else 1, known_dead(play.scene, made.target)
    for number in range(made.rounds):
        if is_over(play, made, dead=dead):
            return
        with play.part(f"shot {number + 1}"):
            _fired(play, made, fired, lambda _: (1, None))


def is_over(reading: DawnReading, made: DeclaredAttack, *, dead: bool) -> bool:
    """Tell whether all see that the target died, or a fumble cost the shooter or the weapon."""
    state = reading.at_opening(made.actor)
    held = state.weapons.get(made.key)
    useless = state.wields != made.key or (held is not None and not is_usable(reading.tables, state, held))
    return known_dead(reading.scene, made.target) is not dead or not state.able or useless


def _burst(play: DawnPlay, made: DeclaredAttack) -> None:
    """Fire three rounds on one roll (text 004, line 208; GD-23)."""
    _fired(play, made, made.rounds, lambda _: burst_hits(play, made.actor, made.target))


def burst_hits(play: DawnPlay, actor: str, target: str) -> tuple[int, Roll]:
    """Roll how many rounds of a burst of ``actor`` strike. Dice: one of six sides."""
    rows = play.tables.bursts
    roll = play.roll(Ask("burst", 1, 6, picked(rows, 1, 6)))
    hits = rows[row_of(rows, roll.faces[0])].rounds
    if hits < max(row.rounds for row in rows.values()):
        note_chance(play, actor, Chance(roll.label, str(roll.faces[0]), f"burst with {hits}", against=target))
    return hits, roll


def _auto(play: DawnPlay, made: DeclaredAttack) -> None:
    """Fire a stream: each point of the margin is a hit, one at least, no more than were fired (B4)."""
    fired = made.rounds + made.wasted
    _fired(play, made, fired, lambda found: (_streamed(play, made, found), None))


def _streamed(play: DawnPlay, made: DeclaredAttack, found: Exchange) -> int:
    hits = min(made.rounds, max(1, found.margin))
    if hits < made.rounds:
        shows, label = str(found.attack.total), found.attack.rolls[0].label
        note_chance(play, made.actor, Chance(label, shows, f"{label} with {hits}", against=made.target))
    return hits


def _fired(
    play: DawnPlay, made: DeclaredAttack, fired: int, hits_of: Callable[[Exchange], tuple[int, Roll | None]]
) -> None:
    """Roll once for some rounds, and let each that strikes land."""
    skill = play.tables.skill_with(made.row)
    found = exchanged(play, made, attack_terms(play, made), skill)
    hits, roll = hits_of(found) if found.hit else (0, None)
    play.tell(attacked(play, made, found, fired, hits, roll, left_in(play.scene, made, fired)))
    landed(play, made, found, hits)


def landed(play: DawnPlay, made: DeclaredAttack, found: Exchange, hits: int) -> None:
    """Carry out what a roll for some rounds leads to: a fumble, or hits, until all see that one killed."""
    dead = known_dead(play.scene, made.target)
    if found.attack.fumble:
        fumbled(play, made.actor, made.key, made.row)
        return
    for number in range(hits):
        if known_dead(play.scene, made.target) is not dead:
            return
        with play.part(f"hit {number + 1}"):
            land(play, made.actor, made.target, incoming_of(play, made, found.margin))


def incoming_of(reading: DawnReading, made: DeclaredAttack, margin: int) -> Incoming:
    """Return what strikes: a shotgun loses a die with each bracket (004:265), at point blank damage is the most."""
    tables, row, spread = reading.tables, made.row, spreads(reading.tables, made.row)
    lost = tables.brackets[made.reach.counts].dice if made.reach and spread else 0
    return Incoming(
        dice=max(1, row.dice + lost),
        sides=row.sides,
        flat=row.flat,
        ammunition=made.weapon.ammunition,
        margin=margin,
        called=made.called,
        most=bool(made.reach and made.reach.point_blank),
        spread=spread,
        blunt=tables.classes[row.category].blunt,
        shelter=made.shelter,
        hidden=made.hidden,
        frightens=made.reach is not None,
    )


_MODES: Mapping[str, Callable[[DawnPlay, DeclaredAttack], None]] = {
    SINGLE: _singly,
    STRIKE: _singly,
    BURST: _burst,
    AUTO: _auto,
}
