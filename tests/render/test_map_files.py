"""A map file is read within bounds, and what is wrong with one is said."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.core.errors import RuleViolation
from bot.render import file_reading
from bot.render.file_reading import MAP, read_file
from bot.render.map_files import LARGEST_KEPT, WIDEST, read
from bot.render.strange_pictures import LARGEST_BYTES, UnreadableFileError
from bot.service.requests import MapFile


def picture(wide: int = 40, deep: int = 20, kind: str = "PNG", mode: str = "RGB") -> bytes:
    file = io.BytesIO()
    Image.new(mode, (wide, deep)).save(file, kind)
    return file.getvalue()


def point(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}


def vtt(**changes: Any) -> bytes:
    """A Universal VTT file of a map of 20 by 10 squares with a wall, a pillar, a door and a lamp."""
    whole: dict[str, Any] = {
        "format": 0.3,
        "resolution": {"map_origin": point(2, 1), "map_size": point(20, 10), "pixels_per_grid": 70},
        "line_of_sight": [[point(3, 2), point(8, 2), point(8, 30)], [point(5, 5)]],
        "objects_line_of_sight": [[point(12, 5), point(13, 5)]],
        "portals": [{"position": point(5, 2), "bounds": [point(4, 4), point(5, 4)], "rotation": 0, "closed": False}],
        "environment": {"baked_lighting": True},
        "lights": [{"range": 4}],
        "image": base64.b64encode(picture()).decode(),
    }
    return json.dumps(whole | changes).encode()


def test_a_universal_vtt_file_has_walls_doors_and_a_picture() -> None:
    found = read(vtt())
    assert (found.wide, found.deep, found.squares) == (20, 10, True)
    assert found.walls == (((1, 1), (6, 1), (6, 10)), ((10, 4), (11, 4)))
    assert found.doors == (((2, 3), (3, 3), False),)
    assert found.left_out == ("its lights",)
    assert Image.open(io.BytesIO(found.picture)).format == "WEBP"
    assert read(vtt(image="", lights=[])) == MapFile(
        picture=b"", wide=20, deep=10, squares=True, walls=found.walls, doors=found.doors
    )


@pytest.mark.parametrize(("kind", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("JPEG", "L"), ("WEBP", "RGB")])
def test_a_plain_picture_is_as_large_as_its_points(kind: str, mode: str) -> None:
    found = read(picture(60, 30, kind, mode))
    assert (found.wide, found.deep, found.squares, found.walls) == (60, 30, False, ())


def test_a_large_picture_is_scaled_once_and_kept_small() -> None:
    noise = Image.effect_noise((3_000, 2_000), 100)
    file = io.BytesIO()
    noise.save(file, "JPEG", quality=95)
    found = read(file.getvalue())
    assert (found.wide, found.deep) == (3_000, 2_000)
    assert len(found.picture) <= LARGEST_KEPT
    assert max(Image.open(io.BytesIO(found.picture)).size) == WIDEST


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"x" * (LARGEST_BYTES + 1), "8192 KiB, at most 8192"),
        (b"hello", "no PNG, JPEG or WebP"),
        (picture()[:60], "broken|no PNG"),
        (b"{", "no Universal VTT file: Input data was truncated"),
        (b'{"resolution": 3}', "no Universal VTT file: Expected `object`"),
        (vtt(resolution={"map_size": point(0, 5), "pixels_per_grid": 70}), "0 by 5 squares"),
        (vtt(line_of_sight=[[point(1, 1)] * 5_002]), "5003 pieces of walls"),
        (vtt(line_of_sight=[[point(1, 1), point(1e9, 1)]]), "far outside"),
        (vtt(image="no base64"), "its image is no base64"),
    ],
    ids=lambda each: "" if isinstance(each, bytes) else each,
)
def test_what_is_wrong_with_a_file_is_said(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableFileError, match=why):
        read(content)


@pytest.mark.parametrize(
    ("wide", "deep", "mode", "why"), [(5_000, 3_000, "RGB", "15 mega"), (20_000, 10_000, "1", "mega")]
)
def test_a_picture_of_too_many_points_is_refused(wide: int, deep: int, mode: str, why: str) -> None:
    with pytest.raises(UnreadableFileError, match=f"{why}pixels"):
        read(picture(wide, deep, "PNG", mode))


async def test_a_child_process_reads_it() -> None:
    assert await read_file(MAP, vtt()) == read(vtt())
    with pytest.raises(RuleViolation, match="cannot be read as a map: its picture is no PNG") as refusal:
        await read_file(MAP, b"hello")
    assert ".uvtt" in refusal.value.remedy


async def test_a_child_that_dies_is_survived() -> None:
    with pytest.raises(RuleViolation, match="cannot be read as a map: reading it takes more memory or time"):
        await read_file(replace(MAP, module="bot.no_such_module"), vtt())


async def test_a_child_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reading, "PATIENCE_S", 0.001)
    with pytest.raises(RuleViolation, match="more memory or time"):
        await read_file(MAP, vtt())


async def test_few_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reading, "MOST_AT_ONCE", 0)
    with pytest.raises(RuleViolation, match="Other files are being read"):
        await read_file(MAP, vtt())
