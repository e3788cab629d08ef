"""Programs that tests need besides Python; `python3 -m tests.programs` prints the Debian packages that are missing here."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FONTS = (
    shutil.which("fc-list")
    and subprocess.run(["fc-list", "Noto Sans Devanagari"], capture_output=True, check=True).stdout
)  # the screens are measured in letters like a phone's
COMPILER = shutil.which("gcc") or shutil.which("cc")
POPPLER = shutil.which("pdftotext") and shutil.which("pdftoppm")
NODE = shutil.which("node")
_TOOLS = str(Path(__file__).parents[1] / "node_modules" / ".bin")  # what `npm install` puts there
BIOME = NODE and shutil.which("biome", path=_TOOLS)
TSC = NODE and shutil.which("tsc", path=_TOOLS)

# marker -> the program, and what installs it
NEEDS = {
    "browser": (CHROMIUM, "apt-get install chromium"),
    "poppler": (POPPLER, "apt-get install poppler-utils"),
    "fonts": (FONTS, "apt-get install fontconfig fonts-noto-core"),
    "compiler": (COMPILER, "apt-get install gcc libc6-dev"),
    "node": (NODE, "apt-get install nodejs"),
    "javascript": (BIOME and TSC, "apt-get install nodejs npm && npm install"),
}
MISSING = {marker: command for marker, (program, command) in NEEDS.items() if not program}
_DEBIAN = {
    "chromium": CHROMIUM,
    "poppler-utils": POPPLER,
    "fontconfig fonts-noto-core": FONTS,
    "gcc libc6-dev": COMPILER,
    "nodejs": NODE,
    "npm": shutil.which("npm"),
}

if __name__ == "__main__":
    print(*(packages for packages, program in _DEBIAN.items() if not program))
