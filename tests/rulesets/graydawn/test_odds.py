"""The chances that the rules give are those of counting every fall by hand, where a ten goes on three times at most."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from bot.core import engine, orders
from bot.core.dice import Ask, Each, Faces, Pick
from bot.core.events import Event
from bot.rulesets.graydawn.checks import rolls
from bot.rulesets.graydawn.fire.events import Attacked
from bot.rulesets.graydawn.time.events import InitiativeRolled
from bot.rulesets.graydawn.wounds.events import Grazed, Hit, Saved
from tests.rulesets.game import play_on
from tests.rulesets.graydawn.playing import DAWN, PLAIN, Game, duel

CAP = 3
CAPPED = {"limits.explosions.value": CAP}


def exploding(left: int = CAP) -> dict[int, Fraction]:
    """What a die that goes on after a ten shows, with its chances, counted without the rules."""
    plain = {face: Fraction(1, 10) for face in range(1, 10)}
    further = exploding(left - 1) if left else {0: Fraction(1)}
    return plain | {10 + face: chance / 10 for face, chance in further.items()}


class Heard:
    """Dice that show these faces, and note which of them are alike to whoever asks."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)
        self.alike: list[dict[int, int] | None] = []

    def faces(self, ask: Ask, index: int) -> Faces:
        """Return the next face."""
        meaning = ask.meaning
        self.alike.append({first: ways for (first,), ways in meaning.groups} if isinstance(meaning, Pick) else None)
        return (self.left.pop(0),)


@pytest.mark.parametrize(
    ("steps", "faces", "alike"),
    [
        ((), (2,), [None]),
        ((3, 7), (2,), [{1: 1, 2: 1, 3: 4, 7: 4}]),
        ((3, 15), (2,), [{1: 1, 2: 1, 3: 7, 10: 1}]),
        ((10,), (2,), [{1: 1, 2: 8, 10: 1}]),
        ((12, 15), (10, 2), [{1: 1, 2: 8, 10: 1}, {1: 1, 2: 3, 5: 6}]),
        ((12, 40), (10, 2), [{1: 1, 2: 8, 10: 1}, {1: 1, 2: 8, 10: 1}]),
    ],
)
def test_faces_that_reach_the_same_steps_are_one_to_the_odds(
    steps: tuple[int, ...], faces: tuple[int, ...], alike: list[dict[int, int] | None]
) -> None:
    """But for a one that falls first and a ten that goes on: each group by its first face, with how many are in it."""
    dice = Heard(*faces)
    rolls.exploded(play_on(DAWN, Game().scene, dice=dice), "attack", steps)
    assert dice.alike == alike


def test_the_die_has_the_chances_of_every_fall() -> None:
    game = Game(**CAPPED)
    game.join("Ann", **{**PLAIN, "weapons": []})

    def total(event: Event) -> str | None:
        return str(event.check.total - 6) if isinstance(event, InitiativeRolled) else None

    found = engine.odds(DAWN, game.scene, orders.StartFight(), total)
    fumbled = {str(1 - off): Fraction(1, 100) for off in range(1, 11)}
    assert found == fumbled | {str(face): chance for face, chance in exploding().items() if face != 1}


def hit_chance(difference: int) -> Fraction:
    """How often an attack meets a defence that is so much better: a one never does, a defence of one is just one."""
    attack, defence = exploding(), exploding()
    return sum(
        (
            chance * other
            for face, chance in attack.items()
            for against, other in defence.items()
            if face != 1 and face >= against + difference
        ),
        Fraction(),
    )


@pytest.mark.untraced
@pytest.mark.parametrize("modifier", range(-6, 7, 2))
def test_a_shot_hits_as_often_as_counting_says(modifier: int) -> None:
    def hit(event: Event) -> str | None:
        return ("hit" if event.hit else "miss") if isinstance(event, Attacked) else None

    inputs = {"target": "Bob", "range_m": 10.0, "modifier": modifier}
    order = orders.Act(actor="Ann", action="attack", inputs=inputs)
    found = engine.odds(DAWN, duel(options=CAPPED).scene, order, hit)
    assert found["hit"] == hit_chance(-modifier)
    assert found["miss"] == 1 - found["hit"]


