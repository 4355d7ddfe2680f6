"""What the bot counts against somebody's nerve from what happens in a fight."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.folding import evolve
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.reflex.blasts.events import BlastReached, Zone
from bot.rulesets.reflex.checks.nerve import threat_terms
from bot.rulesets.reflex.close.events import Coerced
from bot.rulesets.reflex.heart.events import TookHeart
from bot.rulesets.reflex.morale.events import Broke, CasualtyLeft, DarknessMet, Threatened
from bot.rulesets.reflex.morale.threats import casualties
from bot.rulesets.reflex.vehicles.seats import light_around
from tests.rulesets.reflex.firing import REFLEX, act, changed, only, ordered
from tests.rulesets.reflex.gripping import clinch
from tests.rulesets.reflex.playing import FAIL, Game
from tests.rulesets.reflex.resting import to_the_end
from tests.rulesets.reflex.standing import stand, there
from tests.rulesets.reflex.test_mines import SAPPER, WELL

AK: dict[str, Any] = {"attributes": {"muscle": 12}, "weapons": [{"kind": "ak47"}], "skills": {"longarm": 8}}


def field(*enemies: str, friends: tuple[str, ...] = ("Ann",), started: bool = True, **options: Any) -> Game:
    """Players and the GM's people in their first exchange, thirty metres apart."""
    game = Game(visual_penalty=False, **options)
    people = (*friends, *enemies)
    for name in people:
        game.join(name, owner=1 if name in friends else 0, **AK)
    if started:
        game.start(*FAIL * len(people))
    for friend in friends:
        for enemy in enemies:
            game.do(orders.SetRange(actor=friend, target=enemy, range_m=30))
    return game


def hides(game: Game, *unseen: str) -> Game:
    """Have these go out of sight, about whom nobody else counts anything from then on."""
    game.scene = msgspec.structs.replace(game.scene, apart=True)
    for actor in unseen:
        game.do(orders.Show(actor=actor, hidden=True))
    return game


def threats(game: Game, actor: str) -> dict[str, int]:
    return {term.label: term.value for term in threat_terms(game.state(actor))}


def hurt(game: Game, actor: str, degree: str, *faces: int, place: str = "torso") -> None:
    game.act(actor, "damage", *faces, degree=degree, place=place)


def test_combat_threatens_all_who_are_in_it() -> None:
    game = field("Bob", "Cay", friends=("Ann", "Dot"))
    assert [threats(game, actor) for actor in ("Ann", "Bob")] == [{"combat": 1}, {"combat": 1}]


def test_a_campaign_may_play_without_morale() -> None:
    game = field("Bob", morale=False)
    game.act("Ann", "attack", 20, 20, 20, target="Bob", rounds=4)
    game.join("Eve", *FAIL, owner=1)
    assert [threats(game, actor) for actor in ("Ann", "Bob", "Eve")] == [{}, {}, {}]


def test_a_newcomer_is_in_combat_as_well() -> None:
    game = field("Bob")
    game.join("Eve", *FAIL, owner=1)
    assert threats(game, "Eve") == {"combat": 1}


def test_shots_are_lethal_force_and_bursts_automatic_fire_for_all_enemies() -> None:
    game = field("Bob", "Cay", friends=("Ann", "Dot"))
    game.act("Ann", "attack", 20, 20, 20, target="Bob", rounds=4)
    assert threats(game, "Bob") == {"combat": 1, "lethal": 1, "automatic": 1}
    assert threats(game, "Cay") == {"combat": 1, "automatic": 1}
    assert threats(game, "Dot") == {"combat": 1}


def test_single_shots_are_not_automatic_fire_and_nothing_counts_twice() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    game.act("Ann", "attack", 20, 20, 20, target="Bob")
    game.act("Dot", "attack", 20, 20, 20, target="Bob")
    assert threats(game, "Bob") == {"combat": 1, "outnumbered": 1, "lethal": 1}


def test_bare_hands_are_no_lethal_force_until_something_worse_comes() -> None:
    game = field("Bob")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=1))
    game.act("Ann", "attack", 20, 20, target="Bob", weapon="bare hands")
    assert threats(game, "Bob") == {"combat": 1, "attacked": 1}
    game.act("Bob", "wait")
    game.do(orders.SetRange(actor="Ann", target="Bob", range_m=30))
    game.act("Ann", "attack", 20, 20, 20, target="Bob", weapon="AK-47")
    assert threats(game, "Bob") == {"combat": 1, "lethal": 1}


