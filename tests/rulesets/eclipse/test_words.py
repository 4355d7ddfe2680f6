"""What is told: all of it to those who may know, what can be seen to all others."""

from __future__ import annotations

import msgspec
import pytest

from bot.core import engine
from bot.core.dice import Roll
from bot.core.events import Event
from bot.core.ground.places import Place
from bot.core.terms import Term
from bot.core.views import GM, PUBLIC, Viewer
from bot.rulesets.eclipse.blasts.events import Exploded, Scattered
from bot.rulesets.eclipse.checks.rules import outcome_of
from bot.rulesets.eclipse.checks.wording import outcome_line
from bot.rulesets.eclipse.deeds.events import LetGo, Moved, StanceChanged
from bot.rulesets.eclipse.equipment.events import Readied, Reloaded
from bot.rulesets.eclipse.fire.events import Aimed, Attacked
from bot.rulesets.eclipse.person.events import Corrected
from bot.rulesets.eclipse.person.sheet import enlisted, seen
from bot.rulesets.eclipse.state import AimKind, FirstAttack, HeldAim, Suppression
from bot.rulesets.eclipse.status import described
from bot.rulesets.eclipse.suppression.events import Suppressed
from bot.rulesets.eclipse.time.events import ActionTurnBegan, HeldUntil, Passed, Spent
from bot.rulesets.eclipse.wounds.events import (
    BodyTested,
    Bruised,
    Damaged,
    DamageRolled,
    Died,
    FellDown,
    Healed,
    KnockedOut,
    Stressed,
    Stunned,
)
from tests.rulesets.eclipse.playing import ECLIPSE, GUARD, TABLES, Game, duel, sheet


def told(event: Event, viewer: Viewer = PUBLIC) -> str:
    return "\n".join(line.text for line in engine.lines(ECLIPSE, event, viewer))


def test_the_public_learns_no_condition_of_the_gms_side() -> None:
    game = duel(guard={"armor": [{"kind": "vest"}], "durability": 40})
    game.shoot(20, 97, 10, 10, 10, 50, mode="FA", called="eyes")
    public = game.told(PUBLIC)
    assert "Damage 51 (kinetic)" in public
    assert "called on eyes" in public
    assert "vest" not in public
    assert "armour vest" in game.told(GM)
    assert "Guard is out cold" in game.told(GM)
    assert "Guard goes down" in public


def test_the_public_learns_no_sum_of_the_gms_side() -> None:
    game = duel(guard={"initiative": 200, "skills": {"kinetic weapons": 66}, "weapons": [{"kind": "smg", "spare": 9}]})
    game.act("Guard", "attack", 50, 97, 1, 1, target="Ann", range_m=20)
    assert "66" not in game.told(PUBLIC)
    assert "kinetic weapons" in game.told(GM)
    assert "rounds left; a second attack may follow" in game.told(GM)
    assert "Ann takes 5 damage; 5 in all" in game.told(PUBLIC)


def test_after_the_last_round_no_second_attack_is_promised() -> None:
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 2}]})
    game.shoot(98)
    assert "1 round left; a second attack may follow" in game.told(GM)
    game = duel(ann={"weapons": [{"kind": "automatic_rifle", "loaded": 1}]})
    game.shoot(98)
    assert "0 rounds left.\n" in game.told(GM)


def test_a_concentrated_beam_has_a_second_attack_only_if_it_misses() -> None:
    game = duel(10)
    game.shoot(98, weapon="hand laser", concentrated=True)
    assert "49 rounds left; a second attack may follow if it misses" in game.told(GM)
    assert game.now() == ("Ann",)


def test_a_touch_that_does_no_damage_adds_none_by_its_margin() -> None:
    game = duel(1)
    game.shoot(30, 97, weapon="knife", touch=True)
    assert "Guard is touched." in game.told(GM)


