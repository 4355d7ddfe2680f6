"""A report is told in lines that begin with a capital, and says once what is the same of several people."""

from __future__ import annotations

import msgspec

from bot.core.wording import UNSEEN, Mark, line, name, note
from bot.service.orders.report_words import report_lines
from bot.service.report_view import Dealing, FightReport, PersonReport


def _person(called: str, weapon: str, attacks: int = 0) -> PersonReport:
    status = line(name(called), ": ", note(weapon))
    return PersonReport(name=called, side="foes", player=False, status=status, attacks=attacks)


def _report(*people: PersonReport, dealings: tuple[Dealing, ...] = ()) -> list[str]:
    return [each.text for each in report_lines(_told(*people, dealings=dealings))]


def _told(*people: PersonReport, dealings: tuple[Dealing, ...] = ()) -> FightReport:
    return FightReport(
        number=1,
        title="",
        system="Toy",
        over=True,
        orders=1,
        began_at_ms=0,
        ended_at_ms=1,
        clock="",
        people=people,
        sides=("party", "foes"),
        dealings=dealings,
    )


def test_people_of_whom_the_same_is_said_share_a_line() -> None:
    people = (_person("Guard 1", "rifle"), _person("Ann", "pistol"), _person("Guard 2", "rifle"))
    assert _report(*people)[1:] == ["Guard 1, Guard 2: rifle", "Ann: pistol"]


def test_who_is_unseen_begins_a_line_with_a_capital() -> None:
    told = _report(_person(UNSEEN, "rifle", attacks=1), dealings=(Dealing(UNSEEN, "Ann", 1, 0, 0),))
    assert [each for each in told if not each[0].isupper()] == []


def test_a_name_keeps_its_own_letters() -> None:
    assert _report(_person("bel ami", "rifle"))[1] == "bel ami: rifle"


def test_the_side_of_whoever_did_something_is_marked_where_players_know_of_it() -> None:
    people = (
        _person("Ann", "pistol", attacks=1),
        msgspec.structs.replace(_person("Shade", "rifle", attacks=1), side="x"),
    )
    marks = [each.spans[0].mark for each in report_lines(_told(*people)) if "attack" in each.text]
    assert marks == [Mark.SECOND_SIDE, Mark.NAME]
