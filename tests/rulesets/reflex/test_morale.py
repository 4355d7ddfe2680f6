"""What nerves do to people: threats that are told, hearts that are given, wills that break."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.core import orders
from bot.core.errors import RuleViolation
from bot.core.ground.whereabouts import Straight
from bot.core.options import complete
from bot.core.scene import with_state
from bot.core.terms import total
from bot.core.views import GM, PUBLIC, view
from bot.rulesets.reflex.checks.nerve import SOURCES, shortfall, threat_terms
from bot.rulesets.reflex.close.blocks import ways_to_block
from bot.rulesets.reflex.heart.events import TookHeart
from bot.rulesets.reflex.heart.rules import took_heart
from bot.rulesets.reflex.kinds import Stance
from bot.rulesets.reflex.morale.events import Broke, Commanded, PanicFired, Rallied, Threatened
from bot.rulesets.reflex.morale.rules import check_nerve
from bot.rulesets.reflex.play import ReflexPlay
from bot.rulesets.reflex.time.events import Held
from bot.rulesets.reflex.wounds.events import Died, KnockedOut
from tests.rulesets.game import play_on
from tests.rulesets.reflex.altering import altered
from tests.rulesets.reflex.playing import FAIL, REFLEX, TABLES, Game
from tests.rulesets.reflex.test_threats import field, hurt, threats


def frightened(by: int, *, cuf: int = 6, **options: Any) -> Game:
    """Ann under so many threats more than her CUF, and Bob."""
    game = Game(visual_penalty=False, **options)
    game.join("Ann", owner=1, attributes={"cuf": cuf, "resolve": 7}, weapons=[{"kind": "m249"}], skills={"command": 4})
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    if by > 1 - cuf:
        game.act("Ann", "morale_threat", amount=cuf - 1 + by, kind="no_escape")
    return game


# Threats that are told


def test_a_threat_is_told_and_lifted() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", kind="darkness")
    assert threats(game, "Ann") == {"combat": 1, "darkness": 1}
    assert "darkness" in game.told(PUBLIC)
    game.act("Ann", "morale_threat", kind="darkness", amount=0)
    assert threats(game, "Ann") == {"combat": 1}
    assert "no longer threatens" in game.told(PUBLIC)


def test_of_threats_those_of_whom_it_is_about_are_offered() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", kind="darkness", amount=2)
    for target, kinds in (("Ann", ["darkness"]), ("Bob", [])):
        offered = REFLEX.candidates(game.scene, "morale_calm", "kind", {"target": target})
        assert [each.value for each in complete(offered, "")] == kinds


def test_a_threat_of_ones_own_has_a_name_and_without_one_it_is_the_situation() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", name="the howling", amount=2)
    game.act("Ann", "morale_threat")
    assert threats(game, "Ann") == {"combat": 1, "the howling": 2, "told": 1}


def test_what_the_bot_counts_has_no_name_of_ones_own() -> None:
    with pytest.raises(RuleViolation, match="threat of its own"):
        field("Bob").act("Ann", "morale_threat", name="casualties")


@pytest.mark.parametrize(
    ("kind", "faces", "amount"),
    [
        ("aversion", (4, 2), 2),
        ("phobia", (4, 2), 4),
        ("code", (5,), 5),
        ("wmd_hazard", (3,), 3),
        ("wmd_exposure", (3, 9), 9),
        ("wmd_hazard_protected", (), 1),
        ("wmd_exposure_protected", (3, 5), 3),
        ("contamination", (), 1),
        ("contamination_exposure", (6, 5), 5),
        ("horror", (1, 7), 7),
    ],
)
def test_extreme_threats_are_rolled(kind: str, faces: tuple[int, ...], amount: int) -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", *faces, kind=kind)
    assert threats(game, "Ann") == {"combat": 1, kind: amount}


def test_exposure_takes_the_place_of_the_hazard() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", 5, kind="wmd_hazard")
    game.act("Ann", "morale_threat", 8, 2, kind="wmd_exposure")
    assert threats(game, "Ann") == {"combat": 1, "wmd_exposure": 8}


def test_003_93_two_fears_of_one_name_are_told_apart_by_number() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", 2, 5, kind="phobia")
    game.act("Ann", "morale_threat", 1, 3, kind="phobia")
    assert threats(game, "Ann") == {"combat": 1, "phobia": 5, "phobia #2": 3}
    assert "phobia #2, threat +3" in game.told()
    game.act("Ann", "morale_calm", kind="phobia #2")
    game.act("Ann", "morale_threat", kind="phobia", amount=0)
    game.act("Ann", "morale_threat", kind="darkness")
    game.act("Ann", "morale_threat", kind="darkness")
    assert threats(game, "Ann") == {"combat": 1, "darkness": 1}


def test_an_amount_that_is_told_needs_no_dice() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", kind="horror", amount=2)
    assert threats(game, "Ann") == {"combat": 1, "horror": 2}


def test_a_whole_side_can_be_threatened_each_with_its_own_dice() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    game.act("Ann", "morale_threat", 1, 6, 3, 3, kind="phobia", side="Players")
    assert [threats(game, actor).get("phobia") for actor in ("Ann", "Dot", "Bob")] == [6, 3, None]
    with pytest.raises(RuleViolation, match="Nobody living") as refusal:
        game.act("Ann", "morale_threat", side="martians")
    assert "players, enemies" in refusal.value.remedy


def test_ambush_and_holds_are_told_like_any_other_threat() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", kind="ambushed")
    assert game.state("Ann").nerve.ambushed
    game.act("Ann", "morale_calm", kind="ambushed")
    assert threats(game, "Ann") == {"combat": 1}


def test_kinds_that_are_told_have_the_sources_of_their_table() -> None:
    assert {key: row["source"] for key, row in TABLES["threats"].items()} == {
        key: SOURCES[key] for key in TABLES["threats"]
    }


@pytest.mark.parametrize("action", ["morale_threat", "morale_calm", "morale_boost"])
def test_without_morale_there_is_nothing_to_tell(action: str) -> None:
    with pytest.raises(RuleViolation, match="without morale"):
        field("Bob", morale=False).act("Ann", action, target="Bob", kind="darkness")


# Calm


def test_a_threat_is_lifted_by_the_name_that_the_log_has_for_it() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", amount=2)
    game.act("Ann", "morale_threat", name="Spiders", amount=3)
    assert "one of situation, Spiders;" in game.refused("Ann", "morale_calm")
    assert "What threatens: situation, Spiders." in game.refused("Ann", "morale_calm", kind="snakes")
    game.act("Ann", "morale_calm", kind="Situation")
    assert threats(game, "Ann") == {"combat": 1, "Spiders": 3}
    game.act("Ann", "morale_calm", kind="spiders")
    assert threats(game, "Ann") == {"combat": 1}


def test_a_threat_of_ones_own_is_not_taken_for_what_the_log_calls_so() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", amount=2)
    game.act("Ann", "morale_threat", name="situation", amount=3)
    game.act("Ann", "morale_calm", kind="situation")
    assert threats(game, "Ann") == {"combat": 1, "told": 2}


def test_a_threat_can_be_lifted_in_part() -> None:
    game = field("Bob")
    game.act("Ann", "morale_threat", kind="horror", amount=5)
    game.act("Ann", "morale_calm", kind="horror", amount=3)
    assert threats(game, "Ann")["horror"] == 2
    game.act("Ann", "morale_calm", kind="horror", amount=9)
    assert threats(game, "Ann") == {"combat": 1}


def test_a_painkiller_eases_and_wears_off() -> None:
    game = field("Bob")
    hurt(game, "Ann", "slight")
    game.act("Ann", "morale_calm", painkiller=True)
    assert threats(game, "Ann") == {"combat": 1}
    assert "painkiller" in game.told(PUBLIC)
    game.act("Ann", "morale_calm", painkiller=False)
    assert threats(game, "Ann") == {"combat": 1, "injury": 1}
    assert "every wound again" in game.told(PUBLIC)


def test_calm_needs_something_that_threatens() -> None:
    game = field("Bob")
    with pytest.raises(RuleViolation, match=r"^Nothing threatens Ann\. Say painkiller=yes"):
        game.act("Ann", "morale_calm")
    game.act("Ann", "morale_threat", kind="horror", amount=5)
    with pytest.raises(RuleViolation, match="face of what") as refusal:
        game.act("Ann", "morale_calm")
    assert "horror" in refusal.value.remedy
    with pytest.raises(RuleViolation, match="not under that threat") as refusal:
        game.act("Bob", "morale_calm", kind="horror")
    assert "nothing" in refusal.value.remedy


# Breaking


def test_five_threats_too_many_break_the_will_and_all_see_it() -> None:
    game = frightened(5)
    assert game.one(Broke).actor == "Ann"
    assert "Ann is broken" in game.told(PUBLIC)
    assert "11 against CUF 6" in game.told(GM)
    game.act("Ann", "morale_calm", kind="no_escape", amount=1)
    assert game.one(Rallied).actor == "Ann"
    assert "pulls together" in game.told(PUBLIC)
    assert not game.state("Ann").nerve.routed


def test_of_an_enemy_only_that_it_breaks_is_told() -> None:
    game = field("Bob")
    game.act("Bob", "morale_threat", amount=14, kind="horror")
    assert game.told(PUBLIC) == "Bob is broken and has no fight left."


def test_a_broken_friend_is_a_casualty_and_one_rout_may_bring_the_next() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    game.act("Dot", "morale_threat", amount=9, kind="no_escape")
    assert shortfall(game.state("Dot")) == 4
    game.act("Ann", "morale_threat", amount=10, kind="no_escape")
    assert [event.actor for event in game.events if isinstance(event, Broke)] == ["Ann", "Dot"]
    game.act("Ann", "morale_calm", kind="no_escape")
    assert [event.actor for event in game.events if isinstance(event, Rallied)] == ["Ann", "Dot"]


BARRED: list[tuple[str, dict[str, Any]]] = [
    ("attack", {"target": "Bob", "range_m": 30}),
    ("reload", {}),
    ("stance", {"to": "kneeling"}),
    ("move", {"target": "Bob"}),
    ("assess", {}),
]
ALLOWED: list[tuple[str, dict[str, Any]]] = [
    ("stance", {"to": "prone"}),
    ("move", {}),
    ("move", {"target": "Bob", "away": True}),
    ("communicate", {}),
    ("wait", {}),
]


@pytest.mark.parametrize(("action", "inputs"), BARRED)
def test_the_broken_do_not_fight(action: str, inputs: dict[str, Any]) -> None:
    game = frightened(5)
    with pytest.raises(RuleViolation, match="will of Ann is broken") as refusal:
        game.act("Ann", action, **inputs)
    assert "move away" in refusal.value.remedy


def test_the_broken_get_up_to_flee() -> None:
    game = frightened(5)
    game.act("Ann", "correct", stance=Stance.PRONE)
    game.act("Ann", "stance", to="standing")
    assert game.state("Ann").body.stance is Stance.STANDING


@pytest.mark.parametrize(("action", "inputs"), ALLOWED)
def test_the_broken_flee_speak_and_cower(action: str, inputs: dict[str, Any]) -> None:
    game = frightened(5)
    assert game.act("Ann", action, **inputs)


@pytest.mark.parametrize("spelled", [False, True])
def test_on_the_ground_the_broken_go_straight_at_nobody(spelled: bool) -> None:
    game = frightened(5)
    for away in (True, False):
        order = orders.Act(actor="Ann", action="move", inputs={"to": Straight(of="Bob", away=away)})
        given = orders.parsed(orders.canonical(order)) if spelled else order
        assert isinstance(given, orders.Act)
        with play_on(REFLEX, game.scene).attempt() as attempt:
            check_nerve(REFLEX.reading(game.scene), given)
        assert (attempt.refusal is None) is away


def test_the_broken_break_loose_and_strike_nobody() -> None:
    game = frightened(5)
    loose = orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", "use": "escape"})
    blow = orders.Act(actor="Ann", action="attack", inputs={"target": "Bob", "use": "grapple"})
    check_nerve(REFLEX.reading(game.scene), loose)
    with pytest.raises(RuleViolation, match="broken"):
        check_nerve(REFLEX.reading(game.scene), blow)


@pytest.mark.parametrize("fire", [{"mode": "suppress", "range_m": 30, "area": "gate"}, {"both": True}])
def test_the_broken_do_not_fire_by_saying_that_they_break_loose(fire: dict[str, Any]) -> None:
    game = frightened(5, two_guns=True)
    assert "Leave use out" in game.refused("Ann", "attack", target="Bob", use="escape", **fire)


def test_the_frightened_fight_on_at_a_penalty() -> None:
    game = frightened(4)
    events = game.act("Ann", "attack", 20, 20, target="Bob", range_m=30)
    assert "threats over CUF −4" in game.told(PUBLIC)
    assert events


def test_the_broken_hold_without_a_test_and_do_not_press() -> None:
    game = frightened(5)
    game.act("Ann", "correct", initiative=0)
    game.act("Bob", "correct", initiative=0)
    with pytest.raises(RuleViolation, match="broken"):
        game.act("Ann", "press")
    game.go_on()
    game.go_on()
    game.act("Bob", "press")
    held = game.act("Ann", "hold", *FAIL * 2)
    assert [event.outcome for event in held if isinstance(event, Held)] == [None]


def test_the_broken_block_nothing() -> None:
    game = field("Bob")
    assert ways_to_block(play_on(REFLEX, game.scene), "Bob")
    game.act("Bob", "morale_threat", amount=15)
    assert not ways_to_block(play_on(REFLEX, game.scene), "Bob")


def test_a_newcomer_may_be_broken_from_the_start() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    game.join("Eve", *FAIL, owner=1, attributes={"cuf": 0}, condition={"wounds": {"torso": "critical"}})
    assert game.one(Broke).actor == "Eve"
    assert threats(game, "Ann")["casualties"] == 1


def test_the_start_of_a_fight_may_break_somebody() -> None:
    game = Game()
    game.join("Eve", owner=1, attributes={"cuf": 0}, condition={"wounds": {"torso": "critical"}})
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    assert game.one(Broke).actor == "Eve"


# Heart


def test_whoever_puts_enemies_down_takes_heart_up_to_three_times() -> None:
    game = field("Bob", "Cay", "Eve", "Fay")
    for index, enemy in enumerate(("Bob", "Cay", "Eve", "Fay")):
        game.act("Ann", "correct", initiative=30 - index)
        game.act("Ann", "attack", 1, 20, 20, 20, 20, target=enemy, called="head", rounds=1)
        assert game.state(enemy).body.unconscious
    assert game.state("Ann").nerve.heart == {"tango": 3}
    assert not [event for event in game.events if isinstance(event, TookHeart)]


def test_that_somebody_took_heart_the_gm_alone_reads_of_an_enemy() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    game.act("Bob", "correct", initiative=30)
    game.act("Bob", "attack", 1, 20, 20, 20, 20, target="Ann", called="head", rounds=1)
    assert "enemies put down" in game.told(GM)
    assert "enemies put down" not in game.told(PUBLIC)


def test_what_befalls_friends_gives_no_heart() -> None:
    game = field("Bob", friends=("Ann", "Dot"))
    game.do(orders.SetRange(actor="Ann", target="Dot", range_m=30))
    game.act("Ann", "attack", 1, 20, 20, 20, 20, target="Dot", called="head", rounds=1)
    assert game.state("Ann").nerve.heart == {}


def killing(play: ReflexPlay, _order: orders.Act) -> None:
    play.tell(KnockedOut(actor="Cay"))
    play.tell(Died(actor="Bob"))


def test_a_code_against_killing_turns_the_heart_that_a_kill_gives() -> None:
    game = field("Bob", "Cay")
    bound = altered(game.state("Ann"), spares_life=True)
    known = {name: msgspec.structs.replace(game.scene.combatants[name], owner=3) for name in ("Bob", "Cay")}
    for owned, hearts in ((known, [("Bob", -1), ("Cay", 0)]), ({}, [])):  # of the GM's people nobody can tell
        people = {**game.scene.combatants, **owned}
        scene = with_state(msgspec.structs.replace(game.scene, combatants=people), "Ann", bound)
        play = play_on(REFLEX, scene)
        killing(play, orders.Act(actor="Ann", action="attack"))
        took_heart(play, scene, "Ann")
        found = [event for event in play.events if isinstance(event, TookHeart)]
        assert [(event.target, event.value) for event in found] == hearts


def test_words_of_command_raise_coolness_until_the_next_pause() -> None:
    game = frightened(2)
    game.join("Dot", *FAIL, owner=1)
    game.act("Ann", "morale_calm", kind="no_escape")
    game.act("Ann", "morale_boost", 3, 20, target="Dot")
    assert game.one(Commanded).value == 4
    assert game.state("Dot").nerve.heart == {"command": 4}
    assert "CUF +4 until the next pause" in game.told(PUBLIC)
    assert game.tick("Ann") == 9


def test_a_margin_of_zero_still_gives_one_and_the_latest_counts() -> None:
    game = frightened(0)
    game.join("Dot", *FAIL, owner=1)
    game.act("Ann", "morale_boost", 3, 20, target="Dot")
    game.act("Ann", "correct", initiative=20)
    game.act("Ann", "morale_boost", 7, 20, target="Dot")
    assert game.state("Dot").nerve.heart == {"command": 1}
    game.act("Ann", "correct", initiative=25)
    game.act("Ann", "morale_boost", 20, 20, target="Dot")
    assert (game.one(Commanded).value, game.state("Dot").nerve.heart) == (0, {"command": 1})
    assert "failed" in game.told(PUBLIC)


def test_command_ends_with_the_pause_and_noise_with_the_exchange() -> None:
    game = frightened(1)
    game.act("Ann", "panic_fire")
    game.join("Dot", *FAIL, owner=1)
    game.act("Ann", "correct", initiative=20)
    game.act("Ann", "morale_boost", 1, 20, target="Dot")
    assert game.state("Ann").nerve.heart == {"panic": 5}
    for actor in ("Ann", "Bob", "Dot"):
        game.act(actor, "correct", initiative=0)
    assert (game.state("Ann").nerve.heart, game.state("Dot").nerve.heart) == ({}, {"command": 6})
    game.go_on()
    assert game.scene.state.phase == "pause"
    assert game.state("Dot").nerve.heart == {}


@pytest.mark.parametrize("target", ["Ann", "Down", "Nobody"])
def test_words_of_command_are_for_somebody_else_who_hears_them(target: str) -> None:
    game = frightened(0)
    game.join("Down", owner=1, condition={"unconscious": True})
    with pytest.raises(RuleViolation):
        game.act("Ann", "morale_boost", target=target)


@pytest.mark.parametrize(("side", "heard"), [("players", True), ("enemies", False), ("militia", False)])
def test_words_of_command_give_heart_to_ones_own_side_alone(side: str, heard: bool) -> None:
    game = frightened(0)
    game.do(orders.Enlist(name="Dot", owner=0, side=side, sheet=game.sheet()), *FAIL)
    offered = REFLEX.candidates(game.scene, "morale_boost", "target", {"actor": "Ann"})
    assert ("Dot" in [choice.value for choice in offered]) is heard
    if heard:
        game.act("Ann", "morale_boost", 1, 20, target="Dot")
    else:
        assert "Dot is of another side" in game.refused("Ann", "morale_boost", target="Dot")


# Panic fire


def test_panic_fire_gives_half_of_the_longest_burst_and_hurts_nobody() -> None:
    game = frightened(2)
    game.act("Ann", "panic_fire")
    fired = game.one(PanicFired)
    assert (fired.spent, fired.loaded, fired.value, fired.cost_ticks) == (9, 191, 5, 4)
    assert shortfall(game.state("Ann")) == 0
    assert game.tick("Ann") == 8
    assert "9 rounds at nothing" in game.told(PUBLIC)
    assert "CUF +5 for this exchange" in game.told(PUBLIC)
    assert game.state("Ann").turn.carried is not None


def test_panic_fire_is_the_first_thing_done_by_somebody_afraid_with_a_gun() -> None:
    with pytest.raises(RuleViolation, match="cool head"):
        frightened(0).act("Ann", "panic_fire")
    late = frightened(2)
    late.act("Ann", "communicate")
    late.act("Ann", "correct", initiative=20)
    with pytest.raises(RuleViolation, match="first thing"):
        late.act("Ann", "panic_fire")


def test_the_radius_of_an_explosion_is_noise_as_well() -> None:
    game = Game()
    game.join("Ann", owner=1, weapons=[{"kind": "ak47", "explosive": "he_60mm"}], attributes={"cuf": 0})
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    game.act("Ann", "panic_fire")
    radius_m = TABLES["explosives"]["he_60mm"]["radius_m"]
    assert game.one(PanicFired).value == -(-radius_m // 2) > 2


def test_a_knife_makes_no_noise() -> None:
    game = Game()
    game.join("Ann", owner=1, weapons=[{"kind": "knife"}], attributes={"cuf": 0})
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    with pytest.raises(RuleViolation, match="no noise"):
        game.act("Ann", "panic_fire")


def test_nobody_panics_with_what_has_no_speed() -> None:
    game = Game()
    game.join("Ann", owner=1, weapons=[{"kind": "mortar", "held": True}], attributes={"cuf": 0})
    game.join("Bob", owner=0)
    game.start(*FAIL * 2)
    with pytest.raises(RuleViolation, match="no Speed"):
        game.act("Ann", "panic_fire")


def test_of_an_enemys_panic_only_the_noise_is_told() -> None:
    game = field("Bob")
    game.act("Bob", "morale_threat", amount=7)
    game.act("Bob", "panic_fire")
    assert "fires wildly (3 ticks), 4 rounds at nothing." in game.told(PUBLIC)
    assert "CUF" not in game.told(PUBLIC)


def test_a_last_round_in_panic_is_told_as_one() -> None:
    game = field("Bob")
    game.act("Bob", "correct", rounds=1)
    game.act("Bob", "morale_threat", amount=7)
    game.act("Bob", "panic_fire")
    assert "fires wildly (3 ticks), 1 round at nothing." in game.told(PUBLIC)


# Looking


def shown(game: Game, actor: str, viewer: Any) -> str:
    known = view(game.scene, viewer, REFLEX)
    return "\n".join(line.text for line in REFLEX.reports["morale"](known, actor, viewer))


def test_morale_is_shown_with_every_term_by_its_name() -> None:
    game = frightened(2)
    hurt(game, "Ann", "slight")
    assert shown(game, "Ann", PUBLIC) == (
        "Ann: threat 9 against CUF 6, all checks −3.\n"
        "Threat: combat +1, no escape +7, worst injury (slight wound) +1\n"
        "Coolness: CUF +6"
    )


def test_an_enemys_morale_only_the_gm_sees_but_that_it_is_broken() -> None:
    game = field("Bob")
    assert shown(game, "", PUBLIC).endswith("Bob: only the GM knows.")
    game.act("Bob", "morale_threat", amount=15)
    assert shown(game, "Bob", PUBLIC) == "Bob: broken."
    assert "broken (all checks −10)" in shown(game, "Bob", GM)


def test_outside_of_a_fight_all_are_steady() -> None:
    game = Game()
    game.join("Ann", owner=1)
    assert shown(game, "", PUBLIC) == "Ann: steady."


def test_the_tracker_names_the_broken_and_the_threat_of_ones_own() -> None:
    game = frightened(5)
    assert "broken, threat 11/6" in REFLEX.status(game.scene, "Ann", PUBLIC).text
    game.act("Bob", "morale_threat", amount=15)
    assert "broken" in REFLEX.status(view(game.scene, PUBLIC, REFLEX), "Bob", PUBLIC).text


# Properties


@settings(max_examples=25)
@given(st.lists(st.tuples(st.sampled_from(("Ann", "Bob", "Cay")), st.integers(0, 14)), max_size=8))
def test_whatever_threatens_all_come_to_rest_and_none_is_below_zero(told: list[tuple[str, int]]) -> None:
    game = field("Bob", "Cay")
    for actor, amount in told:
        game.act(actor, "morale_threat", amount=amount)
        for each in ("Ann", "Bob", "Cay"):
            state = game.state(each)
            assert total(threat_terms(state)) >= 1
            assert state.nerve.routed == (shortfall(state) >= 5)


def test_a_fight_of_the_broken_ends_with_the_order_to_go_on() -> None:
    game = field("Bob", friends=("Ann",))
    for actor in ("Ann", "Bob"):
        game.act(actor, "morale_threat", amount=20)
    phases = []
    for _ in range(12):
        game.go_on()
        phases.append(game.scene.state.phase)
    assert "pause" in phases
    assert game.scene.state.exchange == 1
    assert game.state("Ann").body.stance is Stance.STANDING
    assert game.events
    assert not [event for event in game.events if isinstance(event, Threatened)]


# Odd corners


def test_the_broken_treat_nobody_but_themselves() -> None:
    game = frightened(5)
    own = orders.Act(actor="Ann", action="treat", inputs={"target": "Ann"})
    other = orders.Act(actor="Ann", action="treat", inputs={"target": "Bob"})
    check_nerve(REFLEX.reading(game.scene), own)
    with pytest.raises(RuleViolation, match="broken"):
        check_nerve(REFLEX.reading(game.scene), other)


@pytest.mark.parametrize(("kind", "amount"), [("coerced", 3), ("suppressed", 2)])
def test_what_a_hold_or_an_area_threatens_with_can_be_lifted_in_part(kind: str, amount: int) -> None:
    game = field("Bob")
    fields = {"coerced": 3, "suppressed": {"door": 2}}
    game.scene = with_state(game.scene, "Ann", game.state("Ann").with_nerve(**fields))
    game.act("Ann", "morale_calm", kind=kind, amount=1)
    assert threats(game, "Ann")[kind] == amount - 1
    game.act("Ann", "morale_calm", kind=kind)
    assert kind not in threats(game, "Ann")


def test_of_the_dead_nobody_is_told_how_steady_they_are() -> None:
    game = field("Bob")
    game.act("Ann", "correct", dead=True)
    assert shown(game, "Ann", PUBLIC) == "Ann: dead."
    game.act("Bob", "correct", dead=True)
    assert shown(game, "Bob", GM) == "Bob: dead."
    assert shown(game, "Bob", PUBLIC) == "Bob: only the GM knows."
