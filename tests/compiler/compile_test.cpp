// SPDX-License-Identifier: MIT
#include <glint/compiler/compile.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/cuda/cubin.hpp>
#include <glint/driver/module.hpp>

#include <base/scratch.hpp>
#include <compiler/compilers.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using driver::detect_input;
using driver::LinkInput;
using test::expect_error;
using test::ScopedVariable;
using test::TemporaryFolder;
using test::text_of;

const std::string kAdd =
    "extern \"C\" __global__ void add(float* x, float y) { x[threadIdx.x] += y; }\n";

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

/// Tests of compilation, which need no GPU.
class CompileFor : public testing::TestWithParam<std::string> {
protected:
    Binary compile_add(const ProgramOptions& options = {}, const std::string& text = kAdd,
                       BinaryKind kind = BinaryKind::native) const {
        return compile_text(GetParam(), "add.cu", text, options, kind);
    }
    bool is_cpu() const { return GetParam() == "cpu"; }

    TemporaryFolder folder_;
    ScopedVariable cache_{"GLINT_CACHE_DIR", folder_.path() / "cache"};
};

TEST_P(CompileFor, FilesAndTextsCompileToTheSameCode) {
    const fs::path file = folder_.write("source/add.cu", "#include \"value.cuh\"\n" + kAdd);
    folder_.write("source/value.cuh", "");
    EXPECT_FALSE(compile(GetParam(), file).image.empty());
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { (void)compile(GetParam(), folder_.path() / "none.cu"); });
}

// Some editors start UTF-8 files with a byte order mark, which nvcc accepts.
TEST_P(CompileFor, SourcesAndIncludesMayBeginWithAByteOrderMark) {
    const std::string mark = "\xEF\xBB\xBF";
    folder_.write("source/value.cuh", mark + "#include \"inner.cuh\"\n#define VALUE INNER\n");
    folder_.write("source/inner.cuh", mark + "#define INNER 3\n");
    const std::string text =
        "#include \"value.cuh\"\n#include <given.cuh>\n"
        "static_assert(VALUE == 3 && GIVEN == 4);\n" +
        kAdd;
    const fs::path file = folder_.write("source/marked.cu", mark + text);
    const ProgramOptions options{.headers = {{"given.cuh", mark + "#define GIVEN 4\n"}}};
    EXPECT_FALSE(compile(GetParam(), file, options).image.empty());
    EXPECT_FALSE(compile_add({}, mark + "// first\n" + kAdd).image.empty());
}

TEST_P(CompileFor, ByteOrderMarksDoNotShiftPositions) {
    const auto mistake = [&](const std::string& text) {
        try {
            (void)compile_add({}, text);
            throw std::runtime_error("it compiles");
        } catch (const CompileError& error) {
            return error.diagnostics().at(0);
        }
    };
    for (const char* text : {"int x = nothing;\n", "int x;\nint y = nothing;\n"}) {
        const Diagnostic plain = mistake(text),
                         marked = mistake(std::string("\xEF\xBB\xBF") + text);
        EXPECT_EQ(marked.line, plain.line);
        EXPECT_EQ(marked.column, plain.column);
        EXPECT_EQ(marked.source_line, plain.source_line);
        EXPECT_EQ(marked.message, plain.message);
    }
}

TEST_P(CompileFor, HeadersMayBeGivenAsText) {
    const ProgramOptions options{
        .headers = {{"deep/value.cuh", "#include <factor.cuh>\n#define VALUE (2 * FACTOR)\n"},
                    {"factor.cuh", "#define FACTOR 21\n"}}};
    const std::string text =
        "#include \"deep/value.cuh\"\n"
        "static_assert(VALUE == 42);\n"
        "extern \"C\" __global__ void f() {}\n";
    EXPECT_FALSE(compile_add(options, text).image.empty());
    EXPECT_THROW((void)compile_add({}, text), CompileError);
}

