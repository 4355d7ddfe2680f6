from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.events import Event
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.graydawn.blasts.events import Thrown
from bot.rulesets.graydawn.deeds.events import Worked
from bot.rulesets.graydawn.equipment.events import Drew, Reloaded
from bot.rulesets.graydawn.fire.events import Aimed, Attacked
from bot.rulesets.graydawn.fire.sums import defence_terms
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.suppression.events import LaneHeld
from bot.rulesets.graydawn.time.events import Declared, InitiativeRolled, Passed, RoundBegan
from bot.rulesets.graydawn.wounds.events import Died, Recovered, Saved
from tests.rulesets.graydawn.playing import DAWN, KNIFE, PISTOL, PLAIN, RIFLE, Game, duel, facing, value_of


def alone(*faces: int, options: dict[str, int] | None = None, **places: object) -> Game:
    """Bob alone in a fight, with a rifle, so that his initiative is REF and the die."""
    game = Game(**(options or {}))
    game.join("Bob", **{**PLAIN, "weapons": RIFLE, **places})
    game.start(*faces)
    return game


@pytest.mark.parametrize(
    ("faces", "words"),
    [((1, 4), "dice 1, further die −4,"), ((10, 10, 3), "dice 10, further die +10, further die +3,")],
)
def test_further_dice_of_initiative_are_told_with_what_they_do(faces: tuple[int, ...], words: str) -> None:
    game = Game()
    game.join("Ann", **PLAIN)
    game.start(*faces)
    assert words in game.told().casefold()


@pytest.mark.parametrize(
    ("kind", "bonus"),
    [("light_pistol", 3), ("machine_pistol", 2), ("carbine", 1), ("assault_rifle", 0), ("pump_shotgun", 3)],
)
def test_shorter_weapons_are_quicker(kind: str, bonus: int) -> None:
    game = alone(5, weapons=[{"kind": kind}])
    rolled = game.one(InitiativeRolled).check
    assert (rolled.total, value_of(rolled.terms, "class")) == (11 + bonus, bonus)


def test_bare_hands_add_nothing_to_initiative() -> None:
    assert alone(5, weapons=[]).one(InitiativeRolled).check.total == 11


def test_what_no_hands_are_left_for_is_not_in_hand() -> None:
    lame = {"boxes": 3, "crippled": ["left_arm", "right_arm"]}
    game = alone(5, weapons=[{"kind": "machete"}, {"kind": "light_pistol"}], condition=lame)
    assert defence_terms(DAWN.reading(game.scene), game.state("Bob"), melee=True)[1] == "brawling"
    game.act("Bob", "correct", item="light pistol")
    game.act("Bob", "pass", 5)
    assert game.one(InitiativeRolled).check.total == 11
    assert "no hands for the light pistol" in DAWN.status(game.scene, "Bob", GM).text
    card = DAWN.card(game.state("Bob"), {})
    assert card
    assert card.weapons == ("machete", "light pistol")


def test_a_ten_goes_on_and_a_one_takes_another_die_off() -> None:
    assert alone(10, 10, 3).one(InitiativeRolled).check.total == 29
    assert alone(1, 4).one(InitiativeRolled).check.total == 3


def test_a_ten_goes_on_no_more_often_than_the_limit() -> None:
    assert alone(10, 10, options={"limits.explosions.value": 1}).one(InitiativeRolled).check.total == 26
    assert alone(*[10] * 21).one(InitiativeRolled).check.total == 216


def test_below_zero_the_turn_is_lost() -> None:
    game = Game()
    game.join("Bob", **{**PLAIN, "weapons": RIFLE, "stats": {"ref": 2}})
    game.join("Ann", **{**PLAIN, "weapons": RIFLE})
    game.start(1, 10, 5)
    assert (game.now(), game.numbers("Bob")) == (("Ann",), [])
    assert "too late" in game.told()
    assert "too late for this round" in DAWN.status(game.scene, "Bob", GM).text


