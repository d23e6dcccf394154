"""Settings that may not change once a campaign runs, and options that entry fixed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gm.settings import WrongSettings, made
from gm.trouble import DAMAGED, REFUSED, CampaignError

if TYPE_CHECKING:
    from gm.campaign import Campaign, PhaseFolder


def check_fixed(campaign: Campaign) -> None:
    """Refuse another id, another game or other ids of seats than those with which entry was played."""
    first = next(iter(campaign.folders()), None)
    try:
        manifest = campaign.manifest(first) if first and first.number == 0 else None
    except CampaignError:
        return  # a damaged manifest is told of when it is needed
    if not manifest or not manifest["about"]:
        return
    config, about = campaign.config, manifest["about"]
    was = (about["campaign"], manifest["game"], sorted(seat["id"] for seat in about["seats"]))
    now = (config.id, campaign.rules.id, sorted(config.seats))
    for key, old, new in zip(("id", "game", "seats"), was, now, strict=True):
        if old != new:
            before = old if isinstance(old, str) else ", ".join(old)
            path = str(campaign.folder / "campaign.yaml")
            raise CampaignError("setting_fixed", REFUSED, path=path, key=key, was=before)


def options_played(campaign: Campaign, first: PhaseFolder) -> Any:
    """The options with which entry was played, as its manifest keeps them. CampaignError when they are damaged."""
    setup = campaign.manifest(first).get("setup")
    try:
        return made(campaign.rules.options, setup["options"] if setup else {})
    except ValueError:
        raise CampaignError("damaged_file", DAMAGED, path=str(first.path / "manifest.json")) from None


def ignored_options(campaign: Campaign) -> list[str]:
    """Options that were changed after entry had fixed them, by name; ``options`` when they can't even be read."""
    first = next(iter(campaign.phases()), None)
    if first is None or not (setup := campaign.manifest(first).get("setup")):
        return []
    try:
        now = msgspec.to_builtins(made(campaign.rules.options, campaign.config.options))
    except WrongSettings:
        return ["options"]
    return [key for key, value in now.items() if setup["options"].get(key) != value]
