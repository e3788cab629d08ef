"""The documents of this repository and what they can be asked for: headings, anchors, and the files that cite them."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
SUFFIXES = {".py", ".md", ".json", ".js", ".css", ".yaml", ".yml", ".toml", ".html"}
NOT_OURS = "vendor/"


@cache
def texts() -> dict[Path, str]:
    """Every text file of the repository that is ours, new ones that git does not ignore included."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    files = [ROOT / name for name in names if Path(name).suffix in SUFFIXES and NOT_OURS not in name]
    return {file: file.read_text(encoding="utf-8") for file in files if file.is_file()}


def documents() -> dict[Path, str]:
    """The Markdown among them."""
    return {file: text for file, text in texts().items() if file.suffix == ".md"}


def headings(page: str) -> list[str]:
    """The headings of a page, without anchors and marks."""
    found = re.findall(r"^#+ (.+)$", re.sub(r"^```.*?^```", "", page, flags=re.S | re.M), re.M)
    return [re.sub(r"<[^>]+>|`", "", heading).strip() for heading in found]


def anchors(page: str) -> set[str]:
    """What a link may name after the `#`: headings as GitHub spells them, and anchors that stand in the page."""
    spelled = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings(page)}
    return spelled | set(re.findall(r'<a id="([^"]+)">', page))
