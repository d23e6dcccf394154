"""What the game master changes in secret shows nowhere to those whom it does not concern, down to the byte.

Every phase is played twice: with a ruling on what lies hidden, and without it (or with another reason for other eyes).
All that leaves for a seat which must not know of it is the same; leaks are planted, and found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from shutil import copytree, rmtree
from typing import Any, NamedTuple

import pytest

from gm import engine
from gm.campaign import Campaign
from gm.model import Decision, Event, PrivateEvent, Ruleset, Seat
from gm.rulesets import GAMES, load
from gm.rulesets.space_base.content import LEVELS
from gm.rulingfile import read_rulings
from gm.rulings import RulingTold, story
from tests.games import Played
from tests.test_secrets import (
    COMMANDS,
    DESKS,
    Told,
    answered,
    difference,
    gm,
    leaving,
    made,
    pairs,
    sent_files,
)


class Hidden(NamedTuple):
    """Rulings on what lies hidden, and the seats that may learn of them."""

    text: str
    concerned: tuple[str, ...] = ()


def of_council(state: Any) -> Iterator[Hidden]:
    """Another tile in an unexplored sector, two tiles that change places, another ranking."""
    tiles = state.secrets.tiles
    sectors = [*tiles]
    for at, other in ((sectors[0], sectors[-1]), (sectors[-1], sectors[len(sectors) // 2])):
        if tiles[at] != tiles[other]:
            yield Hidden(f"- set system: {{system: {at}, tile: {tiles[other]}, WHY}}\n")
    strategies = list(state.content.strategies)
    for seat in [of for of, chair in state.board.chairs.items() if not chair.out][:2]:
        if (ranking := strategies[::-1]) != state.secrets.rankings.get(seat):
            yield Hidden(f"- set seat: {{seat: {seat}, ranking: [{', '.join(ranking)}], WHY}}\n", (seat,))


def of_base(state: Any) -> Iterator[Hidden]:
    """Another order of a deck, a card from hand to hand, a standing order that rests on no turn."""
    secrets = state.secrets
    for level in LEVELS[:2]:
        if len(deck := secrets.decks[level - 1]) > 9:
            yield Hidden(
                f"- remove: {{card: {deck[-1]}, to: top, WHY}}\n- remove: {{card: {deck[-2]}, to: bottom, WHY}}\n"
            )
    hands = [(seat, hand) for seat, hand in secrets.hands.items() if hand]
    if len(hands) > 1:
        (owner, hand), (other, _cards) = hands[:2]
        yield Hidden(f"- place: {{card: {hand[0]}, seat: {other}, as: hand, WHY}}\n", (owner, other))
    for seat, chair in state.board.chairs.items():
        if seat in secrets.standing and not (chair.rests_own or chair.rests_others):
            yield Hidden(f"- end standing: {{seat: {seat}, WHY}}\n", (seat,))


HIDDEN: Mapping[str, Callable[[Any], Iterator[Hidden]]] = {"galactic_council": of_council, "space_base": of_base}


def hidden(rules: Ruleset, state: Any) -> Iterator[Hidden]:
    """The game's, with the words about them: for those concerned, for the game master alone; and notes."""
    seats = list(state.board.chairs)
    for n, one in enumerate(HIDDEN[rules.id](state)):
        audience = ("", "audience: gm, ", f"audience: [{seats[-1]}], ")[n % 3]
        concerned = one.concerned + ((seats[-1],) if n % 3 == 2 else ())
        yield Hidden(one.text.replace("WHY", f"{audience}when: after, reason: 'Hush, nobody knows'"), concerned)
    yield Hidden(
        f"- note: {{text: Only for you, audience: {seats[1]}}}\n- note: {{text: Mine, audience: gm}}\n", (seats[1],)
    )


def changes(rules: Ruleset, state: Any, text: str) -> tuple[Decision, ...]:
    seats = [Seat(seat, chair.name, chair.colour) for seat, chair in state.board.chairs.items()]
    reading = read_rulings(rules, state, seats, text.encode(), "en")
    assert reading.ok, reading.problems
    return tuple(order for order in reading.orders if isinstance(order, Decision))


def told_by(rules: Ruleset, played: Played, seat: str, after: Any, events: list[Event]) -> dict[str, bytes]:
    """All that a seat is sent of a phase, and what it may ask about the next one."""
    told = leaving(rules, Told(played.opened, played.before, after, events, sent_files(rules, played)), seat)
    opened = rules.open_phase(after)
    if opened is None or seat not in opened.may:
        return told
    return told | answered(rules, after, seat, ["- nonsense\n"])


