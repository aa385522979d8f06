#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the directions in which files may include each other; see docs/explanation/design.md.

    kernels <- engine: base <- backend <- cuda <- driver <- compiler <- array <- algorithms <- geometry
                       base <- formats <- array, gl
                       base <- backend <- cpu
                       base <- gl <- view
    interop -> compute and gl        app -> compiler, view, interop
    studio -> app, algorithms, geometry; within studio, as FLOORS lists them
    apps, bench, tests -> all

Usage: include_directions.py ROOT
"""

import pathlib
import re
import sys
from typing import Iterator

from tree import DEVICE, HOST, Include, Tree

ALL = {"base", "formats", "backend", "cuda", "cpu", "driver", "compiler", "array", "algorithms",
       "geometry", "gl", "view", "app", "interop", "studio", "testing"}

# Parts that each part may include, in addition to itself and the kernels' headers.
MAY_INCLUDE = {
    "kernels": set(),
    "base": set(),
    "formats": {"base"},
    "backend": {"base"},
    "cuda": {"base", "backend"},
    "cpu": {"base", "backend"},
    "driver": {"base", "backend", "cuda"},
    "compiler": {"base", "backend", "cuda", "driver"},
    "array": {"base", "formats", "backend", "driver", "compiler"},
    "algorithms": {"base", "backend", "cuda", "driver", "compiler", "array"},
    "geometry": {"base", "formats", "backend", "driver", "compiler", "array", "algorithms"},
    "gl": {"base", "formats"},
    "view": {"base", "gl"},
    "app": {"base", "formats", "backend", "driver", "compiler", "gl", "view", "interop"},
    "studio": ALL - {"cuda", "cpu", "studio", "testing"},
    "testing": {"base", "backend", "driver"},
    "interop": {"base", "backend", "cuda", "driver", "compiler", "array", "algorithms", "gl"},
    "engine": ALL - {"cuda", "cpu", "testing"},  # the umbrella headers of layers
    "apps": ALL,
    "bench": ALL | {"apps", "engine"},
    "tests": ALL | {"apps", "engine"},
}

# The folders of a part from the lowest floor up: each may include the previous ones. Files directly
# in the part, or in its `detail`, are the top floor.
FLOORS = {
    "studio": ["text", "declaration", "state", "run", "views", "keep", "batch", "window", ""],
}

# Parts that may include each library, which is matched by its headers' names.
LIBRARIES = {
    "CUDA": (r"cuda|nvrtc|nvJitLink|curand", {"cuda", "compiler", "interop"}),
    "CUDA's mathematical libraries": (r"cufft|cublas|cusolver", {"algorithms"}),
    "LLVM": (r"(llvm|clang)(-c)?/", {"cpu"}),
    "OpenGL": (r"(glad|GL|GLES\d?|EGL|KHR|GLFW)/", {"gl", "view", "app", "interop"}),
    "ImGui": (r"(imgui/)?(backends/)?imgui", {"app", "studio"}),
}
ANYTHING = {"apps", "bench", "tests"}

# Headers that public headers must not include, directly or through other headers, so that users of
# glint neither get their macros nor have to install them.
HIDDEN = re.compile(r"<(cuda|nvrtc|cufft|cublas|cusolver|glad/|(imgui/)?(backends/)?imgui)")


def is_private(header: pathlib.Path) -> bool:
    """True for headers that users do not include: headers in a folder `detail`, named
    X_internal.hpp, or specific to one vendor's library or compiler."""
    return (
        not {"detail", "cuda", "nvrtc"}.isdisjoint(header.parts[:-1])
        or header.stem.endswith("_internal")
        or header.is_relative_to("engine/cpu")
        or header.parts[0] in ANYTHING
    )


def wrong_direction(tree: Tree, file: pathlib.Path, include: Include) -> str | None:
    source, target = tree.unit(file), include.target
    if file.suffix in DEVICE and include.spelling[1:-1].endswith(".hpp"):
        return "device code may not include host headers"
    if target is None or tree.unit(target) in (source, "kernels"):
        return None
    if tree.unit(target) in MAY_INCLUDE[source]:
        return None
    return f"{source} may not include {tree.unit(target)}"


def floor(file: pathlib.Path) -> str:
    """The folder of an engine file within its part; "" if there is none or only `detail`."""
    folder = file.parts[2] if len(file.parts) > 3 else ""
    return "" if folder == "detail" else folder


def wrong_floor(tree: Tree, file: pathlib.Path, include: Include) -> str | None:
    part = tree.unit(file)
    if part not in FLOORS or include.target is None or tree.unit(include.target) != part:
        return None
    floors = FLOORS[part]
    for name in (floor(file), floor(include.target)):
        if name not in floors:
            return f"FLOORS does not have the folder {part}/{name}"
    if floors.index(floor(include.target)) <= floors.index(floor(file)):
        return None
    return f"{part}/{floor(file)} may not include {part}/{floor(include.target)}"


def wrong_library(tree: Tree, file: pathlib.Path, include: Include) -> str | None:
    source = tree.unit(file)
    if include.target is not None or file.suffix in DEVICE or source in ANYTHING:
        return None
    for name, (headers, users) in LIBRARIES.items():
        if source not in users and re.match(f'[<"](?:{headers})', include.spelling):
            return f"{source} may not include {name}"
    return None


def unknown_header(tree: Tree, file: pathlib.Path, include: Include) -> str | None:
    if include.target is None and include.spelling.startswith(("<glint/", "<support/")):
        return "header not found"
    return None


def leaks(tree: Tree, header: pathlib.Path) -> Iterator[str]:
    """Yields the ways in which a public header reaches a library that it must hide."""
    seen, waiting = {header}, [(header, "")]
    while waiting:
        file, way = waiting.pop()
        for include in tree.includes(file):
            if HIDDEN.match(include.spelling):
                yield f"{file}:{include.line}: no public header may include {include.spelling}{way}"
            elif include.target and include.target not in seen:
                seen.add(include.target)
                waiting.append((include.target, f", which reaches {header}"))


def violations(root: pathlib.Path) -> list[str]:
    tree, found = Tree(root), []
    for file in tree.files(*HOST, *DEVICE):
        for include in tree.includes(file):
            for rule in (wrong_direction, wrong_floor, wrong_library, unknown_header):
                if complaint := rule(tree, file, include):
                    found.append(f"{file}:{include.line}: {complaint}: {include.spelling}")
        if file.suffix == ".hpp" and not is_private(file):
            found += leaks(tree, file)
    return found


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or "every include goes in an allowed direction")
    sys.exit(bool(complaints))
