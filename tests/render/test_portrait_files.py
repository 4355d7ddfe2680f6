"""A portrait is kept small, upright and without what else stood in its file; what is wrong with one is said."""

from __future__ import annotations

import io
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image, ImageCms

from bot.core.errors import RuleViolation
from bot.render.file_reading import PORTRAIT, read_file
from bot.render.portrait_files import LARGEST_KEPT, WIDEST, read
from bot.render.strange_pictures import LARGEST_BYTES, UnreadableFileError
from tests.render.test_map_files import picture

ORIENTATION, MAKER = 0x0112, 0x010F
LYING = 6  # turned a quarter to the right where it is shown


def kept(content: bytes) -> Image.Image:
    """The picture that is kept of a file."""
    return Image.open(io.BytesIO(read(content).picture))


def photo(wide: int, deep: int, **given: Any) -> bytes:
    """A picture full of detail, as a camera takes it."""
    file = io.BytesIO()
    Image.effect_noise((wide, deep), 100).convert("RGB").save(file, "JPEG", **given)
    return file.getvalue()


@pytest.mark.parametrize(
    ("kind", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "1"), ("JPEG", "L"), ("WEBP", "RGB")]
)
def test_any_picture_becomes_webp(kind: str, mode: str) -> None:
    found = kept(picture(60, 30, kind, mode))
    assert (found.format, found.size) == ("WEBP", (60, 30))
    assert found.mode == ("RGBA" if mode == "RGBA" else "RGB")


def test_a_large_one_is_kept_within_bounds() -> None:
    content = photo(4_032, 3_024, quality=60)
    assert len(content) < LARGEST_BYTES
    found = read(content).picture
    assert len(found) <= LARGEST_KEPT
    assert max(Image.open(io.BytesIO(found)).size) <= WIDEST[0]


def test_nothing_stays_of_what_a_camera_wrote_and_it_stands_upright() -> None:
    exif = Image.Exif()
    exif[ORIENTATION], exif[MAKER] = LYING, "Secret Camera"
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    content = photo(80, 40, exif=exif, icc_profile=profile, comment=b"home address")
    assert b"Secret Camera" in content
    found = kept(content)
    assert found.size == (40, 80)
    assert not found.getexif()
    assert not {"exif", "icc_profile", "comment", "xmp"} & {key for key, value in found.info.items() if value}
    assert b"Secret" not in read(content).picture


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"x" * (LARGEST_BYTES + 1), "8192 KiB, at most 8192"),
        (b"", "no PNG, JPEG or WebP"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "no PNG, JPEG or WebP"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "no PNG, JPEG or WebP"),
        (b"GIF89a" + bytes(40), "no PNG, JPEG or WebP"),
        (photo(400, 400)[:5_000], "broken"),
    ],
    ids=lambda each: "" if isinstance(each, bytes) else each,
)
def test_what_is_wrong_with_a_file_is_said(content: bytes, why: str) -> None:
    with pytest.raises(UnreadableFileError, match=why):
        read(content)


@pytest.mark.parametrize(
    ("wide", "deep", "why"), [(6_000, 5_000, "30 megapixels, at most 24"), (20_000, 10_000, "more than 24 megapixels")]
)
def test_a_picture_of_too_many_points_is_refused(wide: int, deep: int, why: str) -> None:
    with pytest.raises(UnreadableFileError, match=why):
        read(picture(wide, deep, "PNG", "1"))


async def test_a_child_process_reads_it() -> None:
    content = picture()
    assert await read_file(PORTRAIT, content) == read(content)
    with pytest.raises(RuleViolation, match="cannot be read as a portrait: its picture is no PNG") as refusal:
        await read_file(PORTRAIT, b"hello")
    assert "url" in refusal.value.remedy


async def test_a_child_that_dies_is_survived() -> None:
    with pytest.raises(RuleViolation, match="cannot be read as a portrait: reading it takes more memory or time"):
        await read_file(replace(PORTRAIT, module="bot.no_such_module"), picture())
