"""Cards in short words, in one language: for forms and the handbook. Reports have templates for it."""

from __future__ import annotations

from collections.abc import Iterator

from gm.model import Lang, Text
from gm.rulesets.space_base.content import Content, Side

_NONE = "—"
_CREDITS, _INCOME, _POINTS = Text("credits", "кр."), Text("income", "доход"), Text("points", "очк.")
_LEFT, _RIGHT = Text("← as left", "← как слева"), Text("→ as right", "→ как справа")
_EITHER = Text("↔ as left or right", "↔ как слева или справа")
_CLAIM = Text("free card of level {level}", "бесплатная карта {level}-го уровня")
_BUY = Text("extra purchase", "дополнительная покупка")
WINDOWS = {
    "own": Text("own turn", "свой ход"),
    "others": Text("others' turns", "чужой ход"),
    "any": Text("any turn", "любой ход"),
}
_CHARGE = Text("{boxes}: {ability} ({window})", "{boxes}: {ability} ({window})")


def side_text(content: Content, side: Side, lang: Lang) -> str:
    """What a side gives: ``3 credits, 1 points``; a charged ability with its boxes and window."""
    return ", ".join(_parts(content, side, lang)) or _NONE


def _parts(content: Content, side: Side, lang: Lang) -> Iterator[str]:
    for count, word in ((side.credits, _CREDITS), (side.income, _INCOME), (side.points, _POINTS)):
        if count:
            yield f"+{count} {word.of(lang)}"
    for there, word in ((side.left, _LEFT), (side.right, _RIGHT), (side.either, _EITHER)):
        if there:
            yield word.of(lang)
    yield from [_CLAIM.of(lang).format(level=side.claim)] * side.claims
    yield from [_BUY.of(lang)] * side.buys
    if side.ability is not None:
        name, window = content.abilities[side.ability].name.of(lang), WINDOWS[side.window].of(lang)
        yield _CHARGE.of(lang).format(boxes="□" * side.boxes, ability=name, window=window)