def thrower(game: Game, **item: Any) -> None:
    game.join("Tom", owner=1, items=[{"name": "thing", "held": True, **item}])
    game.join("Bob", owner=0)
    game.join("Cay", owner=0)
    game.join("Dot", owner=1)
    game.start(*FAIL * 4)


def test_a_grenade_tells_all_enemies_of_explosives() -> None:
    game = Game(visual_penalty=False)
    thrower(game, explosive="hand_grenade")
    game.act("Tom", "throw", 20, 20, 3, 6, item="thing", target="Bob", range_m=10)
    assert threats(game, "Bob") == {"combat": 1, "lethal": 1, "explosives": 1}
    assert threats(game, "Cay") == {"combat": 1, "explosives": 1}
    assert threats(game, "Dot") == {"combat": 1}


def test_a_stone_is_no_explosive() -> None:
    game = Game(visual_penalty=False)
    thrower(game, damage=2)
    game.act("Tom", "throw", 20, 20, 3, item="thing", target="Bob", range_m=10)
    assert threats(game, "Bob") == {"combat": 1, "lethal": 1}
    assert threats(game, "Cay") == {"combat": 1}


def test_burning_bottles_tell_all_enemies_of_incendiaries() -> None:
    game = Game(visual_penalty=False)
    thrower(game, damage=1, flame="white_phosphorus")
    game.act("Tom", "throw", 20, 20, 3, item="thing", target="Bob", range_m=10)
    assert threats(game, "Cay") == {"combat": 1, "incendiary": 1}


def test_a_launcher_tells_all_enemies_of_explosives() -> None:
    game = Game(visual_penalty=False)
    game.join("Tom", owner=1, weapons=[{"kind": "ak47", "explosive": "he_40mm", "bursts": []}])
    game.join("Bob", owner=0)
    game.join("Cay", owner=0)
    game.start(*FAIL * 3)
    game.act("Tom", "attack", 20, 20, target="Bob", range_m=100)
    assert threats(game, "Cay") == {"combat": 1, "explosives": 1}


def test_whoever_is_within_an_explosion_is_attacked_and_its_side_knows_of_explosives() -> None:
    game = field("Bob", "Cay", friends=("Ann", "Dot"))
    game.act("Bob", "explode", radius_m=4.0, victims="Bob:6, Ann:40")
    assert threats(game, "Bob") == {"combat": 1, "lethal": 1, "explosives": 1}
    assert threats(game, "Cay") == {"combat": 1, "explosives": 1}
    assert threats(game, "Ann") == {"combat": 1}


def test_an_explosion_that_reaches_somebody_hidden_tells_its_side_among_players_nothing() -> None:
    game = field("Bob")
    game.scene = msgspec.structs.replace(game.scene, apart=True)
    for name in ("Umbra", "Guard"):
        given = orders.Enlist(name=name, owner=0, side="players", sheet=game.sheet(), hidden=name == "Umbra")
        game.do(given, *FAIL)
    for reached, known in (("Umbra", [False, True]), ("Guard", [True, True])):
        game.scene = evolve(REFLEX, game.scene, BlastReached(actor=reached, zone=Zone.SECONDARY, range_m=3))
        assert ["explosives" in threats(game, actor) for actor in ("Ann", "Guard")] == known


def test_before_the_fight_nothing_is_counted() -> None:
    game = field("Bob", started=False)
    game.act("Bob", "explode", radius_m=4.0, victims="Bob:6")
    assert threats(game, "Bob") == {}


def test_twice_as_many_enemies_outnumber_a_side() -> None:
    game = field("Bob", "Cay", "Eve", friends=("Ann", "Dot"))
    assert threats(game, "Ann") == {"combat": 1}
    hurt(game, "Dot", "critical", *FAIL, place="head")
    assert threats(game, "Ann")["outnumbered"] == 1
    assert "outnumbered" not in threats(game, "Bob")


def test_the_hidden_outnumber_no_player() -> None:
    game = Game()
    game.join("Ann", owner=1)
    game.join("Bob", owner=0)
    game.join("Vasily", owner=0, hidden=True)
    game.start(*FAIL * 3)
    assert threats(game, "Ann") == {"combat": 1}


