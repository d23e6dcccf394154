"""HTML of a message made into text that is still YAML: no-break spaces stay, quotes get the marks of plain text."""

from __future__ import annotations

import re
from collections import Counter
from importlib import import_module
from typing import Any

MAX_NODES = 40_000
"""More elements and texts than that are not looked at."""
MAX_TEXT = 300_000
MAX_QUOTES = 20
MAX_OPEN = 1000
"""So many elements may be open one in another."""


class NoHtml(RuntimeError):
    """The library that reads HTML is not installed."""


_BLOCK_TAGS = """address article aside blockquote body center dd div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 header
hr html li main nav ol p pre section table tbody tfoot thead tr ul"""
_SKIPPED_TAGS = "head script style title template noscript svg math object iframe select textarea"
_OPEN_TAGS = "br hr img meta link input col p li td th tr dd dt option wbr area base"
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_SKIPPED = frozenset(_SKIPPED_TAGS.split())
_NEVER_CLOSED = frozenset(_OPEN_TAGS.split())
_QUOTES = ("gmail_quote", "yahoo_quoted", "protonmail_quote", "moz-forward-container", "zmail_extra", "tutanota_quote")
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_SPACES = re.compile("[ \t\r\n\f]+")
_DASHED = re.compile(r"\s*[-\u2013\u2014\u2022*]\s")


def text_of(page: str) -> str:
    """The page as text; what stands in a quote has ``> `` before every line. NoHtml without the library."""
    try:
        parser = import_module("selectolax.lexbor")
    except ImportError as missing:
        raise NoHtml("pip install 'gm-desk[mail]'") from missing
    root = parser.LexborHTMLParser(_of_modest_depth(page.replace("\0", "\ufffd"))).body
    writer = _Writer()
    if root is not None:
        _walk(root, writer)
    return writer.text()


def _of_modest_depth(page: str) -> str:
    """The page up to where it gets absurdly deep: the time that HTML takes to read grows with the square of it."""
    still_open: Counter[str] = Counter()
    depth = 0
    for found in _TAG.finditer(page):
        tag = found[2].lower()
        if tag in _NEVER_CLOSED or (found[1] and not still_open[tag]):
            continue
        step = -1 if found[1] else 1
        still_open[tag] += step
        depth += step
        if depth > MAX_OPEN:
            return page[: found.start()]
    return page


def _walk(root: Any, writer: _Writer) -> None:
    """Visit everything in order, without recursion, for a page may be as deep as it likes."""
    node, depth, left = root, 0, MAX_NODES
    while left and writer.length < MAX_TEXT:
        left -= 1
        inner = writer.enter(node) and node.child
        if inner:
            node, depth = inner, depth + 1
            continue
        while True:
            writer.leave(node)
            if depth == 0:
                return
            if beside := node.next:
                node = beside
                break
            node, depth = node.parent, depth - 1


class _Writer:
    """Collects lines; knows how deep in quotes, lists and preformatted text it is."""

    def __init__(self) -> None:
        self.lines: list[tuple[int, str]] = []
        self.line, self.empty, self.length = "", True, 0
        self.quotes = self.lists = self.pre = 0

    def enter(self, node: Any) -> bool:
        """Whether to look inside."""
        tag = node.tag or ""
        if tag == "-text":
            self.write(node.text_content or "")
            return False
        if tag in _SKIPPED or tag.startswith(("-", "!")) or _hidden(node):
            return False
        if tag == "br":
            self.end()
            return False
        if tag in _BLOCKS:
            self.end_if_begun()
        elif tag in ("td", "th") and not self.empty:
            self.line += " "
        self.quotes += _is_quote(node, tag)
        self.lists += tag in ("ul", "ol")
        self.pre += tag == "pre"
        if tag == "li":
            dash = "" if _DASHED.match((node.text(deep=True) or "")[:40]) else "- "
            self.line = "    " * (min(self.lists, MAX_QUOTES) - 1) + dash
            self.empty = not self.line
        return True

    def leave(self, node: Any) -> None:
        tag = node.tag or ""
        if tag in _SKIPPED or tag == "-text" or tag.startswith(("-", "!")) or _hidden(node):
            return
        if tag in _BLOCKS:
            self.end_if_begun()
        self.quotes -= _is_quote(node, tag)
        self.lists -= tag in ("ul", "ol")
        self.pre -= tag == "pre"

    def write(self, text: str) -> None:
        """Spaces and line ends are one space, and none at the beginning of a line; in preformatted text they count."""
        if self.pre:
            first, *more = text.replace("\r\n", "\n").split("\n")
            self.put(first)
            for line in more:
                self.end()
                self.put(line)
            return
        text = _SPACES.sub(" ", text)
        self.put(text.lstrip(" ") if self.empty or self.line.endswith(" ") else text)

    def put(self, text: str) -> None:
        if text:
            self.line += text
            self.empty = False

    def end_if_begun(self) -> None:
        if not self.empty:
            self.end()

    def end(self) -> None:
        self.lines.append((min(self.quotes, MAX_QUOTES), self.line.rstrip(" ")))
        self.length += len(self.line) + 1
        self.line, self.empty = "", True

    def text(self) -> str:
        self.end_if_begun()
        return "\n".join("> " * depth + line for depth, line in self.lines)


def _hidden(node: Any) -> bool:
    """Whether a mail program would not show it, such as the preview of an advertisement."""
    style = (node.attributes.get("style") or "") if node.attributes else ""
    return "display:none" in style.replace(" ", "").lower()


def _is_quote(node: Any, tag: str) -> bool:
    if tag == "blockquote":
        return True
    if tag != "div":
        return False
    classes = (node.attributes.get("class") or "").split()
    return any(name in classes for name in _QUOTES)