def test_the_higher_ref_comes_first_on_a_tie_and_equals_act_together() -> None:
    game = Game()
    for name, ref in (("Ann", 5), ("Bob", 6), ("Cid", 6)):
        game.join(name, **{**PLAIN, "weapons": RIFLE, "stats": {"ref": ref}})
    game.start(7, 6, 6)
    assert game.now() == ("Bob", "Cid")
    assert game.numbers("Ann") == [12]


def test_those_who_act_together_both_shoot() -> None:
    game = Game()
    for name in ("Ann", "Bob"):
        game.join(name, **{**PLAIN, "weapons": RIFLE})
    game.start(5, 5)
    game.attack("Ann", "Bob", 9, 2, 1, 6, 6, 6, 6, 6, range_m=1.5)
    assert game.one(Attacked).hit
    assert game.now() == ("Bob",)
    game.attack("Bob", "Ann", 1, 2, 5, range_m=1.5)
    assert game.now()


def test_the_dead_lose_their_moment_but_not_the_one_that_is_played() -> None:
    game = Game()
    for name in ("Ann", "Bob", "Cid"):
        game.join(name, **{**PLAIN, "weapons": RIFLE})
    game.start(6, 6, 5)
    for victim in ("Bob", "Cid"):
        game.act(victim, "correct", dead=True)
    assert (game.numbers("Bob"), game.numbers("Cid")) == ([], [])


def test_a_shot_together_with_ones_killer_still_counts() -> None:
    game = Game()
    for name in ("Ann", "Bob", "Cid"):
        game.join(name, **{**PLAIN, "weapons": [{"kind": "battle_rifle"}]})
    game.start(6, 6, 2)
    game.act("Bob", "correct", boxes=30)
    game.attack("Ann", "Bob", 9, 2, 2, range_m=1.0)
    assert game.one(Died).actor == "Bob"
    assert game.now() == ("Bob",)
    game.attack("Bob", "Cid", 3, 9, range_m=30.0)
    assert game.now() == ("Cid",)


def test_actions_lie_five_apart() -> None:
    game = alone(9)
    game.act("Bob", "declare", actions=4)
    seen = []
    for _ in range(4):
        seen.append(game.number())
        game.act("Bob", "work", *((5,) if len(seen) == 4 else ()))
    assert seen == [15, 10, 5, 0]


@pytest.mark.parametrize(("face", "most"), [(9, 4), (8, 3)])
def test_no_action_lies_below_zero(face: int, most: int) -> None:
    game = alone(face)
    assert f"At most {most} fit" in game.refused("Bob", "declare", actions=most + 1)
    game.act("Bob", "declare", actions=most)
    assert game.state("Bob").turn.actions == most


def test_a_campaign_may_allow_fewer_actions() -> None:
    game = alone(9, options={"max_actions": 2})
    assert "At most 2 fit" in game.refused("Bob", "declare", actions=3)


def test_up_to_three_of_them_are_movement() -> None:
    game = alone(9)
    assert "Nobody moves 4 times" in game.refused("Bob", "declare", actions=4, moves=4)
    game.act("Bob", "declare", actions=4, moves=3)
    assert game.state("Bob").turn.moves == 3


def test_one_declares_once_and_whoever_acts_has_declared_one_action() -> None:
    game = alone(9)
    game.act("Bob", "declare")
    assert "declared already" in game.refused("Bob", "declare")
    assert game.state("Bob").turn.actions == 1


def test_a_stance_must_fit() -> None:
    game = alone(9)
    assert "moving stance" in game.refused("Bob", "declare", moves=1, stance="bracing")
    assert "needs movement" in game.refused("Bob", "declare", stance="moving")
    assert "no cover" in game.refused("Bob", "declare", stance="full_cover")
    assert "more than" in game.refused("Bob", "declare", actions=1, moves=2)
    game.act("Bob", "declare", stance="full_cover", cover="wall")
    shelter = game.state("Bob").shelter
    assert shelter
    assert (game.state("Bob").stance, shelter.level) == (Stance.FULL, 5)


