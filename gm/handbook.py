"""The handbook of a game: how an order file looks, every order of every phase, the tables. All from the definitions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args, get_origin

from gm import i18n
from gm.entry import TITLE, Join
from gm.model import HandbookTable, Lang, Order, Part, Ruleset, Text
from gm.settings import settings_of
from gm.shapes import TRUTH, FieldShape, Member, is_dict, is_part, is_tuple, members, shape

_HOW_A_FILE_LOOKS = (
    "The form that you get for each phase is the order file: fill it in and send it back. It is a text file; any "
    "editor will do. The first line says whose orders these are, the last one that they end here. What stands behind "
    "a # is a comment and is not read.",
    "Every order begins with a dash. Its fields stand below it, indented by spaces, each with a colon and a space. "
    "Several values stand in brackets: [D5, E5]. Numbers of things stand in braces: {cruiser: 2, carrier: 1}. An "
    "order that has one main field may be written on one line: - fire: F6.",
    "Orders, fields and things may be named in English or Russian. Capitals, hyphens, spaces and ё do not matter; a "
    "name that is almost right is not guessed, but you are told which one was probably meant.",
    "Send as many versions as you like: the last good one that comes in time counts. Every mistake is shown at once, "
    "with its line. Good orders count even when others beside them are refused, unless the game master has set his "
    "campaign otherwise; the receipt of your file tells which one counts.",
    "A file may also hold standing orders, for all turns: write the word standing in the place of the turn (#gm "
    "campaign standing phase seat CODE, with the code of the current turn). If the campaign is set so, or you are "
    "away, they are played in each such phase for which nothing else comes from you. A newer file takes their place; "
    "one with [] takes them back.",
)


def handbook(rules: Ruleset, lang: Lang, content: Any = None) -> str:
    """The handbook as one Markdown page in ``lang``; ``content``: the tables of a campaign, else the game's own."""
    book = _Book(rules, lang, rules.content({}) if content is None else content)
    return "\n".join(book.lines()).rstrip() + "\n"


class _Book:
    def __init__(self, rules: Ruleset, lang: Lang, content: Any) -> None:
        self.rules, self.lang, self.content = rules, lang, content
        self.parts: dict[type[Part], list[str]] = {}

    def say(self, message: str) -> str:
        return i18n.text(message, self.lang)

    def lines(self) -> Iterator[str]:
        """The whole page."""
        title = self.rules.titles.of(self.lang)
        yield f"# {title}: {self.say('players’ handbook')}"
        yield from ("", f"## {self.say('How an order file looks')}")
        for message in _HOW_A_FILE_LOOKS:
            yield from ("", self.say(message))
        yield from ("", *self.example())
        yield from self.phase(TITLE, (Join,))
        for phase in self.rules.phases:
            if phase.orders:
                yield from self.phase(phase.title, phase.orders)
        yield from self.all_parts()
        yield from self.tables()

    def example(self) -> list[str]:
        """An order file in small."""
        kinds = [kind for phase in self.rules.phases for kind in phase.orders if shape(kind)]
        kind = next((kind for kind in kinds if kind.shorthand), kinds[0])
        field = next(field for field in shape(kind) if kind.shorthand in (None, field.name))
        return [
            "```yaml",
            f"#gm {self.say('campaign 3 phase seat CODE')}",
            f"- {kind.verb.of(self.lang)}:",
            f"    {field.hint.key.of(self.lang)}: …   # {field.hint.text.of(self.lang)}",
            "#end",
            "```",
        ]

    def phase(self, title: Text, kinds: Sequence[type[Order]]) -> Iterator[str]:
        yield from ("", f"## {title.of(self.lang)}")
        for kind in kinds:
            yield from ("", f"### {kind.verb.of(self.lang)}", "", kind.about.of(self.lang))
            if kind.rule != "0":
                yield from (
                    "",
                    self.say("Rules, paragraph {rule}.").format(rule=self.rules.heading(kind.rule, self.lang)),
                )
            if kind.once:
                yield from ("", self.say("Once in a file."))
            yield from ("", *map(self.field, shape(kind)))

    def all_parts(self) -> Iterator[str]:
        """The fields of fields, each described once. Describing one may name further ones."""
        described: set[type[Part]] = set()
        while left := [part for part in self.parts if part not in described]:
            if not described:
                yield from ("", f"## {self.say('Fields inside fields')}")
            for part in left:
                described.add(part)
                fields = [*map(self.field, shape(part))]
                keys = ", ".join(f"`{key}`" for key in self.parts[part])
                yield from ("", f"### {self.say('What may stand in')} {keys}", "", *fields)

    def tables(self) -> Iterator[str]:
        tables = [self.options()]
        if self.rules.handbook_tables:
            tables += self.rules.handbook_tables(self.content, self.lang)
        for table in tables:
            yield from ("", f"## {table.title}", "", _row(table.columns), _row("---" for _ in table.columns))
            yield from map(_row, table.rows)

    def options(self) -> HandbookTable:
        """What a GM may choose in campaign.yaml."""
        rows = []
        for setting in settings_of(self.rules.options):
            name, text, default = setting.name, setting.note(Text), setting.default
            shown = "—" if default in ({}, "") else str(default)
            if isinstance(default, bool):
                shown = TRUTH["yes" if default else "no"].of(self.lang)
            rows.append((f"`{name}`", shown, text.of(self.lang) if text else ""))
        columns = self.say("setting"), self.say("if left out"), self.say("meaning")
        return HandbookTable(self.say("Options of a campaign"), columns, tuple(rows))

    def field(self, field: FieldShape) -> str:
        """A field in one line: key, hint, type, whether it may be left out."""
        key = field.hint.key.of(self.lang)
        for member in members(field.type):
            self.note(member, key)
        kind = self.kind(field.type)
        optional = "" if field.required else f"; {self.say('may be left out')}"
        return f"- `{key}`: {field.hint.text.of(self.lang)} ({kind}{optional})"

    def note(self, member: Member, key: str) -> None:
        """Remember a part that stands in a field, to be described later."""
        if is_part(member.type):
            keys = self.parts.setdefault(member.type, [])
            if key not in keys:
                keys.append(key)
        elif is_tuple(member.type):
            for inner in members(get_args(member.type)[0]):
                self.note(inner, key)

    def kind(self, type_: Any) -> str:
        """What kind of value a type is, in words."""
        words = dict.fromkeys(self.member(member) for member in members(type_))
        return f" {self.say('or')} ".join(words)

    def member(self, member: Member) -> str:
        if member.choice is not None:
            if get_origin(member.type) is Literal:
                return " | ".join(name.of(self.lang) for name in member.choice.names(None))
            return member.choice.kind.of(self.lang)
        if is_part(member.type):
            return self.say("fields")
        if is_tuple(member.type):
            return self.say("list: {what}").format(what=self.kind(get_args(member.type)[0]))
        if is_dict(member.type):
            key, value = get_args(member.type)
            return f"{{{self.kind(key)}: {self.kind(value)}}}"
        if member.type is bool:
            return " | ".join(TRUTH[id_].of(self.lang) for id_ in TRUTH)
        return self.number(member) if member.type is int else self.say("text")

    def number(self, member: Member) -> str:
        least, most = member.bound("ge"), member.bound("le")
        if least is None or most is None:
            return self.say("a whole number")
        return self.say("a whole number, {least} to {most}").format(least=least, most=most)


def _row(cells: Any) -> str:
    return f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |"
