#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that mutate.py finds the expected faults in a source, and runs its tests honestly."""

import pathlib
import tempfile
import unittest

import faults
import mutate


def within(body: str) -> str:
    return f"namespace a {{\nint f(int x, const std::vector<int>& y) {{\n    {body}\n}}\n}}\n"


def changed(body: str, *kinds: str) -> list[str]:
    """A function's body after each fault of these kinds."""
    source = within(body)
    start = source.index(body)
    texts = [fault.applied(source) for fault in faults.faults(source) if fault.kind in kinds]
    return [text[start:len(text) - (len(source) - start - len(body))] for text in texts]


class Comparisons(unittest.TestCase):
    def test_change_at_their_limit(self):
        self.assertEqual(["return x <= 3;"], changed("return x < 3;", "comparison"))
        self.assertEqual(["return x != y;"], changed("return x == y;", "comparison"))
        self.assertEqual(["return x || y;"], changed("return x && y;", "logic"))

    def test_leave_templates_references_and_shifts_alone(self):
        for body in ("std::vector<std::pair<int, int>> z;", "auto&& z = y;", "z->a();",
                     "std::cout<<x;"):
            self.assertEqual([], changed(body, "comparison", "logic"), body)

    def test_leave_comments_texts_and_directives_alone(self):
        for body in ("// x == y", "/* 1 < 2 */", 'return "x == 3";', 'return R"(x == 3)";',
                     "return 'a';", "\n#if X == 3\n"):
            self.assertEqual([], changed(body, *faults.KINDS), body)

    def test_leave_assertions_and_declared_operators_alone(self):
        self.assertEqual([], changed("static_assert(sizeof(x) == 4);", *faults.KINDS))
        source = "struct A { bool operator<(A b) const; bool operator == (A b) const; };"
        self.assertEqual([], list(faults.faults(source)))


class Constants(unittest.TestCase):
    def test_are_off_by_one_in_their_own_writing(self):
        self.assertEqual(["return 8u;", "return 6u;"], changed("return 7u;", "constant"))
        self.assertEqual(["return 0x10;", "return 0xe;"], changed("return 0x0F;", "constant"))
        self.assertEqual(["return 1;"], changed("return 0;", "constant"))
        self.assertEqual(["return false;"], changed("return true;", "constant"))
        self.assertEqual([], changed("return 1.5f;", "constant"))

    def test_are_found_beside_functions(self):
        found = [f.applied("constexpr int kMost = 4;") for f in
                 faults.faults("constexpr int kMost = 4;")]
        self.assertEqual(["constexpr int kMost = 5;", "constexpr int kMost = 3;"], found)


class Conditions(unittest.TestCase):
    def test_are_negated(self):
        self.assertEqual(["if (!(x > 3)) return 1;"], changed("if (x > 3) return 1;", "condition"))
        self.assertEqual(["while (!(f(x, y))) {}"], changed("while (f(x, y)) {}", "condition"))

    def test_are_left_where_they_declare_or_never_end(self):
        for body in ("if (auto z = x) {}", "if (int z = x; z) {}", "if constexpr (x) {}",
                     "while (true) {}"):
            self.assertEqual([], changed(body, "condition"), body)


class Calls(unittest.TestCase):
    def test_are_removed_as_statements(self):
        self.assertEqual(["x = 1; {} g();", "x = 1; queue->push(x); {}"],
                         changed("x = 1; queue->push(x); g();", "call"))
        self.assertEqual(["if (x) {}"], changed("if (x) std::sort(y.begin(), y.end());", "call"))

    def test_are_left_where_their_value_counts_or_they_declare(self):
        for body in ("return g(x);", "z = g(x);", "std::lock_guard lock(mutex);", "throw g(x);",
                     "if (x) return;", "const auto z = g(x);"):
            self.assertEqual([], changed(body, "call"), body)
        source = "class A {\npublic:\n    explicit A(int x);\n    void f(int x);\n    A(A&&);\n};\n"
        self.assertEqual([], list(faults.faults(source)))


class Arguments(unittest.TestCase):
    def test_of_one_look_change_places(self):
        self.assertEqual(["copy(to, from, 3);"], changed("copy(from, to, 3);", "arguments"))
        self.assertEqual(["f(b.size(), a.size());"], changed("f(a.size(), b.size());", "arguments"))

    def test_of_other_looks_stay(self):
        for body in ("f(a, 3);", 'f("a", "b");', "f(a, a);", "if (a, b) {}", "void g(int a, int b);"):
            self.assertEqual([], changed(body, "arguments"), body)


class Lines(unittest.TestCase):
    def test_and_changes_are_told(self):
        source = within("g();\n    return x < 3;")
        told = [(f.line, f.change(source)) for f in faults.faults(source)
                if f.kind in ("call", "comparison")]
        self.assertEqual([(3, "g(); removed"), (4, "< -> <=")], told)


class Programs(unittest.TestCase):
    known = {"array", "array_index", "array_parts", "algorithms", "base", "compiler", "cpu",
             "cpu_runtime", "driver", "fake_cuda", "gl", "kernels", "language", "sort"}

    def test_follow_from_the_folder(self):
        for file, first in [("engine/array/layout.cpp", {"array", "array_index", "array_parts"}),
                            ("engine/base/text.cpp", {"base"}),
                            ("engine/gl/buffer.cpp", {"gl"})]:
            self.assertEqual(first, set(mutate.programs_for(file, self.known)[0]), file)

    def test_all_exist_for_every_folder_with_code(self):
        for file in ("engine/cpu/lowering/calls.cpp", "kernels/glint/xorwow.cuh",
                     "interop/copy/copied.cpp", "engine/cuda/stream.cpp"):
            for stage in mutate.programs_for(file, self.known):
                self.assertLessEqual(set(stage), self.known, file)


class Trees(unittest.TestCase):
    def test_a_fault_is_undone_whatever_happens(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.cpp")
            path.write_text("int a = 1;\n")
            fault = next(faults.faults(path.read_text()))
            with self.assertRaises(KeyboardInterrupt):
                with mutate.planted(path, fault):
                    self.assertEqual("int a = 2;\n", path.read_text())
                    raise KeyboardInterrupt
            self.assertEqual("int a = 1;\n", path.read_text())

    def test_a_copy_follows_its_tree(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            tree, copy = pathlib.Path(one), pathlib.Path(two)
            (tree / "engine").mkdir()
            (tree / "engine/a.cpp").write_text("a")
            (copy / "engine").mkdir()
            (copy / "engine/old.cpp").write_text("old")
            (copy / "build").mkdir()
            (copy / "build/kept.o").write_text("object")
            mutate.update(copy, tree, ["engine/a.cpp"])
            self.assertEqual("a", (copy / "engine/a.cpp").read_text())
            self.assertFalse((copy / "engine/old.cpp").exists())
            self.assertTrue((copy / "build/kept.o").exists())
            (copy / "engine/a.cpp").write_text("fault")  # left by a killed run
            mutate.update(copy, tree, ["engine/a.cpp"])
            self.assertEqual("a", (copy / "engine/a.cpp").read_text())


if __name__ == "__main__":
    unittest.main()
