"""Sheets from outside: whatever the file holds, the answer says what is wrong, quickly, and nothing changes."""

from __future__ import annotations

import json

import pytest

from tests.service.table import ANN, BOB, Table, agreed, ask, refused, words

HOSTILE = {
    "too large": (b" " * 300_000, "bytes"),
    "empty": (b"   ", "empty"),
    "no text": (b"{\xff\xfe}", "UTF-8"),
    "a zero byte": (b'{"skill": 1}\0', "no text"),
    "deep lists": (b'{"tricks": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested"),
    "rather deep": (b'{"tricks": ' + b"[" * 40 + b"]" * 40 + b"}", "nested"),
    "deep TOML": (b"a = " + b"[" * 8_000, "nested"),
    "a dotted key": (b"a." * 40 + b"a = 1", "nested"),
    "a huge number": (b'{"skill": ' + b"9" * 200_000 + b"}", "too large"),
    "a huge TOML number": (b"skill = " + b"9" * 200_000, "TOML"),
    "a large TOML number": (b"skill = " + b"12345" * 9, "12345123451234512345... is too large"),
    "a huge hexadecimal": (b"skill = 0x" + b"f" * 200_000, "too large"),
    "a huge fraction": (b'{"skill": 1e999}', "too large"),
    "NaN": (b'{"skill": NaN}', "no number"),
    "TOML NaN": (b"skill = nan", "no number"),
    "infinity": (b'{"skill": -Infinity}', "no number"),
    "twins": (b'{"skill": 1, "skill": 2}', "twice"),
    "many twins": (b"{" + b",".join(b'"k%d":1' % (n // 2) for n in range(20_000)) + b"}", "twice"),
    "TOML twins": (b"skill = 1\nskill = 2", "TOML"),
    "many unknown": (b"{" + b",".join(b'"k%d":1' % n for n in range(20_000)) + b"}", "too many"),
    "no JSON": (b'{"skill": }', "no JSON"),
    "a list": (b"[1, 2]", "table"),
    "quotes": (b'"\\"' * 60_000, "TOML"),
    "half a surrogate": (b'{"skill": 12, "motto": "\\ud800"}', "motto"),
    "half a surrogate in a name": (b'{"skill": 12, "\\ud800": "x"}', "no text"),
    "half a surrogate in a skill": (b'{"skill": 12, "training": {"\\udfff": 1}}', "no text"),
    "control characters": (b'{"skill": 12, "motto": "a\\u0007b"}', "motto"),
}


@pytest.mark.parametrize("case", HOSTILE)
async def test_hostile_files_are_refused_in_words(table: Table, case: str) -> None:
    content, expected = HOSTILE[case]
    refusal = refused(await table.referee.sheet_import(ask(ANN), content, "Axel"))
    assert expected in refusal
    assert len(refusal) < 2_000
    assert "no sheet" in refused(await table.referee.sheet_show(ask(ANN)))


async def test_problems_name_path_value_and_what_is_allowed(table: Table) -> None:
    content = b'{"skill": 99, "weapon": "bazooka", "speed": 3, "tricks": ["keen", 5]}'
    refusal = refused(await table.referee.sheet_import(ask(ANN), content, "Axel"))
    for expected in ("skill: 99", "from 1 to 18", "weapon: 'bazooka'", "one of", "speed: unknown", "tricks.1"):
        assert expected in refusal


async def test_at_most_ten_problems_are_named(table: Table) -> None:
    content = json.dumps({"skill": 5, **{f"x{n}": n for n in range(50)}}).encode()
    refusal = refused(await table.referee.sheet_import(ask(ANN), content, "Axel"))
    assert refusal.count("unknown") == 10


UNSEEN_LETTERS = ["\u3164", "Ann\u3164", "\u0301", "Z" + "\u0327\u0301\u0302\u0303" * 5]
MORE_THAN_NAMES = ["x" * 10_000, "@everyone", "<@1>", "**bold**", "a\nb#2", "", "`code`", "\u202egnp"]


@pytest.mark.parametrize("name", [*MORE_THAN_NAMES, *UNSEEN_LETTERS])
async def test_names_that_are_more_than_names_are_refused(table: Table, name: str) -> None:
    refused(await table.referee.sheet_import(ask(ANN), b'{"skill": 12}', name))
    refused(await table.referee.sheet_create(ask(ANN), name, "thug"))
    assert "no sheet" in refused(await table.referee.sheet_show(ask(ANN)))


@pytest.mark.parametrize("name", ["हिन्दी", "ที่รัก", "Zoë", "Lê Dũng", "Ann \N{FIRE}"])
async def test_names_may_be_in_any_script(table: Table, name: str) -> None:
    assert name in words(agreed(await table.referee.sheet_create(ask(ANN), name, "thug")))


async def test_one_name_is_one_sheet_however_its_letters_are_composed(table: Table) -> None:
    await table.sheet(ANN, "Zoe\u0308")
    assert "called Zo\xeb" in refused(await table.referee.sheet_create(ask(ANN), "Zo\xeb", "thug"))


async def test_making_a_sheet_never_replaces_one(table: Table) -> None:
    await table.sheet(ANN, "Axel", b'{"skill": 7}')
    assert "called Axel" in refused(await table.referee.sheet_create(ask(ANN), "axel", "thug"))
    (row,) = table.look(lambda unit: unit.sheets(10, ANN, "toy"))
    assert (row.name, row.sheet["skill"]) == ("Axel", 7)


async def test_toml_may_begin_with_a_table(table: Table) -> None:
    refusal = refused(await table.referee.sheet_import(ask(ANN), b"[training]\nclub = 2", "Axel"))
    assert "skill: missing" in refusal
    for header in (b'["training"]', b"['training']", b'[ "training" . "of" ] # mine', b'[["training"]]'):
        refusal = refused(await table.referee.sheet_import(ask(ANN), header + b"\nclub = 2", "Axel"))
        assert "skill: missing" in refusal
    for listed in (b'["training", 2', b'[["training"],\n2'):
        assert "no JSON" in refused(await table.referee.sheet_import(ask(ANN), listed, "Axel"))
    agreed(await table.referee.sheet_import(ask(ANN), b"# mine\n\nskill = 12\n[training]\nclub = 2", "Axel"))


@pytest.mark.parametrize(
    "pasted",
    [
        '```json\n{"skill": 12}\n```',
        '```{"skill": 12}```',
        "```toml\nskill = 12\n```",
        "```TOML skill = 12 ```",
        "```\nskill = 12\n```\n",
    ],
)
async def test_a_sheet_may_be_pasted_with_the_block_of_code_that_it_was_in(table: Table, pasted: str) -> None:
    assert "Axel is ready" in words(agreed(await table.referee.sheet_import(ask(ANN), pasted.encode(), "Axel")))


@pytest.mark.parametrize(
    ("pasted", "why"),
    [
        ("```", "no TOML"),
        ("``````", "skill: missing"),
        ("```json```", "skill: missing"),
        ("```skill = 12", "no TOML"),
        ("```jsonskill = 12```", "skill: missing"),
    ],
)
async def test_a_block_of_code_without_a_sheet_is_refused(table: Table, pasted: str, why: str) -> None:
    assert why in refused(await table.referee.sheet_import(ask(ANN), pasted.encode(), "Axel"))


async def test_toml_is_read_as_json_is(table: Table) -> None:
    agreed(await table.referee.sheet_import(ask(ANN), b'skill = 12\ntricks = ["keen"]', "Axel"))
    agreed(await table.referee.sheet_import(ask(BOB), b'{"skill": 12, "tricks": ["keen"]}', "Axel"))
    files = [(await table.referee.sheet_export(ask(user))).attachment for user in (ANN, BOB)]
    assert files[0] == files[1]
    assert files[0] is not None


async def test_what_is_exported_can_be_imported(table: Table) -> None:
    await table.sheet(ANN, "Axel", b'{"skill": 7, "training": {"club": 3}}')
    exported = (await table.referee.sheet_export(ask(ANN))).attachment
    assert exported is not None
    agreed(await table.referee.sheet_import(ask(BOB), exported.content, "Axel"))
    assert json.loads(exported.content)["training"] == {"club": 3}


async def test_an_import_replaces_the_sheet_of_that_name(table: Table) -> None:
    await table.sheet(ANN, "Axel", b'{"skill": 7}')
    await table.sheet(ANN, "axel", b'{"skill": 8}')
    rows = table.look(lambda unit: unit.sheets(10, ANN, "toy"))
    assert [(row.name, row.sheet["skill"], row.active) for row in rows] == [("axel", 8, True)]


async def test_edits_are_checked_like_imports(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.sheet_edit(ask(ANN), "skill", "15"))
    agreed(await table.referee.sheet_edit(ask(ANN), "training.club", "2"))
    agreed(await table.referee.sheet_edit(ask(ANN), "tricks", '["keen"]'))
    assert "from 1 to 18" in refused(await table.referee.sheet_edit(ask(ANN), "skill", "99"))
    assert "no place" in refused(await table.referee.sheet_edit(ask(ANN), "speed", "1"))
    assert "nothing at" in refused(await table.referee.sheet_edit(ask(ANN), "tricks.7", "keen"))
    agreed(await table.referee.sheet_edit(ask(ANN), "tricks.0", "-"))
    (row,) = table.look(lambda unit: unit.sheets(10, ANN, "toy"))
    assert row.sheet["skill"] == 15
    assert row.sheet["training"] == {"club": 2}
    assert row.sheet["tricks"] == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("skill", "--5"),
        ("skill", "+"),
        ("skill", "9" * 6000),
        ("tricks." + "1" * 5000, "keen"),
        ("tricks", "keen"),
        ("training", "[" * 5000),
        ("training", "\ud800"),
        ("training.club.x", "1"),
        ("", ""),
        ("name", "-"),
        ("name", " "),
        ("name", '""'),
        ("name", "\ud800"),
    ],
)
async def test_a_hostile_edit_changes_nothing(table: Table, path: str, value: str) -> None:
    await table.sheet(ANN, "Axel")
    before = table.look(lambda unit: unit.sheets(10, ANN, "toy"))
    refused(await table.referee.sheet_edit(ask(ANN), path, value))
    assert table.look(lambda unit: unit.sheets(10, ANN, "toy")) == before


async def test_an_edit_of_an_enlisted_sheet_is_an_order(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.sheet_edit(ask(), "skill", "3", "Axel"))
    assert table.scene().combatants["Axel"].state.skill == 3
    assert b"edit_sheet" in table.orders()[-1].payload
    agreed(await table.referee.undo(ask()))
    (row,) = table.look(lambda unit: unit.sheets(10, ANN, "toy"))
    assert row.sheet["skill"] == 12


async def test_a_sheet_in_a_fight_is_not_replaced_given_away_or_deleted(table: Table) -> None:
    await table.fight()
    for reply in (
        await table.referee.sheet_import(ask(ANN), b'{"skill": 18}', "Axel"),
        await table.referee.sheet_delete(ask(ANN), "Axel"),
        await table.referee.sheet_transfer(ask(ANN), "Axel", BOB, "Bob"),
    ):
        assert "in a fight" in refused(reply)


async def test_sheets_are_handed_on_chosen_and_deleted(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    await table.sheet(ANN, "Alma")
    agreed(await table.referee.sheet_use(ask(ANN), "axel"))
    await table.hand_on(ANN, "Alma", BOB)
    assert "Alma" not in words(agreed(await table.referee.sheet_show(ask(ANN))))
    agreed(await table.referee.sheet_delete(ask(BOB), "Alma"))
    assert "no sheet" in refused(await table.referee.sheet_show(ask(BOB)))
