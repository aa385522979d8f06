// SPDX-License-Identifier: MIT
#include <glint/backend/source/compile_error.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <base/scratch.hpp>
#include <compiler/compilers.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::compiler {
namespace {

using Severity = Diagnostic::Severity;
using test::source;
using test::TemporaryFolder;

TEST(Diagnostics, ShowTheirPositionWithACaret) {
    const Diagnostic diagnostic{
        .file = "a.cu", .line = 3, .column = 5, .message = "no", .source_line = "\tint x;"};
    EXPECT_EQ(to_string(diagnostic), "a.cu:3:5: error: no\n    \tint x;\n    \t   ^");
}

TEST(Diagnostics, TheCaretMayFollowTheLastCharacter) {
    const auto shown = [](unsigned column) {
        return to_string(Diagnostic{
            .file = "a", .line = 2, .column = column, .message = "no", .source_line = "\txy"});
    };
    EXPECT_EQ(shown(1), "a:2:1: error: no\n    \txy\n    ^");
    EXPECT_EQ(shown(3), "a:2:3: error: no\n    \txy\n    \t ^");
    EXPECT_EQ(shown(4), "a:2:4: error: no\n    \txy\n    \t  ^");
    EXPECT_EQ(shown(5), "a:2:5: error: no\n    \txy");
}

TEST(Diagnostics, OmitUnknownParts) {
    EXPECT_EQ(to_string(Diagnostic{.severity = Severity::warning, .file = "a.cu", .message = "hm"}),
              "a.cu: warning: hm");
    EXPECT_EQ(to_string(Diagnostic{.file = "a.cu", .line = 2, .message = "no", .source_line = "x"}),
              "a.cu:2: error: no\n    x");
    EXPECT_EQ(to_string(Diagnostic{.file = "a.cu", .line = 2, .column = 1, .message = "no"}),
              "a.cu:2:1: error: no");
    EXPECT_EQ(to_string(CompilerRun{.target = "cpu", .options = {"-a", "-b"}, .log = "said\n"}),
              "target: cpu\noptions:\n    -a\n    -b\nlog:\nsaid\n");
    EXPECT_EQ(to_string(Diagnostic{
                  .file = "a", .line = 2, .column = 9, .message = "no", .source_line = "x"}),
              "a:2:9: error: no\n    x");
}

TEST(Diagnostics, AnErrorShowsAllErrorsWithoutWarnings) {
    const CompileError error("a.cu",
                             {{.severity = Severity::warning, .file = "a.cu", .message = "hm"},
                              {.file = "a.cu", .line = 1, .message = "one"},
                              {.severity = Severity::note, .file = "a.cu", .message = "see"},
                              {.file = "a.cu", .line = 2, .message = "two"}});
    EXPECT_STREQ(error.what(),
                 "cannot compile a.cu: it has errors\na.cu:1: error: one\na.cu: note: see\n"
                 "a.cu:2: error: two");
    EXPECT_EQ(error.code(), ErrorCode::compile);
    EXPECT_EQ(error.diagnostics().size(), 4u);
}

class Compilers : public testing::TestWithParam<std::string> {
protected:
    Binary compile(const Source& what) const {
        return test::compiler_called(GetParam())->compile(what);
    }

    /// Errors, without warnings and notes, of a source that does not compile.
    std::vector<Diagnostic> errors_in(const Source& what) const {
        try {
            (void)compile(what);
        } catch (const CompileError& error) {
            text_ = error.what();
            std::vector<Diagnostic> found = error.diagnostics();
            std::erase_if(found, [](const Diagnostic& d) { return d.severity != Severity::error; });
            return found;
        }
        ADD_FAILURE() << "it compiled";
        return {};
    }

    mutable std::string text_;  // message of the last error
};

TEST_P(Compilers, ErrorsHaveFileLineColumnAndSourceLine) {
    const auto errors = errors_in(source("broken.cu",
                                         "extern \"C\" __global__ void f(int* out) {\n"
                                         "    *out = 1 + nowhere;\n"
                                         "}\n"));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].file, "broken.cu");
    EXPECT_EQ(errors[0].line, 2u);
    EXPECT_EQ(errors[0].column, 16u);
    EXPECT_NE(errors[0].message.find("nowhere"), std::string::npos) << errors[0].message;
    EXPECT_EQ(errors[0].source_line, "    *out = 1 + nowhere;");
    EXPECT_TRUE(
        text_.starts_with("cannot compile broken.cu: it has errors\nbroken.cu:2:16: error: "))
        << text_;
    EXPECT_NE(text_.find("\n        *out = 1 + nowhere;\n                   ^"), std::string::npos)
        << text_;
}

TEST_P(Compilers, AnErrorReportsTheCompilerCallAndOutput) {
    Source broken = source("broken.cu", "__global__ void f() { nowhere(); }\n");
    broken.defines = {{"WIDTH", "7"}};
    try {
        (void)compile(broken);
        FAIL();
    } catch (const CompileError& error) {
        const CompilerRun& run = error.run();
        const bool is_nvrtc = GetParam() == "nvrtc";
        EXPECT_EQ(run.target, is_nvrtc ? "sm_90" : Device::open("cpu").info().architecture);
        const std::string define = is_nvrtc ? "--define-macro=WIDTH=7" : "WIDTH=7";
        EXPECT_NE(std::ranges::find(run.options, define), run.options.end());
        EXPECT_NE(run.log.find("nowhere"), std::string::npos);
        EXPECT_TRUE(to_string(run).starts_with("target: " + run.target + "\noptions:\n    "));
    }
}

