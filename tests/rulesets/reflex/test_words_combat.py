"""The log of attacks and wounds: every number explained to those who may know it, and none to the others."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.core.engine import Decision, lines, story
from bot.core.views import GM, PUBLIC, Viewer
from bot.core.wording import line
from bot.rulesets.reflex.kinds import BodyPart
from bot.rulesets.reflex.scene_state import SceneState
from bot.rulesets.reflex.state import State
from bot.rulesets.reflex.wounds.events import Destabilized, LostHold
from bot.rulesets.reflex.wounds.words import multiplier, passed
from tests.rulesets.reflex.firing import BEST, REFLEX, WORST, act, changed, fight, sheet, shoot


def log(decision: Decision[State, SceneState], viewer: Viewer = PUBLIC) -> str:
    """All lines that a viewer reads."""
    return "\n".join(line.text for event in decision.events for line in lines(REFLEX, event, viewer))


def hurt(actor: str, *faces: int, **inputs: Any) -> Decision[State, SceneState]:
    """A wound by a GM's word."""
    return act(fight(), "damage", *faces, actor=actor, **inputs)


def test_a_burst_is_told_with_its_sum_its_dice_and_its_cost() -> None:
    told = log(shoot(fight(), 20, 20, rounds=4))
    assert "Ann fires a 4-round burst at Guard with the AK-47 (snap, 60 m, 6 ticks): miss." in told
    assert "Coordination 7, burst +3 (4 rounds), recoil of the burst −2 (Recoil/Muscle 11/9) = 8; 2d20L 20, 20" in told
    assert "Speed 5, closer than optimum +1 = 6 ticks; 26 left in the weapon." in told


def test_a_called_hip_shot_says_so() -> None:
    told = log(shoot(fight(range_m=150), 20, 20, mode="hip", called="head"))
    assert "a single shot at the head of Guard" in told
    assert "hip shot −3 (Bulk 3), called −4 (head)" in told
    assert "29 left in the weapon" in told


def test_an_untrained_burst_says_what_it_spent() -> None:
    assert "a 4-round burst (8 spent)" in log(shoot(fight(sheet(untrained_bursts=True)), 20, 20, rounds=4))


def test_one_tick_is_one_tick() -> None:
    pistol = sheet(skills={"sidearm": 4}, weapons=[{"kind": "pistol"}])
    assert "(hip, 5 m, 1 tick)" in log(shoot(fight(pistol, range_m=5), 20, 20, mode="hip"))


def test_a_shot_out_of_nowhere_tells_neither_weapon_nor_distance() -> None:
    shot = replace(shoot(fight(), 20, 20).events[0], actor="Ann", unseen=("Ann",), guarded=("Ann",))
    told = "\n".join(line.text for line in REFLEX.lines(shot, PUBLIC))
    assert told.startswith("someone unseen fires a single shot at Guard: miss.")
    assert "with the AK-47 (snap, 60 m, 6 ticks)" in REFLEX.lines(shot, GM)[0].text


def test_the_distance_to_an_unseen_target_is_not_told() -> None:
    shot = replace(shoot(fight(), 20, 20).events[0], unseen=("Guard",), guarded=("Guard",))
    assert "at someone unseen with the AK-47 (snap, 6 ticks): miss." in REFLEX.lines(shot, PUBLIC)[0].text


HIT = (3, 20, 6, 2, *WORST, *WORST)


def test_the_public_log_of_a_hit_on_an_enemy_has_no_condition() -> None:
    told = log(shoot(fight(), *HIT))
    assert "Guard is hit: right forearm, 11 damage." in told
    assert "Dice for the place 6, 2 (house table)." in told
    assert "Damage 7, margin +4 = 11." in told
    assert "Guard drops the AK-47." in told
    assert not any(word in told for word in ("serious", "shock", "unstable", "Fitness", "Muscle 9"))


def test_the_gm_reads_everything() -> None:
    told = log(shoot(fight(), *HIT), GM)
    assert "Guard suffers a serious wound: right arm." in told
    assert "Guard cannot withstand the shock." in told
    assert "Guard goes into shock" in told
    assert "Guard is unstable (failed by more than five)." in told
    assert "Muscle 9, serious wound −2 = 7" in told


def test_armour_and_cover_are_the_gms_business() -> None:
    decision = shoot(
        fight(guard=sheet(armor=[{"kind": "vest"}])), 6, 20, 3, 2, cover="wooden_plank", parts="everything"
    )
    assert "Wooden plank Armor 1 ×2: −2; Tactical vest Armor 2 ×2: −4; 2 get through." in log(decision, GM)
    assert not any(word in log(decision) for word in ("vest", "Armor", "get through"))


