"""``campaign.yaml``: the GM's own file. Written once with a comment for every setting, then read strictly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from gm import disk
from gm.counting import Accept, Late
from gm.mail.settings import MailConfig, mistakes
from gm.model import Lang, Name, Problem, Ruleset, Seat, Text
from gm.names import Names, fold
from gm.settings import Check, Unfit, Wrong, WrongSettings, made, settings_of
from gm.trouble import REFUSED, CampaignError
from gm.yamlfile import Node, Refused, decode, parse, tidy

if TYPE_CHECKING:
    from datetime import datetime

    from gm.away import Absence


class Paint(NamedTuple):
    """A colour (#rrggbb) and what a seat of that colour is called until its player gives a name."""

    code: str
    name: Text


PALETTE: Mapping[str, Paint] = {
    "red": Paint("#d55e00", Text("Red", "Красный")),
    "blue": Paint("#0072b2", Text("Blue", "Синий")),
    "green": Paint("#009e73", Text("Green", "Зелёный")),
    "yellow": Paint("#f0e442", Text("Yellow", "Жёлтый")),
    "purple": Paint("#cc79a7", Text("Purple", "Лиловый")),
    "orange": Paint("#e69f00", Text("Orange", "Оранжевый")),
    "cyan": Paint("#56b4e9", Text("Cyan", "Голубой")),
    "grey": Paint("#777777", Text("Grey", "Серый")),
}
"""Seat ids with their colours, told apart by colour-blind people as well (Okabe and Ito, with grey for black)."""

ENTRY = "entry"
"""The id of phase 0, before the game is set up."""

Missing = Literal["wait", "hold", "standing", "bot"]

_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d")
_YEARS = range(1970, 9000)
_LIKE_A_MOMENT = re.compile(r"\d{4}-\d+-\d+([ T]\d+:\d+\S*)?")
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}$")
_SEAT = re.compile(r"[a-z][a-z0-9_]{0,15}$")
_UNTOLD = "bad_password"
"""The mistake of which nobody is told what stood there."""
_TAKEN = frozenset(
    {"public", "gm", "refused", "null", "true", "false", "con", "prn", "aux", "nul"}
    | {f"{d}{n}" for d in ("com", "lpt") for n in range(10)}
)


def _slug(text: str) -> str:
    if not _SLUG.match(text):
        raise Unfit("bad_slug")
    return text


def _seat_id(text: str) -> str:
    if not _SEAT.match(text) or text in _TAKEN:
        raise Unfit("bad_seat_id")
    return text


def _colour(text: str) -> str:
    from gm.looks import colour

    code = PALETTE[text].code if text in PALETTE else colour(text)
    if code is None:
        raise Unfit("bad_colour")
    return code


def _zone(text: str) -> str:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(text)
    except (KeyError, ValueError, OSError):
        raise Unfit("bad_time_zone") from None
    return text


def _deadline(text: str) -> str:
    """The GM's own words; but what looks like a date, or like a rule, must be one."""
    if _LIKE_A_MOMENT.fullmatch(text):
        from datetime import datetime

        try:
            year = datetime.fromisoformat(text).year
        except ValueError:
            raise Unfit("bad_moment") from None
        if year not in _YEARS:
            raise Unfit("bad_moment")
    else:
        from gm.walltime import WrongRule, rule_of

        try:
            rule_of(text)
        except WrongRule:
            raise Unfit("bad_rule") from None
    return text


def _absence(text: str) -> str:
    from gm.away import absence_of

    found = absence_of(text)
    if found is None:
        raise Unfit("bad_absence")
    return str(found)


Slug = Annotated[str, Check(_slug)]
SeatId = Annotated[str, Check(_seat_id)]


class SeatConfig(Struct, frozen=True, kw_only=True):
    """Who sits in a seat. ``language`` None: the campaign's; ``colour`` empty: the palette's.

    ``missing`` is what happens when this seat is silent (None: as in the campaign), ``absent`` when it is away.
    """

    player: str = ""
    address: str = ""
    language: Lang | None = None
    colour: Annotated[str, Check(_colour)] = ""
    missing: Missing | None = None
    absent: Annotated[str, Check(_absence)] = ""


