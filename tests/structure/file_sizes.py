#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that no source has more than 500 lines: such a file has two subjects. Every source must
have a license line, which does not count.

Usage: file_sizes.py ROOT
"""

import pathlib
import re
import sys

from tree import DEVICE, HOST, Tree

MAX_LINES = 500
LICENSE = b"SPDX-License-Identifier: MIT"
# Texts that tests read or break, and templates whose copies belong to users.
WITHOUT_LICENSE = re.compile(r"tests/.*\.cuh?$|apps/starters/|.*/data/")


def violations(root: pathlib.Path) -> list[str]:
    found = []
    for file in Tree(root).files(*HOST, *DEVICE):
        text = (root / file).read_bytes().splitlines()
        has_license = LICENSE in b"".join(text[:2])
        if not has_license and not WITHOUT_LICENSE.match(str(file)):
            found.append(f"{file}: the first line must be '// {LICENSE.decode()}'")
        lines = len(text) - has_license
        if lines > MAX_LINES:
            found.append(f"{file}: {lines} lines, but the maximum is {MAX_LINES}")
    return found


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or f"no source has more than {MAX_LINES} lines, and each names its license")
    sys.exit(bool(complaints))