def first(kind: str) -> Game:
    """Ann before a shot at the helpless Bob, which hits by 20 at least unless a one falls."""
    game = duel(ann=[{"kind": kind}], options={**CAPPED, "luck_questions": False})
    game.act("Bob", "correct", stunned=True)
    return game


SURE = {"target": "Bob", "range_m": 10.0, "modifier": 30}


def test_every_place_is_hit_as_often_as_its_faces() -> None:
    def place(event: Event) -> str | None:
        if isinstance(event, Hit):
            return event.place
        return "miss" if isinstance(event, Attacked) and not event.hit else None

    order = orders.Act(actor="Ann", action="attack", inputs={**SURE, "range_m": 1.0})
    found = engine.odds(DAWN, first("light_pistol").scene, order, place)
    faces = {"head": 1, "torso": 3, "right_arm": 1, "left_arm": 1, "right_leg": 2, "left_leg": 2}
    assert found == {"miss": Fraction(1, 10)} | {key: Fraction(9 * count, 100) for key, count in faces.items()}


def test_a_burst_hits_as_often_as_its_table_says() -> None:
    def rounds(event: Event) -> str | None:
        return str(event.hits) if isinstance(event, Attacked) else None

    order = orders.Act(actor="Ann", action="attack", inputs={**SURE, "mode": "burst"})
    found = engine.odds(DAWN, first("assault_rifle").scene, order, rounds)
    sixths = {"1": 3, "2": 2, "3": 1}
    assert found == {"0": Fraction(1, 10)} | {hits: Fraction(9 * ways, 60) for hits, ways in sixths.items()}


@pytest.mark.parametrize("lk", [2, 5, 8])
def test_a_graze_saves_as_often_as_counting_says(lk: int) -> None:
    def outcome(event: Event) -> str | None:
        if isinstance(event, Grazed):
            return "graze" if event.grazed else "full"
        return "miss" if isinstance(event, Attacked) and not event.hit else None

    game = Game(**CAPPED, luck_questions=False)
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": "hand_cannon"}]})
    game.join("Bob", owner=2, **{**PLAIN, "mook": False, "stats": {"lk": lk}, "armor": []})
    game.start(9, 2)
    game.act("Bob", "correct", stunned=True)
    game.act("Ann", "declare", stance="bracing")
    inputs = {"target": "Bob", "range_m": 1.0, "called": "torso", "modifier": -4}
    found = engine.odds(DAWN, game.scene, orders.Act(actor="Ann", action="attack", inputs=inputs), outcome)
    assert found["graze"] == grazes(lk)
    assert found["graze"] + found["full"] == hits(10, 6 - 4 - 4 + 4)


def hits(number: int, total: int) -> Fraction:
    """How often an attack of so much reaches a number."""
    return sum((chance for face, chance in exploding().items() if face != 1 and face + total >= number), Fraction())


def grazes(lk: int) -> Fraction:
    """How often an attack of 2 hits a number of 10 and only grazes, margin by margin."""
    found = Fraction()
    for face, chance in exploding().items():
        margin = face + 2 - 10
        if margin >= 0:
            bonus = (1 if margin <= 1 else 0) - margin // 5
            found += chance * hits(15, lk + bonus)
    return found


@pytest.mark.parametrize(("body", "boxes"), [(2, 1), (6, 1), (6, 6), (10, 11), (3, 19)])
def test_a_stun_save_holds_as_often_as_its_number(body: int, boxes: int) -> None:
    steps = {1: 0, 6: 1, 11: 2, 19: 4}
    number = max(0, body - steps[boxes])
    game = duel(options=CAPPED)
    game.join("Cid", 2, owner=3, **{**PLAIN, "stats": {"body": body}, "condition": {"boxes": boxes, "stable": True}})
    order = orders.Act(actor="Cid", action="damage", inputs={"damage": 1, "place": "torso"})
    found = engine.odds(DAWN, game.scene, order, saved("stun"))
    expected = {"passed": Fraction(number, 10), "failed": Fraction(10 - number, 10)}
    assert found == {name: chance for name, chance in expected.items() if chance}


