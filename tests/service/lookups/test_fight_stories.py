"""A fight that is over is reported to each as far as they may read it, and its people can come back."""

from __future__ import annotations

import re

from bot.service.report_view import FightReport, PersonReport
from bot.service.requests import Reply, StoryForm, Verb
from tests.service.table import ANN, BOB, GM, OTHER_CHANNEL, Table, agreed, ask, refused, words


async def told(table: Table, user: int) -> FightReport:
    """The report as somebody gets it."""
    reply = agreed(await table.referee.log_report(ask(user)))
    assert reply.ephemeral
    assert reply.card is not None
    return reply.card


def person(report: FightReport, name: str) -> PersonReport:
    """What the report says of somebody."""
    (found,) = [each for each in report.people if each.name == name]
    return found


async def strike(table: Table, user: int, actor: str, target: str) -> None:
    """A strike, in the turn of whoever strikes."""
    await table.turn_of(actor)
    agreed(await table.referee.act(ask(user), actor, "strike", {"target": target}))


async def ended(table: Table) -> None:
    """A fight in which Ann strikes Bea, Lurker strikes Axel, and the GM puts an end to Bea and to it."""
    await table.fight()
    await strike(table, ANN, "Axel", "Bea")
    await strike(table, GM, "Lurker", "Axel")
    agreed(await table.referee.act(ask(GM), "Bea", "hurt", {"points": 6}))
    agreed(await table.referee.init_end(ask()))


async def test_it_says_who_did_what_to_whom_and_when_it_turned(table: Table) -> None:
    await ended(table)
    report = await told(table, ANN)
    assert (report.number, report.title, report.over) == (1, "Yard", True)
    assert person(report, "Axel").attacks == 1
    assert [(each.who, each.whom, each.attacks) for each in report.dealings if each.who == "Axel"] == [
        ("Axel", "Bea", 1)
    ]
    assert person(report, "Bea").down
    (turn,) = [each for each in report.turning_points if "Bea" in each.told.text]
    assert turn.told.text == "Bea goes down."
    assert turn.order


async def test_it_counts_the_orders_that_the_end_of_the_fight_counts_and_the_gms_apart(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "thug", name="Sneak", hidden=True))
    said = words(agreed(await table.referee.init_end(ask())))
    (counted,) = re.findall(r"(\d+ orders) were carried out", said)
    assert (await told(table, ANN)).ordered == counted
    assert f"{counted} and 1 for the GM alone in " in words(agreed(await table.referee.log_report(ask(GM))))
    assert "for the GM alone" not in words(agreed(await table.referee.log_report(ask(ANN))))


async def test_nobody_reads_of_the_hidden_but_the_gm(table: Table) -> None:
    await ended(table)
    reply = agreed(await table.referee.log_report(ask(ANN)))
    assert "Lurker" not in words(reply)
    assert "Lurker" not in str(reply.card)
    assert "Someone unseen" in words(reply)
    assert "Lurker" in words(agreed(await table.referee.log_report(ask(GM))))


async def test_luck_is_that_of_players_and_for_the_gm_everybodys(table: Table) -> None:
    await ended(table)
    mine, all_ = await told(table, ANN), await told(table, GM)
    axel = person(mine, "Axel").attack_luck
    assert axel is not None
    assert axel.fell == 1
    assert 0 < axel.expected < 1
    assert axel.succeeded == person(mine, "Axel").hits
    assert person(all_, "Lurker").attack_luck is not None
    assert [each.name for each in mine.people if each.attack_luck] == ["Axel"]


async def test_what_was_undone_is_not_counted(table: Table) -> None:
    await table.fight()
    await strike(table, ANN, "Axel", "Bea")
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.init_end(ask()))
    report = await told(table, BOB)
    assert person(report, "Axel").attacks == 0
    assert report.dealings == ()


