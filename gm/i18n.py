"""The language of the interface: messages are English in the source, other languages come from gettext catalogues.

Words that must be in a player's language name it (``text(message, lang)``); all other talk is in the language of
``use``, which ``gm`` calls once at its start.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

    from gm.model import Lang

DOMAIN = "gm"
LOCALE = Path(__file__).with_name("locale")

LANGUAGES: tuple[Lang, ...] = ("en", "ru")
"""The same as in ``gm.model``, which takes longer to import than ``gm --version`` may."""

_current: list[Lang] = ["en"]


def wanted(explicit: str | None = None, environ: Mapping[str, str] = os.environ) -> Lang:
    """The language asked for: ``--lang``, else GM_LANG, LC_ALL, LC_MESSAGES, LANG; English if we know none of them."""
    return _asked(explicit, environ) or "en"


def is_open(explicit: str | None = None, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether nobody said which language (or only that of no country, C): a campaign's own may be used then."""
    return _asked(explicit, environ) is None


def _asked(explicit: str | None, environ: Mapping[str, str]) -> Lang | None:
    asked = (explicit, *(environ.get(name) for name in ("GM_LANG", "LC_ALL", "LC_MESSAGES", "LANG")))
    first = next(filter(None, asked), "").casefold()
    return next((lang for lang in LANGUAGES if first.startswith(lang)), None)


def use(lang: Lang) -> None:
    """Talk ``lang`` from now on; click's own sentences, too (it asks gettext's global domain)."""
    import gettext

    _current[0] = lang
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain(DOMAIN, str(LOCALE))
    gettext.textdomain(DOMAIN)


def current() -> Lang:
    """The language of the interface."""
    return _current[0]


@cache
def _catalogue(lang: Lang) -> NullTranslations:
    import gettext

    if lang == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, LOCALE, [lang], fallback=True)


def text(message: str, lang: Lang | None = None) -> str:
    """The message in ``lang``, or in the language of the interface."""
    return _catalogue(lang or current()).gettext(message) if message else ""


def number(one: str, many: str, count: int, lang: Lang | None = None) -> str:
    """The form of a message that goes with a number, which stands in it as ``{n}``."""
    return _catalogue(lang or current()).ngettext(one, many, count).format(n=count)


def listed(parts: Iterable[str], lang: Lang | None = None) -> str:
    """The parts with commas, and "and" before the last."""
    *most, last = [*parts] or ["—"]
    return f"{', '.join(most)} {text('and', lang)} {last}" if most else last