class Config(Struct, frozen=True, kw_only=True):
    """All settings of ``campaign.yaml``; ``options`` are judged by the ruleset's own model."""

    id: Slug
    title: str
    game: str
    language: Lang = "en"
    time_zone: Annotated[str, Check(_zone)] = "UTC"
    seats: dict[SeatId, SeatConfig]
    options: dict[str, Any] = {}
    deadlines: dict[str, Annotated[str, Check(_deadline)]] = {}
    least_hours: Annotated[int, Meta(ge=0, le=720)] = 24
    grace: Annotated[int, Meta(ge=0, le=1440)] = 0
    reminders: tuple[Annotated[int, Meta(ge=1, le=720)], ...] = (72, 24, 6)
    early: bool = False
    auto_resolve: bool = False
    accept: Accept = "orders"
    late: Late = "refuse"
    missing: Missing = "wait"
    guard: bool = True
    run_on: Annotated[int, Meta(ge=1, le=99)] = 9
    pages: bool = True
    dice: Literal["seeded", "hand"] = "seeded"
    mail: MailConfig = MailConfig()

    def lang(self, seat: str) -> Lang:
        """The language in which a seat is written to."""
        return self.seats[seat].language or self.language

    def chair(self, seat: str) -> Seat:
        """The seat as a ruleset is told of it: a seat without a player's name goes by its colour or its id."""
        chair = self.seats[seat]
        name = chair.player or (PALETTE[seat].name.of(self.language) if seat in PALETTE else seat)
        return Seat(seat, name, chair.colour or default_colour(seat, tuple(self.seats)), self.lang(seat))

    def moment(self, phase: str) -> datetime | None:
        """The deadline of a phase, if the GM gave a date and a time, and neither words nor a rule."""
        return self.moment_in(self.deadlines.get(phase, ""))

    def moment_in(self, text: str) -> datetime | None:
        """The moment that a date and a time mean, in the campaign's zone where they name none themselves."""
        if not _MOMENT.match(text):
            return None
        from datetime import datetime

        from gm.walltime import at, wall

        try:
            moment = datetime.fromisoformat(text)
        except ValueError:
            return None
        if moment.year not in _YEARS:
            return None
        return at(moment, self.time_zone) if moment.tzinfo else wall(moment.date(), moment.time(), self.time_zone)

    def is_away(self, seat: str, when: datetime) -> bool:
        """Whether the player of a seat had said that he would be away at that moment, by the campaign's calendar."""
        absence = self.absence(seat)
        if absence is None:
            return False
        from zoneinfo import ZoneInfo

        return absence.holds(when.astimezone(ZoneInfo(self.time_zone)).date())

    def absence(self, seat: str) -> Absence | None:
        """When the player of a seat is away."""
        from gm.away import absence_of

        return absence_of(self.seats[seat].absent) if self.seats[seat].absent else None

    def local(self, time: str) -> str:
        """A time of the record (ISO text) as people read it, in the campaign's zone: ``2026-11-30 02:38``."""
        from datetime import datetime
        from zoneinfo import ZoneInfo

        try:
            moment = datetime.fromisoformat(time)
            here = moment.astimezone(ZoneInfo(self.time_zone)) if moment.tzinfo else moment
        except (ValueError, OverflowError):  # no time, or one that this zone has not: the year 0
            return time
        return here.strftime("%Y-%m-%d %H:%M")


def default_colour(seat: str, seats: Sequence[str]) -> str:
    """The palette's colour of that name, or the one at the seat's place."""
    paints = tuple(PALETTE.values())
    return PALETTE.get(seat, paints[seats.index(seat) % len(paints)]).code


def read_config(path: Path) -> Config:
    """The settings in ``path``. CampaignError ``bad_config`` (exit code 1) carries every mistake with its place."""
    return parse_config(disk.read(path), str(path))


def parse_config(data: bytes, path: str = "campaign.yaml") -> Config:
    """The settings in the bytes of a ``campaign.yaml``."""
    node, lines = read_settings(data, path, "bad_config")
    try:
        return made(Config, {**plain(node), **_bare_seats(node)})
    except WrongSettings as error:
        shown = _without_passwords(error, node, lines)
        raise CampaignError("bad_config", REFUSED, _problems(error, node, Config), shown, path=path) from None


def _without_passwords(error: WrongSettings, root: Node, lines: list[str]) -> list[str]:
    """The lines of the file, for the caret; where a password itself may stand, nothing is shown of the line."""
    hidden = {_problem(wrong, root, Config).line for wrong in error.wrongs if wrong.code == _UNTOLD}
    return ["" if number in hidden else line for number, line in enumerate(lines, 1)]


