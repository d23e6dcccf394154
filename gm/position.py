"""A running game moves in: a described position (commented YAML) instead of a set-up by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gm.dice import Dice
from gm.model import Lang, Problem, Ruleset, Seat
from gm.trouble import REFUSED, CampaignError
from gm.yamlfile import Node, Refused, decode, parse, tidy


def described(
    rules: Ruleset,
    data: bytes,
    content: Any,
    lang: Lang,
    *,
    seats: Sequence[Seat] = (),
    options: Any = None,
    dice: Dice | None = None,
    path: str = "position.yaml",
) -> Any:
    """The state that a description means. CampaignError ``bad_position`` with every mistake and its place.

    ``seats`` are those of the campaign, ``options`` its own; ``dice`` shuffle what the description leaves hidden.
    """
    node, lines = _node(data, path)
    state, problems = rules.read_position(node, content, seats=seats, options=options, dice=dice, lang=lang)
    if wrong := [problem for problem in problems if not problem.warning]:
        raise CampaignError("bad_position", REFUSED, wrong, lines, path=path)
    if broken := rules.invariants(state):
        raise CampaignError("bad_position", REFUSED, [_on_first_line(problem) for problem in broken], path=path)
    return state


def _on_first_line(problem: Problem) -> Problem:
    return Problem(problem.code, problem.args)


def _node(data: bytes, path: str) -> tuple[Node | None, list[str]]:
    text = tidy(decode(data))
    lines = text.split("\n")
    try:
        return parse(text), lines
    except Refused as refused:
        raise CampaignError("bad_position", REFUSED, [refused.problem], lines, path=path) from None


def seats_and_options(
    rules: Ruleset,
    data: bytes,
    lang: Lang,
    seats: Sequence[Mapping[str, str]],
    options: Mapping[str, Any],
) -> tuple[list[dict[str, str]], dict[str, Any]]:
    """The seats and options of a new campaign that begins with this position.

    Its seats are those of the description, in its order; what ``seats`` say of them (player, language) is added, and
    ``options`` win over those that the description names.
    """
    state = described(rules, data, rules.content({}), lang)
    named = rules.labels(rules.view(state, None))["seat"]
    given = {spec["id"]: spec for spec in seats if spec.get("id")}
    if unknown := next((id_ for id_ in given if id_ not in named), None):
        raise CampaignError("no_seat", REFUSED, typed=unknown)
    rows = [{"id": id_, **_player(id_, name.of(lang)), **given.get(id_, {})} for id_, name in named.items()]
    node, _lines = _node(data, "position.yaml")
    written = node.get("options") if node and node.kind == "map" else None
    chosen = written.plain() if written and written.kind == "map" else {}
    return rows, {**chosen, **options}


def _player(id_: str, name: str) -> dict[str, str]:
    """The name that the description gives a seat, unless it is only its id."""
    return {"player": name} if name and name.casefold() != id_ else {}
