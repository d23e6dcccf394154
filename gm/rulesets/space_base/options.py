"""What a GM may choose in ``campaign.yaml`` under ``options``; each default is the rules' own."""

from typing import Annotated

from msgspec import Meta, Struct

from gm.model import Text


class Options(Struct, frozen=True, kw_only=True):
    """The options of a campaign. Titles and comments are written into ``campaign.yaml`` in the GM's language."""

    light_speed: Annotated[
        bool,
        Text(
            "Variant «Light Speed»: each seat is dealt 4 ships of level 1 and 2 of level 2, keeps what it pays for.",
            "Вариант «Скорость света»: каждому сдаются 4 карты 1-го и 2 карты 2-го уровня, оставить можно оплаченные.",
        ),
    ] = False
    points: Annotated[
        int,
        Meta(ge=1, le=999),
        Text("So many points trigger the end of the game.", "Столько очков запускают конец игры."),
    ] = 40
