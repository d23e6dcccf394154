"""The published record: what anybody needs to replay a campaign and to check every die, in a folder or one file.

It holds the phases as they were committed, the tables, the settings without addresses and absences, and
``revealed.yaml``: the dice secret and the players' phrases. The key of the codes never leaves. ``gm verify --public``
reads it.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from msgspec.structs import replace

from gm import disk, i18n
from gm.mail.settings import MailConfig
from gm.newconfig import config_text
from gm.secret import REVEALED
from gm.trouble import DAMAGED, PERSON, REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign

MAX_FILES, MAX_BYTES = 20_000, 1024 * 1024 * 1024
"""More is in no campaign: a file that claims to hold more is refused before it is unpacked."""
_EPOCH = (1980, 1, 1, 0, 0, 0)
_NAME = re.compile(r"(?:campaign|revealed)\.yaml|content/[\w-]+\.yaml|phases/\w[\w.-]*(?:/[\w-]+)?/[\w-]+(?:\.\w+)+")

_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error),
    *(NotImplementedError, RuntimeError, EOFError, ValueError),
)
"""What is raised of a file that is no archive, or a damaged one."""


def reveal(campaign: Campaign, end: bool = False) -> Path:
    """Publish the dice secret in ``revealed.yaml``; while the game goes on only with ``end``, which ends it for good.

    Returns the file. CampaignError, too, when the secret is not the one whose fingerprint the players were given.
    """
    from gm.play import check_secret

    with campaign.lock():
        if campaign.opened() is not None and not end:
            raise CampaignError("reveal_ends", PERSON)
        check_secret(campaign)
        path = campaign.folder / REVEALED
        disk.write_durably(path, _revealed(campaign).encode())
    return path


def _revealed(campaign: Campaign) -> str:
    secret = campaign.secret
    about = i18n.text(
        "The dice secret of this campaign and the phrases of its players: with them anybody can throw every die again "
        "(gm verify --public).",
        campaign.config.language,
    )
    lines = [f"# {about}", f"dice: {secret.dice.hex()}", f"hash: {secret.hash}"]
    lines.append("phrases:" if secret.phrases else "phrases: {}")
    lines += [f"  {seat}: {json.dumps(text, ensure_ascii=False)}" for seat, text in secret.phrases.items()]
    return "\n".join((*lines, ""))


def export(campaign: Campaign, path: Path) -> int:
    """Pack the record of a finished campaign into a new file; returns how many files it holds.

    CampaignError when the game goes on and its secret is not published, or ``path`` is there already.
    """
    from gm.play import check_secret

    if campaign.opened() is not None:
        raise CampaignError("export_too_early", PERSON)
    check_secret(campaign)
    if path.exists():
        raise CampaignError("file_taken", REFUSED, path=str(path))
    files = dict(sorted(_files(campaign)))
    with disk.writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(path, "x", zipfile.ZIP_DEFLATED) as packed:
            for name, data in files.items():
                packed.writestr(zipfile.ZipInfo(name, _EPOCH), data, zipfile.ZIP_DEFLATED)
    return len(files)


def _files(campaign: Campaign) -> Iterator[tuple[str, bytes]]:
    yield "campaign.yaml", _settings(campaign).encode()
    yield REVEALED, _revealed(campaign).encode()
    for path in disk.entries(campaign.folder / "content"):
        if path.suffix == ".yaml":
            yield f"content/{path.name}", disk.read(path)
    for phase in campaign.phases():
        yield f"phases/{phase.name}/manifest.json", disk.read(phase.path / "manifest.json")
        for name in campaign.manifest(phase)["files"]:
            yield f"phases/{phase.name}/{name}", campaign.file(phase, name)


def _settings(campaign: Campaign) -> str:
    """``campaign.yaml`` without what concerns nobody else: addresses, mail servers, when somebody is away."""
    config = campaign.config
    seats = {id_: replace(seat, address="", absent="") for id_, seat in config.seats.items()}
    return config_text(replace(config, seats=seats, mail=MailConfig()), campaign.rules)


@contextmanager
def opened(path: Path) -> Iterator[Campaign]:
    """The campaign of a published record: a folder, or a file that ``export`` packed, unpacked for the while.

    CampaignError when it is neither, or holds what belongs to no record.
    """
    from gm.campaign import Campaign

    if path.is_dir():
        yield Campaign.open(path)
        return
    with TemporaryDirectory(prefix="gm-") as folder:
        _unpack(path, Path(folder))
        if not all((Path(folder) / name).is_file() for name in ("campaign.yaml", REVEALED)):
            raise CampaignError("no_record", DAMAGED, path=str(path))
        yield Campaign.open(Path(folder))


def _unpack(path: Path, folder: Path) -> None:
    """Only names of a record are taken, so that nothing is written outside ``folder``."""
    with disk.reading(path):
        try:
            with zipfile.ZipFile(path) as packed:
                inside = packed.infolist()
                if len(inside) > MAX_FILES or sum(one.file_size for one in inside) > MAX_BYTES:
                    raise CampaignError("no_record", DAMAGED, path=str(path))
                for one in inside:
                    if not _NAME.fullmatch(one.filename) or one.compress_type not in _PACKED:
                        raise CampaignError("no_record", DAMAGED, path=str(path))
                    target = folder / one.filename
                    target.parent.mkdir(parents=True, exist_ok=True)
                    target.write_bytes(packed.read(one))
        except _BROKEN:
            raise CampaignError("no_record", DAMAGED, path=str(path)) from None
