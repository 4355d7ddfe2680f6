"""What the pages promise is there: every link leads somewhere, every make target exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bot/rulesets/*/*.md")])


def links(page: Path) -> list[str]:
    found = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    return [link.partition("#")[0] for link in found if not link.startswith(("http:", "https:", "#"))]


def targets() -> set[str]:
    return set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert [link for link in links(page) if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_make_target_exists(page: Path) -> None:
    promised = set(re.findall(r"`make ([a-z]+)|(?m:^)make ([a-z]+)", page.read_text(encoding="utf-8")))
    assert {name for pair in promised for name in pair if name} <= targets()


def test_the_targets_explain_themselves() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    explained = set(re.findall(r"(?m)^([a-z]+):.*## ", makefile))
    assert explained == targets()


def test_the_architecture_fits_on_a_page_of_numbered_decisions() -> None:
    lines = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()
    numbers = [int(line.partition(".")[0]) for line in lines if re.match(r"\d+\. ", line)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(lines) <= 80
