"""How wide words will be in a drawing, and how they are cut or broken to fit. Lengths are units of the SVG."""

from __future__ import annotations

# Widths in ems of a sans-serif face as wide as Arial or DejaVu Sans Condensed.
_NARROW = dict.fromkeys("iljtfrI.,:;'’!|()[]-·/ г", 0.33)
_WIDE = dict.fromkeys("mwMWЖШЩЮФМЫмшщжюыфД%@—", 0.84)
_EMS = {**_NARROW, **_WIDE}
_BOLDER = 1.07


def number(value: float) -> float:
    """The value as short as it can be printed: one decimal, none if it is whole."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def width(text: str, size: float, bold: bool = False) -> float:
    """How wide a text of that font size will be, rather too much than too little."""
    ems = sum(_EMS.get(c) or (0.7 if c.isupper() else 0.57) for c in text)
    return ems * size * (_BOLDER if bold else 1)


def shortened(text: str, size: float, room: float, bold: bool = False) -> str:
    """The text, cut with an ellipsis if it is wider than ``room``."""
    if width(text, size, bold) <= room:
        return text
    while text and width(text + "…", size, bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, room: float, most: int, bold: bool = False) -> list[str]:
    """The text in at most so many lines, broken between words; what does not fit is cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and width(f"{lines[-1]} {word}", size, bold) <= room:
            lines[-1] += f" {word}"
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] += f" {word}"
    return [shortened(line, size, room, bold) for line in lines]
