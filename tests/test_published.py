"""Provable dice: the fingerprint from the first day, the secret in the end, a record that anybody can replay."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from hashlib import blake2b, sha256
from itertools import count, islice
from pathlib import Path
from shutil import unpack_archive
from typing import Any

import pytest
from click.testing import CliRunner

from gm import play, published, rerun
from gm.campaign import Campaign
from gm.cli import cli
from gm.secret import REVEALED
from gm.trouble import CampaignError
from gm.verify import verify
from tests import campaigns as t
from tests import counter


@pytest.fixture(autouse=True)
def counter_game(monkeypatch: pytest.MonkeyPatch) -> None:
    counter.install(monkeypatch.setattr)


def finished(folder: Path, turns: int = 2) -> Campaign:
    """A whole game with phrases, by bots."""
    campaign = t.new(folder, options={"turns": turns})
    t.send(campaign, "red", "- entry: {phrase: абракадабра}\n")
    while campaign.opened() is not None:
        t.resolve(campaign, "bot")
    return campaign


def test_the_fingerprint_is_told_before_anybody_adds_a_phrase(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    for seat in campaign.config.seats:
        assert f"#   {campaign.secret.hash}\n" in play.blank_form(campaign, seat)


def test_the_last_reports_tell_the_secret_and_no_earlier_one(tmp_path: Path) -> None:
    campaign = finished(tmp_path / "c")
    secrets = [about["secret"] for one in campaign.phases() if (about := campaign.manifest(one)["about"])]
    assert secrets[:-1] == [""] * (len(secrets) - 1)
    assert sha256(bytes.fromhex(secrets[-1])).hexdigest() == campaign.secret.hash


def test_a_player_replays_the_published_record_and_checks_every_die(tmp_path: Path) -> None:
    campaign = finished(tmp_path / "c")
    assert published.export(campaign, tmp_path / "record.zip") > 10
    with published.opened(tmp_path / "record.zip") as record:
        assert record.folder != campaign.folder
        verdict = verify(record)
        assert verdict.ok and verdict.thrown == 6 and verdict.by_hand == 0
        assert record.secret.code == b""
    unpack_archive(tmp_path / "record.zip", tmp_path / "unpacked")
    with published.opened(tmp_path / "unpacked") as record:
        assert verify(record).ok and record.opened() is None
        assert [*record.events(record.phases()[-1])] == campaign.events(campaign.phases()[-1])


def test_the_record_holds_no_address_and_no_key(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c", options={"turns": 1})
    config = tmp_path / "c" / "campaign.yaml"
    told = 'address: masha@example.org\n    absent: "2026-12-24 to 2027-01-07"'
    config.write_text(config.read_text("utf-8").replace('address: ""', told, 1), "utf-8")
    campaign = Campaign.open(tmp_path / "c")
    while campaign.opened() is not None:
        t.resolve(campaign, "bot")
    published.export(campaign, tmp_path / "record.zip")
    with zipfile.ZipFile(tmp_path / "record.zip") as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist())
        assert "secret.yaml" not in packed.namelist()
    assert b"masha@" not in everything
    assert b"2026-12-24" not in everything
    assert str(tmp_path).encode() not in everything
    assert campaign.secret.code.hex().encode() not in everything
    assert campaign.secret.dice.hex().encode() in everything


def test_the_same_record_gives_the_same_file(tmp_path: Path) -> None:
    campaign = finished(tmp_path / "c")
    published.export(campaign, tmp_path / "a.zip")
    published.export(campaign, tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_while_the_game_goes_on_nothing_is_told_unless_it_ends_it(tmp_path: Path) -> None:
    campaign = t.new(tmp_path / "c")
    t.resolve(campaign)
    with pytest.raises(CampaignError) as caught:
        published.reveal(campaign)
    assert (caught.value.code, caught.value.exit_code) == ("reveal_ends", 3)
    with pytest.raises(CampaignError) as caught:
        published.export(campaign, tmp_path / "record.zip")
    assert (caught.value.code, caught.value.exit_code) == ("export_too_early", 3)
    assert not (campaign.folder / REVEALED).exists() and not (tmp_path / "record.zip").exists()
    published.reveal(campaign, end=True)
    assert campaign.opened() is None
    for late in (lambda: t.send(campaign, "red", "- add: {number: 1}\n"), lambda: t.resolve(campaign, "bot")):
        with pytest.raises(CampaignError) as caught:
            late()
        assert caught.value.code == "game_over"
    published.export(campaign, tmp_path / "record.zip")
    with published.opened(tmp_path / "record.zip") as record:
        assert verify(record).ok


def test_a_loaded_die_is_found(tmp_path: Path) -> None:
    """Somebody made a die better and every hash fit again: it is not the die that the secret gives."""
    from gm import record

    campaign = finished(tmp_path / "c", turns=1)
    add = campaign.phases()[1]
    events = [
        counter.LuckRolled(e.seat, 1000, rule=e.rule, seen_by=e.seen_by) if isinstance(e, counter.LuckRolled) else e
        for e in campaign.events(add)
    ]
    (add.path / "events.jsonl").write_bytes(record.dump_events(events))
    manifest = campaign.manifest(add)
    manifest["files"]["events.jsonl"] = sha256(record.dump_events(events)).hexdigest()
    (add.path / "manifest.json").write_bytes(record.dump_manifest(manifest))
    verdict = verify(Campaign.open(campaign.folder))
    assert [problem.code for problem in verdict.dice.problems] == ["die_differs"] * 3
    assert not verdict.ok


@pytest.mark.parametrize(
    "name",
    [
        "../outside.yaml",
        "/etc/outside.yaml",
        "phases/../../x.yaml",
        "phases/../secret.yaml",
        "secret.yaml",
        "templates/x.j2",
        "a\\b.yaml",
    ],
)
def test_a_record_from_a_stranger_writes_nothing_outside(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as packed:
        packed.writestr(name, "x")
    with pytest.raises(CampaignError) as caught, published.opened(tmp_path / "evil.zip"):
        pass
    assert (caught.value.code, caught.value.exit_code) == ("no_record", 4)
    assert [path.name for path in tmp_path.iterdir()] == ["evil.zip"]


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"not a zip at all" * 99])
def test_what_is_no_record_is_said_in_one_sentence(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(data)
    result = CliRunner().invoke(cli, ["verify", "--public", str(tmp_path / "x.zip")])
    assert result.exit_code == 4
    assert result.stderr.endswith("is no published record of a campaign; gm export makes one\n")


def test_damage_anywhere_in_the_file_is_a_sentence(tmp_path: Path) -> None:
    published.export(finished(tmp_path / "c"), tmp_path / "record.zip")
    whole = (tmp_path / "record.zip").read_bytes()
    for place in range(0, len(whole), len(whole) // 60):
        damaged = bytearray(whole)
        damaged[place] ^= 0xFF
        (tmp_path / "x.zip").write_bytes(damaged)
        result = CliRunner().invoke(cli, ["verify", "--public", str(tmp_path / "x.zip")], catch_exceptions=False)
        assert result.exit_code in (0, 4), place  # 0: the time or the mode of a file, which nobody looks at


@pytest.mark.parametrize("method", [zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2])
def test_only_what_export_packs_is_unpacked(tmp_path: Path, method: int) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", method) as packed:
        packed.writestr("campaign.yaml", "x" * 99)
    with pytest.raises(CampaignError, match="no_record"), published.opened(tmp_path / "x.zip"):
        pass


@pytest.mark.parametrize("gone", ["campaign.yaml", "revealed.yaml"])
def test_without_its_settings_or_its_secret_it_is_no_record(tmp_path: Path, gone: str) -> None:
    published.export(finished(tmp_path / "c"), tmp_path / "record.zip")
    with zipfile.ZipFile(tmp_path / "record.zip") as whole, zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        for one in whole.infolist():
            if one.filename != gone:
                packed.writestr(one, whole.read(one))
    with pytest.raises(CampaignError, match="no_record"), published.opened(tmp_path / "x.zip"):
        pass


def test_a_record_without_its_end_is_said_to_be_one(tmp_path: Path) -> None:
    """The chain of hashes has no end that would be missed."""
    campaign = finished(tmp_path / "c")
    published.export(campaign, tmp_path / "record.zip")
    assert "ends before" not in CliRunner().invoke(cli, ["verify", "--public", str(tmp_path / "record.zip")]).output
    last = [phase.name for phase in campaign.last_run()]
    with zipfile.ZipFile(tmp_path / "record.zip") as whole, zipfile.ZipFile(tmp_path / "x.zip", "w") as packed:
        for one in whole.infolist():
            if not any(f"/{name}/" in one.filename for name in last):
                packed.writestr(one, whole.read(one))
    result = CliRunner().invoke(cli, ["--lang", "en", "verify", "--public", str(tmp_path / "x.zip")])
    assert result.exit_code == 0 and "The record ends before the game was over" in result.stderr


def test_export_writes_over_nothing(tmp_path: Path) -> None:
    campaign = finished(tmp_path / "c")
    (tmp_path / "record.zip").write_bytes(b"mine")
    with pytest.raises(CampaignError, match="file_taken"):
        published.export(campaign, tmp_path / "record.zip")
    assert (tmp_path / "record.zip").read_bytes() == b"mine"


def test_on_the_command_line(tmp_path: Path) -> None:
    campaign = finished(tmp_path / "c")

    def gm(*words: str | Path) -> tuple[int, str]:
        result = CliRunner().invoke(cli, [*map(str, words)])
        return result.exit_code, result.output

    record = tmp_path / "record.zip"
    code, said = gm("-C", campaign.folder, "reveal")
    assert code == 0 and campaign.secret.dice.hex() in said
    assert gm("-C", campaign.folder, "export", record)[0] == 0
    code, said = gm("verify", "--public", record, "--hash", campaign.secret.hash.upper())
    assert code == 0 and "The dice are those of the secret: yes (6 dice)" in said
    code, said = gm("verify", "--public", record, "--hash", "0" * 64)
    assert code == 4 and "the dice were others" in said
    assert gm("verify", "--public", tmp_path / "nothing.zip")[0] == 4


def _another_secret(text: str) -> str:
    place = text.index("dice: ") + len("dice: ")
    return text[:place] + text[place : place + 64][::-1] + text[place + 64 :]


SWAPS = {
    "other_secret": _another_secret,
    "other_phrases": lambda text: text.replace("абракадабра", "абракадабры"),
    "other_phrases dropped": lambda text: text.replace('phrases:\n  red: "абракадабра"', "phrases: {}"),
    "other_phrases added": lambda text: text.replace("phrases:\n", "phrases:\n  blue: mine\n"),
}


@pytest.mark.parametrize("swap", SWAPS)
def test_with_another_secret_or_other_phrases_nothing_is_rolled_nor_told(tmp_path: Path, swap: str) -> None:
    """The game master can't take another secret once its fingerprint is told, nor lose or change a phrase."""
    running = t.new(tmp_path / "running")
    t.send(running, "red", "- entry: {phrase: абракадабра}\n")
    t.resolve(running)
    over = finished(tmp_path / "over")
    for campaign in (running, over):
        path = campaign.folder / "secret.yaml"
        text = path.read_text("utf-8")
        assert SWAPS[swap](text) != text
        path.write_text(SWAPS[swap](text), "utf-8")
    running, over = Campaign.open(running.folder), Campaign.open(over.folder)
    attempts: list[Callable[[], object]] = [
        lambda: play.prepare(running, "bot", t.WHEN),
        lambda: rerun.prepare(over, over.phases()[-1], "a slip", t.WHEN),
        lambda: published.reveal(running, end=True),
        lambda: published.reveal(over),
        lambda: published.export(over, tmp_path / "record.zip"),
    ]
    for attempt in attempts:
        with pytest.raises(CampaignError) as caught:
            attempt()
        assert (caught.value.code, caught.value.exit_code) == (swap.split(maxsplit=1)[0], 4)
    assert not verify(over).ok
    if swap == "other_secret":
        with pytest.raises(CampaignError):
            rerun.prepare(over, over.phases()[0], "a slip", t.WHEN)
    else:  # the entry is played again with what the players sent; one that was broken off may have left other phrases
        rerun.commit(over, rerun.prepare(over, over.phases()[0], "a slip", t.WHEN))
        assert verify(over).ok and Campaign.open(over.folder).secret.phrases == {"red": "абракадабра"}
    assert not [path for path in tmp_path.rglob("*") if path.name in (REVEALED, "record.zip")]


