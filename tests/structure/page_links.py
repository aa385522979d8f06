#!/usr/bin/env python3
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
    anchors = {page: pages.anchors(site.text(page)) for page in site.names}
    found = [f"{page}:{link.line}: {complaint}" for page in sorted(site.names)
             for link in pages.links(site.text(page))
             if (complaint := _complaint(site, anchors, page, link.target))]
    return found + [f"{page}: no links lead here from {site.home}"
                    for page in pages.unreachable(site)]


def _complaint(site: pages.Site, anchors: dict, page: pages.Path, target: str) -> str | None:
    file, anchor = pages.resolved(page, target)
    if file.parts[0] == ".." or not (site.root / file).exists():
        return f"the link {target} leads to no file"
    if anchor and file in anchors and anchor not in anchors[file]:
        return f"the link {target} leads to no heading"
    return None


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or "every link of the pages leads somewhere, and some link to every page")
    sys.exit(bool(complaints))