TEST_P(CompileFor, ChangesInIncludedTextsRecompile) {
    const std::string text =
        "#include <value.cuh>\nstatic_assert(VALUE == 1);\n"
        "extern \"C\" __global__ void f() {}\n";
    EXPECT_FALSE(compile_add({.headers = {{"value.cuh", "#define VALUE 1"}}}, text).image.empty());
    EXPECT_THROW((void)compile_add({.headers = {{"value.cuh", "#define VALUE 2"}}}, text),
                 CompileError);
}

TEST_P(CompileFor, TheLanguageStandardIsChosen) {
    const std::string text = "static_assert(__cplusplus == STANDARD);\n" + kAdd;
    EXPECT_FALSE(compile_add({.defines = {{"STANDARD", "202002L"}}}, text).image.empty());
    EXPECT_FALSE(
        compile_add({.defines = {{"STANDARD", "201703L"}}, .language_standard = "c++17"}, text)
            .image.empty());
    EXPECT_THROW((void)compile_add({.language_standard = "c++1"}), CompileError);
}

TEST_P(CompileFor, FlagsReachTheCompilerTheyAreFor) {
    const std::string text = "static_assert(GIVEN == 5);\n" + kAdd;
    EXPECT_FALSE(compile_add({.nvrtc_flags = {"-DGIVEN=5"}, .clang_flags = {"-DGIVEN=5"}}, text)
                     .image.empty());
    const char* variable = is_cpu() ? "GLINT_CLANG_FLAGS" : "GLINT_NVRTC_FLAGS";
    const ScopedVariable flags(variable, " -DGIVEN=5  -DOTHER ");
    EXPECT_FALSE(compile_add({}, text).image.empty());
}

TEST_P(CompileFor, UnknownFlagsAreNamed) {
    try {
        (void)compile_add({.nvrtc_flags = {"--no-such-flag"}, .clang_flags = {"--no-such-flag"}});
        FAIL();
    } catch (const CompileError& error) {
        EXPECT_TRUE(contains(error.what(), "no-such-flag")) << error.what();
        EXPECT_EQ(std::ranges::count(error.run().options, "--no-such-flag"), 1);
    }
}

TEST_P(CompileFor, TheTargetIsGivenOnce) {
    expect_error(ErrorCode::invalid_argument,
                 "the options already specify the architecture 'sm_80'",
                 [&] { (void)compile_add({.architecture = "sm_80"}); });
}

TEST_P(CompileFor, CodeCanDetectDebugMode) {
    const std::string text = "#ifndef GLINT_DEBUG\n#error it is not\n#endif\n" + kAdd;
    EXPECT_FALSE(compile_add({.debug = true}, text).image.empty());
    EXPECT_THROW((void)compile_add({.debug = false}, text), CompileError);
}

TEST_P(CompileFor, TheEnvironmentEnablesDebugMode) {
    const Binary plain = compile_add();
    const Binary debug = compile_add({.debug = true});
    const ScopedVariable wish("GLINT_DEBUG", "1");
    EXPECT_EQ(compile_add().image, debug.image);
    EXPECT_NE(plain.image, debug.image);
    const ScopedVariable none("GLINT_DEBUG", "0");
    EXPECT_EQ(compile_add().image, plain.image);
}

TEST_P(CompileFor, SavedFilesShowInputsAndOutputs) {
    const fs::path kept = folder_.path() / "kept";
    const ScopedVariable wish("GLINT_KEEP", kept.string());
    (void)compile_add();
    EXPECT_FALSE(fs::exists(folder_.path() / "cache"));
    const std::string stem = (kept / "add-").string() + content_hash(kAdd).substr(0, 8);
    EXPECT_EQ(read_text(stem + ".cu"), kAdd);
    const std::string log = read_text(stem + (is_cpu() ? ".cpu.log" : ".sm_90.log"));
    EXPECT_TRUE(contains(log, is_cpu() ? "-std=c++20\n" : "--std=c++20\n")) << log;
    if (is_cpu()) {
        EXPECT_FALSE(read_bytes(stem + ".cpu.image").empty());
    } else {
        EXPECT_TRUE(contains(read_text(stem + ".sm_90.ptx"), ".entry add("));
        EXPECT_EQ(detect_input(read_bytes(stem + ".sm_90.cubin")), LinkInput::cubin);
    }
}

