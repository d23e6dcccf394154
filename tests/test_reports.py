"""Reports: what stands in them, what never does, and what players wrote."""

from __future__ import annotations

import re

import pytest

from gm import reports
from gm.html import page_html
from gm.meta import Meta
from gm.model import LANGUAGES, Event, Lang, Problem
from gm.orders import Reading
from gm.rulesets.galactic_council.events import common as c
from gm.rulesets.galactic_council.events import movement as m
from gm.rulesets.galactic_council.orders import Rank
from gm.text import plain_text
from tests.galactic_council.samples import AT, HERE, ONE, RULES, SIX, TWO, every_event, meta, started, stopped, view

LATIN = re.compile(r"[A-Za-z]+")
COORDINATE = re.compile(r"\b[A-Z]\d{1,2}\b")
EVIL = ("<script>alert(1)</script>", "{{7*7}} | `x`", "**жирно**\n# Заголовок")


def told(seat: str | None, events: list[Event], lang: Lang = "ru", about: Meta | None = None, *names: str) -> str:
    return reports.report(RULES, about or meta(), view(seat, *names), events, lang)


def battle() -> list[Event]:
    """A battle of ONE against TWO in ONE's turn of movement."""
    return [
        c.Paid(ONE, "move", markers=1, place=AT, rule="3.1"),
        m.FleetMoved(ONE, ("D3", AT), {"cruiser": 2}, rule="3.1"),
        m.BattleBegan(AT, ONE, TWO, {"cruiser": 2}, {"dreadnought": 1}, rule="3.3"),
        m.SalvoFired(ONE, AT, "round", 1, (m.Shot("cruiser", 7, (8, 2)),), 1, rule="3.3"),
        m.SalvoFired(TWO, AT, "round", 1, (m.Shot("dreadnought", 5, (5,)),), 1, rule="3.3"),
        c.UnitsDamaged(TWO, AT, {"dreadnought": 1}, rule="3.3"),
        c.UnitsLost(ONE, AT, {"cruiser": 1}, "battle", rule="3.3"),
        m.SalvoFired(ONE, AT, "round", 2, (m.Shot("cruiser", 7, (9,)),), 1, rule="3.3"),
        m.SalvoFired(TWO, AT, "round", 2, (m.Shot("dreadnought", 5, (1,)),), 0, rule="3.3"),
        c.UnitsLost(TWO, AT, {"dreadnought": 1}, "battle", rule="3.3"),
        m.BattleEnded(AT, ONE, TWO, ONE, 2, rule="3.3"),
        c.ContractBroken(ONE, TWO, "war", rule="5.3"),
        m.FleetMoved(SIX, ("D5", "D6"), {"carrier": 1}, rule="3.1"),
    ]


