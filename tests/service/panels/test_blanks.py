"""What no menu can hold is typed into a form, and goes into the panel only where it fits there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import app
from bot.core import orders
from bot.service.requests import PANEL_FORM, Form, PanelState, PanelView, Reply, Verb
from tests.service.panels.test_panels import STRIKE, menu, said, shown
from tests.service.table import ANN, BOB, GM, Table, agreed, ask, refused

WAITING = PanelState(action="ready", actor="Ann")
HOSTILE = ("x" * 4000, "\u202e@everyone", "a\nb", "`;DROP`" * 40, "𝕏" * 120, "\x00")


@pytest.fixture
async def waiting(tmp_path: Path) -> AsyncIterator[Table]:
    """A fight in Endless Horizons, in which Ann, who may wait for something in her own words, is to act."""
    made = Table(tmp_path / "table.db", horizons=app.built("horizons"))
    agreed(await made.referee.campaign_setup(ask(), "horizons"))
    agreed(await made.referee.sheet_create(ask(ANN), "Ann", "soldier"))
    agreed(await made.referee.init_join(ask(ANN)))
    agreed(await made.referee.npc_add(ask(), "guard"))
    agreed(await made.referee.init_start(ask(), now=True))
    await made.turn_of("Ann")
    yield made
    await made.store.close()


def form(reply: Reply) -> Form:
    """The form of a reply."""
    assert reply.form is not None, reply
    return reply.form


def typing(panel: PanelView) -> list[str]:
    """The labels of the buttons of a panel that open a form."""
    return [each.label for each in panel.buttons if each.verb is Verb.FILL]


async def test_what_no_menu_holds_is_typed_into_a_form_and_then_ordered(waiting: Table) -> None:
    panel = shown(await waiting.referee.act(ask(ANN), None, "ready"))
    assert not panel.can
    assert typing(panel) == ["Type what"]
    assert "Tap Type what." in said(Reply(panel=panel))
    asked = form(await waiting.referee.panel_form(ask(ANN), panel.state))
    assert (asked.argument, [blank.key for blank in asked.blanks]) == (PANEL_FORM, ["what"])
    filled = await waiting.referee.panel_fill(ask(ANN), panel.state, {"what": "  the door opens "})
    after = shown(filled)
    assert filled.in_place
    assert (after.can, typing(after), after.state.chosen["what"]) == (True, [], "the door opens")
    agreed(await waiting.referee.panel_go(ask(ANN), after.state, after.go.once))
    given = orders.parsed(waiting.orders()[-1].payload)
    assert isinstance(given, orders.Act)
    assert given.inputs["what"] == "the door opens"


@pytest.mark.parametrize("typed", ["", "   ", *HOSTILE])
async def test_what_does_not_fit_is_refused_and_leaves_the_panel_as_it_was(waiting: Table, typed: str) -> None:
    panel, before = shown(await waiting.referee.panel(ask(ANN), WAITING)), len(waiting.orders())
    assert refused(await waiting.referee.panel_fill(ask(ANN), panel.state, {"what": typed}))
    assert shown(await waiting.referee.panel_step(ask(ANN), panel.state, ".more", ">0")).state.chosen == {}
    assert len(waiting.orders()) == before


@pytest.mark.parametrize("values", [{}, {"who": "x"}, {"target": "Guard 1"}, {"what": "rain", "who": "x"}])
async def test_a_form_with_other_blanks_than_it_had_is_refused(waiting: Table, values: dict[str, str]) -> None:
    assert "did not arrive whole" in refused(await waiting.referee.panel_fill(ask(ANN), WAITING, values))


async def test_nobody_else_fills_in_a_panel_and_none_for_what_is_the_gms(waiting: Table) -> None:
    assert "not yours" in refused(await waiting.referee.panel_form(ask(BOB), WAITING))
    assert "not yours" in refused(await waiting.referee.panel_fill(ask(BOB), WAITING, {"what": "rain"}))
    tell = PanelState(action="tell", actor="Ann")
    assert "Only a GM can use Tell" in refused(await waiting.referee.panel_fill(ask(ANN), tell, {"what": "rain"}))
    assert form(await waiting.referee.panel_step(ask(GM), tell, ".more", "=what")).blanks[0].key == "what"


async def test_whoever_is_gone_when_the_form_comes_in_is_told_so(waiting: Table) -> None:
    panel = shown(await waiting.referee.panel(ask(ANN), WAITING))
    agreed(await waiting.referee.init_remove(ask(), "Ann"))
    assert "Ann" in refused(await waiting.referee.panel_fill(ask(ANN), panel.state, {"what": "rain"}))


async def test_what_was_typed_before_somebody_else_acted_is_good_and_ordered_once(waiting: Table) -> None:
    panel = shown(await waiting.referee.panel(ask(ANN), WAITING))
    agreed(await waiting.referee.init_range(ask(), "Ann", "Guard", 12.0))
    after = shown(await waiting.referee.panel_fill(ask(ANN), panel.state, {"what": "rain"}))
    clicks = [waiting.referee.panel_go(ask(ANN), after.state, after.go.once) for _ in range(2)]
    assert sorted(reply.refusal for reply in await asyncio.gather(*clicks)) == [False, True]


async def test_two_hand_in_at_once_and_each_has_what_they_typed(waiting: Table) -> None:
    typed = ["rain", "snow"]
    replies = await asyncio.gather(*(waiting.referee.panel_fill(ask(ANN), WAITING, {"what": each}) for each in typed))
    assert [shown(each).state.chosen["what"] for each in replies] == typed


async def test_what_else_may_be_said_is_typed_too_and_taken_back_by_leaving_it_empty(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel = shown(await table.referee.panel(ask(ANN), PanelState(action="treat", actor="Axel")))
    assert "=item" in [choice.value for choice in menu(Reply(panel=panel), ".more").choices]
    asked = form(await table.referee.panel_step(ask(ANN), panel.state, ".more", "=item"))
    assert not asked.blanks[0].needed
    after = shown(await table.referee.panel_fill(ask(ANN), panel.state, {"item": "a scarf"}))
    assert after.state.chosen["item"] == "a scarf"
    again = form(await table.referee.panel_step(ask(ANN), after.state, "item", "+"))
    assert again.blanks[0].value == "a scarf"
    assert "item" not in shown(await table.referee.panel_fill(ask(ANN), after.state, {"item": " "})).state.chosen


async def test_a_number_between_those_of_the_menu_is_typed(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    panel = shown(await table.referee.panel(ask(ANN), PanelState(action="approach", actor="Axel")))
    assert menu(Reply(panel=panel), "to_m").choices[-1].value == "+"
    blank = form(await table.referee.panel_step(ask(ANN), panel.state, "to_m", "+")).blanks[0]
    assert (blank.label, blank.hint) == ("to (m)", "how near: 0 to 100")
    after = shown(await table.referee.panel_fill(ask(ANN), panel.state, {"to_m": "12.5"}))
    assert after.state.chosen["to_m"] == "12.5"
    for wrong in ("101", "-1", "nan", "near", "1" * 50):
        assert "to_m" in refused(await table.referee.panel_fill(ask(ANN), panel.state, {"to_m": wrong}))


async def test_only_what_can_be_typed_opens_a_form(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    assert "did not arrive whole" in refused(await table.referee.panel_step(ask(ANN), STRIKE, "target", "+"))
    assert "did not arrive whole" in refused(await table.referee.panel_step(ask(ANN), STRIKE, "bound", "+"))
    assert "Nothing is left" in refused(await table.referee.panel_form(ask(ANN), STRIKE))
    assert "did not arrive whole" in refused(await table.referee.click(ask(ANN), Verb.FILL, "", ""))
    assert "cry" in shown(await table.referee.panel_step(ask(ANN), STRIKE, ".more", "=cry")).state.shown
    assert form(await table.referee.panel_step(ask(ANN), STRIKE, "cry", "+")).blanks[0].key == "cry"
    long = await table.referee.panel_fill(ask(ANN), STRIKE, {"cry": "x" * 100})
    assert "too long for a panel" in refused(long)


async def test_nobody_hidden_is_found_out_by_typing(table: Table) -> None:
    await table.fight()
    await table.turn_of("Axel")
    tries = [await table.referee.panel_fill(ask(ANN), STRIKE, {"target": who}) for who in ("Lurker", "Nobody")]
    assert refused(tries[0]) == refused(tries[1])
