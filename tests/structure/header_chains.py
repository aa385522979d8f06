#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the sources that show that headers compile by themselves.

The simplest such source includes one header. Here a source includes several, where each includes
the one before it, directly or not: whoever includes the second one gets the first one anyway, so
what is missing in the second one still shows. Half as many sources have to be compiled.

Usage: header_chains.py ROOT FOLDER HEADER...

HEADERs are relative to ROOT. The sources are written to FOLDER, only if they change, and their
paths are printed, separated by semicolons.
"""

import pathlib
import re
import sys

from tree import Tree


class Closures:
    """What each header includes, directly or not; itself, too."""

    def __init__(self, tree: Tree):
        self.tree = tree
        self._known: dict[pathlib.Path, frozenset[pathlib.Path]] = {}

    def of(self, header: pathlib.Path) -> frozenset[pathlib.Path]:
        if header not in self._known:
            self._known[header] = frozenset()  # where headers include each other
            found = {header}
            for include in self.tree.includes(header):
                if include.target is not None:
                    found |= self.of(include.target)
            self._known[header] = frozenset(found)
        return self._known[header]


def chains(headers: list[pathlib.Path], closures: Closures) -> list[list[pathlib.Path]]:
    """The headers in chains, in each the one that includes the others last."""

    def size(header: pathlib.Path) -> tuple[int, pathlib.Path]:
        return len(closures.of(header)), header

    left, found = set(headers), []
    for header in sorted(headers, key=size, reverse=True):
        if header not in left:
            continue
        chain = [header]
        left.remove(header)
        while inner := left & closures.of(chain[-1]):
            chain.append(max(inner, key=size))
            left.remove(chain[-1])
        found.append(chain[::-1])
    return found


def source(chain: list[pathlib.Path]) -> str:
    """Each header of the chain, and the last one once more: it may be included twice."""
    names = [str(header).removeprefix("engine/") for header in [*chain, chain[-1]]]
    return "".join(f"#include <glint/{name}>\n" for name in names)


def write(path: pathlib.Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main(root: str, folder: str, *headers: str) -> None:
    place = pathlib.Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    sources = []
    for chain in chains([pathlib.Path(header) for header in headers], Closures(Tree(pathlib.Path(root)))):
        sources.append(place / (re.sub(r"\W", "_", str(chain[-1])) + ".cpp"))
        write(sources[-1], source(chain))
    print(";".join(map(str, sources)))


if __name__ == "__main__":
    main(*sys.argv[1:])