TEST_P(CompileFor, SavedFilesShowCompileErrors) {
    const fs::path kept = folder_.path() / "kept";
    const ScopedVariable wish("GLINT_KEEP", kept.string());
    const std::string text = "__global__ void f() { nowhere(); }\n";
    EXPECT_THROW((void)compile_add({}, text), CompileError);
    const std::string stem = (kept / "add-").string() + content_hash(text).substr(0, 8);
    EXPECT_TRUE(contains(read_text(stem + (is_cpu() ? ".cpu.log" : ".sm_90.log")), "nowhere"));
}

TEST_P(CompileFor, UnwritableKeepFoldersCostAWarning) {
    const fs::path file = folder_.write("file", "in the way");
    const ScopedVariable wish("GLINT_KEEP", (file / "kept").string());
    const test::ExpectedComplaints warnings(is_cpu() ? 3 : 4);
    EXPECT_FALSE(compile_add().image.empty());
}

std::vector<std::string> targets() {
    std::vector<std::string> found;
    for (const std::string& name : test::compiler_names())
        found.emplace_back(name == "clang" ? "cpu" : "sm_90");
    return found;
}

INSTANTIATE_TEST_SUITE_P(Each, CompileFor, testing::ValuesIn(targets()), test::name);

TEST(CompileForCpu, HasOnlyNativeCode) {
    for (const BinaryKind kind : {BinaryKind::ptx, BinaryKind::ltoir})
        expect_error(ErrorCode::unsupported, "only CUDA supports PTX and LTO-IR",
                     [&] { (void)compile_text("cpu", "a.cu", kAdd, {}, kind); });
    expect_error(ErrorCode::unsupported,
                 "only CUDA supports relocatable code. On the CPU, compile a source together with "
                 "all functions that the source calls",
                 [] { (void)compile_text("cpu", "a.cu", kAdd, {.relocatable = true}); });
    expect_error(ErrorCode::unsupported, "the architecture does not belong to a CPU", [] {
        (void)Program::from_text(Device::open("cpu"), "a.cu", kAdd, {.architecture = "sm_90"});
    });
}

TEST(CompileForCpu, TheBinaryLoads) {
    const Device device = Device::open("cpu");
    const TemporaryFolder folder;
    const fs::path saved = folder.path() / "add.image";
    write_atomically(saved, compile_text("cpu", "add.cu", kAdd).image);
    const Module module = Module::from_file(device, saved);
    EXPECT_EQ(module.kernel_symbols(), std::vector<std::string>{"add"});
}

class CompileForCuda : public testing::Test {
protected:
    void SetUp() override {
        if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
    }
};

TEST_F(CompileForCuda, EachBinaryKindHasItsFormat) {
    const auto kind_for = [](const char* target, BinaryKind kind) {
        return detect_input(compile_text(target, "a.cu", kAdd, {}, kind).image);
    };
    EXPECT_EQ(kind_for("sm_90", BinaryKind::native), LinkInput::cubin);
    EXPECT_EQ(kind_for("sm_90a", BinaryKind::native), LinkInput::cubin);
    EXPECT_EQ(kind_for("sm_90", BinaryKind::ptx), LinkInput::ptx);
    EXPECT_EQ(kind_for("compute_90", BinaryKind::native), LinkInput::ptx);
    EXPECT_EQ(kind_for("sm_90", BinaryKind::ltoir), LinkInput::ltoir);
}

