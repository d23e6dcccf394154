"""The events of a phase put in order for a reader: chapters by step and seat, battles round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from gm.model import Event
from gm.rulesets.galactic_council import forces
from gm.rulesets.galactic_council.events import assembly, common, council, movement, production, start
from gm.rulesets.galactic_council.events.movement import Shot

Units = Mapping[str, int]

_STEPS = ("1", "2.4", "2.5", "2.6", "4.1", "4.2", "4.3", "5.1", "5.2", "5.3", "7а", "7в", "7г", "7д", "7ж", "7")
_STEP_OF_VERB = {
    "close": "council",
    "bonus": "council",
    "scout": "2.5",
    "explore": "2.5",
    "capture": "2.6",
    "speaker": "7",
}
_OPENING = (council.BonusExchanged, council.GuildHeadChanged, council.SystemClosed)
_PEOPLE = ("seat", "target", "to", "a", "b", "attacker", "defender", "partner", "head", "owner", "before", "by")
_MOVERS = (
    movement.AlertRaised,
    movement.FleetMoved,
    movement.RouteChosen,
    movement.CargoLoaded,
    movement.RiftRolled,
    movement.TroopsLanded,
    movement.TroopsJumped,
    movement.Bombarded,
    movement.BacteriaSpread,
)
_IN_BATTLE = (
    movement.SalvoFired,
    movement.GroundFired,
    movement.TroopsPromoted,
    common.UnitsLost,
    common.UnitsDamaged,
    common.UnitsRepaired,
    common.ContractBroken,
)
_VOLLEYS = (movement.PdsFired, movement.MinesExploded, movement.Bombarded, movement.BacteriaSpread)
_ENDINGS = (movement.BattleEnded, movement.InvasionEnded)
_RUNS = {"3.1": "moves", "3.2": "fire", "3.3": "battle", "3.4": "landing", "3.5": "ground"}


@dataclass(slots=True)
class Row:
    """A salvo of a battle and what it cost: seat -> dice, hits scored, units lost, damaged, repaired, promoted."""

    kind: str
    round: int
    shots: dict[str, tuple[Shot, ...]] = field(default_factory=dict)
    hits: dict[str, int] = field(default_factory=dict)
    lost: dict[str, Units] = field(default_factory=dict)
    damaged: dict[str, Units] = field(default_factory=dict)
    repaired: dict[str, Units] = field(default_factory=dict)
    promoted: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Battle:
    """A battle in space (place: a system) or on the ground (place: a planet)."""

    place: str
    attacker: str
    defender: str | None
    attacking: Units
    defending: Units
    fighters: int = 0
    rows: list[Row] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Alike:
    """Seats that gained equally many markers for the same reason, told in one line."""

    events: tuple[common.MarkersGained, ...]


@dataclass(slots=True)
class Run:
    """Part of a chapter: lines, or a battle with the lines of its end and aftermath."""

    kind: str
    lines: list[Event | Alike] = field(default_factory=list)
    battle: Battle | None = None


@dataclass(slots=True)
class Chapter:
    """One step of the rules (its paragraph), or one seat's turn of movement (step "3")."""

    step: str
    seat: str | None
    runs: list[Run] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Told:
    """An event with its place in the story; ``scene`` numbers battles and volleys with their toll from 1, 0: none."""

    event: Event
    step: str
    seat: str | None
    scene: int
    fought: bool
    """Whether the scene is a battle."""


def concerns(event: Event, seat: str | None) -> bool:
    """Whether an event names the seat as one of those it happens to."""
    return seat is not None and any(getattr(event, name, None) == seat for name in _PEOPLE)


def told(events: Iterable[Event], systems: Mapping[str, str]) -> list[Told]:
    """The events with the step, the mover and the battle each belongs to; ``systems``: planet -> its system.

    Three things are left out. What seats start with: the tables of the same page show it. Units that a planet
    yields: the line before names them. Units that appear where they are built: the next line, of the dock, does.
    """
    teller, made, found = _Teller(), list[Told](), list[Told]()
    for event in events:
        if getattr(event, "how", "") in ("start", "yield"):
            continue
        if isinstance(event, production.Produced):
            here = (event.planet, systems.get(event.planet))
            gone = {id(item) for item in made if getattr(item.event, "place", None) in here}
            found = [item for item in found if id(item) not in gone]
        item = teller.place(event)
        made = [*made, item] if isinstance(event, common.UnitsAppeared) and event.how == "built" else []
        found.append(item)
    return found