def test_the_hidden_count_among_the_hidden_alone() -> None:
    game = Game()
    for name, owner in (("Ann", 1), ("Cid", 2), ("Bob", 0), ("Vasily", 0)):
        game.join(name, owner=owner, hidden=name == "Vasily")
    game.start(*FAIL * 4)
    assert ("outnumbered" in threats(game, "Bob"), "outnumbered" in threats(game, "Vasily")) == (True, False)


@pytest.mark.parametrize(("apart", "counted"), [(True, {"combat": 1, "outnumbered": 1}), (False, {"combat": 1})])
def test_nothing_about_the_hidden_is_an_occasion_to_count(apart: bool, counted: dict[str, int]) -> None:
    game = hides(field("Bob", "Cay"), "Cay")
    game.scene = msgspec.structs.replace(game.scene, apart=apart)
    game.join("Vasily", *FAIL, owner=0, hidden=True)
    assert threats(game, "Ann") == counted


def test_who_leaves_or_comes_into_sight_changes_the_odds_at_once() -> None:
    game = field("Bob", "Cay", friends=("Ann", "Dot"))
    game.do(orders.Show(actor="Cay", hidden=True))
    game.do(orders.Release(actor="Dot"))
    assert threats(game, "Ann") == {"combat": 1}
    game.do(orders.Show(actor="Cay"))
    assert threats(game, "Ann") == {"combat": 1, "outnumbered": 1}
    game.do(orders.Release(actor="Bob"))
    assert threats(game, "Ann") == {"combat": 1}


def test_whose_odds_turn_when_somebody_leaves_may_break_by_it() -> None:
    game = field("Bob", "Cay", friends=("Ann", "Dot"))
    game.act("Ann", "morale_threat", kind="horror", amount=9)
    game.do(orders.Release(actor="Dot"))
    assert game.kinds()[:3] == ["Released", "OddsCounted", "Broke"]
    assert "Combat 1, horror +9, outnumbered two to one +1 = 11 against CUF 6." in game.told()


@pytest.mark.parametrize("apart", [True, False])
def test_who_leaves_unseen_changes_no_odds_that_anybody_sees(apart: bool) -> None:
    game = hides(field("Bob", "Cay", "Max"), "Cay", "Max")
    game.scene = msgspec.structs.replace(game.scene, apart=apart)
    game.do(orders.Release(actor="Max"))
    assert (game.kinds(), threats(game, "Ann")["outnumbered"]) == (["Released"], 1)


def test_whoever_is_down_is_outnumbered_by_two_and_not_by_one() -> None:
    game = field("Bob", "Cay")
    hurt(game, "Bob", "critical", *FAIL, place="head")
    hurt(game, "Ann", "critical", *FAIL, place="head")
    assert threats(game, "Ann") == {"combat": 1, "injury": 4}


@pytest.mark.parametrize(
    ("lost", "team", "threat"), [(0, 4, 0), (1, 4, 1), (2, 4, 2), (3, 4, 3), (2, 8, 1), (3, 8, 2), (2, 2, 3), (1, 2, 1)]
)
def test_the_first_casualty_counts_and_each_quarter_more(lost: int, team: int, threat: int) -> None:
    assert casualties(lost, team) == threat


def test_casualties_frighten_their_friends_and_not_themselves() -> None:
    game = field("Bob", friends=("Ann", "Dot", "Eve", "Fay"))
    hurt(game, "Dot", "critical", *FAIL)
    assert threats(game, "Ann")["casualties"] == 1
    assert "casualties" not in threats(game, "Dot")
    hurt(game, "Eve", "critical", *FAIL)
    assert threats(game, "Ann")["casualties"] == 2
    assert threats(game, "Dot")["casualties"] == 1


def test_who_is_away_stands_with_nobody_until_it_comes_back() -> None:
    game = field("Bob", "Cay", friends=("Ann", "Dot"))
    game.leave("Dot")
    assert threats(game, "Ann") == {"combat": 1, "outnumbered": 1}
    to_the_end(game)
    while game.scene.state.phase != "exchange":
        game.do_at_least(orders.GoOn())
    assert threats(game, "Ann") == {"combat": 1, "outnumbered": 1}
    game.come_back(*FAIL)
    assert threats(game, "Ann") == {"combat": 1}