async def test_of_a_fight_that_is_on_the_gm_alone_is_told(table: Table) -> None:
    await table.fight()
    assert "No fight is over" in refused(await table.referee.log_report(ask(ANN)))
    report = await told(table, GM)
    assert not report.over
    assert "so far" in words(agreed(await table.referee.log_report(ask())))
    agreed(await table.referee.init_end(ask()))
    agreed(await table.referee.init_start(ask(), "Again", now=True))
    assert (await told(table, ANN)).number == 1
    assert (await told(table, GM)).number == 2
    assert "Nothing has been played" in refused(await table.referee.log_report(ask(channel_id=OTHER_CHANNEL)))


async def test_the_end_of_a_fight_has_a_button_to_its_report(table: Table) -> None:
    await table.fight()
    reply = agreed(await table.referee.init_end(ask()))
    (button,) = [each for each in reply.buttons if each.verb is Verb.REPORT]
    shown = agreed(await table.referee.click(ask(ANN), button.verb, button.argument, button.once))
    assert shown.card is not None


async def test_the_log_ends_with_turning_points_and_luck(table: Table) -> None:
    await ended(table)
    said = "\n".join(line.text for parcel in await table.parcels() for line in parcel.lines)
    assert "Turning points" in said
    assert "to be expected" in said
    assert "Luck" in said


async def same_again(table: Table, user: int, reply: Reply | None = None) -> Reply:
    """Press *Same again* in a report."""
    shown = reply or agreed(await table.referee.log_report(ask(GM)))
    (button,) = [each for each in shown.buttons if each.verb is Verb.SAME_AGAIN]
    return await table.referee.click(ask(user), button.verb, button.argument, button.once)


async def test_the_gms_people_come_back_as_they_came(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.act(ask(GM), "Thug", "hurt", {"points": 3}))
    agreed(await table.referee.npc_add(ask(), "thug", name="Late"))
    agreed(await table.referee.init_end(ask()))
    shown = agreed(await table.referee.log_report(ask(GM)))
    agreed(await same_again(table, GM, shown))
    people = table.scene().combatants
    assert set(people) == {"Thug", "Lurker", "Late"}
    assert people["Lurker"].hidden
    assert not people["Thug"].hidden
    assert people["Thug"].state.hits == people["Late"].state.hits
    assert "nobody to bring back" in refused(await same_again(table, GM, shown))
    assert table.audit().problems == []


async def test_only_who_is_missing_comes_back(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    shown = agreed(await table.referee.log_report(ask(GM)))
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await same_again(table, GM, shown))
    assert set(table.scene().combatants) == {"Thug", "Lurker"}


async def test_who_reads_like_somebody_here_by_now_comes_back_under_another_name(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "thug", name="Boss"))
    agreed(await table.referee.init_end(ask()))
    shown = agreed(await table.referee.log_report(ask(GM)))
    for name in ("thug", "Boss", "LURKER"):
        await table.sheet(ANN, name)
        agreed(await table.referee.init_join(ask(ANN), name))
    agreed(await same_again(table, GM, shown))
    people = table.scene().combatants
    (hidden,) = (actor for actor, each in people.items() if each.hidden)
    assert set(people) == {"thug", "Boss", "LURKER", "Thug 1", "Boss 1", hidden}
    assert hidden.startswith("Lurker ")
    assert table.audit().problems == []


async def test_what_number_somebody_comes_back_with_does_not_hang_on_who_is_hidden(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.npc_add(ask(), "thug", name="Thug 1", hidden=True))
    agreed(await table.referee.init_end(ask()))
    shown = agreed(await table.referee.log_report(ask(GM)))
    await table.sheet(ANN, "thug")
    agreed(await table.referee.init_join(ask(ANN)))
    agreed(await same_again(table, GM, shown))
    seen = {actor for actor, each in table.scene().combatants.items() if not each.hidden}
    assert seen == {"thug", "Thug 1"}
    assert len(table.scene().combatants) == 4