def chapters(story: Sequence[Told]) -> list[Chapter]:
    """The story as chapters; each starts where the step or the mover changes."""
    found: list[Chapter] = []
    scenes: dict[int, Run] = {}
    for item in story:
        if not found or (found[-1].step, found[-1].seat) != (item.step, item.seat):
            found.append(Chapter(item.step, item.seat))
        run = _run(found[-1], item, scenes)
        if not (run.battle and _into_battle(run.battle, item.event)):
            _add_line(run.lines, item.event)
    return found


def _add_line(lines: list[Event | Alike], event: Event) -> None:
    """A line more; gains like the one before are drawn together with it."""
    last = lines[-1] if lines else None
    before = last.events if isinstance(last, Alike) else (last,) if isinstance(last, common.MarkersGained) else ()
    if before and isinstance(event, common.MarkersGained) and _gain(before[-1]) == _gain(event):
        lines[-1] = Alike((*before, event))
    else:
        lines.append(event)


def _gain(event: common.MarkersGained) -> tuple[int, str]:
    return event.count, event.source


def split(story: Sequence[Told], seat: str | None) -> tuple[list[Told], list[Told]]:
    """What concerns a seat, whole battles and volleys with it, and all the rest."""
    mine = {item.scene for item in story if item.scene and concerns(item.event, seat)}
    own = [item for item in story if item.scene in mine or concerns(item.event, seat)]
    kept = set(map(id, own))
    return own, [item for item in story if id(item) not in kept]


class _Teller:
    """Goes through the events in order and remembers where in the turn they are."""

    def __init__(self) -> None:
        self.step = ""
        self.mover: str | None = None
        self.scenes = 0
        self.battle: movement.BattleBegan | movement.InvasionBegan | None = None
        self.ended = False
        self.volley = ""
        """The system or planet under fire outside a battle."""

    def place(self, event: Event) -> Told:
        self._find_step(event)
        self._find_scene(event)
        scene = self.scenes if self.battle or self.volley else 0
        return Told(event, self.step, self.mover, scene, self.battle is not None)

    def _find_step(self, event: Event) -> None:
        mover = _mover(event)
        if mover is not None:
            self.step, self.mover = "3", mover
        elif type(event).__module__ == start.__name__ or event.rule in ("0", "11"):
            self.step, self.mover = "start", None
        elif step := _step_of_kind(event):
            self.step, self.mover = step, None
        elif event.rule in _STEPS and not self._inside_movement(event):
            self.step, self.mover = event.rule, None

    def _inside_movement(self, event: Event) -> bool:
        """Consequences of movement that rest on paragraphs of other chapters."""
        if self.step != "3":
            return False
        broken = isinstance(event, common.ContractBroken) and event.cause == "war"
        entered = isinstance(event, common.SectorExplored) and event.how == "entered"
        return broken or entered

    def _find_scene(self, event: Event) -> None:
        if isinstance(event, movement.BattleBegan | movement.InvasionBegan):
            self.battle, self.ended, self.volley = event, False, ""
            self.scenes += 1
            return
        self.ended = self.ended or not isinstance(event, _IN_BATTLE)
        if self.battle and self.ended and not isinstance(event, _ENDINGS) and not _aftermath(event, self.battle):
            self.battle = None
        if not self.battle:
            self._find_volley(event)

    def _find_volley(self, event: Event) -> None:
        if isinstance(event, _VOLLEYS):
            under_fire = (
                event.planet if isinstance(event, movement.Bombarded | movement.BacteriaSpread) else event.system
            )
            self.scenes += under_fire != self.volley
            self.volley = under_fire
        elif not isinstance(event, common.UnitsLost | common.UnitsDamaged) or event.place != self.volley:
            self.volley = ""


def _step_of_kind(event: Event) -> str:
    """The step of events whose paragraph does not tell it."""
    if isinstance(event, production.PlanetYielded):
        return "8"
    if isinstance(event, assembly.SpeakerNamed):
        return "7"
    if isinstance(event, common.OrderCutShort | common.BranchTaken):
        return _STEP_OF_VERB.get(event.verb, "")
    gain = isinstance(event, common.MarkersGained | common.GoodsGained) and event.source in ("leadership", "trade")
    return "council" if gain or isinstance(event, _OPENING) else ""


