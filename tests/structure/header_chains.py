#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes sources that check that headers compile by themselves.

The simplest such source includes one header. Here a source includes several headers, each of which
includes the previous one, directly or not. Including the second one brings in the first one anyway,
so an include missing in the second one still shows. This halves the number of sources to compile.

Usage: header_chains.py ROOT FOLDER HEADER...

HEADERs are relative to ROOT. The sources are written to FOLDER only if they change. Their paths are
printed, separated by semicolons.
"""

import pathlib
import re
import sys

from tree import Tree


class Closures:
    """The files that each header includes, directly or not, including itself."""

    def __init__(self, tree: Tree):
        self.tree = tree
        self._known: dict[pathlib.Path, frozenset[pathlib.Path]] = {}

    def of(self, header: pathlib.Path) -> frozenset[pathlib.Path]:
        if header not in self._known:
            self._known[header] = frozenset()  # for headers that include each other
            found = {header}
            for include in self.tree.includes(header):
                if include.target is not None:
                    found |= self.of(include.target)
            self._known[header] = frozenset(found)
        return self._known[header]


def chains(headers: list[pathlib.Path], closures: Closures) -> list[list[pathlib.Path]]:
    """Splits the headers into chains; in each chain, the header that includes the others is
    last."""

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
    """Includes each header of the chain, and the last one again: it must allow to be included
    twice."""
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
