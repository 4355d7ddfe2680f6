"""Keys that make a button good once: sealed with a secret, so that nobody can try out what moment they stand for."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

import msgspec

from bot.core.scene import Claim
from bot.core.squads.drills import ordered_now
from bot.core.views import PUBLIC, Viewer
from bot.core.wording import shown
from bot.service.alike import spelled_alike
from bot.service.case import PlayedScene
from bot.service.names import readable
from bot.service.ports import Unit
from bot.service.rows import ChapterRow

LENGTH = 12


def once_key(unit: Unit, played: PlayedScene) -> str:
    """Return a key that is good until the next order of the scene that everybody knows of, whoever gives it.

    What only the GM knows of neither changes such a button nor uses it up: the rules judge every click.
    """
    chapter = unit.chapter(played.row.id, played.row.chapter)
    return _sealed(chapter, str(played.row.head) if chapter.scheme == 1 else _known(played))


def question_key(unit: Unit, played: PlayedScene) -> str:
    """Return a key that is good for the question that is open; one of the GM's is theirs alone to see."""
    chapter, pending = unit.chapter(played.row.id, played.row.chapter), played.scene.pending
    if pending is None or chapter.scheme == 1 or played.scene.asks_gm:
        return _sealed(chapter, str(played.row.head))
    return _sealed(chapter, f"{_known(played)}:{pending.question.key}")


def moment_key(unit: Unit, played: PlayedScene) -> str:
    """Return a key that is good for as long as the clock stands where it stands for its readers."""
    chapter = unit.chapter(played.row.id, played.row.chapter)
    return _sealed(chapter, played.system.ruleset.clock(played.scene).text if chapter.scheme == 1 else _clock(played))


def panel_key(unit: Unit, played: PlayedScene, viewer: Viewer, actor: str, named: Sequence[str]) -> str:
    """Return a key that is good until whoever acts has done or met with something, or those ``named`` have gone.

    What others do at the same moment leaves it good, and so does what a player has met with unawares.
    """
    chapter = unit.chapter(played.row.id, played.row.chapter)
    seen = played.seen_by(viewer)
    acting = seen.combatants.get(actor)
    if acting is not None and not viewer.gm:
        acting = msgspec.structs.replace(acting, state=played.system.ruleset.noticed(acting.state))
    own = spelled_alike((acting, [slot for slot in seen.agenda if slot.actor == actor]))
    alike = {shown(each) for each in named}
    there = [each for each in readable(played.scene, viewer).values() if shown(each) in alike]
    outside = 0 if seen.fight else played.row.numbered
    return _sealed(chapter, f"panel:{_clock(played)}:{outside}:{own}:{there}")


def squads_key(unit: Unit, played: PlayedScene) -> str:
    """Return a key that is good for as long as the same people with orders may act, and are as they are.

    Only GMs see such a button, so that it may tell what the GM alone knows.
    """
    chapter, scene = unit.chapter(played.row.id, played.row.chapter), played.scene
    ready = ordered_now(scene)
    slots = [slot for slot in scene.entitled() if slot.actor in ready]
    states = [scene.combatants[actor].state for actor in ready]
    moment = msgspec.json.encode((scene.rounds, slots, states), enc_hook=repr).decode()
    return _sealed(chapter, f"squads:{moment}")


def squad_key(unit: Unit, played: PlayedScene, called: str, members: Sequence[str]) -> str:
    """Return a key that is good for as long as those of a squad may act who may now; "" where nobody of it may.

    Only GMs see such a button, so that it may tell what the GM alone knows.
    """
    chapter, scene = unit.chapter(played.row.id, played.row.chapter), played.scene
    slots = [slot for slot in scene.entitled() if slot.actor in members]
    states = [scene.combatants[slot.actor].state for slot in slots]
    moment = msgspec.json.encode((scene.rounds, called, slots, states), enc_hook=repr).decode()
    return _sealed(chapter, f"squad:{moment}") if slots and scene.pending is None else ""


def petition_key(unit: Unit, played: PlayedScene, number: int) -> str:
    """Return a key that is good until what is asked under a number is settled."""
    chapter = unit.chapter(played.row.id, played.row.chapter)
    asked = msgspec.json.encode(played.scene.petitions[number]).decode()
    return _sealed(chapter, f"petition:{number}:{asked}")


def claim_key(unit: Unit, played: PlayedScene, claim: Claim) -> str:
    """Return a key that is good for as long as a claim is open."""
    chapter = unit.chapter(played.row.id, played.row.chapter)
    return _sealed(chapter, f"claim:{msgspec.json.encode(claim).decode()}")


def _known(played: PlayedScene) -> str:
    """Return how far the fight has come as everybody knows it."""
    return f"{played.row.numbered}:{_clock(played)}"


def _clock(played: PlayedScene) -> str:
    """Return where the clock stands as everybody knows it."""
    return played.system.ruleset.clock(played.seen_by(PUBLIC)).text


def _sealed(chapter: ChapterRow, moment: str) -> str:
    """Return a word for a moment of the chapter; without the GM's secret anybody could make the keys of its buttons."""
    return hmac.new(chapter.gm_secret, f"button:{moment}".encode(), hashlib.sha256).hexdigest()[:LENGTH]
