"""What the pages promise is there: links, make targets, slash commands, and sheets that can be imported."""

import re
import tomllib
from pathlib import Path

import pytest
from discord import app_commands

from bot import app
from bot.core.sheets import checked
from bot.storage.tables import METADATA
from cogs import ALL_COGS
from tests.service.table import Table, agreed, ask

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


def commands() -> set[str]:
    """Every slash command as it is typed, and every group's name alone."""
    found = [command for cog in ALL_COGS for command in cog.__cog_app_commands__]
    inner = [child for command in found if isinstance(command, app_commands.Group) for child in command.walk_commands()]
    return {f"/{command.qualified_name}" for command in [*found, *inner]}


@pytest.mark.parametrize(
    "page",
    [page for page in (*ROOT.glob("docs/*.md"), ROOT / "README.md") if page.name != "decisions.md"],
    ids=lambda page: page.name,
)
def test_every_command_named_exists(page: Path) -> None:
    typed = re.findall(r"`(/[a-z]+)(?: ([a-z]+)(?![:\w]))?", page.read_text(encoding="utf-8"))
    named = {f"{command} {sub}" if sub else command for command, sub in typed}
    assert named
    assert named <= commands()


def said(pattern: str) -> list[str]:
    """All that is shown of a kind in what people read."""
    pages = (*PAGES, *ROOT.glob("bot/handbooks/*.toml"))
    return [found for page in pages for found in re.findall(pattern, page.read_text(encoding="utf-8"))]


def test_every_action_and_what_is_said_of_one_is_there() -> None:
    actions = [each for key in app.SYSTEMS for each in app.built(key).ruleset.actions.values()]
    listed = [name for names in said(r"action:([a-z_]+(?:`, `[a-z_]+)*)") for name in names.split("`, `")]
    assert "explode" in listed
    assert {*listed} - {each.name for each in actions} == set()
    assert {*said(r"with:([a-z_]+)=")} - {item.key for each in actions for item in each.inputs} == set()


async def test_every_option_shown_can_be_set_where_nobody_chose_a_system(tmp_path: Path) -> None:
    table = Table(tmp_path / "table.db", reflex=app.built("reflex"))
    agreed(await table.referee.campaign_setup(ask(), "reflex"))
    shown = [each.partition(" value:") for each in said(r"/campaign options option:([a-z_.]+(?: value:[^`]+)?)")]
    assert ("weapons.musket", " value:", "like hunting_rifle") in shown
    for option, _, value in shown:
        agreed(await table.referee.campaign_options(ask(), option, value or None))
    agreed(await table.referee.campaign_options(ask(), "weapons.musket.damage"))
    await table.store.close()


def test_every_sheet_shown_can_be_imported() -> None:
    spec = app.house().systems["reflex"].ruleset.sheet
    shown = re.findall(r"(?s)```toml\n(.+?)```", (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8"))
    assert len(shown) == 2
    assert [problem for text in shown for problem in checked(spec, tomllib.loads(text))[1]] == []


def test_a_character_shown_keeps_to_its_points() -> None:
    system = app.house().systems["graydawn"]
    shown = re.findall(r"(?s)```toml\n(.+?)```", (ROOT / "docs" / "graydawn.md").read_text(encoding="utf-8"))
    assert shown
    for text in shown:
        sheet, problems = checked(system.ruleset.sheet, tomllib.loads(text))
        assert problems == ()
        assert system.builder is not None
        assert system.builder.check(sheet, None, {}) == ()


def test_every_field_of_a_sheet_is_explained() -> None:
    page = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")
    fields = app.house().systems["reflex"].ruleset.sheet.root.fields
    assert [field.key for field in fields if f"| `{field.key}` |" not in page] == []


def test_every_table_is_in_what_is_said_of_privacy() -> None:
    said = (ROOT / "docs" / "privacy.md").read_text(encoding="utf-8")
    rows = " ".join(row.split("|")[1] for row in said.splitlines() if row.startswith("| `"))
    assert set(re.findall(r"`([a-z_]+)`", rows)) == set(METADATA.tables)


def test_the_targets_explain_themselves() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    explained = set(re.findall(r"(?m)^([a-z]+):.*## ", makefile))
    assert explained == targets()


def numbered(page: Path) -> list[int]:
    """The numbers of the decisions on a page."""
    _, decisions = re.split(r"(?m)^# ?#? ?Decisions$", page.read_text(encoding="utf-8"))
    return [int(number) for number in re.findall(r"(?m)(?:^|\*\*)(\d+)(?=\. \*\*|\*\* )", decisions)]


def test_the_architecture_fits_on_a_page_and_counts_its_decisions_as_the_long_page_does() -> None:
    numbers = numbered(ROOT / "ARCHITECTURE.md")
    assert numbers == list(range(1, len(numbers) + 1))
    assert numbers == numbered(ROOT / "docs" / "decisions.md")
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").splitlines()) <= 75


def test_every_place_that_the_architecture_names_is_there() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:bot|cogs|tests|migrations|docs)/[\w/.]*)`", text))
    assert len(named) >= 20
    assert {path for path in named if not (ROOT / path).exists()} == set()


def named_files() -> list[tuple[list[str], str]]:
    """The folders of each row in the tables of rooms, with each file that the row names without its folder."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    features = re.split(r"(?m)^## ", text)[2]
    found = [(["bot/rulesets"], name) for name in re.findall(r"`([a-z_/]+)`", features)]
    rows = re.findall(r"(?m)^\| (`.+?`|- .*?) ?\| (.+) \|$", text)
    above = ""
    for first, said in rows:
        whole = re.findall(r"`((?:bot|cogs)/[\w/.]*)", first)
        above = (whole or [above])[-1]
        folders = whole or [f"{above}{name}" for name in re.findall(r"`(\w+/)`", first)] or [above]
        found += [(folders, name) for name in re.findall(r"`([a-z_]+)`", said)]
    return found


def test_every_file_that_a_row_of_the_architecture_names_is_in_its_folder() -> None:
    elsewhere = {"simcord", "try", "seen"}
    named = [(folders, name) for folders, name in named_files() if name not in elsewhere]
    assert len(named) >= 100
    assert [
        name for folders, name in named if not any([*(ROOT / each).rglob(f"{name.strip('/')}*")] for each in folders)
    ] == []


def test_the_architecture_names_every_room() -> None:
    """Each folder of the program, and each folder of the service, which is the largest."""
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = [
        path.parent for path in [*(ROOT / "bot").glob("*/__init__.py"), *(ROOT / "bot/service").glob("*/__init__.py")]
    ]
    assert [room.name for room in rooms if f"{room.name}/" not in text] == []
