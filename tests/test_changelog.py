"""The changelog tells of each release once, the newest first, and the newest is the version that the bot says it is."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from pathlib import Path

from bot import __version__

PAGE = (Path(__file__).parent.parent / "CHANGELOG.md").read_text("utf-8")
HEADINGS = re.findall(r"(?m)^## (.+)$", PAGE)
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
RELEASE = re.compile(r"\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d{2}-\d{2})")


def releases() -> list[tuple[tuple[int, ...], date]]:
    """The versions with their dates, in the order in which they stand there."""
    found = [RELEASE.fullmatch(heading) for heading in HEADINGS if heading != "[Unreleased]"]
    assert all(found), HEADINGS
    return [(tuple(map(int, each.groups()[:3])), date.fromisoformat(each[4])) for each in found if each]


def test_the_newest_release_is_the_version() -> None:
    assert HEADINGS[0] == "[Unreleased]" or HEADINGS[0].startswith(f"[{__version__}] - ")
    assert ".".join(map(str, releases()[0][0])) == __version__


def test_releases_stand_the_newest_first_and_once() -> None:
    assert HEADINGS.count("[Unreleased]") <= 1
    for (newer, later), (older, earlier) in pairwise(releases()):
        assert newer > older
        assert later >= earlier


def test_each_section_says_something_of_a_known_kind() -> None:
    for section in re.split(r"(?m)^## .+\n", PAGE)[1:]:
        kinds = re.findall(r"(?m)^### (.+)$", section)
        assert kinds == [kind for kind in KINDS if kind in kinds]
        assert all(re.match(r"\n- ", text) for text in re.split(r"(?m)^### .+\n", section)[1:])
