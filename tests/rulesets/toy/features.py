"""The features of the brawl, and what they offer."""

from __future__ import annotations

from bot.core.features import Features
from tests.rulesets.toy import brawl, yard
from tests.rulesets.toy.brawl.actions import Approach, Bandage, Hold, Pounce, Relax, Strike, TakeHits
from tests.rulesets.toy.yard.actions import Beg, Frighten, LayMine, LieInWait, StepOnMine, ThrowStones

FEATURES = Features(brawl, yard)

OFFERED = (
    Strike,
    Relax,
    Hold,
    Pounce,
    Approach,
    TakeHits,
    ThrowStones,
    LieInWait,
    Frighten,
    LayMine,
    StepOnMine,
    Beg,
    Bandage,
)
