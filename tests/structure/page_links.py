#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the links of the pages are valid and that every page is linked.

A link must lead to a file of the tree, and its anchor to a heading of that page. Each page in docs/
must be reachable by links from the home page (docs/index.md or README.md).

Usage: page_links.py ROOT
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "site"))
import pages  # noqa: E402


def violations(root: pathlib.Path) -> list[str]:
    site = pages.site(root)
    return pages.broken_links(site) + [f"{page}: not reachable by links from {site.home}"
                                       for page in pages.unreachable(site)]


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or "all links are valid, and every page is reachable")
    sys.exit(bool(complaints))