def _bare_seats(root: Node) -> dict[str, Any]:
    """The seats, where one without settings (``red:``) is a seat all the same."""
    seats = root.get("seats")
    if seats is None or seats.kind != "map":
        return {}
    bare = {key.text: {} if value.kind == "text" and not value.text else plain(value) for key, value in seats.entries}
    return {"seats": bare}


def read_options(config: Config, model: type[Any], data: bytes, path: str) -> Any:
    """The ruleset's options, judged by its model; mistakes have their place in ``campaign.yaml``."""
    try:
        return made(model, config.options)
    except WrongSettings as error:
        node, lines = read_settings(data, path, "bad_config")
        options = node.get("options") or node
        raise CampaignError("bad_config", REFUSED, _problems(error, options, model), lines, path=path) from None


def check_config(config: Config, rules: Ruleset, data: bytes, path: str) -> None:
    """Whether the settings fit the game: how many seats, whose names, which phases have deadlines."""
    if len(config.seats) not in rules.seats:
        least, most = str(rules.seats[0]), str(rules.seats[-1])
        raise CampaignError("wrong_seat_count", REFUSED, least=least, most=most, given=str(len(config.seats)))
    phases = Names(Name(phase, phase, phase) for phase in (ENTRY, *(phase.id for phase in rules.phases)))
    twice, unfit = _names_twice(config), [*mistakes(config.mail)]
    if not twice and not unfit and all(phase in phases for phase in config.deadlines):
        return
    root, lines = read_settings(data, path, "bad_config")
    problems = [_at(Problem("name_twice", args), root, ("seats", args["seat"], "player")) for args in twice]
    problems += [
        _at(
            Problem(
                "unknown_phase",
                {"typed": phase, "meant": phases.close_to(phase, "en") or "", "words": ", ".join(phases)},
            ),
            root,
            ("deadlines", phase),
            key=True,
        )
        for phase in config.deadlines
        if phase not in phases
    ]
    problems += [_at(Problem(one.code, one.args), root, one.at) for one in unfit]
    raise CampaignError("bad_config", REFUSED, problems, lines, path=path)


def _names_twice(config: Config) -> list[dict[str, str]]:
    """Seats whose player's name means another seat, too: its id or what it is called."""
    chairs = [config.chair(seat) for seat in config.seats]
    found = []
    for chair in (chair for chair in chairs if config.seats[chair.id].player):
        others = (other for other in chairs if other.id != chair.id)
        if twin := next((other for other in others if fold(chair.name) in (fold(other.id), fold(other.name))), None):
            found.append({"seat": chair.id, "typed": chair.name, "other": twin.id})
    return found


def no_such_game(config: Config, games: Sequence[str], data: bytes, path: str) -> CampaignError:
    """The mistake that ``game`` names none, with its place."""
    root, lines = read_settings(data, path, "bad_config")
    meant = Names(Name(game, game.replace("_", "-"), game) for game in games).close_to(config.game, "en")
    problem = Problem("unknown_game", {"typed": config.game, "meant": meant or ""})
    return CampaignError("bad_config", REFUSED, [_at(problem, root, ("game",))], lines, path=path)


def at_options(problems: Sequence[Problem], data: bytes, path: str) -> CampaignError:
    """What a game says to its options (codes of ``check_options``), with the places of what they are about."""
    root, lines = read_settings(data, path, "bad_config")
    placed = [_at(problem, root, *_place_of_option(problem, root.get("options"))) for problem in problems]
    return CampaignError("bad_config", REFUSED, placed, lines, path=path)


def _place_of_option(problem: Problem, options: Node | None) -> tuple[tuple[str, ...], bool]:
    """Where a mistake of an option stands: the keys from the top, and whether the last key itself is meant."""
    about = problem.args.get("other") or problem.args.get("seat", "")
    value = problem.args.get("typed") or problem.args.get("galaxy")
    for key, inside in options.entries if options else ():
        if inside.kind == "map" and inside.get(about) is not None:
            return ("options", key.text, about), "unknown_seat" in problem.code
        if inside.kind == "text" and value and fold(inside.text) == fold(value):
            return ("options", key.text), False
    return ("options",) if options else (), True


def _at(problem: Problem, root: Node, steps: Sequence[str], key: bool = False) -> Problem:
    """A problem with the place to which the keys lead, as far as there is one; ``key``: of the last key itself."""
    place, name = root, root
    for step in steps:
        if place.kind == "list" and step.isdecimal():
            name = place = place.items[int(step)]
            continue
        found = next((pair for pair in place.entries if pair[0].text == step), None)
        if found is None:
            break
        name, place = found
    if key or place.kind != "text" or not place.text:
        place = name
    return replace(problem, line=place.line, column=place.column, width=place.width)


