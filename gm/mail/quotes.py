"""What in a text is its writer's own, and what he quotes: marks, lines that begin a quote, signatures."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_DEEP = 30
MAX_LINE = 2000
"""Longer lines are cut before they are looked at; no order has such ones."""

_MARK = re.compile(r"[ \t]{0,3}(?:[A-ZА-ЯЁ]{1,3})?> ?")
_BAR = re.compile(r" ?\|(?: |$)")
_RULE = re.compile(r"[-_=]{4,}\s?\S.{2,60}?\S\s?[-_=]{4,}$")
_BEGINS = re.compile(
    r"(?:Begin forwarded message|Начало (?:переадресованного|пересылаемого) (?:сообщения|письма)|Пересылаемое "
    r"сообщение|Forwarded message)\s*:?$",
    re.IGNORECASE,
)
_FROM = re.compile(r"\*?(?:From|От|От кого|Von)\s?:\*?\s", re.IGNORECASE)
_NEXT = re.compile(r"\*?(?:Sent|Date|To|Subject|Cc|Отправлено|Дата|Кому|Тема|Когда|Копия)\s?:\*?\s", re.IGNORECASE)
_WROTE = re.compile(
    r"(?:\S.{2,250}\s(?:wrote|writes|пишет|писал|писала|писали|писал\(а\)|написал|написала|написал\(а\)|сообщает)\s?:|"
    r"\S.{2,250}<\s?[^<>\s]+@[^<>\s]+\s?>(?:\s?\([^()]*\))?\s?:|"
    r"On\s.{5,300}\swrote|(?:Вы|You) (?:писали|wrote)\b.{0,80}:?)$",
    re.IGNORECASE,
)
_SIGNATURE = re.compile(
    r"(?:--|—|–|__+|-- ?)$|(?:с уважением|с наилучшими пожеланиями|с приветом|всего (?:доброго|хорошего|наилучшего)|"
    r"best(?: regards| wishes)?|(?:kind|warm) regards|regards|cheers|sincerely|thanks|thank you|yours|спасибо|заранее "
    r"спасибо)\b[^:]{0,40}$|(?:sent from (?:my|the|mail)|sent with|sent via|get outlook for|отправлено (?:из|с)\b|"
    r"отправлено от|скачать outlook|послано с|написано с)",
    re.IGNORECASE,
)


class Line(NamedTuple):
    """A line without its quote marks, how many there were, whether it is quoted (marked, or after a separator)."""

    text: str
    depth: int = 0
    quoted: bool = False


def lines_of(text: str) -> list[Line]:
    """The lines of a text; quoted is also what stands below the header that some mailers put above an old letter."""
    lines = [_unmarked(line[:MAX_LINE]) for line in text.split("\n")]
    below = next((n for n in range(len(lines)) if lines[n].depth == 0 and _begins_quote(lines, n)), len(lines))
    return [line._replace(quoted=True) if n >= below or line.depth else line for n, line in enumerate(lines)]


def is_signature(line: str) -> bool:
    """Whether a line begins a signature, or is what a mailer says of itself."""
    return _SIGNATURE.match(line.strip()) is not None


def begins_quote(line: str) -> bool:
    """Whether a line alone says that an old letter follows."""
    line = line.strip().strip("*")
    return bool(_RULE.match(line) or _BEGINS.match(line) or _WROTE.match(line))


def _unmarked(line: str) -> Line:
    depth = 0
    while depth < MAX_DEEP and (found := _MARK.match(line) or _BAR.match(line)):
        line, depth = line[found.end() :], depth + 1
    return Line(line, depth)


def _begins_quote(lines: list[Line], n: int) -> bool:
    """Whether an old letter begins here that has no marks: where marked lines follow, these say what is quoted."""
    line = lines[n].text.strip()
    if not line:
        return False
    after = [one for one in lines[n + 1 : n + 9] if one.text.strip() or one.depth]
    if _FROM.match(line):
        return any(_NEXT.match(one.text.strip()) for one in after[:3])
    if begins_quote(line) or (len(line) > 20 and after and _wraps(line, after[0].text.strip())):
        return not any(one.depth for one in after[:4])
    return False


def _wraps(line: str, after: str) -> bool:
    """Whether a mailer broke the line above a quote in two."""
    return after.endswith(":") and not line.endswith(":") and _WROTE.match(f"{line} {after}") is not None