TEST_P(Compilers, AllErrorsAreReported) {
    const auto errors = errors_in(source("two.cu",
                                         "__global__ void f() { first(); }\n"
                                         "__global__ void g() { second(); }\n"));
    ASSERT_EQ(errors.size(), 2u);
    EXPECT_EQ(errors[0].line, 1u);
    EXPECT_EQ(errors[1].line, 2u);
}

TEST_P(Compilers, TabsKeepTheirColumn) {
    const auto errors =
        errors_in(source("tabs.cu", "__global__ void f(int* x) {\n\t\t*x = y;\n}\n"));
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].source_line, "\t\t*x = y;");
    EXPECT_EQ(errors[0].column, 8u);
}

TEST_P(Compilers, AnErrorInAHeaderNamesTheHeader) {
    const TemporaryFolder folder;
    const auto header = folder.write("bad.cuh", "\n\n__device__ int bad() { return nowhere; }\n");
    Source with_header =
        source("user.cu", "#include \"bad.cuh\"\n__global__ void f() { bad(); }\n");
    with_header.include_folders = {folder.path().string()};
    const auto errors = errors_in(with_header);
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0].file, header.string());
    EXPECT_EQ(errors[0].line, 3u);
}

TEST_P(Compilers, AMissingNestedHeaderIsNamedWithItsLine) {
    const TemporaryFolder folder;
    const auto header = folder.write("outer.cuh", "\n#include \"no_neighbour.cuh\"\n");
    Source with_header = source("user.cu", "#include \"outer.cuh\"\n");
    with_header.include_folders = {folder.path().string()};
    const auto errors = errors_in(with_header);
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors[0].file, header.string());
    EXPECT_EQ(errors[0].line, 2u);
    EXPECT_NE(errors[0].message.find("no_neighbour.cuh"), std::string::npos) << errors[0].message;
}

TEST_P(Compilers, AMissingHeaderIsNamedWithItsLine) {
    const auto errors = errors_in(source("user.cu", "\n#include <no/such_header.cuh>\n"));
    ASSERT_FALSE(errors.empty());
    EXPECT_EQ(errors[0].file, "user.cu");
    EXPECT_EQ(errors[0].line, 2u);
    EXPECT_NE(errors[0].message.find("no/such_header.cuh"), std::string::npos) << errors[0].message;
}

TEST_P(Compilers, PrematureEndsAreErrorsOnTheLastLine) {
    const auto errors = errors_in(source("short.cu", "__global__ void f() {\n    if (true) {\n"));
    ASSERT_FALSE(errors.empty());
    EXPECT_GE(errors[0].line, 2u);
    EXPECT_LE(errors[0].line, 3u);
}

TEST_P(Compilers, WarningsComeWithTheBinary) {
    const Binary binary = compile(source("warn.cu",
                                         "__device__ int f(int x) {\n"
                                         "    if (x > 0) return 1;\n"
                                         "}\n"
                                         "__global__ void g(int* x) { *x = f(*x); }\n"));
    ASSERT_EQ(binary.warnings.size(), 1u);
    EXPECT_EQ(binary.warnings[0].severity, Severity::warning);
    EXPECT_EQ(binary.warnings[0].file, "warn.cu");
    EXPECT_EQ(binary.warnings[0].line, 3u);
    EXPECT_FALSE(binary.image.empty());
}

TEST_P(Compilers, AnEmptySourceCompiles) {
    EXPECT_FALSE(compile(source("empty.cu", "")).image.empty());
}

TEST_P(Compilers, IdentityNamesTheCompiler) {
    EXPECT_NE(test::compiler_called(GetParam())->identity().find(GetParam()), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Each, Compilers, testing::ValuesIn(test::compiler_names()), test::name);

using ProgramErrors = test::OnEachBackend;

TEST_P(ProgramErrors, WarningsAreCached) {
    const TemporaryFolder cache;
    const test::ScopedVariable place("GLINT_CACHE_DIR", cache.path().string());
    const std::string text =
        "__device__ int f(int x) {\n    if (x > 0) return 1;\n}\n"
        "extern \"C\" __global__ void g(int* x) { *x = f(*x); }\n";
    // The name is unique, so that no earlier test has already logged the warning.
    const std::string name = (cache.path() / "warn.cu").string();
    for (const bool cached : {false, true}) {
        const test::ExpectedComplaints logged(cached ? 0 : 1);
        const Program program = Program::from_text(open(), name, text);
        EXPECT_EQ(program.was_cached(), cached);
        ASSERT_EQ(program.warnings().size(), 1u);
        EXPECT_EQ(program.warnings()[0].line, 3u);
        EXPECT_EQ(program.warnings()[0].severity, Severity::warning);
    }
}

TEST_P(ProgramErrors, WarningsAreNotLoggedOnRequest) {
    const TemporaryFolder cache;
    const test::ScopedVariable place("GLINT_CACHE_DIR", cache.path().string());
    const std::string text =
        "__device__ int f(int x) {\n    if (x > 0) return 1;\n}\n"
        "extern \"C\" __global__ void g(int* x) { *x = f(*x); }\n";
    const Program program = Program::from_text(open(), (cache.path() / "warn.cu").string(), text,
                                               {.log_warnings = false});
    EXPECT_EQ(program.warnings().size(), 1u);
}

TEST_P(ProgramErrors, CompileErrorsNameThePath) {
    const TemporaryFolder folder;
    const auto file = folder.write("broken.cu", "__global__ void f() { oops }\n");
    try {
        const Program program(open(), file);
        FAIL();
    } catch (const CompileError& error) {
        EXPECT_TRUE(std::string(error.what()).starts_with("cannot compile " + file.string()));
        EXPECT_EQ(error.diagnostics()[0].file, file.string());
        EXPECT_EQ(error.diagnostics()[0].line, 1u);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, ProgramErrors, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::compiler
