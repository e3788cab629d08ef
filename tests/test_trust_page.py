"""What docs/trust.md says in figures and commands is what the code does."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from click.testing import CliRunner

from referee.cli import main
from referee.config import Settings
from referee.http.context import context_of
from referee.http.limits import SHARES
from referee.service.access import CODE_LENGTH, CODE_LETTERS
from referee.service.core import EVENTS_PER_MATCH, Service
from referee.stores import open_store
from referee.stores.memory import MemoryStore

PAGE = (Path(__file__).parents[1] / "docs" / "trust.md").read_text()


def test_the_odds_of_guessing_a_join_code() -> None:
    codes, limit = len(CODE_LETTERS) ** CODE_LENGTH, context_of(Service(MemoryStore()), Settings(), dict).failed_joins
    assert (
        f"{CODE_LENGTH} of {len(CODE_LETTERS)} characters: {len(CODE_LETTERS)}^{CODE_LENGTH} = {codes:,} codes" in PAGE
    )
    assert f"takes {limit.burst} wrong codes" in PAGE and f"one every {limit.seconds_each:.0f} seconds" in PAGE
    assert SHARES == (1, 2, 4) and "an IPv6 /56 has twice and a /48 four times as many" in PAGE
    assert limit.everybody
    burst, each = limit.everybody
    assert f"it takes {burst:,} at once and then one every {each:.0f} seconds" in PAGE
    for who, first, seconds_each in (("one caller", limit.burst, limit.seconds_each), ("all strangers", burst, each)):
        for seconds in (4 * 3600, 24 * 3600, 365 * 24 * 3600):
            later = int(seconds / seconds_each)
            tries = first + later
            row = rf"\| {who}, [^|]* \| {first:,} \+ {later:,} = {tries:,} \| (?:.*= )?(\S+) % \| (\S+) % \|"
            told = re.search(row, PAGE)
            assert told is not None, row
            for shown, tables in zip(told.groups(), (10, 1000), strict=True):
                assert float(shown) == float(f"{100 * (1 - (1 - tables / codes) ** tries):.2g}")


def test_the_limits() -> None:
    usual = Settings()
    assert f"| {usual.max_body // 1024} KiB" in PAGE and f"| {EVENTS_PER_MATCH:,}, then" in PAGE
    assert f"| {usual.streams}, then 503" in PAGE and f"| {usual.threads}: more than" in PAGE


def test_backup_and_restore_as_the_page_says(tmp_path: Path) -> None:
    backup, restore = (block for block in re.findall(r"```sh\n(.*?)```", PAGE, re.S) if "2026" in block)
    database = f"sqlite:///{tmp_path}/referee.db"
    open_store(database).close()
    copy = tmp_path / backup.split()[-1]
    assert CliRunner().invoke(main, ["backup", str(copy), "--database", database]).exit_code == 0
    (tmp_path / "referee.db-wal").write_bytes(b"of the old file")
    subprocess.run(["sh", "-euc", restore], cwd=tmp_path, check=True)
    assert (tmp_path / "referee.db").read_bytes() == copy.read_bytes()
    assert not list(tmp_path.glob("referee.db-*"))
    open_store(database).close()
