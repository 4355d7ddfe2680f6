"""Operations in a pause or behind the last tick: talking, working, dressing, resetting weapons, and being disturbed."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core.engine import tried
from bot.core.errors import RuleViolation
from bot.core.events import Asked
from bot.core.orders import Act, Answer, SetRange
from bot.core.scene import restated, with_state
from bot.core.views import PUBLIC
from bot.rulesets.reflex.kinds import Encumbrance, Lies
from bot.rulesets.reflex.pauses.actions import TASKS
from bot.rulesets.reflex.pauses.events import AidGiven, Assisted, Dressed, Talked, WatchKept, WeaponsReset, Worked
from bot.rulesets.reflex.pauses.operations import ONLY_IN_PAUSES
from bot.rulesets.reflex.person.exposure import has_source
from bot.rulesets.reflex.time.events import Loss, OperationLost
from bot.rulesets.reflex.time.timing import OPERATIONAL
from tests.rulesets.reflex.playing import FAIL, REFLEX, Game
from tests.rulesets.reflex.resting import exchange, pause, rest, to_the_end

MEDIC: dict[str, Any] = {"attributes": {"cognition": 9}, "skills": {"medicine": 4, "longarm": 4}}


def test_every_operation_can_be_chosen_or_belongs_to_pauses() -> None:
    operations = {name for name, spec in REFLEX.actions.items() if OPERATIONAL in spec.kinds}
    assert operations - {"rest"} == {*TASKS, *ONLY_IN_PAUSES}


# Talking and working


def test_talking_takes_a_pause_and_no_check() -> None:
    game = pause()
    game.act("Ann", "talk", target="Bob")
    assert game.one(Talked).outcome is None
    assert game.told(PUBLIC).startswith("Ann talks with Bob.")
    assert game.now() == ("Cid",)


def test_talk_that_takes_a_skill_is_a_check_with_it() -> None:
    game = pause(Ann={"skills": {"persuasion": 8}, "attributes": {"personality": 7}})
    game.act("Ann", "talk", 3, 20, 20, skill="Persuasion", modifier=2)
    check = game.one(Talked).outcome
    assert check is not None
    assert (check.check.skill, check.check.attribute.label, check.margin) == ("persuasion", "personality", 6)
    assert "Ann talks: success." in game.told(PUBLIC)


def test_the_broken_lose_a_talk_with_somebody_where_it_takes_a_social_skill() -> None:
    game = pause(Ann={"skills": {"command": 8, "tactics": 4}})
    game.act("Ann", "morale_threat", amount=15)
    game.act("Ann", "talk", target="Bob", skill="Command")
    assert (game.one(Talked).outcome, game.one(Talked).lost) == (None, True)
    assert "Ann talks with Bob: broken, and lost before it begins." in game.told(PUBLIC)


@pytest.mark.parametrize(("target", "skill"), [("", "Command"), ("Bob", "Tactics"), ("Bob", "")])
def test_what_is_no_contest_of_people_the_broken_may_try(target: str, skill: str) -> None:
    game = pause(Ann={"skills": {"command": 4, "tactics": 4}})
    game.act("Ann", "morale_threat", amount=15)
    game.act("Ann", "talk", *(20, 20) * bool(skill), target=target, skill=skill)
    assert not game.one(Talked).lost


def test_a_skill_of_the_tables_goes_by_its_own_attribute() -> None:
    game = pause(Ann={"skills": {"tactics": 4}})
    game.act("Ann", "talk", 20, 20, skill="tactics")
    outcome = game.one(Talked).outcome
    assert outcome is not None
    assert outcome.check.attribute.label == "cognition"


def test_whoever_is_talked_to_must_be_here_and_a_modifier_needs_a_check() -> None:
    game = pause()
    with pytest.raises(RuleViolation, match="not here"):
        game.act("Ann", "talk", target="Nobody")
    with pytest.raises(RuleViolation, match="modifier of what"):
        game.act("Ann", "talk", modifier=2)


def test_a_technical_task_is_a_check_only_where_somebody_says_so() -> None:
    game = pause(Ann={"items": [{"name": "Radio"}]})
    game.act("Ann", "use", item="radio")
    assert game.one(Worked).outcome is None
    assert game.told(PUBLIC).startswith("Ann works with the Radio.")


def test_what_is_at_hand_is_offered() -> None:
    game = pause(Ann={"items": [{"name": "Radio"}, {"name": "Map", "lies": "away"}], "weapons": [{"kind": "ak47"}]})
    offered = REFLEX.candidates(game.scene, "use", "item", {"actor": "Ann"})
    assert [choice.value for choice in offered] == ["Radio", "AK-47"]
    assert not REFLEX.candidates(game.scene, "use", "item", {"actor": "Nobody"})


def test_hurt_arms_hinder_technical_work() -> None:
    game = pause(Ann={"condition": {"wounds": {"left arm": "moderate"}}, "skills": {"mechanics": 4}})
    game.act("Ann", "use", 20, 20, skill="mechanics")
    outcome = game.one(Worked).outcome
    assert outcome is not None
    assert (outcome.check.attribute.label, outcome.check.level_penalty) == ("cognition", 2)
    assert "something technical: failure" in game.told(PUBLIC)


def test_without_a_hand_nobody_works() -> None:
    game = pause(Ann={"condition": {"lost": ["right arm", "left arm"]}})
    for action in ("use", "reset_weapons"):
        with pytest.raises(RuleViolation, match="no hand"):
            game.act("Ann", action)


GUNNER: dict[str, Any] = {
    "weapons": [{"kind": "m249", "tripod": True, "loaded": 0, "spare": 150}, {"kind": "pistol"}],
    "skills": {"support weapons": 4},
}


def test_a_tripod_is_set_up_and_taken_down_in_a_pause_each() -> None:
    game = pause(Ann=GUNNER)
    game.act("Ann", "use", item="M249", tripod="set_up")
    assert game.state("Ann").kit.weapons["M249"].fixed_mount
    assert "Ann sets up the tripod of the M249." in game.told(PUBLIC)
    rest(game)
    game.go_on(*(1,) * 8)
    with pytest.raises(RuleViolation, match="set up already"):
        game.act("Ann", "use", item="M249", tripod="set_up")
    game.act("Ann", "use", item="M249", tripod="take_down")
    assert not game.state("Ann").kit.weapons["M249"].fixed_mount


def test_what_has_no_tripod_is_not_set_up() -> None:
    game = pause(Ann=GUNNER)
    with pytest.raises(RuleViolation, match="no tripod"):
        game.act("Ann", "use", item="pistol", tripod="set_up")
    with pytest.raises(RuleViolation, match="no tripod"):
        game.act("Ann", "use", tripod="set_up")


def test_a_gun_on_its_tripod_stays_where_it_stands() -> None:
    game = pause(Ann=GUNNER)
    game.act("Ann", "use", item="M249", tripod="set_up")
    game.act("Cid", "pause_move")
    assert game.state("Ann").kit.weapons["M249"].lies is Lies.CARRIED
    rest(game)
    game.go_on(*(1,) * 8)
    game.act("Ann", "pause_move")
    assert (game.state("Ann").kit.weapons["M249"].lies, game.state("Ann").kit.weapons["M249"].held_with) == (
        Lies.AWAY,
        0,
    )


MOUNTED: dict[str, Any] = {
    "weapons": [
        {"kind": "m249", "tripod": True, "fixed_mount": True, "loaded": 50, "spare": 150},
        {"kind": "grenade_launcher", "name": "tube", "tripod": True, "fixed_mount": True},
    ],
    "skills": {"support weapons": 4},
    "encumbrance": "unencumbered",
}


@pytest.mark.parametrize(
    ("action", "inputs", "says"),
    [
        ("attack", {"target": "Bob", "weapon": "M249"}, "was left behind"),
        ("attack_thing", {"item": "AK-47", "target": "Bob", "weapon": "M249"}, "was left behind"),
        ("suppress", {"range_m": 60.0, "weapon": "M249"}, "was left behind"),
        ("indirect_fire", {"target": "Bob", "weapon": "tube"}, "was left behind"),
        ("reload", {"item": "M249"}, "No weapon in hand"),
    ],
)
def test_a_gun_that_was_left_on_its_tripod_neither_fires_nor_is_loaded(
    action: str, inputs: dict[str, Any], says: str
) -> None:
    armed = {"weapons": [{"kind": "ak47", "held": True}]}
    game = exchange(Ann=MOUNTED, Bob=armed, options={"visual_penalty": False, "indirect_fire": True})
    game.do(SetRange(actor="Ann", target="Bob", range_m=60))
    tried(REFLEX, game.scene, Act(actor="Ann", action=action, inputs=inputs))
    game.act("Ann", "move", metres=1)
    game.act("Ann", "wait")
    while "Ann" not in game.now():
        game.go_on()
    assert says in game.refused("Ann", action, **inputs)
    assert "No weapon is in hand" in game.refused("Ann", "attack", target="Bob")


def test_who_goes_away_from_the_tripod_keeps_nobody_down_any_more() -> None:
    game = exchange(Ann=MOUNTED, options={"visual_penalty": False})
    game.act("Ann", "suppress", range_m=60.0, weapon="M249", area="door")
    assert has_source(game.scene, game.scene.state.areas[0])
    while "Ann" not in game.now():
        game.go_on()
    game.act("Ann", "move", metres=1)
    assert not has_source(game.scene, game.scene.state.areas[0])


# Dressing


def test_armour_is_taken_off_and_put_on_and_protects_only_while_worn() -> None:
    game = pause(Ann={"armor": [{"kind": "vest"}, {"kind": "helmet"}]})
    vest, helmet = (piece.name for piece in game.state("Ann").kit.armor)
    game.act("Ann", "dress", item=vest, load="unencumbered")
    state = game.state("Ann")
    assert ([piece.name for piece in state.kit.armor], [piece.name for piece in state.kit.doffed]) == ([helmet], [vest])
    assert state.kit.encumbrance is Encumbrance.UNENCUMBERED
    assert f"Ann takes off the {vest}." in game.told(PUBLIC)
    written = REFLEX.project(game.scene.combatants["Ann"])
    assert [entry.get("worn", True) for entry in written["armor"]] == [False, True]
    assert REFLEX.enlist(written, {}).kit.doffed == state.kit.doffed
    rest(game)
    game.go_on(*(1,) * 8)
    game.act("Ann", "dress", item=vest)
    assert [piece.name for piece in game.state("Ann").kit.armor] == [helmet, vest]
    assert "Encumbrance" not in game.told()
    assert "worn" not in REFLEX.project(game.scene.combatants["Ann"])["armor"][0]


def test_armour_that_was_taken_off_goes_along() -> None:
    game = pause(Ann={"armor": [{"kind": "vest"}]})
    (vest,) = (piece.name for piece in game.state("Ann").kit.armor)
    game.act("Ann", "dress", item=vest)
    for pause_of in ("pause_move", "dress"):
        rest(game)
        game.go_on(*(1,) * 8)
        game.act("Ann", pause_of, **({"item": vest} if pause_of == "dress" else {}))
    assert [piece.name for piece in game.state("Ann").kit.armor] == [vest]


def test_armour_torn_off_in_a_fight_may_be_damaged_and_is_repaired_before_it_is_worn() -> None:
    game = exchange(Ann={"armor": [{"kind": "vest"}], "skills": {"mechanics": 4}})
    (vest,) = (piece.name for piece in game.state("Ann").kit.armor)
    assert vest in [choice.value for choice in REFLEX.candidates(game.scene, "ditch", "item", {"actor": "Ann"})]
    game.act("Ann", "ditch", 50, item="vest")
    state = game.state("Ann")
    assert (state.kit.armor, [piece.name for piece in state.kit.doffed]) == ((), [vest])
    assert (state.kit.broken, state.turn.initiative) == ({vest: "disabled"}, 0)
    to_the_end(game)
    game.go_on()
    with pytest.raises(RuleViolation, match="is damaged"):
        game.act("Ann", "dress", item="vest")
    game.act("Ann", "repair", 3, 20, item="vest")
    assert game.state("Ann").kit.broken == {}


def test_armour_may_come_off_whole() -> None:
    game = exchange(Ann={"armor": [{"kind": "vest"}]})
    game.act("Ann", "ditch", 51, item="vest")
    assert (game.state("Ann").kit.armor, game.state("Ann").kit.broken) == ((), {})


def test_a_backpack_comes_off_whole_and_lies_near() -> None:
    game = pause(Ann={"items": [{"name": "Backpack", "worn": True}, {"name": "Map", "held": True}]})
    assert [choice.value for choice in REFLEX.candidates(game.scene, "dress", "item", {"actor": "Ann"})] == ["Backpack"]
    game.act("Ann", "dress", item="backpack")
    pack = game.state("Ann").kit.items["Backpack"]
    assert (pack.worn, pack.lies, pack.damaged) == (False, Lies.NEAR, False)
    rest(game)
    game.go_on(*(1,) * 8)
    game.act("Ann", "dress", item="backpack")
    assert (game.one(Dressed).on, game.state("Ann").kit.items["Backpack"].lies) == (True, Lies.CARRIED)


def test_without_its_backpack_a_body_carries_what_its_sheet_says() -> None:
    game = pause(Ann={"items": [{"name": "Backpack", "worn": True, "load_without": "unencumbered"}]})
    game.act("Ann", "dress", item="backpack")
    assert game.state("Ann").kit.encumbrance == "unencumbered"
    rest(game)
    game.go_on(*(1,) * 8)
    game.act("Ann", "dress", item="backpack")
    assert game.one(Dressed).load is None


def test_what_an_enemy_carries_since_is_not_told() -> None:
    game = pause(Bob={"armor": [{"kind": "vest"}]})
    game.go_on(only="Ann")
    game.go_on(only="Cid")
    game.act("Bob", "dress", item="vest", load="light")
    assert "Encumbrance" not in game.told(PUBLIC)


# Weapons


ARMED: dict[str, Any] = {
    "weapons": [
        {"kind": "ak47", "loaded": 3, "spare": 20},
        {"kind": "pistol", "loaded": 1},
        {"kind": "knife"},
    ],
    "items": [{"name": "Map", "held": False}],
}


def loads(game: Game) -> dict[str, tuple[int, int | None]]:
    """What was loaded, of all weapons that were."""
    events = [event for event in game.events if isinstance(event, WeaponsReset)]
    return {key: (loaded, spare) for event in events for key, loaded, spare in event.loads}


def test_all_weapons_are_loaded_from_what_is_carried() -> None:
    game = pause(Ann=ARMED)
    game.act("Ann", "reset_weapons")
    (pistol,) = [key for key in game.state("Ann").kit.weapons if "istol" in key]
    assert loads(game)["AK-47"] == (23, 0)
    assert loads(game)[pistol] == (game.state("Ann").kit.weapons[pistol].model.capacity, None)
    assert set(loads(game)) == {"AK-47", pistol}
    assert "AK-47: 23 rounds loaded, 0 more carried." in game.told(PUBLIC)


def test_what_is_named_goes_back_to_where_it_is_carried() -> None:
    game = pause(Ann={**ARMED, "weapons": ARMED["weapons"][1:], "items": [{"name": "Map", "held": True}]})
    (pistol,) = [key for key in game.state("Ann").kit.weapons if "istol" in key]
    game.act("Ann", "reset_weapons", stow="pistol, map,")
    assert (game.state("Ann").kit.weapons[pistol].held_with, game.state("Ann").kit.items["Map"].held) == (0, False)
    assert f"puts away the {pistol} and the Map." in game.told(PUBLIC)


def test_only_what_is_in_hand_is_put_away() -> None:
    game = pause(Ann=ARMED)
    with pytest.raises(RuleViolation, match="No thing in hand"):
        game.act("Ann", "reset_weapons", stow="pistol")


def test_one_weapon_that_takes_a_crew_is_loaded_too() -> None:
    game = pause(Ann=ARMED, Cid=GUNNER)
    game.act("Ann", "reset_weapons", target="Cid")
    assert game.state("Cid").kit.weapons["M249"].loaded == 150
    assert "Ann helps with the M249 of Cid." in game.told(PUBLIC)
    offered = REFLEX.candidates(game.scene, "reset_weapons", "item", {"actor": "Ann", "target": "Cid"})
    assert [choice.value for choice in offered] == ["M249"]


def test_what_one_can_serve_takes_no_crew() -> None:
    game = pause(Ann=ARMED, Cid=GUNNER)
    with pytest.raises(RuleViolation, match="No weapon that takes a crew"):
        game.act("Ann", "reset_weapons", target="Cid", item="pistol")


def test_an_enemys_rounds_are_not_told() -> None:
    game = pause(Bob=ARMED)
    game.go_on(only="Ann")
    game.go_on(only="Cid")
    game.act("Bob", "reset_weapons")
    assert game.told(PUBLIC) == "Bob sees to the weapons."


# Assistant gunners


def crew(**options: Any) -> Game:
    """Ann behind an empty machine gun in an exchange of fire, Cid beside her."""
    options = {"assistant_gunners": True, **options}
    return exchange(Ann=GUNNER, Cid={"skills": {"support weapons": 4}}, options=options)


def test_an_assistant_does_one_of_the_two_actions_of_loading() -> None:
    game = crew()
    game.act("Cid", "assist", target="Ann")
    event = game.one(Assisted)
    assert (event.actor, event.weapon, event.done, event.needed) == ("Ann", "M249", 1, 2)
    assert game.tick("Cid") == 12 - game.state("Ann").kit.weapons["M249"].model.bulk
    game.act("Ann", "reload", item="M249")
    assert (game.state("Ann").kit.weapons["M249"].loaded, game.state("Ann").kit.helped) == (150, ())
    assert game.state("Ann").kit.weapons["M249"].spare == 0


def test_the_assistant_may_do_the_second_action_but_not_both() -> None:
    game = crew()
    game.act("Ann", "reload", item="M249")
    game.act("Cid", "assist", target="Ann", item="M249")
    assert (game.state("Ann").kit.weapons["M249"].loaded, game.state("Ann").kit.reloading) == (150, {})
    assert "Cid helps to load the M249 of Ann: 2 of 2." in game.told(PUBLIC)


def test_what_the_assistant_cannot_do_is_refused() -> None:
    game = crew()
    game.join("Eve", 20, 20, weapons=[{"kind": "m249"}])
    game.do(SetRange(actor="Cid", target="Bob", range_m=20))
    for target, says in (("Cid", "their own assistant"), ("Eve", "Nothing can be loaded"), ("Bob", "out of reach")):
        with pytest.raises(RuleViolation, match=says):
            game.act("Cid", "assist", target=target)
    game.act("Cid", "assist", target="Ann")
    game.go_on(only="Ann")
    while game.now() != ("Cid",):
        game.go_on(only=game.now()[0])
    with pytest.raises(RuleViolation, match="is the gunner's"):
        game.act("Cid", "assist", target="Ann")


def test_assistants_are_a_switch_that_is_off() -> None:
    with pytest.raises(RuleViolation, match="without assistant gunners"):
        crew(assistant_gunners=False).act("Cid", "assist", target="Ann")
    assert REFLEX.options["assistant_gunners"].default is False


# Instead of tactical actions


def chosen(**sheets: dict[str, Any]) -> Game:
    """Ann has given up initiative to treat Cid, who loses blood."""
    game = exchange(**{"Ann": MEDIC, **sheets})
    game.act("Cid", "correct", unstable=True)
    game.act("Ann", "forgo", task="treat")
    game.do(Answer(choice="Ann is safe enough (treat)"))
    return game


def test_the_gm_decides_whether_a_player_is_safe_enough() -> None:
    game = exchange(Ann=MEDIC)
    game.act("Ann", "forgo", task="reset_weapons")
    question = game.one(Asked).question
    assert (question.gm, question.choices) == (True, ("Ann is safe enough (reset weapons)", "not safe enough"))
    game.do(Answer(choice="not safe enough"))
    assert "Ann is not safe enough for that: reset weapons." in game.told(PUBLIC)
    assert (game.tick("Ann"), game.state("Ann").turn.task) == (12, "")


def test_who_gives_up_initiative_acts_behind_the_last_tick_three_worse() -> None:
    game = chosen()
    assert game.tick("Ann") == 0
    assert "operation at the end of the exchange: treat" in game.told(PUBLIC)
    while game.now() != ("Ann",):
        game.go_on()
    assert REFLEX.clock(game.scene).text == "Exchange 1, after the last tick"
    game.act("Ann", "treat", 3, 20, target="Cid")
    terms = game.one(AidGiven).outcome.check.terms
    assert [(term.label, term.value) for term in terms] == [("under_fire", -3)]
    assert not game.state("Cid").body.unstable
    assert game.scene.state.phase == "choice"
    assert game.state("Ann").turn.task == ""


def test_nothing_else_is_done_then() -> None:
    game = chosen()
    while game.now() != ("Ann",):
        game.go_on()
    with pytest.raises(RuleViolation, match="chose something else"):
        game.act("Ann", "keep_watch")
    with pytest.raises(RuleViolation, match="chose something else"):
        game.act("Ann", "pause_move")
    game.go_on()
    assert game.scene.state.phase == "choice"


def test_what_was_chosen_is_named_in_words() -> None:
    game = exchange(Ann=MEDIC)
    game.act("Ann", "forgo", task="reset_weapons")
    game.do(Answer(choice="Ann is safe enough (reset weapons)"))
    while game.now() != ("Ann",):
        game.go_on()
    assert "Ann chose something else: reset weapons." in game.refused("Ann", "keep_watch")


def test_an_injury_spoils_it() -> None:
    game = chosen()
    game.act("Bob", "damage", target="Ann", degree="slight", place="left arm")
    lost = game.one(OperationLost)
    assert (lost.actor, lost.task, lost.cause) == ("Ann", "treat", Loss.INJURY)
    assert "hurt in the middle of it" in game.told(PUBLIC)
    assert game.scene.slot("Ann") is None


def test_an_imagined_injury_does_not() -> None:
    game = chosen()
    game.act("Bob", "damage", target="Ann", degree="slight", place="left arm", virtual=True)
    assert game.tick("Ann") == 0


def test_who_loses_consciousness_loses_it_too() -> None:
    game = chosen()
    game.act("Ann", "correct", unconscious=True)
    assert game.one(OperationLost).cause is Loss.INJURY


def test_panic_spoils_it() -> None:
    game = chosen()
    frightened = game.state("Ann").with_nerve(threats={"combat": 1, "told": 9})
    game.scene = with_state(game.scene, "Ann", frightened)
    game.go_on(only="Cid")
    assert game.one(OperationLost).cause is Loss.PANIC
    assert "loses the nerve" in game.told(PUBLIC)


def test_an_enemy_only_breaks_off() -> None:
    game = exchange(Bob=MEDIC)
    game.act("Bob", "forgo", task="treat")
    game.act("Bob", "damage", target="Bob", degree="slight", place="left arm")
    assert "Bob breaks off." in game.told(PUBLIC)


def test_when_somebody_has_acted_it_is_too_late() -> None:
    game = exchange()
    game.go_on(only="Ann")
    with pytest.raises(RuleViolation, match="under way"):
        game.act("Cid", "forgo", task="treat")


def test_in_a_pause_nothing_is_given_up() -> None:
    with pytest.raises(RuleViolation, match=r"No exchange of fire is on\. Choose this before anybody acts"):
        pause().act("Ann", "forgo", task="treat")


def test_who_cannot_act_has_nothing_to_give_up() -> None:
    game = exchange()
    game.act("Ann", "correct", unconscious=True)
    with pytest.raises(RuleViolation, match="Ann is unconscious"):
        game.act("Ann", "forgo", task="treat")


def test_the_frightened_keep_too_little_calm_for_it() -> None:
    game = exchange()
    game.act("Ann", "morale_threat", amount=10)
    with pytest.raises(RuleViolation, match="keep calm"):
        game.act("Ann", "forgo", task="treat")


def test_what_was_chosen_is_forgotten_with_the_exchange() -> None:
    game = chosen()
    to_the_end(game)
    assert (game.state("Ann").turn.task, game.state("Ann").turn.disturbed) == ("", False)


def test_the_broken_may_talk_tend_themselves_and_flee_and_nothing_else() -> None:
    game = pause(Ann=MEDIC)
    game.scene = restated(game.scene, "Ann", lambda state: state.with_nerve(threats={"combat": 20}, routed=True))
    for action, inputs in (("treat", {"target": "Cid"}), ("keep_watch", {}), ("repair", {"item": "rifle"})):
        with pytest.raises(RuleViolation, match="will of Ann is broken"):
            game.act("Ann", action, **inputs)
    game.act("Ann", "talk")
    assert game.one(Talked).actor == "Ann"


def test_shock_in_a_pause_bars_from_nothing_in_it() -> None:
    game = pause()
    game.act("Ann", "damage", 7, 20, target="Ann", place="torso", degree="moderate")
    assert game.state("Ann").turn.out
    game.act("Ann", "keep_watch", *FAIL)
    assert game.one(WatchKept).actor == "Ann"


@pytest.mark.parametrize(
    ("target", "words"),
    [("Ann", "Talk with whom?"), ("Bob", "Bob is down and hears nothing."), ("Car", "Talk with whom?")],
)
def test_nobody_talks_with_themselves_or_with_what_hears_nothing(target: str, words: str) -> None:
    game = Game()
    game.join("Ann")
    game.join("Bob", owner=0)
    game.join("Car", vehicle={"kind": "car"})
    game.act("Bob", "correct", unconscious=True)
    assert words in game.refused("Ann", "talk", target=target)
    game.act("Ann", "talk")


def test_no_clothes_are_changed_and_nothing_is_loaded_without_a_hand() -> None:
    game = Game(assistant_gunners=True)
    gun = {"kind": "m249", "name": "gun", "fixed_mount": True, "held": False, "loaded": 1}
    game.join("Ann", weapons=[gun], items=[{"name": "coat", "worn": True}, {"name": "radio"}])
    game.join("Bob", weapons=[gun])
    for arm in ("right arm", "left arm"):
        game.act("Ann", "correct", wound="critical", place=arm)
    for action, inputs in (
        ("dress", {"item": "coat"}),
        ("ditch", {"item": "coat"}),
        ("reload", {"item": "gun"}),
        ("activate", {"item": "radio"}),
        ("assist", {"target": "Bob"}),
    ):
        assert game.refused("Ann", action, **inputs) == "Ann has no hand to work with. Have somebody else do it."


def test_nothing_broken_is_switched_on_or_treats() -> None:
    game = Game()
    game.join("Ann", items=[{"name": "radio"}, {"name": "medkit", "medical": 2}])
    game.act("Ann", "wreck", item="radio", damage=99, substance="steel")
    refusal = "The radio is disabled. Repair what is disabled in a pause: /act action:repair."
    assert game.refused("Ann", "activate", item="radio") == refusal
    game.act("Ann", "wreck", item="medkit", damage=99, substance="leather")
    assert "No item is called 'medkit'." in game.refused("Ann", "treat", item="medkit")
