#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds constants that silently change another source when both are compiled together.

Usage: unity_names.py ROOT BUILD

In a unity build, the sources of a target see each other's names. The compiler rejects two constants
with the same name in one namespace, but a constant in an inner namespace silently hides one in an
outer namespace. A source that means the outer constant, from a header or its own, gets the inner
one. Confused types and functions hardly ever compile, so they are not checked.
"""

import collections
import pathlib
import re
import sys
from typing import Iterator, NamedTuple

import public_names
import tree


class Constant(NamedTuple):
    space: str  # glint::apps, or glint::apps::(anonymous)
    name: str


def constants(text: str) -> Iterator[Constant]:
    """Constants that a file declares at namespace level."""
    for spaces, head, _ in public_names.statements(public_names.without_comments(text)):
        space = "::".join(part or "(anonymous)" for part in spaces.split("::")) if spaces else ""
        if re.match(r"\s*(inline |static |constexpr |const )", head):
            declarators = re.sub(r"=[^,]*", "=", head)
            for name in re.findall(r"\b(k[A-Z]\w*)\s*(?:=|\[|$)", declarators):
                yield Constant(space, name)


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
    return found


def hidden(declared: dict[pathlib.Path, set[Constant]], sources: list[pathlib.Path],
           headers: list[pathlib.Path]) -> Iterator[str]:
    places = collections.defaultdict(set)
    for file in [*sources, *headers]:
        for constant in declared[file]:
            places[constant.name].add((constant.space, file))
    for file in sources:
        for inner in sorted(declared[file]):
            for space, other in sorted(places[inner.name]):
                # Only tests include a header of tests.
                if is_inside(inner.space, space) and ("tests" in file.parts or
                                                      "tests" not in other.parts):
                    yield f"{file}: {inner.name} hides the constant in {other}"


def violations(root: pathlib.Path, build: pathlib.Path) -> list[str]:
    root = root.resolve()
    files = [root / file for file in tree.Tree(root).files(*tree.HOST)]
    headers = [file for file in files if file.suffix == ".hpp"]
    declared = {file: set(constants(file.read_text(encoding="utf-8"))) for file in files}
    found = set()
    for sources in targets(build).values():
        found.update(hidden(declared, [file for file in sources if file in declared], headers))
    return sorted(complaint.replace(f"{root}/", "") for complaint in found)


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
    print(*complaints, sep="\n")
    sys.exit(bool(complaints))
