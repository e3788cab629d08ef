"""The list of checks is told once: CI and the pre-commit hook run `checks`, and every issue form and workflow can be read."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

import checks
from referee import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def read(path: str) -> Any:
    """A YAML file of the project."""
    return yaml.safe_load((ROOT / path).read_text())


def test_ci_and_the_hook_run_the_same_list() -> None:
    run = (ROOT / ".ci" / "run").read_text()
    assert ".venv/bin/python -m checks --quick\n" in run and "REFEREE_REQUIRE=all" in run
    hooks = [
        (repo["repo"], hook["entry"]) for repo in read(".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]
    ]
    assert hooks == [("local", ".venv/bin/python -m checks --quick")]
    assert checks.TESTS == {"tests": ("python", "-m", "pytest")}


def test_a_check_that_fails_is_named_and_the_others_still_run(monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    rows = {"one": ("python", "-c", "print(1 + 1); exit(3)"), "two": ("python", "-c", "print(1 + 3)")}
    monkeypatch.setattr(checks, "QUICK", rows)
    assert checks.main(["--quick"]) == 1
    said = capfd.readouterr().out.splitlines()
    assert ("2" in said, "4" in said, said[-1]) == (True, True, "FAILED: one")
    monkeypatch.setattr(checks, "QUICK", {"two": rows["two"]})
    assert checks.main(["--quick"]) == 0
    assert checks.main(["--everything"]) == 2


@pytest.mark.parametrize("required, refused", [("all", True), ("", False), ("browser", True)])
def test_no_test_is_left_out_unseen_where_all_are_required(tmp_path: Path, required: str, refused: bool) -> None:
    environment = {"PATH": str(tmp_path), "REFEREE_REQUIRE": required}  # no program is found there
    command = [sys.executable, "-m", "pytest", "-n0", "--collect-only", "-q", "tests/trust/test_sync.py"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=100)
    assert (done.returncode != 0) == refused, done.stdout + done.stderr
    missing = subprocess.run(
        [sys.executable, "-m", "tests.programs"], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert missing.stdout == "chromium poppler-utils fontconfig fonts-noto-core gcc libc6-dev nodejs npm\n"


def test_the_workflow_runs_ci_on_every_python_that_is_supported() -> None:
    job = read(".github/workflows/checks.yml")["jobs"]["checks"]
    assert job["steps"][-1]["run"] == ".ci/run"
    assert f">={job['strategy']['matrix']['python'][0]}" == PROJECT["requires-python"]


@pytest.mark.parametrize(
    "form",
    sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*-*.yml")) + [ROOT / ".github" / "ISSUE_TEMPLATE" / "bug.yml"],
    ids=lambda form: form.stem,
)
def test_each_issue_form_has_what_github_asks_for(form: Path) -> None:
    content = read(str(form))
    assert {"name", "description", "body"} <= content.keys()
    fields = [part for part in content["body"] if part["type"] != "markdown"]
    assert all({"id", "attributes"} <= part.keys() and part["attributes"]["label"] for part in fields)
    assert len({part["id"] for part in fields}) == len(fields) and any("validations" in part for part in fields)


def test_the_version_is_told_in_one_place_and_has_its_heading() -> None:
    assert "version" in PROJECT["dynamic"]
    newest = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)
    assert newest and re.fullmatch(rf"Unreleased|{re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)", newest[1])
