"""Night Tripper as one plug: its title, its tables, its features."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.orders import Act
from bot.core.shapes import Shape, same
from bot.core.system import Displays, People, System, Turns
from bot.core.timeline import Key, Slot
from bot.rulesets.nighttripper import status
from bot.rulesets.nighttripper.card import card
from bot.rulesets.nighttripper.chances import CHANCES, HARMS
from bot.rulesets.nighttripper.chronicle import counts, tested
from bot.rulesets.nighttripper.close.parting import part_who_was_put, part_who_went
from bot.rulesets.nighttripper.deeds.events import Moved
from bot.rulesets.nighttripper.features import AROUND, FEATURES, OFFERED
from bot.rulesets.nighttripper.fire.actions import Attack
from bot.rulesets.nighttripper.fire.rules import steps_meant
from bot.rulesets.nighttripper.fire.steps_passed_over import pass_over
from bot.rulesets.nighttripper.options import SWITCHES
from bot.rulesets.nighttripper.person.sheet import amended, enlisted, projected, seen
from bot.rulesets.nighttripper.person.sheet_spec import sheet_spec
from bot.rulesets.nighttripper.play import NightPlay, NightScene, hindrance
from bot.rulesets.nighttripper.prompts import PROMPTS
from bot.rulesets.nighttripper.state import SceneState, State
from bot.rulesets.nighttripper.tables import NightTables
from bot.rulesets.nighttripper.time.actions import Pass
from bot.rulesets.nighttripper.time.rules import begin_round, call_step, joined, lay_places_anew


def _is_dead(state: State) -> bool:
    return state.dead


def _round(scene: NightScene) -> Key:
    return (scene.state.rounds,)


def _passing(slot: Slot) -> Act:
    return Pass(actor=slot.actor).as_order()


class NightTripper(System[State, SceneState, NightTables]):
    """Night Tripper with one set of tables."""

    key = "nighttripper"
    title = "Night Tripper"
    version = 18
    features = FEATURES
    offered = OFFERED
    around = AROUND
    shape = Shape(version=3, people={1: same, 2: same})
    people = People(sheet_spec, enlisted, amended, projected, seen, _is_dead, starter="spacer")
    turns = Turns(begin_round, joined, _round, _passing, hindrance)
    displays = Displays(
        status.status,
        status.clock,
        status.described,
        counts,
        tested,
        status.kept_by,
        card,
        clock_note=status.clock_note,
    )
    switches = SWITCHES
    chances = CHANCES
    harms = HARMS
    prompts = PROMPTS
    moving = frozenset({Moved})

    def placed(self, play: NightPlay, put: Sequence[str] = ()) -> None:
        """Have whoever is put out of reach break off."""
        part_who_was_put(play, put)

    def moments_of(self, scene: NightScene, act: Act) -> tuple[str, ...]:
        """Return the steps that an attack is meant for: those of the weapon that is said, or else in hand."""
        if act.action != Attack.offer.name:
            return ()
        return steps_meant(self.tables, scene.combatants[act.actor].state, act)

    def measured(self, play: NightPlay, one: str, other: str, before: NightScene) -> None:
        """Have two break off who are told to be out of reach."""
        part_who_went(play, before)

    def edited(self, play: NightPlay, before: NightScene) -> None:
        """Have whoever has other weapons act in their steps, too."""
        super().edited(play, before)
        lay_places_anew(play, before)

    def after_order(self, play: NightPlay) -> None:
        """Call the step that has opened, whoever has acted, left or come back: one where somebody can reach another."""
        pass_over(play)
        call_step(play)


create = NightTripper
