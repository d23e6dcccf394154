"""What comes with ``gm`` besides code: templates and campaigns."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """``templates`` or ``campaigns``: inside an installed package, or at the root of the sources."""
    packaged = _PACKAGE / "_data" / name
    return packaged if packaged.is_dir() else _PACKAGE.parent / name
