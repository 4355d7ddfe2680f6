from __future__ import annotations

from typing import Any

from bot.core import orders
from bot.core.events import PieceSet
from bot.core.renaming import sign_of
from bot.rulesets.graydawn.blasts.events import Thrown
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.state import Stance
from bot.rulesets.graydawn.suppression.events import CoverFired, Frightened
from tests.rulesets.graydawn.playing import PLAIN, Game, happen, on_ground, piece, place, put, sheet

ARMS = [{"kind": "assault_rifle", "spare": 9}, {"kind": "frag_grenade", "loaded": 2}]
GRENADE: dict[str, Any] = {"modifier": 13, "item": "fragmentation grenade"}
BAGS = piece("sandbags", "sandbags", 46, 50.5, 54, 51, 1.0)


def ducked(*others: tuple[str, float, float], **inputs: Any) -> Game:
    """Ann keeps wholly down behind sandbags, with Bob to the north of her, and whoever else comes later."""
    game = on_ground(BAGS, range_m=20.0, ann=ARMS)
    for name, east, north in others:
        game.join(name, 2, owner=3, **PLAIN)
        put(game, name, east, north)
    game.act("Ann", "declare", stance="full_cover", **inputs)
    return game


def test_full_cover_keeps_where_others_were_until_it_is_left() -> None:
    game = ducked()
    assert game.state("Ann").last_seen == {sign_of("Bob"): place(50, 70)}
    put(game, "Bob", 58, 70)
    assert game.state("Ann").last_seen == {sign_of("Bob"): place(50, 70)}
    put(game, "Ann", 30, 50)
    assert (game.state("Ann").stance, game.state("Ann").last_seen) == (Stance.OPEN, {})


def test_whom_a_gm_has_stand_up_means_others_where_they_are() -> None:
    game = ducked()
    happen(game, PieceSet(piece=piece("barn", "brick_wall", 30, 75, 70, 76, 3.0)))
    put(game, "Bob", 50, 80)
    game.act("Ann", "correct", stance="open")
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"target": "Bob", **GRENADE}), 9)
    assert (game.one(Thrown).aim, game.one(Thrown).lost) == (place(50, 80), False)


def test_an_edited_sheet_shows_nobody_to_who_keeps_down() -> None:
    game = ducked()
    put(game, "Bob", 58, 70)
    game.do(orders.EditSheet(actor="Ann", path="skills", sheet=sheet(**{**PLAIN, "skills": {"athletics": 1}})))
    assert game.state("Ann").last_seen == {sign_of("Bob"): place(50, 70)}


def test_the_hidden_are_nowhere_to_a_player_who_keeps_down() -> None:
    game = on_ground(BAGS, range_m=20.0, ann=ARMS)
    game.join("Eve", 2, owner=0, hidden=True, **PLAIN)
    game.act("Ann", "declare", stance="full_cover")
    assert list(game.state("Ann").last_seen) == [sign_of("Bob")]


def test_whom_nobody_sees_as_one_ducks_is_kept_where_all_saw_it_last() -> None:
    game = on_ground(BAGS, piece("barn", "brick_wall", 30, 75, 70, 76, 3.0), range_m=20.0, ann=ARMS, owner=0)
    put(game, "Bob", 50, 80)
    put(game, "Bob", 61, 87)
    game.act("Ann", "declare", stance="full_cover")
    assert game.state("Ann").last_seen == {sign_of("Bob"): place(50, 70)}


def test_a_grenade_from_full_cover_goes_where_somebody_was_seen_last() -> None:
    game = ducked()
    put(game, "Bob", 58, 70)
    game.act("Ann", "throw", 9, target="Bob", **GRENADE)
    thrown = game.one(Thrown)
    assert (thrown.aim, thrown.landed, thrown.lost) == (place(50, 70), place(50, 70), True)
    assert "at Bob where it was seen last" in game.told()


def test_whom_one_sees_from_full_cover_is_known() -> None:
    game = ducked()
    put(game, "Bob", 70, 50)
    game.do_at_least(orders.Act(actor="Ann", action="throw", inputs={"target": "Bob", **GRENADE}), 9)
    assert (game.one(Thrown).aim, game.one(Thrown).lost) == (place(70, 50), False)


def test_covering_fire_from_full_cover_goes_where_somebody_was_seen_last() -> None:
    game = ducked(("Cid", 50, 71), ("Dan", 58, 70))
    put(game, "Bob", 58, 70.5)
    game.act("Ann", "suppress", target="Bob", mode="single", rounds=2)
    fired = game.one(CoverFired)
    assert (fired.place, game.every(Attacked)) == (place(50, 70), [])
    assert [event.target for event in game.every(Frightened)] == ["Cid"]
    assert "on Bob where it was seen last" in game.told()


def test_covering_fire_is_still_felt_a_step_beside_where_somebody_was() -> None:
    for east, felt in ((50.8, ["Bob"]), (51, ["Bob"]), (51.2, [])):
        game = ducked()
        put(game, "Bob", east, 70)
        game.act("Ann", "suppress", target="Bob", mode="single", rounds=2)
        assert [event.target for event in game.every(Frightened)] == felt
    game = ducked()
    game.act("Ann", "suppress", 2, 9, target="Bob", mode="single", rounds=2)
    assert (game.one(CoverFired).place, len(game.every(Attacked))) == (None, 1)


def test_who_stands_up_sees_everybody_again() -> None:
    game = ducked()
    put(game, "Bob", 58, 70)
    game.act("Ann", "pass")
    game.act("Bob", "pass", 9, 2)
    game.act("Ann", "declare", stance="active_cover")
    assert game.state("Ann").last_seen == {}
    game.do_at_least(
        orders.Act(actor="Ann", action="throw", inputs={"target": "Bob", **GRENADE}),
        9,
    )
    assert (game.one(Thrown).aim, game.one(Thrown).lost) == (place(58, 70), False)


def test_who_stays_in_full_cover_keeps_what_it_saw_at_first() -> None:
    game = ducked()
    put(game, "Bob", 58, 70)
    game.act("Ann", "pass")
    game.act("Bob", "pass", 9, 2)
    game.act("Ann", "declare", stance="full_cover")
    assert game.state("Ann").last_seen == {sign_of("Bob"): place(50, 70)}
