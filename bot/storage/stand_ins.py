"""How a user's id gives way to another number in what is kept: in JSON, in MessagePack and in words.

Nothing else that is kept is a number so large, so that no shape need be known: what older versions wrote is found too.
"""

from __future__ import annotations

import base64
import re
from typing import Any

import msgspec

ASKED = "core.asked"  # the one event that holds an order, of which JSON keeps the bytes in another spelling
_UINT64 = b"\xcf"  # how MessagePack marks a number of eight bytes


class StandIn:
    """One user's id, and what stands in for it."""

    def __init__(self, user_id: int, stand_in: int) -> None:
        self.user_id = user_id
        self.stand_in = stand_in
        self._other = str(stand_in)
        self._typed = str(user_id).encode()
        self._numbered = packed_id(user_id)
        self._in_text = re.compile(rf"(?<!\d){user_id}(?!\d)")
        self._in_json = re.compile(rb"(?<!\d)%d(?!\d)" % user_id)

    def text(self, value: str) -> str:
        """Return words in which the id may have been typed."""
        return self._in_text.sub(self._other, value)

    def json(self, data: bytes) -> bytes:
        """Return JSON, where the id is a number or stands in words."""
        return self._in_json.sub(self._other.encode(), data)

    def event(self, kind: str, payload: bytes) -> bytes:
        """Return the payload of an event."""
        payload = self.json(payload)
        if kind != ASKED:
            return payload
        fields = msgspec.json.decode(payload)
        order = base64.b64decode(fields["order"])
        if self.json(order) == order:
            return payload
        fields["order"] = base64.b64encode(self.json(order)).decode()
        return msgspec.json.encode(fields)

    def packed(self, data: bytes) -> bytes:
        """Return MessagePack with the number in its place at any depth."""
        if self._typed not in data and self._numbered not in data:
            return data
        return msgspec.msgpack.encode(self._within(msgspec.msgpack.decode(data)))

    def _within(self, value: Any) -> Any:
        match value:
            case int():
                return self.stand_in if value == self.user_id else value
            case str():
                return self.text(value)
            case bytes():
                return self.json(value)
            case list() | tuple():
                return type(value)(self._within(each) for each in value)
            case dict():
                return {self._within(key): self._within(each) for key, each in value.items()}
            case _:
                return value


def typed_id(user_id: int) -> bytes:
    """Return how an id is spelled in JSON and in words."""
    return str(user_id).encode()


def packed_id(user_id: int) -> bytes:
    """Return how an id is spelled in MessagePack."""
    return _UINT64 + user_id.to_bytes(8)
