"""The events of a phase put in order for a reader: chapters by step and seat, battles round by round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from gm.model import RULING, Event
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
_TOGETHER = {
    common.MarkersGained: ("count", "source"),
    common.Paid: ("seat", "purpose"),
    common.PlanetTaken: ("owner", "how"),
    common.UnitsRepaired: ("seat",),
    movement.CargoLoaded: ("seat", "system"),
    movement.TroopsLanded: ("seat",),
    assembly.IncomePaid: ("seat",),
}
"""Events that one sentence tells together when they follow each other, and what they must have in common."""
_ENDINGS = (movement.BattleEnded, movement.InvasionEnded)
_RUNS = {"3.1": "moves", "3.2": "fire", "3.3": "battle", "3.4": "landing", "3.5": "ground"}
_BLOCK = ("3.2", "3.3", "3.4", "3.5")


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
    """Events of one kind (the name of its type) that one sentence tells together."""

    kind: str
    events: tuple[Event, ...]


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
    """An event with its place in the story; ``scene`` numbers battles and volleys with their toll from 1, 0: none.

    ``block`` is all that one seat's turn of movement brings to one system: ships, fire, battle, landing, invasion;
    empty: none.
    """

    event: Event
    step: str
    seat: str | None
    scene: int
    fought: bool
    """Whether the scene is a battle."""
    block: str = ""


def concerns(event: Event, seat: str | None) -> bool:
    """Whether an event names the seat as one of those it happens to."""
    return seat is not None and any(getattr(event, name, None) == seat for name in _PEOPLE)


def told(events: Iterable[Event], systems: Mapping[str, str]) -> list[Told]:
    """The events with the step, the mover and the battle each belongs to; ``systems``: planet -> its system.

    Three things are left out. What seats start with: the tables of the same page show it. Units that a planet
    yields: the line before names them. Units that appear where they are built: the next line, of the dock, does.
    """
    teller, made, found = _Teller(systems), list[Told](), list[Told]()
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
        if not (run.battle and item.fought and _into_battle(run.battle, item.event)):
            _add_line(run, item.event)
    return found


def _add_line(run: Run, event: Event) -> None:
    """A line more, or the line of events like it told together with it.

    Order does not matter among landings, repairs and incomes, nor for what all the flights of a turn cost; else only
    neighbours join.
    """
    like = _likeness(event)
    anywhere = run.kind == "landing" or isinstance(event, common.Paid | common.UnitsRepaired | assembly.IncomePaid)
    for n in range(len(run.lines) if anywhere else min(len(run.lines), 1)):
        line = run.lines[-1 - n]
        before = line.events if isinstance(line, Alike) else (line,)
        if like and _likeness(before[0]) == like:
            told = _with(before, event)
            run.lines[-1 - n] = Alike(type(event).__name__, told) if len(told) > 1 else told[0]
            return
    run.lines.append(event)


def _with(events: tuple[Event, ...], event: Event) -> tuple[Event, ...]:
    """Events and one like them; what is loaded or landed at the same planet becomes one."""
    if isinstance(event, movement.CargoLoaded | movement.TroopsLanded):
        for n, other in enumerate(events):
            if isinstance(other, type(event)) and other.planet == event.planet:
                units = forces.merged(other.units, event.units)
                whole = replace(other, units=units, damaged=forces.merged(other.damaged, event.damaged))
                return (*events[:n], whole, *events[n + 1 :])
    return (*events, event)


def _likeness(event: Event) -> tuple[object, ...]:
    """What events have in common that one sentence can tell together; nothing: the event stands alone."""
    alone = isinstance(event, common.Paid) and (event.purpose != "move" or event.planets or event.goods)
    names = () if alone else _TOGETHER.get(type(event), ())
    return (type(event), *(getattr(event, name) for name in names)) if names else ()


def split(story: Sequence[Told], seat: str | None) -> tuple[list[Told], list[Told]]:
    """What concerns a seat, whole battles, volleys and blocks with it, and all the rest."""
    mine = [item for item in story if concerns(item.event, seat)]
    scenes, blocks = {item.scene for item in mine} - {0}, {item.block for item in mine} - {""}
    own = [item for item in story if item.scene in scenes or item.block in blocks or concerns(item.event, seat)]
    kept = set(map(id, own))
    return own, [item for item in story if id(item) not in kept]


class _Teller:
    """Goes through the events in order and remembers where in the turn they are."""

    def __init__(self, systems: Mapping[str, str]) -> None:
        self.systems = systems
        self.step = ""
        self.mover: str | None = None
        self.scenes = 0
        self.battle: movement.BattleBegan | movement.InvasionBegan | None = None
        self.ended = False
        self.volley = ""
        """The system or planet under fire outside a battle."""
        self.turns = 0
        """How many turns of movement have begun."""
        self.blocks: dict[int, str] = {}
        """Scene -> its block."""

    def place(self, event: Event) -> Told:
        self._find_step(event)
        self._find_scene(event)
        scene = self.scenes if self.battle or self.volley else 0
        return Told(event, self.step, self.mover, scene, self.battle is not None, self._block(event, scene))

    def _block(self, event: Event, scene: int) -> str:
        named = isinstance(event, movement.FleetMoved | movement.StationTaken | common.UnitsLost)
        paid = isinstance(event, common.Paid) and event.purpose == "fire"
        if self.step != "3" or not (scene or named or paid or event.rule in _BLOCK):
            return ""
        at = next((place for name in ("system", "place", "planet") if (place := getattr(event, name, ""))), "")
        at = event.path[-1] if isinstance(event, movement.FleetMoved) else at
        block = f"{self.turns} {self.systems.get(at, at)}" if at else self.blocks.get(scene, "")
        return self.blocks.setdefault(scene, block) if scene else block

    def _find_step(self, event: Event) -> None:
        mover = _mover(event)
        if event.rule == RULING:
            self.step, self.mover = RULING, None
        elif mover is not None:
            self.turns += (self.step, self.mover) != ("3", mover)
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
        elif isinstance(event, common.ContractBroken) and event.cause == "war":
            return
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
    if isinstance(event, movement.TroopsLanded):
        return event.planet == place and event.rule == "3.5"
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
    if last and (not kind or (kind == last.kind and not last.battle)):
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
