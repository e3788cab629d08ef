"""The page's modules put together: everything that is imported is there, once, and what cannot be put together is refused."""

from __future__ import annotations

import re

import pytest

from referee.http.page import modules
from referee.http.page.bundle import EARLY, SCREENS, files, scripts

BOUND = re.compile(r"^const (\{[^}]*\}|\w+) = (\$\w+);$", re.MULTILINE)
SENT = {name: file.plain.decode() for name, file in files().items() if name.endswith(".js")}
VALUES = {modules.value_of(name): name for name in scripts()}

SMALL = {
    "begin.js": "import { a } from './a.js';\na(import('./app.js'));",
    "app.js": "import { c as d } from './vendor/c.js';\nexport async function begin() { d(await import('./table.js')); }",
    "table.js": "import { a } from './a.js';\nimport * as both from './both.js';\nexport const Table = () => a(both.one);",
    "start.js": "import { one } from './both.js';\nexport function Start() { return one; }",
    "later.js": "import { Table } from './table.js';\nimport { more } from './more.js';\nexport const x = Table(more);",
    "a.js": "export function a() {}",
    "both.js": "export const { one, two } = { one: 1, two: 2 };",
    "more.js": "export class more {}",
    "vendor/c.js": "const q=1;export{q as c};",
}


def test_a_module_in_a_file_is_a_value_that_the_others_take_their_names_from() -> None:
    sent = modules.put_together(SMALL, ("begin.js", "app.js"), ("table.js", "start.js"))
    assert sent == {
        "begin.js": "// a.js\nconst $a = (() => {\nfunction a() {}\nreturn { a };\n})();\n"
        "// begin.js\nconst $begin = (() => {\nconst { a } = $a;\na(import('./app.js'));\n})();\n"
        "export { $a, $begin };\n",
        "app.js": "// vendor/c.js\nconst $vendor_c = (() => {\nconst q=1;\nreturn { c: q };\n})();\n"
        "// app.js\nconst $app = (() => {\nconst { c: d } = $vendor_c;\n"
        "async function begin() { d(await import('./table.js')); }\nreturn { begin };\n})();\n"
        "// both.js\nconst $both = (() => {\nconst { one, two } = { one: 1, two: 2 };\nreturn { one, two };\n})();\n"
        "export const { begin } = $app;\nexport { $vendor_c, $app, $both };\n",
        "table.js": "import { $both } from './app.js';\nimport { $a } from './begin.js';\n"
        "// table.js\nconst $table = (() => {\nconst { a } = $a;\nconst both = $both;\n"
        "const Table = () => a(both.one);\nreturn { Table };\n})();\n"
        "export const { Table } = $table;\nexport { $table };\n",
        "start.js": "import { $both } from './app.js';\n// start.js\nconst $start = (() => {\nconst { one } = $both;\n"
        "function Start() { return one; }\nreturn { Start };\n})();\n"
        "export const { Start } = $start;\nexport { $start };\n",
        "later.js": "import { $table } from './table.js'; const { Table } = $table;\nimport { more } from './more.js';\n"
        "export const x = Table(more);",
        "more.js": SMALL["more.js"],
    }


@pytest.mark.parametrize(
    "line", ["export let x = 1;", "export default 1;", "export * from './a.js';", "import './a.js';"]
)
def test_what_cannot_be_put_together_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"^a\.js: (ex|im)port "):
        modules.put_together({**SMALL, "a.js": line}, ("begin.js", "app.js"), ("table.js", "start.js"))


@pytest.mark.parametrize("name", sorted(SENT))
def test_everything_that_a_sent_module_takes_is_there(name: str) -> None:
    code = SENT[name]
    for names, address in re.findall(r"import \{ ([^}]*) \} from '(\.\.?/[^']+)';", code):
        home = modules.path_of(name, address)
        for one in names.split(", "):
            if one.startswith("$"):
                assert re.search(rf"^export \{{[^}}]*{re.escape(one)}\b[^}}]*\}};$", SENT[home], re.MULTILINE), one
            else:
                assert one in modules.exports(scripts()[home])
    for names, value in BOUND.findall(code):
        given = {one.split(":")[0] for one in modules.exports(scripts()[VALUES[value]])}
        wanted = (
            {one.strip().split(":")[0] for one in names.strip("{} ").split(",")} if names.startswith("{") else set()
        )
        assert wanted <= given, (value, wanted - given)


def test_a_module_is_sent_in_one_place_only() -> None:
    together = [
        one for name in (*EARLY, *SCREENS) for one in re.findall(r"^const (\$\w+) = \(\(\) => \{$", SENT[name], re.M)
    ]
    alone = [modules.value_of(name) for name in SENT if name not in (*EARLY, *SCREENS)]
    assert sorted(together + alone) == sorted(VALUES)
