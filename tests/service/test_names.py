"""Nobody passes for somebody else in sight, nor for the bot's own words; and the hidden never decide over a name."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core import orders
from bot.core.apart import alike
from bot.core.errors import RuleViolation
from bot.core.narration import FOR_PEOPLE, HEADINGS
from bot.core.wording import UNSEEN, shown
from bot.service.case import PlayedScene
from bot.service.lookalikes import looks
from bot.service.names import clean_person, numbered, seen_like
from bot.service.orders.gm_only_answers import names_hidden
from bot.service.requests import Choosing
from bot.service.rows import SceneRow, SheetRow
from bot.service.systems import PlayableSystem
from tests.core.brawl import Yard, recruit
from tests.rulesets import toy
from tests.service.table import ANN, BOB, BRAWLER, TABLES, Table, agreed, ask, refused, words

GHOST = "Ghost"
ROW = SceneRow(id=1, guild_id=10, channel_id=100, ruleset="toy", ruleset_version=1)
SYSTEM = PlayableSystem(toy.create(TABLES))
TWINS = [GHOST, "ghost", "Gh\u043est", "Ghost.", "Gho\u0455t"]


@pytest.fixture
async def bare_table(tmp_path: Path) -> AsyncIterator[Table]:
    """A second table, at which nobody is hidden."""
    made = Table(tmp_path / "bare.db")
    yield made
    await made.store.close()


async def arrived(table: Table, name: str, user: int = ANN) -> str:
    """What somebody who joins with a sheet of that name is told."""
    agreed(await table.referee.sheet_create(ask(user), name, "thug"))
    return words(agreed(await table.referee.init_join(ask(user), name)))


@pytest.mark.parametrize(
    "word", [*FOR_PEOPLE, "The GM", "th\u0435 GM", "Someone Unseen.", "s\u043emeone unseen", "G\u041c"]
)
async def test_what_the_log_calls_people_is_nobodys_name(table: Table, word: str) -> None:
    assert "nobody's name" in refused(await table.referee.sheet_create(ask(ANN), word, "thug"))
    assert "nobody's name" in refused(await table.referee.sheet_import(ask(ANN), BRAWLER, word))
    assert "nobody's name" in refused(await table.referee.npc_add(ask(), "thug", name=word))
    await table.sheet(ANN, "Axel")
    assert "nobody's name" in refused(await table.referee.init_join(ask(ANN), "Axel", word[:20]))


@pytest.mark.parametrize("name", ["Smith, John", "Ann,", "Guard 1,2"])
async def test_a_name_that_would_part_a_list_of_names_is_made_nowhere(table: Table, name: str) -> None:
    await table.sheet(ANN, "Axel")
    referee = table.referee
    for reply in (
        await referee.sheet_create(ask(ANN), name, "thug"),
        await referee.sheet_import(ask(ANN), BRAWLER, name),
        await referee.npc_add(ask(), "thug", name=name),
        await referee.npc_add(ask(), "thug", name=name, hidden=True),
        await referee.init_join(ask(ANN), "Axel", name),
    ):
        assert "several names" in refused(reply)
        assert "Leave the comma out." in refused(reply)


async def test_a_sheet_of_before_with_a_comma_in_its_name_is_to_have_another(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    row = table.look(lambda unit: unit.sheets(10, ANN, "toy")[0])
    await table.store.write(lambda unit: unit.save_sheet(renamed(row, "Axel, Count")))
    told = refused(await table.referee.init_join(ask(ANN)))
    assert "several names" in told
    assert "/sheet edit path:name" in told


async def test_a_name_is_refused_for_its_length_or_for_what_stands_in_it(table: Table) -> None:
    assert "too long" in refused(await table.referee.npc_add(ask(), "thug", side="w" * 21))
    assert "does not work" in refused(await table.referee.npc_add(ask(), "thug", side="w@w"))
    assert "does not work" in refused(await table.referee.npc_add(ask(), "thug", side=" "))


@pytest.mark.parametrize("heading", HEADINGS)
def test_headings_and_numbers_of_orders_are_nobodys_name(heading: str) -> None:
    for name in (f"{heading} 3", f"{heading.title()} \uff13", heading.replace("o", "\u043e") + " 12"):
        with pytest.raises(RuleViolation, match="nobody's name"):
            clean_person(name)
    assert clean_person(f"{heading} three") == f"{heading} three"
    assert clean_person("Guard 3") == "Guard 3"


async def test_a_sheet_of_before_with_such_a_name_is_told_at_the_door(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    await table.store.write(lambda unit: unit.save_sheet(renamed(unit.sheets(10, ANN, "toy")[0], UNSEEN)))
    assert "nobody's name" in refused(await table.referee.init_join(ask(ANN)))


def renamed(row: SheetRow, name: str) -> SheetRow:
    return msgspec.structs.replace(row, name=name)


@pytest.mark.parametrize("twin", TWINS)
async def test_nobody_joins_who_looks_like_somebody_in_sight(table: Table, twin: str) -> None:
    await arrived(table, GHOST)
    agreed(await table.referee.sheet_create(ask(BOB), twin, "thug"))
    told = refused(await table.referee.init_join(ask(BOB), twin))
    assert GHOST in told or twin in told
    assert list(table.scene().combatants) == [GHOST]


async def test_combatants_of_the_gm_are_numbered_past_whoever_looks_like_them(table: Table) -> None:
    await arrived(table, "Thug l")
    agreed(await table.referee.npc_add(ask(), "thug", 2))
    assert list(table.scene().combatants) == ["Thug l", "Thug 2", "Thug 3"]
    agreed(await table.referee.npc_add(ask(), "thug", name="Thug \u0406"))
    assert list(table.scene().combatants)[-1] == "Thug \u0406 1"


@pytest.mark.parametrize("twin", TWINS)
async def test_whoever_looks_like_somebody_hidden_gets_the_name(table: Table, twin: str) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name=GHOST, hidden=True))
    told = await arrived(table, twin)
    assert list(table.scene().combatants) == ["Ghost (other)", twin]
    assert "(other)" not in told
    log = await table.referee.log_show(ask(ANN))
    assert "(other)" not in words(log)
    assert "Ghost is Ghost (other) from here on" in words(await table.referee.log_show(ask()))
    assert table.audit().problems == []


@pytest.mark.parametrize("twin", TWINS)
async def test_everything_reads_as_if_nobody_had_been_hidden(table: Table, bare_table: Table, twin: str) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name=GHOST, hidden=True))
    surfaces = []
    for each in (table, bare_table):
        told = [await arrived(each, "Axel", BOB), await arrived(each, twin)]
        offered = await each.referee.complete(ask(ANN), Choosing.TARGET, "")
        status, log = await each.referee.init_status(ask(ANN)), await each.referee.log_show(ask(ANN))
        events = (await each.referee.log_export(ask(ANN))).attachment
        assert events is not None
        names = twin.encode() in events.content, b"(other)" in events.content, b"#2" in events.content
        surfaces.append((told, offered, words(status), words(log), names))
    assert surfaces[0] == surfaces[1]


async def test_whoever_comes_into_sight_does_so_under_its_other_name(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name=GHOST, hidden=True))
    await arrived(table, GHOST)
    told = agreed(await table.referee.init_show(ask(), "Ghost (other)"))
    assert "Ghost (other) comes into sight" in words(told)
    seen = await table.referee.complete(ask(ANN), Choosing.TARGET, "")
    assert sorted(choice.value for choice in seen) == [GHOST, "Ghost (other)"]


async def test_the_gms_own_orders_say_nothing_in_the_channel_of_who_gave_way(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name=GHOST, hidden=True))
    added = agreed(await table.referee.npc_add(ask(), "thug", name=GHOST))
    assert list(table.scene().combatants) == ["Ghost (other)", GHOST]
    revealed = agreed(await table.referee.init_show(ask(), "Ghost (other)"))
    for reply, told in ((added, "Ghost joins (foes)."), (revealed, "Ghost (other) comes into sight.")):
        assert not reply.ephemeral
        assert [line.text for line in reply.lines] == [told]


@pytest.mark.parametrize(("other", "aside"), [(GHOST, True), ("Axel", False)])
def test_who_takes_another_name_to_come_into_sight_is_shown_to_the_gm_alone(other: str, aside: bool) -> None:
    yard = Yard()
    yard.do(msgspec.structs.replace(recruit(GHOST, hidden=True), looks=looks(GHOST)))
    yard.do(recruit(other, ANN))
    before, shown_as = PlayedScene(ROW, yard.scene, SYSTEM), orders.Show(actor=GHOST, apart=True)
    yard.do(shown_as)
    assert names_hidden(before, yard.scene, shown_as) is aside


async def test_undoing_the_entry_gives_the_hidden_their_name_back(table: Table) -> None:
    agreed(await table.referee.npc_add(ask(), "thug", name=GHOST, hidden=True))
    await arrived(table, GHOST)
    agreed(await table.referee.undo(ask(ANN)))
    assert list(table.scene().combatants) == [GHOST]
    assert table.audit().problems == []
    agreed(await table.referee.redo(ask(ANN)))
    assert list(table.scene().combatants) == ["Ghost (other)", GHOST]


async def test_a_fight_goes_on_with_somebody_renamed(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_show(ask(), "Thug", hidden=True))
    agreed(await table.referee.sheet_create(ask(BOB), "Thug", "thug"))
    agreed(await table.referee.init_join(ask(BOB), "Thug"))
    assert "Thug (other)" in table.scene().combatants
    await table.turn_of("Thug (other)")
    agreed(await table.referee.act(ask(), "Thug (other)", "rest"))
    assert table.audit().problems == []


class Gate:
    """A scene into which people come as the service lets them in."""

    def __init__(self) -> None:
        self.yard = Yard()

    def enter(self, name: str, how: str) -> None:
        """Come in, where that name is let in: as a player's, or as the GM's, in sight or hidden."""
        try:
            name = clean_person(name)
        except RuleViolation:
            return
        scene = self.yard.scene
        if how == "player" and seen_like(scene, name) is None:
            self._enlisted(name, owner=ANN)
        elif how == "gm":
            self._enlisted(numbered(scene, name, 1, alone=True)[0])
        elif how == "hidden":
            self._enlisted(name, hidden=True)

    def _enlisted(self, name: str, owner: int = 0, *, hidden: bool = False) -> None:
        self.yard.do(msgspec.structs.replace(recruit(name, owner, hidden=hidden), looks=looks(name)))

    def turn(self, number: int) -> None:
        """Reveal one of the GM's who is hidden, or hide one who is not."""
        known = [each for each in self.yard.scene.combatants.values() if each.guarded]
        if known:
            one = known[number % len(known)]
            self.yard.do(orders.Show(actor=one.actor, hidden=not one.hidden, apart=one.hidden))

    def in_sight(self) -> list[str]:
        return [shown(actor) for actor, each in self.yard.scene.combatants.items() if not each.hidden]


names = st.text(st.sampled_from("Ghost\u043e\u0455\u041d .'\u0301"), min_size=1, max_size=3)
steps = st.tuples(names, st.sampled_from(["player", "gm", "hidden"])) | st.integers(0, 9)


@given(st.lists(steps, max_size=14))
def test_two_in_sight_never_look_alike_whoever_comes_and_shows(history: list[tuple[str, str] | int]) -> None:
    gate = Gate()
    for step in history:
        if isinstance(step, int):
            gate.turn(step)
        else:
            gate.enter(*step)
        for one, other in itertools.combinations(gate.in_sight(), 2):
            assert not alike(looks(one), looks(other))
