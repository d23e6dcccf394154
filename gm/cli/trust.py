"""Commands about trust: verify, reveal, export."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gm.cli.base import (
    DAMAGED,
    Desk,
    answer,
    argument,
    command,
    current_lang,
    desk,
    json_option,
    option,
    say,
    stop,
    tell,
    to_type,
    write_new,
)
from gm.i18n import number
from gm.i18n import text as _

if TYPE_CHECKING:
    from gm.verify import Answer, Verdict


@command("verify")
@option(
    "--public",
    "record",
    metavar="FOLDER|FILE",
    type=click.Path(path_type=Path),
    help="A published record (gm export) instead of a campaign: anybody can check it.",
)
@option("--hash", "told", metavar="HASH", help="The fingerprint of the dice secret as your reports tell it.")
@json_option
@desk
@click.pass_context
def verify_command(ctx: click.Context, desk: Desk, record: Path | None, told: str | None, as_json: bool) -> None:
    """Check the campaign: is the record intact, does it play the same again, are reports and dice the same?

    With --public a player checks the record that was published at the end of a game: every phase is played again from
    the order files, and every die thrown again from the secret. Nothing but that record is needed.
    """
    from gm import published
    from gm.verify import verify

    with published.opened(record) if record else nullcontext(desk.campaign) as campaign:
        verdict = verify(campaign)
    fingerprint = verdict.secret_hash
    same = told is None or told.strip().casefold() == fingerprint
    if as_json:
        _print_facts(verdict, fingerprint, same)
    else:
        _print_verdict(verdict)
        if fingerprint and (record or told):
            say(_("Fingerprint of the dice secret: {hash}").format(hash=fingerprint))
        if not same:
            say(_("It is not the fingerprint that you were told: the dice were others."))
        elif record and told is None:
            tell(_("Compare it with the fingerprint in your own reports (--hash does)."))
    ctx.exit(0 if verdict.ok and same else DAMAGED)


def _answers(verdict: Verdict) -> dict[str, Answer]:
    return {"record": verdict.record, "replay": verdict.replay, "reports": verdict.reports, "dice": verdict.dice}


def _print_facts(verdict: Verdict, fingerprint: str, same: bool) -> None:
    from gm.problems import as_json as problem_json

    found = {name: [problem_json(problem) for problem in one.problems] for name, one in _answers(verdict).items()}
    numbers = {"phases": verdict.phases, "dice_checked": verdict.thrown, "dice_by_hand": verdict.by_hand}
    answer({"ok": verdict.ok and same, "secret_hash": fingerprint, **numbers, **found})


def _print_verdict(verdict: Verdict) -> None:
    from gm.problems import sentence

    titles = {
        "record": _("The record is intact"),
        "replay": _("It plays the same"),
        "reports": _("The reports are the same"),
        "dice": _("The dice are those of the secret"),
    }
    told: set[str] = set()
    for name, one in _answers(verdict).items():
        more = f" ({number('{n} die', '{n} dice', verdict.thrown)})" if name == "dice" else ""
        say(f"{titles[name]}: {_('yes') if one.ok else _('no')}{more}")
        for said in map(sentence, one.problems):
            if said not in told:
                say(f"  {said}")
            told.add(said)
    if verdict.by_hand:
        thrown = number("{n} die", "{n} dice", verdict.by_hand)
        say("  " + _("thrown by hand, so that nothing proves them: {dice}").format(dice=thrown))


@command("reveal")
@option("--end", is_flag=True, help="Also while the game goes on: that ends the campaign for good.")
@json_option
@desk
def reveal_command(desk: Desk, end: bool, as_json: bool) -> None:
    """Publish the dice secret, so that everybody can check every die.

    When a game ends, its last reports tell the secret by themselves. Before that, --end publishes it and ends the
    campaign: whoever knows the secret can foretell all further dice.
    """
    from gm import published

    campaign = desk.campaign
    path = published.reveal(campaign, end)
    secret = campaign.secret
    if as_json:
        answer(
            {"secret": secret.dice.hex(), "hash": secret.hash, "phrases": dict(secret.phrases), "written": str(path)}
        )
        return
    say(_("Dice secret: {secret}").format(secret=secret.dice.hex()))
    say(_("Its fingerprint, told from the first day: {hash}").format(hash=secret.hash))
    say(_("Written to {path}").format(path=path))
    tell(_("To pack the whole record for the players: {command}").format(command=to_type("-C", desk.folder, "export")))


@command("export")
@argument("file", "[FILE]", required=False, type=click.Path(path_type=Path))
@option("--position", is_flag=True, help="Describe the position of now instead, as commented YAML.")
@json_option
@desk
def export_command(desk: Desk, file: Path | None, position: bool, as_json: bool) -> None:
    """Pack a finished campaign with its dice secret into one file, so that anybody can replay it.

    It holds everything that was kept of the game, secrets of the seats too, but no addresses and no key of the codes.
    gm verify --public FILE checks it.

    With --position the current position is described instead: a GM can read and change it, and gm new --from begins a
    campaign there. It tells everything that lies hidden.
    """
    from gm import published

    campaign = desk.campaign
    if position:
        _export_position(desk, file)
        return
    path = file or Path(f"{campaign.config.id}.zip")
    count = published.export(campaign, path)
    if as_json:
        answer({"written": str(path), "files": count, "hash": campaign.secret.hash})
        return
    say(_("Written to {path}").format(path=path))
    tell(_("Anybody can check it: {command}").format(command=to_type("verify", "--public", path)))


def _export_position(desk: Desk, file: Path | None) -> None:
    campaign = desk.campaign
    state = campaign.state()
    if state is None:
        stop("not_played")
    text = campaign.rules.write_position(state, desk.asked_lang or current_lang())
    if file is None:
        say(text.rstrip("\n"))
        return
    write_new(file, text.encode())
    say(str(file))
