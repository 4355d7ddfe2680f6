"""What standing orders mean in each system: ordinary actions, the first that the rules let somebody take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot import app
from bot.core import engine, orders
from bot.core.dice import Dice, SeededDice
from bot.core.ground.places import Place
from bot.core.ground.whereabouts import AtPlace, BySight
from bot.core.scene import Scene
from bot.core.sheets import checked
from bot.core.squads.drills import acts_now, drills_of, ordered_now
from bot.core.squads.standing import Drill, StandingOrder
from tests.rulesets.drawing import AnyScene

SYSTEMS = app.house().systems
EVERY = pytest.mark.parametrize("key", sorted(SYSTEMS))
GUARDS = ("Guard 1", "Guard 2", "Guard 3")
MOMENTS = 60


def fair(position: int, order: bytes) -> Dice:
    return SeededDice(b"public", b"gm", position, order)


class Skirmish:
    """Ann and Bob of the players against three guards who came together."""

    def __init__(self, key: str, ground: str = "", metres: float = 10, weapons: Sequence[Any] = ()) -> None:
        self.ruleset = SYSTEMS[key].ruleset
        self.scene: AnyScene = Scene(self.ruleset.empty_state())
        sheet, problems = checked(self.ruleset.sheet, next(iter(SYSTEMS[key].templates.values())))
        assert not problems
        for name in ("Ann", "Bob"):
            self.give(orders.Enlist(name=name, owner=1, side="party", sheet=sheet))
        armed, problems = checked(self.ruleset.sheet, {**sheet, **({"weapons": list(weapons)} if weapons else {})})
        assert not problems
        came = tuple(orders.Enlist(name=each, owner=0, side="foes", sheet=armed, squad="Guards") for each in GUARDS)
        self.give(orders.EnlistMany(recruits=came))
        for guard in GUARDS if not ground else ():
            self.give(orders.SetRange(actor="Ann", target=guard, range_m=metres))
        self.give(orders.StartFight(layout=app.grounds()[ground] if ground else None))

    def give(self, order: orders.Order) -> None:
        self.scene = engine.decide(self.ruleset, self.scene, order, fair).scene

    def told(self, drill: Drill, target: str = "", **more: Any) -> None:
        side = self.scene.combatants[target].side if target else ""
        self.give(orders.OrderSquad(squad="Guards", standing=StandingOrder(drill, target, side, **more)))

    def moment(self, shot_by: dict[str, str] | None = None) -> list[orders.Act]:
        """What guards do at the next moment that is theirs; it is carried out."""
        for _ in range(MOMENTS):
            acts = [] if self.scene.pending else [*acts_now(self.ruleset, self.scene, shot_by or {}).values()]
            if acts:
                self.give(orders.Together(acts=tuple(acts)))
                return acts
            self.give(orders.GoOn())
        raise AssertionError("no guard ever gets to act")

    def until(self, action: str, shot_by: dict[str, str] | None = None) -> orders.Act:
        """The first time that a guard does that."""
        for _ in range(MOMENTS):
            found = next((act for act in self.moment(shot_by) if act.action == action), None)
            if found:
                return found
        raise AssertionError(f"no guard ever takes the action {action}")

    def spare(self, guard: str) -> str:
        """What a guard would draw."""
        return self.ruleset.spare_arm(self.scene, guard)

    def does(self, shot_by: dict[str, str] | None = None) -> set[str]:
        return {act.action for _ in range(10) for act in self.moment(shot_by)}


@EVERY
def test_squads_can_be_told_what_the_system_has_actions_for(key: str) -> None:
    assert drills_of(SYSTEMS[key].ruleset.actions) == tuple(Drill)


@EVERY
def test_all_fire_at_whom_they_were_told_or_at_the_next_of_that_side(key: str) -> None:
    fight = Skirmish(key, "street")
    fight.told(Drill.FIRE, "Bob")
    aimed = fight.until("attack").inputs["target"]
    fight.give(orders.Release(actor="Bob"))
    assert {aimed, fight.until("attack").inputs["target"]} <= {"Ann", "Bob"}
    assert "Bob" not in {act.inputs.get("target") for act in fight.moment()}
    assert ordered_now(fight.scene) == tuple(each for each in ordered_now(fight.scene) if each in GUARDS)


EMPTY = {"loaded": 0, "spare": 0}
ARMS: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "eclipse": ({"kind": "smg"}, {"kind": "knife", "ready": False}, {"kind": "light_pistol", "ready": False}),
    "graydawn": ({"kind": "carbine"}, {"kind": "frag_grenade"}, {"kind": "light_pistol"}),
    "horizons": ({"kind": "smg"}, {"kind": "knife"}, {"kind": "pistol", "carried": "holster"}),
    "reflex": ({"kind": "ak47", "held": True}, {"kind": "knife"}, {"kind": "pistol", "spare": 15}),
}
"""What guards have in hand, of which no round is left, something that fires nothing, and a pistol."""


@pytest.mark.parametrize("key", sorted(ARMS))
def test_whose_weapon_has_no_round_left_draws_the_next_that_fires_and_fires_it(key: str) -> None:
    first, other, pistol = ARMS[key]
    fight = Skirmish(key, weapons=({**first, **EMPTY}, other, pistol))
    fight.told(Drill.FIRE, "Ann")
    wanted = fight.spare("Guard 1")
    drawn = fight.until("ready" if key in ("eclipse", "reflex") else "draw")
    assert (drawn.inputs, "pistol" in wanted.casefold()) == ({"item": wanted}, True)
    assert fight.until("attack").inputs["target"] == "Ann"


@pytest.mark.parametrize("key", sorted(ARMS))
@pytest.mark.parametrize("left", [{"loaded": 0}, {}])
def test_whose_weapon_can_be_loaded_or_fires_draws_no_other(key: str, left: dict[str, Any]) -> None:
    first, other, pistol = ARMS[key]
    fight = Skirmish(key, weapons=({**first, "spare": 5, **left}, other, pistol))
    assert fight.spare("Guard 1") == ""


@pytest.mark.parametrize("key", sorted(ARMS))
def test_who_carries_nothing_that_fires_draws_nothing(key: str) -> None:
    first, other, pistol = ARMS[key]
    fight = Skirmish(key, weapons=({**first, **EMPTY}, other, {**pistol, **EMPTY}))
    fight.told(Drill.FIRE, "Ann")
    assert fight.does().isdisjoint({"draw", "ready", "attack"})


def test_who_has_only_mortars_fires_at_nobody_in_sight() -> None:
    mortar = {"kind": "mortar", "loaded": 1}
    fight = Skirmish("reflex", weapons=(mortar, mortar))
    fight.told(Drill.FIRE, "Ann")
    assert fight.does().isdisjoint({"attack", "ready", "stow"})
    assert fight.spare("Guard 1") == "60 mm mortar"


@pytest.mark.parametrize("mounted", [{"kind": "mortar", "loaded": 1}, {"kind": "mortar", "held": True, **EMPTY}])
def test_who_has_a_mortar_draws_a_pistol_for_who_is_in_sight(mounted: dict[str, Any]) -> None:
    fight = Skirmish("reflex", weapons=(mounted, {"kind": "pistol", "held": False}))
    fight.told(Drill.FIRE, "Ann")
    assert fight.until("ready").inputs == {"item": "9 mm pistol"}
    assert fight.until("attack").inputs["target"] == "Ann"


@pytest.mark.parametrize("held", [True, False])
def test_who_has_mortars_alone_aims_them_at_nothing_and_changes_no_arms(held: bool) -> None:
    mortar = {"kind": "mortar", "loaded": 1, "held": False}
    fight = Skirmish("reflex", weapons=({**mortar, "held": held}, mortar))
    truck, problems = checked(fight.ruleset.sheet, {"vehicle": {"kind": "truck"}})
    assert not problems
    fight.give(orders.Enlist(name="Truck", owner=1, side="party", sheet=truck))
    for guard in GUARDS:
        fight.give(orders.SetRange(actor="Truck", target=guard, range_m=100))
    fight.told(Drill.FIRE, "Truck")
    acts = [act for _ in range(12) for act in fight.moment() if act.actor == "Guard 1"]
    assert {act.action for act in acts}.isdisjoint({"attack", "ready", "stow"})


@pytest.mark.parametrize("spare", [{"kind": "pistol", "held": True}, {"kind": "mortar", "held": False}])
def test_who_can_fire_at_nobody_puts_away_nothing_for_what_is_at_hand(spare: dict[str, Any]) -> None:
    fight = Skirmish("reflex", metres=90_000, weapons=({"kind": "pistol", "held": True, **EMPTY}, spare))
    fight.told(Drill.FIRE, "Ann")
    assert fight.does().isdisjoint({"attack", "ready", "stow"})


@pytest.mark.parametrize("key", sorted(ARMS))
def test_who_can_reach_nobody_with_it_draws_it_once(key: str) -> None:
    first, other, pistol = ARMS[key]
    fight = Skirmish(key, metres=90_000, weapons=({**first, **EMPTY}, other, pistol))
    fight.told(Drill.FIRE, "Ann")
    acts = [act for _ in range(20) for act in fight.moment()]
    assert "attack" not in {act.action for act in acts}
    assert sorted(act.actor for act in acts if act.action in ("draw", "ready")) == list(GUARDS)


@EVERY
def test_each_fires_at_whoever_shot_at_them_and_holds_where_nobody_did(key: str) -> None:
    fight = Skirmish(key, "street")
    fight.told(Drill.RETURN_FIRE)
    assert "attack" not in fight.does()
    assert fight.until("attack", {"Guard 2": "Bob"}).inputs["target"] == "Bob"


@EVERY
def test_an_advance_on_a_ground_is_half_of_them_going_behind_things_while_the_others_fire(key: str) -> None:
    fight = Skirmish(key, "street")
    fight.told(Drill.ADVANCE, "Ann")
    start = {each: fight.scene.range_m(each, "Ann") or 0 for each in GUARDS}
    bounds = [act for _ in range(12) for act in fight.moment() if act.action in ("take_cover", "move")]
    assert {act.actor for act in bounds} <= set(GUARDS)
    assert bounds
    left = [each for each in GUARDS if each in fight.scene.combatants]
    assert any((fight.scene.range_m(each, "Ann") or 0) < start[each] for each in left)


@pytest.mark.parametrize("key", ["graydawn", "horizons", "reflex"])
def test_the_half_that_has_farthest_to_go_bounds_first(key: str) -> None:
    fight = Skirmish(key)
    for guard, range_m in zip(GUARDS, (15, 90, 160), strict=True):
        fight.give(orders.SetRange(actor="Ann", target=guard, range_m=range_m))
    fight.told(Drill.ADVANCE, "Ann")
    first: dict[str, str] = {}
    while len(first) < len(GUARDS):
        for act in fight.moment():
            first.setdefault(act.actor, act.action)
    assert [first[guard] for guard in GUARDS] == ["attack", "move", "move"]


@EVERY
def test_an_advance_to_a_place_ends_there(key: str) -> None:
    fight = Skirmish(key, "open_field")
    assert fight.scene.ground is not None
    here = fight.scene.ground.places["Guard 1"]
    fight.told(Drill.ADVANCE, to=AtPlace(Place(here.east_cm, here.north_cm)))
    assert "move" not in {act.action for _ in range(6) for act in fight.moment() if act.actor == "Guard 1"}
    fight.told(Drill.ADVANCE, to=BySight("Nobody", "behind", 100))
    fight.moment()


@EVERY
def test_an_advance_of_a_told_fight_is_moving_toward_somebody(key: str) -> None:
    fight = Skirmish(key, metres=60)
    fight.told(Drill.ADVANCE, "Ann")
    assert fight.until("move").inputs["target"] == "Ann"
    near = Skirmish(key, metres=1)
    near.told(Drill.ADVANCE, "Ann")
    assert "move" not in {act.action for _ in range(3) for act in near.moment()}


@EVERY
def test_an_advance_toward_somebody_who_has_left_goes_on_toward_the_next_of_that_side_and_fires_with_nobody_left(
    key: str,
) -> None:
    fight = Skirmish(key, metres=60)
    for guard in GUARDS:
        fight.give(orders.SetRange(actor="Bob", target=guard, range_m=60))
    fight.told(Drill.ADVANCE, "Ann")
    fight.give(orders.Release(actor="Ann"))
    assert fight.until("move").inputs["target"] == "Bob"
    for other in ("Cat", "Dan", "Eve", "Fay"):
        fight.give(orders.Enlist(name=other, owner=2, side="others", sheet=fight.scene.combatants["Bob"].sheet))
        for guard in GUARDS:
            fight.give(orders.SetRange(actor=other, target=guard, range_m=8))
    fight.give(orders.Release(actor="Bob"))
    acts = [act for _ in range(MOMENTS // 2) for act in fight.moment()]
    assert "Guard 1" in {act.actor for act in acts if act.action == "attack"}
    assert "move" not in {act.action for act in acts}


@EVERY
def test_who_holds_watches_the_next_where_whom_it_was_told_has_left(key: str) -> None:
    fight = Skirmish(key, "open_field")
    fight.told(Drill.HOLD, "Ann")
    fight.give(orders.Release(actor="Ann"))
    assert ("watch" in fight.does()) == ("watch" in fight.ruleset.actions_under(fight.scene.options))


@EVERY
def test_who_falls_back_goes_away_from_the_nearest_or_to_a_place(key: str) -> None:
    fight = Skirmish(key)
    fight.told(Drill.FALL_BACK)
    assert fight.until("move").inputs["away"] is True
    on_ground = Skirmish(key, "open_field")
    on_ground.told(Drill.FALL_BACK)
    assert on_ground.does() & {"move", "take_cover"}
    on_ground.told(Drill.FALL_BACK, to=AtPlace(Place(100, 100)))
    assert on_ground.does() & {"move", "take_cover"}
    assert on_ground.scene.ground is not None
    here = on_ground.scene.ground.places["Guard 2"]
    on_ground.told(Drill.FALL_BACK, to=AtPlace(here))
    there = [act.action for _ in range(4) for act in on_ground.moment() if act.actor == "Guard 2"]
    assert not {"move", "take_cover"} & {*there}
    alone = Skirmish(key)
    for each in ("Ann", "Bob"):
        alone.give(orders.Release(actor=each))
    alone.told(Drill.FALL_BACK)
    assert "move" not in {act.action for act in alone.moment()}


@EVERY
def test_who_falls_back_to_one_of_its_own_goes_there_and_stays(key: str) -> None:
    told = Skirmish(key)
    told.give(orders.SetRange(actor="Guard 1", target="Guard 3", range_m=60))
    told.told(Drill.FALL_BACK, "Guard 3")
    assert told.until("move").inputs["target"] == "Guard 3"
    on_ground = Skirmish(key, "open_field")
    on_ground.give(orders.PutAt(actors=("Guard 3",), where=AtPlace(Place(100, 100))))
    on_ground.told(Drill.FALL_BACK, "Guard 3")
    far_m = on_ground.scene.range_m("Guard 1", "Guard 3") or 0
    went = [act for _ in range(12) for act in on_ground.moment() if act.action in ("move", "take_cover")]
    assert "Guard 1" in {act.actor for act in went}
    assert "Guard 3" not in {act.actor for act in went}
    assert (on_ground.scene.range_m("Guard 1", "Guard 3") or 0) < far_m


@EVERY
def test_whose_place_is_there_no_more_falls_back_from_the_nearest_and_watches_that(key: str) -> None:
    gone = BySight("piece:crate", "behind", 100)
    fight = Skirmish(key, "open_field")
    fight.told(Drill.FALL_BACK, to=gone)
    assert fight.does() & {"move", "take_cover"}
    fight = Skirmish(key, "open_field")
    fight.told(Drill.HOLD, to=gone)
    assert ("watch" in fight.does()) == ("watch" in fight.ruleset.actions_under(fight.scene.options))


@EVERY
def test_nobody_attacks_whom_nobody_has_said_the_distance_to(key: str) -> None:
    fight = Skirmish(key)
    fight.told(Drill.FIRE, "Bob")
    fight.give(orders.Release(actor="Ann"))
    assert "attack" not in fight.does()
    for guard in GUARDS:
        fight.give(orders.SetRange(actor="Bob", target=guard, range_m=1))
    assert fight.until("attack").inputs["target"] == "Bob"


@EVERY
def test_who_holds_watches_where_the_system_has_rules_for_it(key: str) -> None:
    fight = Skirmish(key, "open_field")
    fight.told(Drill.HOLD)
    assert ("watch" in fight.does()) == ("watch" in fight.ruleset.actions_under(fight.scene.options))
    told = Skirmish(key)
    told.told(Drill.HOLD)
    assert "watch" not in told.does()


def test_who_holds_puts_a_gun_right_along_which_nobody_watches() -> None:
    fight = Skirmish("horizons", "open_field", weapons=[{"kind": "smg", "loaded": 0, "spare": 60}])
    fight.told(Drill.HOLD)
    done = [act.action for _ in range(2) for act in fight.moment() if act.actor == "Guard 1"]
    assert (done[0], "watch" in fight.does()) == ("reload", True)


@EVERY
def test_hidden_foes_are_nobodys_target_but_by_name(key: str) -> None:
    fight = Skirmish(key, "open_field")
    sheet = fight.scene.combatants["Ann"].sheet
    fight.give(orders.Enlist(name="Spy", owner=0, side="spies", sheet=sheet, hidden=True))
    for each in ("Ann", "Bob"):
        fight.give(orders.Release(actor=each))
    fight.told(Drill.FIRE)
    assert "attack" not in fight.does()
    fight.told(Drill.RETURN_FIRE)
    assert "attack" not in fight.does({"Guard 1": "Spy"})


def test_who_was_told_to_fire_goes_on_with_the_fight_where_that_is_chosen_and_who_holds_does_not() -> None:
    for drill, choice in ((Drill.FIRE, "press"), (Drill.HOLD, "hold")):
        fight = Skirmish("reflex", metres=400)
        fight.told(drill)
        assert fight.until(choice).action == choice


class Dawn(Skirmish):
    """A skirmish of Gray Dawn, whose people say a stance and lose their nerve."""

    def __init__(self, ground: str = "") -> None:
        super().__init__("graydawn", ground)

    def each(self, action: str, **inputs: Any) -> None:
        """Have the GM say something of each guard."""
        for guard in GUARDS:
            self.give(orders.Act(actor=guard, action=action, inputs=inputs))

    def of_one(self, moments: int = 12) -> list[str]:
        """What one guard does in so many moments."""
        return [act.action for _ in range(moments) for act in self.moment() if act.actor == "Guard 1"]


def test_who_kept_wholly_down_shows_itself_to_fire_but_not_to_load() -> None:
    fight = Dawn()
    fight.each("cover", cover="wall")
    fight.each("correct", stance="full_cover")
    fight.told(Drill.FIRE, "Ann")
    assert fight.of_one(4)[:2] == ["declare", "attack"]
    fight.each("correct", stance="full_cover", loaded=0, spare=1)
    assert fight.until("reload").actor in GUARDS
    fight = Dawn()
    for guard in GUARDS:
        fight.give(orders.SetRange(actor="Ann", target=guard, range_m=90_000))
    fight.each("cover", cover="wall")
    fight.each("correct", stance="full_cover")
    fight.told(Drill.FIRE, "Ann")
    assert fight.does().isdisjoint({"declare", "attack"})


def test_whose_nerve_has_failed_lays_covering_fire_in_the_open_behind_a_run_for_cover() -> None:
    fight = Dawn()
    fight.told(Drill.FIRE, "Ann")
    fight.each("cover", cover="wall")
    fight.each("morale_threat", amount=20)
    assert fight.of_one(6)[:2] == ["nerve", "suppress"]
    fight = Dawn()
    fight.told(Drill.FIRE, "Ann")
    fight.each("morale_threat", amount=20)
    assert fight.of_one(6)[:3] == ["nerve", "move", "suppress"]
    fight = Dawn("street")
    fight.told(Drill.FIRE, "Ann")
    fight.each("morale_threat", amount=20)
    assert fight.of_one(6)[:2] == ["nerve", "take_cover"]


def test_who_falls_back_in_gray_dawn_runs_and_who_advances_fires_behind_its_move() -> None:
    fight = Dawn()
    fight.told(Drill.FALL_BACK)
    assert fight.of_one(9)[:3] == ["declare", "move", "move"]
    fight = Dawn()
    fight.told(Drill.ADVANCE, "Ann")
    fight.give(orders.SetRange(actor="Ann", target="Guard 1", range_m=40))
    assert fight.of_one(6)[:2] == ["move", "attack"]
