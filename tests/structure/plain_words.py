#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds stilted phrases in the pages and in the texts that programs print.

The pages are README.md, CONTRIBUTING.md, SECURITY.md and docs; the texts are the string literals of
engine, interop and apps. Each phrase comes with a suggested replacement.

Usage: plain_words.py ROOT
"""

import pathlib
import re
import sys

PHRASES = [
    (r"(?<!here )(?:is|are) no (?!longer\b|more\b|such\b|need\b|way\b|larger\b|smaller\b|less\b|fewer\b|faster\b|slower\b)",
     "'is not a'"),
    (r"\banew\b", "'again', or a verb such as 'rebuild'"),
    (r"\bonce more\b", "'again'"),
    (r"\b(?:gone on|goes on|went on|go on) with\b", "'resume' or 'continue'"),
    (r"\bruns? that (?:was|were) kept\b", "'recorded run'"),
    (r"\bso many (?:steps|frames|times|cells|elements|threads)\b", "'N'"),
    (r"\bwhat is no\b", "the noun, such as 'NaN'"),
    (r"\bbehind (?:each step|the last step|the first step|the end)\b", "'after'"),
]
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')


def complaints(text: str, name: str) -> list[str]:
    """Reports the phrases in `text`, which starts at line 1 of the file `name`."""
    return [f"{name}:{number}: '{match[0].strip()}': write {instead}"
            for number, line in enumerate(text.splitlines(), start=1)
            for phrase, instead in PHRASES for match in re.finditer(phrase, line, re.IGNORECASE)]


def printed(source: str) -> str:
    """The string literals of a C++ file, each on its line, without comments and includes."""
    lines = ("" if line.lstrip().startswith(("//", "#")) else line for line in source.splitlines())
    return "\n".join(" ".join(LITERAL.findall(line)) for line in lines)


def violations(root: pathlib.Path) -> list[str]:
    pages = [root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted((root / "docs").rglob("*.md"))
    found = []
    for page in pages:
        if page.exists():
            found += complaints(page.read_text(encoding="utf-8"), str(page.relative_to(root)))
    for folder in ("engine", "interop", "apps"):
        for path in sorted((root / folder).rglob("*.?pp")):
            found += complaints(printed(path.read_text(encoding="utf-8")), str(path.relative_to(root)))
    return found


if __name__ == "__main__":
    problems = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(problems) or "the pages and texts contain none of the listed phrases")
    sys.exit(bool(problems))
