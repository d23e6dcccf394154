"""A report as HTML for mail programs: every style on its element, no variables, no SVG, nothing fetched.

Programs that show mail drop style sheets, SVG and much of CSS; what is left is what was common in 2005.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from gm.looks import colour, ink

if TYPE_CHECKING:
    from markdown_it.token import Token

    from gm.model import Lang

_SERIF = "font-family:Georgia,'PT Serif','DejaVu Serif',serif;line-height:1.25"
_LINE = "border-bottom:2px solid #ddd8cc"
_CELL = "text-align:left;vertical-align:top;padding:5px 10px 5px 0;border-bottom:1px solid #ddd8cc"
_STYLES: Mapping[str, str] = {
    "h1": f"{_SERIF};font-size:26px;margin:10px 0 4px",
    "h2": f"{_SERIF};font-size:20px;color:#7a3b1d;margin:34px 0 10px;padding-bottom:3px;{_LINE}",
    "h3": f"{_SERIF};font-size:17px;margin:24px 0 6px",
    "h4": "font-size:15px;color:#667080;margin:18px 0 5px",
    "p": "margin:8px 0",
    "ul": "margin:8px 0;padding-left:20px",
    "ol": "margin:8px 0;padding-left:20px",
    "li": "margin:4px 0",
    "hr": "border:0;border-top:1px solid #ddd8cc;margin:32px 0 12px",
    "th": f"{_CELL};{_LINE}",
    "td": _CELL,
    "pre": "overflow-x:auto;padding:10px 12px;background:#f4f1e9;font-size:13px",
}
_TABLE = "border-collapse:collapse;width:100%;font-size:14px;line-height:1.4;margin:10px 0 16px"
_PAGE = "margin:0;padding:0;background:#fdfcf9;color:#23262d"
_TEXT = (
    "max-width:740px;margin:0 auto;padding:16px 14px 48px;background:#fdfcf9;color:#23262d;"
    "font:16px/1.55 -apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',Arial,sans-serif"
)
_FIGURE = "margin:20px 0"
_BOX = "margin:0 0 20px;padding:10px 14px;background:#f4f1e9;border-left:4px solid #7a3b1d"
_CHIP = "padding:1px 6px;border-radius:5px;font-size:13px;font-weight:700"


def mail_html(
    markdown: str, title: str, lang: Lang, colours: Mapping[str, str], first: Sequence[str] = (), picture: str = ""
) -> str:
    """The page. ``first``: paragraphs of plain text in a box above it; ``picture``: the cid of the map, if it is there.

    ``colours``: letter of a seat's chip -> its colour.
    """
    from gm.html import reader, with_figure

    tokens = reader().parse(markdown)
    _dress(tokens)
    alt = "Карта" if lang == "ru" else "Map"
    image = f'<img src="cid:{picture}" alt="{alt}" style="display:block;width:100%;height:auto;border:0">'
    tokens = with_figure(tokens, f"{image}\n" if picture else None)
    looks = {letter: code for letter, wanted in colours.items() if (code := colour(wanted))}
    body = _renderer().render(tokens, reader().options, {"looks": looks})
    body = body.replace("<figure>", f'<figure style="{_FIGURE}">', 1)  # text of people cannot hold one
    box = "".join(f'<p style="{_STYLES["p"]}">{escape(line)}</p>' for line in first)
    box = f'<div style="{_BOX}">{box}</div>\n' if box else ""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n</head>\n"
        f'<body style="{_PAGE}">\n<div style="{_TEXT}">\n{box}{body}</div>\n</body>\n</html>\n'
    )


def _dress(tokens: Sequence[Token]) -> None:
    """Put its style on every block."""
    for token in tokens:
        if token.nesting >= 0 and token.tag in _STYLES:
            token.attrSet("style", _STYLES[token.tag])


def _renderer() -> Any:
    from markdown_it.renderer import RendererHTML

    class Renderer(RendererHTML):
        """Chips and tables with their styles."""

        def code_inline(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
            letter = tokens[idx].content
            code = env["looks"].get(letter, "#667080")
            return f'<span style="{_CHIP};background:{code};color:{ink(code)}">{escape(letter)}</span>'

        def table_open(self, tokens: Sequence[Token], idx: int, options: Any, env: Any) -> str:
            return f'<table style="{_TABLE}">\n'

    return Renderer()
