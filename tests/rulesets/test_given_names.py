"""Wherever people name something, on a sheet or in an order, of any system: nothing but words, and not too many."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.core.errors import RuleViolation
from bot.core.legible import MARKS_OF_PEOPLE, MARKUP, is_plain
from bot.core.options import FieldKind, Input, Kind, SheetField, SheetSpec, parse
from bot.core.sheets import checked
from bot.core.wording import Line, Mark, Span
from bot.render.markdown import line_text
from tests.rulesets.registry import KEYS, entry

LONGEST = 100
HOSTILE = [
    *("**bold**", "a**\nb", "x\n#12 Bob dies.", "#12 Bob dies", "a #3 b", "<@1>", "@everyone", "`x`", "||x||", "~~x~~"),
    *("\u202egnp", "a\u2028b", "a\u200bb", "\ud800", "x\0", "\u3164", "Z" + "\u0327\u0301\u0302\u0303" * 5, "\\"),
]


def texts_of(field: SheetField, path: str = "") -> Iterator[tuple[str, SheetField]]:
    """Every place of a sheet where people write what they like."""
    here = f"{path}.{field.key}"
    if field.kind is FieldKind.TEXT or (field.kind is FieldKind.MAP and not field.choices):
        yield here, field
    for child in (*field.fields, *((field.item,) if field.item else ())):
        yield from texts_of(child, here)


FIELDS = [(key, *each) for key in KEYS for each in texts_of(entry(key).ruleset.sheet.root)]
INPUTS = {
    (key, item.key, item): spec
    for key in KEYS
    for spec in entry(key).ruleset.actions.values()
    for item in spec.inputs
    if item.open_ended or (item.kind is Kind.TEXT and not item.asks_scene)
}


def written(field: SheetField, text: str) -> tuple[object, bool]:
    """What is kept of a text in a field of a sheet, and whether there is anything wrong with it."""
    value: object = {text: None} if field.kind is FieldKind.MAP else text
    sheet, problems = checked(SheetSpec(SheetField("", FieldKind.RECORD, fields=(field,))), {field.key: value})
    wrong = [problem for problem in problems if str(problem).startswith(f"{field.key}.{text[:40]}: {text!r}"[:60])]
    return sheet.get(field.key), bool(wrong) if field.kind is FieldKind.MAP else bool(problems)


@pytest.mark.parametrize(("key", "path", "field"), FIELDS, ids=[f"{key}{path}" for key, path, _ in FIELDS])
def test_a_sheet_takes_nothing_but_words_of_bounded_length(key: str, path: str, field: SheetField) -> None:
    assert field.longest <= LONGEST
    for text in (*HOSTILE, "x" * (field.longest + 1)):
        _, wrong = written(field, text)
        assert wrong, text
    if field.kind is FieldKind.TEXT:
        assert written(field, "Rifle#2") == ("Rifle#2", False)


@pytest.mark.parametrize(("key", "name", "item"), INPUTS, ids=[f"{key}.{name}" for key, name, _ in INPUTS])
def test_an_order_takes_nothing_but_words_of_bounded_length(key: str, name: str, item: Input) -> None:
    longest = LONGEST if item.kind is Kind.CHOICE else item.longest
    assert longest <= (500 if item.lists else 200)
    spec = INPUTS[key, name, item]
    others = {each.key: "1" for each in spec.inputs if each.required and each is not item}
    for text in (*HOSTILE, "x" * (longest + 1)):
        if item.lists and MARKS_OF_PEOPLE.intersection(text) and is_plain(text, MARKS_OF_PEOPLE):
            continue
        with pytest.raises(RuleViolation, match=f"^{item.key} |does not fit {item.key}|^'"):
            parse(spec, {**others, item.key: text})


@given(st.text(max_size=30))
@example("%")
def test_no_text_that_is_taken_forges_a_line_or_closes_markup(text: str) -> None:
    if not is_plain(text):
        return
    shown = line_text(Line((Span("Ann", Mark.NAME), Span(" fires "), Span(text, Mark.NAME), Span(" at Bob."))))
    assert shown.startswith("**Ann** fires ")
    assert shown.endswith(" at Bob.")
    assert "\n" not in shown
    assert shown.count("**") in (2, 4)
    assert not MARKUP.difference("#*\\").intersection(shown)
