"""Text with ``format=flowed`` made whole again (RFC 3676): lines that end in a space go on in the next one."""

from __future__ import annotations

import re

_MARKS = re.compile(">*")


def unflow(text: str, delsp: bool = False) -> str:
    """The text with its paragraphs in one line each. Quote marks stay; the stuffed space of every line goes.

    ``delsp``: the space at the end of a line that goes on was added, too.
    """
    out: list[str] = []
    open_depth = -1  # of the line that goes on; -1: none does
    for line in text.split("\n"):
        found = _MARKS.match(line)
        marks = found[0] if found else ""
        rest = line[len(marks) :].removeprefix(" ")
        signature = rest == "-- "
        if open_depth == len(marks) and not signature:
            out[-1] += rest
        else:
            out.append(f"{marks} {rest}" if marks else rest)
        flows = rest.endswith(" ") and not signature
        open_depth = len(marks) if flows else -1
        if flows and delsp:
            out[-1] = out[-1][:-1]
    return "\n".join(out)