def test_the_loss_of_who_is_taken_away_stands() -> None:
    game = field("Bob", "Cay", friends=("Ann", "Dot", "Eve", "Fay"))
    for actor in ("Dot", "Eve"):
        hurt(game, actor, "critical", *FAIL, place="head")
    before = threats(game, "Ann")
    assert before == {"combat": 1, "casualties": 2}
    game.leave("Dot")
    game.do(orders.Release(actor="Eve"))
    assert (game.kinds(), threats(game, "Ann")) == (["CasualtyLeft", "Released"], before)
    assert REFLEX.lines(game.every(CasualtyLeft)[-1], GM) == (), "that it leaves is told, and no more"
    game.do(orders.Release(actor="Cay"))
    game.come_back()
    assert threats(game, "Ann") == before, "who is back is one casualty, and no second one"
    assert threats(game, "Dot")["casualties"] == 1
    game.do(orders.Release(actor="Fay"))
    assert threats(game, "Ann")["casualties"] == 1 + 4 // 3, "who leaves unhurt is lost to nobody: one less of the side"


def test_a_leader_who_is_lost_and_taken_away_stays_lost() -> None:
    game = Game()
    for name in ("Ann", "Dot"):
        game.join(name, owner=1, leader=name == "Dot")
    game.join("Bob", owner=0)
    game.start(*FAIL * 3)
    hurt(game, "Dot", "critical", *FAIL, place="head")
    game.do(orders.Release(actor="Dot"))
    assert threats(game, "Ann") == {"combat": 1, "casualties": 1, "leader_lost": 1}
    game.do(orders.EndFight())
    assert game.scene.state.losses == ()


def test_of_the_gms_lost_who_are_taken_away_each_knows_what_it_could_see() -> None:
    game = field("Umbra", "Vasily", "Igor", "Bob")
    for name in ("Max", "Roy"):
        game.do(orders.Enlist(name=name, owner=0, side="players", sheet=game.sheet()), *FAIL)
    for name in ("Umbra", "Vasily"):
        game.do(orders.Show(actor=name, hidden=True))
    for name in ("Umbra", "Max"):
        hurt(game, name, "critical", *FAIL)
        game.do(orders.Release(actor=name))
    game.act("Ann", "correct", surrendered=False)
    assert ["casualties" in threats(game, name) for name in ("Igor", "Vasily")] == [False, True]
    assert ["casualties" in threats(game, name) for name in ("Ann", "Roy")] == [False, True]
    assert view(game.scene, PUBLIC, REFLEX).state.losses == ()
    hurt(game, "Roy", "critical", *FAIL, place="head")
    game.do(orders.Release(actor="Roy"))
    assert threats(game, "Ann")["casualties"] == 1
    assert len(view(game.scene, PUBLIC, REFLEX).state.losses) == 1


def test_who_gets_better_is_no_casualty_any_more() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    hurt(game, "Dot", "critical", *FAIL)
    game.act("Dot", "heal", place="torso", degree="serious")
    assert "casualties" not in threats(game, "Ann")


def test_of_the_gms_friends_only_those_who_are_seen_to_be_down_count() -> None:
    game = Game()
    game.join("Ann", owner=1)
    game.do(orders.Enlist(name="Max", owner=0, side="players", sheet={}))
    game.join("Bob", owner=0)
    game.start(*FAIL * 3)
    hurt(game, "Max", "critical", *FAIL)
    assert "casualties" not in threats(game, "Ann")
    game.act("Max", "correct", unconscious=True)
    assert threats(game, "Ann")["casualties"] == 1


def test_a_lost_leader_counts_once_more_and_a_standing_one_makes_a_team() -> None:
    game = Game(teamwork=2)
    for name, leads in (("Ann", False), ("Dot", True)):
        game.join(name, owner=1, leader=leads)
    game.join("Bob", owner=0)
    game.start(*FAIL * 3)
    assert [game.state(name).nerve.heart for name in ("Ann", "Dot", "Bob")] == [{"teamwork": 2}, {"teamwork": 2}, {}]
    hurt(game, "Dot", "critical", *FAIL, place="head")
    assert threats(game, "Ann") == {"combat": 1, "casualties": 1, "leader_lost": 1}
    assert game.state("Ann").nerve.heart == {}
    assert "leader_lost" not in threats(game, "Dot")


