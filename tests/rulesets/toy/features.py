"""The features of the brawl."""

from __future__ import annotations

from bot.core.features import Features
from tests.rulesets.toy import brawl, yard

FEATURES = Features(brawl, yard)
