"""Keys that make a button good once: sealed with a secret, so that nobody can try out what moment they stand for."""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from bot.service.case import Stage
from bot.service.ports import Unit

LENGTH = 12


def once_key(unit: Unit, stage: Stage) -> str:
    """Good until the next order of the scene, whoever gives it."""
    return _sealed(unit, stage, str(stage.row.head))


def moment_key(unit: Unit, stage: Stage) -> str:
    """Good for as long as the clock stands where it stands."""
    return _sealed(unit, stage, stage.system.ruleset.clock(stage.scene).text)


def petition_key(unit: Unit, stage: Stage, number: int) -> str:
    """Good until what is asked under a number is settled."""
    asked = msgspec.json.encode(stage.scene.petitions[number]).decode()
    return _sealed(unit, stage, f"petition:{number}:{asked}")


def _sealed(unit: Unit, stage: Stage, moment: str) -> str:
    """A word for a moment of the chapter; without the GM's secret it could tell how much happened unseen."""
    chapter = unit.chapter(stage.row.id, stage.row.chapter)
    return hmac.new(chapter.gm_secret, f"button:{moment}".encode(), hashlib.sha256).hexdigest()[:LENGTH]
