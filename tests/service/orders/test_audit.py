"""The audit agrees with an honest history, and names what was tampered with."""

from __future__ import annotations

import hashlib

import pytest

from bot.core.events import Event
from bot.service.orders import history
from bot.service.requests import Request, Verb
from bot.settings import Database
from bot.storage.unit import SqlUnit
from tests.service.table import ANN, Script, Table, agreed, ask, refused, words


async def played(table: Table) -> None:
    """A fight with blows, an undo and a new blow, and a second chapter."""
    await table.fight()
    for _ in range(4):
        actor = table.entitled()
        agreed(await table.referee.act(ask(), actor, "strike", {"target": "Bea" if actor != "Bea" else "Axel"}))
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.init_next(ask()))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.npc_add(ask(), "thug"))


def tampered(table: Table, sql: str) -> None:
    """Change the database behind the referee's back."""
    assert table.tamper(sql) > 0


async def test_an_honest_history_agrees(table: Table) -> None:
    await played(table)
    findings = table.audit()
    assert findings.problems == []
    assert findings.chapters == 3
    assert findings.orders == table.row().head


async def test_a_distance_that_discord_sends_as_a_whole_number_is_honest(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_range(ask(), "Axel", "Thug", 57))
    assert table.audit().problems == []


TAMPERING = {
    "a face": (
        (
            "update events set payload = replace(payload, '\"faces\":[', '\"faces\":[1,') "
            "where seq = (select max(seq) from events where type = 'toy.struck')"
        ),
        "dice of strike",
    ),
    "a damage": (
        "update events set payload = replace(payload, '\"haste\":', '\"haste\":1') where type = 'toy.hastened'",
        "something else",
    ),
    "the secret": ("update chapters set public_secret = gm_secret where number = 2", "should be"),
    "an order": (
        (
            "update orders set payload = cast(replace(payload, 'strike', 'pounce') as blob) "
            "where ordinal = (select max(ordinal) from events where type = 'toy.struck')"
        ),
        "refuse",
    ),
    "a lost event": ("delete from events where seq = (select max(seq) from events where type = 'toy.struck')", "anew"),
    "the state": ("update scenes set state = (select checkpoint from chapters where number = 2)", "kept state"),
    "a combatant": ("delete from combatants", "kept state"),
}


@pytest.mark.parametrize("what", TAMPERING)
async def test_tampering_is_named(table: Table, what: str) -> None:
    await played(table)
    sql, expected = TAMPERING[what]
    tampered(table, sql)
    problems = " ".join(words for _, words in table.audit().problems)
    assert expected in problems


async def test_players_are_told_that_it_agrees_and_gms_how_much_was_checked(table: Table) -> None:
    await played(table)
    assert "agrees" in words(agreed(await table.referee.log_verify(ask(ANN))))
    assert "faces in" in words(agreed(await table.referee.log_verify(ask())))


def digest(text: str | bytes) -> str:
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


async def proofs(table: Table, by: Request) -> str:
    """What is behind the button of the line that promises the dice."""
    sealed = next(parcel for parcel in await table.parcels() if parcel.kind == "secret")
    (button,) = sealed.buttons
    return words(agreed(await table.referee.click(by, button.verb, button.argument, button.once)))


async def test_dice_are_sealed_in_one_line_and_what_was_sealed_is_behind_its_button(table: Table) -> None:
    await table.fight()
    chapter = table.look(lambda unit: unit.chapter(table.row().id, 2))
    public, gm = digest(chapter.public_secret), digest(chapter.gm_secret)
    (sealed,) = [parcel for parcel in await table.parcels() if parcel.kind == "secret"]
    assert [line.text for line in sealed.lines] == [f"Dice sealed: {digest(f'{public} {gm}')}"]
    for shown in (await proofs(table, ask(ANN)), words(agreed(await table.referee.log_verify(ask(ANN))))):
        assert public in shown
        assert gm in shown
        assert chapter.public_secret.hex() not in shown


async def test_the_secret_is_shown_once_the_chapter_has_closed_and_never_posted(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    chapter = table.look(lambda unit: unit.chapter(table.row().id, 2))
    for shown in (await proofs(table, ask(ANN)), words(agreed(await table.referee.log_verify(ask(ANN))))):
        assert chapter.public_secret.hex() in shown
        assert chapter.gm_secret.hex() not in shown
    said = " ".join(line.text for parcel in await table.parcels() for line in parcel.lines)
    assert chapter.public_secret.hex() not in said
    agreed(await table.referee.log_reveal(ask()))
    assert chapter.gm_secret.hex() in await proofs(table, ask(ANN))
    assert "the GM's lie open too" in " ".join(line.text for each in await table.parcels() for line in each.lines)


@pytest.mark.parametrize("number", ["0", "99"])
async def test_a_button_of_another_channel_proves_nothing(table: Table, number: str) -> None:
    await table.fight()
    assert "not of this channel" in refused(await table.referee.click(ask(ANN), Verb.PROOF, number, ""))


async def test_chapters_of_before_are_promised_and_shown_as_they_were(table: Table) -> None:
    await table.fight()
    table.tamper("update chapters set scheme = 2")
    agreed(await table.referee.init_end(ask()))
    chapter = table.look(lambda unit: unit.chapter(table.row().id, 2))
    opened, closed, sealed = [parcel for parcel in await table.parcels() if parcel.kind == "secret"]
    assert [len(opened.lines), len(closed.lines), len(sealed.lines)] == [3, 2, 1]
    assert chapter.public_secret.hex() in closed.lines[0].text
    assert opened.buttons == closed.buttons == ()


async def test_the_gm_may_reveal_the_rest_once_it_is_over(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    assert "GM" in refused(await table.referee.log_reveal(ask(ANN)))
    chapter = table.look(lambda unit: unit.chapter(table.row().id, 2))
    assert chapter.gm_secret.hex() in words(agreed(await table.referee.log_reveal(ask())))
    assert "no secret" in refused(await table.referee.log_reveal(ask()))


async def test_scripted_dice_cannot_be_verified(database: Database) -> None:
    table = Table(database, Script(3, 4))
    agreed(await table.referee.roll(ask(), "2d6"))
    agreed(await table.referee.npc_add(ask(), "thug"))
    assert "scripted" in refused(await table.referee.log_verify(ask()))
    await table.store.close()


@pytest.mark.parametrize("stretch", [1, 2, 3])
async def test_a_long_chapter_is_read_piece_by_piece(
    table: Table, monkeypatch: pytest.MonkeyPatch, stretch: int
) -> None:
    monkeypatch.setattr(history, "STRETCH", stretch)
    spans = list[int]()
    read = SqlUnit.events

    def watched(unit: SqlUnit, scene_id: int, first: int, last: int, ruleset: str) -> dict[int, list[Event]]:
        spans.append(last - first + 1)
        return read(unit, scene_id, first, last, ruleset)

    await played(table)
    monkeypatch.setattr(SqlUnit, "events", watched)
    assert table.audit().problems == []
    agreed(await table.referee.undo(ask()))
    assert max(spans) <= stretch
    assert table.audit().problems == []
    tampered(table, TAMPERING["a lost event"][0])
    assert any(TAMPERING["a lost event"][1] in what for _, what in table.audit().problems)
