"""Header fields of a message: unfolded, decoded (RFC 2047, raw 8-bit), addresses, Message-IDs. Nothing here raises."""

from __future__ import annotations

import re
from binascii import Error as BadBase64
from binascii import a2b_base64, a2b_qp
from collections.abc import Iterable

from gm.mail.charset import decoded
from gm.yamlfile import tidy

MAX_HEADER = 8 * 1024
"""So much of a header field is looked at."""
MAX_ADDRESSES = 100

_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?]*)\?=")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]{1,60}\?[bBqQ]\?)")
_FOLD = re.compile(r"[\r\n]+[ \t]*")
_ID = re.compile(r"<[^<>\s]{1,500}>")
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]]{1,200}@[^\s<>,;:\"()]{1,200}")
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')


def plain(value: object) -> str:
    """A field in one line, its encoded words read, without what no text may hold."""
    raw = _FOLD.sub(" ", str(value)[:MAX_HEADER])
    data = raw.encode("utf-8", "surrogateescape")
    text = raw if raw.isascii() else decoded(data)[0]
    text = _encoded_words(text) if "=?" in text else text
    return " ".join(tidy(text).split())


def _encoded_words(text: str) -> str:
    """Neighbours of one charset are put together before they are decoded: some mailers cut inside a letter."""
    out: list[str] = []
    pending: tuple[str, bytes] = ("", b"")
    end = 0
    text = _BETWEEN.sub(r"\1", text)
    for found in _WORD.finditer(text):
        charset = found[1].partition("*")[0].lower()
        if found.start() > end or charset != pending[0]:
            out += [_read(pending), text[end : found.start()]]
            pending = (charset, b"")
        pending = (charset, pending[1] + _bytes_of(found[2], found[3]))
        end = found.end()
    return "".join((*out, _read(pending), text[end:]))


def _read(word: tuple[str, bytes]) -> str:
    return decoded(word[1], word[0])[0] if word[1] else ""


def _bytes_of(encoding: str, text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    if encoding in "qQ":
        return a2b_qp(data, header=True)
    try:
        return a2b_base64(data + b"=" * (-len(data) % 4))
    except BadBase64:
        return b""


def addresses(values: Iterable[object]) -> tuple[str, ...]:
    """The addresses of fields such as To, in small letters, each once. What is quoted is a name, not an address."""
    found: dict[str, None] = {}
    for value in values:
        for address in _ADDRESS.findall(_QUOTED.sub(" ", plain(value))):
            found.setdefault(address.lower().strip("'."))
            if len(found) >= MAX_ADDRESSES:
                return tuple(found)
    return tuple(found)


def person(value: object) -> tuple[str, str]:
    """The address and the name of a field such as From; of several the first address. In angle brackets before bare."""
    text = plain(value)
    bare = _QUOTED.sub(" ", text)
    angle = re.search(r"<\s*([^<>\s]{1,300}@[^<>\s]{1,200})\s*>", bare) or re.search(r"<\s*([^<>\s]{3,500})\s*>", text)
    if angle:
        address, name = angle[1], text.partition("<")[0]
    else:
        all_of_it = _ADDRESS.search(bare)
        address, name = (all_of_it[0], "") if all_of_it else ("", text)
    return address.lower().strip("'."), name.strip().strip("\"' ").replace('\\"', '"')


def ids(value: object) -> tuple[str, ...]:
    """The Message-IDs in a field, with their angle brackets, each once."""
    text = _FOLD.sub("", str(value)[:MAX_HEADER])
    return tuple(dict.fromkeys(plain(one) for one in _ID.findall(text)))
