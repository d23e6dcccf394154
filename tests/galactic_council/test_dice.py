"""Every event that tells of dice names their label, so that anybody can throw them again once the secret is known."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gm.dice import SeededDice
from gm.engine import resolve
from gm.model import Event
from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.events import movement
from tests.galactic_council.test_random_orders import Scribbler, crowded
from tests.games import Played, game

TELLING = (
    *(movement.RiftRolled, movement.PdsFired, movement.MinesExploded, movement.SalvoFired),
    *(movement.Bombarded, movement.GroundFired, movement.RemainsRolled),
)


class Watched(SeededDice):
    """Seeded dice that write down what they were asked for and how they fell."""

    def __init__(self, secret: bytes, *path: object, rolled: dict[tuple[object, ...], list[int]]) -> None:
        super().__init__(secret, *path)
        self.secret, self.path, self.rolled = secret, path, rolled

    def at(self, *label: object) -> Watched:
        return Watched(self.secret, *self.path, *label, rolled=self.rolled)

    def roll(self, sides: int) -> int:
        face = super().roll(sides)
        self.rolled.setdefault(self.path, []).append(face)
        return face


def check(before: Any, orders: Any, secret: bytes, happened: Counter[type[Event]]) -> None:
    """Play a phase and throw every die again: no die fell that no event tells of, and none is told otherwise."""
    rolled: dict[tuple[object, ...], list[int]] = {}
    opened = RULES.open_phase(before)
    assert opened is not None
    _state, events = resolve(RULES, before, orders, Watched(secret, rolled=rolled))
    told = {}
    for event in events:
        for throw in event.thrown():
            path = (opened.turn, opened.phase, *throw.label)
            dice = SeededDice(secret).at(opened.turn, opened.phase).at(*throw.label)
            assert dice.rolls(len(throw.faces), throw.sides) == throw.faces, event
            assert path not in told
            told[path] = list(throw.faces)
            happened[type(event)] += 1
    assert told == rolled


def test_all_dice_of_bot_games_can_be_thrown_again() -> None:
    happened = Counter[type[Event]]()
    for seed in range(8):
        for played in game(RULES, 3 + seed % 6, seed, turns=6):
            check(played.before, played.orders, f"game {seed}".encode(), happened)
            assert_known(played, seed)
    assert sum(happened.values()) > 200 and happened[movement.SalvoFired] > 50


def assert_known(played: Played, seed: int) -> None:
    """The bots' games are played with the very secret that ``check`` throws again with."""
    opened = played.opened
    for throw in (throw for event in played.events for throw in event.thrown()):
        dice = SeededDice(f"game {seed}".encode()).at(opened.turn, opened.phase).at(*throw.label)
        assert dice.rolls(len(throw.faces), throw.sides) == throw.faces


def test_every_kind_of_dice_can_be_thrown_again() -> None:
    """Crowded boards and senseless orders roll all the dice there are, those of Graviton Laser Systems among them."""
    happened, again = Counter[type[Event]](), 0
    for seed in range(20):
        state, _dice, luck = crowded(seed)
        for chair in state.board.chairs.values():
            more = ("graviton_laser_system", "gen_synthesis", "dacxive_animators", "assault_cannon")
            chair.technologies += [technology for technology in more if technology not in chair.technologies]
        state.board.phase = "movement"
        opened = RULES.open_phase(state)
        assert opened is not None
        writers = {of: Scribbler(RULES.view(state, of), luck) for of in opened.may}
        orders = {of: writer.file(opened.orders[of]) for of, writer in writers.items()}
        check(state, orders, b"secret %d" % seed, happened)
        _after, events = resolve(RULES, state, orders, SeededDice(b"secret %d" % seed))
        again += sum(len(shot.again) for event in events for shot in getattr(event, "shots", ()))
    assert set(happened) == set(TELLING) and again


def test_an_event_of_an_older_record_tells_of_no_dice() -> None:
    assert movement.RemainsRolled("red", "jord", "raise_dead", 6, (6, 2), rule="3.5").thrown() == ()
