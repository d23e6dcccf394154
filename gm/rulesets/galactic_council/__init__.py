"""Galactic Council: a forum game in the Twilight Imperium family. Read this first: the game as one record."""

from gm.model import Ruleset, Text
from gm.rulesets.galactic_council.bot import bot
from gm.rulesets.galactic_council.estimate import estimate
from gm.rulesets.galactic_council.events import EVENTS, HEADLINES
from gm.rulesets.galactic_council.formnotes import form_notes
from gm.rulesets.galactic_council.handbook import handbook_tables
from gm.rulesets.galactic_council.invariants import invariants
from gm.rulesets.galactic_council.options import Options
from gm.rulesets.galactic_council.page import page
from gm.rulesets.galactic_council.picture import picture
from gm.rulesets.galactic_council.setup import check_options, setup
from gm.rulesets.galactic_council.state import State, View
from gm.rulesets.galactic_council.tables import content
from gm.rulesets.galactic_council.turn import PHASES, open_phase, standings
from gm.rulesets.galactic_council.view import labels, other_secrets, view

RULES = Ruleset(
    id="galactic_council",
    titles=Text("Galactic Council", "Галактический Совет"),
    seats=range(3, 9),
    options=Options,
    state=State,
    view_type=View,
    events=EVENTS,
    phases=PHASES,
    content=content,
    setup=setup,
    open_phase=open_phase,
    view=view,
    other_secrets=other_secrets,
    bot=bot,
    invariants=invariants,
    picture=picture,
    standings=standings,
    labels=labels,
    page=page,
    estimate=estimate,
    check_options=check_options,
    form_notes=form_notes,
    headlines=HEADLINES,
    handbook_tables=handbook_tables,
)
