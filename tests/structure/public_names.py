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
FOLDERS = ["engine/base", "engine/base/formats", *sum(UMBRELLAS.values(), []), "engine/testing"]
# Namespaces of other projects, and glint's private ones.
PRIVATE_SPACES = {"detail", "glm", "std", "spdlog", "fmt"}
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "decltype", "requires", "noexcept",
            "alignas", "static_assert", "explicit", "operator", "defined", "catch"}

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


def without_comments(text: str) -> str:
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"^\s*#(\\\n|[^\n])*", "", text, flags=re.MULTILINE)


def macro_functions(text: str) -> Iterator[str]:
    """Matches macros: GLINT_FUNCTION(exp, ...) at the start of a line declares exp."""
    yield from re.findall(r"^GLINT_(?!TEST)\w*\((\w+)\s*,", text, re.MULTILINE)


def statements(text: str) -> Iterator[tuple[str, str, bool]]:
    """For each declaration at namespace level: its namespace, the text before its ; or {, and
    whether it has a body."""
    spaces: list[str] = []
    head, position = "", 0
    while position < len(text):
        char = text[position]
        if char == "{":
            if match := re.search(r"\bnamespace\s+([\w:]*)\s*$", head):
                spaces.append(match.group(1))
                head = ""
            else:
                position = closing(text, position)
                if not re.search(r"=\s*$|\breturn\b|\)\s*$", head) or "(" in head:
                    yield "::".join(spaces), head, True
                    head = ""
        elif char == "}":
            if spaces:
                spaces.pop()
            head = ""
        elif char == ";":
            yield "::".join(spaces), head, False
            head = ""
        else:
            head += char
        position += 1


def closing(text: str, opening: int) -> int:
    depth = 0
    for position in range(opening, len(text)):
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        if depth == 0:
            return position
    return len(text) - 1


def without_template(head: str) -> str:
    head = head.strip()
    while head.startswith("template"):
        depth, position = 0, head.index("<")
        for position in range(position, len(head)):
            depth += {"<": 1, ">": -1}.get(head[position], 0)
            if depth == 0:
                break
        head = head[position + 1:].strip()
        head = re.sub(r"^requires\s*(\([^()]*(\([^()]*\)[^()]*)*\)|[\w:]+(<[^<>]*(<[^<>]*>[^<>]*)*>)?"
                      r"(\s*(&&|\|\|)\s*!?[\w:]+(<[^<>]*(<[^<>]*>[^<>]*)*>)?)*)\s*", "", head)
    return head


def declared(head: str) -> str | None:
    head = without_template(head)
    head = re.sub(r"\[\[[^\]]*\]\]|\balignas\([^)]*\)", "", head).strip()
    if match := re.match(r"(?:class|struct|enum class|enum|concept)\s+(\w+)", head):
        return match.group(1)
    if match := re.match(r"using\s+(\w+)\s*=", head):
        return match.group(1)
    if match := re.match(r"using\s+[\w:]+::(\w+)$", head):
        return match.group(1)
    if re.match(r"(using|friend|extern template|namespace|static_assert)\b", head):
        return None
    if match := re.search(r"(?<![\w:>.])(\w+)\s*\(", head):
        name = match.group(1)
        if name in KEYWORDS or match.start() == 0:
            return None
        return name
    if match := re.match(r"(?:inline |constexpr )+[\w:<>, ]+?[ *&](\w+)\s*=?", head):
        return match.group(1)
    return None


def names(text: str) -> Iterator[str]:
    """Names that a header declares, with their namespace below glint."""
    yield from macro_functions(text)
    for space, head, has_body in statements(without_comments(text)):
        parts = [part for part in space.split("::") if part]
        if parts[:1] != ["glint"] or PRIVATE_SPACES & set(parts):
            continue
        name = declared(head)
        is_type = re.match(r"(class|struct|enum)\b", without_template(head))
        if name and (has_body or not is_type):  # a forward declaration does not count
            yield "::".join([*parts[1:], name])


def public_headers(root: pathlib.Path, folder: str) -> list[pathlib.Path]:
    return sorted(path.relative_to(root) for path in (root / folder).glob("*.hpp"))


def spelling(header: pathlib.Path) -> str:
    return f"<glint/{header.as_posix().removeprefix('engine/')}>"


def index(root: pathlib.Path) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in FOLDERS:
        for header in public_headers(root, folder):
            for name in names((root / header).read_text(encoding="utf-8")):
                found.setdefault(name, spelling(header))
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