def test_a_delayed_action_comes_later_and_the_next_five_after_it() -> None:
    game = alone(9)
    game.act("Bob", "declare", actions=2)
    assert game.refused("Bob", "delay", until=15) == "That moment has passed. Say until=14 or less."
    game.act("Bob", "delay", until=8)
    game.act("Bob", "work")
    assert game.number() == 3
    game.act("Bob", "delay", until=0)
    assert "None is left in this round: act now." in game.refused("Bob", "delay", until=0)


def test_the_initiatives_offered_to_wait_for_are_those_behind_others_who_are_still_to_come() -> None:
    game = Game()
    game.join("Ann", **PLAIN)
    game.join("Guard", owner=0, **PLAIN)
    game.join("Lurker", owner=0, hidden=True, **PLAIN)
    game.join("Cid", **PLAIN)
    game.start(9, 6, 5, 1, 7)

    def offered(viewer: Viewer = PUBLIC) -> list[str]:
        seen = view(game.scene, viewer, DAWN)
        return [each.label for each in DAWN.candidates(seen, "delay", "until", {"actor": "Ann"})]

    assert offered() == ["11, behind Guard"]  # behind an initiative of 0 there is none
    assert offered(GM) == ["11, behind Guard", "10, behind Lurker"]


def test_what_was_declared_counts_for_haste_though_a_delay_leaves_no_time_for_it() -> None:
    game = alone(9)
    game.act("Bob", "declare", actions=2)
    game.act("Bob", "delay", until=4)
    game.act("Bob", "work", 9, 2, skill="driving")
    made = game.one(Worked).check
    assert made
    assert (value_of(made.terms, "rush"), game.number()) == (-3, 8)
    game.act("Bob", "delay", until=4)
    assert "At most 1 fit" in game.refused("Bob", "declare", actions=2)
    game.act("Bob", "work", 9, 2, skill="driving")
    made = game.one(Worked).check
    assert made
    assert value_of(made.terms, "rush") == 0


def test_whoever_passes_is_done_for_the_round() -> None:
    game = duel()
    game.act("Ann", "pass")
    assert (game.one(Passed).actor, game.now()) == ("Ann", ("Bob",))
    game.act("Bob", "pass", 5, 5)
    assert game.one(RoundBegan).number == 2


def test_a_lightning_start_is_paid_for_in_the_next_round() -> None:
    game = duel()
    game.act("Ann", "quick")
    game.act("Ann", "pass")
    game.act("Bob", "pass", 5, 5)
    assert value_of(game.every(InitiativeRolled)[0].check.terms, "quick") == 3
    game.attack("Ann", "Bob", 2, 9)
    assert value_of(game.one(Attacked).attack.terms, "hurry") == -3
    game.act("Bob", "pass", 5, 5)
    assert not game.state("Ann").hurried


def test_the_stunned_try_to_recover_when_their_turn_comes() -> None:
    game = facing(condition={"boxes": 2, "stunned": True})
    game.act("Ann", "pass", 7, 9, 2)
    assert game.one(Saved).save.passed is False
    assert game.now() == ("Ann",)
    assert game.state("Bob").stunned
    game.act("Ann", "pass", 6)
    assert game.one(Recovered).actor == "Bob"
    assert game.now() == ("Bob",)


def test_the_dying_die_on_their_turn_and_the_mortally_wounded_may() -> None:
    game = facing(condition={"boxes": 2, "stunned": True, "dying": True})
    game.act("Ann", "pass", 5)
    assert game.one(Died).actor == "Bob"
    game = facing(condition={"boxes": 14})
    game.act("Ann", "pass", 6, 5)
    assert game.one(Died).actor == "Bob"
    game = facing(condition={"boxes": 14})
    game.act("Ann", "pass", 5)
    assert game.now() == ("Bob",)
    game = facing(condition={"boxes": 14, "stable": True})
    game.act("Ann", "pass")
    assert game.now() == ("Bob",)