def test_a_vehicle_has_no_nerves() -> None:
    game = Game()
    game.join("Ann", owner=1)
    game.join("Truck", owner=0, vehicle={"kind": "car"})
    game.start(*FAIL)
    assert [threats(game, actor) for actor in ("Ann", "Truck")] == [{"combat": 1}, {}]
    report = REFLEX.reports["morale"]
    assert "Truck" not in "".join(line.text for line in report(game.scene, "", GM))
    assert report(game.scene, "Truck", GM)[0].text == "Truck: a vehicle has no nerves."


def test_of_several_compliance_holds_the_worst_threatens() -> None:
    held = act(clinch(5), "attack", 4, 20, target="Guard", weapon="bare hands", use="comply").scene
    assert held.combatants["Guard"].state.nerve.coerced == 3
    again = evolve(REFLEX, held, Coerced(actor="Guard", target="Ann", threats=1))
    assert again.combatants["Guard"].state.nerve.coerced == 3


def test_whoever_chokes_an_enemy_out_takes_heart() -> None:
    scene = act(changed(clinch(9), "Guard", initiative=1), "choke").scene
    played = ordered(scene, orders.GoOn(), 1, 20)
    assert only(played, TookHeart).target == "Guard"


def test_darkness_threatens_all_who_fight_in_it_until_it_is_light_or_the_gm_lifts_it() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    game.act("Ann", "weather", wind="breeze")
    assert "darkness" not in threats(game, "Ann")
    game.act("Ann", "weather", light="dark")
    assert [threats(game, actor)["darkness"] for actor in ("Ann", "Dot", "Bob")] == [1, 1, 1]
    game.act("Ann", "morale_calm", target="Dot", kind="darkness")
    for actor in ("Ann", "Dot", "Bob"):
        game.act(actor, "correct", initiative=0)
    game.act("Ann", "press")
    game.act("Dot", "hold")
    game.act("Bob", "hold", *FAIL * 3)
    assert game.scene.state.exchange == 2
    assert ["darkness" in threats(game, actor) for actor in ("Ann", "Dot", "Bob")] == [True, False, True]
    game.act("Ann", "weather", light="dim")
    assert "darkness" not in threats(game, "Ann")


def test_whoever_enters_a_fight_in_the_dark_is_under_its_threat_and_nobody_outside_of_one() -> None:
    game = Game()
    game.join("Ann", owner=1)
    game.join("Truck", owner=1, vehicle={"kind": "car"})
    game.act("Ann", "weather", light="dark")
    assert threats(game, "Ann") == {}
    game.start(*FAIL)
    assert (threats(game, "Ann"), threats(game, "Truck")) == ({"combat": 1, "darkness": 1}, {})
    game.join("Bob", *FAIL, owner=0)
    assert threats(game, "Bob")["darkness"] == 1


def lamp(game: Game, east_m: float, north_m: float, light: str = "clear") -> None:
    game.act("Ann", "weather", light=light, to=there(east_m, north_m), radius_m=5)


def under_darkness(game: Game, *actors: str) -> list[bool]:
    return ["darkness" in threats(game, actor) for actor in actors]


def test_on_a_ground_darkness_threatens_by_the_light_where_somebody_is() -> None:
    game = stand(field("Bob", friends=("Ann", "Dot")), Ann=(50, 50), Dot=(50, 53), Bob=(50, 70))
    everybody = "Ann", "Dot", "Bob"
    lamp(game, 50, 50)
    game.act("Ann", "weather", light="dark")
    assert under_darkness(game, *everybody) == [False, False, True]
    lamp(game, 50, 70)
    assert under_darkness(game, *everybody) == [False, False, False]
    game.act("Ann", "move", pace="run", to=there(50, 61))
    assert under_darkness(game, *everybody) == [True, False, False]
    game.act("Ann", "morale_calm", kind="darkness")
    game.act("Dot", "wait")
    assert under_darkness(game, "Ann") == [False], "who sees in the dark is threatened no more while it stays there"
    game.do(orders.PutAt(actors=("Dot",), where=there(50, 40)))
    assert under_darkness(game, *everybody) == [False, True, False]
    assert REFLEX.lines(game.every(DarknessMet)[-1], GM) == (), "where it is put is told, and no more"
    game.act("Ann", "weather", light="dark")
    assert under_darkness(game, *everybody) == [True, True, False]
    lamp(game, 50, 61, light="dim")
    assert under_darkness(game, "Ann") == [False]


