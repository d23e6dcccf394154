"""Space Base: dice, sectors and ships. Read this first: the game as one record.

What only some commands need is imported when it is first called: ``later`` and ``Listed`` name its module.
"""

from gm.lazy import Listed, later
from gm.model import Change, Event, Ruleset, Text
from gm.rulesets.space_base.options import Options
from gm.rulesets.space_base.state import State, View
from gm.rulesets.space_base.tables import SEATS, content
from gm.rulesets.space_base.turn import PHASES, open_phase
from gm.rulesets.space_base.view import view

_EVENTS = f"{__name__}.events"

RULES = Ruleset(
    id="space_base",
    titles=Text("Space Base", "Космобаза"),
    seats=SEATS,
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
    standings=later(f"{__name__}.score", "standings"),
    labels=later(f"{__name__}.view", "labels"),
    page=later(f"{__name__}.page", "page"),
    estimate=later(f"{__name__}.estimate", "estimate"),
    check_options=later(f"{__name__}.setup", "check_options"),
    form_notes=later(f"{__name__}.formnotes", "form_notes"),
    headlines=Listed[type[Event]](_EVENTS, "HEADLINES"),
    handbook_tables=later(f"{__name__}.handbook", "handbook_tables"),
    paragraph=later(f"{__name__}.paragraphs", "paragraph"),
    rulings=Listed[type[Change]](f"{__name__}.rulings", "RULINGS"),
    apply_ruling=later(f"{__name__}.judging", "apply_ruling"),
    ruling_events=Listed[type[Event]](f"{_EVENTS}.rulings", "RULING_EVENTS"),
    read_position=later(f"{__name__}.position", "read_position"),
    write_position=later(f"{__name__}.describing", "write_position"),
    statistics=later(f"{__name__}.score", "statistics"),
    draws=Listed[type[Event]](_EVENTS, "DRAWS"),
)
