"""The page and the server tell an entry and a score line in the same words, in every language."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from referee.events.codec import ROWS
from referee.i18n import LANGUAGES, event_text, line_text, negotiate
from tests.i18n.claims import NAMES, NOBODY
from tests.i18n.test_entries import ENTRIES
from tests.programs import NODE

HERE = Path(__file__).parent
MORE_NAMES = {"N": "Գայանե", "E": "محمد", "S": "Ùisdean", "W": "सीता"}
TELL = """
import { serve } from './support.js';
const { entryWords, lineWords, loadWords } = await import('../../referee/http/page/static/words.js');
serve(() => [404, null]);
let input = '';
for await (const piece of process.stdin) input += piece;
const told = [];
for (const [lang, rows, lines] of JSON.parse(input)) {
  await loadWords(lang);
  for (const { type, data, players, maker } of rows) told.push(entryWords(type, data, { players, maker }));
  for (const { line, row, players } of lines) told.push(lineWords(line, row, players));
}
console.log(JSON.stringify(told));
"""
# The page knows no more of a ruling than its verdict, and puts no deal before the trick of a claim about another deal.
SHORTER = [("claim-ruled", "claim"), ("claim-made", "deal")]
LINES = [
    ({"team": "NS", "code": "tricks", "points": 5}, {"maker": "N", "contract": "4"}),
    ({"team": "NS", "code": "tricks", "points": 4}, {"maker": "N", "contract": "4"}),  # the number bid scores (R8.2)
    ({"team": "EW", "code": "tricks", "points": 1}, {"maker": "N", "contract": "4"}),
    ({"team": "NS", "code": "set", "points": -6}, {"maker": "N", "contract": "ask"}),
    ({"team": "EW", "code": "set", "points": 4}, {"maker": "N", "contract": "4"}),
    ({"team": "EW", "code": "renege", "points": -2, "of_deal": 3}, {"maker": None, "contract": None}),
    ({"team": "NS", "code": "adjustment", "points": -1, "reason": "late"}, {"maker": None, "contract": None}),
]


def the_same_on_both(entry: tuple[str, dict, dict, str]) -> bool:  # type: ignore[type-arg]
    return not any(entry[0] == type_ and told in entry[2] for type_, told in SHORTER)


@pytest.mark.node
def test_page_and_server_tell_every_entry_alike() -> None:
    entries = [entry for entry in ENTRIES if the_same_on_both(entry)]
    assert {entry[0] for entry in entries} == set(ROWS)
    asked, expected = [], []
    for lang in LANGUAGES:
        rows, lines = [], []
        for type_, data, facts, _ in entries:
            for players in (NAMES, NOBODY, MORE_NAMES):
                maker = (facts.get("deal") or {}).get("maker")
                shown = {**data, **({"redo": True} if facts.get("redo") else {})}
                rows.append({"type": type_, "data": shown, "players": players, "maker": maker})
                expected.append(event_text(type_, data, {**facts, "players": players}, lang))
        for line, deal in LINES:
            for players in (NAMES, NOBODY, MORE_NAMES):
                taken = {"tricks": {"NS": 5, "EW": 1}, **deal}
                lines.append({"line": line, "row": {"deal": 1, **taken}, "players": players})
                expected.append(line_text(line, {"number": 1, **deal, "tricks_taken": taken["tricks"]}, players, lang))
        asked.append((lang, rows, lines))
    done = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", TELL],
        input=json.dumps(asked), cwd=HERE, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    told = [one.replace("\ufe0e", "") for one in json.loads(done.stdout)]
    assert len(told) == len(expected) > 1000
    assert not [
        f"page: {page}\nserver: {server}" for page, server in zip(told, expected, strict=True) if page != server
    ]


CHOOSE = """
import './support.js';
const { chosen } = await import('../../referee/http/page/static/languages.js');
navigator.languages = undefined;
let input = '';
for await (const piece of process.stdin) input += piece;
console.log(JSON.stringify(JSON.parse(input).map((tag) => chosen(tag))));
"""
TAGS = [
    "gd",
    "gd-GB",
    "GD",
    "ne_NP.UTF-8",
    "nep",
    "msa",
    "hyw",
    "en-US",
    "fr",
    "",
    "*",
    "hy@x",
    " ms ",
    "m",
    "toString",
]


@pytest.mark.node
def test_page_and_server_choose_the_same_language() -> None:
    done = subprocess.run(
        [str(NODE), "--input-type=module", "--eval", CHOOSE],
        input=json.dumps(TAGS), cwd=HERE, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert dict(zip(TAGS, json.loads(done.stdout), strict=True)) == {tag: negotiate(None, tag) for tag in TAGS}
