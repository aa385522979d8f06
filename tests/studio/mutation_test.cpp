// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/read_declaration.hpp>

#include <algorithm>
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>
#include <support/thorough.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

/// Text fragments that have a meaning for the parser.
constexpr const char* kPieces[] = {"//@ ",
                                   "//@ step\n",
                                   "over ",
                                   "\"",
                                   "..",
                                   " x ",
                                   "wraps",
                                   "{",
                                   "}",
                                   "(",
                                   ")",
                                   ";",
                                   "*",
                                   "<",
                                   ">",
                                   "const ",
                                   "struct ",
                                   "template ",
                                   "__global__ void f(",
                                   "_next",
                                   "as ",
                                   "log ",
                                   "\n",
                                   "#if 0\n",
                                   "/*",
                                   "*/",
                                   "R\"(",
                                   "'",
                                   "\\\n",
                                   "of 0 ",
                                   "-1e999",
                                   "namespace n {",
                                   "using T = T;",
                                   "[4]",
                                   "operator+(",
                                   "operator()",
                                   ": a{1}, b(2)",
                                   "alignas(",
                                   "class ",
                                   "#define M __device__ ",
                                   "extern \"C\" {",
                                   "99999999999999999999"};

class Mutator {
public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    std::string mutated(std::string text) {
        for (std::size_t i = below(4); i != std::size_t(-1); --i) text = once(std::move(text));
        return text;
    }

private:
    std::size_t below(std::size_t count) { return random_() % count; }

    std::string once(std::string text) {
        if (text.empty()) return text;
        const std::size_t at = below(text.size());
        const std::size_t length = std::min(text.size() - at, std::size_t(1) << below(8));
        switch (below(6)) {
            case 0: return text.erase(at, length);
            case 1: return text.insert(at, text.substr(below(text.size()), length));
            case 2: return text.insert(at, kPieces[below(std::size(kPieces))]);
            case 3: text[at] = static_cast<char>(random_()); return text;
            case 4: std::swap(text[at], text[below(text.size())]); return text;
            default: return text.substr(0, at);
        }
    }

    std::mt19937 random_;
};

class Mutations : public testing::TestWithParam<const char*> {};

TEST_P(Mutations, AreParsedOrRefusedWithALine) {
    const fs::path file =
        fs::path(GLINT_TEST_DATA_DIR) / "good" / (std::string(GetParam()) + ".cu");
    const std::string source = read_text(file);
    Mutator mutator(1);
    std::size_t refused = 0;
    constexpr std::size_t kMutations = test::rounds(5'000u, 25'000u);
    for (std::size_t i = 0; i < kMutations; ++i) {
        const std::string text = mutator.mutated(source);
        const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
        const Reading reading = read_annotations("mutated.cu", text);
        refused += reading.mistakes.empty() ? 0 : 1;
        for (const Mistake& mistake : reading.mistakes) {
            ASSERT_GE(mistake.line, 1u) << mistake.message << "\n" << text;
            ASSERT_LE(mistake.line, lines) << mistake.message << "\n" << text;
            ASSERT_FALSE(mistake.message.empty());
        }
    }
    EXPECT_GT(refused, kMutations * 2 / 5);
}
INSTANTIATE_TEST_SUITE_P(Declarations, Mutations,
                         testing::Values("life", "pond", "bodies", "slime"),
                         [](const testing::TestParamInfo<const char*>& tested) {
                             return std::string(tested.param);
                         });

}  // namespace
}  // namespace glint::studio