def test_a_hit_tells_what_is_special_about_it() -> None:
    game = duel(guard={"durability": 500})
    game.shoot(22, 97, 1, 1, called="hand")
    assert "hit, through all armour, excellently (+5)" not in game.told(PUBLIC)
    game = duel(guard={"durability": 500})
    game.shoot(11, 97, 1, 1, called="hand")
    assert "hit as called: hand, through all armour, excellently (+5)" in game.told(PUBLIC)
    assert "Defence rolled 97: failure" in game.told(PUBLIC)


@pytest.mark.parametrize(
    ("faces", "called", "found"),
    [
        ((20, 97, 1, 1), "hand", "called on hand: hit as called, no effect seen."),
        ((21, 97, 1, 1), "hand", "called on hand: hit, not as called, no effect seen."),
        ((20, 97, 1, 1, 50), "disarm", "called on disarm: hit as called, disarmed."),
        ((20, 97, 1, 1, 10), "disarm", "called on disarm: hit as called, no effect seen."),
        ((90,), "hand", "called on hand: miss."),
    ],
)
def test_a_headline_says_whether_a_called_shot_works(faces: tuple[int, ...], called: str, found: str) -> None:
    game = duel(guard={"durability": 500, "weapons": [{"kind": "smg"}]})
    game.shoot(*faces, called=called)
    assert engine.story(ECLIPSE, game.events, PUBLIC)[0].text.endswith(found)


def test_a_headline_says_that_somebody_is_only_touched() -> None:
    game = duel(1)
    game.shoot(30, 97, weapon="knife", touch=True)
    assert engine.story(ECLIPSE, game.events, PUBLIC)[0].text == "Ann → Guard, knife: touched, no effect seen."


def test_a_headline_says_that_a_blast_is_on_its_mark_and_that_a_shot_is_free() -> None:
    game = duel(20, {"som": 30})
    game.shoot(20, 5, 5, 5, weapon="fragmentation grenade")
    assert engine.story(ECLIPSE, game.events, PUBLIC)[0].text == "Ann → Guard, fragmentation grenade: on the mark."
    game = duel()
    game.act("Ann", "suppress")
    game.act("Ann", "free_fire", 97, target="Guard")
    assert engine.story(ECLIPSE, game.events, PUBLIC)[0].text == "Ann → Guard, automatic rifle (free shot): miss."


def test_who_gets_out_of_the_way_and_who_cannot_defend() -> None:
    game = duel()
    game.shoot(10, 18)
    assert "Guard gets out of the way" in game.told(PUBLIC)
    game.shoot(10, 1, 1, unaware=True)
    assert "No defence" in game.told(PUBLIC)


@pytest.mark.parametrize("stress", [30, 60])
def test_a_mind_breaks_in_sight_of_all(stress: int) -> None:
    game = duel()
    game.act("Guard", "damage", damage=stress, stress=True)
    assert "breaks down" in game.told(PUBLIC)
    assert ("madness" in game.told(GM)) is (stress == 60)


def test_wounds_and_traumas_are_counted() -> None:
    game = duel()
    game.act("Ann", "damage", 1, damage=6)
    assert "6 damage, 1 wound;" in game.told(PUBLIC)
    game.act("Ann", "damage", 1, 1, damage=12)
    assert "12 damage, 2 wounds" in game.told(PUBLIC)
    game.act("Ann", "damage", 98, 98, damage=12, stress=True, resist=True)
    assert "12 stress, 2 traumas; 12 in all" in game.told(PUBLIC)
    game.act("Ann", "damage", damage=6, stress=True)
    assert "6 stress, 1 trauma;" in game.told(PUBLIC)


