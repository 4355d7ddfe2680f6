"""What is shot through protects less: every penetrating hit takes something off a piece of armour, for good."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.core.features import Follows, Hears
from bot.core.scene import with_state
from bot.core.terms import Term, total
from bot.rulesets.reflex.blasts.events import BlastReached
from bot.rulesets.reflex.checks.check import halved_up
from bot.rulesets.reflex.equipment.events import ArmorWornDown
from bot.rulesets.reflex.person.protection import effective_armor
from bot.rulesets.reflex.play import ReflexPlay, ReflexScene
from bot.rulesets.reflex.vehicles.events import VehicleHit
from bot.rulesets.reflex.wounds.events import Hit

follows = Follows()
hears = Hears()
SOLID_HALVES = 2
_MARGINS = ("margin", "margin_of_failure")
_FORCES = ("blast", "hazard")
_DIRECT = "003:1098"  # the charge itself on what it struck: an explosion too, though its damage is called damage


def raw_damage(terms: Sequence[Term]) -> int:
    """Return the damage of an attack before any margin, of a blast its share of the zone (1529; 003-31, 003-49)."""
    raw = total(term for term in terms if term.label not in (*_MARGINS, "secondary"))
    return halved_up(raw) if any(term.label == "secondary" for term in terms) else raw


def is_explosive(terms: Sequence[Term]) -> bool:
    """Tell whether an explosion or a fire did it rather than something solid (text 003, lines 1531-1534)."""
    return any(term.label in _FORCES or term.source == _DIRECT for term in terms)


def loss_halves(terms: Sequence[Term], final: int) -> int:
    """Return what penetrated armour loses, in halves: one point to what is solid, else half of what got through, up."""
    return 2 * halved_up(final) if is_explosive(terms) else SOLID_HALVES


@follows(Hit)
def body_hit(play: ReflexPlay, hit: Hit) -> None:
    """Wear down every worn piece that a hit goes through; one explosion wears each down only once."""
    left = raw_damage(hit.terms) if play.options["armor_degrades"] else 0
    for layer in hit.layers:
        if layer.kind == "armor" and left > layer.effective and not layer.stops:
            _worn_down(play, hit, layer.what)
        left -= layer.effective


def _worn_down(play: ReflexPlay, hit: Hit, name: str) -> None:
    state, blast = play.scene.combatants[hit.target].state, is_explosive(hit.terms)
    before = next(piece.armor_halves for piece in state.kit.armor if piece.name == name)
    lost = min(before, loss_halves(hit.terms, hit.final))
    if not lost or (blast and name in state.kit.blasted):
        return
    play.tell(ArmorWornDown(actor=hit.target, armor=name, before=before, after=before - lost, blast=blast))


@follows(VehicleHit)
def vehicle_hit(play: ReflexPlay, hit: VehicleHit) -> None:
    """Wear down the side of a vehicle that a hit goes through (text 003, lines 1532-1534; RX-48)."""
    before, through = int(2 * hit.armor), hit.penetration
    if not play.options["armor_degrades"] or through is None:
        return
    pierced = raw_damage(hit.terms) > effective_armor(Fraction(before, 2), through)
    lost = min(before, loss_halves(hit.terms, hit.final)) if pierced else 0
    if not lost:
        return
    play.tell(ArmorWornDown(actor=hit.target, place=hit.place, before=before, after=before - lost))


@hears(BlastReached)
def another_blast(scene: ReflexScene, event: BlastReached) -> ReflexScene:
    """Return the scene in which armour that an earlier explosion has worn down may be worn down by this one."""
    state = scene.combatants[event.actor].state
    return with_state(scene, event.actor, state.with_kit(blasted=())) if state.kit.blasted else scene
