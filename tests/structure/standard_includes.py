#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks that each header of glint includes the standard headers of the names that it uses.

It may include them directly or through other headers of glint. Compiling each header by itself
cannot show this: that test precompiles the standard headers, and they include each other.

Usage: standard_includes.py ROOT
"""

import functools
import pathlib
import re
import sys

from tree import Tree

ANY_CONTAINER = ("vector", "string", "array", "span", "map", "set", "deque", "list", "string_view")

# Header of each name; if several headers declare it, any of them suffices.
HEADERS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("vector", "optional", "nullopt", "variant", "monostate", "span", "map", "set",
                     "atomic", "array", "filesystem", "chrono", "string_view"), ()),
    "nullopt": ("optional",),
    "monostate": ("variant",),
    "visit": ("variant",),
    "get_if": ("variant",),
    "holds_alternative": ("variant",),
    "as_bytes": ("span",),
    "as_writable_bytes": ("span",),
    "string": ("string", "filesystem"),
    "to_string": ("string",),
    **dict.fromkeys(("function", "invoke", "hash", "plus"), ("functional",)),
    "less": ("functional", "map", "set"),
    **dict.fromkeys(("shared_ptr", "weak_ptr", "unique_ptr", "make_shared", "make_unique",
                     "enable_shared_from_this", "static_pointer_cast"), ("memory",)),
    **dict.fromkeys(("mutex", "lock_guard", "unique_lock", "scoped_lock", "once_flag", "call_once"),
                    ("mutex", "shared_mutex")),
    **dict.fromkeys(("move", "forward", "exchange", "pair", "swap", "as_const", "declval",
                     "in_range", "index_sequence", "make_index_sequence", "index_sequence_for",
                     "in_place"),
                    ("utility", "map", "memory", "algorithm", "functional", "tuple", "optional",
                     "variant", "vector", "string", "filesystem")),
    **dict.fromkeys(("memcpy", "memset", "memcmp", "strlen", "memmove"), ("cstring",)),
    **dict.fromkeys(("min", "max", "clamp", "sort", "fill", "copy", "copy_n", "equal", "find_if",
                     "stable_partition", "any_of", "all_of", "none_of"), ("algorithm",)),
    **dict.fromkeys(("accumulate", "iota"), ("numeric",)),
    **dict.fromkeys(("sqrt", "floor", "ceil", "isfinite", "isnan", "abs", "fmax", "lround", "pow"),
                    ("cmath", "cstdlib")),
    **dict.fromkeys(("uint8_t", "uint16_t", "uint32_t", "uint64_t", "int8_t", "int16_t", "int32_t",
                     "int64_t", "uintptr_t", "uintmax_t"), ("cstdint",)),
    **dict.fromkeys(("size_t", "ptrdiff_t"), ("cstddef", "cstring", "cstdlib", "cstdio")
                    + ANY_CONTAINER),
    **dict.fromkeys(("byte", "max_align_t"), ("cstddef", "span")),
    "numeric_limits": ("limits",),
    "initializer_list": ("initializer_list", "optional", "variant", "utility", "memory",
                         "functional") + ANY_CONTAINER,
    "tuple": ("tuple",),
    **dict.fromkeys(("is_same_v", "remove_const_t", "is_integral_v", "conditional_t",
                     "remove_cvref_t", "is_trivially_copyable_v", "is_const_v", "type_identity_t",
                     "is_signed_v", "is_convertible_v", "remove_pointer_t", "is_void_v",
                     "is_pointer_v", "remove_reference_t", "is_floating_point_v",
                     "is_arithmetic_v", "enable_if_t", "decay_t", "is_enum_v", "is_class_v",
                     "is_invocable_v", "invoke_result_t", "common_type_t", "underlying_type_t"),
                    ("type_traits", "concepts", "functional", "memory", "utility", "tuple",
                     "variant", "optional")),
    **dict.fromkeys(("integral", "same_as", "invocable", "convertible_to", "floating_point",
                     "derived_from", "copy_constructible", "unsigned_integral"), ("concepts",)),
}

NAME = re.compile(r"\bstd::(\w+)")
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)


def headers_of(name: str) -> tuple[str, ...]:
    return HEADERS[name] or (name,)


class Closures:
    """The standard headers that a header includes, directly or through headers of glint."""

    def __init__(self, tree: Tree):
        self.tree = tree

    @functools.cache
    def direct(self, file: pathlib.Path) -> tuple[frozenset[str], tuple[pathlib.Path, ...]]:
        includes = list(self.tree.includes(file))
        return (frozenset(each.spelling[1:-1] for each in includes if not each.target),
                tuple(each.target for each in includes if each.target))

    def standard(self, file: pathlib.Path) -> set[str]:
        found, seen, waiting = set(), set(), [file]
        while waiting:
            each = waiting.pop()
            if each in seen:
                continue
            seen.add(each)
            standard, ours = self.direct(each)
            found |= standard
            waiting += ours
        return found


def violations(root: pathlib.Path) -> list[str]:
    tree = Tree(root)
    closures = Closures(tree)
    found = []
    for file in tree.files(".hpp"):
        if file.parts[0] not in ("engine", "interop"):
            continue
        text = NO_CODE.sub(" ", (root / file).read_text(encoding="utf-8"))
        included = closures.standard(file)
        for name in sorted(set(NAME.findall(text))):
            if name in HEADERS and not included.intersection(headers_of(name)):
                found.append(f"{file}: std::{name} needs <{headers_of(name)[0]}>")
        if "fmt::" in text and not any(each.startswith("fmt/") for each in included):
            found.append(f"{file}: fmt:: needs <fmt/format.h>")
    return found


if __name__ == "__main__":
    complaints = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(complaints) or "every header includes the standard headers that it uses")
    sys.exit(bool(complaints))