@pytest.mark.parametrize(
    ("event", "public", "gm"),
    [
        (BodyTested(actor="A", outcome=None, guarded=("A",)), "", None),  # type: ignore[arg-type]
        (
            Stunned(actor="A", turns=4, guarded=("A",)),
            "A jerks and cannot act.",
            "A can do nothing for 4 turns.",
        ),
        (Stressed(actor="A", stress=1, traumas=0, total=1, guarded=("A",)), "", "A takes 1 stress; 1 in all."),
        (
            Damaged(actor="A", armor=(), damage=1, wounds=0, total=1, guarded=("A",)),
            "",
            "A takes 1 damage; 1 in all.",
        ),
        (Damaged(actor="A", armor=(), damage=0, wounds=0, total=9), "A takes no damage.", None),
        (Bruised(actor="A", armor=(), stun=0, total=9), "A takes no stun.", None),
        (Stressed(actor="A", stress=0, traumas=0, total=9), "A takes no stress.", None),
        (Healed(actor="A", damage=1, guarded=("A",)), "", "A is on the mend.\nDamage −1."),
        (Healed(actor="A", awake=True, guarded=("A",)), "A is on the mend.", "A is on the mend."),
        (Corrected(actor="A", field="prone", value=1, guarded=("A",)), "A: corrected.", "A: prone (set by hand)."),
        (Corrected(actor="A", field="dazed", value=0), "A: not out of its wits (set by hand).", None),
        (Corrected(actor="A", field="out_turns", value=1), "A: 1 turn out of action (set by hand).", None),
        (Corrected(actor="A", field="loaded", value=1, weapon="w"), "A: 1 round in the w (set by hand).", None),
        (Died(actor="A", guarded=("A",)), "A goes down.", "A is dead."),
        (Died(actor="A", was_down=True, guarded=("A",)), "", "A is dead."),
        (Died(actor="A", thing=True, guarded=("A",)), "A goes down.", "A is destroyed."),
        (LetGo(actor="A"), "", ""),
        (KnockedOut(actor="A", guarded=("A",)), "A goes down.", "A is out cold."),
        (FellDown(actor="A", guarded=("A",)), "A is knocked down.", "A is knocked down."),
        (FellDown(actor="A", out=True, guarded=("A",)), "", "A is knocked down."),
        (
            Reloaded(actor="A", weapon="w", loaded=3, ammunition="zap", guarded=("A",)),
            "A reloads the w.",
            "A reloads the w.\n3 rounds, zap.",
        ),
        (
            Reloaded(actor="A", weapon="w", loaded=3, ammunition="zap", spare=1),
            "A reloads the w.\n3 rounds, zap, 1 left.",
            None,
        ),
        (ActionTurnBegan(turn=2, free=True), "Turn 2 of three seconds. First those whom nothing surprised.", None),
        (Spent(actor="A", moment=(1, 1), quick=1), "", None),
        (StanceChanged(actor="A", prone=True), "A drops to the ground.", None),
        (StanceChanged(actor="A", prone=False), "A stands up.", None),
        (Readied(actor="A", weapon="w"), "A readies the w.", None),
        (Readied(actor="A", weapon="w", ready=False), "A puts away the w.", None),
        (Moved(actor="A", pace="run", metres=3), "A moves (run) 3 m.", None),
        (Passed(actor="A"), "A passes.", None),
        (Exploded(actor="A", target="B", title="g", metres=0, lost=0), "The g goes off right beside B.", None),
        (
            Exploded(actor="A", target="B", title="g", metres=2.5, lost=4),
            "The g goes off 2.5 m from B.\nDistance −4.",
            None,
        ),
        (
            Scattered(actor="A", roll=Roll("scatter", 10, (3,)), direction=3, metres=6),
            (
                "It goes astray: 6 m from where it was meant to go, direction 3 of 10"
                " (1 is straight on, the others clockwise)."
            ),
            None,
        ),
        (
            Scattered(actor="A", roll=Roll("scatter", 10, (3,)), direction=3, metres=6, place=Place(5_700, 6_000)),
            (
                "It goes astray: 6 m from where it was meant to go, direction 3 of 10"
                " (1 is straight on, the others clockwise), to L13 (57, 60)."
            ),
            None,
        ),
        (
            Suppressed(actor="A", weapon="w", spent=20, loaded=3, width_m=9, guarded=("A",)),
            "A holds 9 m under fire with the w: whoever shows up there is shot at.",
            "A holds 9 m under fire with the w: whoever shows up there is shot at.\n3 rounds left.",
        ),
        (HeldUntil(actor="A", score=9), "A holds until 9.", None),
        (Aimed(actor="A", target="B", kind=AimKind.COMPLEX, moment=(1, 1)), "A aims at B.", None),
    ],
)
def test_events_have_words_for_all_and_for_the_gm(event: Event, public: str, gm: str | None) -> None:
    assert told(event) == public
    assert gm is None or told(event, GM) == gm


