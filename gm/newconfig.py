"""The ``campaign.yaml`` that ``gm new`` writes: every setting with a comment in the GM's language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from textwrap import wrap
from typing import Any

from msgspec import Struct

from gm import disk
from gm.config import ENTRY, PALETTE, Config, check_config, default_colour, parse_config, read_options
from gm.model import Lang, Ruleset, Text
from gm.settings import settings_of
from gm.trouble import REFUSED, CampaignError

_TIMES = ("least_hours", "grace", "reminders", "early", "auto_resolve")
_PLAIN = re.compile(r"[^\W_](?:[\w .+@-]*[\w.+])?$")

_COMMENTS: Mapping[str, Text] = {
    "head": Text(
        "The settings of this campaign. Everything behind # is a comment. You may edit this file at any time.",
        "Настройки кампании. Всё после # — пояснения. Этот файл можно править в любой момент.",
    ),
    "id": Text(
        "The short name of the campaign; it stands in the first line of every order file.",
        "Короткое имя кампании: оно стоит в первой строке каждой заявки.",
    ),
    "title": Text("The title, as players see it.", "Название, каким его видят игроки."),
    "game": Text("The game that is played.", "Игра."),
    "language": Text(
        "Your own language: en or ru. Players without a language of their own are written to in it.",
        "Ваш язык: en или ru. На нём пишут и тем игрокам, для кого язык не указан.",
    ),
    "time_zone": Text(
        "The time zone of the deadlines, such as Europe/Berlin.", "Часовой пояс для сроков, например Europe/Moscow."
    ),
    "seats": Text(
        "The seats, clockwise round the table. player: name; address: where mail goes; language: en or ru; "
        "colour: on pages and maps. May be added: missing (for this seat alone, see below) and absent (who is away is "
        "not waited for: absent: 2026-12-01 to 2026-12-14). Do not change the ids (left of the colon) once the "
        "campaign runs.",
        "Места за столом, по часовой стрелке. player — имя игрока; address — почта; language — en или ru; "
        "colour — цвет на страницах и картах. Можно добавить missing (для одного этого места, см. ниже) и absent "
        "(кто в отъезде, того не ждут: absent: 2026-12-01 to 2026-12-14). Обозначения мест (слева от двоеточия) по "
        "ходу кампании не меняйте.",
    ),
    "options": Text(
        "The options of the game. They are fixed once the entry phase is resolved.",
        "Настройки правил игры. После резолва фазы «Участие» они уже не меняются.",
    ),
    "deadlines": Text(
        "Until when orders of a phase are accepted. phase: date and time (2026-12-04 21:00), or a rule that counts "
        "from the moment at which the phase opens (Friday 21:00, 7 days 21:00; not for entry), or words for the "
        "players, which make nothing late. When a phase opens its deadline is fixed: this setting is for the next "
        "ones, gm extend moves that of the open one. The phases: {phases}.",
        "До какого срока принимаются заявки фазы. фаза: дата и время (2026-12-04 21:00), или правило, считающее от "
        "открытия фазы (пятница 21:00, 7 дней 21:00; не для entry), или просто слова для игроков (тогда никто не "
        "опаздывает). Срок открытой фазы уже закреплён: эта настройка — для следующих фаз, а его переносит gm extend. "
        "Фазы: {phases}.",
    ),
    "least_hours": Text(
        "How many hours a deadline by a rule is at least away from the moment at which the phase opens.",
        "Сколько часов самое меньшее проходит от открытия фазы до срока, заданного правилом.",
    ),
    "grace": Text(
        "For how many minutes after the deadline files still count. Players are not told before; the receipt says it.",
        "Сколько минут после срока заявки ещё принимаются (льготное время). Игрокам о нём заранее не говорят, но оно "
        "видно в квитанции.",
    ),
    "reminders": Text(
        "How many hours before the deadline gm tick reminds those whose orders are missing: a list, [] for never.",
        "За сколько часов до срока gm tick напоминает тем, от кого нет заявки: список, [] — никогда.",
    ),
    "early": Text(
        "Whether a phase may be played before its deadline once all seats are ready (gm ready): yes or no.",
        "Можно ли сыграть фазу до срока, когда все места готовы (gm ready): да или нет.",
    ),
    "auto_resolve": Text(
        "Whether gm tick plays a phase by itself when its deadline has passed; else it only tells you: yes or no.",
        "Играет ли gm tick фазу сам, когда срок прошёл (иначе он только скажет вам об этом): да или нет.",
    ),
    "missing": Text(
        "What happens to seats that sent nothing: wait (nothing is resolved), hold (no orders), "
        "standing (their standing orders for that phase; who has none does nothing), bot (the bot writes them).",
        "Что делать, если заявки нет: wait (ждать, резолва не будет), hold (место ничего не делает), "
        "standing (играть его постоянную заявку на эту фазу, а если её нет — ничего), bot (заявку пишет бот).",
    ),
    "accept": Text(
        "What counts of a file with mistakes: orders (its good orders) or file (nothing: an earlier file without "
        "mistakes goes on counting).",
        "Что в силе, если в заявке есть ошибки: orders (верные приказы) или file (ничего: в силе остаётся прежняя "
        "заявка без ошибок).",
    ),
    "late": Text(
        "What happens to a file that came after a deadline with date and time: refuse (it does not count, unless you "
        "say so with gm accept) or count (it is only marked).",
        "Что делать с заявкой, пришедшей после срока (если срок — дата и время): refuse (она не в силе, пока вы не "
        "примете её командой gm accept) или count (только пометить).",
    ),
    "guard": Text(
        "Whether a resolve stops when unusually many seats are silent or the clock has jumped: yes or no.",
        "Останавливать ли резолв, если молчит подозрительно много мест или часы сбились: да или нет.",
    ),
    "run_on": Text(
        "How many phases one resolve may play when nobody has to send orders in the next ones.",
        "Сколько фаз подряд может сыграть один резолв, если в следующих фазах заявок ждать не от кого.",
    ),
    "dice": Text(
        "Where dice come from: seeded (from the secret, so that anybody can check them in the end) or hand (you throw "
        "them yourself, see gm throw; every report says so).",
        "Откуда берутся кубики: seeded (из секрета, и в конце любой может их проверить) или hand (вы бросаете их сами, "
        "см. gm throw; это сказано в каждом отчёте).",
    ),
    "pages": Text(
        "Whether a resolve also writes web pages and maps: yes or no.",
        "Делать ли при резолве ещё и страницы с картами: да или нет.",
    ),
    "mail": Text(
        "Mail: gm send writes to the players once out is something else than off. Of a campaign that somebody else "
        "gave you read this section first: it names programs that gm runs.",
        "Почта: gm send пишет игрокам, если out — не off. Если кампанию вам кто-то передал, сначала прочтите этот "
        "раздел: здесь названы программы, которые запускает gm.",
    ),
}


def new_config(
    settings: Mapping[str, Any], seats: Sequence[Mapping[str, str]], rules: Ruleset
) -> tuple[Config, Any, bytes]:
    """The settings and the ruleset's options of a new campaign, judged as if they had been read from a file: this one.

    ``seats``: one mapping per seat, clockwise; the palette names those without an id.
    """
    text = json.dumps({**settings, "seats": _seats(seats)}, ensure_ascii=False).encode()
    config = parse_config(text)
    check_config(config, rules, text, "campaign.yaml")
    return config, read_options(config, rules.options, text, "campaign.yaml"), text


def _seats(specs: Sequence[Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """Seat -> its settings."""
    taken = [spec["id"] for spec in specs if spec.get("id")]
    if twice := next((id_ for id_ in taken if taken.count(id_) > 1), None):
        raise CampaignError("seat_twice", REFUSED, typed=twice)
    free = iter([*(seat for seat in PALETTE if seat not in taken), *(f"seat{n}" for n in range(1, 100))])
    return {
        spec.get("id") or next(free): {key: value for key, value in spec.items() if key != "id" and value}
        for spec in specs
    }


def write_config(path: Path, config: Config, rules: Ruleset) -> None:
    """Write the commented ``campaign.yaml``."""
    disk.write_durably(path, config_text(config, rules).encode())


def config_text(config: Config, rules: Ruleset) -> str:
    """The commented file as text."""
    return "\n".join(_lines(config, rules)) + "\n"


def _lines(config: Config, rules: Ruleset) -> Iterator[str]:
    lang = config.language
    yield from _comment("head", lang)
    for key in ("id", "title", "game", "language", "time_zone"):
        yield from ("", *_comment(key, lang), f"{key}: {scalar(getattr(config, key))}")
    yield from ("", *_comment("seats", lang), "seats:")
    for seat, settings in config.seats.items():
        yield f"  {seat}:"
        yield f"    player: {scalar(settings.player)}"
        yield f"    address: {scalar(settings.address)}"
        yield f"    language: {settings.language or lang}"
        yield f"    colour: {scalar(settings.colour or default_colour(seat, tuple(config.seats)))}"
        yield from (f"    {key}: {scalar(value)}" for key in ("missing", "absent") if (value := getattr(settings, key)))
    yield from ("", *_comment("options", lang), "options:" if settings_of(rules.options) else "options: {}")
    yield from _options(config.options, rules.options, lang)
    phases = ", ".join((ENTRY, *(phase.id for phase in rules.phases)))
    yield from ("", *_comment("deadlines", lang, phases=phases), *_mapping("deadlines", config.deadlines, ""))
    for key in (*_TIMES, "accept", "late", "missing", "guard", "run_on", "pages", "dice"):
        yield from ("", *_comment(key, lang), f"{key}: {scalar(getattr(config, key))}")
    yield from ("", *_comment("mail", lang), "mail:", *_section(config.mail, lang))


def _section(section: Struct, lang: Lang) -> Iterator[str]:
    """The settings of a section, each with its comment; those of a section inside it stand below one comment."""
    for setting in settings_of(type(section)):
        value, text = getattr(section, setting.attribute), setting.note(Text)
        yield from (f"  # {line}" for line in wrap(text.of(lang), 96))
        if not isinstance(value, Struct):
            yield f"  {setting.name}: {scalar(value)}".rstrip()
            continue
        yield f"  {setting.name}:"
        inner = ((one.name, getattr(value, one.attribute)) for one in settings_of(type(value)))
        yield from (f"    {name}: {scalar(given)}".rstrip() for name, given in inner)


def _comment(key: str, lang: Lang, **words: str) -> list[str]:
    return [f"# {line}" for line in wrap(_COMMENTS[key].of(lang).format(**words), 98)]


def _options(chosen: Mapping[str, Any], model: type[Any], lang: Lang) -> Iterator[str]:
    """Every option of the ruleset with its comment and its value: chosen, or the default."""
    for setting in settings_of(model):
        name, text = setting.name, setting.note(Text)
        yield from (f"  # {line}" for line in wrap(text.of(lang) if text else "", 96))
        value = chosen.get(name, setting.default)
        yield from _mapping(name, value, "  ") if isinstance(value, Mapping) else [f"  {name}: {scalar(value)}"]


def _mapping(name: str, entries: Mapping[str, Any], indent: str) -> list[str]:
    if not entries:
        return [f"{indent}{name}: {{}}"]
    return [f"{indent}{name}:", *(f"{indent}  {scalar(k)}: {scalar(v)}" for k, v in entries.items())]


def scalar(value: Any) -> str:
    """A value as YAML: plain where it can be, else in double quotes; lists in brackets; nothing for None and ''."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        value = value.value
    if value is None or value == "":
        return '""' if value == "" else ""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return f"[{', '.join(map(scalar, value))}]"
    text = str(value)
    return text if _PLAIN.match(text) else json.dumps(text, ensure_ascii=False)
