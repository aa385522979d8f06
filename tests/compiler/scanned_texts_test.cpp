// SPDX-License-Identifier: MIT
// The compiler uses the contents of the files that were scanned, even if the files change in the
// meantime.
#include <gtest/gtest.h>

#include <glint/compiler/detail/build.hpp>

#include <base/scratch.hpp>
#include <compiler/compilers.hpp>
#include <support/complaints.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using compiler::IncludeScan;
using test::ScopedVariable;
using test::TemporaryFolder;

class ScannedTexts : public testing::TestWithParam<std::string> {
protected:
    compiler::Source source(std::string text) const {
        compiler::Source made = test::source("answer.cu", std::move(text));
        made.include_folders = {sources_.path().string()};
        return made;
    }
    IncludeScan scan(const compiler::Source& what) const {
        return compiler::scan_includes(what.text, {}, what.include_folders, what.headers);
    }
    compiler::Compiled compiled(const compiler::Source& what, const IncludeScan& includes) const {
        return compiler::load_or_compile(*compiler_, what, includes);
    }
    std::size_t entries() const {
        std::size_t count = 0;
        std::error_code is_empty;
        for (const auto& entry :
             fs::recursive_directory_iterator(cache_.path() / "binaries", is_empty))
            count += entry.is_regular_file();
        return count;
    }

    std::shared_ptr<const compiler::SourceCompiler> compiler_ = test::compiler_called(GetParam());
    TemporaryFolder sources_, cache_;
    ScopedVariable place_{"GLINT_CACHE_DIR", cache_.path().string()};
    ScopedVariable on_{"GLINT_CACHE", std::nullopt};
    ScopedVariable keep_{"GLINT_KEEP", std::nullopt};
};

constexpr const char* kUser =
    "#include <deep/outer.cuh>\n"
    "extern \"C\" __global__ void answer(int* out) { *out = kAnswer; }\n";

TEST_P(ScannedTexts, AreCompiledEvenIfFilesChange) {
    sources_.write("deep/outer.cuh", "#pragma once\n#include \"../inner.cuh\"\n");
    sources_.write("inner.cuh", "constexpr int kAnswer = 1;\n");
    const compiler::Source user = source(kUser);
    const IncludeScan first = scan(user);
    const auto before = compiled(user, first);
    EXPECT_FALSE(before.was_cached);
    fs::remove_all(cache_.path() / "binaries");
    sources_.write("inner.cuh", "constexpr int kAnswer = 2;\n");
    const auto after = compiled(user, first);
    EXPECT_FALSE(after.was_cached);
    EXPECT_EQ(after.binary.image, before.binary.image);
    const auto changed = compiled(user, scan(user));
    EXPECT_FALSE(changed.was_cached);
    EXPECT_NE(changed.binary.image, before.binary.image);
}

TEST_P(ScannedTexts, AreCompiledWithoutTheirFiles) {
    sources_.write("deep/outer.cuh", "constexpr int kAnswer = 1;\n");
    const compiler::Source user = source(kUser);
    const IncludeScan includes = scan(user);
    fs::remove_all(sources_.path() / "deep");
    EXPECT_FALSE(compiled(user, includes).was_cached);
    EXPECT_TRUE(compiled(user, includes).was_cached);
}

TEST_P(ScannedTexts, FilesCreatedMeanwhileAreNotCached) {
    const compiler::Source user = source(
        "#ifdef NOWHERE\n#include \"late.cuh\"\n#endif\n"
        "extern \"C\" __global__ void answer(int* out) { *out = 1; }\n");
    const IncludeScan includes = compiler::scan_includes(user.text, sources_.path(), {});
    sources_.write("late.cuh", "");
    EXPECT_FALSE(compiled(user, includes).was_cached);
    EXPECT_EQ(entries(), 0u);
    fs::remove(sources_.path() / "late.cuh");
    EXPECT_FALSE(compiled(user, includes).was_cached);
    EXPECT_TRUE(compiled(user, includes).was_cached);
}

TEST_P(ScannedTexts, HeadersOfOneNameInTwoFoldersStaySeparate) {
    sources_.write("one/user.cuh",
                   "#include \"value.cuh\"\nconstexpr int kOne = VALUE;\n#undef VALUE\n");
    sources_.write("two/user.cuh", "#include \"value.cuh\"\nconstexpr int kTwo = VALUE;\n");
    sources_.write("one/value.cuh", "#define VALUE 1\n");
    sources_.write("two/value.cuh", "#define VALUE 2\n");
    const compiler::Source user = source(
        "#include <one/user.cuh>\n#include <two/user.cuh>\n"
        "static_assert(kOne == 1 && kTwo == 2);\n"
        "extern \"C\" __global__ void answer(int* out) { *out = 1; }\n");
    EXPECT_NO_THROW((void)compiled(user, scan(user)));
}

TEST_P(ScannedTexts, LinkedHeadersFindTheLinksNeighbors) {
    sources_.write("elsewhere/real.cuh", "#include \"near.cuh\"\n");
    sources_.write("one/near.cuh", "constexpr int kNear = 1;\n");
    fs::create_symlink("../elsewhere/real.cuh", sources_.path() / "one/outer.cuh");
    const compiler::Source user = source(
        "#include \"one/outer.cuh\"\n"
        "extern \"C\" __global__ void answer(int* out) { *out = kNear; }\n");
    EXPECT_NO_THROW((void)compiled(user, scan(user)));
}

TEST_P(ScannedTexts, ErrorsNameTheOriginalFiles) {
    const fs::path file = sources_.write("deep/outer.cuh", "\nconstexpr int kAnswer = nothing;\n");
    const compiler::Source user = source(kUser);
    try {
        (void)compiled(user, scan(user));
        FAIL();
    } catch (const compiler::CompileError& error) {
        ASSERT_FALSE(error.diagnostics().empty());
        EXPECT_EQ(error.diagnostics()[0].file, file.string());
        EXPECT_EQ(error.diagnostics()[0].line, 2u);
    }
}

INSTANTIATE_TEST_SUITE_P(Compilers, ScannedTexts, testing::ValuesIn(test::compiler_names()),
                         [](const auto& of) { return of.param; });

}  // namespace
}  // namespace glint
