#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Constants of one source that silently change what another computes when both are compiled at once.

Usage: unity_names.py ROOT BUILD

Sources of a target that are compiled together see one another's names. Two of the same name in the
same namespace are an error of the compiler's, but a constant in an inner namespace hides one further
out without a word: a source that means the outer one, out of a header or its own, gets the inner one.
Types and functions that are mistaken for others hardly ever compile.
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
    """Those that a file declares at namespace level."""
    for spaces, head, _ in public_names.statements(public_names.without_comments(text)):
        space = "::".join(part or "(anonymous)" for part in spaces.split("::")) if spaces else ""
        if re.match(r"\s*(inline |static |constexpr |const )", head):
            declarators = re.sub(r"=[^,]*", "=", head)
            for name in re.findall(r"\b(k[A-Z]\w*)\s*(?:=|\[|$)", declarators):
                yield Constant(space, name)


def is_inside(inner: str, outer: str) -> bool:
    visible = outer.removesuffix("::(anonymous)")  # where a name of an unnamed namespace is seen
    return inner not in (outer, visible) and (inner + "::").startswith(
        visible + "::" if visible else "")


def targets(build: pathlib.Path) -> dict[str, list[pathlib.Path]]:
    """The sources that each target may compile together."""
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
                # A test's header is included by tests alone.
                if is_inside(inner.space, space) and ("tests" in file.parts or
                                                      "tests" not in other.parts):
                    yield f"{file}: {inner.name} hides that of {other}"


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
