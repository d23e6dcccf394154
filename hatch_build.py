"""Compile the message catalogues when a wheel (also an editable one) is built."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CatalogueHook(BuildHookInterface):  # type: ignore[type-arg]
    """Writes each ``gm/locale/*/LC_MESSAGES/gm.po`` as ``gm.mo`` beside it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for source in sorted(Path(self.root, "gm", "locale").glob("*/LC_MESSAGES/*.po")):
            with source.open("rb") as po, source.with_suffix(".mo").open("wb") as mo:
                write_mo(mo, read_po(po))
