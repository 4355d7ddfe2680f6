"""What a fight came to is drawn as a card: bars for what everybody did, and how far the dice were from their mean."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from bot.core.wording import UNSEEN, counted, often, sentence, shortened
from bot.render.lettering import font
from bot.render.limits import FILE_WORDS
from bot.render.picture import SIDES
from bot.render.shapes import GRID, INK, PAPER, SOFT
from bot.service.report_view import FightReport, PersonReport, Share

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

WIDTH, EDGE, ROW, HEAD = 900, 36, 46, 112
NAMES, BARS = 300, 470
"""Where the bars begin behind the names, and how wide the longest of them is, in pixels."""

MOST_PEOPLE, LONGEST_NAME = 20, 18
TITLE_SIZE, WORDS_SIZE, SMALL_SIZE = 34, 24, 20
LUCKY, UNLUCKY = "#2f7d4f", "#b3261e"
LAST_DRAWN = "\u052f"  # the last letter that the font has


def drawn_card(report: FightReport) -> bytes:
    """Return the card as a PNG: rounds or attacks and hits of each, then the luck of players' dice."""
    from PIL import Image, ImageDraw  # as heavy as all of discord.py, and many tables never see a picture

    doers = [each for each in report.people if each.attacks or each.rounds or each.taken][:MOST_PEOPLE]
    lucky = [each for each in report.people if each.attack_luck or each.other_luck][:MOST_PEOPLE]
    height = HEAD + ROW * (len(doers) + len(lucky) + (2 if lucky else 1)) + EDGE
    image = Image.new("RGB", (WIDTH, height), PAPER)
    pen = ImageDraw.Draw(image)
    _write(pen, (EDGE, 24), report.heading, TITLE_SIZE)
    _write(pen, (EDGE, 70), f"{report.system}, {report.ordered}", SMALL_SIZE, SOFT)
    top = _deeds(pen, HEAD, report, doers)
    if lucky:
        _luck(pen, top, lucky)
    file = io.BytesIO()
    image.quantize(colors=64, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def card_words(report: FightReport) -> str:
    """Return in words what the card shows, for whoever cannot see it."""
    deeds = "; ".join(f"{each.name}: {_deed_words(each)}" for each in report.people if each.attacks or each.taken)
    luck = "; ".join(
        f"{each.name} {share.succeeded} of {share.fell}, {share.expected:g} expected"
        for each in report.people
        for share in (each.attack_luck,)
        if share
    )
    whole = f"{report.heading}. {deeds or 'Nobody attacked'}.{f' Luck of attacks: {luck}.' if luck else ''}"
    return shortened(whole, FILE_WORDS)


def _deeds(pen: ImageDraw, top: int, report: FightReport, doers: list[PersonReport]) -> int:
    """Draw what each did as a bar of attacks with its hits filled; return where the next part begins."""
    _write(pen, (EDGE, top), "Hits / attacks; a burst may hit more than once", SMALL_SIZE, SOFT)
    most = max([max(each.attacks, each.hits) for each in doers] + [1])
    for row, person in enumerate(doers, start=1):
        y = top + row * ROW
        colour = _colour(report, person)
        _named(pen, y, person)
        pen.rectangle((NAMES, y, NAMES + BARS * person.attacks // most, y + 26), outline=colour, width=3)
        pen.rectangle((NAMES, y, NAMES + BARS * person.hits // most, y + 26), fill=colour)
        _write(pen, (NAMES + BARS + 16, y), f"{person.hits} / {person.attacks}", WORDS_SIZE)
    return top + (len(doers) + 1) * ROW


def _colour(report: FightReport, person: PersonReport) -> str:
    known = person.side in report.sides
    return SIDES[report.sides.index(person.side) % len(SIDES)] if known else SOFT


def _luck(pen: ImageDraw, top: int, lucky: list[PersonReport]) -> None:
    """Draw by how much the dice of each succeeded more often than they should have, or less."""
    _write(pen, (EDGE, top), "Luck: more successes than expected, or fewer", SMALL_SIZE, SOFT)
    middle = NAMES + BARS // 2
    over = {each.name: sum(share.succeeded - share.expected for share in _shares(each)) for each in lucky}
    most = max(1.0, *(abs(value) for value in over.values()))
    for row, person in enumerate(lucky, start=1):
        y, value = top + row * ROW, over[person.name]
        end = middle + round(BARS / 2 * value / most)
        _named(pen, y, person)
        pen.rectangle((min(middle, end), y, max(middle, end), y + 26), fill=LUCKY if value >= 0 else UNLUCKY)
        pen.line((middle, y - 8, middle, y + 34), GRID if value else INK, 3)
        _write(pen, (NAMES + BARS + 16, y), f"{value:+z.1f}".replace("-", "\N{MINUS SIGN}"), WORDS_SIZE)


def _shares(person: PersonReport) -> list[Share]:
    return [share for share in (person.attack_luck, person.other_luck) if share]


def _named(pen: ImageDraw, y: int, person: PersonReport) -> None:
    """Write somebody's name; who is down has a cross before it."""
    whole = sentence(UNSEEN) if person.name == UNSEEN else person.name
    named = shortened(whole, LONGEST_NAME)
    _write(pen, (EDGE, y), f"{'× ' if person.down else ''}{named}", WORDS_SIZE)


def _write(pen: ImageDraw, at: tuple[int, int], words: str, size: int, ink: str = INK) -> None:
    seen = "".join(letter if letter <= LAST_DRAWN or letter in "…×−" else "?" for letter in words)
    pen.text(at, seen, ink, font(size))


def _deed_words(person: PersonReport) -> str:
    taken = f", hit {often(person.taken)}" if person.taken else ""
    did = f"{counted(person.hits, 'hit')} in {counted(person.attacks, 'attack')}"
    return f"{did}{taken}{', down' if person.down else ''}"
