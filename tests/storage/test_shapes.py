"""What is kept carries the version of its shape; a field that nobody knows is an error, and none changes unnoticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from bot import app
from bot.core.errors import NewerError
from bot.core.events import CORE_EVENTS
from bot.core.scene import Combatant, Scene
from bot.core.shapes import CORE_SHAPE, Shape
from bot.core.timeline import Slot
from bot.service.ports import UnreadableError
from bot.settings import Database
from bot.storage import codec
from bot.storage.codec import Codec, packed
from tests.rulesets.toy import Toy
from tests.rulesets.toy.state import SceneState, State
from tests.service.table import TABLES, Table, agreed, ask
from tests.storage import shapes

AFRAID = State(skill=12, most_hits=6, hits=4, weapon="fists", threat=2)
ANN: Combatant[Any] = Combatant("Ann", 7, "party", AFRAID, {"name": "Ann"})
CALM = msgspec.structs.replace(AFRAID, threat=1)
SCENE: Scene[Any, Any] = Scene(SceneState(), combatants={"Ann": ANN}, opening={"Ann": CALM})
RAISE = """\
What is kept of {name} has other fields than those written down in {path}.
Fights that are stored hold the older ones. Raise the version of the shape ({where}), give it a lift from the version
before (shapes.same where fields with the right defaults were only added), and run python -m tests.storage.shapes.
Where the version was raised, the run is all that is missing."""


class Later(Toy):
    """The toy in whose newest version what was fear is a threat."""

    shape = Shape(2, people={1: lambda person: {**person, "state": renamed(person["state"], "fear", "threat")}})


def renamed(fields: dict[str, Any], before: str, after: str) -> dict[str, Any]:
    """Fields of which one has another name, where it is there."""
    return {after if key == before else key: value for key, value in fields.items()}


def of_before(value: object) -> Any:
    """What was kept when a threat was still called fear."""
    kept = msgspec.msgpack.decode(packed(value))  # type: ignore[arg-type]
    return _feared(kept)


def _feared(kept: Any) -> Any:
    if not isinstance(kept, dict):
        return kept
    return renamed({key: _feared(value) for key, value in kept.items()}, "threat", "fear")


NOW, LATER = Codec(Toy(TABLES)), Codec(Later(TABLES))


@pytest.mark.parametrize("name", shapes.names())
def test_no_field_changes_without_a_new_version(name: str) -> None:
    where = "CORE_SHAPE in core/shapes.py" if name == shapes.CORE else f"`shape` of the {name} ruleset"
    words = RAISE.format(name=name, path=shapes.path(name), where=where)
    assert shapes.path(name).read_text("utf-8").splitlines() == shapes.lines(name), words


@pytest.mark.parametrize("key", app.SYSTEMS)
def test_every_struct_that_is_kept_forbids_what_it_does_not_know(key: str) -> None:
    ruleset = app.house().system(key).ruleset
    kinds: list[Any] = [Scene[ruleset.state_type, ruleset.scene_state_type]]  # type: ignore[name-defined]
    kinds += [*CORE_EVENTS, *ruleset.events]
    found = [struct for kind in kinds for struct in shapes.structs(inspect.type_info(kind))]
    assert found
    assert not {str(struct.cls) for struct in found if not struct.forbid_unknown_fields}


def test_what_is_kept_comes_back() -> None:
    assert NOW.scene(NOW.kept(SCENE)) == SCENE
    assert NOW.combatant(NOW.kept(ANN)) == ANN
    assert NOW.fold(NOW.kept_fold(SCENE), [ANN]) == SCENE


def test_slots_that_were_kept_before_are_kept_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MOST_SLOTS", 2)
    slots = [Slot((tick,), "Ann", ("act",)) for tick in (1, 2, 1, 3, 4, 1)]
    for end in range(len(slots) + 1):
        scene = msgspec.structs.replace(SCENE, agenda=tuple(slots[:end]))
        kept = msgspec.structs.replace(scene, combatants={})
        assert NOW.kept_fold(scene).endswith(packed(codec.KeptScene(kept, ("Ann",))))


def test_bytes_of_before_versions_are_of_the_first() -> None:
    assert NOW.scene(packed(SCENE)) == SCENE
    assert NOW.combatant(packed(ANN)) == ANN


def covered(content: object) -> bytes:
    """Bytes of the first version of both shapes."""
    return msgspec.msgpack.encode((1, 1, content))


@pytest.mark.parametrize("bytes_of", [msgspec.msgpack.encode, covered], ids=["without a version", "of the first"])
def test_older_bytes_are_lifted_wherever_a_state_stands(bytes_of: Callable[[object], bytes]) -> None:
    assert LATER.scene(bytes_of(of_before(SCENE))) == SCENE
    assert LATER.combatant(bytes_of(of_before(ANN))) == ANN
    empty = msgspec.structs.replace(SCENE, combatants={})
    fold = bytes_of({"scene": of_before(empty), "entitled": ["Ann"]})
    assert LATER.fold(fold, [ANN]) == SCENE


def test_what_is_of_a_newer_version_is_not_guessed_at() -> None:
    with pytest.raises(NewerError):
        NOW.scene(LATER.kept(SCENE))
    with pytest.raises(UnreadableError):
        NOW.combatant(LATER.kept(ANN))
    with pytest.raises(UnreadableError):
        NOW.fold(LATER.kept_fold(SCENE), [ANN])
    with pytest.raises(NewerError):
        NOW.scene(msgspec.msgpack.encode((CORE_SHAPE.version + 1, 1, {})))


def test_a_renamed_field_is_an_error_and_heals_nobody() -> None:
    with pytest.raises(NewerError, match="unknown field `fear`"):
        NOW.scene(covered(of_before(SCENE)))
    with pytest.raises(UnreadableError):
        NOW.combatant(covered(of_before(ANN)))


async def test_a_fight_with_a_renamed_field_goes_on_from_its_events_or_not_at_all(database: Database) -> None:
    table = Table(database)
    await table.fight()
    agreed(await table.referee.act(ask(), "Axel", "hurt", {"points": 2}))
    before = table.scene()
    for actor, person in before.combatants.items():
        kept = of_before(msgspec.structs.replace(person, state=msgspec.structs.replace(person.state, threat=2)))
        values = {"state": covered(kept), "actor": actor}
        assert table.tamper("UPDATE combatants SET state = :state WHERE actor = :actor", **values)
    await table.store.close()
    table = Table(database)
    agreed(await table.referee.init_next(ask()))
    now = table.look(lambda unit: unit.state(table.row()))
    assert now.combatants["Axel"].state == before.combatants["Axel"].state
    assert [words for _, words in table.audit().problems] == ["the kept state cannot be read"]
    checkpoint = table.look(lambda unit: unit.checkpoint(unit.chapter(1, table.row().chapter)))
    feared = {
        actor: msgspec.structs.replace(person, state=msgspec.structs.replace(person.state, threat=2))
        for actor, person in checkpoint.combatants.items()
    }
    kept = of_before(msgspec.structs.replace(checkpoint, combatants=feared))
    table.tamper("UPDATE chapters SET checkpoint = :kept", kept=covered(kept))
    with pytest.raises(NewerError):
        table.audit()
    await table.store.close()
