"""Galactic Council: a forum game in the Twilight Imperium family. Read this first: the game as one record.

What only some commands need is imported when it is first called: ``later`` and ``Listed`` name its module.
"""

from gm.lazy import Listed, later
from gm.model import Change, Event, Ruleset, Text
from gm.rulesets.galactic_council.options import Options
from gm.rulesets.galactic_council.state import State, View
from gm.rulesets.galactic_council.tables import content
from gm.rulesets.galactic_council.turn import PHASES, open_phase
from gm.rulesets.galactic_council.view import view

_EVENTS = f"{__name__}.events"

RULES = Ruleset(
    id="galactic_council",
    titles=Text("Galactic Council", "Галактический Совет"),
    seats=range(3, 9),
    options=Options,
    state=State,
    view_type=View,
    events=Listed[type[Event]](_EVENTS, "EVENTS"),
    phases=PHASES,
    content=content,
    setup=later(f"{__name__}.setup", "setup"),
    open_phase=open_phase,
    view=view,
    other_secrets=later(f"{__name__}.view", "other_secrets"),
    bot=later(f"{__name__}.bot", "bot"),
    invariants=later(f"{__name__}.invariants", "invariants"),
    picture=later(f"{__name__}.picture", "picture"),
    standings=later(f"{__name__}.standing", "standings"),
    labels=later(f"{__name__}.view", "labels"),
    page=later(f"{__name__}.page", "page"),
    estimate=later(f"{__name__}.estimate", "estimate"),
    check_options=later(f"{__name__}.setup", "check_options"),
    form_notes=later(f"{__name__}.formnotes", "form_notes"),
    headlines=Listed[type[Event]](_EVENTS, "HEADLINES"),
    hidden_tables=("galaxies",),
    handbook_tables=later(f"{__name__}.handbook", "handbook_tables"),
    rulings=Listed[type[Change]](f"{__name__}.orders.rulings", "RULINGS"),
    apply_ruling=later(f"{__name__}.rulings", "apply_ruling"),
    ruling_events=Listed[type[Event]](f"{_EVENTS}.rulings", "RULING_EVENTS"),
    read_position=later(f"{__name__}.position", "read_position"),
    write_position=later(f"{__name__}.positionwriter", "write_position"),
    statistics=later(f"{__name__}.statistics", "statistics"),
    draws=(),  # the tiles are dealt at the set-up; after that every chance is a die with a label of its own
)
