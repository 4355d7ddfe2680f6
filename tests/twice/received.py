"""What players receive on a simulated Discord, lane by lane, spelled so that two stages can be compared."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from bot.simulated.simulation import Simulation

Entry = tuple[str, str, Any]

EVENTS: Final = ("MESSAGE_", "THREAD_", "CHANNEL_", "TYPING_")
OFFERED: Final = 8  # how an answer says that it offers what may be typed
PICTURES: Final = (b"\x89PNG", b"GIF8", b"RIFF")
EXPLAINS: Final = ("Why?", "ft:why:")  # what hangs below each message with sums, into however many they are parted
CALLS: Final = re.compile(r" <@\d+>")  # which stands there until the message is edited
NAMED: Final = (
    (re.compile(r"(?<=/interactions/)\d+/[^/ ]+|(?<=/webhooks/)\d+/[^/ ]+"), "interaction"),
    (re.compile(r"\d{17,20}"), "id"),
    (re.compile(r"(?<![0-9a-f])[0-9a-f]{12}(?![0-9a-f])"), "key"),
)
"""What may differ between stages, and is told apart by the order in which it appears in a lane."""

TIMES: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+]+")


class Received:
    """All that reaches players on one stage from now on; ``onlooker`` is one of them to whom nobody ever answers."""

    def __init__(self, stage: Simulation, onlooker: str) -> None:
        self._stage, self._onlooker, self._backend = stage, onlooker, stage.env.backend
        self._looked_at = len(self._backend.transcript)
        self._store = self._backend.cdn.store_attachment
        setattr(self._backend.cdn, self._store.__name__, self._stored)

    def _stored(self, file: int, place: int, name: str, data: bytes, words: str | None) -> dict[str, Any]:
        """Note a file behind the request that it comes with."""
        content = hashlib.sha256(data).hexdigest() if data.startswith(PICTURES) else data.decode("utf-8", "replace")
        self._backend.transcript.append(("FILE", name, {"words": words, "content": content}))
        return self._store(file, place, name, data, words)

    def news(self) -> dict[str, list[str]]:
        """Return what has come since the last look: of each place requests, answers and all else, and to each player.

        What is offered while somebody types is no part of it.
        """
        lanes: dict[str, list[Entry]] = {}
        lane = ""
        for entry in self._backend.transcript[self._looked_at :]:
            lane = self._lane(*entry, lane)
            lanes.setdefault(lane, []).append(entry)
        self._looked_at = len(self._backend.transcript)
        return {lane: _spelled(entries) for lane, entries in lanes.items() if lane}

    def _lane(self, kind: str, what: str, payload: Any, before: str) -> str:
        """Return in which lane something comes; empty for what no player receives."""
        match kind, what.partition(" ")[2].strip("/").split("/"):
            case "FILE", _:
                return before
            case "GATEWAY", _ if what.startswith(EVENTS):
                place = self._place(int(payload.get("channel_id") or payload["id"]))
                return place and f"{place}, {'answers' if payload.get('interaction_metadata') else 'events'}"
            case "HTTP", ["channels", place, *_]:
                place = self._place(int(place))
                return place and f"{place}, requests"
            case "HTTP", ["interactions" | "webhooks", _, token, *_] if not _offers(payload):
                user = self._asker(token)
                return f"answers to {user}" if user not in ("", "gm") else ""
            case _:
                return ""

    def _place(self, place_id: int) -> str:
        """Return the name of a place that players may read; empty for any other."""
        known = self._backend.channels.get(place_id)
        return f"place {known.name}" if known and self._onlooker in self._stage.readers(place_id) else ""

    def _asker(self, token: str) -> str:
        asked = self._backend.interactions.get(self._backend.interaction_tokens.get(token, 0))
        return next((name for name, each in self._stage.people.items() if asked and each.id == asked.user_id), "")

    def standing(self) -> Counter[str]:
        """Return the lines that everybody can read now, each with its place, and who has been called so far."""
        places = self._stage.standing(self._onlooker)
        lines = ((place, line) for place, messages in places.items() for text in messages for line in text.split("\n"))
        read = [f"{place}: {line}" for place, line in lines if not line.startswith(EXPLAINS)]
        called = [f"{each} is called" for each in self._stage.pings() if each != "gm"]
        return Counter(_masked(CALLS.sub("", each), {}) for each in (*read, *called))


def _offers(payload: Any) -> bool:
    return isinstance(payload, Mapping) and payload.get("type") == OFFERED


def _spelled(entries: list[Entry]) -> list[str]:
    names: dict[str, str] = {}
    texts = (
        f"{kind} {what} {json.dumps(payload, sort_keys=True, ensure_ascii=False)}" for kind, what, payload in entries
    )
    return [_masked(text, names) for text in texts]


def _masked(text: str, names: dict[str, str]) -> str:
    """Return a text with what may differ named anew; without names before, all alike."""

    def named(kind: str, found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"<{kind} {len(names)}>")

    for pattern, kind in NAMED:
        text = pattern.sub(partial(named, kind), text)
    return TIMES.sub("<time>", text)
