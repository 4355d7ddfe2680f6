"""What a bot may send: bodies as JSON or multipart, held to Discord's limits before they have any effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from aiohttp import web

from tests.wire.world import Json, Message, Refused, World

EMBED_LIMITS: Final = {"title": 256, "description": 4096}
V2: Final = 1 << 15


async def read(request: web.Request) -> tuple[Json, dict[str, tuple[str, bytes]]]:
    """The JSON body and the files by their field name (`files[0]`), each a filename and its bytes."""
    if not request.content_type.startswith("multipart/"):
        raw = await request.read()
        return (msgspec.json.decode(raw) if raw else {}), {}
    body: Json = {}
    files: dict[str, tuple[str, bytes]] = {}
    form = await request.post()
    for name, value in form.items():
        if name == "payload_json":
            body = msgspec.json.decode(str(value))
        elif isinstance(value, web.FileField):
            files[name] = (value.filename, value.file.read())
    return body, files


def attach(world: World, base: str, files: dict[str, tuple[str, bytes]]) -> list[Json]:
    """Keep the files and return their attachment objects."""
    kept = []
    for name, data in files.values():
        file_id = str(world.ids.next())
        world.files[file_id] = data
        url = f"{base}/attachments/{file_id}/{name}"
        kept.append({"id": file_id, "filename": name, "size": len(data), "url": url, "proxy_url": url})
    return kept


def check_message(body: Json, *, has_files: bool = False, new: bool = True) -> None:
    """Hold a message to Discord's limits. Raises Refused 50006 (empty) or 50035 (too much of something)."""
    content, embeds, components = body.get("content"), body.get("embeds") or [], body.get("components") or []
    if new and not (content or embeds or components or has_files):
        raise Refused(400, 50006, "Cannot send an empty message")
    if content and len(content) > 2000:
        raise _too_long("content", 2000)
    if len(str(body.get("nonce") or "")) > 25:
        raise _too_long("nonce", 25)
    check_embeds(embeds)
    check_components(components, v2=bool((body.get("flags") or 0) & V2))


def check_embeds(embeds: list[Json]) -> None:
    """At most ten, each part within its limit, 6000 characters in all."""
    if len(embeds) > 10:
        raise _too_long("embeds", 10)
    if sum(map(_embed_length, embeds)) > 6000:
        raise _too_long("embeds together", 6000)


def _embed_length(embed: Json) -> int:
    for key, most in EMBED_LIMITS.items():
        if len(embed.get(key) or "") > most:
            raise _too_long(f"embed {key}", most)
    fields, footer = embed.get("fields") or [], (embed.get("footer") or {}).get("text") or ""
    if len(fields) > 25 or len(footer) > 2048:
        raise _too_long("embed fields or footer", 25)
    if any(len(each["name"]) > 256 or len(each["value"]) > 1024 for each in fields):
        raise _too_long("embed field", 1024)
    author = (embed.get("author") or {}).get("name") or ""
    texts = [embed.get("title") or "", embed.get("description") or "", footer, author]
    return sum(map(len, texts)) + sum(len(each["name"]) + len(each["value"]) for each in fields)


def check_components(components: list[Json], *, v2: bool) -> None:
    """Rows, buttons per row, labels, and custom ids that are unique in the message."""
    if not v2 and len(components) > 5:
        raise _too_long("component rows", 5)
    every = list(nested(components))
    ids = [each["custom_id"] for each in every if "custom_id" in each]
    if len(ids) != len(set(ids)):
        raise Refused(400, 50035, "Component custom id cannot be duplicated")
    if any(not 1 <= len(each) <= 100 for each in ids) or any(len(each.get("label") or "") > 80 for each in every):
        raise _too_long("custom_id or label", 100)
    if any(each.get("type") == 1 and len(each["components"]) > 5 for each in every):
        raise _too_long("row", 5)


def nested(components: list[Json]) -> Iterator[Json]:
    """Every component, however deep."""
    for each in components:
        yield each
        yield from nested(each.get("components") or [])
        if isinstance(each.get("accessory"), dict):
            yield each["accessory"]


def check_choices(choices: list[Json]) -> None:
    """At most 25, names of 1 to 100 characters, text values of at most 100."""
    if len(choices) > 25:
        raise _too_long("choices", 25)
    for each in choices:
        if not 1 <= len(each["name"]) <= 100 or len(str(each["value"])) > 100:
            raise _too_long("choice", 100)


def fill(message: Message, body: Json, attachments: list[Json]) -> Message:
    """Write a new message from its body."""
    message.change({key: value for key, value in body.items() if key != "attachments"})
    message.attachments = message.attachments + attachments
    message.flags |= body.get("flags") or 0
    nonce: Any = body.get("nonce")
    message.nonce = str(nonce) if nonce is not None else None
    return message


def _too_long(what: str, most: int) -> Refused:
    return Refused(400, 50035, f"Invalid Form Body: {what} beyond {most}")
