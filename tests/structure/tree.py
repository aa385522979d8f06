# SPDX-License-Identifier: MIT
"""The source tree as seen by the structure checks: its files and their includes."""

import pathlib
import re
from typing import Iterator, NamedTuple

HOST = (".hpp", ".cpp")
DEVICE = (".cuh", ".cu")
FOLDERS = ("engine", "interop", "kernels", "apps", "bench", "tests")

_INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Include(NamedTuple):
    line: int
    spelling: str  # <glint/base/error.hpp> or "particles.cuh", including its brackets
    target: pathlib.Path | None  # relative to the root; None if outside the tree


class Tree:
    def __init__(self, root: pathlib.Path):
        self.root = root

    def files(self, *suffixes: str) -> Iterator[pathlib.Path]:
        """Our sources with these suffixes, relative to the root, sorted."""
        for folder in FOLDERS:
            for path in sorted((self.root / folder).rglob("*")):
                if path.suffix in suffixes and path.is_file():
                    yield path.relative_to(self.root)

    def includes(self, file: pathlib.Path) -> Iterator[Include]:
        text = (self.root / file).read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            if match := _INCLUDE.match(line):
                quote, name = match.groups()
                spelling = f'"{name}"' if quote == '"' else f"<{name}>"
                yield Include(number, spelling, self._resolve(file, quote, name))

    def _resolve(self, file: pathlib.Path, quote: str, name: str) -> pathlib.Path | None:
        candidates = []
        if quote == '"':
            candidates.append(file.parent / name)
        if name.startswith("glint/"):
            rest = name.removeprefix("glint/")
            candidates += [pathlib.Path(place, rest) for place in ("engine", ".", "kernels/glint")]
        elif name.endswith(".cuh") and quote == "<":
            candidates.append(pathlib.Path("kernels", name))
        elif name.startswith("support/"):
            candidates.append(pathlib.Path("tests", name))
        for candidate in candidates:
            path = (self.root / candidate).resolve()
            if path.is_file() and path.is_relative_to(self.root.resolve()):
                return path.relative_to(self.root.resolve())
        return None

    def unit(self, file: pathlib.Path) -> str:
        """The part of the design to which a file belongs: "driver", "interop", "tests" ..."""
        return file.parts[1] if file.parts[0] == "engine" and len(file.parts) > 2 else file.parts[0]
