#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures how much a compiler reads and writes to build a target, so that the first build does not
become slow unnoticed. Neither number depends on the machine's speed.

Usage: build_cost.py BUILD TARGET [MAX_LINES MAX_BYTES]

Lines are the lines of sources and headers, counted once per object file that parses them. The lines
of a precompiled header are counted once, when it is built. Bytes are the code of the object files.
"""

import functools
import json
import pathlib
import re
import subprocess
import sys

SHOWN = 12
PRECOMPILED = (".gch", ".pch")  # suffixes of GCC and of Clang


def ninja(build: str, *words: str) -> str:
    return subprocess.run(["ninja", "-C", build, "-t", *words], check=True, capture_output=True,
                          text=True).stdout


def dependencies(text: str) -> dict[str, list[str]]:
    """Parses the output of `ninja -t deps`: for each object, the files that it depends on."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if match := re.match(r"(\S.*?): #deps \d+", line):
            current = found.setdefault(match.group(1), [])
        elif line.startswith("    "):
            current.append(line.strip())
    return found


@functools.lru_cache(maxsize=None)
def lines_of(file: pathlib.Path) -> int:
    try:
        return file.read_bytes().count(b"\n")
    except OSError:
        return 0


def precompiled(build_name: str, build: pathlib.Path) -> dict[str, str]:
    """Maps each object that uses a precompiled header to that header."""
    found = {}
    for rule in json.loads(ninja(build_name, "compdb")):
        if match := re.search(r"-include (?:-Xclang )?(\S+/cmake_pch\.hxx)\s", rule["command"]):
            if not rule["output"].endswith(PRECOMPILED):
                suffix = PRECOMPILED["-include-pch" in rule["command"]]
                header = pathlib.Path(match[1]).relative_to(build)
                found[rule["output"]] = f"{header}{suffix}"
    return found


def parsed(files: list[str], known: set[str], build: pathlib.Path) -> int:
    """Lines of `files`, except those already read by the precompiled header."""
    return sum(lines_of(build / name) for name in files
               if name not in known and not name.endswith(PRECOMPILED))


def code_bytes(objects: list[pathlib.Path]) -> dict[str, int]:
    done = subprocess.run(["size", *map(str, objects)], check=True, capture_output=True, text=True)
    rows = (line.split() for line in done.stdout.splitlines()[1:])
    return {row[5]: int(row[0]) for row in rows}


def main(build_name: str, target: str, *limits: str) -> int:
    build = pathlib.Path(build_name).resolve()
    names = [name for name in ninja(build_name, "inputs", target).split()
             if name.endswith((".o", *PRECOMPILED))]
    deps = dependencies(ninja(build_name, "deps"))
    headers = precompiled(build_name, build)
    lines = {name: parsed(deps.get(name, []), set(deps.get(headers.get(name, ""), [])), build)
             for name in names}
    objects = [build / name for name in names if name.endswith(".o")]
    sizes = code_bytes([path for path in objects if path.exists()])
    missing = [name for name in names if not lines[name] and not (build / name).exists()]
    if missing:
        sys.exit(f"{len(missing)} of {len(names)} files are not built, such as {missing[0]}")
    totals = sum(lines.values()), sum(sizes.values())
    print(f"{target}: {len(names)} compilations, {totals[0]} lines read, {totals[1]} bytes of code")
    for name, count in sorted(lines.items(), key=lambda row: -row[1])[:SHOWN]:
        print(f"{count:9} {name}")
    complaints = [f"{target}: {total} {what}, but the maximum is {limit}"
                  for total, limit, what in zip(totals, map(int, limits), ("lines", "bytes"))
                  if total > limit]
    print(*complaints, sep="\n")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
