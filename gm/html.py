"""One HTML file from a Markdown report: style and map inside, nothing fetched, no script."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from gm.looks import colour, ink
from gm.model import Lang

if TYPE_CHECKING:
    from jinja2 import Template
    from markdown_it import MarkdownIt
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

_UNUSED = [
    *("blockquote", "fence", "html_block", "lheading", "reference"),
    *("link", "image", "autolink", "html_inline", "entity"),
]
"""What CommonMark has and reports have not; no link leads anywhere from a report."""
_NOTHING = ("", "—")
_ABOVE_THE_MAP = ("From the game master", "От ведущего")
"""The section of a report that stands above the map."""
_XML_HEAD = re.compile(r"^\s*<\?xml[^>]*\?>\s*")
BATTLE_COLUMNS = 3
"""A table of three columns without a heading over the first is a battle: its sides are equally wide."""
WIDE_COLUMNS = 5
"""On a phone, tables with that many columns are shown row by row, each cell with its heading."""


def page_html(
    markdown: str, title: str, lang: Lang, picture_svg: str | None = None, colours: Mapping[str, str] | None = None
) -> str:
    """A page that stands alone. ``picture_svg`` goes in before the first section.

    ``colours``: letter of a seat's chip -> its colour (``#rrggbb``); chips of other letters stay grey.
    """
    looks = {letter: code for letter, wanted in (colours or {}).items() if (code := colour(wanted))}
    tokens = reader().parse(markdown)
    _label_cells(tokens)
    env = {"chips": {letter: number for number, letter in enumerate(looks)}}
    body = reader().renderer.render(with_figure(tokens, picture_svg), reader().options, env)
    chips = {letter: (code, ink(code)) for letter, code in looks.items()}
    page: str = _template().render(lang=lang, title=title, chips=chips, body=body)
    return page


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    from gm.words import templates_folder

    loader = FileSystemLoader(templates_folder(), encoding="utf-8")
    page = Environment(loader=loader, undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True)
    return page.get_template("core/page.html.j2")


@cache
def reader() -> MarkdownIt:
    """The part of CommonMark that reports are written in, with tables. HTML in the text is shown, not done."""
    from markdown_it import MarkdownIt

    made = MarkdownIt("commonmark", {"html": False}).enable("table").disable(_UNUSED)
    made.core.ruler.at("inline", _parse_inline)
    made.core.ruler.disable("text_join")  # done once, in the rule above
    made.add_render_rule("code_inline", _chip)
    made.add_render_rule("table_open", _table_open)
    made.add_render_rule("table_close", _table_close)
    return made


_PARSED: dict[str, list[Token]] = {}
_MOST_PARSED = 20_000


def _parse_inline(state: StateCore) -> None:
    """Parse each piece of text once: the reports of a phase have most of their sentences in common."""
    from markdown_it.rules_core import StateCore, text_join

    if len(_PARSED) > _MOST_PARSED:
        _PARSED.clear()
    for token in state.tokens:
        if token.type == "inline":
            if token.content not in _PARSED:
                token.children = []
                state.md.inline.parse(token.content, state.md, state.env, token.children)
                text_join(StateCore("", state.md, state.env, [token]))
                _keep_chips_with_names(token.children)
                _PARSED[token.content] = token.children
            token.children = _PARSED[token.content]


def _chip(renderer: object, tokens: list[Token], at: int, options: object, env: dict[str, dict[str, int]]) -> str:
    """A seat's letter in its colour. Nothing else in a report stands in backticks."""
    from markdown_it.common.utils import escapeHtml

    letter = tokens[at].content
    number = env["chips"].get(letter)
    kind = f"chip c{number}" if number is not None else "chip"
    return f'<span class="{kind}">{escapeHtml(letter)}</span>'


def _table_open(renderer: object, tokens: list[Token], at: int, options: object, env: object) -> str:
    kind = tokens[at].meta.get("kind", "rows")
    return f'<div class="wide {kind}"><table>\n'


def _table_close(renderer: object, tokens: list[Token], at: int, options: object, env: object) -> str:
    return "</table></div>\n"


def _label_cells(tokens: list[Token]) -> None:
    """Give every cell the heading of its column, for narrow screens where rows are shown one below the other."""
    table: Token | None = None
    heads: list[str] = []
    column = 0
    for n, token in enumerate(tokens):
        if token.type == "table_open":
            table, heads = token, []
        elif token.type == "tr_open":
            column = 0
        elif token.type == "th_open":
            heads.append(_plain(tokens[n + 1]))
        elif token.type == "thead_close" and table:
            battle = len(heads) == BATTLE_COLUMNS and not heads[0]
            table.meta["kind"] = "battle" if battle else "rows" if len(heads) >= WIDE_COLUMNS else "small"
        elif token.type == "td_open":
            token.attrSet("data-label", heads[column] if column < len(heads) else "")
            if _plain(tokens[n + 1]) in _NOTHING:
                token.attrSet("class", "none")
            column += 1


def _keep_chips_with_names(children: Sequence[Token]) -> None:
    """No line break between a chip and the name behind it."""
    for chip, name in pairwise(children):
        if chip.type == "code_inline" and name.type == "text" and name.content.startswith(" "):
            name.content = "\u00a0" + name.content[1:]


def _plain(inline: Token) -> str:
    return "".join(child.content for child in inline.children or () if child.type != "code_inline").strip()


def with_figure(tokens: list[Token], picture_svg: str | None) -> list[Token]:
    """The map before the first section, but after what the game master says at the top; or at the end."""
    if not picture_svg:
        return tokens
    from markdown_it.token import Token

    figure = Token("html_block", "", 0, content=f"<figure>\n{_XML_HEAD.sub('', picture_svg)}</figure>\n")
    sections = (n for n, token in enumerate(tokens) if token.type == "heading_open" and token.tag == "h2")
    at = next((n for n in sections if tokens[n + 1].content not in _ABOVE_THE_MAP), len(tokens))
    return [*tokens[:at], figure, *tokens[at:]]