def test_initiative_tells_who_comes_first() -> None:
    game = duel()
    game.act("Ann", "pass")
    game.act("Guard", "pass", 22, 33)
    assert "Ann acts before all others at 82." in game.told(PUBLIC)
    assert "Guard acts before all others at 93." in game.told(PUBLIC)
    assert game.told(PUBLIC).count("rolled") == 1


def test_energy_and_empty_dice_are_told() -> None:
    game = duel(20, guard={"durability": 500})
    game.shoot(40, 97, 1, 1, weapon="hand laser")
    assert "(energy)" in game.told(PUBLIC)


def test_the_tracker_shows_the_gms_side_only_from_outside() -> None:
    game = duel(guard={"condition": {"damage": 3, "wounds": 1, "stress": 2, "traumas": 1}})
    known = ECLIPSE.status(game.scene, "Guard", GM).text
    assert "damage 3 of 30" in known
    assert "traumas 1" in known
    assert ECLIPSE.status(game.scene, "Guard", PUBLIC).text == "Guard: phase 1 at 50"
    assert ECLIPSE.status(game.scene, "Ann", PUBLIC).text.startswith("Ann: phase 1 at 110 now, automatic rifle 30/30")
    game.act("Guard", "damage", damage=35)
    assert ECLIPSE.status(game.scene, "Guard", PUBLIC).text == "Guard: prone, down"
    assert "unconscious" in ECLIPSE.status(game.scene, "Guard", GM).text


def test_the_tracker_tells_of_a_quick_action_that_may_still_follow() -> None:
    game = duel(ann={"speed": 2})
    game.shoot(97)
    assert "quick action left" not in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    game.act("Ann", "pass")
    assert "quick action left" not in ECLIPSE.status(game.scene, "Ann", PUBLIC).text
    game = duel(ann={"speed": 2})
    game.shoot(97, mode="FA")
    assert ECLIPSE.status(game.scene, "Ann", PUBLIC).text.startswith("Ann: phase 2 at 110, quick action left, ")
    game.act("Guard", "pass")
    assert "quick action left" not in ECLIPSE.status(game.scene, "Ann", PUBLIC).text


def test_somebody_with_nothing_to_tell_is_ready_and_time_is_told() -> None:
    game = Game()
    game.join("Cid", **GUARD)
    assert ECLIPSE.status(game.scene, "Cid", GM).text == "Cid: ready"
    assert ECLIPSE.clock(game.scene).text == "Turn 0"
    assert ECLIPSE.clock(duel().scene).text == "Turn 1, phase 1"


def test_of_the_dead_it_is_not_said_that_they_are_out_cold_too() -> None:
    game = Game()
    game.join("Ann", condition={"dead": True, "unconscious": True, "damage": 90})
    told = ECLIPSE.status(game.scene, "Ann", GM).text
    assert "dead" in told
    assert "unconscious" not in told


def test_of_what_makes_damage_they_read_who_know_whoever_struck() -> None:
    game = duel()
    game.shoot(30, 60, 5, 5, mode="SA")
    struck = game.one(DamageRolled)
    assert "Dice 5, 5; dice +10, weapon +6" in told(struck, PUBLIC)
    theirs = msgspec.structs.replace(struck, guarded=("Ann",))
    assert (told(theirs, PUBLIC), "Dice 5, 5" in told(theirs, GM)) == ("Damage 21 (kinetic).", True)