async def test_somebody_hidden_keeps_nobody_away_of_whom_everybody_reads(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    shown = agreed(await table.referee.log_report(ask(GM)))
    agreed(await table.referee.npc_add(ask(), "thug", name="Thug", hidden=True))
    assert "Thug joins" in words(agreed(await same_again(table, GM, shown)))
    people = table.scene().combatants
    assert not people["Thug"].hidden
    assert sum(each.hidden for each in people.values()) == 2


async def test_players_bring_nobody_back(table: Table) -> None:
    await table.fight()
    agreed(await table.referee.init_end(ask()))
    assert "GM" in refused(await same_again(table, ANN))
    assert [each.verb for each in agreed(await table.referee.log_report(ask(ANN))).buttons] == []
    assert "not over" in refused(await table.referee.click(ask(), Verb.SAME_AGAIN, "99", ""))
    assert "not over" in refused(await table.referee.click(ask(), Verb.SAME_AGAIN, "0", ""))
    assert "other rule system" in refused(await table.referee.click(ask(), Verb.SAME_AGAIN, "1", ""))


async def test_a_story_has_every_order_that_its_reader_knows_of(table: Table) -> None:
    await ended(table)
    mine = agreed(await table.referee.log_export(ask(ANN), StoryForm.MARKDOWN)).story
    whole = agreed(await table.referee.log_export(ask(GM), StoryForm.HTML)).story
    assert mine is not None
    assert whole is not None
    assert "Lurker" not in str(mine)
    assert "Lurker" in str(whole)
    assert [entry.order for entry in mine.entries] == [str(at) for at, _ in enumerate(mine.entries, start=2)]


async def test_what_was_undone_is_in_the_story_struck_out(table: Table) -> None:
    await table.fight()
    await strike(table, ANN, "Axel", "Bea")
    agreed(await table.referee.undo(ask()))
    agreed(await table.referee.init_end(ask()))
    story = agreed(await table.referee.log_export(ask(ANN), StoryForm.MARKDOWN)).story
    assert story is not None
    struck = [entry for entry in story.entries if not entry.stands]
    assert ["strike" in entry.lines[0].text or "Axel" in entry.lines[0].text for entry in struck] == [True]


async def test_a_told_fight_has_no_pictures(table: Table) -> None:
    await ended(table)
    assert "no ground" in refused(await table.referee.log_export(ask(ANN), StoryForm.ANIMATION))
    story = agreed(await table.referee.log_export(ask(ANN), StoryForm.HTML)).story
    assert story is not None
    assert story.rounds == ()


async def test_a_fight_on_a_ground_has_a_picture_for_each_round(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.npc_add(ask(), "thug"))
    agreed(await table.referee.npc_add(ask(), "thug", name="Lurker", hidden=True))
    agreed(await table.referee.init_start(ask(), "Field", ground="open_field", now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    for _ in range(12):
        agreed(await table.referee.init_next(ask()))
    agreed(await table.referee.init_end(ask()))
    mine = agreed(await table.referee.log_export(ask(ANN), StoryForm.ANIMATION)).story
    whole = agreed(await table.referee.log_export(ask(GM), StoryForm.ANIMATION)).story
    assert mine is not None
    assert whole is not None
    clocks = [each.clock for each in whole.rounds]
    assert len(clocks) == len(set(clocks)) > 1
    assert {mark.name for mark in whole.rounds[-1].ground.marks} >= {"Axel", "Thug", "Lurker"}
    assert "Lurker" not in str(mine)


async def test_of_very_many_rounds_few_are_drawn(table: Table) -> None:
    await table.sheet(ANN, "Axel")
    agreed(await table.referee.init_start(ask(), "Field", ground="open_field", now=True))
    agreed(await table.referee.init_join(ask(ANN)))
    for _ in range(40):
        agreed(await table.referee.init_next(ask()))
    story = agreed(await table.referee.log_export(ask(GM), StoryForm.ANIMATION)).story
    assert story is not None
    assert len(story.rounds) == 24
