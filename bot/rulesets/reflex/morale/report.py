"""What `/morale show` tells: every threat and every comfort by its name, an enemy's only to the GM."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.rows import HOUSE
from bot.core.terms import Term, total
from bot.core.views import Viewer
from bot.core.wording import Line, Span, bad, good, line, name, note, number, signed
from bot.rulesets.reflex.checks.nerve import coolness_terms, in_combat, is_broken, shortfall, threat_terms
from bot.rulesets.reflex.checks.wording import said
from bot.rulesets.reflex.play import ReflexReading, ReflexScene
from bot.rulesets.reflex.state import State


def morale(reading: ReflexReading, actor: str, viewer: Viewer) -> tuple[Line, ...]:
    """Return the morale of one in a view, or of everybody."""
    combatants = reading.scene.combatants
    people = [actor] if actor else [one for one, each in combatants.items() if not each.state.body.vehicle]
    return tuple(told for each in people for told in _one(reading.scene, each, viewer))


def _one(scene: ReflexScene, actor: str, viewer: Viewer) -> tuple[Line, ...]:
    combatant = scene.combatants[actor]
    state = combatant.state
    if state.body.vehicle:
        return (line(name(actor), ": ", note("a vehicle has no nerves"), "."),)
    if combatant.guarded and not viewer.gm:
        seen = bad("broken") if state.nerve.routed else note("only the GM knows")
        return (line(name(actor), ": ", seen, "."),)
    if state.body.dead:
        return (line(name(actor), ": ", bad("dead"), "."),)
    if not in_combat(state):
        return (line(name(actor), ": ", _verdict(state), "."),)
    threats, coolness = threat_terms(state), coolness_terms(state)
    against = (number(total(threats)), " against CUF ", number(total(coolness)))
    return (
        line(name(actor), ": threat ", *against, ", ", _verdict(state), "."),
        _listed("Threat: ", threats),
        _listed("Coolness: ", coolness),
    )


def _verdict(state: State) -> Span:
    short = shortfall(state)
    if is_broken(state):
        return bad(f"broken (all checks −{short})")
    return bad(f"all checks −{short}") if short else good("steady")


def _listed(heading: str, terms: Iterable[Term]) -> Line:
    spans: list[str | Span] = []
    for term in terms:
        detail = f" ({said(term.detail)})" if term.detail else ""
        ours = note(f" {HOUSE}") if term.source.endswith(HOUSE) else ""
        spans += [", " if spans else "", said(term.label), detail, " ", signed(term.value), ours]
    return line(heading, *spans, depth=1)
