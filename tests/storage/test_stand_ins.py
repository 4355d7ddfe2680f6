"""A user's id gives way wherever it can stand in what is kept, and nothing else is touched."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.core.events import Asked, type_of
from bot.core.orders import Enlist, canonical
from bot.core.scene import Question
from bot.storage.codec import packed_event
from bot.storage.stand_ins import ASKED, StandIn, packed_id, typed_id

USER, OTHER, NEIGHBOUR = 111_222_333_444_555_666, 5_000_000_000_000_000_001, 1_112_223_334_445_556_667
STAND_IN = StandIn(USER, OTHER)

SPELLINGS: list[tuple[Any, Any]] = [
    ({"owner": USER, "by": [USER, NEIGHBOUR, 1]}, {"owner": OTHER, "by": [OTHER, NEIGHBOUR, 1]}),
    ({f"{USER}:bridge": {"title": "bridge"}}, {f"{OTHER}:bridge": {"title": "bridge"}}),
    ({"said": f"for <@{USER}>, not {NEIGHBOUR}"}, {"said": f"for <@{OTHER}>, not {NEIGHBOUR}"}),
    ({"none": None, "yes": True, "much": 1.5, "empty": []}, {"none": None, "yes": True, "much": 1.5, "empty": []}),
]


@pytest.mark.parametrize(("before", "after"), SPELLINGS)
def test_it_gives_way_in_json_and_packed_alike(before: Any, after: Any) -> None:
    assert msgspec.json.decode(STAND_IN.json(msgspec.json.encode(before))) == after
    assert msgspec.msgpack.decode(STAND_IN.packed(msgspec.msgpack.encode(before))) == after


def test_an_order_that_is_packed_within_a_scene_is_found() -> None:
    packed = msgspec.msgpack.encode({"pending": {"order": b'{"owner":%d}' % USER}, "at": {3: USER}})
    assert msgspec.msgpack.decode(STAND_IN.packed(packed)) == {
        "pending": {"order": b'{"owner":%d}' % OTHER},
        "at": {3: OTHER},
    }


def test_an_order_within_a_question_is_found() -> None:
    order = Enlist(name="Axel", owner=USER, side="party", sheet={})
    question = Question(key="dodge", actor="Bea", prompt="dodge", choices=("yes",), default="yes")
    payload = packed_event(Asked(actor="Bea", question=question, order=canonical(order), position=1))
    assert type_of(Asked) == ASKED
    changed = msgspec.json.decode(STAND_IN.event(ASKED, payload), type=Asked)
    assert changed.order == canonical(msgspec.structs.replace(order, owner=OTHER))
    assert msgspec.structs.replace(changed, order=b"") == msgspec.structs.replace(
        msgspec.json.decode(payload, type=Asked), order=b""
    )


def test_what_does_not_name_them_stays_as_it_is() -> None:
    packed = msgspec.msgpack.encode({"owner": NEIGHBOUR})
    assert STAND_IN.packed(packed) is packed
    assert STAND_IN.json(b'{"owner":%d}' % NEIGHBOUR) == b'{"owner":%d}' % NEIGHBOUR


def test_ids_are_looked_for_as_they_are_spelled() -> None:
    assert typed_id(USER) in msgspec.json.encode([USER])
    assert packed_id(USER) in msgspec.msgpack.encode([USER])
