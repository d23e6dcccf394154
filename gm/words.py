"""Facts into words: one Jinja environment per game and language, its filters, and the escaping of players' text.

Templates live in ``templates/<game>/<language>/`` and ``templates/core/<language>/``: one macro per event in
``events.j2``, named after it. They print Markdown. Everything printed by a filter is escaped; seats get their chip,
a letter in backticks, which no player's text can write and which ``gm.html`` turns into a spot of colour.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gm import entry, resources
from gm.looks import letters
from gm.model import Event, Lang, Name, Ruleset, Text

if TYPE_CHECKING:
    from jinja2 import Environment

Labels = Mapping[str, Mapping[str, Name]]

_SPECIAL = re.compile(r"([\\`*_\[\]<|~&])")
_AT_START = re.compile(r"^(?:(\d{1,9})(?=[.)](?:\s|$))|(?=(?:#+|[-+=:>]+)(?:\s|$)|>))")
_BLANKS = re.compile(r"[ \n\t]+")
_CORE = "core"
_BY_RULING = Text("By ruling of the game master ", "По решению ведущего ")
"""How the sentences of rulings begin in every game."""
_UNSAFE = (
    "UNSAFE_FUNCTION_ATTRIBUTES",
    "UNSAFE_METHOD_ATTRIBUTES",
    "UNSAFE_GENERATOR_ATTRIBUTES",
    "UNSAFE_COROUTINE_ATTRIBUTES",
    "UNSAFE_ASYNC_GENERATOR_ATTRIBUTES",
)


def templates_folder() -> Path:
    """Where the templates are: inside an installed package, or at the root of the sources."""
    return resources.folder("templates")


@lru_cache(maxsize=4096)
def escape(text: str) -> str:
    """Text of a person, as one line of Markdown that shows it letter by letter and does nothing else.

    Control and direction characters are dropped, for they could disturb the words around.
    """
    line = " ".join(text.split())
    line = "".join(c for c in line if unicodedata.category(c)[0] != "C")
    line = _SPECIAL.sub(r"\\\1", line)
    return _AT_START.sub(lambda found: (found[1] or "") + "\\", line)


def plural(lang: Lang, count: int, forms: tuple[str, ...]) -> str:
    """The form that goes with a number: (one, many) in English, (one, few, many) in Russian."""
    if lang == "en" or len(forms) < 3:
        return forms[0] if count == 1 else forms[-1]
    tens, ones = count % 100, count % 10
    if ones == 1 and tens != 11:
        return forms[0]
    return forms[1] if 2 <= ones <= 4 and not 12 <= tens <= 14 else forms[2]


def listed(lang: Lang, parts: Iterable[object]) -> str:
    """The parts with commas, and the last one after «и» or "and"."""
    *most, last = [str(part) for part in parts] or ["—"]
    joiner = " и " if lang == "ru" else " and "
    return joiner.join(filter(None, (", ".join(most), last)))


def counted(name: Name, lang: Lang, count: int) -> str:
    """«2 крейсера», "1 cruiser"."""
    forms: tuple[str, ...] = (name.of(lang),)
    if lang == "ru":
        forms = name.ru_forms or forms
    else:
        forms = name.en_forms or forms
    return f"{count} {plural(lang, count, forms)}"


def upper_first(text: str) -> str:
    """The text with a capital at its start, left alone where a chip or mark stands there."""
    return text[:1].upper() + text[1:]


class Words:
    """The words of one game in one language; ``use`` tells it the names of the campaign at hand."""

    def __init__(self, rules: Ruleset, lang: Lang) -> None:
        self.game, self.lang = rules.id, lang
        self.labels: Labels = {}
        self.letters: dict[str, str] = {}
        """Seat -> the letter on its chip, the same as on the map."""
        self._verbs = {kind.verb.id: kind.verb for phase in rules.phases for kind in phase.orders}
        self._environment: Environment | None = None
        self._modules: dict[str, list[Any]] = {}
        self._said: dict[int, tuple[Event, str]] = {}
        self._heading = rules.heading
        self._phases = {entry.PHASE: entry.TITLE, **{phase.id: phase.title for phase in rules.phases}}

    def use(self, labels: Labels) -> Words:
        """Speak of these things from now on. Sentences said before are kept as long as the names stay the same."""
        if labels == self.labels:
            return self
        self.labels = labels
        self._said.clear()
        seats, given = labels["seat"], labels.get("letter")
        if given is not None:
            self.letters = {seat: name.of(self.lang) for seat, name in given.items()}
        else:
            self.letters = letters({seat: (name.of(self.lang),) for seat, name in seats.items()}, self.lang)
        for kind in labels:
            self.environment.filters.setdefault(kind, self._named(kind))
        return self

    @property
    def environment(self) -> Environment:
        """The Jinja environment, made when first needed."""
        if self._environment is None:
            self._environment = _environment()
            self._environment.filters.update(self._filters())
            self._environment.globals.update(sentence=self.sentence, lang=self.lang)
        return self._environment

    def render(self, template: str, **values: Any) -> str:
        """The page of a template of this game and language, tidy: no run of blank lines, one newline at the end."""
        text = self.environment.get_template(f"{self.game}/{self.lang}/{template}").render(**values)
        lines = (line.rstrip() for line in text.strip().split("\n"))
        return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)) + "\n"

    def sentence(self, event: Event) -> str:
        """The words of one event: the macro named after it, of the game or of the core."""
        said = self._said.get(id(event))
        if said is None:  # the event is kept beside its sentence, so that its id is not used again
            said = self._said[id(event)] = (event, self._say("events.j2", type(event).__name__, event))
        return said[1]

    def reason(self, told: Any) -> str:
        """Why an order was or would be cut short: an event, or the arguments of a note, with its code ``why``."""
        return self._say("reasons.j2", told["why"] if isinstance(told, Mapping) else told.why, told)

    def note(self, note: Any) -> str:
        """The words of a note of ``gm check``."""
        return self._say("notes.j2", note.code, note.args)

    def _say(self, file: str, macro: str, *values: Any) -> str:
        for module in self._modules.get(file) or self._load(file):
            if hasattr(module, macro):
                return _BLANKS.sub(" ", str(getattr(module, macro)(*values))).strip()
        raise LookupError(f"no words for {macro!r} in {file} ({self.lang})")

    def _load(self, file: str) -> list[Any]:
        """The files of that name, the game's before the core's; they are read when first needed."""
        names = (f"{folder}/{self.lang}/{file}" for folder in (self.game, _CORE))
        found = [name for name in names if (templates_folder() / name).is_file()]
        self._modules[file] = [self.environment.get_template(name).module for name in found]
        return self._modules[file]

    def _named(self, kind: str) -> Callable[[str], str]:
        if kind == "seat":
            return self.seat
        return lambda id_: escape(self.labels[kind][id_].of(self.lang))

    def seat(self, id_: str) -> str:
        """A seat's chip and name."""
        return f"`{self.letters[id_]}` {escape(self.labels['seat'][id_].of(self.lang))}"

    def without_seat(self, sentence: str, seat: str | None) -> str:
        """A sentence under a seat's heading does not begin with that seat again."""
        if seat is None or not sentence.startswith(name := self.seat(seat)):
            return sentence
        rest = sentence[len(name) :]
        return (
            upper_first(rest[2:]) if rest.startswith(": ") else upper_first(rest[1:]) if rest[:1] == " " else sentence
        )

    def ruled(self, sentence: str) -> str:
        """A sentence under the heading of a ruling does not begin with saying that it is one."""
        prefix = _BY_RULING.of(self.lang)
        return upper_first(sentence.removeprefix(prefix)) if sentence.startswith(prefix) else sentence

    def units(self, units: Mapping[str, int]) -> str:
        """«2 крейсера и 1 транспорт»; a dash when there are none."""
        names = self.labels["unit"]
        return listed(self.lang, [escape(counted(names[unit], self.lang, n)) for unit, n in units.items() if n])

    def _filters(self) -> dict[str, Callable[..., Any]]:
        return {
            "units": self.units,
            "escaped": escape,
            "listed": lambda parts: listed(self.lang, parts),
            "number": lambda count, *forms: f"{count} {plural(self.lang, count, forms)}",
            "form": lambda count, *forms: plural(self.lang, count, forms),
            "verb": lambda id_: self._verbs[id_].of(self.lang),
            "paragraph": lambda rule: escape(self._heading(rule, self.lang)),
            "phase": lambda id_: self._phases[id_].of(self.lang),
            "text": lambda text: escape(text.of(self.lang)),
            "upper_first": upper_first,
            "ended": lambda text: text if text.endswith((".", "!", "?", "…")) else f"{text}.",
            "indented": lambda text: "\n".join(f"    {line}" for line in text.split("\n")),
            "of": self.without_seat,
            "ruled": self.ruled,
            "reason": self.reason,
        }


