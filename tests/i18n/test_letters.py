"""A name is counted in the letters that a reader sees."""

from __future__ import annotations

import pytest

from referee.i18n.letters import letters


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ann", ["A", "n", "n"]),
        ("U\u0300i", ["U\u0300", "i"]),
        ("मीना", ["मी", "ना"]),
        ("श्रेष्ठ", ["श्रे", "ष्ठ"]),
        ("विश्वेश्वरी", ["वि", "श्वे", "श्व", "री"]),
        ("गर्\u200dयो", ["ग", "र्\u200dयो"]),
        ("முருகன்", ["மு", "ரு", "க", "ன்"]),
        ("王小明", ["王", "小", "明"]),
        ("👩\u200d👧x", ["👩\u200d👧", "x"]),
        ("👍🏽!", ["👍🏽", "!"]),
        ("🇳🇵🇲🇾", ["🇳🇵", "🇲🇾"]),
        ("❤\ufe0f", ["❤\ufe0f"]),
        ("", []),
    ],
)
def test_letters(text: str, parts: list[str]) -> None:
    assert list(letters(text)) == parts