def read_settings(data: bytes, path: str, code: str) -> tuple[Node, list[str]]:
    """The map in a settings file and the file's lines; CampaignError with ``code`` when it is not one."""
    text = tidy(decode(data))
    lines = text.split("\n")
    try:
        node = parse(text)
    except Refused as refused:
        raise CampaignError(code, REFUSED, [refused.problem], lines, path=path) from None
    if node is None or node.kind != "map":
        raise CampaignError(code, REFUSED, [Problem("not_settings", {}, 1, 1)], lines, path=path)
    return node, lines


def plain(node: Node) -> Any:
    """Lists, dictionaries and text; a setting without a value counts as left out."""
    if node.kind == "map":
        return {k.text: plain(v) for k, v in node.entries if v.kind != "text" or v.text}
    return [plain(item) for item in node.items] if node.kind == "list" else node.text


def _problems(error: WrongSettings, root: Node, model: type[Any]) -> list[Problem]:
    problems = [_problem(wrong, root, model) for wrong in error.wrongs]
    return sorted(problems, key=lambda p: (p.line, p.column))


def _problem(wrong: Wrong, root: Node, model: type[Any]) -> Problem:
    """A mistake with the place of the nearest piece of the file."""
    key = ".".join(wrong.at)
    if wrong.code == "extra_forbidden":
        typed = wrong.at[-1]
        known = settings_of(SeatConfig if wrong.at[0] == "seats" else _struct_at(model, wrong.at[:-1]))
        meant = Names(Name(s.name, s.name, s.name) for s in known).close_to(typed, "en")
        return _at(Problem("unknown_setting", {"typed": typed, "meant": meant or ""}), root, wrong.at, key=True)
    if wrong.code == "missing":
        return _at(Problem("missing_setting", {"key": key}), root, wrong.at)
    typed = "" if wrong.code == _UNTOLD else str(wrong.typed)[:60]
    args = {**wrong.args, "key": key, "typed": typed}
    return _at(Problem(wrong.code, args), root, wrong.at, key=wrong.code == "bad_seat_id")


def _struct_at(model: type[Any], keys: Sequence[str]) -> type[Any]:
    """The settings to which the keys lead, as far as they are structs inside one another."""
    for key in keys:
        found = next((setting.type for setting in settings_of(model) if setting.name == key), None)
        inner = getattr(found, "__origin__", found)  # without its notes
        if not (isinstance(inner, type) and issubclass(inner, Struct)):
            break
        model = inner
    return model


def set_players(data: bytes, players: Mapping[str, Mapping[str, str | None]]) -> bytes:
    """``campaign.yaml`` with settings of seats changed (seat -> setting -> value, None: taken out).

    The GM's comments stay.
    """
    from io import BytesIO

    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096
    yaml.indent(mapping=2, sequence=4, offset=2)
    tree = _tree(yaml, tidy(decode(data)))
    for seat, settings in players.items():
        if tree["seats"][seat] is None:
            tree["seats"][seat] = {}
        for key, value in settings.items():
            _set(tree["seats"][seat], key, value)
    out = BytesIO()
    yaml.dump(tree, out)
    return out.getvalue()


def _tree(yaml: Any, text: str) -> Any:
    """The settings as ruamel keeps them. Tabs between words, which we read and ruamel does not, become spaces."""
    from ruamel.yaml.error import YAMLError

    for one in (text, text.replace("\t", " ")):
        with suppress(YAMLError):
            return yaml.load(one)
    raise CampaignError("bad_config", REFUSED, [Problem("unreadable", {}, 1, 1)], path="campaign.yaml")


def _set(settings: Any, key: str, value: str | None) -> None:
    """Change one setting of a map of ruamel's, or take it out.

    ruamel hangs the comments between two blocks on the last key before them. So a new key goes in front of others, and
    a key that is taken out leaves its comment to the one before.
    """
    if value is None:
        if key not in settings:
            return
        keys = [*settings]
        place = keys.index(key)
        comments = settings.ca.items if hasattr(settings, "ca") else {}
        left = comments.pop(key, None)
        del settings[key]
        if left and place:
            comments.setdefault(keys[place - 1], left)
    elif key in settings or not hasattr(settings, "insert"):
        if str(settings.get(key) or "") != value:
            settings[key] = value
    else:
        settings.insert(0, key, value)
