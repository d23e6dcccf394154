"""What mailers and phones do to an order file, undone: spaces, dashes, quotes, wrapped lines.

For lost indents see ``gm.mail.indent``. Everything works on lines that are tidy and without quote marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from gm.names import fold
from gm.orders import first_line
from gm.yamlfile import tidy

MAX_JOINED = 6
"""So many lines a mailer may have made of one."""

_MARGIN = re.compile(r"[ \t]*")
_DASHES = re.compile(r"\A(\s*)(?:[\u2010-\u2015\u2212\u2022\u00b7\u25aa\u25cf\u2043*]|--)(?=\s)")
_TIGHT = re.compile(r"(\s*)[-\u2010-\u2015\u2212\u2022]([^\s\-:#][^:#]{0,40}?)\s*(?::|$)")
_WIDE = re.compile(r"\A(\s*)-\s+(?=\S)")
_SMART = re.compile(r"(?<=[:,\[{\-])(\s*)[«“„\"]([^«»“”„\"\n]*)[»”“„\"](?=\s*(?:$|[,\]}:#]))")
_COMMENT = re.compile(r"(?:^|\s)#")
_KEY = re.compile(r"\s*(?:-\s+)?[^\s:#][^:#]{0,60}:(?:\s|$)")
_BOLD = re.compile(r"\A(\s*(?:-\s+)?)\*([^*\s][^*]*)\*")
_BOLD_MARK = re.compile(r"(?im)^([> \t]{0,60})\*(#[ \t]*(?:gm[ \t][^*\n]*|end[ \t]*))\*[ \t]*$")
_ARMOUR = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----[ \t]*\n(?:[A-Za-z-]+: .*\n)*[ \t]*\n", re.MULTILINE)
_SEAL = re.compile(r"^-----BEGIN PGP SIGNATURE-----[ \t]*$", re.MULTILINE)


def cleaned(text: str) -> str:
    """A text of a message with one kind of space and of line end, without PGP armour and bold marks."""
    text = tidy(text)
    text = _BOLD_MARK.sub(r"\1\2", text) if "*#" in text else text
    found = _ARMOUR.search(text)
    if found is None:
        return text
    sealed = _SEAL.search(text, found.end())
    body = text[found.end() : sealed.start() if sealed else len(text)]
    return text[: found.start()] + re.sub(r"(?m)^- ", "", body)


def signs(lines: Iterable[str], known: Callable[[str], bool]) -> list[str]:
    """The lines with plain dashes and quotes; ``known`` says whether a word is the verb of an order."""
    return [_signs(line, known) for line in lines]


def _signs(line: str, known: Callable[[str], bool]) -> str:
    margin = _MARGIN.match(line)
    if margin and "\t" in margin[0]:
        line = margin[0].replace("\t", "    ") + line[margin.end() :]
    if line.lstrip().startswith("#"):
        return line.rstrip()
    line = _BOLD.sub(r"\1\2", line) if "*" in line else line
    line = _DASHES.sub(r"\1-", line)
    tight = _TIGHT.match(line)
    if tight and known(tight[2]):
        line = f"{tight[1]}- {line[tight.start(2) :]}"
    return _SMART.sub(r'\1"\2"', _WIDE.sub(r"\1- ", line)).rstrip()


def unwrapped(lines: Sequence[str], blanks: Sequence[str]) -> list[str]:
    """The lines with those put together again that a mailer broke: comments of our blank forms, and lists."""
    out: list[str] = []
    joined = 0
    for line in lines:
        if out and joined < MAX_JOINED and (whole := _one_line(out[-1], line, blanks)):
            out[-1], joined = whole, joined + 1
        else:
            out.append(line)
            joined = 0
    return out


def _one_line(line: str, after: str, blanks: Sequence[str]) -> str:
    """Both in one if a mailer broke it there, else nothing. ``blanks``: folded texts of forms, see ``folded_blank``."""
    rest = after.strip()
    if not rest or rest.startswith("#"):
        return ""
    comment = _COMMENT.search(line)
    if comment:
        told = fold(line[comment.end() :])
        more = fold(rest)
        return (
            f"{line} {rest}"
            if told and more and not first_line(line) and any(told + more in blank for blank in blanks)
            else ""
        )
    if not _KEY.match(line) and not line.lstrip().startswith("- "):
        return ""
    is_open = line.count("[") + line.count("{") > line.count("]") + line.count("}")
    hangs = line.endswith(",") and not _KEY.match(after) and not rest.startswith("-")
    return f"{line} {rest}" if is_open or hangs else ""


@lru_cache(maxsize=64)
def folded_blank(text: str) -> str:
    """A blank form in one line, as ``unwrapped`` compares with it: signs of comments part what is no one line."""
    lines = tidy(text).split("\n")
    return "".join(f"#{fold(line.strip().lstrip('#'))}" for line in lines)
