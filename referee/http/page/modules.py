"""Puts the page's modules together: those of the first screens into few files, which the others import from.

A module inside such a file stays itself: a function that returns what it exports, so that its names meet no others.

    const $words = (() => { …; return { t, listed }; })();

Whoever imported from `./words.js` takes it from that value: `const { t } = $words;`. Imports are static and form no circle
(a test of the page holds that), so each module stands behind those that it needs. A module in a folder, such as
`night/main.js`, imports from `../words.js`. Knows no request and no file system."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

Sources = Mapping[str, str]  # the text of each module by its path
Homes = Mapping[str, str]  # in which file a module stands, for those that were put together

IMPORT = re.compile(r"^import ([^;]*?) from '(\.\.?/[^']+)';$", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) )", re.MULTILINE)
_NAME = re.compile(r"^export (?:(?:async )?(?:function|class)|const) (\w+|\{[^}]*\})", re.MULTILINE)
_LIST = re.compile(r"\bexport ?\{([^}]*)\};?\s*\Z")  # of a vendored file, at its end
_EMPTY = re.compile(r"\n\n+")
_LEFT = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def path_of(module: str, address: str) -> str:
    """The path of what a module imports from an address that is relative to it."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), address))


def _address(module: str, path: str) -> str:
    """The other way round: `../app.js` for `app.js` in `night/main.js`."""
    address = posixpath.relpath(path, posixpath.dirname(module) or ".")
    return address if address.startswith("../") else f"./{address}"


def imported(sources: Sources, module: str) -> list[str]:
    """The paths that a module imports statically, in its order."""
    return [path_of(module, address) for _, address in IMPORT.findall(sources[module])]


def needed(sources: Sources, modules: Iterable[str]) -> list[str]:
    """These modules and all that they import statically, each behind what it needs; dynamic imports are left out."""
    found: dict[str, None] = {}

    def visit(module: str) -> None:
        if module not in found:
            for one in imported(sources, module):
                visit(one)
            found[module] = None

    for module in modules:
        visit(module)
    return list(found)


def put_together(sources: Sources, early: Sequence[str], screens: Sequence[str]) -> dict[str, str]:
    """What is sent instead of the sources, by path: a file for each of these modules, and every module that is in none.

    Each file holds what its module needs and none before it has; the last of `early` also what several screens need."""
    homes = _homes(sources, early, screens)
    sent = {file: _joined(sources, file, homes) for file in (*early, *screens)}
    alone = [module for module in sources if module not in homes]
    return sent | {module: _rewritten(sources, module, homes) for module in alone}


def _homes(sources: Sources, early: Sequence[str], screens: Sequence[str]) -> dict[str, str]:
    wants = [set(needed(sources, [screen])) for screen in screens]
    shared = [module for module in needed(sources, screens) if sum(module in want for want in wants) > 1]
    roots = {file: [file] for file in (*early, *screens)}
    roots[early[-1]] += shared
    homes: dict[str, str] = {}
    for file, wanted in roots.items():
        homes |= {module: file for module in needed(sources, wanted) if module not in homes}
    return homes


def _joined(sources: Sources, file: str, homes: Homes) -> str:
    """The file of a module: those in it as values, and what it exports itself under plain names as well."""
    inside = [module for module in needed(sources, homes) if homes[module] == file]
    outside = {one for module in inside for one in imported(sources, module) if homes[one] != file}
    parts = [*_taken(file, outside, homes), *(_value(module, sources[module]) for module in inside)]
    if names := exports(sources[file]):
        parts.append(f"export const {{ {', '.join(names)} }} = {value_of(file)};")
    return "\n".join([*parts, f"export {{ {', '.join(map(value_of, inside))} }};\n"])


def _rewritten(sources: Sources, module: str, homes: Homes) -> str:
    """A module that is sent alone: lines stay where they are, so that an error's place can be read in the source."""
    inside = {one for one in imported(sources, module) if one in homes}
    if not inside:
        return sources[module]
    head = " ".join(_taken(module, inside, homes))
    return f"{head} {_bound(module, sources[module], homes)}"


def _taken(by: str, modules: Iterable[str], homes: Homes) -> Iterator[str]:
    """The imports of these modules' values, by one that needs them, from the files that they are in."""
    for home in sorted({homes[one] for one in modules}):
        values = ", ".join(sorted(value_of(one) for one in set(modules) if homes[one] == home))
        yield f"import {{ {values} }} from '{_address(by, home)}';"


def _value(module: str, source: str) -> str:
    """A module as the value of a function; raises ValueError where it does what cannot be put into one."""
    names = exports(source)
    body = _EMPTY.sub("\n", _EXPORT.sub("", _LIST.sub("", _bound(module, source))))
    if left := _LEFT.search(body):
        raise ValueError(f"{module}: {body[left.start() :].splitlines()[0]}")
    given = f"return {{ {', '.join(names)} }};\n" if names else ""
    return f"// {module}\nconst {value_of(module)} = (() => {{\n{body.strip()}\n{given}}})();"


def _bound(module: str, source: str, homes: Homes | None = None) -> str:
    """A module whose imports are constants, apart from those of modules that are sent alone."""

    def constant(found: re.Match[str]) -> str:
        what, path = found[1], path_of(module, found[2])
        if homes is not None and path not in homes:
            return found[0]
        return f"const {what.removeprefix('* as ').replace(' as ', ': ')} = {value_of(path)};"

    return IMPORT.sub(constant, source)


def exports(source: str) -> list[str]:
    """What a module exports, as the fields of an object: `t`, or `html: fe` where it is called otherwise inside."""
    found = [name for one in _NAME.findall(source) for name in re.findall(r"\w+", one)]
    if listed := _LIST.search(source):
        for inner, _, outer in (one.strip().partition(" as ") for one in listed[1].split(",") if one.strip()):
            found.append(f"{outer}: {inner}" if outer else inner)
    return found


def value_of(module: str) -> str:
    """The name of a module's value: `$words`, `$vendor_idb_keyval_index`."""
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))
