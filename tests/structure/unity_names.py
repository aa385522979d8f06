#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds names that silently change another source when both are compiled together.

Usage: unity_names.py ROOT BUILD

In a unity build, the sources of a target see each other's names. The compiler rejects two constants
with the same name in one namespace, but a constant in an inner namespace silently hides one in an
outer namespace. A source that means the outer constant, from a header or its own, gets the inner
one. Functions with the same name in one unnamed namespace become overloads, and a call may choose
the function of the other source. Confused types hardly ever compile, so they are not checked.
"""

import collections
import pathlib
import re
import sys
from typing import Iterator

import declarations
import tree


Constant = tuple[str, str]  # its namespace and name
Function = tuple[str, str]


def constants(files: list[pathlib.Path]) -> dict[pathlib.Path, set[Constant]]:
    """Constants that each file declares at namespace level."""
    found: dict[pathlib.Path, set[Constant]] = {file: set() for file in files}
    for file, space, name in declarations.declarations(files, "v"):
        if re.match("k[A-Z]", name):
            found[file].add((space, name))
    return found


def local_functions(files: list[pathlib.Path]) -> dict[pathlib.Path, set[Function]]:
    """Functions that each file declares in unnamed namespaces, without GoogleTest's PrintTo(), which
    tests overload, and without macros such as TEST_P."""
    found: dict[pathlib.Path, set[Function]] = {file: set() for file in files}
    for file, space, name in declarations.declarations(files, "f"):
        if space.endswith("(anonymous)") and name != "PrintTo" and not name.isupper():
            found[file].add((space, name))
    return found


def shared(functions: dict[pathlib.Path, set[Function]],
           sources: list[pathlib.Path]) -> Iterator[str]:
    first: dict[Function, pathlib.Path] = {}
    for file in sources:
        for function in sorted(functions[file]):
            other = first.setdefault(function, file)
            if other != file:
                yield f"{file}: {function[1]}() is also in {other}, and both are compiled together"


def is_inside(inner: str, outer: str) -> bool:
    visible = outer.removesuffix("::(anonymous)")  # where names in an unnamed namespace are visible
    return inner not in (outer, visible) and (inner + "::").startswith(
        visible + "::" if visible else "")


def targets(build: pathlib.Path) -> dict[str, list[pathlib.Path]]:
    """The sources of each target that may be compiled together."""
    found = collections.defaultdict(list)
    for unity in sorted(build.rglob("Unity/unity_*.cxx")):
        sources = re.findall(r'^#include "([^"]+)"', unity.read_text(), re.MULTILINE)
        found[unity.parent.parent.stem] += map(pathlib.Path, sources)
    # An earlier build with more batches leaves files that list sources again, or deleted ones.
    return {target: sorted({file for file in files if file.exists()})
            for target, files in found.items()}


def hidden(declared: dict[pathlib.Path, set[Constant]], sources: list[pathlib.Path],
           headers: list[pathlib.Path]) -> Iterator[str]:
    places = collections.defaultdict(set)
    for file in [*sources, *headers]:
        for space, name in declared[file]:
            places[name].add((space, file))
    for file in sources:
        for inner, name in sorted(declared[file]):
            for space, other in sorted(places[name]):
                # Only tests include a header of tests.
                if is_inside(inner, space) and ("tests" in file.parts or
                                                      "tests" not in other.parts):
                    yield f"{file}: {name} hides the constant in {other}"


def violations(root: pathlib.Path, build: pathlib.Path) -> list[str]:
    root = root.resolve()
    files = [root / file for file in tree.Tree(root).files(*tree.HOST)]
    headers = [file for file in files if file.suffix == ".hpp"]
    declared, functions = constants(files), local_functions(files)
    found = set()
    for sources in targets(build).values():
        sources = [file for file in sources if file in declared]
        found.update(hidden(declared, sources, headers))
        found.update(shared(functions, sources))
    return sorted(complaint.replace(f"{root}/", "") for complaint in found)


if __name__ == "__main__":
    declarations.skip_without_ctags()
    complaints = violations(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    print(*complaints, sep="\n")
    sys.exit(bool(complaints))
