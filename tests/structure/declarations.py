# SPDX-License-Identifier: MIT
"""Reads the names that C++ files declare at namespace level, with Universal Ctags."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
from typing import Iterator, NamedTuple

# The macros that declare array functions: ctags does not read their definitions.
DEFINITIONS = [f"-D{macro}(name,kind)=void name();"
               for macro in ("GLINT_FUNCTION", "GLINT_FUNCTION_OF_TWO", "GLINT_REDUCTION")]


class Declaration(NamedTuple):
    file: pathlib.Path
    space: str  # glint::apps, or glint::apps::(anonymous)
    name: str


def has_ctags() -> bool:
    try:
        version = subprocess.run(["ctags", "--version"], capture_output=True, text=True)
    except FileNotFoundError:
        return False
    return "+json" in version.stdout


def skip_without_ctags() -> None:
    """Ends the script as a skipped test if Universal Ctags is missing."""
    if not has_ctags():
        print("skipped: Universal Ctags not found (Debian package universal-ctags)")
        sys.exit(77)


def declarations(files: list[pathlib.Path], kinds: str) -> Iterator[Declaration]:
    """Declarations of these kinds (see `ctags --list-kinds=C++`), in the order of the files."""
    with tempfile.TemporaryDirectory() as folder:
        copies = {f"{folder}/{i}.hpp": file for i, file in enumerate(files)}
        # ctags 5.9 overlooks concepts and constants such as `int kMost = int{1} << 20;`.
        for copy, file in copies.items():
            text = re.sub(r"\bconcept\b", "using", file.read_text(encoding="utf-8"))
            text = re.sub(r"= [\w:]+\{\d+\} ", "= 1 ", text)
            pathlib.Path(copy).write_text(text, encoding="utf-8")
        found = subprocess.run(
            ["ctags", "--options=NONE", "--output-format=json", "--fields=+Z", "--sort=no",
             f"--kinds-C++={kinds}", *DEFINITIONS, "-f", "-", *copies],
            capture_output=True, text=True, check=True)
    for tag in map(json.loads, found.stdout.splitlines()):
        if tag.get("scopeKind", "namespace") == "namespace":
            space = re.sub(r"\b__anon\w+", "(anonymous)", tag.get("scope", ""))
            yield Declaration(copies[tag["path"]], space, tag["name"])
