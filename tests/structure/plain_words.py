#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finds phrases for which docs/glossary.md has a plain word, in pages, in comments, and in texts that programs print.

The pages are README.md, CONTRIBUTING.md, SECURITY.md and docs; texts are the string literals of engine, interop and
apps; comments are those of engine, interop, apps, kernels and bench. A comment also starts with the thing that it
describes, not with "What", "Whether" or "The same".

Usage: plain_words.py ROOT
"""

import pathlib
import re
import sys
from typing import Iterator

# The plain word for each phrase.
PHRASES = {
    "behind each step": "after", "behind the last step": "after",
    "beside the": "next to",
    "anew": "again", "once more": "again",
    "gone on with": "resume", "goes on with": "resume", "went on with": "resume",
    "made again from": "replay",
    "with the same bits": "bit-identical",
    "run that was kept": "run record", "runs that were kept": "run record", "kept run": "run record",
    "what is no number": "NaN or infinity", "no number at all": "NaN or infinity",
    "so many steps": "that many", "so many frames": "that many", "so many cells": "that many",
    "whence": "backward-traced positions", "whither": "forward-traced positions",
}
BANNED = [(rf"\b{re.escape(phrase)}\b", word) for phrase, word in PHRASES.items()] + [
    (r"(?<!here )\b(?:is|are) no (?!longer\b|more\b|such\b|need\b|way\b|larger\b|smaller\b|less\b|fewer\b|faster\b|slower\b)",
     "is not a"),
]
FIRST_WORDS = re.compile(r"\s*//[/!]*<?\s*(?:What|Whether|Whence|Whither|Whose|Of which|The same)\b")
LITERAL = re.compile(r'"(?:[^"\\\n]|\\.)*"')
COMMENT = re.compile(r"(?<!:)//(?!@).*")
SOURCES = (".cpp", ".hpp", ".cu", ".cuh")


def complaints(text: str, name: str) -> Iterator[str]:
    """The phrases in `text`, which starts in line 1 of the file `name`; most texts have none."""
    if not re.search("|".join(phrase for phrase, _ in BANNED), text, re.IGNORECASE):
        return
    for number, line in enumerate(text.splitlines(), start=1):
        for phrase, instead in BANNED:
            for match in re.finditer(phrase, line, re.IGNORECASE):
                yield f"{name}:{number}: '{match[0].strip()}': write '{instead}'"


def printed(source: str) -> str:
    """The string literals of a C++ file, each in its line; no comments and no includes."""
    lines = ("" if line.lstrip().startswith(("//", "#")) else line for line in source.splitlines())
    return "\n".join(" ".join(LITERAL.findall(line)) for line in lines)


def comments(source: str) -> str:
    """The comments of a C++ file, each in its line; no string literals and no annotations."""
    lines = (COMMENT.search(LITERAL.sub('""', line)) for line in source.splitlines())
    return "\n".join(match[0] if match else "" for match in lines)


def first_words(source: str, name: str) -> Iterator[str]:
    """Comments that start with "What" and the like; a line that continues a comment does not count."""
    continues = False
    for number, line in enumerate(source.splitlines(), start=1):
        if not continues and FIRST_WORDS.match(line):
            yield f"{name}:{number}: start the comment with the thing that it describes"
        continues = line.lstrip().startswith("//")


def violations(root: pathlib.Path) -> list[str]:
    pages = [root / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted((root / "docs").rglob("*.md"))
    found: list[str] = []
    for page in pages:
        if page.exists():
            found += complaints(page.read_text(encoding="utf-8"), str(page.relative_to(root)))
    for folder in ("engine", "interop", "apps", "kernels", "bench"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in SOURCES or not path.is_file():
                continue
            name, source = str(path.relative_to(root)), path.read_text(encoding="utf-8")
            if folder not in ("kernels", "bench") and path.suffix in (".cpp", ".hpp"):
                found += complaints(printed(source), name)
            found += complaints(comments(source), name)
            found += first_words(source, name)
    return found


if __name__ == "__main__":
    problems = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(problems) or "the pages, comments and texts have none of the phrases to avoid")
    sys.exit(bool(problems))
