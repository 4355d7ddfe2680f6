"""Whatever a bot sends in these tests, Discord would have to take it."""

from collections.abc import Iterator

import pytest

from tests.cogs.discord_accepts import watching


@pytest.fixture(autouse=True)
def discord_accepts() -> Iterator[None]:
    with watching() as violations:
        yield
    assert violations == []
