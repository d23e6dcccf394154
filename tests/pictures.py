"""What the tests of every game's picture share."""

from __future__ import annotations

from xml.etree import ElementTree

HOSTILE = (
    "<script>alert(1)</script>",
    "\"/><g onload='x'>",
    "{{ 7 * 7 }}{% raw %}",
    "]]>&amp;&nbsp;",
    "\x00\x1b\u202eab\ud800",
    "я" * 500,
)
"""Names that must do nothing in a picture."""


def shape(page: str) -> list[tuple[str, list[str]]]:
    """The elements of a page in their order, each with the names of its attributes."""
    return [(node.tag, sorted(node.attrib)) for node in ElementTree.fromstring(page).iter()]