def test_a_sheet_is_told_with_what_follows_from_it() -> None:
    armor = [{"kind": "vest"}, {"kind": "light_helmet"}]
    shown = described(TABLES, sheet(weapons=[{"kind": "smg"}], armor=armor, condition={"damage": 2}))
    text = "\n".join(line.text for line in shown)
    assert "death at 45" in text
    assert "2d10+3, AP −2, SA/BF/FA, 30/80/125/230 m, 20/20 rounds (standard), kinetic weapons" in text
    assert "bare hands 1d10 + Somatics/10, AP 0, unarmed combat" in text
    assert "light helmet energy +2, kinetic +2" in text
    assert "Skills none" in text
    assert "Condition damage 2 of 30" in text
    assert "Condition" not in "\n".join(line.text for line in described(TABLES, sheet()))


def test_an_edit_keeps_what_the_fight_alone_knows() -> None:
    state = enlisted(TABLES, sheet(weapons=[{"kind": "smg"}]))
    aim = HeldAim(AimKind.QUICK, "Guard", (1, 1))
    busy = ECLIPSE.amend(state, sheet(weapons=[{"kind": "smg"}]), {}, interrupts=True)
    busy = msgspec.structs.replace(
        busy, aim=aim, volley=FirstAttack("submachine gun", "SA", ("x",)), suppressing=Suppression("submachine gun")
    )
    kept = ECLIPSE.amend(busy, sheet(weapons=[{"kind": "smg"}]), {}, interrupts=True)
    assert (kept.aim, kept.volley, kept.suppressing) == (aim, busy.volley, busy.suppressing)
    lost = ECLIPSE.amend(busy, sheet(), {}, interrupts=True)
    assert (lost.volley, lost.suppressing) == (None, None)


def test_two_weapons_of_a_kind_have_two_names_and_ranges_need_four_ends() -> None:
    weapons = [{"kind": "smg", "ranges_m": [4, 3, 2, 1]}, {"kind": "smg", "ranges_m": [5]}, {"kind": "smg"}]
    state = enlisted(TABLES, sheet(weapons=weapons))
    assert [*state.weapons] == ["submachine gun", "submachine gun 2", "submachine gun 3", "bare hands"]
    assert state.weapons["submachine gun"].ranges_m == (1, 2, 3, 4)
    assert state.weapons["submachine gun 2"].ranges_m == (30, 80, 125, 230)


def test_a_thing_that_is_whole_is_not_down() -> None:
    game = Game()
    game.join("Door", owner=0, kind="object", durability=20)
    assert ECLIPSE.status(game.scene, "Door", PUBLIC).text == "Door: ready"
    game.act("Door", "damage", damage=20)
    assert ECLIPSE.status(game.scene, "Door", PUBLIC).text == "Door: down"


def test_nothing_used_hand_to_hand_has_an_area() -> None:
    state = enlisted(TABLES, sheet(weapons=[{"kind": "knife", "area": "cone"}, {"kind": "shredder"}]))
    assert [weapon.area for weapon in state.weapons.values()] == ["", "cone", ""]


def test_what_was_suffered_beyond_all_bounds_still_fits_a_sheet() -> None:
    game = duel()
    for _ in range(12):
        game.act("Guard", "damage", damage=1000)
    assert ECLIPSE.project(game.scene.combatants["Guard"])["condition"]["damage"] == 10_000


def test_an_enemy_shows_only_its_outside() -> None:
    state = enlisted(TABLES, sheet(weapons=[{"kind": "smg", "loaded": 3, "spare": 4}], condition={"dead": True}))
    outside = seen(TABLES, state)
    assert (outside.unconscious, outside.damage, outside.skills) == (True, 0, {})
    assert outside.weapons["submachine gun"].loaded == 20


def test_that_an_enemy_holds_a_cone_shows_and_not_whom_it_fired_at_there() -> None:
    game = duel(guard={"initiative": 200, "weapons": [{"kind": "automatic_rifle"}], "speed": 2})
    game.act("Guard", "suppress")
    assert "suppressing" in ECLIPSE.status(game.scene, "Guard", PUBLIC).text
    held = msgspec.structs.replace(game.state("Guard"), suppressing=Suppression("automatic rifle", ("Ann",)))
    assert seen(TABLES, held).suppressing == Suppression("automatic rifle")


