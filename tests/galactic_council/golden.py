"""Golden folders of Galactic Council: positions as gm/rulesets/galactic_council/position.py reads them."""

from __future__ import annotations

from gm.rulesets.galactic_council import RULES
from gm.rulesets.galactic_council.events.assembly import GameEnded
from gm.rulesets.galactic_council.position import read_position
from gm.rulesets.galactic_council.state import State
from gm.yamlfile import Node
from tests.goldens import Golden


def _position(node: Node, where: str) -> State:
    state, problems = read_position(node, RULES.content({}))
    assert not problems, f"{where}: {[(p.line, p.code, dict(p.args)) for p in problems]}"
    return state


GOLDEN = Golden(RULES, _position, GameEnded, "reason")