# --- by hand, from nothing but what the documentation of ``gm.dice`` says -----------------------------------------


def die(key: bytes, path: list[object], sides: int) -> Iterator[int]:
    """The dice of a path one after the other: keyed BLAKE2b over the JSON of the path and a counter."""
    for number_of_die in count():
        number = int.from_bytes(
            blake2b(json.dumps([*path, number_of_die]).encode(), key=key, digest_size=8).digest(), "big"
        )
        if number < 2**64 - 2**64 % sides:
            yield 1 + number % sides


def shown(event: dict[str, Any]) -> list[int]:
    """The faces that an event shows, in the order in which they fell."""
    if "shots" in event:
        return [face for _unit, _hits_on, rolls, again in map(_fields, event["shots"]) for face in (*rolls, *again)]
    if "rolls" in event:
        return [row[1] if isinstance(row, list) else row for row in event["rolls"]]
    if "face" in event:
        return [event["face"]]
    return [face for number, face in enumerate(event["dice"], 1) if number != event.get("set", 0)]


def _fields(shot: Any) -> Any:
    return shot if isinstance(shot, list) else shot.values()


@pytest.mark.parametrize(
    ("game", "sides", "options"), [("galactic_council", 10, {"turns": 6}), ("space_base", 6, {"points": 9})]
)
def test_every_die_of_a_published_game_follows_from_the_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, sides: int, options: dict[str, int]
) -> None:
    monkeypatch.undo()  # the real games
    seats: list[dict[str, str]] = [{}] * 4
    settings = {"missing": "bot", "guard": False, "pages": False}
    campaign = Campaign.create(
        tmp_path / "c", game=game, title="T", id="t", language="en", seats=seats, options=options, settings=settings
    )
    phrases = {"red": 'абра "кадабра"', "blue": "two words"}
    for seat, phrase in phrases.items():
        t.send(campaign, seat, f"- entry: {{phrase: {json.dumps(phrase, ensure_ascii=False)}}}\n")
    while campaign.opened() is not None:
        t.resolve(campaign)
    published.export(campaign, tmp_path / "record.zip")
    with zipfile.ZipFile(tmp_path / "record.zip") as packed:
        revealed = packed.read("revealed.yaml").decode()
        secret = bytes.fromhex(revealed.split("dice: ")[1][:64])
        manifests = [json.loads(packed.read(name)) for name in packed.namelist() if name.endswith("manifest.json")]
        told = [packed.read(name).decode().splitlines() for name in packed.namelist() if name.endswith("events.jsonl")]
    assert {sha256(secret).hexdigest()} == {one["about"]["secret_hash"] for one in manifests if one["about"]}
    stirred = json.dumps(sorted(map(list, phrases.items())), ensure_ascii=False).encode()
    key, checked = blake2b(stirred, key=secret, digest_size=32).digest(), 0
    for manifest, lines in zip(manifests, told, strict=True):
        for event in map(json.loads, lines):
            if not event.get("label"):
                assert not {"shots", "rolls", "face"} & event.keys(), event
                continue
            faces = shown(event)
            path = [manifest["turn"], manifest["phase"], *event["label"]]
            assert faces == [*islice(die(key, path, sides), len(faces))], event
            checked += len(faces)
    assert checked > 20