def test_armor_that_is_ours_is_marked_unless_it_was_told() -> None:
    def told(**cover: Any) -> str:
        return log(shoot(fight(), 4, 20, 3, 2, *BEST, parts="everything", **cover), GM)

    assert "Car Armor 0.5 ×2 (house table): −1" in told(cover="car")
    assert "Car Armor 0.5 ×2: −1" in told(cover="car", armor=0.5)


def test_what_is_stopped_is_known_to_whoever_knows_the_target() -> None:
    plate = sheet(armor=[{"kind": "heavy_plate"}])
    assert "nothing gets through" in log(shoot(fight(guard=plate), 6, 20, 3, 2), GM)
    assert "nothing gets through" not in log(shoot(fight(guard=plate), 6, 20, 3, 2))


def test_nil_is_stopped_in_words() -> None:
    shotgun = sheet(weapons=[{"kind": "shotgun"}])
    decision = shoot(fight(shotgun, sheet(armor=[{"kind": "vest"}])), 3, 20, 3, 2)
    assert "Tactical vest Armor 2 Nil: stops it; 0 get through." in log(decision, GM)


@pytest.mark.parametrize(("halves", "text"), [(None, "Nil"), (1, "×½"), (2, "×1"), (4, "×2"), (8, "×4")])
def test_penetration_is_written_as_people_write_it(halves: int | None, text: str) -> None:
    assert multiplier(halves) == text


def test_of_an_enemy_shooter_the_public_sees_dice_target_and_margin_only() -> None:
    scene = act(fight(), "communicate", length="syllable").scene
    scene = changed(scene, "Ann", initiative=1)
    for _ in range(20):
        if scene.entitled()[0].actor == "Guard":
            break
        scene = act(scene, "wait").scene
    told = log(act(scene, "attack", 6, 20, 6, 2, *BEST, *BEST, actor="Guard", target="Ann"))
    assert "Target 7; 2d20L 6, 20; 7 −6 = margin 1" in told
    assert "Ann suffers a moderate wound: right arm." in told
    assert not any(word in told for word in ("Coordination", "left in the weapon", "Damage 7"))


def test_a_graze_is_a_graze() -> None:
    told = log(shoot(fight(), 7, 20, 3, 2), GM)
    assert "Guard is grazed: chest, 7 damage." in told
    assert "7 damage after protection (a graze is slight at worst)." in told


def test_instability_tells_its_cause() -> None:
    critical = hurt("Ann", *WORST, place="torso", degree="critical")
    assert "Ann is unstable (critical wound)." in log(critical)
    shocked = act(changed(fight(), "Ann", shocked=True), "damage", 7, 20, target="Ann", place="torso", degree="serious")
    assert "Ann is unstable (shock for the second time)." in log(shocked)
    old = Destabilized(actor="Ann", place=BodyPart.TORSO, period=(1, 0))
    assert REFLEX.lines(old, PUBLIC)[0].text == "Ann is unstable."


def test_a_burst_tells_where_its_rounds_went() -> None:
    told = log(shoot(fight(), 8, 20, 3, 2, 1, 5, 6, *BEST, rounds=4))
    assert "Further rounds 1, 5, 6: 1 at the same place, 0 elsewhere." in told


@pytest.mark.parametrize(
    ("actor", "says"),
    [("Guard", "Guard is hurt: torso."), ("Ann", "Ann suffers a moderate wound: torso.")],
)
def test_a_wound_by_a_gms_word(actor: str, says: str) -> None:
    assert says in log(hurt(actor, *BEST, place="torso", degree="moderate"))


def test_one_point_gets_through_and_two_get_through() -> None:
    assert [line(*passed(points)).text for points in (1, 2)] == ["1 gets through", "2 get through"]


def test_what_somebody_lets_fall_is_told_with_its_last_thing_behind_an_and() -> None:
    told = REFLEX.lines(LostHold(actor="Ann", things=("AK-47", "radio", "knife")), PUBLIC)
    assert told[0].text == "Ann drops the AK-47, the radio and the knife."


def test_a_limb_that_is_lost_stands_in_the_sentence_and_not_behind_it_alone() -> None:
    frail = sheet(thresholds={"left arm": [1, 2, 3, 4]})
    decision = act(fight(guard=frail), "damage", *BEST, 50, actor="Guard", place="left arm", damage=9)
    told = [each.text for each in story(REFLEX, decision.events, PUBLIC) if not each.depth]
    assert told == ["Guard is hit: left forearm, 9 damage.", "Guard drops the AK-47 and loses the left arm."]
    whole = act(fight(guard=frail), "damage", *BEST, 51, actor="Guard", place="left arm", damage=9)
    assert "loses" not in "".join(each.text for each in story(REFLEX, whole.events, PUBLIC))


