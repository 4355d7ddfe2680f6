"""Small mistakes are made one at a time, and are found by tests that fail or not at all."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from tests import mutants
from tests.rulesets.registry import KEYS
from tests.soak import STEPS

RULE = '''
LEAST = 3


def rule(play, order):
    """Return whether 2 is enough."""
    play.tell(order)
    return order.points + 1 < LEAST and not order.done
'''


def test_every_mutant_is_the_module_with_one_mistake() -> None:
    found = {mutant.what.partition(":")[0]: mutant.text for mutant in mutants.mutants(Path("rule.py"), RULE)}
    assert set(found) == {"And is Or", "Lt is LtE", "Add is Sub", "1 is 2", "without not", "left out"}
    whole = ast.unparse(ast.parse(RULE)).splitlines()
    for text in found.values():
        changed = [line for line, was in zip(text.splitlines(), whole, strict=True) if line != was]
        assert len(changed) == 1
    assert "pass" in found["left out"]
    assert "order.points - 1" in found["Add is Sub"]


def test_the_same_seed_draws_the_same_mutants() -> None:
    drawn = mutants.drawn("nighttripper", 5, 1)
    assert drawn == mutants.drawn("nighttripper", 5, 1)
    assert drawn != mutants.drawn("nighttripper", 5, 2)
    assert len(drawn) == 5


def test_what_names_the_module_is_played_first() -> None:
    path = mutants.ROOT / "bot" / "rulesets" / "nighttripper" / "time" / "rules.py"
    (mutant, *_) = mutants.mutants(path, path.read_text("utf-8"))
    tests, scenarios = mutants.related(mutant, "nighttripper", 1)
    assert "time" in tests[0].read_text("utf-8")
    assert scenarios
    assert len(scenarios) <= mutants.MOST_SCENARIOS


@pytest.mark.parametrize(("text", "status"), [("def total(terms): return 4", 0), ("def total(terms): return 5", 1)])
def test_a_test_is_played_with_the_module_replaced(tmp_path: Path, text: str, status: int) -> None:
    test, module = tmp_path / "test_it.py", tmp_path / "terms.py"
    test.write_text("from bot.core.terms import total\n\n\ndef test_it():\n    assert total(()) == 4\n", "utf-8")
    module.write_text(text, "utf-8")
    assert mutants.run(("--as", "bot.core.terms", str(module)), [test], []) == status


def test_scenarios_are_played_behind_the_tests_and_come_to_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutants, "LONGEST_WAIT_S", 120)
    test = tmp_path / "test_it.py"
    test.write_text("def test_it():\n    assert True\n", "utf-8")
    story = mutants.ROOT / "tests" / "scenarios" / "horizons" / "wounds.toml"
    assert mutants.run((), [test], [story]) == mutants.HELD


def test_every_system_has_a_score_and_the_soak_measures_it() -> None:
    assert set(tomllib.loads(mutants.LEAST.read_text("utf-8"))) == set(KEYS) - {"toy"}
    assert STEPS["mutants"].command == "tests.mutants all"