def between(text: str, start: str, end: str) -> str:
    return text.split(start, 1)[1].split(end, 1)[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", [None, ONE, TWO])
def test_every_event_is_rendered_for_every_reader(seat: str | None, lang: Lang) -> None:
    page = told(seat, every_event(), lang)
    assert page.startswith("# Сумерки\n") and page.endswith("*\n")
    assert "\n\n\n" not in page and "  \n" not in page
    assert plain_text(page) and page_html(page, "x", lang, None, {})


@pytest.mark.parametrize("seat", [None, ONE, TWO])
def test_no_latin_word_in_a_russian_report(seat: str | None) -> None:
    page = COORDINATE.sub("", told(seat, every_event()))
    page = page.replace("0123456789abcdef", "")
    assert LATIN.findall(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_id_in_any_report(lang: Lang) -> None:
    pages = [told(seat, every_event(), lang) for seat in (None, ONE, TWO, SIX)]
    pages.append(reports.gm_report(RULES, meta(), view(None), every_event(), lang))
    for page in pages:
        assert re.findall(r"\w+_\w+", page) == []


def test_private_events_are_told_to_those_who_see_them_and_to_nobody_else() -> None:
    private = stopped("no_path", TWO)
    line = "не сказано, куда лететь"
    assert line in told(TWO, [private])
    assert line not in told(ONE, [private]) and line not in told(None, [private])
    assert line in reports.gm_report(RULES, meta(), view(None), [private], "ru")


def test_a_report_is_the_same_whatever_others_were_told() -> None:
    public: list[Event] = battle()
    hidden = [stopped(why, TWO) for why in ("no_path", "no_ships")]
    hidden_too = [c.RankingGiven(TWO, ("trade",), rule="7ж", seen_by=(TWO,))]
    for seat in (ONE, None, SIX):
        assert told(seat, [*hidden, *public, *hidden_too]) == told(seat, public)


def test_the_page_for_everybody_is_made_from_a_spectators_view() -> None:
    assert "Открытый отчёт" in reports.public(RULES, meta(), view(None), battle(), "ru")
    with pytest.raises(ValueError, match="spectator"):
        reports.public(RULES, meta(), view(ONE), battle(), "ru")


def test_a_battle_is_shown_round_by_round_with_dice() -> None:
    page = told(ONE, battle()).replace("\u00a0", " ")
    own = between(page, "## Что случилось с вами", "## Что видели все")
    assert "#### Космический бой: D4 (Мекатол Рэкс) (3.3)" in own
    assert "| | `И` Иван | `П` Пётр |" in own
    assert "| Силы | 2 крейсера | 1 дредноут |" in own
    assert "| Раунд 1 | крейсер 7+: **8** 2 → 1 | дредноут 5+: **5** → 1 |" in own
    assert "| Потери | −1 крейсер | повреждены: 1 дредноут |" in own
    assert "| Раунд 2 | крейсер 7+: **9** → 1 | дредноут 5+: 1 → 0 |" in own
    assert "| Потери | — | −1 дредноут |" in own
    assert "- D4 (Мекатол Рэкс): бой выигрывает `И` Иван, раундов — 2." in own
    assert "Торговый договор разорван" in own


def test_a_battle_stands_with_those_who_fought_and_with_the_rest_for_others() -> None:
    for seat in (ONE, TWO):
        page = told(seat, battle())
        assert "Космический бой" in between(page, "## Что случилось с вами", "## Что видели все")
        assert "Космический бой" not in between(page, "## Что видели все", "## Ваша империя")
    page = told(SIX, battle())
    assert "Космический бой" in between(page, "## Что видели все", "## Ваша империя")
    assert "D5 → D6" in between(page, "## Что случилось с вами", "## Что видели все")


def test_fire_stands_with_its_toll_for_the_shooter_and_the_victim() -> None:
    events = [
        m.FleetMoved(ONE, ("D3", AT), {"cruiser": 2}, rule="3.1"),
        m.PdsFired(TWO, AT, ONE, AT, "meeting", (m.Shot("pds", 6, (7,)),), rule="3.2"),
        m.MinesExploded(TWO, ONE, AT, 9, (("cruiser", 10), ("cruiser", 2)), rule="3.2"),
        c.UnitsLost(ONE, AT, {"cruiser": 1}, "mines", rule="3.2"),
        m.Bombarded(ONE, HERE, TWO, (m.Shot("dreadnought", 5, (9,)),), 1, rule="3.4"),
        c.UnitsLost(TWO, HERE, {"ground_force": 1}, "bombardment", rule="3.4"),
        c.UnitsLost(SIX, "D5", {"carrier": 1}, "fleet_limit", rule="9"),
    ]
    for seat in (ONE, TWO):
        own = between(told(seat, events), "## Что случилось с вами", "## Что видели все")
        for line in ("встречный огонь", "взрывается минное поле", "минное поле.", "бомбардировка."):
            assert line in own, (seat, line)
        assert "сверх лимита" not in own
    rest = between(told(SIX, events), "## Что видели все", "## Ваша империя")
    assert "#### Огонь СПО и мины (3.2)" in rest and "#### Высадка (3.4)" in rest


def test_all_that_a_turn_brings_to_a_system_stands_together() -> None:
    """Salvo, toll, landing, invasion and the fleet that came: with everybody whom any of it concerns."""
    events = [
        c.Paid(ONE, "move", markers=1, rule="3.1"),
        m.FleetMoved(ONE, ("D3", AT), {"cruiser": 2, "carrier": 1, "ground_force": 2}, rule="3.1"),
        m.FleetMoved(ONE, ("D3", "D2"), {"cruiser": 1}, rule="3.1"),
        c.UnitsLost(ONE, AT, {"cruiser": 1}, "fleet_limit", rule="9"),
        m.PdsFired(TWO, AT, ONE, AT, "meeting", (m.Shot("pds", 6, (7,)),), rule="3.2"),
        c.ContractBroken(ONE, TWO, "war", rule="5.3"),
        c.UnitsLost(ONE, AT, {"cruiser": 1}, "pds", rule="3.2"),
        m.TroopsLanded(ONE, HERE, AT, {"ground_force": 2}, rule="3.4"),
        m.InvasionBegan(HERE, ONE, TWO, {"ground_force": 2}, {}, rule="3.5"),
        c.PlanetTaken(HERE, ONE, TWO, "landing", rule="3.4"),
    ]
    own = between(told(TWO, events), "## Что случилось с вами", "## Что видели все")
    for line in ("D3 → D4", "сверх лимита", "встречный огонь", "огонь СПО.", "Высаживает", "Вторжение", "под контроль"):
        assert line in own, line
    assert "D3 → D2" not in own and "Платит" not in own
    assert own.index("встречный огонь") < own.index("огонь СПО.") < own.index("Высадка") < own.index("Вторжение")
    assert "встречный огонь" in between(told(SIX, events), "## Что видели все", "## Ваша империя")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_things_of_a_kind_become_one_sentence_and_nothing_is_lost(lang: Lang) -> None:
    events = [
        *(c.Paid(ONE, "move", markers=markers, rule="3.1") for markers in (1, 0, 1)),
        m.CargoLoaded(ONE, HERE, AT, {"ground_force": 2}, rule="3.1"),
        m.CargoLoaded(ONE, HERE, AT, {"mechanized_unit": 1}, {"mechanized_unit": 1}, rule="3.1"),
        m.CargoLoaded(ONE, "starpoint", AT, {"ground_force": 1}, rule="3.1"),
        m.TroopsLanded(ONE, HERE, AT, {"ground_force": 2}, rule="3.4"),
        c.PlanetTaken(HERE, ONE, None, "landing", rule="3.4"),
        m.TroopsLanded(ONE, "starpoint", AT, {"ground_force": 1}, rule="3.4"),
        c.PlanetTaken("starpoint", ONE, TWO, "landing", rule="3.4"),
        c.UnitsRepaired(ONE, AT, {"dreadnought": 1}, rule="7в"),
        c.UnitsRepaired(ONE, HERE, {"mechanized_unit": 1}, rule="7в"),
    ]
    page = told(None, events, lang).replace("\u00a0", " ")
    said = {
        "ru": (
            "- Платит за перелёты в 3 системы: 2 командных маркера.",
            "- Берёт на борт, D4: 2 отряда пехоты и 1 единица бронетехники (из них повреждены: 1 единица бронетехники)"
            " с планеты Мекатол Рэкс, 1 отряд пехоты с планеты Старпоинт.",
            "- Высаживает: 2 отряда пехоты — Мекатол Рэкс; 1 отряд пехоты — Старпоинт.",
            "- Берёт под контроль: Мекатол Рэкс и Старпоинт (прежний владелец — `П` Пётр).",
            "- `И` Иван: отремонтировано — 1 дредноут, D4 (Мекатол Рэкс); 1 единица бронетехники, Мекатол Рэкс.",
        ),
        "en": (
            "- Pays for moves to 3 systems: 2 command markers.",
            "- Takes aboard at D4: 2 infantry and 1 mechanized unit (damaged among them: 1 mechanized unit)"
            " from Mecatol Rex, 1 infantry from Starpoint.",
            "- Lands 2 infantry on Mecatol Rex, 1 infantry on Starpoint.",
            "- Takes Mecatol Rex and Starpoint (before: `",
            " repairs 1 dreadnought at D4 (Mecatol Rex), 1 mechanized unit at Mecatol Rex.",
        ),
    }
    for line in said[lang]:
        assert line in page, line


def test_movement_is_told_seat_by_seat() -> None:
    page = told(None, battle())
    assert page.index("### `И` Иван: движение") < page.index("Космический бой") < page.index("### `Я` Яна: движение")
    assert "- D3 → D4 (Мекатол Рэкс) — 2 крейсера." in page


def test_an_undefended_planet_is_taken_without_a_table() -> None:
    events = [
        m.TroopsLanded(ONE, HERE, AT, {"ground_force": 1}, rule="3.4"),
        m.InvasionBegan(HERE, ONE, TWO, {"ground_force": 1}, {}, rule="3.5"),
        c.PlanetTaken(HERE, ONE, TWO, "landing", rule="3.5"),
        c.Paid(SIX, "move", markers=1, place=AT, rule="3.1"),
    ]
    page = told(None, events)
    assert "- Вторжение без сопротивления: `И` Иван (1 отряд пехоты), владелец `П` Пётр." in page
    assert "| Силы" not in page
    assert page.index("Берёт под контроль: Мекатол Рэкс") < page.index("### `Я` Яна: движение")


def test_the_empire_is_shown_whole() -> None:
    state, _events = started()
    page = told(ONE, [], "ru")
    chair = state.board.chairs[ONE]
    home = between(page, "### Планеты", "### Технологии")
    for id_, planet in state.board.planets.items():
        if planet.owner == ONE:
            assert RULES.content({}).planets[id_].name.ru in home
    assert f"Командные маркеры: {chair.markers}. Товары: {chair.goods}. Лимит флота: {chair.fleet_limit}." in page
    for technology in chair.technologies:
        assert RULES.content({}).technologies[technology].name.ru in between(page, "### Технологии", "###")
    for other in ("`П` Пётр", "`Я` Яна"):
        assert f"### {other}" in between(page, "## Другие игроки", "## Положение дел")


def test_used_and_new_planets_are_marked_and_do_not_count() -> None:
    from gm.engine import copy

    state = copy(started()[0])
    mine = [planet for planet in state.board.planets.values() if planet.owner == ONE]
    mine[0].used = True
    for planet in mine[1:]:
        planet.taken = state.board.turn
    page = reports.report(RULES, meta(), RULES.view(state, ONE), [], "en")
    assert "| used |" in page
    assert "Unused planets can give 0 resources or 0 influence." in page
    assert page.count("new, gives nothing yet") == len(mine) - 1


def test_a_ranking_is_shown_to_its_seat_alone() -> None:
    from gm.engine import copy

    state = copy(started()[0])
    state.secrets.rankings = {ONE: ["trade", "imperial"], TWO: ["warfare"]}
    mine = reports.report(RULES, meta(), RULES.view(state, ONE), [], "en")
    assert "Trade › Imperial" in mine
    assert "›" not in reports.report(RULES, meta(), RULES.view(state, None), [], "en")


def test_the_page_says_what_is_awaited() -> None:
    from gm.engine import copy

    state = copy(started()[0])
    state.board.phase = "production"
    page = reports.report(RULES, meta("movement", "production"), RULES.view(state, ONE), [], "ru")
    awaited = between(page, "## Что дальше", "---")
    assert "ход 2, Производство" in awaited and "пятница, 21:00" in awaited
    assert all(order.verb.ru in awaited for order in RULES.phase("production").orders)
    state.board.phase = "council"
    page = reports.report(RULES, meta("strategy", "council"), RULES.view(state, ONE), [], "ru")
    awaited = between(page, "## Что дальше", "---")
    assert "захват" in awaited and "шпионаж" not in awaited, "only the holder of «Дипломатия» scouts"
    assert "Игра окончена" in told(ONE, [], "ru", meta("assembly", None))
    assert "проба" not in page and "0123456789abcdef" in page


def test_one_report_tells_a_run_of_phases() -> None:
    from dataclasses import replace

    run = replace(meta("council"), run=((1, "council"), (1, "movement"), (2, "council")))
    page = told(ONE, [c.PhaseOpened(1, "movement", rule="3"), c.PhaseOpened(2, "council", rule="2")], "en", run)
    assert "Turn 1 · Galactic Council, Movement · Turn 2 · Galactic Council. Report for" in page
    assert "Orders may be sent for turn 1, Movement." in page
    assert "Orders may be sent for turn 2" not in page


def test_an_eliminated_seat_gets_a_farewell_and_the_public_story() -> None:
    from gm.engine import copy

    state = copy(started()[0])
    state.board.chairs[TWO].out = 1
    page = reports.report(RULES, meta(), RULES.view(state, TWO), battle(), "ru")
    assert "Ваша держава пала" in page and "### Флоты" not in page
    assert "Вне игры с хода 1." in reports.report(RULES, meta(), RULES.view(state, ONE), [], "ru")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_players_wrote_is_inert(lang: Lang) -> None:
    page = told(ONE, every_event(), lang, None, *EVIL)
    assert "49" not in page.replace("0123456789abcdef", "")
    assert all(line.count("|") == line.count("\\|") + 4 for line in page.split("\n") if line.startswith("| | `"))
    assert "\n# Заголовок" not in page
    made = page_html(page, "x", lang, None, {})
    assert "<script" not in made.split("</style>", 1)[1]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in made
    assert "**жирно** # Заголовок" in made
    assert re.search(r"</span>\u00a0\{\{7\*7\}\} \| `x`", made)


def test_names_in_wishes_and_titles_are_inert_too() -> None:
    from dataclasses import replace

    from gm import entry

    wish = entry.WishesTold(ONE, "<b>хочу</b>\n\n# на | север", rule="0", seen_by=(ONE,))
    page = told(ONE, [wish], "ru", replace(meta(), title="<i>Игра</i>", deadline="`завтра`"))
    assert r"«\<b>хочу\</b> # на \| север»" in page
    assert page.startswith("# \\<i>Игра\\</i>\n") and r"\`завтра\`" in page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_game_masters_sheet_tells_everything_and_who_sees_it(lang: Lang) -> None:
    from dataclasses import replace

    events = [*battle(), stopped("no_path", TWO), c.UnitsLost(SIX, AT, {"cruiser": 1}, "fleet_limit", rule="9")]
    about = replace(meta(), silent=((SIX, "hold"), (TWO, "bot")))
    events += [c.BranchTaken(ONE, "move", 3, met, rule="13", seen_by=(ONE,)) for met in (True, False)]
    page = reports.gm_report(RULES, about, view(None), events, lang, {ONE: sent(), TWO: Reading()})
    assert len(re.findall(r"^\d+\. .*\*$", page, re.M)) == len(events)
    first = page.index("## Все события" if lang == "ru" else "## All events")
    looked_at = page[:first]
    assert "`Я` Яна" in looked_at and "`П` Пётр" in looked_at if lang == "ru" else "Яна" in looked_at
    assert ("сверх лимита флота" if lang == "ru" else "over the fleet limit") in looked_at
    assert ("не сказано, куда лететь" if lang == "ru" else "does not say where to fly") in looked_at
    assert re.search(r"^    3:3: .*<buid>.*\n        - <buid>: dock\n          \^\^\^\^\^\^$", looked_at, re.M)
    assert ("условие не выполнено" if lang == "ru" else "the condition was not met") in looked_at
    assert ("условие выполнено" if lang == "ru" else "the condition was met") not in looked_at
    assert ("принято 1, не принято 1, замечаний 1" if lang == "ru" else "accepted 1, refused 1, remarks 1") in looked_at
    assert "(3.1) *3.1" not in page
    assert page.count("`П` Пётр" if lang == "ru" else "Пётр") > 2
    assert "<buid" not in page_html(page, "x", lang, None, {}).split("</style>", 1)[1]


def sent() -> Reading:
    """How a file read with one good order, one refused and a remark."""
    lines = ["#gm", "- move: {from: D4}", "- <buid>: dock", "#end", "- move: {from: D5}"]
    problems = [
        Problem("unknown_order", {"typed": "<buid>"}, 3, 3, 6),
        Problem("outside_marks", {"typed": "move"}, 5, 3, 4, warning=True),
    ]
    return Reading((Rank(()),), problems, None, lines, 1)


def file_told(read: Reading | None, lang: Lang, about: Meta | None = None, seat: str | None = ONE) -> str:
    return reports.report(RULES, about or meta(), view(seat), battle(), lang, read)


def test_a_player_is_told_what_became_of_the_file() -> None:
    own = between(file_told(sent(), "ru"), "## Ваша заявка", "## Что случилось с вами")
    assert "Принято приказов: 1. **Не принято: 1.**" in own
    assert r"- Строка 3 («\<buid>: dock»): нет такого приказа" in own
    assert "Замечания:\n\n- Строка 5 («move: {from: D5}»)" in own
    own = between(file_told(sent(), "en"), "## Your orders", "## What happened to you")
    assert "Orders accepted: 1. **Refused: 1.**" in own
    assert r"- Line 3 (“\<buid>: dock”): unknown order" in own
    good = Reading((Rank(()),))
    assert "Принято приказов: 1; понято всё." in file_told(good, "ru")
    assert "приказов в ней нет" in file_told(Reading(), "ru")


@pytest.mark.parametrize("how", ["hold", "bot"])
def test_a_silent_player_is_told_what_was_done_instead(how: str) -> None:
    from dataclasses import replace

    about = replace(meta(), silent=((ONE, how),))
    said = {
        "hold": ("фаза сыграна без ваших приказов", "the phase was played without orders of yours"),
        "bot": ("ходил бот", "The bot stood in"),
    }
    for lang, words in zip(("ru", "en"), said[how], strict=True):
        assert words in file_told(sent() if how == "bot" else None, "ru" if lang == "ru" else "en", about)
    told_of_bot = file_told(sent(), "ru", about)
    assert "Не принято" not in told_of_bot, "the bot's file is not the player's"
    assert ("\n      2  - move: {from: D4}\n" in told_of_bot) == (how == "bot")
    for other in (TWO, None):
        assert "Ваша заявка" not in file_told(None, "ru", about, other)


def test_nobody_is_told_of_the_file_of_another() -> None:
    assert "buid" not in file_told(sent(), "ru", seat=None), "the public report speaks of no file at all"


def test_a_quiet_phase_has_nothing_to_look_at() -> None:
    assert "Ничего необычного." in reports.gm_report(RULES, meta(), view(None), battle(), "ru")
    assert "Ничего: в этот раз вас никто не тронул" in told(ONE, [])


def test_chips_have_the_colours_of_the_seats() -> None:
    assert reports.chips(RULES, meta(), view(None), "ru") == {"И": "#d55e00", "П": "#0072b2", "Я": "#009e73"}


def test_the_map_in_a_report_says_what_was_played() -> None:
    from gm.picture import svg

    shown = svg(RULES, "Сумерки", view(ONE), [], "ru", (2, "movement"))
    assert "Ход 2 · после фазы «Движение»" in shown and "Стратегия" not in re.sub(r"<style>.*?</style>", "", shown)
    assert ">After Entry</text>" in svg(RULES, "Сумерки", view(ONE), [], "en", (0, "entry"))


def test_the_title_of_a_page() -> None:
    assert reports.title(RULES, meta(), "ru") == "Сумерки — ход 2, Движение"
    assert reports.title(RULES, meta("entry"), "en") == "Сумерки — turn 2, Entry"