def test_a_death_save_grows_harder_with_each_step() -> None:
    game = Game()
    game.join("Bob", **{**PLAIN, "stats": {"body": 10}, "weapons": PISTOL, "condition": {"boxes": 30}})
    game.start(9, 5)
    assert (game.one(Saved).save.number, game.one(Saved).save.passed) == (5, True)


def test_no_round_begins_where_nobody_can_ever_act() -> None:
    game = Game()
    game.join("Bob", **{**PLAIN, "stats": {"body": 1}, "condition": {"boxes": 5, "stable": True, "stunned": True}})
    game.join("Cid", **{**PLAIN, "condition": {"dead": True}})
    game.start()
    assert game.scene.agenda == ()


def test_newcomers_roll_and_act_from_now_on() -> None:
    game = duel()
    game.join("Cid", 10, 10, 5, **PLAIN)
    assert game.numbers("Cid") == [18]
    assert "Cid: initiative 31, in this round at 18." in game.told()
    game.join("Dot", 2, **PLAIN)
    assert game.numbers("Dot") == [8]
    assert "Dot: initiative 8." in game.told()
    game.join("Dead", condition={"dead": True})
    assert game.numbers("Dead") == []


@pytest.mark.parametrize("hidden", [False, True])
def test_an_initiative_that_is_set_right_tells_nothing_of_whoever_is_hidden(*, hidden: bool) -> None:
    game = Game()
    game.join("Ann", **PLAIN)
    game.join("Umbra", owner=0, hidden=hidden, **PLAIN)
    game.start(2, 9)
    assert (game.numbers("Ann"), game.numbers("Umbra"), game.now()) == ([8], [15], ("Umbra",))
    game.act("Ann", "correct", initiative=20)
    assert game.numbers("Ann") == [8 if hidden else 15]


def test_the_first_to_come_into_an_empty_fight_begins_a_round() -> None:
    game = Game()
    game.start()
    game.join("Cid", 5, **PLAIN)
    assert game.now() == ("Cid",)


def test_whoever_was_moving_stands_still_again() -> None:
    game = Game()
    game.join("Bob", **{**PLAIN, "weapons": PISTOL})
    game.start(9)
    game.act("Bob", "move")
    game.act("Bob", "pass", 9)
    assert game.state("Bob").stance is Stance.MOVING
    game.act("Bob", "work", 9)
    assert game.state("Bob").stance is Stance.OPEN
    game.act("Bob", "move", cover="small")
    game.act("Bob", "pass", 9)
    game.act("Bob", "work", 9)
    assert game.state("Bob").stance is Stance.ACTIVE


def test_who_has_no_slot_saves_as_the_round_begins() -> None:
    game = Game()
    game.join("Bob", **{**PLAIN, "weapons": PISTOL})
    game.join("Cid", **{**PLAIN, "stats": {"ref": 1, "body": 6}, "condition": {"boxes": 13, "stunned": True}})
    game.start(9, 1, 9, 1, 2)
    assert [(event.actor, event.kind, event.save.passed) for event in game.every(Saved)] == [
        ("Cid", "death", True),
        ("Cid", "stun", True),
    ]
    assert (game.numbers("Cid"), game.state("Cid").stunned) == ([], False)
    game.act("Bob", "pass", 9, 1, 9, 9)
    assert (game.one(Died).actor, game.now()) == ("Cid", ("Bob",))


def test_a_gm_corrects_initiative() -> None:
    game = duel()
    game.act("Bob", "correct", initiative=30)
    assert (game.now(), game.numbers("Bob"), game.state("Bob").score) == (("Ann",), [18], 30)
    assert "initiative 30" in game.told()
    game.act("Ann", "correct", initiative=7)
    assert (game.now(), game.numbers("Ann")) == (("Bob",), [7])
    game.act("Bob", "pass")
    assert "acts no more" in game.refused("Bob", "correct", initiative=5)
    game.act("Ann", "pass", 9, 2)
    game = Game()
    game.join("Ann", **PLAIN)
    assert "acts no more" in game.refused("Ann", "correct", initiative=5)