@pytest.mark.parametrize(("body", "boxes", "number"), [(6, 5, 5), (6, 12, 4), (10, 24, 5), (1, 5, 0)])
def test_a_death_save_holds_as_often_as_its_number(body: int, boxes: int, number: int) -> None:
    game = duel(options=CAPPED)
    game.join("Cid", 2, owner=3, **{**PLAIN, "stats": {"body": body}, "condition": {"boxes": boxes, "stable": True}})
    order = orders.Act(actor="Cid", action="damage", inputs={"damage": 30, "place": "left_arm"})
    found = engine.odds(DAWN, game.scene, order, saved("death"))
    expected = {"passed": Fraction(number, 10), "failed": Fraction(10 - number, 10)}
    assert found == {name: chance for name, chance in expected.items() if chance}


def saved(kind: str) -> Callable[[Event], str | None]:
    """What the first save of a kind came to."""

    def outcome(event: Event) -> str | None:
        if isinstance(event, Saved) and event.kind == kind:
            return "passed" if event.save.passed else "failed"
        return None

    return outcome


def answers(question: str, modifier: int, **bob: object) -> dict[str, Fraction]:
    """What the system's own question tells of a shot at Bob in the torso who does not dodge, at point blank."""
    game = Game(**CAPPED)
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": "light_pistol"}]})
    game.join("Bob", owner=2, **{**PLAIN, **bob})
    game.start(9, 2)
    game.act("Bob", "correct", stunned=True)
    inputs = {"target": "Bob", "range_m": 1.0, "modifier": modifier}
    order = orders.Act(actor="Ann", action="attack", inputs=inputs)
    return dict(engine.odds(DAWN, game.scene, order, DAWN.chances[question]))


def test_people_can_ask_for_a_hit() -> None:
    assert answers("hit", 30) == {"miss": Fraction(1, 10), "hit": Fraction(9, 10)}


def test_people_can_ask_for_the_wound() -> None:
    limbs, torso, head = Fraction(9 * 6, 100), Fraction(9 * 3, 100), Fraction(9, 100)
    found = {"miss": Fraction(1, 10), "serious wound": limbs, "critical wound": torso, "mortal wound": head}
    assert answers("wound", 30) == found


def test_what_armour_stops_is_a_hit_without_a_wound() -> None:
    assert answers("wound", 30, armor=[{"kind": "full_suit"}])["hit without a wound"] == Fraction(9, 10)


def test_stun_alone_is_no_wound_state() -> None:
    game = duel(ann=[{"kind": "baton"}], options=CAPPED)
    while game.now() != ("Ann",):
        game.act("Bob", "pass")
    inputs = {"target": "Bob", "ambush": True, "modifier": 30}
    found = engine.odds(
        DAWN, game.scene, orders.Act(actor="Ann", action="attack", inputs=inputs), DAWN.chances["wound"]
    )
    assert found["stun alone"] > 0


@pytest.mark.untraced
@pytest.mark.parametrize("kind", ["hit", "wound"])
@pytest.mark.parametrize("mode", ["single", "auto"])
def test_falls_that_are_not_told_apart_make_no_difference(
    kind: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = {"weapons.assault_rifle.dice": 1, "weapons.assault_rifle.sides": 3, "limits.cover.value": 1}
    game = Game(**{"limits.explosions.value": int(kind == "hit"), **small})
    game.join("Ann", **{**PLAIN, "weapons": [{"kind": "assault_rifle"}]})
    game.join("Bob", owner=2, **{**PLAIN, "mook": False, "armor": []})
    game.start(9, 2)
    inputs = {"target": "Bob", "range_m": 150.0, "mode": mode, "cover": "wall", "level": 1}
    order = orders.Act(actor="Ann", action="attack", inputs=inputs)

    def found() -> dict[str, Fraction]:
        return dict(engine.odds(DAWN, game.scene, order, DAWN.chances[kind], most_leaves=10**6))

    coarse = found()
    monkeypatch.setattr(rolls, "_alike", lambda *_: Each())
    assert found() == coarse
    assert sum(coarse.values()) == 1
