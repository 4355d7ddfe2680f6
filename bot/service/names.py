"""Names: which ones people may give, how a viewer reads a combatant's, and whom a viewer means by one."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import unicodedata
from collections.abc import Iterable, Mapping

from bot.core.apart import alike, in_sight
from bot.core.errors import RuleViolation
from bot.core.legible import is_legible
from bot.core.narration import FOR_PEOPLE, HEADINGS
from bot.core.views import Viewer
from bot.core.wording import shown
from bot.service.lookalikes import looks
from bot.service.rows import AnyScene

LONGEST_NAME = 40
MOST_LISTED = 12
COMMA = ","
FORBIDDEN = frozenset("#@<>`*_~|\\")
CODEWORDS = (
    *("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima"),
    *("Mike", "November", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango", "Uniform", "Victor", "Whiskey"),
    *("Xray", "Yankee", "Zulu"),
)


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a name as it is kept.

    Raises:
        RuleViolation: it is empty, too long, or holds something that Discord or the log would read as more than a name.
    """
    name = unicodedata.normalize("NFC", " ".join(text[: longest * 4].split()))
    if not 0 < len(name) <= longest or not is_legible(name) or FORBIDDEN & set(name):
        raise RuleViolation(
            "That name is too long." if len(name) > longest else "That name does not work.",
            f"Use 1 to {longest} printable characters, no emoji that is joined of several, and none of"
            f" {' '.join(sorted(FORBIDDEN))}",
        )
    return name


def clean_person(text: str, longest: int = LONGEST_NAME) -> str:
    """Return the name of a person or of a side as it is kept.

    Raises:
        RuleViolation: it is no name, would part a list of names, or is what the log calls people who are not named.
    """
    name = clean_name(text, longest)
    if COMMA in name:
        raise RuleViolation(
            f"{name[:LONGEST_NAME]!r} would read as several names where people are listed.",
            "Leave the comma out.",
        )
    word = next((word for word in FOR_PEOPLE if alike(looks(word), looks(name))), None) or _heading(name)
    if word is not None:
        raise RuleViolation(f"In the log {word!r} is nobody's name.", "Choose another one.")
    return name


def _heading(name: str) -> str | None:
    """Return the heading that a name reads like, such as "round 3"."""
    *words, number = unicodedata.normalize("NFKC", name).split(" ")
    if not number.isdecimal():
        return None
    return next((word for word in HEADINGS if alike(looks(word), looks(" ".join(words)))), None)


def readable(scene: AnyScene, viewer: Viewer) -> dict[str, str]:
    """Return whom a viewer may know of, in the order of the scene: how it reads their name, by combatant id.

    Of several with one name the later ones get a number that counts only those the viewer knows of.
    """
    seen = [actor for actor, combatant in scene.combatants.items() if viewer.gm or not combatant.hidden]
    counts: dict[str, int] = {}
    names: dict[str, str] = {}
    for actor in sorted(seen, key=_rank):
        name = shown(actor)
        counts[name] = counts.get(name, 0) + 1
        names[actor] = name if counts[name] == 1 else f"{name}#{counts[name]}"
    return {actor: names[actor] for actor in seen}


def _rank(actor: str) -> int:
    return int(actor.partition("#")[2] or 1)


def resolve(scene: AnyScene, viewer: Viewer, name: str) -> str:
    """Return the id of the combatant that a viewer means.

    Raises:
        RuleViolation: it knows of none; unknown and hidden read the same.
    """
    exact = scene.combatants.get(name)
    if exact is not None and "#" not in name and (viewer.gm or not exact.hidden):
        return name
    names = readable(scene, viewer)
    wanted = name.strip().casefold()
    found = next((actor for actor, read in names.items() if read.casefold() == wanted), None)
    if found is None:
        raise RuleViolation(f"Nobody called {name[:LONGEST_NAME]!r} is in sight here.", _listed(scene, names.values()))
    return found


def _listed(scene: AnyScene, names: Iterable[str]) -> str:
    known = list(names)
    if not known and scene.fights and scene.fight is None:
        return "The fight is over: /init join brings in your sheet for the next."
    if not known:
        return "Nobody is here yet: /init join brings in your sheet."
    more = f" and {len(known) - MOST_LISTED} more" if len(known) > MOST_LISTED else ""
    return f"Here are: {', '.join(known[:MOST_LISTED])}{more}."


def seen_like(scene: AnyScene, name: str) -> str | None:
    """Return whom everybody sees and would take for somebody of that name, None where there is nobody."""
    wanted = looks(name)
    seen = (shown(each.actor) for each in in_sight(scene))
    return next((other for other in seen if alike(wanted, looks(other))), None)


def known_like(scene: AnyScene, name: str) -> bool:
    """Tell whether anybody at all looks like that by name, as only a GM may know."""
    wanted = looks(name)
    known = (*scene.combatants, *(each.actor for each in in_sight(scene)))
    return any(alike(wanted, looks(shown(actor))) for actor in known)


def numbered(scene: AnyScene, base: str, count: int, *, alone: bool) -> list[str]:
    """Return names for ``count`` new combatants that everybody sees; only those in sight are counted.

    ``alone`` leaves a single one its bare name where nobody in sight has it.
    """
    taken = {look for each in in_sight(scene) for look in looks(shown(each.actor))}
    if count == 1 and alone and not alike(looks(base), taken):
        return [base]
    free = (name for number in itertools.count(1) if not alike(looks(name := f"{base} {number}"), taken))
    return list(itertools.islice(free, count))


def codewords(taken: Mapping[str, object], base: str, count: int, secret: bytes) -> list[str]:
    """Return names for ``count`` hidden combatants: whoever learns one learns nothing of how many there are.

    Each has two words, in an order that the GM's secret alone tells: there are more of them than a scene holds people.
    """
    pairs = [f"{base} {one} {other}" for one, other in itertools.permutations(CODEWORDS, 2)]
    shuffled = sorted(pairs, key=lambda name: hmac.digest(secret, f"name:{name}".encode(), "sha256"))
    return [name for name in shuffled if name not in taken][:count]


def codewords_in_turn(taken: Mapping[str, object], base: str, count: int, seed: str) -> list[str]:
    """Return names for ``count`` hidden combatants as the first scheme of a chapter gives them: words in
    alphabetical turn."""
    start = int.from_bytes(hashlib.sha256(f"{seed}:{base}:{len(taken)}".encode()).digest()[:4])
    names: list[str] = []
    step = 0
    while len(names) < count:
        word = CODEWORDS[(start + step) % len(CODEWORDS)]
        lap = step // len(CODEWORDS)
        name = f"{base} {word} {lap + 1}" if lap else f"{base} {word}"
        if name not in taken:
            names.append(name)
        step += 1
    return names
