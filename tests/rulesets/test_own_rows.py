"""What a campaign adds to the tables of a system is played with, whether the system was put together with it or not."""

from __future__ import annotations

import pytest

from bot import app
from bot.core.renaming import vocabulary
from tests.rulesets.registry import KEYS

OPEN = [(key, table) for key in KEYS if key in app.SYSTEMS for table in app.built(key).ruleset.open_rows]


@pytest.mark.untraced
@pytest.mark.parametrize(("key", "table"), OPEN)
def test_each_row_of_an_open_table_can_be_begun_from(key: str, table: str) -> None:
    shipped = app.built(key)
    options = {f"{table}.own{at}": f"like {row}" for at, row in enumerate(shipped.ruleset.open_rows[table])}
    grown = shipped.under(options)
    assert grown is shipped.under(options)
    assert grown.under(options) is grown
    assert set(grown.ruleset.open_rows[table]) - set(shipped.ruleset.open_rows[table]) == {
        path.partition(".")[2] for path in options
    }
    assert {"own0"} <= vocabulary(grown.ruleset) - vocabulary(shipped.ruleset) or table == "armor"


def test_a_system_put_together_without_a_row_still_plays_a_fight_that_has_it() -> None:
    ruleset = app.built("horizons").ruleset
    options = {"weapons.needler": "like pistol", "weapons.needler.capacity": 5, "weapons.pistol.capacity": 3}
    sheet = {"weapons": [{"kind": "needler"}, {"kind": "pistol"}]}
    state = ruleset.enlist(sheet, options)
    assert [weapon.loaded for weapon in state.weapons.values()] == [5, 3]
    with pytest.raises(KeyError):
        ruleset.enlist(sheet, {})
