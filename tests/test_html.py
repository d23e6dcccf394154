"""A report as one web page and as plain text."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from gm.html import page_html
from gm.text import cells, plain_text

REPORT = """# Сумерки

Ход 2 · Движение. Отчёт для игрока `И` Иван \\<script>.

## Ваша империя

- Платит `П` Пётр: **важно**.

| Система | Корабли | На борту | Повреждены | Лимит |
|---|---|---|---|---|
| D4 (Мекатол Рэкс) | 2 крейсера | — | — | 2 из 3 |

#### Бой

| | `И` Иван | `П` Пётр |
|---|---|---|
| Раунд 1 | крейсер 7+: **8** 2 → 1 | — |

---

*Кампания.*
"""
SVG = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>карта</title></svg>'
COLOURS = {"И": "#d55e00", "П": "#0072b2"}


class Balance(HTMLParser):
    """Refuses a page whose tags do not close, or that fetches or runs anything."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.texts: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag not in ("script", "link", "img", "iframe", "a", "object"), tag
        for name, value in attrs:
            assert not name.startswith("on") and name not in ("src", "href"), (tag, name, value)
        self.tags.append(tag)
        if tag not in ("meta", "hr", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def looked_at(page: str) -> Balance:
    found = Balance()
    found.feed(page)
    assert found.open == []
    return found


def page(markdown: str = REPORT, picture: str | None = SVG) -> str:
    return page_html(markdown, "Сумерки & <ход> 2", "ru", picture, COLOURS)


def test_a_page_stands_alone() -> None:
    made = page()
    assert made.startswith('<!doctype html>\n<html lang="ru">')
    assert "<title>Сумерки &amp; &lt;ход&gt; 2</title>" in made
    found = looked_at(made)
    assert {"table", "svg", "style", "h1", "h2"} <= set(found.tags)
    assert "url(" not in made and "@import" not in made
    assert "http" not in made.replace("http://www.w3.org/2000/svg", "")


def test_the_same_report_gives_the_same_page_and_text_again() -> None:
    first, text = page(), plain_text(REPORT)
    assert (page(), plain_text(REPORT)) == (first, text)
    assert first.count("&lt;script&gt;") == 1


def test_the_map_comes_after_the_first_paragraph_and_only_once() -> None:
    made = page()
    assert made.count("<figure>") == 1 and "<?xml" not in made
    assert made.index("Отчёт для игрока") < made.index("<svg") < made.index("Ваша империя")
    assert "<figure>" not in page(picture=None)
    assert "<figure>" in page_html("# Только заголовок\n", "x", "ru", SVG, {})


def test_seats_have_chips_in_their_colours() -> None:
    made = page()
    assert '<span class="chip c0">И</span>\u00a0Иван &lt;script&gt;' in made
    assert ".c0 { background: #d55e00; color: #fff }" in made
    assert ".c1 { background: #0072b2; color: #fff }" in made
    assert '<span class="chip">Z</span>' in page("`Z` кто-то")
    assert "#f0e442; color: #111" in page_html("`А` x", "x", "ru", None, {"А": "#f0e442"})


def test_a_colour_that_is_none_never_reaches_the_style() -> None:
    made = page_html("`А` x", "x", "ru", None, {"А": "red}</style><script>"})
    looked_at(made)
    assert '<span class="chip">А</span>' in made


def test_cells_carry_the_heading_of_their_column_for_narrow_screens() -> None:
    made = page()
    assert '<div class="wide rows"><table>' in made and '<div class="wide battle"><table>' in made
    assert '<td data-label="Корабли">2 крейсера</td>' in made
    assert '<td data-label="На борту" class="none">—</td>' in made


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="x">',
        "[x](javascript:alert(1))",
        "![x](http://e.org/x.png)",
        "<http://e.org>",
        "</style></main>",
        "<!-- x",
        "| <b> |\n|---|\n| <i> |",
    ],
)
def test_nothing_in_the_text_becomes_a_tag_a_link_or_a_picture(evil: str) -> None:
    plain, made = looked_at(page("Имя")), looked_at(page(f"Имя\n\n{evil}\n"))
    assert set(made.tags) - set(plain.tags) <= {"div", "table", "thead", "tbody", "tr", "th", "td"}


def test_a_page_fits_a_phone_and_paper() -> None:
    made = page()
    assert 'name="viewport" content="width=device-width, initial-scale=1"' in made
    assert "overflow-x: auto" in made and "@media print" in made and "size: A4" in made
    assert "break-inside: avoid" in made and "prefers-color-scheme: dark" in made


def test_plain_text_is_aligned_and_wrapped() -> None:
    text = plain_text(REPORT)
    assert text.startswith("Сумерки\n=======\n\nХод 2 · Движение. Отчёт для игрока [И] Иван <script>.\n")
    lines = text.splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("Система"))
    assert lines[head] == "Система            Корабли     На борту  Повреждены  Лимит"
    assert lines[head + 1] == "-----------------  ----------  --------  ----------  ------"
    assert lines[head + 2] == "D4 (Мекатол Рэкс)  2 крейсера  —         —           2 из 3"
    assert "Раунд 1  крейсер 7+: *8* 2 → 1  —" in text


@pytest.mark.parametrize("width", [60, 78])
def test_no_line_of_plain_text_is_too_wide(width: int) -> None:
    text = plain_text(REPORT + "\n" + "- слово " * 60, width)
    assert max(cells(line) for line in text.splitlines()) <= width


def test_plain_text_keeps_numbers_and_blocks() -> None:
    text = plain_text("1. раз\n2. два\n\n***\n\n    orders.yaml:3:1: ошибка\n        ^\n")
    assert text == "1. раз\n2. два\n\n--------------------\n\n    orders.yaml:3:1: ошибка\n        ^\n"