def test_whom_a_wound_fells_is_told_of_in_one_sentence() -> None:
    decision = hurt("Guard", *BEST, place="head", degree="critical")
    told = [each.text for each in story(REFLEX, decision.events, PUBLIC) if not each.depth]
    assert told == ["Guard is hurt in the head and goes down."]


def test_damage_by_a_gms_word_has_no_sum() -> None:
    told = log(hurt("Ann", 6, 2, damage=5))
    assert "Ann is hit: right forearm, 5 damage." in told
    assert "5 damage after protection." in told


def test_an_imagined_wound_of_an_enemy_is_not_seen() -> None:
    decision = hurt("Guard", place="head", degree="slight", virtual=True)
    assert log(decision) == ""
    assert "Guard suffers a slight imagined wound: head." in log(decision, GM)


@pytest.mark.parametrize(
    ("degree", "says"), [("slight", "stays moderate"), ("moderate", "goes from moderate to serious")]
)
def test_what_a_wound_makes_of_the_one_before(degree: str, says: str) -> None:
    scene = changed(fight(), "Ann", wounds={"torso": 2})
    faces = () if degree == "slight" else BEST
    assert says in log(act(scene, "damage", *faces, actor="Ann", place="torso", degree=degree))


def test_an_enemy_who_loses_consciousness_goes_down_for_the_public() -> None:
    decision = hurt("Guard", *WORST, place="head", degree="moderate")
    assert "Guard goes down." in log(decision)
    assert "falls unconscious" in log(decision, GM)


@pytest.mark.parametrize(("face", "public"), [(50, "Guard loses the left arm."), (51, "")])
def test_a_lost_limb_is_seen_by_all(face: int, public: str) -> None:
    scene = fight(guard=sheet(thresholds={"left arm": [1, 2, 3, 4]}))
    decision = act(scene, "damage", *BEST, face, actor="Guard", place="left arm", damage=9)
    assert public in log(decision)
    assert "d100" not in log(decision)
    assert f"Loss of the limb on 50 or less on d100: {face}." in log(decision, GM)


def test_a_leg_gives_way_in_words() -> None:
    told = log(hurt("Ann", *BEST, *WORST, place="left leg", degree="serious"))
    assert "Ann withstands the shock." in told
    assert "Ann cannot keep upright." in told
    assert "Ann falls." in told


@pytest.mark.parametrize("actor", ["Guard", "Ann"])
def test_healing_is_told_to_those_who_know_the_body(actor: str) -> None:
    scene = changed(fight(), actor, wounds={"torso": 3}, unstable=True, shock=True)
    told = log(act(scene, "heal", actor=actor, place="torso", degree="slight", stable=True, awake=True))
    expected = [f"{actor} is better: torso serious → slight.", f"{actor} is stable again.", f"{actor} comes to."]
    assert told.splitlines() == (expected if actor == "Ann" else [])


def test_bleeding_and_death_are_told_by_who_may_know() -> None:
    scene = changed(fight(), "Guard", unstable=True, shocked=True, wounds={"torso": 4})
    scene = changed(scene, "Ann", unstable=True, shocked=True, wounds={"torso": 1, "head": 4})
    decision = None
    for _ in range(30):
        decision = act(scene, "wait", actor=scene.entitled()[0].actor)
        scene = decision.scene
        if scene.state.phase != "exchange":
            break
    assert decision is not None
    assert "Ann is bleeding: torso slight → moderate, head stays critical." in log(decision)
    assert "Guard goes down." in log(decision)
    assert "Guard is bleeding" not in log(decision)
    assert "Guard is dead." in log(decision, GM)


@pytest.mark.parametrize(
    ("cover", "says"),
    [("stone_wall", "Guard is behind cover: stone wall (hides below shoulders)."), ("none", "Guard is in the open.")],
)
def test_cover_is_told(cover: str, says: str) -> None:
    assert log(act(fight(), "take_cover", actor="Guard", cover=cover)) == says


def test_what_stays_under_every_threshold_is_no_wound() -> None:
    tough = sheet(thresholds={place.value: [90, 91, 92, 93] for place in BodyPart})
    told = log(shoot(fight(guard=tough), 6, 20, 3, 2), GM)
    assert "Guard is not wounded by it: torso." in told
