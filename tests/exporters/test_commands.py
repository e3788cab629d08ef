"""`referee export` and `referee import` on a database file."""

from pathlib import Path

from click.testing import CliRunner

from referee.cli import main
from referee.game import commands as ask
from referee.rules.options import Rules
from referee.service import Service, acting, joining
from referee.service.access import SCORER
from referee.stores import open_store


def run(*arguments: str) -> tuple[int, bytes]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.stdout_bytes


def test_out_and_in_again(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/referee.db"
    store = open_store(database)
    service = Service(store)
    match = joining.open_match(service, ask.OpenMatch(Rules(decks=2))).match
    acting.act(
        service,
        match,
        ask.AdjustScore(team=next(iter(service.timeline(match).match.opening.initial_score)), points=2, reason="x"),
        SCORER,
    )
    store.close()
    file = tmp_path / "log.ndjson"
    assert run("export", match, "-o", str(file), "--database", database)[0] == 0
    status, told = run("import", str(file), "--database", database)
    again = told.decode().splitlines()[0]
    assert status == 0 and again != match
    assert run("export", again, "--database", database) == (0, file.read_bytes())
    assert run("export", match, "--format", "egn", "--database", database)[0] == 1
    assert run("export", "nothing", "--database", database)[0] == 1
    file.write_bytes(file.read_bytes().replace(b'"points":2', b'"points":3'))
    assert run("import", str(file), "--database", database)[0] == 1
