"""Forgiving names: what a player typed, found among the names that would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from gm.model import Lang, Name

# Cyrillic letters that look like Latin ones, folded to them on both sides of a comparison.
_LOOKS_LIKE = str.maketrans("авекмнорстухіј", "abekmhopctyxij")
_DROPPED = {ord(c): None for c in " _-\u00a0\u2010\u2011\u2012\u2013\u2014\u2212\u00ad'\u2019\u02bc`\"«»“”„.,[]()"}


def fold(text: str) -> str:
    """The text without case, ё, spaces, hyphens, quotes and look-alike letters: two spellings of one name agree."""
    return text.casefold().translate(_DROPPED).replace("ё", "е").translate(_LOOKS_LIKE)


class Names(Mapping[str, Name]):
    """Things by id, found by anything a player may write for them. The first of two equal spellings wins."""

    def __init__(self, names: Iterable[Name]) -> None:
        self._names = {name.id: name for name in names}
        self._found: dict[str, str] | None = None

    def __getitem__(self, id_: str) -> Name:
        return self._names[id_]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    @property
    def _spellings(self) -> dict[str, str]:
        if self._found is None:
            self._found = {}
            for name in self._names.values():
                for spelling in name.spellings():
                    self._found.setdefault(fold(spelling), name.id)
        return self._found

    def find(self, text: str) -> str | None:
        """The id that ``text`` means, or None."""
        return self._spellings.get(fold(text))

    def close_to(self, text: str, lang: Lang) -> str | None:
        """The name, in ``lang``, that was probably meant by a ``text`` that means nothing."""
        from difflib import get_close_matches

        typed = fold(text)
        near = get_close_matches(typed, self._spellings, n=1, cutoff=0.6) if 0 < len(typed) <= 60 else []
        return self._names[self._spellings[near[0]]].of(lang) if near else None