def noticed(rules: Ruleset, played: Played, text: str, seat: str) -> list[str]:
    """What shows a seat that there were rulings, beside the same phase without any."""
    after = engine.copy(played.after)
    after, more = engine.told(after, story(rules, after, changes(rules, played.after, text), "after"))
    after, notes = engine.told(after, story(rules, after, changes(rules, played.after, text), "before"))
    assert more or notes
    there = told_by(rules, played, seat, after, [*played.events, *more, *notes])
    return difference(there, told_by(rules, played, seat, played.after, played.events))


def shortened(rules: Ruleset) -> Iterator[Played]:
    """The set-up and some phases of two games of bots."""
    for game in DESKS[rules.id].games[1:3]:
        yield from (last for last, _played in islice(pairs(rules, game), 0, 6, 2))


def rulings_of(rules: Ruleset) -> Iterator[tuple[Played, Hidden]]:
    """Phases of games of bots with what may be ruled in secret after them."""
    for played in shortened(rules):
        for one in hidden(rules, played.after):
            yield played, one


@pytest.mark.parametrize("game", GAMES)
def test_a_secret_ruling_shows_to_nobody_whom_it_does_not_concern(game: str) -> None:
    rules, tried = load(game), set[str]()
    for number, (played, one) in enumerate(rulings_of(rules)):
        others = [seat for seat in played.before.board.chairs if seat not in one.concerned]
        assert noticed(rules, played, one.text, others[number % len(others)]) == [], one
        for seat in one.concerned:
            assert noticed(rules, played, one.text, seat), one
        tried.add(one.text.split(":")[0])
    assert len(tried) == {"galactic_council": 3, "space_base": 4}[game], tried


LEAKS: dict[str, tuple[type[PrivateEvent], str]] = {
    "a private fact is told to all": (PrivateEvent, "visible_to"),
    "a reason is told to all": (RulingTold, "visible_to"),
}


@pytest.mark.parametrize("leak", LEAKS)
@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_that_is_told_to_all_is_found(game: str, leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of, name = LEAKS[leak]
    monkeypatch.setattr(of, name, lambda self, seat: True)
    rules = load(game)
    played, one = next(rulings_of(rules))
    other = next(seat for seat in played.before.board.chairs if seat not in one.concerned)
    assert {"events", f"reports/{other}.md", "reports/public.md", "ru.html"} <= {
        *noticed(rules, played, one.text, other)
    }


# --- the program itself: a campaign and its twin with other secrets ruled ---------------------------------------


def ruled(folder: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> dict[str, Any]:
    """The next phase resolved with rulings: all that red and everybody are given then, and what resolve says."""
    assert gm(folder, "rule", "-", stdin=text)[0] == 0
    said = gm(folder, "resolve")
    assert said[0] == 0, said
    monkeypatch.chdir(folder)
    found = {f"pages/{path.name}": path.read_bytes() for path in sorted(Path("pages").rglob("*")) if path.is_file()}
    found = {name: data for name, data in found.items() if name[6:].split(".")[0] in ("red", "public")}
    assert len(found) == 4
    for words in COMMANDS:
        if words[0] != "status":
            found[" ".join(words)] = made(folder, *words, monkeypatch=monkeypatch)
    told = re.sub(
        rb"\d+ events", b"", said[1].replace(str(folder).encode(), b"FOLDER")
    )  # it counts them all, for the GM
    return found | {"forecast": gm(folder, "forecast", "red", "-", stdin="[]\n"), "resolve": told}


MEANS = {"galactic_council": "goods", "space_base": "credits"}


@pytest.mark.parametrize("game", GAMES)
def test_no_command_for_a_seat_tells_what_was_ruled_in_secret(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Facts, reasons, notes, audiences: of those that are not for red nothing shows, not even that there are some."""
    folder, twin, rules = tmp_path / "a" / "winter", tmp_path / "b" / "winter", load(game)
    assert gm(folder, "new", str(folder), "--game", game, "--seats", "4", *DESKS[game].new)[0] == 0
    assert gm(folder, "resolve")[0] == 0
    for _ in range(3):
        assert gm(folder, "bot", "--all")[0] == 0
        if twin.parent.exists():
            rmtree(twin.parent)
        copytree(folder, twin)
        state = Campaign.open(folder).state()
        secret = [one for one in hidden(rules, state) if "red" not in one.concerned]
        given = f"- give: {{seat: green, {MEANS[game]}: 1, when: after, audience: [%s], reason: %s}}\n"
        one = ruled(folder, monkeypatch, given % ("blue", "it was owed") + "".join(text for text, _of in secret[:1]))
        two = ruled(twin, monkeypatch, given % ("green, gm", "you know why") + secret[-1].text)
        assert {name for name in one if one[name] != two[name]} == set(), (one["resolve"], two["resolve"])