TEST_F(CompileForCuda, PtxNamesTheArchitectureWithoutATrailingZero) {
    const std::string ptx = text_of(compile_text("sm_90a", "a.cu", kAdd, {}, BinaryKind::ptx));
    EXPECT_TRUE(contains(ptx, ".target sm_90a")) << ptx;
    EXPECT_NE(ptx.back(), '\0');
}

TEST_F(CompileForCuda, RegistersAreLimited) {
    const std::string text = R"(
extern "C" __global__ void many(const float* a, float* out) {
    float v[64];
    for (int i = 0; i < 64; ++i) v[i] = a[i * 7 + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 64; ++i) sum = fmaf(sum, v[63 - i], v[i]);
    out[threadIdx.x] = sum;
}
)";
    const auto registers = [&](unsigned limit) {
        compiler::Source source = test::source("many.cu", text);
        source.max_registers = limit;
        return compiler::nvrtc_compiler("sm_90")->inspect(source, {}).kernels.at(0).registers;
    };
    EXPECT_GT(registers(0), 40u);
    EXPECT_LE(registers(24), 24u);
}

TEST_F(CompileForCuda, PrecompiledHeaderMessagesAreNotWarnings) {
    const TemporaryFolder folder;
    const ScopedVariable cache("GLINT_CACHE", "off");
    const ProgramOptions options{.nvrtc_flags = {"--pch", "--pch-dir=" + folder.path().string()}};
    EXPECT_TRUE(compile_text("sm_90", "pch.cu", kAdd, options).warnings.empty());
}

TEST_F(CompileForCuda, TheVariablesOfACubinAreListed) {
    const std::string text = R"(
__device__ int counter;
__constant__ float factors[4];
namespace deep { __device__ double level; }
extern "C" __global__ void f(float* x) { *x = factors[counter++] + deep::level; }
)";
    std::vector<std::string> found =
        driver::variables_in_cubin(compile_text("sm_90", "v.cu", text).image);
    std::ranges::sort(found);
    EXPECT_EQ(found, (std::vector<std::string>{"_ZN4deep5levelE", "counter", "factors"}));
}

TEST_F(CompileForCuda, ADamagedCubinIsRefused) {
    std::vector<std::byte> cubin = compile_text("sm_90", "a.cu", kAdd).image;
    for (const std::size_t size : {0u, 3u, 40u, 70u}) {
        const std::span cut = std::span(cubin).first(size);
        expect_error(ErrorCode::bad_input, "the cubin is not a complete 64-bit ELF file",
                     [&] { (void)driver::variables_in_cubin(cut); });
    }
    // Whichever byte is wrong, nothing is read beyond the end.
    for (std::size_t place = 0; place < cubin.size(); place += 1 + place / 64) {
        const std::byte right = std::exchange(cubin[place], std::byte{0xff});
        try {
            (void)driver::variables_in_cubin(cubin);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_input);
        }
        cubin[place] = right;
    }
}

TEST(DetectInput, DetectsLinkerInputByItsFirstBytes) {
    const auto detect = [](std::string_view text) {
        return detect_input(std::as_bytes(std::span(text)));
    };
    EXPECT_EQ(detect(""), LinkInput::detect);
    EXPECT_EQ(detect("int main() {}"), LinkInput::detect);
    EXPECT_EQ(detect("\n//\n// Generated\n.version 9.0\n"), LinkInput::ptx);
    EXPECT_EQ(detect(".version 9.0\n.target sm_90\n"), LinkInput::ptx);
    EXPECT_EQ(detect("!<arch>\nlibrary"), LinkInput::library);
    EXPECT_EQ(detect("\x50\xed\x55\xba"), LinkInput::fatbin);
    EXPECT_EQ(detect(std::string("\x7f"
                                 "ELF\x02\x01\x01",
                                 7) +
                     std::string(11, '\0') + "\x3e"),
              LinkInput::object);
}

}  // namespace
}  // namespace glint
