"""TOML from outside: what would be long to parse is refused before it is, and what people write is read as ever."""

from __future__ import annotations

import sys
import tomllib
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.core.errors import RuleViolation
from bot.service.sheets.sheet_files import MOST_NESTED, read_sheet
from bot.service.sheets.toml_bounds import LONGEST_WORD, MOST_BYTES, MOST_DOTS, MOST_THINGS, check_toml

DEEP = ".".join("abcdefghijklmnop")

HOSTILE = {
    "long": ("a = 1\n#" + "x" * MOST_BYTES, "too large"),
    "long in bytes": ('a = "' + "\N{FIRE}" * (MOST_BYTES // 4) + '"', "too large"),
    "an array": ("a = [" + "1," * MOST_THINGS + "]", "too many"),
    "empty arrays": ("a = [" + "[]," * MOST_THINGS + "]", "too many"),
    "inline tables": ("a = [" + "{}," * MOST_THINGS + "]", "too many"),
    "headers": ("[a]\n" * MOST_THINGS, "too many"),
    "dotted headers": (f"[{DEEP}]\n" * 200, "too many"),
    "keys": ("a=1\n" * MOST_THINGS, "too many"),
    "comments": ("a=1" + "\n#" * MOST_THINGS, "too many"),
    "escapes": ('a = "' + "\\n" * (MOST_THINGS + 1) + '"', "too many"),
    "escapes by number": ('a = "' + "\\u0041" * (MOST_THINGS + 1) + '"', "too many"),
    "a long number": ("a = " + "9" * (LONGEST_WORD + 1), "too large"),
    "a long number in parts": ("a = 1" + "_1" * LONGEST_WORD, "too large"),
    "a long key": ("k" * (LONGEST_WORD + 1) + " = 1", "too large"),
    "a deep key": (".".join("a" * (MOST_DOTS + 2)) + " = 1", "nested"),
    "a deep quoted key": (".".join(['"a"'] * (MOST_DOTS + 2)) + " = 1", "nested"),
    "lines": ('a = """x\ny"""', "several lines"),
    "literal lines": ("a = '''x\ny'''", "several lines"),
    "nested arrays": ("a = " + "[" * 1_000, "nested"),
    "nested tables": ("a = " + "{a=" * 1_000, "nested"),
    "open quotes": ('"\\"' * 4_000, "That is no TOML"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_what_no_sheet_has_is_refused_in_words(case: str) -> None:
    text, expected = HOSTILE[case]
    with pytest.raises(RuleViolation) as caught:
        read_sheet(text.encode())
    assert expected in caught.value.message


READ = {
    "dots in words": 'a = "' + "..., " * 2_000 + '"',
    "dots in a comment": "a = 1  # " + "." * 5_000,
    "a hash in words": "a = \"say '#1', # = [ {\"\nb = '\"'",
    "escaped quotes": 'a = "\\"=\\"" # "\nb = [1, 2]',
    "marks of several lines in words": """a = 'say \"\"\"'\nb = "say '''"\n# say \"\"\" or '''\n""",
    "a long word in quotes": f'a = "{"x" * 5_000}"',
    "a deep key": ".".join("a" * (MOST_DOTS + 1)) + " = 1",
    "fractions": "a = [" + "0.5, " * MOST_DOTS + "]",
}


@pytest.mark.parametrize("case", READ)
def test_what_stands_in_quotes_or_comments_does_not_count(case: str) -> None:
    assert read_sheet(READ[case].encode()) == tomllib.loads(READ[case])


keys = st.text("abc-_09", min_size=1, max_size=8)
texts = st.text(st.characters(exclude_categories=["C"]), max_size=20).map(lambda text: text.replace("'", ""))
values = st.integers(-(10**12), 10**12).map(str) | st.booleans().map(lambda flag: str(flag).lower())
quoted = texts.map(lambda text: f"'{text}'")


@given(st.dictionaries(keys, st.dictionaries(keys, values | quoted, max_size=5), max_size=8))
def test_small_files_are_never_refused(tables: dict[str, dict[str, str]]) -> None:
    text = "".join(
        f"[{name}]\n" + "".join(f"{key} = {value}  # so [it] is = 1.2\n" for key, value in table.items())
        for name, table in tables.items()
    )
    check_toml(text)


def most(piece: str, lead: str = "", tail: str = "") -> str:
    """As much of a piece as is let through, each with its number."""
    low, high = 0, MOST_THINGS
    while low < high:
        count = (low + high + 1) // 2
        text = lead + "".join(piece.replace("@", str(n)) for n in range(count)) + tail
        try:
            check_toml(text)
            low = count
        except RuleViolation:
            high = count - 1
    return lead + "".join(piece.replace("@", str(n)) for n in range(low)) + tail


COSTLY = {
    "headers": ("[k@]\n",),
    "deep headers": (f"[k@.{DEEP}]\n",),
    "deep keys": (f"k@.{DEEP} = 1\n",),
    "keys": ("[k@]\na=1\n",),
    "numbers": ("1,", "a=[", "]"),
    "fractions": ("1e9,\n", "a=[", "]"),
    "arrays": ("[],", "a=[", "]"),
    "inline tables": ("{a={}},", "a=[", "]"),
    "escapes": ("\\u0041", 'a = "', '"'),
    "comments": ("#\n", "a=1\n"),
}


@pytest.mark.parametrize("case", COSTLY)
def test_the_costliest_file_that_is_let_through_is_parsed_in_few_steps(case: str) -> None:
    steps = 0

    def counting(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal steps
        steps += event in ("call", "c_call")

    text = most(*COSTLY[case])
    assert len(text) > 2_000
    sys.setprofile(counting)
    try:
        tomllib.loads(text)
    finally:
        sys.setprofile(None)
    assert steps < 150_000  # of 256 KiB of such it was one or two millions


def test_as_deep_as_a_file_may_be_is_deeper_than_any_sheet() -> None:
    assert MOST_NESTED > MOST_DOTS > 4
