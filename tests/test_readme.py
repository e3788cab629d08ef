"""Every command of the README is run here, and every output it shows is what comes out."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
import requests

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
SHELL = re.findall(r"```sh\n(.*?)```", README, re.S)
RUN, WALK, TEST = SHELL[0], next(block for block in SHELL if "curl" in block), SHELL[-1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(command: list[str] | str, folder: Path, stdout: IO[str] | None = None) -> Iterator[str]:
    """A server started by a command, until it answers; the address it answers at. It must end by SIGTERM, in order."""
    port = free_port()
    process = subprocess.Popen(
        command,
        cwd=folder,
        shell=isinstance(command, str),
        env={**os.environ, "REFEREE_PORT": str(port), "PYTHONUNBUFFERED": "1"},
        stdout=stdout,
        start_new_session=True,
    )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until_it_answers(f"{address}/healthz", process)
        yield address
    finally:
        os.killpg(process.pid, 15)
        process.wait(20)


def wait_until_it_answers(url: str, process: "subprocess.Popen[bytes]") -> None:
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline:
        assert process.poll() is None, "the server ended"
        try:
            if requests.get(url, timeout=1).ok:
                return
        except requests.ConnectionError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("served")
    with running([sys.executable, "-m", "referee", "serve"], folder) as address:
        yield address


@pytest.mark.timeout(300)  # it installs everything anew
def test_the_first_command_sets_up_and_serves_from_a_fresh_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, tracked.split("\0")):
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    with running(RUN, clone) as address:
        assert requests.get(f"{address}/api/v1/rules", timeout=5).status_code == 200
        assert requests.post(f"{address}/api/v1/matches", json={}, timeout=5).status_code == 201


def test_the_second_command_is_the_one_that_ci_runs() -> None:
    assert TEST.strip() in (ROOT / ".ci" / "run").read_text()


def test_the_walk_with_curl(server: str) -> None:
    script = WALK.replace("http://127.0.0.1:8000", server)
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    first, second, score = done.stdout.splitlines()
    assert first.startswith("Open") and second.startswith("Upheld")
    assert score == "{'NS': 5, 'EW': -1}"


def test_the_transcript_is_what_replay_prints(tmp_path: Path) -> None:
    def referee(*arguments: str) -> str:
        command = [sys.executable, "-m", "referee", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60).stdout

    match = referee("demo").split()[2]
    shown = re.search(r"```text\n(.*?)```", README, re.S)
    assert shown is not None
    assert referee("replay", match) == shown[1]


def test_the_picture_is_there() -> None:
    pictures = re.findall(r'<img src="(.*?)"', README)
    assert pictures and all((ROOT / name).is_file() for name in pictures)


def test_the_server_for_the_home_network_shows_its_address_and_a_code(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "referee", "serve", "--lan"]
    with (tmp_path / "said").open("w") as said, running(command, tmp_path, stdout=said):
        pass
    first, *code = (tmp_path / "said").read_text().splitlines()
    assert re.search(r"http://\d+\.\d+\.\d+\.\d+:\d+", first)
    assert any("▄" in line for line in code)
