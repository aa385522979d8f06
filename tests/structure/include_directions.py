#!/usr/bin/env python3
"""Holds the directions in which files may include each other; docs/design.md draws them.

    kernels <- engine: base <- driver <- compiler <- array <- algorithms <- geometry
                       base <- cpu (behind driver's and compiler's interfaces)
                       base <- gl <- view
    interop -> compute and gl        app -> compiler, view, interop
    studio -> app, algorithms, geometry
    apps, bench, tests -> all

Usage: include_directions.py ROOT
"""

import pathlib
import re
import sys
from typing import Iterator

from tree import DEVICE, HOST, Include, Tree

ALL = {"base", "driver", "cpu", "compiler", "array", "algorithms", "geometry", "gl", "view", "app",
       "interop", "studio", "testing"}

# What each part may include besides itself and the kernels' headers: parts, or single files.
MAY_INCLUDE = {
    "kernels": set(),
    "base": set(),
    "driver": {"base"},
    "compiler": {"base", "driver"},
    "array": {"base", "driver", "compiler"},
    "algorithms": {"base", "driver", "compiler", "array"},
    "geometry": {"base", "driver", "compiler", "array", "algorithms"},
    "cpu": {
        "base",
        "engine/driver/detail/backend.hpp",
        "engine/driver/detail/block_pool.hpp",
        "engine/driver/detail/capture_scope.hpp",
        "engine/driver/detail/cpu_library.hpp",
        "engine/driver/detail/graph_backend.hpp",
        "engine/compiler/source_compiler.hpp",
        "engine/compiler/compile_error.hpp",
        "engine/compiler/detail/kept_files.hpp",
    },
    "gl": {"base"},
    "view": {"base", "gl"},
    "app": {"base", "driver", "compiler", "gl", "view", "interop"},
    "studio": {"base", "driver", "compiler", "array", "algorithms", "geometry", "gl", "view", "interop", "app"},
    "testing": {"base", "driver"},
    "interop": {"base", "driver", "compiler", "array", "algorithms", "gl"},
    "engine": ALL - {"cpu", "testing"},  # the headers that stand for a layer
    "apps": ALL,
    "bench": ALL | {"apps", "engine"},
    "tests": ALL | {"apps", "engine"},
}

# Who may include which libraries, by the headers' names.
LIBRARIES = {
    "CUDA": (r"cuda|nvrtc|nvJitLink|curand", {"driver", "compiler", "interop"}),
    "CUDA's mathematical libraries": (r"cufft|cublas|cusolver", {"algorithms"}),
    "Assimp": (r"assimp/", {"geometry"}),
    "LLVM": (r"(llvm|clang)(-c)?/", {"cpu"}),
    "OpenGL": (r"(glad|GL|GLES\d?|EGL|KHR|GLFW)/", {"gl", "view", "app", "interop"}),
    "ImGui": (r"(imgui/)?(backends/)?imgui", {"app", "studio"}),
}
ANYTHING = {"apps", "bench", "tests"}

# Kept out of public headers, directly and through other headers: a user of glint gets neither
# their macros nor the need to install them.
HIDDEN = re.compile(r"<(cuda|nvrtc|cufft|cublas|cusolver|assimp/|glad/|(imgui/)?(backends/)?imgui)")


def is_private(header: pathlib.Path) -> bool:
    """Headers that users do not include: those in a folder `detail`, those called X_internal.hpp,
    and what speaks to one vendor's library or compiler."""
    return (
        not {"detail", "cuda", "nvrtc"}.isdisjoint(header.parts[:-1])
        or header.stem.endswith("_internal")
        or header.is_relative_to("engine/cpu")
        or header.parts[0] in ANYTHING
    )


def wrong_direction(tree: Tree, file: pathlib.Path, include: Include) -> str | None:
    source, target = tree.unit(file), include.target
    if file.suffix in DEVICE and include.spelling[1:-1].endswith(".hpp"):
        return "device code includes no host header"
    if target is None or tree.unit(target) in (source, "kernels"):
        return None
    allowed = MAY_INCLUDE[source]
    if tree.unit(target) in allowed or target.as_posix() in allowed:
        return None
    return f"{source} may not include {tree.unit(target)}"


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
        return "there is no such header"
    return None


def leaks(tree: Tree, header: pathlib.Path) -> Iterator[str]:
    """How a public header reaches a library that it has to hide, if it does."""
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
            for rule in (wrong_direction, wrong_library, unknown_header):
                if complaint := rule(tree, file, include):
                    found.append(f"{file}:{include.line}: {complaint}: {include.spelling}")
        if file.suffix == ".hpp" and not is_private(file):
            found += leaks(tree, file)
    return found


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or "every include goes in an allowed direction")
    sys.exit(bool(complaints))