@pytest.mark.parametrize(("game", "options"), [("galactic_council", ("turns=1",)), ("space_base", ("points=4",))])
def test_the_secret_is_told_nowhere_before_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, options: tuple[str, ...]
) -> None:
    """No file, page, view or answer of any command has it, nor a phrase, until the last phase is resolved."""
    monkeypatch.undo()  # the real games
    folder, said = tmp_path / "c", list[str]()

    def gm(*words: str | Path, stdin: str | None = None) -> None:
        result = CliRunner().invoke(cli, ["-C", str(folder), *map(str, words)], input=stdin, catch_exceptions=False)
        assert result.exit_code == 0, (words, result.output)
        said.append(result.output)

    gm("new", folder, "--game", game, "--seats", "2" if game == "space_base" else "3", "--option", *options, "--json")
    gm("submit", "red", "-", stdin="- entry: {phrase: abracadabra}\n")
    secret = Campaign.open(folder).secret
    hidden = (secret.dice.hex(), secret.code.hex(), "abracadabra")
    while (campaign := Campaign.open(folder)).opened() is not None:
        if campaign.last():
            gm("bot", "--all", "--json")
            for words in (("status", "--json"), ("history", "--json"), ("verify", "--json"), ("events", "--json")):
                gm(*words)
            gm("forecast", "red", "-", stdin="[]\n")
        gm("resolve", "--dry-run", "--json")
        gm("form", "red", "--into", tmp_path / "sent" / str(len(campaign.phases())))
        told = {path: path.read_text("utf-8") for path in tmp_path.rglob("*.*") if path.is_file()}
        for path, text in told.items():
            own = path.name == "secret.yaml" or path.parts[-2:] == ("orders", "red.yaml") or "0000-t00" in str(path)
            assert own or not [word for word in hidden if word in text], path
            if path.name != "secret.yaml":
                assert not [word for word in hidden[:2] if word in text], path
        assert not [word for word in hidden if word in "".join(said)]
        gm("resolve", "--json")
    assert secret.dice.hex() in (folder / "pages" / campaign.phases()[-1].name / "red.html").read_text("utf-8")
    assert secret.code.hex() not in "".join(said)