def test_whose_will_breaks_in_the_dark_breaks_where_it_is_put() -> None:
    game = stand(field("Bob"), Ann=(50, 50), Bob=(50, 70))
    lamp(game, 50, 40, light="dark")
    game.act("Ann", "morale_threat", kind="horror", amount=9)
    game.do(orders.PutAt(actors=("Ann",), where=there(50, 40)))
    assert [event.actor for event in game.every(Broke)] == ["Ann"]


def test_whoever_enters_a_fight_in_the_light_of_a_lamp_is_not_in_the_dark() -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, owner=int(name == "Ann"))
    stand(game, Ann=(50, 50), Bob=(50, 70))
    lamp(game, 50, 50)
    game.act("Ann", "weather", light="dark")
    game.start(*FAIL * 2)
    assert under_darkness(game, "Ann", "Bob") == [False, True]
    game.do(orders.Enlist(name="Eve", owner=1, side="players", sheet={}, at=there(51, 50)), *FAIL)
    assert under_darkness(game, "Eve") == [False]


def test_who_rides_is_in_the_light_where_its_vehicle_is() -> None:
    game = Game()
    game.join("Car", owner=0, vehicle={"kind": "car"})
    for name in ("Ann", "Bob"):
        game.join(name, owner=int(name == "Ann"))
    stand(game, Ann=(50, 50), Car=(50, 51), Bob=(50, 70))
    game.act("Ann", "board", target="Car")
    game.do(orders.PutAt(actors=("Car",), where=there(50, 90)))
    lamp(game, 50, 90)
    game.act("Ann", "weather", light="dark")
    assert [light_around(REFLEX.tables, game.scene, each) for each in ("Ann", "Bob")] == ["clear", "dark"]


@pytest.mark.parametrize(
    ("inputs", "heard"),
    [
        ({"action": "panic_fire"}, {"automatic": 1, "explosives": 1}),
        ({"action": "suppress", "area": "door", "rounds": 4, "range_m": 20.0}, {"automatic": 1, "explosives": 1}),
        ({"action": "suppress", "area": "door", "rounds": 1, "range_m": 20.0}, {"explosives": 1}),
    ],
)
def test_fire_at_nobody_is_heard_by_all_enemies_too(inputs: dict[str, Any], heard: dict[str, int]) -> None:
    game = Game()
    game.join("Tom", owner=1, attributes={"cuf": 0}, weapons=[{"kind": "ak47", "explosive": "he_40mm"}])
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    game.act("Tom", **inputs)
    assert threats(game, "Bob") == {"combat": 1, **heard}


@pytest.mark.parametrize("action", ["suppress", "panic_fire"])
def test_a_bow_makes_no_noise(action: str) -> None:
    game = Game()
    game.join("Tom", owner=1, attributes={"cuf": 0}, weapons=[{"kind": "bow"}])
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    with pytest.raises(RuleViolation, match="Ready a gun first"):
        game.act("Tom", action, **({"range_m": 20.0} if action == "suppress" else {}))


@pytest.mark.parametrize("action", ["mine_detonate", "mine_search"])
def test_the_broken_neither_set_off_charges_nor_look_for_mines(action: str) -> None:
    game = Game()
    game.join("Tom", owner=1, **SAPPER)
    game.act("Tom", "mine_emplace", *WELL, mine="bridge", trigger="command")
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    game.act("Tom", "morale_threat", kind="horror", amount=20)
    with pytest.raises(RuleViolation, match="will of Tom is broken"):
        game.act("Tom", action, **({"mine": "1:bridge", "victims": "Bob:1"} if action == "mine_detonate" else {}))


def test_what_frightens_a_side_frightens_none_of_its_vehicles() -> None:
    game = Game()
    game.join("Ann")
    game.join("Truck", owner=0, vehicle={"kind": "truck"})
    with pytest.raises(RuleViolation, match="Nobody living is on that side"):
        game.act("Ann", "morale_threat", amount=2, side="enemies")
    game.join("Bob", owner=0)
    game.act("Ann", "morale_threat", amount=2, side="enemies")
    assert [event.actor for event in game.every(Threatened)] == ["Bob"]
