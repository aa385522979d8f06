#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds that the links of the pages lead somewhere and that links lead to every page.

A link has to lead to a file of the tree, and its anchor to a heading of that page. From the home page
(docs/index.md or README.md), links lead to each page in docs/.

Usage: page_links.py ROOT
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "docs" / "site"))
import pages  # noqa: E402


def violations(root: pathlib.Path) -> list[str]:
    site = pages.site(root)
    return pages.broken_links(site) + [f"{page}: no links lead here from {site.home}"
                                       for page in pages.unreachable(site)]


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or "every link of the pages leads somewhere, and some link to every page")
    sys.exit(bool(complaints))
