"""What the host does by hand: new tokens, a backup and its way back, a match erased; and what a start that fails says."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli import main
from referee.game import commands as ask
from referee.i18n import LANGUAGES, problem_texts, text
from referee.i18n.forms import numeral
from referee.rules.options import Rules
from referee.rules.seats import Seat, Team
from referee.service import Service, acting, joining
from referee.service.access import hashed
from referee.service.answers import Opened
from referee.stores import open_store
from tests.exporters.tales import exported, told


def run(*arguments: str) -> tuple[int, str]:
    """Exit status, and what was printed or complained."""
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.output


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/referee.db"


def opened(database: str, name: str = "Ann") -> Opened:
    """A new match in the database."""
    store = open_store(database)
    match = joining.open_match(Service(store), ask.OpenMatch(Rules(), players={Seat.N: name}))
    store.close()
    return match


def roles(database: str, tokens: dict[str, str]) -> dict[str, str | None]:
    """What each token opens."""
    store = open_store(database)
    found = {role: store_role for role, token in tokens.items() if (store_role := Service(store).role_of(token))}
    store.close()
    return {role: found[role][1] if role in found else None for role in tokens}


def logs(database: str) -> dict[str, list[str]]:
    """Every log of the database, line by line."""
    store = open_store(database)
    told = {match: [event.line for event in store.events(match)] for match in store.matches()}
    store.close()
    return told


def code_leads(database: str, code: str) -> str | None:
    """The match that a join code leads to."""
    store = open_store(database)
    match = store.match_of_code(hashed(code))
    store.close()
    return match


def test_new_tokens_for_every_role_kill_the_old_ones(database: str) -> None:
    match = opened(database)
    status, told = run("tokens", match.match, "--database", database)
    *links, code = told.splitlines()
    fresh = {line.split()[0]: line.partition("#")[2] for line in links}
    assert status == 0 and list(fresh) == ["scorer", "N", "E", "S", "W", "viewer"]
    assert code.startswith("join    /j/") and code_leads(database, code.partition("/j/")[2]) == match.match
    assert match.join_code and code_leads(database, match.join_code) is None
    assert f"/m/{match.match}#" in told
    assert roles(database, fresh) == {role: role for role in fresh}
    assert set(roles(database, match.tokens).values()) == {None}


def test_the_owner_gives_the_scorer_a_new_key(database: str) -> None:
    match = opened(database)
    status, told = run("scorer", match.match, "--database", database)
    fresh = told.strip().partition("#")[2]
    assert status == 0 and told == f"scorer  /m/{match.match}#{fresh}\n"
    assert roles(database, {"new": fresh, "old": match.tokens["scorer"], "N": match.tokens["N"]}) == {
        "new": "scorer", "old": None, "N": "N",
    }  # fmt: skip
    assert '"type":"scorer-changed"' in run("export", match.match, "--format", "ndjson", "--database", database)[1]


def test_a_backup_is_put_back(database: str, tmp_path: Path) -> None:
    match = opened(database)
    before = logs(database)
    assert run("backup", str(tmp_path / "copy.db"), "--database", database) == (0, "")
    opened(database, "Bob")
    for leftover in tmp_path.glob("referee.db*"):  # docs/trust.md: the -wal and -shm files too
        leftover.unlink()
    shutil.copy(tmp_path / "copy.db", tmp_path / "referee.db")
    assert logs(database) == before
    assert roles(database, match.tokens) == {role: role for role in match.tokens}
    assert logs(f"sqlite:///{tmp_path}/copy.db") == before


def test_a_backup_is_taken_while_the_database_is_written(database: str, tmp_path: Path) -> None:
    store = open_store(database)
    service = Service(store)
    match = joining.open_match(service, ask.OpenMatch(Rules())).match
    for number in range(3, 6):
        acting.act(service, match, ask.AdjustScore(Team.NS, 1, "agreed"), "scorer")
        assert run("backup", str(tmp_path / f"{number}.db"), "--database", database) == (0, "")
        assert len(logs(f"sqlite:///{tmp_path}/{number}.db")[match]) == number
    store.close()


def test_a_backup_overwrites_nothing(database: str, tmp_path: Path) -> None:
    opened(database)
    (tmp_path / "there").write_text("a letter")
    status, told = run("backup", str(tmp_path / "there"), "--database", database)
    assert (status, (tmp_path / "there").read_text()) == (1, "a letter") and "overwrites nothing" in told


def test_a_deleted_match_is_gone_and_no_other(database: str) -> None:
    gone, kept = opened(database), opened(database)
    assert run("delete", gone.match, "--database", database) == (0, "")
    assert list(logs(database)) == [kept.match]
    assert set(roles(database, gone.tokens).values()) == {None}
    assert run("delete", gone.match, "--database", database)[0] == 1


@pytest.mark.parametrize("command", ["tokens m1", "delete m1", "backup b.db", "verify m1", "replay m1", "export m1"])
def test_a_mistyped_database_is_not_made(tmp_path: Path, command: str) -> None:
    status, told = run(*command.split(), "--database", f"sqlite:///{tmp_path}/typo.db")
    assert status == 1 and "typo.db: there is no such file" in told
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["tokens", "delete"])
def test_an_unknown_match_is_named_as_such(database: str, command: str) -> None:
    opened(database)
    assert run(command, "unknown", "--database", database) == (1, "Error: There is no such match.\n")


def test_a_log_is_verified_on_another_machine(database: str, tmp_path: Path) -> None:
    match, file = opened(database).match, tmp_path / "log.ndjson"
    assert run("export", match, "-o", str(file), "--database", database) == (0, "")
    (lines,) = logs(database).values()
    anchor = f"2:{json.loads(lines[1])['hash']}"
    for known in (match, str(file)):
        status, told = run("verify", known, "--anchor", anchor, "--database", database)
        assert status == 0 and anchor.partition(":")[2] in told
        for wrong in (f"2:{'0' * 64}", "3:" + anchor[2:]):
            status, told = run("verify", known, "--anchor", wrong, "--database", database)
            assert status == 1 and "cut or rewritten" in told
        assert run("verify", known, "--anchor", "2:abc", "--database", database)[0] == 2
    file.write_text("\n".join([lines[0], lines[1].replace('"deal":1', '"deal":2')]))
    status, told = run("verify", str(file), "--database", f"sqlite:///{tmp_path}/nowhere.db")
    assert status == 1 and "version 2 is the first" in told
    file.write_text(lines[1] + "\n")
    assert run("verify", str(file))[0] == 1


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_whatever_file_holds_a_log_is_read_and_no_other(database: str, tmp_path: Path, command: str) -> None:
    match, file = opened(database).match, str(tmp_path / "out")
    for format_, status, words in (
        ("json", 0, ""),
        ("ndjson", 0, ""),
        ("txt", 1, "holds no log"),
        ("egn", 1, "holds no log"),
        ("csv", 1, "This is a file of the kind CSV"),
    ):
        assert run("export", match, "--format", format_, "-o", file, "--database", database) == (0, "")
        found, told = run(command, file)
        assert found == status and words in told and "Traceback" not in told
    Path(file).write_text('{"hash": 1}')
    assert run(command, file) == (
        1,
        "Error: The log is not intact: version 1 is the first that does not fit (no-event)\n",
    )


REPLAYED = [
    ("another dealer", "The dealer put right: West dealt"),  # R2.4
    ("lost by the makers", "Renege: North–South lose the deal"),  # R7.5
    ("ended early and level", "The match is ended as it stands"),  # R9.5
    ("ended early and level", "A draw: North–South 6, East–West 6; ended early"),
    ("reopened and closed again", "The match is reopened (a wrong count)"),  # R9.6
    ("reopened and closed again", "~~The match is closed~~"),
    ("the pack of 32, a suit with the bid", "West bids 5, trump: no-trump, aces high"),  # V7
    ("the pack of 32, a suit with the bid", "Match opened: Double deck of 32, 8 deals"),
]


@pytest.mark.parametrize(("name", "line"), REPLAYED)
def test_a_match_of_the_second_edition_is_verified_and_replayed_in_every_language(
    tmp_path: Path, name: str, line: str
) -> None:
    file = tmp_path / "log.ndjson"
    file.write_bytes(exported(told(name), "ndjson"))
    assert run("verify", str(file))[0] == 0
    lines = {lang: run("replay", str(file), "--lang", lang) for lang in LANGUAGES}
    assert line in [one[6:] for one in lines["en"][1].splitlines()] + lines["en"][1].splitlines()
    assert all(status == 0 for status, _ in lines.values())
    assert len({len(text.splitlines()) for _, text in lines.values()}) == 1
    assert len({text for _, text in lines.values()}) == len(LANGUAGES)


def start(*arguments: str, **environment: str) -> tuple[int, str, str]:
    """A server whose start must fail: exit status and both outputs."""
    command = [sys.executable, "-m", "referee", "serve", *arguments]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def test_a_start_that_fails_says_why_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear Sir or Madam, " * 99)
    for where, why in (
        ("sqlite:////nowhere/at/all.db", "there is no such directory"),
        (f"sqlite:///{tmp_path}/letter.txt", "not a database"),
        ("mysql://u:secret@h/d", "'mysql' is no kind of store"),
    ):
        status, _, told = start("--database", where)
        assert status == 1 and why in told and told.count("\n") == 1 and "secret" not in told


def test_a_taken_port_and_a_bad_setting_are_named(database: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        status, _, told = start("--port", port, "--database", database)
        assert status == 1 and f"cannot listen on 127.0.0.1:{port}" in told and "Traceback" not in told
    assert start(REFEREE_STREAMS="many")[2] == "Error: REFEREE_STREAMS='many': a whole number from 0 is wanted\n"
    assert start("--port", "99999")[0] == 2


COMMANDS = (
    ("replay", "NOPE"), ("verify", "NOPE"), ("export", "NOPE"), ("tokens", "NOPE"), ("delete", "NOPE"),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
@pytest.mark.parametrize(
    ("environment", "option", "lang"),
    [
        ({"LANG": "ne_NP.UTF-8"}, (), "ne"),
        ({"LANG": "hy_AM.UTF-8", "LC_ALL": "gd_GB.UTF-8"}, (), "gd"),
        ({"LANG": "ms_MY@x"}, (), "ms"),
        ({"LANG": "fr_FR.UTF-8"}, (), "en"),
        ({"LC_ALL": "C.UTF-8"}, (), "en"),
        ({"LANG": "hy_AM.UTF-8"}, ("--lang", "ne-NP"), "ne"),
        ({}, ("--lang", "GD"), "gd"),
    ],
)
def test_refusals_are_in_the_language_asked_for(
    database: str, command: tuple[str, ...], environment: dict[str, str], option: tuple[str, ...], lang: str
) -> None:
    opened(database)
    unset = {"LANG": None, "LC_ALL": None, "LC_MESSAGES": None}
    done = CliRunner().invoke(main, [*command, "--database", database, *option], env={**unset, **environment})
    assert done.exit_code == 1 and problem_texts("no-such-match", lang, {}, None)[1] in done.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_verify_rebuild_and_import_speak_the_language(database: str, tmp_path: Path, lang: str) -> None:
    match = opened(database).match
    verified = run("verify", match, "--database", database, "--lang", lang)[1]
    head = verified.split()[-1].strip(")")
    events = numeral(2, lang)
    assert verified.strip() == text("verify.ok", lang, events=2, head=head) and events in verified
    anchor = f"2:{'0' * 64}"
    assert run("verify", match, "--anchor", anchor, "--database", database, "--lang", lang) == (
        1, f"Error: {text('verify.anchor', lang, anchor=anchor)}\n",
    )  # fmt: skip
    assert run("rebuild", "--database", database, "--lang", lang)[1].strip() == text("rebuild.done", lang, matches=1)
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(b"%PDF-1.7\n")
    refusal = problem_texts("not-importable", lang, {"kind": "PDF"}, None)[1]
    assert run("import", str(sheet), "--database", database, "--lang", lang) == (1, f"Error: {refusal}\n")


def test_a_language_without_words_is_refused(database: str) -> None:
    status, told_ = run("rebuild", "--database", database, "--lang", "fr")
    assert status == 2 and "en, gd, hy, ms, ne" in told_
