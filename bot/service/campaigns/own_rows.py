"""A GM adds rows to tables and takes them out; a row begins like one of the system's, and its values are options."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from bot.core.errors import RuleViolation
from bot.core.options import Choice
from bot.core.renaming import vocabulary
from bot.core.tables import GONE, LIKE, MOST_OWN_ROWS, row_at
from bot.service.campaign_settings import options_of
from bot.service.case import Case
from bot.service.systems import AnyRuleset

NAMES = "Small letters, digits and _, beginning with a letter, at most 30."


def is_own_row(ruleset: AnyRuleset, path: str) -> bool:
    """Tell whether an option names a row of a table to which a campaign may add some."""
    return path.partition(".")[0] in ruleset.open_rows and path.count(".") == 1


def begun_like(case: Case, rows: Mapping[str, str]) -> dict[str, str]:
    """Return what the options are set to that add rows, from what somebody typed.

    Raises:
        RuleViolation: a name does not fit or is taken, there is no such row to begin from, or there are too many.
    """
    shipped = case.house.system(case.campaign.ruleset).ruleset
    taken = vocabulary(shipped)
    for path in rows:
        _check_name(path, taken)
    begun = {path: _begun(shipped.open_rows[path.partition(".")[0]], value) for path, value in rows.items()}
    all_rows = {path for path, value in {**case.campaign.options, **begun}.items() if _adds_row(path, value)}
    if len(all_rows) > MOST_OWN_ROWS:
        raise RuleViolation(f"At most {MOST_OWN_ROWS} rows may be a campaign's own.", f"Take one out: value:{GONE}.")
    return begun


def _adds_row(path: str, value: object) -> bool:
    return isinstance(value, str) and value.startswith(LIKE) and row_at(path) is not None


def _check_name(path: str, taken: Collection[str]) -> None:
    """Raise RuleViolation where a row cannot be called so: by what the system calls something, too."""
    at = row_at(path)
    if at is None:
        raise RuleViolation(f"{path[:60]!r} is no name for a row.", NAMES)
    if at[1] in taken:
        raise RuleViolation(f"{at[1]} is a word of the system already.", "Choose another name.")


def _begun(rows: Sequence[str], value: str) -> str:
    like = value.strip().removeprefix(LIKE).strip()
    found = next((row for row in rows if _plain(row) == _plain(like)), None)
    if found is None:
        raise RuleViolation(f"There is no row {like[:40]!r} to begin from.", f"Say like and one of: {', '.join(rows)}.")
    return f"{LIKE}{found}"


def _plain(word: str) -> str:
    return word.casefold().replace("_", " ")


def without_row(case: Case, options: Mapping[str, Any], path: str, *, server: bool) -> dict[str, Any]:
    """Return the options of a channel or server without a row and its values; one of the server's is out here.

    Raises:
        RuleViolation: there is no such row.
    """
    at, held = row_at(path), options if server else case.campaign.options
    if at not in [row[:2] for row in case.house.system(case.campaign.ruleset).ruleset.own_rows(held)]:
        raise RuleViolation(f"There is no row {path[:60]!r} of your own.", "See /campaign show.")
    left = {key: value for key, value in options.items() if key != path and not key.startswith(f"{path}.")}
    return left if server or path in options else {**left, path: GONE}


def offered_rows(case: Case, typed: str) -> Iterator[Choice]:
    """Yield the rows of its own that a campaign has, and the one that somebody is about to name."""
    ruleset = case.system.ruleset
    for path, value in options_of(ruleset, case.campaign.options).items():
        if is_own_row(ruleset, path):
            yield Choice(path, f"{path} · a row of your own, {value}")
    at = row_at(typed.strip())
    if at and at[1] not in ruleset.open_rows.get(at[0], (at[1],)):
        yield Choice(typed.strip(), f"{typed.strip()} · a new row of your own")


def beginnings(case: Case, path: str) -> Iterator[Choice]:
    """Yield what a row may begin like, and what takes it out."""
    shipped = case.house.system(case.campaign.ruleset).ruleset
    if str(case.campaign.options.get(path, "")).startswith(LIKE):
        yield Choice(GONE, f"{GONE} (take it out)")
    for row in shipped.open_rows[path.partition(".")[0]]:
        yield Choice(f"{LIKE}{row}")