def test_a_stance_that_a_gm_corrects_is_told_in_words() -> None:
    game = duel()
    game.act("Bob", "correct", stance="full_cover")
    assert "stance full cover (set by hand)" in game.told()


def test_who_rolled_too_low_is_given_a_place_by_the_gm() -> None:
    game = Game()
    game.join("Bob", **{**PLAIN, "weapons": PISTOL})
    game.start(9)
    game.join("Cid", 1, 9, **{**PLAIN, "stats": {"ref": 1}})
    assert game.numbers("Cid") == []
    game.act("Cid", "correct", initiative=5)
    assert game.numbers("Cid") == [5]


def test_whose_initiative_fell_below_zero_as_the_round_began_is_given_one_place_by_the_gm() -> None:
    game = Game()
    game.join("Bob", **{**PLAIN, "weapons": RIFLE, "stats": {"ref": 2}})
    game.join("Ann", **{**PLAIN, "weapons": RIFLE})
    game.start(1, 10, 5)
    game.act("Bob", "correct", initiative=5)
    assert game.numbers("Bob") == [5]
    game.act("Ann", "pass")
    game.act("Bob", "delay", until=2)
    game.act("Bob", "work", 5, 5)
    assert game.scene.state.rounds == 2


def test_who_has_acted_is_given_no_further_place() -> None:
    game = duel()
    game.act("Ann", "pass")
    assert "Ann acts no more in this round." in game.refused("Ann", "correct", initiative=3)


@pytest.mark.parametrize(
    ("place", "action", "inputs", "happens"),
    [
        (5, "attack", {"target": "Ann", "range_m": 10.0}, Attacked),
        (5, "suppress", {"target": "Ann", "range_m": 10.0}, Attacked),
        (5, "suppress", {"area": "yard"}, LaneHeld),
        (5, "throw", {"target": "Ann", "item": "fragmentation grenade", "range_m": 10.0}, Thrown),
        (5, "draw", {"item": "fragmentation grenade"}, Drew),
        (5, "reload", {}, Reloaded),
        (5, "aim", {"target": "Ann"}, Aimed),
        (7, "declare", {"moves": 2}, Declared),
    ],
)
def test_a_limb_that_is_crippled_in_the_very_moment_is_still_used_in_it(
    place: int, action: str, inputs: dict[str, Any], happens: type[Event]
) -> None:
    game = Game()
    armed = [{"kind": "assault_rifle", "loaded": 20, "spare": 1}, {"kind": "frag_grenade", "loaded": 1}]
    lame = ["left_arm"] if action in ("throw", "draw") else []
    game.join("Ann", **{**PLAIN, "weapons": armed})
    game.join("Bob", **{**PLAIN, "weapons": armed, "condition": {"boxes": 1, "crippled": lame}})
    game.start(5, 5)
    game.attack("Ann", "Bob", 9, 1, place, 6, 6, 6, 6, 6, 1, 1)
    assert {5: "right_arm", 7: "right_leg"}[place] in game.state("Bob").crippled
    game.do_at_least(orders.Act(actor="Bob", action=action, inputs=inputs), 5)
    assert "Bob" in {event.actor for event in game.every(happens)}


def test_going_on_passes() -> None:
    game = duel(bob=KNIFE)
    game.do(orders.GoOn())
    assert game.now() == ("Bob",)


def test_whoever_is_stunned_between_two_actions_loses_the_second() -> None:
    game = duel()
    game.act("Ann", "declare", actions=3)
    game.act("Ann", "work")
    game.act("Ann", "delay", until=8)
    game.act("Ann", "correct", stunned=True)
    game.act("Bob", "pass", 9, 2, 1)
    assert game.state("Ann").stunned is False
