#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that the commands and code on a page, such as the README, work.

Every `./dev` and `glint` command in a ```sh block must exist, with its options. In addition, an
HTML comment in the line before a block, which readers do not see, says what to do with the block:

    <!-- test: file NAME -->       save the block as the file NAME of an empty folder
    <!-- test: part of NAME -->    put the block, in braces, before the line of the file NAME that
                                   consists of the comment "// ..."
    <!-- test: run -->             run the block there, in bash; it must succeed
    <!-- test: run with OPTIONS -->    the same, with OPTIONS added to each `glint run` and `sweep`
    <!-- test: prints -->          the last run's output must contain these lines in this order,
                                   where "..." matches anything within a line

Blocks are processed in the order of the page. In their folder, `./dev run` and `glint` start the
built program without a display, and CMake's find_package(glint) finds the installed glint.

Usage: readme.py PAGE DEV GLINT PREFIX
"""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
from typing import NamedTuple

MARK = re.compile(r"<!-- test: (.*) -->")
KNOWN_MARK = re.compile(r"file \S+|part of \S+|run|run with .+|prints")
PLACE = re.compile(r"^ *// \.\.\.$", re.MULTILINE)


class Block(NamedTuple):
    line: int  # of the first line within the fences
    language: str
    mark: str
    text: str


def blocks(page: str, name: str) -> list[Block]:
    """The fenced blocks of a page, in order; error messages call the page `name`."""
    found, mark, start, language, inside = [], "", 0, "", None
    for number, line in enumerate(page.splitlines(keepends=True), start=1):
        if inside is not None:
            if line.startswith("```"):
                found.append(Block(start, language, mark, "".join(inside)))
                inside, mark = None, ""
            else:
                inside.append(line)
        elif line.startswith("```"):
            inside, start, language = [], number + 1, line[3:].strip()
        elif match := MARK.fullmatch(line.strip()):
            mark = match[1]
            if not KNOWN_MARK.fullmatch(mark):
                sys.exit(f"{name}:{number}: unknown mark '{mark}'")
        elif mark:
            sys.exit(f"{name}:{number}: expected a block right after the mark '{mark}'")
    return found


def commands(text: str) -> list[list[str]]:
    """The arguments of each line that calls ./dev or glint."""
    lines = (shlex.split(line, comments=True) for line in text.replace("\\\n", " ").splitlines())
    return [words for words in lines if words and words[0] in ("./dev", "glint")]


class Programs:
    """The programs used on a page, and the commands and options that they support."""

    def __init__(self, dev: str, glint: str):
        self.dev_words = set(re.findall(r"^  (\w+)", self._output(dev, "help"), re.MULTILINE))
        self.glint = glint

    def complaint(self, words: list[str]) -> str | None:
        if words[0] == "./dev":
            if len(words) > 1 and words[1] not in self.dev_words:
                return f"./dev has no command '{words[1]}'"
            if words[1:2] != ["run"]:
                return None
        return self._glint_complaint(words[1:])

    def _glint_complaint(self, words: list[str]) -> str | None:
        if not words:
            return None
        known = self._output(self.glint, words[0], "--help")
        if not known:
            return f"glint has no command '{words[0]}'"
        if len(words) > 1 and re.search(rf"^Subcommands:.*^  {re.escape(words[1])} ", known,
                                        re.MULTILINE | re.DOTALL):
            known += self._output(self.glint, words[0], words[1], "--help")
        for option in (word.split("=")[0] for word in words if word.startswith("--")):
            if not re.search(rf"{option}\b", known):
                return f"glint {words[0]} has no option {option}"
        if words[0] == "run" and len(words) > 1 and not words[1].endswith(".cu"):
            names = re.findall(r"^\s*(\S+)", self._output(self.glint, "list"), re.MULTILINE)
            if words[1] not in names:
                return f"simulation '{words[1]}' not found"
        return None

    @staticmethod
    def _output(*command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        return done.stdout if done.returncode == 0 else ""


class Sandbox:
    """A temporary folder in which a page's blocks are applied."""

    def __init__(self, folder: str, glint: str, prefix: str, page: str):
        self.page = page
        self.folder = pathlib.Path(folder)
        self.output = ""
        self.environment = {
            name: value for name, value in os.environ.items()
            if name not in ("DISPLAY", "WAYLAND_DISPLAY")
        } | {"CMAKE_PREFIX_PATH": prefix, "HOME": folder,
             "PATH": f"{folder}/bin:{os.environ['PATH']}"}
        (self.folder / "glint").symlink_to(prefix)  # as if installed in the user's folder
        (self.folder / "bin").mkdir()
        self._script("bin/glint", f'word=${{1:-}}; [ $# = 0 ] || shift\n'
                     f'case $word in run|sweep) set -- "$@" $GLINT_README_OPTIONS;; esac\n'
                     f'exec {shlex.quote(glint)} ${{word:+"$word"}} "$@"\n')
        # Setup and build are already done, and the tests must not start themselves.
        self._script("dev", '[ "$1" != run ] || exec glint "$@"\n')

    def _script(self, name: str, text: str) -> None:
        (self.folder / name).write_text(f"#!/bin/sh\n{text}", encoding="utf-8")
        (self.folder / name).chmod(0o755)

    def apply(self, block: Block) -> str | None:
        verb, _, rest = block.mark.partition(" ")
        if verb == "file":
            path = self.folder / rest
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif verb == "part":
            return self._insert(block, self.folder / rest.removeprefix("of "))
        elif verb == "run":
            return self._run(block.text, rest.removeprefix("with "))
        elif verb == "prints":
            return self._compare(block.text)
        return None

    def _insert(self, block: Block, path: pathlib.Path) -> str | None:
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if not (place := PLACE.search(text)):
            return f"{path.name} has no line '// ...' before which to insert the block"
        # Compiler errors refer to the line in the page.
        part = f'{{\n#line {block.line} "{self.page}"\n{block.text}}}\n'
        path.write_text(text[:place.start()] + part + text[place.start():], encoding="utf-8")
        return None

    def _run(self, text: str, options: str) -> str | None:
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", text], cwd=self.folder, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace",
            env=self.environment | {"GLINT_README_OPTIONS": options})
        self.output = done.stdout
        return f"the block failed ({done.returncode}):\n{done.stdout}" if done.returncode else None

    def _compare(self, text: str) -> str | None:
        rest = iter(self.output.splitlines())
        for line in text.splitlines():
            pattern = ".*".join(map(re.escape, line.split("...")))
            if not any(re.fullmatch(pattern, printed.rstrip()) for printed in rest):
                return f"the run did not print '{line}', but:\n{self.output}"
        return None


def check(page: pathlib.Path, dev: str, glint: str, prefix: str) -> list[str]:
    found, programs = [], Programs(dev, glint)
    all_blocks = blocks(page.read_text(encoding="utf-8"), page.name)
    if not any(block.mark.startswith("run") for block in all_blocks):
        found.append(f"{page.name}: no block is marked to run")
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(folder, glint, prefix, page.name)
        for block in all_blocks:
            typed = commands(block.text) if block.language == "sh" else []
            complaints = [programs.complaint(words) for words in typed] + [sandbox.apply(block)]
            found += [f"{page.name}:{block.line}: {text}" for text in complaints if text]
    return found


if __name__ == "__main__":
    if not pathlib.Path(sys.argv[1]).exists():
        sys.exit(f"file not found: {sys.argv[1]}")
    problems = check(pathlib.Path(sys.argv[1]), *sys.argv[2:])
    print("\n".join(problems) or f"the commands and code of {sys.argv[1]} work")
    sys.exit(bool(problems))
