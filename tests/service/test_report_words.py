"""A report is told in lines that begin with a capital, and says once what is the same of several people."""

from __future__ import annotations

from bot.core.wording import UNSEEN, line, name, note
from bot.service.orders.report_words import report_lines
from bot.service.report_view import Dealing, FightReport, PersonReport


def _person(called: str, weapon: str, attacks: int = 0) -> PersonReport:
    status = line(name(called), ": ", note(weapon))
    return PersonReport(name=called, side="foes", player=False, status=status, attacks=attacks)


def _report(*people: PersonReport, dealings: tuple[Dealing, ...] = ()) -> list[str]:
    told = FightReport(
        number=1,
        title="",
        system="Toy",
        over=True,
        orders=1,
        began_at_ms=0,
        ended_at_ms=1,
        clock="",
        people=people,
        dealings=dealings,
    )
    return [each.text for each in report_lines(told)]


def test_people_of_whom_the_same_is_said_share_a_line() -> None:
    people = (_person("Guard 1", "rifle"), _person("Ann", "pistol"), _person("Guard 2", "rifle"))
    assert _report(*people)[1:] == ["Guard 1, Guard 2: rifle", "Ann: pistol"]


def test_who_is_unseen_begins_a_line_with_a_capital() -> None:
    told = _report(_person(UNSEEN, "rifle", attacks=1), dealings=(Dealing(UNSEEN, "Ann", 1, 0, 0),))
    assert [each for each in told if not each[0].isupper()] == []


def test_a_name_keeps_its_own_letters() -> None:
    assert _report(_person("bel ami", "rifle"))[1] == "bel ami: rifle"