def test_what_is_offered_fits_the_scene() -> None:
    game = duel()
    offered = [
        (choice.value, choice.label) for choice in ECLIPSE.candidates(game.scene, "attack", "target", {"actor": "Ann"})
    ]
    assert offered == [("Guard", "Guard (60 m)")]
    assert len(ECLIPSE.candidates(game.scene, "heal", "target", {"actor": "Ann"})) == 2
    loadable = [choice.value for choice in ECLIPSE.candidates(game.scene, "reload", "item", {"actor": "Ann"})]
    assert loadable == ["automatic rifle", "hand laser", "fragmentation grenade"]
    assert "knife" in [choice.label for choice in ECLIPSE.candidates(game.scene, "attack", "weapon", {"actor": "Ann"})]
    assert not ECLIPSE.candidates(game.scene, "attack", "weapon", {})


def test_the_sheet_comes_back_with_condition_and_rounds() -> None:
    game = duel(ann={"weapons": [{"kind": "smg", "spare": 5}, {"kind": "knife"}]})
    game.shoot(98, range_m=20)
    game.act("Ann", "damage", damage=3)
    projected = ECLIPSE.project(game.scene.combatants["Ann"])
    assert projected["condition"] == {"damage": 3}
    assert projected["weapons"][0] == {"kind": "smg", "ready": True, "loaded": 19, "ammunition": "standard", "spare": 5}
    assert projected["weapons"][1] == {"kind": "knife", "ready": True}
    assert "weapons" not in ECLIPSE.project(game.scene.combatants["Guard"])


def test_a_free_attack_is_no_part_of_a_volley() -> None:
    game = duel()
    game.shoot(98)
    free = msgspec.structs.replace(game.one(Attacked), free=True, loaded=3)
    state = ECLIPSE.evolve(game.scene, free).combatants["Ann"].state
    assert (state.weapons["automatic rifle"].loaded, state.volley) == (3, game.state("Ann").volley)


def test_describing_waiting_and_templates() -> None:
    assert ECLIPSE.describe(sheet(), {})
    slot = duel().scene.agenda[0]
    assert ECLIPSE.idle(duel().scene, slot).action == "pass"
    assert "guard" in ECLIPSE.templates
    assert ECLIPSE.public(duel().state("Ann")).skills == {}


def test_a_sum_of_one_term_is_said_once_and_any_other_with_what_it_comes_to() -> None:
    skill, roll = Term("skill", 50, detail="kinetic weapons"), Roll("", 100, (20,))
    alone, wounded = (outcome_of("", terms, roll) for terms in ((skill,), (skill, Term("wounds", -10))))
    assert outcome_line(alone, known=True).text.startswith("skill 50 (kinetic weapons); rolled ")
    assert outcome_line(wounded, known=True).text.startswith("skill +50 (kinetic weapons), wounds −10 = 40; rolled ")
    assert outcome_line(alone, known=False).text.startswith("rolled ")


@pytest.mark.parametrize(
    ("face", "target", "words"),
    [
        (99, 120, "critical failure, margin 0 (99 always fails)"),
        (100, -10, "critical success, margin 0 (00 always succeeds)"),
        (100, 10, "critical success, margin 10"),
        (99, 50, "critical failure, margin 49"),
    ],
)
def test_what_comes_out_against_its_sum_says_why(face: int, target: int, words: str) -> None:
    outcome = outcome_of("attack", (Term("skill", target),), Roll("attack", 100, (face,)))
    assert outcome_line(outcome, known=True).text.endswith(words)


def test_what_pierces_nothing_is_not_said_to() -> None:
    for weapon, pierces in (("hand laser", False), ("automatic rifle", True)):
        game = duel(20)
        game.shoot(31, 50, 3, 4, weapon=weapon, mode="SA")
        assert ("; AP" in game.told(GM)) is pierces


def test_the_highest_face_of_an_initiative_reads_as_nought() -> None:
    game = Game()
    game.join("Ann")
    game.start(100)
    assert "Initiative +60, rolled 00 = 60." in game.told(GM)
