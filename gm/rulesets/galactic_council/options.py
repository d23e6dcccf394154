"""What a GM may choose in ``campaign.yaml`` under ``options``; each default is our reading of the rules."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gm.model import Text


class Options(Struct, frozen=True, kw_only=True):
    """The options of a campaign. Titles and comments are written into ``campaign.yaml`` in the GM's language."""

    turns: Annotated[
        int,
        Meta(ge=1, le=99),
        Text("The campaign ends after this turn.", "Кампания заканчивается после этого хода."),
    ] = 8
    races: Annotated[
        dict[str, str],
        Text(
            "Race of each seat (seat: race); seats left out are dealt a race at random.",
            "Раса каждого места (место: раса); остальным раса сдаётся случайно.",
        ),
    ] = {}
    galaxy: Annotated[
        str,
        Text(
            "'random': dealt unseen; or the name of a fixed galaxy from the table galaxies.",
            "'random': раскладывается вслепую; или имя готовой галактики из таблицы galaxies.",
        ),
    ] = "random"
    own_system: Annotated[
        Literal["all", "any"],
        Text(
            "A system is a seat's (2.6) when all its planets are his, or any of them (readings 7, 26).",
            "Система считается системой игрока (2.6), если его все планеты в ней (all) или хотя бы одна (any).",
        ),
    ] = "all"
    captures_a_turn: Annotated[
        int,
        Meta(ge=1, le=9),
        Text(
            "Diplomatic captures (2.6) per seat and turn (reading 36).",
            "Дипломатических захватов (2.6) за ход на игрока.",
        ),
    ] = 1
    trade_goods: Annotated[
        int,
        Meta(ge=0, le=9),
        Text(
            "Goods that «Trade» gives at the start of the council phase.",
            "Товаров, которые даёт «Торговля» в начале фазы Совета.",
        ),
    ] = 0
    stations_in_passing: Annotated[
        bool,
        Text(
            "Stations pass to a fleet that only flies through (reading 50).",
            "Станция переходит и к пролетающему флоту.",
        ),
    ] = True
    marker_for_staying: Annotated[
        bool,
        Text(
            "Ships that load or land where they stand cost a marker (reading 42).",
            "Погрузка и высадка на месте, без перелёта, стоят маркер.",
        ),
    ] = False
    pds_fire_on_landing: Annotated[
        bool,
        Text(
            "PDS of a planet with ground units shoot at the landed before round one (reading 49).",
            "СПО планеты с наземными войсками стреляют по десанту перед первым раундом.",
        ),
    ] = True
    vehicles_take_a_place: Annotated[
        bool,
        Text("A mechanized unit takes a place aboard (reading 40).", "Бронетехника занимает место на борту."),
    ] = True
    boosts_per_dock: Annotated[
        int,
        Meta(ge=0, le=9),
        Text(
            "How often a marker may add +3 to one dock in a turn (reading 51).",
            "Сколько раз за ход можно добавить доку +3 за маркер.",
        ),
    ] = 1
    piece_limits: Annotated[
        bool,
        Text(
            "The numbers of pieces in the box bind (units.yaml).", "Количество фишек в коробке ограничивает постройку."
        ),
    ] = True
