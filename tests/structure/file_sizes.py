#!/usr/bin/env python3
"""Holds that no source is longer than 500 lines: such a file has two subjects.

Usage: file_sizes.py ROOT
"""

import pathlib
import sys

from tree import DEVICE, HOST, Tree

MOST_LINES = 500


def violations(root: pathlib.Path) -> list[str]:
    found = []
    for file in Tree(root).files(*HOST, *DEVICE):
        lines = len((root / file).read_bytes().splitlines())
        if lines > MOST_LINES:
            found.append(f"{file}: {lines} lines, and {MOST_LINES} are the most")
    return found


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or f"no source is longer than {MOST_LINES} lines")
    sys.exit(bool(complaints))
