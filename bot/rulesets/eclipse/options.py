"""The campaign's switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.core.options import Kind, OptionSpec

OPTIONS: Mapping[str, OptionSpec] = {
    "later_printing": OptionSpec(
        "later_printing",
        "bursts give +10 to hit or +1d10 damage, full automatic fire +30 or +3d10",
        Kind.FLAG,
        default=False,
        source="001-9; C3",
    ),
}


def laid_over(options: Mapping[str, Any]) -> dict[str, Any]:
    """Every switch with the campaign's value, or its default."""
    return {key: options.get(key, spec.default) for key, spec in OPTIONS.items()}
