// SPDX-License-Identifier: MIT
// Replays every input in corpus/: seeds of the fuzzers, and inputs that failed in the past.
#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

#include <base/scratch.hpp>

#include "parsers.hpp"

namespace glint::soak {
namespace {

namespace fs = std::filesystem;

/// Accepts a result, or an Error with a reason. Anything else ends the test or the process.
void take(const Parser& parser, std::string_view bytes) {
    try {
        parser.take(bytes);
    } catch (const Error& error) {
        EXPECT_FALSE(error.reason().empty());
    }
}

std::vector<fs::path> inputs_of(const Parser& parser) {
    std::vector<fs::path> inputs;
    for (const auto& entry : fs::directory_iterator(fs::path(GLINT_SOAK_CORPUS) / parser.name))
        inputs.push_back(entry.path());
    std::ranges::sort(inputs);
    return inputs;
}

class Corpus : public testing::TestWithParam<Parser> {};

TEST_P(Corpus, IsParsedOrRefused) {
    const std::vector<fs::path> inputs = inputs_of(GetParam());
    EXPECT_FALSE(inputs.empty());
    for (const fs::path& input : inputs) {
        SCOPED_TRACE(input.filename().string());
        take(GetParam(), read_text(input));
    }
}

TEST_P(Corpus, TruncatedInputsAreParsedOrRefused) {
    for (const fs::path& input : inputs_of(GetParam())) {
        SCOPED_TRACE(input.filename().string());
        const std::string whole = read_text(input);
        const std::size_t step = 1 + whole.size() / 16;
        for (std::size_t size = 0; size < whole.size(); size += step)
            take(GetParam(), std::string_view(whole).substr(0, size));
    }
}

INSTANTIATE_TEST_SUITE_P(Of, Corpus, testing::ValuesIn(parsers().begin(), parsers().end()),
                         [](const auto& parser) { return std::string(parser.param.name); });

TEST(Corpora, ExistForExactlyTheParsers) {
    std::set<std::string> folders;
    for (const auto& entry : fs::directory_iterator(GLINT_SOAK_CORPUS))
        folders.insert(entry.path().filename().string());
    for (const Parser& parser : parsers()) EXPECT_EQ(folders.erase(std::string(parser.name)), 1u);
    // The parsers of NVRTC's output exist only in builds with CUDA.
    folders.erase("nvrtc_log");
    folders.erase("ptx");
    EXPECT_EQ(folders, std::set<std::string>());
}

TEST(Parsers, AreFoundByName) {
    EXPECT_EQ(parser("npz").name, "npz");
    test::expect_error(ErrorCode::not_found, "there is no 'pngs'; did you mean 'png'?",
                       [] { parser("pngs"); });
}

}  // namespace
}  // namespace glint::soak
