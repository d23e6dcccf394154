"""How seats are told apart wherever something is drawn: a colour, the ink on it, a letter.

What players wrote is never trusted here: a colour is a known name or ``#rgb``, everything else gets one of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from gm.model import Lang, Name
from gm.names import Names, fold

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_LETTERS = {"en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ru": "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЭЮЯ"}
_LITTLE = ("THE", "OF", "AND")
_UNPRINTABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\uffff]+"
)

# Told apart by colour-blind readers too (Okabe and Ito), then others for who asks for them by name.
_COLOURS: Mapping[str, tuple[str, str, str]] = {
    "red": ("red", "красный", "#d55e00"),
    "blue": ("blue", "синий", "#0072b2"),
    "green": ("green", "зелёный", "#009e73"),
    "yellow": ("yellow", "жёлтый", "#f0e442"),
    "purple": ("purple", "фиолетовый", "#cc79a7"),
    "orange": ("orange", "оранжевый", "#e69f00"),
    "cyan": ("cyan", "голубой", "#56b4e9"),
    "grey": ("grey", "серый", "#777777"),
    "black": ("black", "чёрный", "#2b2b2b"),
    "white": ("white", "белый", "#f7f7f7"),
    "brown": ("brown", "коричневый", "#80512a"),
    "pink": ("pink", "розовый", "#f2a0c0"),
    "lime": ("lime", "салатовый", "#9ccc3c"),
    "navy": ("navy", "тёмно-синий", "#1b2a6b"),
    "teal": ("teal", "бирюзовый", "#11868a"),
}
_ALSO = {"grey": ("gray",), "cyan": ("aqua",), "purple": ("violet", "сиреневый", "пурпурный")}
_KNOWN = Names(Name(id_, en, ru, _ALSO.get(id_, ())) for id_, (en, ru, _) in _COLOURS.items())


def plain(text: str) -> str:
    """What a person wrote on one line, without control characters and marks that turn the writing around."""
    return _UNPRINTABLE.sub(" ", text).strip()


def colour(wanted: str) -> str | None:
    """``#rrggbb`` for a colour's name (either language) or hex code; None when it is neither."""
    text = wanted.strip()
    if _HEX.fullmatch(text):
        digits = text[1:].lower()
        return "#" + (digits if len(digits) == 6 else "".join(2 * digit for digit in digits))
    known = _KNOWN.find(text)
    return _COLOURS[known][2] if known else None


def colours(wanted: Mapping[str, str]) -> dict[str, str]:
    """Seat -> ``#rrggbb``: what each seat asked for; a seat that asked for nothing we know gets a free one."""
    given = {seat: colour(text) for seat, text in wanted.items()}
    free = iter([code for _, _, code in _COLOURS.values() if code not in given.values()])
    return {seat: code or next(free, "#8a8f98") for seat, code in given.items()}


def ink(code: str) -> str:
    """Black or white, whichever reads better on ``#rrggbb``."""
    red, green, blue = (int(code[i : i + 2], 16) for i in (1, 3, 5))
    return "#111" if red * 0.299 + green * 0.587 + blue * 0.114 > 140 else "#fff"


def letters(names: Mapping[str, Sequence[str]], lang: Lang) -> dict[str, str]:
    """Seat -> a letter of its own: an initial of its names (best first), another letter of them, or the next free.

    A name in either alphabet gives its own letter, so that readers of both languages mean the same; ``lang`` is the
    alphabet of those that no name gives. No two look alike.
    """
    every, given = "".join(_LETTERS.values()), dict[str, str]()
    taken: list[str] = []
    for seat, spellings in names.items():
        own = [letter for letter in _candidates(spellings) if letter in every]
        given[seat] = next((letter for letter in (*own, *_LETTERS[lang]) if fold(letter) not in taken), "?")
        taken.append(fold(given[seat]))
    return given


def _candidates(spellings: Iterable[str]) -> Iterable[str]:
    texts = [text.upper().replace("Ё", "Е") for text in spellings]
    for text in texts:
        yield from (word[0] for word in text.split() if word not in _LITTLE)
    for text in texts:
        yield from text
