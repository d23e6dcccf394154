"""Forgiving names: what a player typed, found among the names that would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from unicodedata import normalize

from gm.model import Lang, Name

# Cyrillic letters that look like Latin ones, folded to them on both sides of a comparison.
_LOOKS_LIKE = dict(zip(map(ord, "авекмнорстухіјѕ"), "abekmhopctyxijs", strict=True))
_SIGNS = " \t\n_-\u2010\u2011\u2012\u2013\u2014\u2212\u00ad'\u2019\u02bc`\"«»“”„.,[]()"
_BREVE = 0x306
# Spaces, hyphens, quotes, brackets; and accents, the dots of ё among them, but not the breve that makes й of и.
_DROPPED = {ord(c): None for c in _SIGNS} | {code: None for code in range(0x300, 0x370) if code != _BREVE}


_NAME = 60
"""Names are no longer than this; their plain spellings are remembered, since every file is read with the same ones."""


def fold(text: str) -> str:
    """The text without case, ё, accents, spaces, hyphens, quotes, look-alike letters.

    Two spellings of one name agree in it.
    """
    return _plain(text).translate(_LOOKS_LIKE)


def _plain(text: str) -> str:
    """The same, but Latin and Cyrillic letters that look alike stay different."""
    return _remembered(text) if len(text) <= _NAME else _worked_out(text)


def _worked_out(text: str) -> str:
    if text.isascii():
        return text.lower().translate(_DROPPED)
    return normalize("NFKD", normalize("NFKD", text).casefold()).translate(_DROPPED)


_remembered = lru_cache(maxsize=20_000)(_worked_out)


_TABLES: dict[tuple[int, ...], Names] = {}
_MOST_TABLES = 64


def table(names: Iterable[Name]) -> Names:
    """Names to look up in; the very same ones (the rows of a game's tables, say) share one look-up."""
    every = tuple(names)
    key = tuple(map(id, every))  # a table keeps its names, so that no other can get their place in memory
    if key not in _TABLES:
        if len(_TABLES) >= _MOST_TABLES:
            del _TABLES[next(iter(_TABLES))]
        _TABLES[key] = Names(every)
    return _TABLES[key]


class Names(Mapping[str, Name]):
    """Things by id, found by anything a player may write for them. The first of two equal spellings wins, but an id
    always means its own thing: whoever calls himself by the id of another seat gets none of its gifts.

    What is spelled exactly so counts before what only looks so: «то» is not ``to`` where both are names.
    """

    def __init__(self, names: Iterable[Name]) -> None:
        self._every = tuple(names)
        self._names = {name.id: name for name in self._every}
        self._found: tuple[dict[str, str], dict[str, str]] | None = None

    def __getitem__(self, id_: str) -> Name:
        return self._names[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def _spellings(self) -> tuple[dict[str, str], dict[str, str]]:
        """Spelling -> id: exact ones, and with look-alikes folded."""
        if self._found is None:
            plain: dict[str, str] = {}
            for id_ in self._names:
                plain.setdefault(_plain(id_), id_)
            for name in self._names.values():
                for spelling in name.spellings():
                    plain.setdefault(_plain(spelling), name.id)
            plain.pop("", None)
            alike: dict[str, str] = {}
            for spelling, id_ in plain.items():
                alike.setdefault(spelling.translate(_LOOKS_LIKE), id_)
            self._found = plain, alike
        return self._found

    def find(self, text: str) -> str | None:
        """The id that ``text`` means, or None."""
        plain, alike = self._spellings
        return plain.get(_plain(text)) or alike.get(fold(text))

    def close_to(self, text: str, lang: Lang) -> str | None:
        """The name, in ``lang``, that was probably meant by a ``text`` that means nothing."""
        near = self.near(text)
        return self._names[near].of(lang) if near else None

    def near(self, text: str) -> str | None:
        """The id of what was probably meant: the one thing that is spelled so at its beginning, else the likest."""
        from difflib import get_close_matches

        typed, known = fold(text), self._spellings[1]
        if not 0 < len(typed) <= 60:
            return None
        longer = {id_ for spelling, id_ in known.items() if spelling.startswith(typed)} if len(typed) > 2 else set()
        if len(longer) == 1:
            return longer.pop()
        likest = get_close_matches(typed, known, n=1, cutoff=0.6)
        return known[likest[0]] if likest else None
