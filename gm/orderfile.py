"""Write an order file: the reverse of reading one. Bots' orders go this way, to be resolved like any other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from gm.model import Choice, Lang, Order, Part
from gm.names import Names, table
from gm.newconfig import scalar
from gm.orders import Header
from gm.shapes import TRUTH, is_dict, is_part, is_tuple, members, shape


def order_file(orders: Sequence[Order], view: Any, header: Header, lang: Lang) -> str:
    """The file with its first and last line; names are those of ``view`` in ``lang`` where they are unmistakable."""
    writer = _Writer(view, lang)
    return "\n".join([str(header), *(line for order in orders for line in writer.order(order)), "#end", ""])


def orders_written(orders: Sequence[Order], view: Any, lang: Lang) -> list[str]:
    """Each order as it was understood, without the newline at its end: what was left out and means something, too."""
    writer = _Writer(view, lang, whole=True)
    return ["\n".join(writer.order(order)) for order in orders]


class _Writer:
    def __init__(self, view: Any, lang: Lang, whole: bool = False) -> None:
        self.view, self.lang, self.whole = view, lang, whole
        self._names: dict[int, Names] = {}

    def order(self, order: Order) -> Iterator[str]:
        body = self.part(order)
        verb = scalar(order.verb.of(self.lang))
        if not body:
            yield f"- {verb}"
            return
        yield f"- {verb}:"
        yield from _block(body, "    ")

    def part(self, part: Part) -> dict[str, Any]:
        """The fields that differ from their defaults (``whole``: all that say something), by the keys of players."""
        fields = ((f, getattr(part, f.name)) for f in shape(type(part)))
        return {
            f.hint.key.of(self.lang): self.tree(value, f.type)
            for f, value in fields
            if value is not None and (f.required or value != f.default or (self.whole and value))
        }

    def tree(self, value: Any, type_: Any) -> Any:
        """Maps, lists and text."""
        kinds = [member.type for member in members(type_)]
        if isinstance(value, Part):
            return self.part(value)
        if isinstance(value, bool):
            return TRUTH["yes" if value else "no"].of(self.lang)
        if isinstance(value, Mapping):
            key, inner = next(get_args(kind) for kind in kinds if is_dict(kind))
            return {self.tree(k, key): self.tree(v, inner) for k, v in value.items()}
        if isinstance(value, tuple):
            inner = next(get_args(kind)[0] for kind in kinds if is_tuple(kind))
            return [self.tree(item, inner) for item in value]
        return self.name(str(value), [m.choice for m in members(type_) if m.choice and not is_part(m.type)])

    def name(self, id_: str, choices: Sequence[Choice]) -> str:
        """The name in the file's language if reading it gives the id again, else the id."""
        if not choices:
            return id_
        tables = [self._table(choice) for choice in choices]
        known = next((table for table in tables if id_ in table), None)
        if known is None:
            return id_
        name = known[id_].of(self.lang)
        first = next((table for table in tables if table.find(name)), None)
        return name if first is known and known.find(name) == id_ else id_

    def _table(self, choice: Choice) -> Names:
        key = id(choice.names)
        if key not in self._names:
            self._names[key] = table(choice.names(self.view))
        return self._names[key]


def _block(tree: Any, indent: str) -> Iterator[str]:
    """A map or a list of maps as indented lines."""
    if isinstance(tree, Mapping):
        for key, value in tree.items():
            if _flat(value):
                yield f"{indent}{scalar(key)}: {_inline(value)}"
            else:
                yield f"{indent}{scalar(key)}:"
                yield from _block(value, indent + "  ")
        return
    for item in tree:
        if _flat(item):
            yield f"{indent}- {_inline(item)}"
            continue
        first, *rest = _block(item, indent + "  ")
        yield f"{indent}- {first.lstrip()}"
        yield from rest


def _flat(tree: Any) -> bool:
    """Whether a value fits on its line: text, or a list of texts, or nothing."""
    if isinstance(tree, Mapping):
        return not tree
    return isinstance(tree, str) or all(isinstance(item, str) for item in tree)


def _inline(tree: Any) -> str:
    return "{}" if isinstance(tree, Mapping) else scalar(tree)
