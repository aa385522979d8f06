#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the errors that the compiler reports for mistakes in a file.

The file has a part for each case, between `#if CASE == 0`, `#elif CASE == 1`, ... and `#endif`, in
one function. Cases with the words "compiles" must compile. Every other case must not, and the
error must contain its words, a regular expression. Clang compiles all mistakes at once, each in its
own block; a case without a matching error in its own lines is then compiled by itself. Other compilers
compile each case by itself, because their errors do not show as clearly to which line they belong.

Usage: refused.py FILE WORDS... -- COMPILER ARGUMENT...
"""

import pathlib
import re
import subprocess
import sys
import tempfile

COMPILES = "compiles"  # instead of words
PART = re.compile(r"#(?:if|elif) CASE == (\d+)")


def compiled(command: list[str]) -> tuple[bool, str]:
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode == 0, done.stdout


def parts(lines: list[str]) -> dict[int, range]:
    """The indices of the lines of each case."""
    found, case, begin = {}, None, 0
    for index, line in enumerate(lines):
        match = PART.match(line)
        if case is not None and (match or line.startswith("#endif")):
            found[case] = range(begin, index)
            case = None
        if match:
            case, begin = int(match[1]), index + 1
    return found


def joined(path: pathlib.Path, lines: list[str], cases: dict[int, range], wanted: list[int]) -> str:
    """The file with the wanted cases in one function, each in a block."""
    first = min(lines_of.start for lines_of in cases.values()) - 1
    last = max(lines_of.stop for lines_of in cases.values()) + 1
    text = lines[:first]
    for case in wanted:
        part = cases[case]
        text += ["{", f'#line {part.start + 1} "{path}"', *(lines[i] for i in part), "}"]
    return "\n".join(text + lines[last:]) + "\n"


def errors_at(path: pathlib.Path, output: str, part: range) -> str:
    """Clang's errors whose own line or notes are in `part` of the file."""
    blocks = re.split(r"(?m)^(?=\S+:\d+:\d+: (?:fatal )?error: )", output)
    places = [f"{path}:{index + 1}:" for index in part]
    return "".join(block for block in blocks[1:] if any(place in block for place in places))


def problems(path: pathlib.Path, words: list[str], command: list[str]) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    cases = parts(lines)
    if unknown := sorted(set(cases) - set(range(len(words)))):
        return [f"{path}: there are no words for case {unknown[0]}"]
    wanted = [case for case, expected in enumerate(words) if expected != COMPILES]
    if missing := sorted(set(wanted) - set(cases)):
        return [f"{path}: case {missing[0]} not found"]
    seen: dict[int, str] = {}
    if wanted and "clang" in compiled([command[0], "--version"])[1]:
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / path.name
            source.write_text(joined(path, lines, cases, wanted), encoding="utf-8")
            output = compiled([*command, "-ferror-limit=0", str(source)])[1]
        seen = {case: errors_at(path, output, cases[case]) for case in wanted}
    found = []
    for case, expected in enumerate(words):
        if case in seen and re.search(expected, seen[case], re.DOTALL):
            continue
        success, output = compiled([*command, f"-DCASE={case}", str(path)])
        if expected == COMPILES:
            if not success:
                found.append(f"{path}: case {case} does not compile:\n{output}")
        elif success:
            found.append(f"{path}: case {case} compiles")
        elif not re.search(expected, output, re.DOTALL):
            found.append(f"{path}: case {case} does not print '{expected}', but:\n{output}")
    return found


if __name__ == "__main__":
    split = sys.argv.index("--")
    complaints = problems(pathlib.Path(sys.argv[1]), sys.argv[2:split], sys.argv[split + 1:])
    print("\n".join(complaints) or f"{split - 2} cases have the expected errors")
    sys.exit(bool(complaints))
