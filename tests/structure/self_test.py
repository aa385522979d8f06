#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plants mistakes in small trees and checks that the structure checks find them."""

import pathlib
import shutil
import tempfile
import unittest

import declarations
import file_sizes
import header_chains
import include_directions
import page_links
import plain_words
import public_names
import readme
import refused
import standard_includes
import unity_names
from tree import Tree


def planted(files: dict[str, str]) -> tempfile.TemporaryDirectory:
    """A tree of these files, deleted together with the object."""
    folder = tempfile.TemporaryDirectory()
    for name, text in files.items():
        path = pathlib.Path(folder.name, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


class IncludeDirections(unittest.TestCase):
    def complaints(self, file: str, include: str, **others: str) -> list[str]:
        files = {
            "engine/base/error.hpp": "",
            "engine/backend/detail/backend.hpp": "#include <glint/base/error.hpp>\n",
            "engine/array/array.hpp": "",
            "engine/driver.hpp": "",
            "engine/driver/device.hpp": "",
            "engine/cuda/api.hpp": "#include <cuda.h>\n",
            "engine/gl/buffer.hpp": "",
            "engine/studio/session.hpp": "",
            "engine/studio/state/state.hpp": "",
            "engine/studio/views/viewer.hpp": "",
            "engine/studio/parts/part.hpp": "",
            "interop/mapped.hpp": "",
            "kernels/glint/random.cuh": "",
        }
        with planted(files | {file: f"#include {include}\n"}) as root:
            return include_directions.violations(pathlib.Path(root))

    def test_allows_what_the_design_draws(self):
        for file, include in [
            ("engine/array/array.hpp", "<glint/driver/device.hpp>"),
            ("engine/cpu/cpu_backend.hpp", "<glint/backend/detail/backend.hpp>"),
            ("engine/driver/profiler.cpp", "<glint/cuda/api.hpp>"),
            ("engine/cuda/stream.cpp", "<cuda.h>"),
            ("interop/shared.hpp", "<glint/gl/buffer.hpp>"),
            ("apps/inputs.cpp", "<glint/interop/mapped.hpp>"),
            ("apps/particles/particles.cu", "<glint/random.cuh>"),
            ("engine/gl/detail/loader.hpp", "<glad/gl.h>"),
            ("engine/studio/views/detail/pane.hpp", "<glint/studio/state/state.hpp>"),
            ("engine/studio/detail/run_guard.cpp", "<glint/studio/session.hpp>"),
        ]:
            self.assertEqual([], self.complaints(file, include), (file, include))

    def test_finds_what_goes_the_wrong_way(self):
        for file, include, complaint in [
            ("engine/base/log.cpp", "<glint/driver/device.hpp>", "base may not include driver"),
            ("engine/gl/texture.hpp", "<glint/driver/device.hpp>", "gl may not include driver"),
            ("engine/array/array.hpp", "<glint/gl/buffer.hpp>", "array may not include gl"),
            ("engine/app/app.hpp", "<glint/array/array.hpp>", "app may not include array"),
            ("engine/app/app.hpp", "<glint/driver.hpp>", "app may not include engine"),
            ("engine/cpu/queue.cpp", "<glint/driver/device.hpp>", "cpu may not include driver"),
            ("engine/cpu/queue.cpp", "<glint/cuda/api.hpp>", "cpu may not include cuda"),
            ("engine/driver/stream.cpp", "<cuda.h>", "driver may not include CUDA"),
            ("engine/driver/a.cpp", '"../gl/buffer.hpp"', "driver may not include gl"),
            ("kernels/glint/noise.cuh", "<glint/base/error.hpp>", "may not include host headers"),
            ("apps/particles/particles.cu", '"particles.hpp"', "may not include host headers"),
            ("engine/gl/texture.cpp", "<cuda.h>", "gl may not include CUDA"),
            ("engine/driver/device.cpp", "<GLFW/glfw3.h>", "driver may not include OpenGL"),
            ("engine/array/array.cpp", "<llvm/IR/Module.h>", "array may not include LLVM"),
            ("engine/gl/texture.hpp", "<glad/gl.h>", "no public header may include"),
            ("interop/shared.hpp", "<glint/cuda/api.hpp>", "which reaches interop/shared"),
            ("engine/base/log.cpp", "<glint/base/lgo.hpp>", "header not found"),
            ("engine/studio/state/detail/order.cpp", "<glint/studio/views/viewer.hpp>",
             "studio/state may not include studio/views"),
            ("engine/studio/window/controls.cpp", "<glint/studio/session.hpp>",
             "studio/window may not include studio/"),
            ("engine/studio/window/controls.cpp", "<glint/studio/parts/part.hpp>",
             "FLOORS does not have the folder studio/parts"),
        ]:
            found = "\n".join(self.complaints(file, include))
            self.assertIn(complaint, found, (file, include))


class PublicNames(unittest.TestCase):
    @unittest.skipUnless(declarations.has_ctags(), "Universal Ctags not found")
    def test_finds_what_a_header_declares(self):
        text = """
#include <vector>
namespace glint {
class Named;                                  // another header's
template <class T>
    requires std::is_same_v<T, float>
class Array final : public Base<T> { void member(); };
struct alignas(16) Packed { int x = f(); };
enum class Kind { first };
using Bytes = std::vector<char>;
template <class T> concept Integer = std::is_integral_v<T>;
inline constexpr std::size_t kMost = std::size_t{8} << 20;
inline constexpr std::array<int, 2> kLengths = {5, 8};
[[nodiscard]] Array<float> sorted(const Array<float>& x, Options options = {.axis = 0});
template <class A, class B> auto operator+(const A& a, const B& b) { return a; }
GLINT_FUNCTION(sin, Sine)
namespace detail { void hidden(); }
}
namespace glint::gl { class Buffer { }; }
"""
        with planted({"a.hpp": text}) as root:
            found = sorted(name for name, _ in public_names.names([pathlib.Path(root, "a.hpp")]))
        self.assertEqual(["Array", "Bytes", "Integer", "Kind", "Packed", "gl::Buffer", "kLengths",
                          "kMost", "sin", "sorted"], found)

    def test_finds_an_umbrella_with_a_hole(self):
        files = {f"engine/{name}.hpp": "" for name in public_names.UMBRELLAS}
        with planted(files | {"engine/driver/device.hpp": ""}) as root:
            self.assertEqual(["engine/driver.hpp does not have #include <glint/driver/device.hpp>"],
                             list(public_names.missing_includes(pathlib.Path(root))))

    def test_finds_a_kernels_function_under_another_header(self):
        files = {
            "kernels/glint/shapes.cuh": "#include <glint/numbers.cuh>\nint disc(int); // ball\n",
            "kernels/glint/numbers.cuh": "template <class T> T one();\n",
            "docs/reference/kernels.md": "| `disc(n) one<T>()`, `+ -` | `shapes.cuh` | `ring` |\n"
                               "| `shapes.cuh` | `disc ball` |\n"
                               "| `ring` | without a header |\n",
        }
        with planted(files) as root:
            self.assertEqual(["docs/reference/kernels.md: 'ball' is not in shapes.cuh"],
                             list(public_names.missing_kernel_names(pathlib.Path(root))))


class FileSizes(unittest.TestCase):
    def test_the_limit_itself_passes_and_one_more_does_not(self):
        license_line = "// SPDX-License-Identifier: MIT\n"
        with planted({"engine/base/a.cpp": license_line + "\n" * 500,
                      "engine/base/b.cpp": license_line + "\n" * 501}) as root:
            found = file_sizes.violations(pathlib.Path(root))
        self.assertEqual(["engine/base/b.cpp: 501 lines, but the maximum is 500"], found)

    def test_finds_a_source_without_a_license(self):
        with planted({"engine/base/a.cpp": "int a;\n", "tests/studio/broken/b.cu": ""}) as root:
            found = file_sizes.violations(pathlib.Path(root))
        self.assertEqual(
            ["engine/base/a.cpp: the first line must be '// SPDX-License-Identifier: MIT'"],
            found)


class StandardIncludes(unittest.TestCase):
    def complaints(self, text: str) -> list[str]:
        with planted({"engine/base/a.hpp": "#include <vector>\n",
                      "engine/base/b.hpp": "#include <glint/base/a.hpp>\n" + text}) as root:
            return standard_includes.violations(pathlib.Path(root))

    def test_finds_a_name_whose_header_is_not_included(self):
        self.assertEqual(["engine/base/b.hpp: std::optional needs <optional>"],
                         self.complaints("std::optional<int> a;\n"))
        self.assertEqual(["engine/base/b.hpp: fmt:: needs <fmt/format.h>"],
                         self.complaints("auto b = fmt::format(\"\");\n"))

    def test_takes_headers_of_headers_and_leaves_comments(self):
        self.assertEqual([], self.complaints("// std::optional\nstd::vector<std::size_t> a;\n"))


class HeaderChains(unittest.TestCase):
    def chains(self, **includes: str) -> list[list[str]]:
        """Chains of headers a.hpp and so on, given the names of the headers that each includes."""
        files = {f"engine/base/{name}.hpp": "".join(f"#include <glint/base/{each}.hpp>\n"
                                                    for each in others.split())
                 for name, others in includes.items()}
        with planted(files) as root:
            found = header_chains.chains([pathlib.Path(file) for file in files],
                                         header_chains.Closures(Tree(pathlib.Path(root))))
        return [[header.stem for header in chain] for chain in found]

    def test_has_each_header_once_after_those_that_it_includes(self):
        self.assertEqual([["d", "b", "a"], ["c"]],
                         self.chains(a="b", b="d", c="d", d=""))
        self.assertEqual([["b", "a"]], self.chains(a="b", b="a"))
        self.assertEqual([["b"], ["a"]], self.chains(a="", b=""))

    def test_writes_the_last_header_of_a_chain_twice(self):
        self.assertEqual("#include <glint/base/b.hpp>\n#include <glint/base/a.hpp>\n"
                         "#include <glint/base/a.hpp>\n",
                         header_chains.source([pathlib.Path("engine/base/b.hpp"),
                                               pathlib.Path("engine/base/a.hpp")]))


class PageLinks(unittest.TestCase):
    pages = {
        "README.md": "# Top\n[a](docs/a.md#how-it-works) ![b](docs/images/b.png) [c](CHANGES.md)\n",
        "CHANGES.md": "# Changes\n",
        "docs/a.md": "# A\n## How `it` works?\n[up](../README.md), [code](../engine/a.cpp), [web](https://a.b)\n"
                     "[above](#how-it-works) `[no](link.md)`\n```\n[no](link.md)\n```\n",
        "docs/images/b.png": "",
        "engine/a.cpp": "",
    }

    def complaints(self, **files: str) -> list[str]:
        changed = {name.replace("__", "/") + ".md": text for name, text in files.items()}
        with planted(self.pages | changed) as root:
            return page_links.violations(pathlib.Path(root))

    def test_allows_links_that_lead_somewhere(self):
        self.assertEqual([], self.complaints())
        self.assertEqual([], self.complaints(docs__index="[a](a.md) [b](deep/b.md)", docs__deep__b=""))

    def test_finds_links_that_lead_nowhere(self):
        found = self.complaints(CHANGES="# Changes\n\n[a](docs/b.md), [two\nlines](../a.md)\n"
                                        "[b](docs/a.md#how) [c](#change)\n")
        self.assertEqual(["CHANGES.md:3: the link docs/b.md leads to no file",
                          "CHANGES.md:4: the link ../a.md leads to no file",
                          "CHANGES.md:5: the link docs/a.md#how leads to no heading",
                          "CHANGES.md:5: the link #change leads to no heading"], found)

    def test_finds_pages_to_which_nothing_links(self):
        self.assertEqual(["docs/deep/b.md: not reachable by links from README.md"],
                         self.complaints(docs__deep__b="[a](../a.md)"))


class PlainWords(unittest.TestCase):
    def violations(self, files: dict[str, str]) -> list[str]:
        with planted(files) as root:
            return plain_words.violations(pathlib.Path(root))

    def test_allows_plain_sentences(self):
        self.assertEqual([], self.violations({
            "README.md": "There is no file. It is no longer used.\n",
            "engine/a.cpp": '#include "is no number"\nf("it is not a number");  //@ anew\n'
                            "// Says which kernel ran, and\n// what it wrote.\n"}))

    def test_finds_phrases_in_pages_texts_and_comments(self):
        self.assertEqual(["docs/a.md:2: 'anew': write 'again'",
                          "apps/b.cpp:2: 'is no': write 'is not a'",
                          "kernels/c.cu:1: 'once more': write 'again'"],
                         self.violations({"docs/a.md": "# A\nIt is made anew.\n",
                                          "apps/b.cpp": 'int i;\nf(i, "\'x\' is no number");\n',
                                          "kernels/c.cu": "int i;  // once more\n"}))

    def test_finds_comments_that_start_with_a_question(self):
        self.assertEqual(["engine/a.hpp:2: start the comment with the thing that it describes"],
                         self.violations({"engine/a.hpp": "int i;\n/// Whether it is done.\nbool is_done;\n"}))


@unittest.skipUnless(declarations.has_ctags(), "Universal Ctags not found")
class UnityNames(unittest.TestCase):
    def complaints(self, **sources: str) -> list[str]:
        files = {f"apps/{name}.cpp": text for name, text in sources.items()}
        files["engine/base/limits.hpp"] = "namespace glint {\ninline constexpr double kMost = 1;\n}\n"
        with planted(files) as root:
            unity = pathlib.Path(root, "build/apps/CMakeFiles/glint_apps.dir/Unity/unity_0_cxx.cxx")
            unity.parent.mkdir(parents=True)
            unity.write_text("".join(f'#include "{root}/{file}"\n' for file in files))
            return unity_names.violations(pathlib.Path(root), pathlib.Path(root, "build"))

    def test_finds_a_constant_that_hides_that_of_a_header(self):
        found = self.complaints(cloud="namespace glint::apps {\nnamespace {\n"
                                      "constexpr int kRows = 2, kMost = 3;\n}\n}\n")
        self.assertEqual(["apps/cloud.cpp: kMost hides the constant in engine/base/limits.hpp"], found)

    def test_finds_a_constant_that_hides_that_of_another_source(self):
        found = self.complaints(
            file="namespace glint {\nnamespace {\nconstexpr int kRows[] = {1};\n}\n}\n",
            cloud="namespace glint::apps {\nconstexpr int kRows = 2;\n}\n")
        self.assertEqual(["apps/cloud.cpp: kRows hides the constant in apps/file.cpp"], found)

    def test_finds_a_constant_of_an_unnamed_namespace(self):
        found = self.complaints(file="namespace glint {\nnamespace {\n"
                                     "constexpr int kMost{2}, kRows = 2 + kLeast;\n}\n}\n")
        self.assertEqual(["apps/file.cpp: kMost hides the constant in engine/base/limits.hpp"], found)

    def test_finds_a_function_that_two_sources_have(self):
        text = "namespace glint {\nnamespace {\nint rows(%s) { return 1; }\n}\n}\n"
        self.assertEqual(
            ["apps/file.cpp: rows() is also in apps/cloud.cpp, and both are compiled together"],
            self.complaints(cloud=text % "int i", file=text % "char c"))

    def test_allows_functions_of_other_spaces_and_overloads_in_a_source(self):
        self.assertEqual([], self.complaints(
            cloud="namespace glint {\nnamespace {\nint rows(int i) { return i; }\n"
                  "int rows(char c) { return c; }\n}\n}\n",
            file="namespace glint::apps {\nnamespace {\nint rows(int i) { return i; }\n}\n}\n"))

    def test_allows_constants_of_spaces_beside_each_other(self):
        self.assertEqual([], self.complaints(
            file="namespace glint::apps {\nconstexpr int kRows = 1;\n}\n",
            cloud="namespace glint::studio {\nint f() {\n    constexpr int kMost = 2;\n}\n"
                  "constexpr int kRows = 2;\n}\n"))


class Readme(unittest.TestCase):
    text = """
<!-- test: file main.cpp -->
```cpp
int main() {}
```
Then:
<!-- test: run with --frames 2 -->
```sh
glint run particles
```
<!-- test: prints -->
```text
done
```
```sh
./dev test
```
"""

    def test_reads_blocks_with_their_marks(self):
        blocks = readme.blocks(self.text, "README.md")
        self.assertEqual(["file main.cpp", "run with --frames 2", "prints", ""],
                         [block.mark for block in blocks])
        self.assertEqual("int main() {}\n", blocks[0].text)
        self.assertEqual(4, blocks[0].line)

    def test_refuses_a_mark_that_it_does_not_know(self):
        with self.assertRaisesRegex(SystemExit, "kernels.md:1: unknown mark 'fly'"):
            readme.blocks("<!-- test: fly -->\n```sh\nls\n```\n", "kernels.md")

    def test_puts_parts_where_the_file_says(self):
        with tempfile.TemporaryDirectory() as folder:
            sandbox = readme.Sandbox(folder, "glint", "prefix", "driver.md")
            complaints = [sandbox.apply(readme.Block(line, "cpp", mark, text)) for line, mark, text in [
                (3, "file main.cpp", "int main() {\n    // ...\n}\n"),
                (9, "part of main.cpp", "first();\n"),
                (14, "part of main.cpp", "second();\n")]]
            made = pathlib.Path(folder, "main.cpp").read_text()
        self.assertEqual([None] * 3, complaints)
        self.assertEqual('int main() {\n{\n#line 9 "driver.md"\nfirst();\n}\n'
                         '{\n#line 14 "driver.md"\nsecond();\n}\n    // ...\n}\n', made)

    def test_refuses_a_part_without_a_place(self):
        with tempfile.TemporaryDirectory() as folder:
            sandbox = readme.Sandbox(folder, "glint", "prefix", "driver.md")
            complaint = sandbox.apply(readme.Block(9, "cpp", "part of main.cpp", "first();\n"))
        self.assertEqual("main.cpp has no line '// ...' before which to insert the block", complaint)

    def test_finds_the_commands_of_a_block(self):
        commands = readme.commands("cd glint\n./dev run particles   # a window\n"
                                   "glint run pond \\\n    --headless\n")
        self.assertEqual([["./dev", "run", "particles"], ["glint", "run", "pond", "--headless"]],
                         commands)


class Refused(unittest.TestCase):
    FILE = """void f(int x) {
#if CASE == 0
    (void)x;
#elif CASE == 1
    const char* y = x;
#elif CASE == 2
    x += 1;
#elif CASE == 3
    not_there();
#endif
}
"""

    def problems(self, *words: str) -> list[str]:
        compiler = shutil.which("clang++-19") or shutil.which("c++")
        with planted({"a.cpp": self.FILE}) as folder:
            return refused.problems(pathlib.Path(folder, "a.cpp"), list(words),
                                    [compiler, "-fsyntax-only"])

    def test_each_case_needs_its_own_error(self):
        self.assertEqual([], self.problems("compiles", "const char", "compiles", "not_there"))
        self.assertIn("case 1 does not print", self.problems(
            "compiles", "not_there", "compiles", "not_there")[0])
        self.assertIn("case 2 compiles", self.problems(
            "compiles", "const char", "const char", "not_there")[0])
        self.assertIn("case 3 does not compile", self.problems(
            "compiles", "const char", "compiles", "compiles")[0])

    def test_each_case_needs_words(self):
        self.assertIn("no words for case 2", self.problems("compiles", "const char")[0])
        self.assertIn("case 4 not found", self.problems(
            "compiles", "const char", "compiles", "not_there", "more")[0])


if __name__ == "__main__":
    unittest.main()
