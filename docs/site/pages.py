#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of the documentation: how they link, and the copies that the site is built from.

The home page is docs/index.md, or README.md without one. The pages are those in docs/ and every
other Markdown file of the tree that a page links to. Each folder becomes a section of the site's
navigation, in the order in which the home page links to the pages.

Usage: pages.py ROOT OUT    writes the pages and what they show into the folder OUT

GLINT_SOURCE_URL, if set, is where the source files can be read: a link to apps/a.cu becomes
$GLINT_SOURCE_URL/apps/a.cu. Without it, such a link opens a copy of the file. A link to a folder
then becomes plain text.
"""

import os
import pathlib
import re
import shutil
import sys
from typing import Callable, Iterator, NamedTuple
from urllib.parse import unquote

Path = pathlib.PurePosixPath

_SPAN = r"(?P<code>`+)(?!`).*?(?<!`)(?P=code)(?!`)"
_LINK = r"(?P<image>!?)\[(?P<text>(?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*)\]\((?P<target>[^()\s]+)\)"
_LINK_OR_CODE = re.compile(f"{_SPAN}|{_LINK}", re.DOTALL)
_MARK = re.compile(r"^[ \t]*<!--.*?-->[ \t]*\n", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^([ \t]*)(```+|~~~+).*?^[ \t]*\2[ \t]*$\n?", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,6}) +(.+?) *#*$", re.MULTILINE)


class Link(NamedTuple):
    line: int
    target: str  # as the page has it


class Site(NamedTuple):
    root: pathlib.Path
    home: Path
    names: dict[Path, Path]  # of each page: its file in the tree, and in the site

    def text(self, page: Path) -> str:
        return (self.root / page).read_text(encoding="utf-8")


def prose(text: str) -> Iterator[tuple[int, str, bool]]:
    """The text in chunks, each with its offset, and whether it is prose, not a fenced block."""
    start = 0
    for block in _FENCED.finditer(text):
        yield start, text[start:block.start()], True
        yield block.start(), block[0], False
        start = block.end()
    yield start, text[start:], True


def links(text: str) -> list[Link]:
    """The links and images of a page that lead to other files or to headings."""
    return [Link(text.count("\n", 0, start + match.start("target")) + 1, target)
            for start, chunk, is_prose in prose(text) if is_prose
            for match, target in _links_of(chunk)]


def _links_of(chunk: str) -> Iterator[tuple[re.Match, str]]:
    for match in _LINK_OR_CODE.finditer(chunk):
        if match["code"]:
            continue
        for inner in _LINK_OR_CODE.finditer(match["text"]):  # an image that is a link
            if inner["target"] and not _is_elsewhere(inner["target"]):
                yield inner, inner["target"]
        if not _is_elsewhere(match["target"]):
            yield match, match["target"]


def _is_elsewhere(target: str) -> bool:
    return bool(re.match(r"[a-z]+:|<", target))


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings: lower case, hyphens for spaces, no punctuation."""
    found: set[str] = set()
    for _, chunk, is_prose in prose(text):
        for heading in _HEADING.finditer(chunk) if is_prose else ():
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[2]).replace("`", "")
            name = slug = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
            number = 0
            while slug in found:
                number += 1
                slug = f"{name}-{number}"
            found.add(slug)
    return found


def resolved(page: Path, target: str) -> tuple[Path, str]:
    """The file in the tree that a link of `page` leads to, and the anchor in it."""
    file, _, anchor = unquote(target).partition("#")
    return (Path(os.path.normpath(page.parent / file)) if file else page), anchor


def site(root: pathlib.Path) -> Site:
    home = Path("docs/index.md" if (root / "docs/index.md").exists() else "README.md")
    inside = sorted(Path(file.relative_to(root)) for file in (root / "docs").rglob("*.md"))
    names, waiting = {}, [home, *inside]
    while waiting:
        page = waiting.pop(0)
        if page in names:
            continue
        names[page] = _site_name(page, home)
        for link in links((root / page).read_text(encoding="utf-8")):
            file, _ = resolved(page, link.target)
            if file.suffix == ".md" and file.parts[0] != ".." and (root / file).is_file():
                waiting.append(file)
    return Site(root, home, names)


def _site_name(page: Path, home: Path) -> Path:
    if page == home:
        return Path("index.md")
    if page.parts[0] == "docs":
        return page.relative_to("docs")
    return Path("project", *(part.lower() for part in page.parts))


def sections(pages: Site) -> dict[Path, list[Path]]:
    """The folders of the site, and the pages in each, in the order of the home page's links."""
    linked = [resolved(pages.home, link.target)[0] for link in links(pages.text(pages.home))]
    rank = {page: number for number, page in reversed(list(enumerate(linked)))}
    # A folder may be linked instead of its pages.
    order = sorted(pages.names, key=lambda page: (
        rank.get(page, rank.get(page.parent, len(rank))), page))
    found: dict[Path, list[Path]] = {}
    for page in order:
        if page != pages.home:
            found.setdefault(pages.names[page].parent, []).append(page)
    for folder in [folder for folder in found if folder.parts[:1] == ("project",)]:
        found.setdefault(Path("project"), []).extend(
            found.pop(folder) if folder != Path("project") else [])
    return dict(sorted(found.items(), key=lambda item: item[0] == Path("project")))


