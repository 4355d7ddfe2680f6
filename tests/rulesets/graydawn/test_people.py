"""A sheet in a fight, what is seen and said of people, and what is offered to them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.core import orders
from bot.core.views import GM, PUBLIC, Viewer, view
from bot.rulesets.graydawn.person.sheet import enlisted, seen
from tests.rulesets.graydawn.playing import DAWN, PISTOL, PLAIN, RIFLE, SHOTGUN, TABLES, Game, duel, facing, sheet

FULL: dict[str, Any] = {
    "mook": False,
    "luck": 2,
    "skills": {"Handgun": 4},
    "marks": {"handgun": 2},
    "weapons": [
        {"kind": "light_pistol", "loaded": 3, "spare": 1, "scope": True, "fitted": ["laser", "laser"], "jammed": True},
        {"kind": "light_pistol", "ammunition": "hollow_point"},
    ],
    "armor": [{"kind": "kevlar_vest", "lost": {"torso": 2}}],
    "condition": {"boxes": 6, "ones": 9, "stun": 2, "crippled": ["left_arm", "left_arm"], "stunned": True},
}


def test_a_sheet_becomes_a_combatant() -> None:
    state = enlisted(DAWN.tables, sheet(**FULL))
    assert (state.luck, state.skills, state.marks, state.wields) == (2, {"handgun": 4}, {"handgun": 2}, "light pistol")
    assert list(state.weapons) == ["light pistol", "light pistol 2"]
    assert (state.weapons["light pistol 2"].loaded, state.weapons["light pistol"].fitted) == (14, ("laser",))
    assert (state.boxes, state.ones, state.crippled, state.stunned) == (6, 6, ("left_arm",), True)


def test_a_fight_is_written_back_into_the_sheet() -> None:
    game = facing(**FULL)
    written = DAWN.project(game.scene.combatants["Bob"])
    assert (written["luck"], written["marks"], written["finished"]) == (2, {"handgun": 2}, True)
    assert written["weapons"][0]["loaded"] == 3
    assert written["condition"] == {"boxes": 6, "ones": 6, "stun": 2, "crippled": ["left_arm"], "stunned": True}
    assert enlisted(DAWN.tables, sheet(**written)).weapons == game.state("Bob").weapons


def test_an_edited_sheet_leaves_what_only_the_fight_knows() -> None:
    game = duel(ann=[*PISTOL, *RIFLE])
    game.act("Ann", "declare", actions=2)
    game.act("Ann", "draw", item="assault rifle")
    for weapons, wields in ((RIFLE, "assault rifle"), (PISTOL, "light pistol")):
        changed = sheet(**{**PLAIN, "weapons": weapons})
        game.do(orders.EditSheet(actor="Ann", path="weapons", sheet=changed))
        assert (game.state("Ann").wields, game.state("Ann").turn.done) == (wields, 1)


def test_bare_hands_stay_bare_when_the_sheet_is_edited() -> None:
    game = duel()
    game.act("Ann", "draw", item="fists")
    game.do(orders.EditSheet(actor="Ann", path="skills", sheet=sheet(**{**PLAIN, "weapons": PISTOL})))
    assert game.state("Ann").wields == "fists"


def test_of_an_enemy_only_what_can_be_seen_is_known() -> None:
    game = facing(owner=0, **FULL)
    known = view(game.scene, Viewer(1), DAWN).combatants["Bob"].state
    assert (known.boxes, known.luck, known.armor, known.stats, known.stunned) == (0, 0, (), {}, True)
    assert known.weapons["light pistol"].loaded == 0
    assert (known.run, known.turn.done) == (0, 0)
    assert seen(DAWN.tables, enlisted(DAWN.tables, sheet())).weapons == {}


def test_the_status_says_what_may_be_known() -> None:
    game = facing(owner=0, **FULL)
    truth, public = (DAWN.status(game.scene, "Bob", viewer).text for viewer in (GM, PUBLIC))
    for words in ("stunned", "6 boxes (serious)", "2 stun", "luck 2/5", "3 rounds, 1 spare", "(jammed)"):
        assert words in truth
    assert "down" in public
    assert "boxes" not in public
    assert "left arm crippled" in public


def test_the_status_says_how_somebody_stands() -> None:
    game = duel()
    assert "initiative 18 now" in DAWN.status(game.scene, "Ann", GM).text
    game.act("Ann", "declare", stance="active_cover", cover="wall", actions=2)
    game.attack("Ann", "Bob", 2, 9)
    told = DAWN.status(game.scene, "Ann", GM).text
    for words in ("1 of 2 actions done", "active cover, behind a low wall of level 5"):
        assert words in told
    game.act("Ann", "pass")
    assert "done for this round" in DAWN.status(game.scene, "Ann", GM).text


def test_of_what_is_thrown_it_says_how_many_are_left() -> None:
    game = duel(ann=[{"kind": "frag_grenade", "loaded": 3}], bob=SHOTGUN)
    assert DAWN.status(game.scene, "Ann", GM).text.endswith("fragmentation grenade in hand, 3 left")
    assert "spare shells" in DAWN.status(game.scene, "Bob", GM).text


def test_whoever_stands_behind_what_a_gm_says_is_not_called_in_the_open() -> None:
    game = duel()
    assert "in the open" in DAWN.status(game.scene, "Ann", PUBLIC).text
    game.act("Ann", "cover", cover="wall", level=5)
    told = DAWN.status(game.scene, "Ann", PUBLIC).text
    assert "behind a low wall of level 5" in told
    assert "in the open" not in told


def test_the_status_tells_the_worst() -> None:
    game = facing(condition={"boxes": 14, "stable": True})
    assert "14 boxes (mortal 0), stable" in DAWN.status(game.scene, "Bob", GM).text
    game.act("Bob", "correct", dead=True)
    assert "dead" in DAWN.status(game.scene, "Bob", GM).text
    game = facing(condition={"boxes": 14, "dying": True, "stable": True})
    assert "dying" in DAWN.status(game.scene, "Bob", GM).text


def test_the_clock_says_round_and_initiative() -> None:
    assert DAWN.clock(Game().scene).text == "No round yet."
    game = duel()
    assert DAWN.clock(game.scene).text == "Round 1, initiative 18"
    game.do(orders.EndFight())
    assert DAWN.clock(game.scene).text == "No round yet."


def test_a_sheet_is_told_in_words() -> None:
    told = "\n".join(line.text for line in DAWN.describe(sheet(**FULL), {}))
    for words in ("REF 5", "handgun 4", "light pistol (2d6+1)", "kevlar vest", "left arm crippled", "body type 2"):
        assert words in told
    bare = "\n".join(line.text for line in DAWN.describe(sheet(mook=True, weapons=RIFLE), {}))
    assert "unhurt" in bare
    assert "(5d6)" in bare
    assert "bare hands" in "\n".join(line.text for line in DAWN.describe(sheet(), {}))


def test_what_fits_an_input_is_offered() -> None:
    game = duel()

    def offered(action: str, key: str, actor: str = "Ann") -> list[str]:
        return [choice.value for choice in DAWN.candidates(game.scene, action, key, {"actor": actor})]

    assert offered("attack", "target") == ["Bob"]
    assert offered("treat", "target") == ["Ann", "Bob"]
    assert offered("attack", "weapon") == ["light pistol", "fists"]
    assert "first aid" in offered("work", "skill")
    assert offered("attack", "mode") == []
    assert offered("attack", "weapon", actor="Zoe") == []
    game.attack("Ann", "Bob", 2, 9)
    assert [choice.label for choice in DAWN.candidates(game.scene, "attack", "target", {"actor": "Ann"})] == [
        "Bob (10 m)"
    ]


def test_a_hidden_shooter_is_not_told_of() -> None:
    game = Game()
    game.join("Ann", **{**PLAIN, "weapons": PISTOL})
    game.join("Spy", owner=0, hidden=True, **{**PLAIN, "weapons": PISTOL})
    game.start(2, 9)
    game.attack("Spy", "Ann", 9, 2, 3, 1, 1, 4)
    told = game.told(PUBLIC)
    assert "Spy" not in told
    assert "pistol" not in told
    assert "Ann is hit: torso" in told
    assert "1 box " in told


def test_an_enemys_numbers_and_wounds_stay_with_the_gm() -> None:
    game = facing(owner=0, mook=False, armor=[{"kind": "leather"}])
    game.attack("Ann", "Bob", 9, 2, 3, 6, 6, 2, 4)
    told = game.told(PUBLIC)
    assert "Bob is hit: torso" in told
    for words in ("cover +", "come through", "comes through", "graze", "boxes", "save"):
        assert words not in told
    assert "come through armour 4" in game.told()


def test_every_number_can_be_replaced_by_a_campaign() -> None:
    assert DAWN.options["limits.graze.value"].default == TABLES["limits"]["graze"]["value"]
    game = duel(options={"limits.rush.value": -1})
    assert game.scene.options == {"limits.rush.value": -1}


def test_what_fires_nothing_has_no_rounds() -> None:
    game = facing(weapons=[{"kind": "knife"}])
    assert "rounds" not in DAWN.status(game.scene, "Bob", GM).text


@pytest.mark.parametrize("hidden", [True, False])
def test_who_is_hidden_moves_unnoticed(hidden: bool) -> None:
    game = Game()
    game.join("Ann", **PLAIN)
    game.join("Spy", owner=0, hidden=hidden, **PLAIN)
    game.start(2, 9)
    game.act("Spy", "move", target="Ann", metres=2)
    assert ("moves" in game.told(PUBLIC)) is not hidden
