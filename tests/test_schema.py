"""The JSON Schema of an order file says the same as the reader."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from gm.model import Lang
from gm.orderfile import order_file
from gm.orders import Header, read
from gm.schema import schema
from tests.test_forms import LANGS, blank, blocks, filled
from tests.windows import EVERY_ORDER, Window, window, windows


def validator(one: Window, lang: Lang, view: bool = True) -> Draft202012Validator:
    made = schema(one.kinds, one.view if view else None, lang)
    Draft202012Validator.check_schema(made)
    return Draft202012Validator(made)


class Words(yaml.SafeLoader):
    """YAML 1.2 as editors read it: yes and no are words."""


Words.yaml_implicit_resolvers = {
    key: [
        (tag, pattern) for tag, pattern in rows if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")
    ]
    for key, rows in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def loaded(text: str) -> Any:
    return yaml.load(text, Loader=Words)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("with_view", [True, False])
def test_what_bots_order_is_valid(lang: Lang, with_view: bool) -> None:
    for one in windows():
        text = order_file(one.orders, one.view, Header("c", "1", one.opened.phase, one.seat, "X"), lang)
        errors = [*validator(one, lang, with_view).iter_errors(loaded(text))]
        assert errors == [], text


@pytest.mark.parametrize("file_lang", LANGS)
@pytest.mark.parametrize("lang", LANGS)
def test_filled_forms_are_valid_in_both_languages(lang: Lang, file_lang: Lang) -> None:
    for one in windows()[:12]:
        judge = validator(one, lang)
        for block, kind in zip(blocks(blank(one, file_lang)), one.kinds, strict=True):
            text = filled(block, kind, one.view, file_lang, every=True)
            text = text[text.index("- ") :]
            assert read(one.kinds, text, one.view, file_lang).ok
            assert [*judge.iter_errors(loaded(text))] == [], text


@pytest.mark.parametrize("lang", LANGS)
def test_a_blank_form_is_valid(lang: Lang) -> None:
    one = window("movement")
    assert loaded(blank(one, lang)) is None
    assert [*validator(one, lang).iter_errors(None)] == []


BROKEN = [
    "- двжиение: {откуда: HOME}",
    "- движение: {окуда: HOME}",
    "- движение: {путь: [HOME]}",
    "- движение: {откуда: Z99}",
    "- движение: {откуда: HOME, корабли: {крейсер: 0}}",
    "- движение: {откуда: HOME, корабли: {крейсер: 100}}",
    "- движение: {откуда: HOME, корабли: {кресер: 1}}",
    "- движение: {откуда: HOME, корабли: крейсер}",
    "- движение: {откуда: [HOME]}",
    "- движение: HOME",
    "- движение",
    "- движение: {откуда: HOME}\n  обстрел: HOME",
    "- обстрел: {}",
    "- обстрел: Z99",
    "- обстрел: {система: HOME, если: враг}",
    "- бомбардировка: {планета: Мекатол Рэкс, бактерии: возможно}",
    "движение: {откуда: HOME}",
]


@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("lang", LANGS)
def test_broken_files_are_invalid(text: str, lang: Lang) -> None:
    one = window("movement")
    text = text.replace("HOME", one.view.board.chairs[one.seat].home)
    assert not read(one.kinds, text, one.view, lang).ok
    assert [*validator(one, lang).iter_errors(loaded(text))] != []


@pytest.mark.parametrize(
    "text",
    [
        "- движение: {откуда: HOME}",
        "- move: {откуда: HOME, path: [HOME]}",
        "- движение: {from: HOME, ships: все}",
        "- движение: {откуда: HOME, если: {корабли: враг, система: HOME}, то: ничего, иначе: {путь: [HOME]}}",
        "- обстрел: HOME",
        "- обстрел: {система: HOME}",
        "- потери: [крейсер, истребитель]",
        "- потери: крейсер, истребитель",
        "- бомбардировка: {планета: Мекатол Рэкс, бактерии: да}",
        "",
    ],
)
def test_good_files_are_valid(text: str) -> None:
    one = window("movement")
    text = text.replace("HOME", one.view.board.chairs[one.seat].home)
    assert read(one.kinds, text, one.view, "ru").ok, text
    assert [*validator(one, "ru").iter_errors(loaded(text))] == []


def test_an_editor_offers_the_players_own_names_first() -> None:
    one = window("production")
    made = schema(one.kinds, one.view, "ru")
    own = made["$defs"]["PlanetOfYours"]["enum"]
    content = one.view.content.planets
    planets = [content[id_].name.ru for id_, planet in one.view.board.planets.items() if planet.owner == one.seat]
    assert own[: len(planets)] == planets
    assert "Постро" not in json.dumps(made)


@pytest.mark.parametrize("lang", LANGS)
def test_hints_and_descriptions_are_in_the_language(lang: Lang) -> None:
    made = schema(EVERY_ORDER, None, lang)
    move = next(order for order in made["items"]["anyOf"] if "move" in order.get("properties", {}))
    assert move["description"].startswith({"en": "Send ships", "ru": "Отправить корабли"}[lang])
    assert next(iter(move["properties"])) == {"en": "move", "ru": "движение"}[lang]
    body = made["$defs"]["Move"]
    assert next(iter(body["properties"])) == {"en": "from", "ru": "откуда"}[lang]


def test_it_is_plain_json_and_always_the_same() -> None:
    one = window("movement")
    first, second = (json.dumps(schema(one.kinds, one.view, "ru")) for _ in range(2))
    assert first == second
    assert len(first) < 120_000
