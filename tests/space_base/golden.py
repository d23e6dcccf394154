"""Golden folders of Space Base: positions as ``position.py`` reads them."""

from __future__ import annotations

from gm.rulesets.space_base import RULES
from gm.rulesets.space_base.events.common import GameEnded
from gm.rulesets.space_base.state import State
from gm.yamlfile import Node
from tests.goldens import Golden
from tests.space_base.position import read_position


def _position(node: Node, where: str) -> State:
    return read_position(node)


GOLDEN = Golden(RULES, _position, GameEnded, "how")
