"""Standing orders in a described position: read as their owners write them, written the same way."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from gm.model import Lang, Problem
from gm.orderfile import order_file
from gm.orders import Header, read
from gm.reading import Reader
from gm.rulesets.space_base.orders import Standing
from gm.rulesets.space_base.state import State, View
from gm.yamlfile import Node

LINE = "line"
"""The line of the order file on which the order stood."""


def read_standing(node: Node, state: State, seat: str, lang: Lang, problems: list[Problem]) -> Standing | None:
    """The standing order that a map of its fields means, or the text of an order file; None with problems."""
    view = View(seat, state.board, [], None)
    if node.kind == "text":
        reading = read((Standing,), node.text, view, lang)
        problems += [Problem(p.code, p.args, node.line, node.column, node.width) for p in reading.problems]
        return _at(next(iter(reading.orders), None), 0)
    line = node.get(LINE)
    entries = [entry for entry in node.entries if entry[0].text != LINE]
    body = Node(node.kind, node.line, node.column, node.width, items=node.items, entries=entries)
    verb = Node("text", node.line, node.column, node.width, Standing.verb.id)
    order = Reader((Standing,), (), view, lang, problems).order(
        Node("map", node.line, node.column, node.width, entries=[(verb, body)])
    )
    number = int(line.text) if line is not None and line.text.isdecimal() and len(line.text) < 7 else 0
    return _at(order, number)


def _at(order: object, line: int) -> Standing | None:
    return replace(order, line=line) if isinstance(order, Standing) else None


def standing_lines(order: Standing, state: State, seat: str, lang: Lang) -> Iterator[str]:
    """The fields of a standing order as YAML, indented by four spaces."""
    if order.line:
        yield f"    {LINE}: {order.line}"
    text = order_file((order,), View(seat, state.board, [], None), Header(), lang)
    yield from text.split("\n")[2:-2]
