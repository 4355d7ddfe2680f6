"""Inputs of actions that only this system has."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.options import Input, Kind, Word


def own(
    key: str,
    about: str,
    kind: Kind,
    *,
    required: bool = False,
    lo: float = 0,
    hi: float = 1000,
    word: Word = Word.OWN,
) -> Input:
    """An input that only this system has."""
    return Input(key, about, kind, required=required, shared=False, lo=lo, hi=hi, word=word)


def one_of(key: str, about: str, choices: Sequence[str], word: Word = Word.OWN) -> Input:
    """An input with fixed words."""
    return Input(key, about, Kind.CHOICE, choices=tuple(choices), shared=False, word=word)