def cache_folder() -> Path | None:
    """The user's own folder for compiled templates; None where none can be had."""
    base = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
    try:
        folder = (Path(base) if base else Path.home() / ".cache") / "gm" / "templates"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK) else None


def _environment() -> Environment:
    from jinja2 import FileSystemBytecodeCache, FileSystemLoader, StrictUndefined, sandbox

    unsafe = frozenset({"mro"}).union(*(getattr(sandbox, name) for name in _UNSAFE))

    class Sandbox(sandbox.SandboxedEnvironment):
        """Forbids by name alone what Jinja forbids by name and type: as strict, and twice as fast."""

        def getattr(self, obj: Any, attribute: str) -> Any:
            """What is no text and no unsafe name needs no further look: most of a report is fields of records."""
            if isinstance(obj, str) or attribute.startswith("_") or attribute in unsafe:
                return super().getattr(obj, attribute)
            try:
                return getattr(obj, attribute)
            except AttributeError:
                return super().getattr(obj, attribute)

        def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
            return not attr.startswith("_") and attr not in unsafe

    class Cache(FileSystemBytecodeCache):
        """A cache that can't be written is no reason to stop."""

        def dump_bytecode(self, bucket: Any) -> None:
            with suppress(OSError):
                super().dump_bytecode(bucket)

    folder = cache_folder()
    return Sandbox(
        loader=FileSystemLoader(templates_folder(), encoding="utf-8"),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
        auto_reload=False,
        optimized=False,  # it would work filters out beforehand, with another campaign's names
        bytecode_cache=Cache(str(folder)) if folder else None,
    )


@lru_cache(maxsize=16)
def _words(rules: Ruleset, lang: Lang) -> Words:
    return Words(rules, lang)


def words(rules: Ruleset, lang: Lang, view: Any) -> Words:
    """The words of a game in a language, for the campaign that the view shows; templates are compiled once."""
    return _words(rules, lang).use(rules.labels(view))