def _mover(event: Event) -> str | None:
    """The seat whose turn of movement an event shows it to be."""
    if isinstance(event, _MOVERS):
        return event.seat
    if isinstance(event, movement.BattleBegan | movement.InvasionBegan):
        return event.attacker
    if isinstance(event, movement.PdsFired):
        return event.target if event.kind == "meeting" else event.seat
    if isinstance(event, movement.MinesExploded):
        return event.target
    if isinstance(event, common.SectorExplored):
        return event.seat if event.how == "entered" else None
    if isinstance(event, common.Paid):
        return event.seat if event.purpose in ("move", "fire", "jump", "stay") else None
    if isinstance(event, common.OrderCutShort | common.BranchTaken):
        return event.seat if event.verb in ("move", "land", "fire", "jump", "alert", "bombard") else None
    return None


def _aftermath(event: Event, battle: movement.BattleBegan | movement.InvasionBegan) -> bool:
    """Whether an event right after a battle belongs to it."""
    place = battle.system if isinstance(battle, movement.BattleBegan) else battle.planet
    if isinstance(event, common.UnitsAppeared) and event.how == "synthesis":
        return isinstance(battle, movement.InvasionBegan)
    if isinstance(event, common.UnitsLost | common.UnitsAppeared):
        return event.place == place
    if isinstance(event, common.ContractBroken):
        return {event.a, event.b} == {battle.attacker, battle.defender}
    after_landing = (movement.BuildingsCaptured, movement.RemainsRolled, common.PlanetTaken)
    return isinstance(event, after_landing) and event.planet == place


def _run(chapter: Chapter, item: Told, scenes: dict[int, Run]) -> Run:
    """The run of the chapter into which an event goes, a new one if need be."""
    if item.fought:
        if item.scene not in scenes:
            scenes[item.scene] = Run(_kind(item.event), battle=_battle(item.event))
            chapter.runs.append(scenes[item.scene])
        return scenes[item.scene]
    kind = _RUNS.get(item.event.rule, "") if chapter.step == "3" else ""
    kind = "fire" if isinstance(item.event, movement.PdsFired | movement.MinesExploded) else kind
    last = chapter.runs[-1] if chapter.runs else None
    if last and not last.battle and kind in (last.kind, ""):
        return last
    chapter.runs.append(Run(kind or ("moves" if chapter.step == "3" else "")))
    return chapter.runs[-1]


def _kind(event: Event) -> str:
    return "battle" if isinstance(event, movement.BattleBegan) else "ground"


def _battle(event: Event) -> Battle | None:
    if isinstance(event, movement.BattleBegan):
        return Battle(event.system, event.attacker, event.defender, event.attacking, event.defending)
    if isinstance(event, movement.InvasionBegan):
        return Battle(event.planet, event.attacker, event.defender, event.attacking, event.defending, event.fighters)
    return None


def _into_battle(battle: Battle, event: Event) -> bool:
    """Write an event into the table of its battle; False: it is a line of its own."""
    if isinstance(event, movement.BattleBegan | movement.InvasionBegan):
        return True
    if isinstance(event, movement.SalvoFired | movement.GroundFired):
        _row_for(battle, event).shots[event.seat] = event.shots
        battle.rows[-1].hits[event.seat] = event.hits
        return True
    if not battle.rows:
        return False
    row = battle.rows[-1]
    if isinstance(event, common.UnitsLost) and event.cause in ("battle", "barrage", "cannon", "ground", "landing_fire"):
        row.lost[event.seat] = forces.merged(row.lost.get(event.seat, {}), event.units)
    elif isinstance(event, common.UnitsDamaged):
        row.damaged[event.seat] = forces.merged(row.damaged.get(event.seat, {}), event.units)
    elif isinstance(event, common.UnitsRepaired):
        row.repaired[event.seat] = forces.merged(row.repaired.get(event.seat, {}), event.units)
    elif isinstance(event, movement.TroopsPromoted):
        row.promoted[event.seat] = row.promoted.get(event.seat, 0) + event.count
    else:
        return False
    return True


def _row_for(battle: Battle, event: movement.SalvoFired | movement.GroundFired) -> Row:
    last = battle.rows[-1] if battle.rows else None
    if last is None or (last.kind, last.round) != (event.kind, event.round):
        battle.rows.append(Row(event.kind, event.round))
    return battle.rows[-1]
