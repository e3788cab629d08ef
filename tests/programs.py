"""The programs that some tests need besides Python; None where one is not installed."""

from __future__ import annotations

import shutil

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
COMPILER = shutil.which("gcc") or shutil.which("cc")
POPPLER = shutil.which("pdftotext") and shutil.which("pdftoppm")
