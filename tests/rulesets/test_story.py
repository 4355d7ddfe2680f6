"""What is told of random fights in every system: lines begin as sentences do, and sums add up as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain

import pytest

from bot.core.engine import story
from bot.core.events import Event
from bot.core.views import GM, PUBLIC, Viewer
from bot.core.wording import UNSEEN, Line, Mark, line
from bot.rulesets.eclipse.wounds import events as eclipse
from bot.rulesets.graydawn.suppression import events as graydawn
from bot.rulesets.reflex.kinds import BodyPart, Degree
from bot.rulesets.reflex.morale import events as reflex
from bot.rulesets.reflex.wounds.events import Wounded
from tests.rulesets.play import PLAYERS, Step, Table
from tests.rulesets.registry import KEYS, entry

SEEDS = range(6)
STEPS = 70
VIEWERS = (GM, PUBLIC, *map(Viewer, PLAYERS.values()))
REMARK = re.compile(r"\([^()]*\)")
CLAUSE = re.compile(r"[;:?!]|\.(?!\d)| against | or less| or more")
SUMMAND = re.compile(r"(?<![\w.])[−+]?\d+(?:\.\d+)?(?![\w.]*\w)")
TOTAL = re.compile(r"\s*(?:margin )?([−+]?\d+(?:\.\d+)?)")


def sums(words: Line) -> Iterator[tuple[str, float, float]]:
    """Each sum of a line as it is written: the words, what they add up to, and what stands behind the sign."""
    text = REMARK.sub("", words.text)
    for sign in re.finditer(r" = ", text):
        found = TOTAL.match(text, sign.end())
        if found is None:
            continue
        clause = CLAUSE.split(text[: sign.start()])[-1].rpartition(" = ")[2]
        numbers = [float(each.replace("−", "-")) for each in SUMMAND.findall(clause)]
        yield clause, sum(numbers), float(found[1].replace("−", "-"))


def steps(key: str) -> Iterator[tuple[Table, Step]]:
    """The steps of some random fights."""
    for seed in SEEDS:
        table = Table(entry(key), seed)
        table.open()
        while len(table.steps) < STEPS:
            table.step()
        yield from ((table, step) for step in table.steps)


@cache
def told(key: str) -> list[Line]:
    """What different people read of some random fights."""
    found = (
        story(table.ruleset, step.events, VIEWERS[at % len(VIEWERS)]) for at, (table, step) in enumerate(steps(key))
    )
    return [*chain.from_iterable(found)]


@pytest.fixture(params=KEYS)
def fights(request: pytest.FixtureRequest) -> list[Line]:
    """The lines of some random fights of each system, of which nothing is traced: the fixture of a module would be."""
    return told(request.param)


@pytest.mark.untraced
def test_no_line_begins_in_lower_case_but_with_a_name_that_somebody_typed(fights: list[Line]) -> None:
    begins = [(words.text, next(span for span in words.spans if span.text)) for words in fights]
    typed = [text for text, span in begins if span.mark is Mark.NAME and span.text != UNSEEN]
    assert [text for text, _ in begins if text[0].islower() and text not in typed] == []


@pytest.mark.untraced
def test_every_sum_adds_up_as_it_is_written(fights: list[Line]) -> None:
    found = [each for words in fights for each in sums(words)]
    assert [each for each in found if abs(each[1] - each[2]) > 0.001] == []


def test_what_does_not_add_up_is_seen() -> None:
    (right,) = sums(line("Rolled 4; fitness 9, wound −2 (3 boxes) = 7; 7 −4", depth=1))
    (wrong,) = sums(line("Light load 12, twice the margin +7 = 26", depth=1))
    assert (right[1], right[2], wrong[1], wrong[2]) == (7, 7, 19, 26)


@pytest.mark.untraced
def test_no_sentence_within_a_line_begins_in_lower_case(fights: list[Line]) -> None:
    assert [words.text for words in fights if re.search(r"\. [a-zäöü:;,]", words.text)] == []


CHANGES = [
    ("eclipse", eclipse.Stressed(actor="Ann", stress=3, traumas=1, total=5), "takes 3 stress, 1 trauma (5 in all)"),
    ("eclipse", eclipse.Stressed(actor="Ann", stress=3, traumas=0, total=5), "takes 3 stress (5 in all)"),
    ("graydawn", graydawn.Threatened(actor="Ann", value=-2), "finds the next suppression roll 2 easier"),
    ("reflex", reflex.Threatened(actor="Ann", kind="phobia", amount=2), "faces phobia (threat +2)"),
]


@pytest.mark.parametrize(("key", "event", "said"), CHANGES)
def test_what_became_of_somebody_is_said_behind_the_name(key: str, event: Event, said: str) -> None:
    change = entry(key).ruleset.story.changes[type(event)](event, GM)
    assert change is not None
    assert line(f"{change.verb} ", *change.told).text == said


@pytest.mark.parametrize(("thing", "end"), [(True, "destroyed"), (False, "dead")])
def test_a_thing_ends_otherwise_than_somebody(thing: bool, end: str) -> None:
    change = entry("eclipse").ruleset.story.changes[eclipse.Died](eclipse.Died(actor="Ann", thing=thing), GM)
    assert change is not None
    assert change.fate == end


def test_what_came_to_nothing_changes_nobody() -> None:
    changes = entry("reflex").ruleset.story.changes
    assert changes[reflex.Threatened](reflex.Threatened(actor="Ann", kind="phobia", amount=0), GM) is None
    unhurt = Wounded(actor="Ann", place=BodyPart.TORSO, degree=Degree.NONE, before=Degree.NONE, after=Degree.NONE)
    assert changes[Wounded](unhurt, GM) is None


def test_of_the_gms_people_players_read_only_where_they_are_hurt() -> None:
    hurt = Wounded(
        actor="Ann",
        place=BodyPart.TORSO,
        degree=Degree.SLIGHT,
        before=Degree.NONE,
        after=Degree.SLIGHT,
        guarded=("Ann",),
    )
    change = entry("reflex").ruleset.story.changes[Wounded](hurt, PUBLIC)
    assert change is not None
    assert line(f"{change.verb} ", *change.told).text == "is hurt in the torso"
