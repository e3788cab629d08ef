"""The programs that some tests need besides Python; None where one is not installed."""

from __future__ import annotations

import shutil
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
COMPILER = shutil.which("gcc") or shutil.which("cc")
POPPLER = shutil.which("pdftotext") and shutil.which("pdftoppm")
NODE = shutil.which("node")
_TOOLS = str(Path(__file__).parents[1] / "node_modules" / ".bin")  # what `npm install` puts there
BIOME = NODE and shutil.which("biome", path=_TOOLS)
TSC = NODE and shutil.which("tsc", path=_TOOLS)
