#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the relative links and images of all Markdown pages in the tree.

A link must point to a file or folder of the tree, and its `#anchor`, if it has one, to a heading of
the page. Anchors are spelled as GitHub spells them. Links to other sites are not followed.

Usage: links.py ROOT
"""

import pathlib
import re
import sys
from typing import Iterator
from urllib.parse import unquote

SKIPPED_FOLDERS = {".git", "build", "out", "runs", "sweeps"}
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*")
SCHEME = re.compile(r"[a-zA-Z][\w+.-]*:|//")


def pages(root: pathlib.Path) -> list[pathlib.Path]:
    """All Markdown pages, relative to the root, sorted."""
    found = (path.relative_to(root) for path in root.rglob("*.md"))
    return sorted(path for path in found if not SKIPPED_FOLDERS & set(path.parts[:-1]))


def prose(text: str) -> Iterator[tuple[int, str]]:
    """Numbered lines that are not in a fenced block."""
    fence = ""
    for number, line in enumerate(text.splitlines(), start=1):
        mark = re.match(r"\s*(```+|~~~+)", line)
        if fence:
            if mark and mark[1].startswith(fence):
                fence = ""
        elif mark:
            fence = mark[1]
        else:
            yield number, line


def slug(heading: str) -> str:
    """Anchor of a heading: lower case, without markup and punctuation, a hyphen for each space."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"[`*]", "", text).lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Anchors of a page. Repeated headings get -1, -2 ..."""
    found: set[str] = set()
    counts: dict[str, int] = {}
    for _, line in prose(text):
        if match := HEADING.fullmatch(line):
            name = slug(match[1])
            repeated = counts.get(name, 0)
            counts[name] = repeated + 1
            found.add(f"{name}-{repeated}" if repeated else name)
        found.update(re.findall(r"<a\s+(?:id|name)=\"([^\"]+)\"", line))
    return found


def complaint(root: pathlib.Path, page: pathlib.Path, link: str) -> str | None:
    """The reason why a link of the page does not work, if it does not."""
    path, _, anchor = unquote(link).partition("#")
    target = (root / page.parent / path).resolve() if path else root.resolve() / page
    if not target.is_relative_to(root.resolve()):
        return f"'{link}' leaves the tree"
    if not target.exists():
        return f"'{link}': file not found"
    if anchor and target.suffix == ".md":
        if anchor not in anchors(target.read_text(encoding="utf-8")):
            return f"'{link}': heading not found"
    return None


def violations(root: pathlib.Path) -> list[str]:
    found = []
    for page in pages(root):
        for number, line in prose((root / page).read_text(encoding="utf-8")):
            for link in LINK.findall(re.sub(r"`[^`]*`", "", line)):
                if SCHEME.match(link):
                    continue
                if reason := complaint(root, page, link):
                    found.append(f"{page}:{number}: {reason}")
    return found


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or "all links between pages work")
    sys.exit(bool(complaints))
