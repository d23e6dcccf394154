"""Bytes of a message made into text: the charset that it declares, unless that is no charset or plainly a wrong one."""

from __future__ import annotations

import codecs
import re

from gm.charset import SINGLE, guess, likelihood, single

_NO_CHARSETS = {"idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape", "mbcs", "oem"}
_WESTERN = {"ascii", "iso8859-1", "iso8859-15", "cp1252", "latin_1"}
_CYRILLIC = {*SINGLE, "koi8-r", "koi8-u", "iso8859-5", "mac-cyrillic", "ptcp154"}
_META = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
_FOREIGN_WORD = re.compile("[^\x00-\x7f]{3}")
_SURE = 1.2
"""By how much a letter must be likelier on average before a declared charset is not believed."""


def decoded(data: bytes, declared: str = "") -> tuple[str, str]:
    """The text and the charset by which it was read. Never raises.

    What is declared counts if it can be read so and does not give nonsense where another charset gives Russian words.
    """
    name = _codec(declared)
    if not data.isascii() and not _many_bytes(name) and (text := _strictly(data, "utf-8-sig")) is not None:
        return text, "utf_8"
    text = _strictly(data, name) if name and (b"\0" not in data or _many_bytes(name)) else None
    if text is None:
        return guess(data)
    better = _better(data, text, name)
    return better or (text, name.replace("-", "_"))


def declared_in(html: bytes) -> str:
    """The charset that a page itself declares, or nothing."""
    found = _META.search(html[:2048])
    return found[1].decode("ascii") if found else ""


def _codec(declared: str) -> str:
    """Python's name of a declared charset; empty when there is none such, or it is no charset of texts."""
    try:
        found = codecs.lookup(declared.strip().strip("\"'").lower())
    except (LookupError, ValueError):
        return ""
    text = getattr(found, "_is_text_encoding", True)
    return found.name if text and found.name.replace("-", "_") not in _NO_CHARSETS else ""


def _many_bytes(name: str) -> bool:
    """Whether bytes of that charset may be UTF-8 by chance: one of the Far East, or UTF-16."""
    return name.startswith(("utf-16", "utf-32", "gb", "big5", "shift", "euc", "cp9", "johab", "hz"))


def _strictly(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except Exception:  # a codec may raise anything on such bytes
        return None


def _better(data: bytes, text: str, name: str) -> tuple[str, str] | None:
    """Another reading that is beyond doubt the right one."""
    if name in _WESTERN:
        if not _FOREIGN_WORD.search(text):
            return None
    elif name not in _CYRILLIC or text.isascii():
        return None
    other, found = single(data)
    (rating, seen), (declared, _) = likelihood(other), likelihood(text)
    return (other, found) if seen >= 5 and rating - declared > _SURE * seen else None