def unreachable(pages: Site) -> list[Path]:
    """The pages to which no path of links leads from the home page."""
    seen, waiting = set(), [pages.home]
    while waiting:
        page = waiting.pop()
        if page not in seen and page in pages.names:
            seen.add(page)
            waiting += [resolved(page, link.target)[0] for link in links(pages.text(page))]
    return sorted(set(pages.names) - seen)


def broken_links(pages: Site) -> list[str]:
    """Complaints about links to files that do not exist or to headings that a page does not have."""
    known = {page: anchors(pages.text(page)) for page in pages.names}
    return [f"{page}:{link.line}: {complaint}" for page in sorted(pages.names)
            for link in links(pages.text(page))
            if (complaint := _complaint(pages, known, page, link.target))]


def _complaint(pages: Site, known: dict[Path, set[str]], page: Path, target: str) -> str | None:
    file, anchor = resolved(page, target)
    if file.parts[:1] == ("..",) or not (pages.root / file).exists():
        return f"the link {target} leads to no file"
    if anchor and file in known and anchor not in known[file]:
        return f"the link {target} leads to no heading"
    return None


# --- Copies for the site -----------------------------------------------------------------------


def write(pages: Site, out: pathlib.Path, source_url: str) -> None:
    for page, name in pages.names.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        text = site_text(pages, page, source_url, lambda file: _copy(pages.root, file, out))
        (out / name).write_text(text, encoding="utf-8")
    with (out / "index.md").open("a", encoding="utf-8") as index:
        index.write(navigation(pages))
    (out / "cpp_api.md").write_text(_CPP_API, encoding="utf-8")


def site_text(pages: Site, page: Path, source_url: str, copy: Callable[[Path], None]) -> str:
    """The text of a page with links as the site has them. Calls `copy` for files that are shown."""

    def replaced(match: re.Match) -> str:
        if match["code"]:
            return match[0]
        text = _LINK_OR_CODE.sub(replaced, match["text"])
        image, target = match["image"], match["target"]
        if _is_elsewhere(target):
            return f"{image}[{text}]({target})"
        file, anchor = resolved(page, target)
        fragment = f"#{anchor}" if anchor else ""
        if file == page:
            return f"[{text}]({fragment})"
        if file in pages.names:
            return f"[{text}]({_relative(pages.names[file], pages.names[page])}{fragment})"
        if source_url and not image:
            return f"[{text}]({source_url.rstrip('/')}/{file}{fragment})"
        if (pages.root / file).is_dir():
            return text
        copy(file)
        return f"{image}[{text}]({_relative(_copied(file), pages.names[page])})"

    return "".join(_LINK_OR_CODE.sub(replaced, _MARK.sub("", chunk)) if is_prose else chunk
                   for _, chunk, is_prose in prose(pages.text(page)))


def _relative(file: Path, page: Path) -> str:
    return Path(os.path.relpath(file, page.parent)).as_posix()


def _copied(file: Path) -> Path:
    return file.relative_to("docs") if file.parts[0] == "docs" else Path("source", file)


def _copy(root: pathlib.Path, file: Path, out: pathlib.Path) -> None:
    to = out / _copied(file)
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(root / file, to)


def navigation(pages: Site) -> str:
    """The hidden lists of pages, one for each folder, that make the navigation of the site."""
    lists = {folder: [pages.names[page].as_posix() for page in within]
             for folder, within in sections(pages).items()}
    reference = next((folder for folder in lists if folder.name == "reference"), Path("api"))
    project = lists.pop(Path("project"), [])
    lists.setdefault(reference, []).append("cpp_api.md")
    lists[Path("project")] = project
    return "".join(_list(_caption(folder), names) for folder, names in lists.items() if names)


def _list(caption: str, names: list[str]) -> str:
    head = f"{{toctree}}\n:hidden:\n:maxdepth: 1\n:caption: {caption}\n"
    return f"\n```{head}\n" + "\n".join(names) + "\n```\n"


def _caption(folder: Path) -> str:
    known = {"": "Guide", "howto": "How-to guides", "api": "API"}
    return known.get(folder.name) or folder.name.replace("_", " ").capitalize()


_CPP_API = """\
# C++ API

Reference of the public headers: the libraries, and the headers that kernels include. It has a search of its own.

- <a href="api/index.html">Overview</a>
- <a href="api/files.html">Headers</a>
- <a href="api/annotated.html">Classes</a>
- <a href="api/namespacemembers_func.html">Functions</a>
"""


if __name__ == "__main__":
    the_site = site(pathlib.Path(sys.argv[1]))
    if complaints := broken_links(the_site):
        sys.exit("\n".join(complaints))
    write(the_site, pathlib.Path(sys.argv[2]), os.environ.get("GLINT_SOURCE_URL", ""))
