#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the names that public headers declare.

The page docs/reference/headers.md must be up to date. Each umbrella header must include all headers
of its folders. The headers for kernels must declare the names listed in docs/reference/kernels.md.

Usage: public_names.py ROOT [--write]
"""

import pathlib
import re
import sys
from typing import Iterator

import declarations

# Folders covered by <glint/NAME.hpp>.
UMBRELLAS = {
    "driver": ["engine/backend", "engine/driver"],
    "compiler": ["engine/backend/source", "engine/compiler"],
    "arrays": ["engine/array", "engine/algorithms"],
    "geometry": ["engine/geometry"],
    "interop": ["interop"],
    "app": ["engine/app", "engine/view", "engine/gl"],
    "studio": ["engine/studio", "engine/studio/declaration", "engine/studio/state",
               "engine/studio/run", "engine/studio/views", "engine/studio/window",
               "engine/studio/keep/files"],
}
FOLDERS = ["engine/base", "engine/formats", *sum(UMBRELLAS.values(), []), "engine/testing"]
PRIVATE_SPACES = {"detail", "(anonymous)"}
KINDS = "cfgpstuvN"  # types, functions, variables and using-declarations

PAGE = "docs/reference/headers.md"
KERNELS_PAGE = "docs/reference/kernels.md"
KERNEL_HEADERS = "kernels/glint"
HEAD = """# Which header has a name

`#include <glint/driver.hpp>` brings all of the driver layer, `<glint/compiler.hpp>` programs, `<glint/arrays.hpp>`
arrays and algorithms, `<glint/geometry.hpp>` meshes, `<glint/interop.hpp>` what kernels and OpenGL share,
`<glint/app.hpp>` windows and pictures, and `<glint/studio.hpp>` annotated simulations. To include less, and compile faster,
take the header of a name from here. Names are in namespace `glint`, unless they say so.

| Name | Header |
|---|---|
"""


def names(files: list[pathlib.Path]) -> Iterator[tuple[str, pathlib.Path]]:
    """Names that headers declare, with their namespace below glint, and the headers."""
    for file, space, name in declarations.declarations(files, KINDS):
        first, *inner = space.split("::")
        if first == "glint" and not PRIVATE_SPACES & set(inner) and not name.startswith("operator"):
            yield "::".join([*inner, name]), file


def public_headers(root: pathlib.Path, folder: str) -> list[pathlib.Path]:
    return sorted(path.relative_to(root) for path in (root / folder).glob("*.hpp"))


def spelling(header: pathlib.Path) -> str:
    return f"<glint/{header.as_posix().removeprefix('engine/')}>"


def index(root: pathlib.Path) -> dict[str, str]:
    headers = [root / header for folder in FOLDERS for header in public_headers(root, folder)]
    found: dict[str, str] = {}
    for name, header in names(headers):
        found.setdefault(name, spelling(header.relative_to(root)))
    return found


def page(root: pathlib.Path) -> str:
    rows = sorted(index(root).items(), key=lambda row: (row[0].split("::")[-1].lower(), row))
    return HEAD + "".join(f"| `{name}` | `{header}` |\n" for name, header in rows)


def includes(root: pathlib.Path, folders: list[str]) -> list[str]:
    return sorted(f"#include {spelling(header)}\n"
                  for folder in folders for header in public_headers(root, folder))


def missing_includes(root: pathlib.Path) -> Iterator[str]:
    for name, folders in UMBRELLAS.items():
        text = (root / "engine" / f"{name}.hpp").read_text(encoding="utf-8")
        for include in includes(root, folders):
            if include not in text:
                yield f"engine/{name}.hpp does not have {include.strip()}"


def rows_with_headers(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """Names and headers in each row of a table that lists headers for kernels."""
    for line in text.splitlines():
        cells = line.split("|")[1:-1]
        headers = [re.findall(r"`(\w+\.cuh)`", cell) for cell in cells]
        if not any(headers):
            continue
        place = next(i for i, found in enumerate(headers) if found)
        spans = " ".join(re.findall(r"`([^`]*)`", cells[1 if place == 0 else 0]))
        while (shorter := re.sub(r"<[^<>]*>|\([^()]*\)", "", spans)) != spans:
            spans = shorter
        yield re.findall(r"(?<![\w.])[A-Za-z]\w+(?![\w.])", spans), headers[place]


def with_included(root: pathlib.Path, header: str) -> str:
    """The text of a header for kernels and of its includes, without comments."""
    text, left, seen = "", [header], set()
    while left:
        name = left.pop()
        path = root / KERNEL_HEADERS / name
        if name in seen or not path.exists():
            continue
        seen.add(name)
        own = path.read_text(encoding="utf-8")
        left += re.findall(r"#include <glint/([\w/]+\.cuh)>", own)
        text += re.sub(r"//[^\n]*", "", own)
    return text


def missing_kernel_names(root: pathlib.Path) -> Iterator[str]:
    page_text = (root / KERNELS_PAGE).read_text(encoding="utf-8")
    for names_of_row, headers in rows_with_headers(page_text):
        text = "".join(with_included(root, header) for header in headers)
        for name in names_of_row:
            if not re.search(rf"\b{name}\b", text):
                yield f"{KERNELS_PAGE}: '{name}' is not in {', '.join(headers)}"


def write(root: pathlib.Path) -> None:
    for name, folders in UMBRELLAS.items():
        umbrella = root / "engine" / f"{name}.hpp"
        head = umbrella.read_text(encoding="utf-8").split("#include")[0]
        umbrella.write_text(head + "".join(includes(root, folders)), encoding="utf-8")
    (root / PAGE).write_text(page(root), encoding="utf-8")


def main(root: pathlib.Path, *options: str) -> int:
    declarations.skip_without_ctags()
    if "--write" in options:
        write(root)
    complaints = [*missing_includes(root), *missing_kernel_names(root)]
    if (root / PAGE).read_text(encoding="utf-8") != page(root):
        complaints.append(f"{PAGE} is out of date: run tests/structure/public_names.py . "
                          "--write")
    print("\n".join(complaints) or "the index, the umbrella headers and kernels.md are up to date")
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
