// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <regex>

#include <gtest/gtest.h>

#include <glint/base/text.hpp>
#include <glint/compiler/detail/compiler_for.hpp>

#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <support/contains.hpp>
#include <support/nvrtc.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSaxpyAndTurn = R"(
extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += a * x[i];
}
template <class T, int kCount>
__global__ void __launch_bounds__(kCount) turn(const T* from, T* to) {
    __shared__ T tile[kCount];
    tile[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    to[threadIdx.x] = tile[kCount - 1 - threadIdx.x];
}
)";

/// Columns of the line that starts with `name`; at least six. If there is no such line, for example
/// because no compiler can be loaded, the test fails and all columns are empty.
std::vector<std::string> row(const std::string& table, const std::string& name) {
    constexpr std::size_t kColumns = 6;
    for (const std::string_view line : text::split(table, '\n')) {
        if (!line.starts_with(name)) continue;
        const std::string whole(line);
        const std::regex gap("  +");
        std::vector<std::string> columns(
            std::sregex_token_iterator(whole.begin(), whole.end(), gap, -1), {});
        EXPECT_GE(columns.size(), kColumns) << line;
        columns.resize(std::max(columns.size(), kColumns));
        return columns;
    }
    ADD_FAILURE() << "no line begins with " << name << " in\n" << table;
    return std::vector<std::string>(kColumns);
}

class CompileCommand : public testing::Test {
protected:
    void SetUp() override { folder_.write("small.cu", kSaxpyAndTurn); }

    Outcome compile(const std::string& arguments, const std::string& environment = "") {
        return start_glint(folder_.path(), "compile " + arguments,
                           "-u GLINT_CPU_LOWERING " + environment);
    }

    std::string output(const std::string& arguments, const std::string& environment = "") {
        const Outcome outcome = compile(arguments, environment);
        EXPECT_EQ(outcome.status, 0) << arguments << "\n" << outcome.err;
        EXPECT_EQ(outcome.err, "") << arguments;
        return outcome.out;
    }

    void expect_refused(const std::string& arguments, const std::string& reason, int status) {
        const Outcome outcome = compile(arguments);
        EXPECT_EQ(outcome.status, status) << arguments;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n") << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
    }

    const TemporaryFolder& folder() const { return folder_; }
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

private:
    TemporaryFolder folder_;
};

TEST_F(CompileCommand, ListsKernelsForTheCpu) {
    const std::string table =
        output("$DIR/small.cu --device cpu --kernel saxpy --kernel 'turn<float, 128>'");
    EXPECT_EQ(std::ranges::count(table, '\n'), 3);
    EXPECT_EQ(row(table, "kernel"), (std::vector<std::string>{"kernel", "registers", "local",
                                                              "shared", "threads", "runs as"}));
    const auto saxpy = row(table, "saxpy");
    ASSERT_EQ(saxpy.size(), 6u) << table;
    EXPECT_EQ(saxpy[0], "saxpy(int, float, const float*, float*)");
    EXPECT_EQ((std::vector(saxpy.begin() + 1, saxpy.end() - 1)),
              (std::vector<std::string>{"-", "-", "0 B", "1024"}));
    EXPECT_TRUE(saxpy[5] == "loops" || saxpy[5].starts_with("lanes (")) << saxpy[5];
    const auto turn = row(table, "turn<float, 128>(const float*, float*)");
    ASSERT_EQ(turn.size(), 6u) << table;
    EXPECT_EQ(turn[3], "512 B");
    EXPECT_EQ(turn[4], "128");
}

TEST_F(CompileCommand, ListsKernelsForAnArchitectureWithoutAGpu) {
    GLINT_NEEDS_NVRTC();
    const std::string table = output(
        "$DIR/small.cu --device cuda:sm_90 --kernel saxpy "
        "--kernel 'turn<float, 128>'");
    const auto saxpy = row(table, "saxpy(int, float, const float*, float*)");
    const auto turn = row(table, "turn<float, 128>(const float*, float*)");
    ASSERT_EQ(saxpy.size(), 6u) << table;
    ASSERT_EQ(turn.size(), 6u) << table;
    EXPECT_GT(std::stoi(saxpy[1]), 0);
    EXPECT_LE(std::stoi(saxpy[1]), 255);
    EXPECT_EQ((std::vector(saxpy.begin() + 2, saxpy.end())),
              (std::vector<std::string>{"0 B", "0 B", "1024", "cubin"}));
    EXPECT_EQ((std::vector(turn.begin() + 2, turn.end())),
              (std::vector<std::string>{"0 B", "512 B", "128", "cubin"}));
}

TEST_F(CompileCommand, ListsTheFilesOfThisRepository) {
    std::vector<std::string> devices{"cpu"};
    if (has_nvrtc()) devices.emplace_back("cuda:sm_90");
    const fs::path root = GLINT_SOURCES;
    for (const std::string& device : devices)
        for (const auto& [file, kernel] :
             {std::pair{"apps/particles/particles.cu", "scatter(int, unsigned int, float4*)"},
              std::pair{"tests/cpu/data/specialise.cu", "linear_sums(const int*, int*)"}})
            EXPECT_EQ(row(output((root / file).string() + " --device " + device), kernel).size(),
                      6u)
                << file << " on " << device;
}

TEST_F(CompileCommand, ReportsHowAKernelRunsAndWhy) {
    folder().write("late.cu", R"(
__device__ int descend(int n) { return n == 0 ? threadIdx.x : descend(n - 1); }
extern "C" __global__ void deep(int* out) { out[threadIdx.x] = descend(out[0]); }
extern "C" __global__ void __launch_bounds__(64) narrow(int* out) { *out = 1; }
)");
    const std::string text = output("$DIR/late.cu --explain --block 16,8");
    EXPECT_TRUE(contains(text, "\ndeep runs in blocks of 16 x 8 x 1 as fibres\n  not as lanes: "));
    EXPECT_TRUE(contains(text,
                         "\n  not as loops: a function that is recursive or called by pointer "
                         "reads the thread index\n"))
        << text;
    EXPECT_TRUE(contains(text,
                         "\nnarrow cannot run in blocks of 16 x 8 x 1, because the kernel's "
                         "maximum is 64 threads per block\n"));
    EXPECT_EQ(row(text, "narrow(int*)").back(), "-");
    EXPECT_TRUE(contains(output("$DIR/late.cu --explain --kernel narrow"),
                         "\nnarrow runs in blocks of 64 x 1 x 1 as "));
}

TEST_F(CompileCommand, PrintsCpuCode) {
    const std::string llvm = output("$DIR/small.cu --llvm");
    EXPECT_EQ(llvm.find("; saxpy in blocks of 256 x 1 x 1: "), 0u);
    EXPECT_TRUE(contains(llvm, "\ndefine "));
    const std::string assembly = output("$DIR/small.cu --asm");
    EXPECT_EQ(assembly.find("# saxpy in blocks of 256 x 1 x 1: "), 0u);
    EXPECT_TRUE(contains(assembly, "\n\tretq\n"));
    EXPECT_GT(output("$DIR/small.cu --asm --debug"), "");
    EXPECT_NE(output("$DIR/small.cu --asm --debug"), assembly);
}

TEST_F(CompileCommand, PrintsPtxAndWritesItToAFile) {
    GLINT_NEEDS_NVRTC();
    const std::string ptx = output("$DIR/small.cu --device cuda:sm_90 --ptx");
    EXPECT_TRUE(contains(ptx, "\n.target sm_90"));
    EXPECT_TRUE(contains(ptx, ".entry saxpy("));
    EXPECT_EQ(output("$DIR/small.cu --device cuda:sm_90 --ptx -o $DIR/out/a.ptx"), "");
    EXPECT_EQ(read_text(path("out/a.ptx")), ptx);
}

TEST_F(CompileCommand, DisassemblesWithTheInstalledTool) {
    GLINT_NEEDS_NVRTC();
    const auto tool = folder().write("bin/nvdisasm", "#!/bin/sh\necho $1; head -c 4 $2\n");
    fs::permissions(tool, fs::perms::owner_all);
    EXPECT_EQ(output("$DIR/small.cu --device cuda:sm_90 --sass",
                     "PATH=" + path("bin") + ":/usr/bin:/bin"),
              "--print-code\n\x7f"
              "ELF");
    folder().write("bin/nvdisasm", "#!/bin/sh\nexit 3\n");
    fs::permissions(tool, fs::perms::owner_all);
    const Outcome failed = compile("$DIR/small.cu --device cuda:sm_90 --sass",
                                   "PATH=" + path("bin") + ":/usr/bin:/bin");
    EXPECT_EQ(failed.status, 1);
    EXPECT_EQ(failed.err, "glint: cannot disassemble " + path("small.cu") + ": " + tool.string() +
                              " failed with status 3\n");
}

TEST_F(CompileCommand, PrintsJson) {
    const std::string json = output("$DIR/small.cu --device cpu --json --kernel saxpy");
    EXPECT_EQ(json.find(R"({"target": "cpu", "kernels": [{"name": "saxpy", "symbol": "saxpy", )"
                        R"("parameters": ["int", "float", "const float*", "float*"], )"
                        R"("registers": null, "local_bytes": null, "static_shared_bytes": 0, )"
                        R"("max_threads_per_block": 1024, "runs_as": ")"),
              0u)
        << json;
    EXPECT_TRUE(contains(output("$DIR/small.cu --json --llvm"), "\"llvm\": \"; ModuleID"));
}

TEST_F(CompileCommand, PassesDefinesFoldersAndFastMath) {
    folder().write("include/size.cuh", "#define SIZE 3\n");
    folder().write("given.cu",
                   "#include <size.cuh>\n#if FLAG != 1\n#error no flag\n#endif\n"
                   "__global__ void f(float* x) { __shared__ float s[SIZE * MORE];\n"
                   "s[threadIdx.x] = x[0]; __syncthreads(); x[1] = 1.0f / s[2]; }\n");
    const std::string flags = "$DIR/given.cu --device cpu -I $DIR/include -D FLAG -D MORE=";
    EXPECT_EQ(row(output(flags + "5"), "f(float*)")[3], "60 B");
    EXPECT_EQ(row(output(flags + "10"), "f(float*)")[3], "120 B");
    const std::string exact = output(flags + "5 --llvm");
    EXPECT_FALSE(contains(exact, "fdiv arcp"));
    EXPECT_TRUE(contains(output(flags + "5 --llvm --fast-math"), "arcp"));
}

TEST_F(CompileCommand, WarnsOnStderrAndContinues) {
    folder().write("loose.cu", "__global__ void f(int* x) { if (x[0] = 1) x[1] = 2; }\n");
    const Outcome outcome = compile("$DIR/loose.cu --device cpu");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.err.find(path("loose.cu") + ":1:"), 0u) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, ": warning: "));
    EXPECT_EQ(row(outcome.out, "f(int*)").size(), 6u);
}

TEST_F(CompileCommand, ShowsErrorsWithTheirPosition) {
    folder().write("wrong.cu", "\n__global__ void f(int* x) { x[0] = y; }\n");
    std::vector<std::string> devices{"cpu"};
    if (has_nvrtc()) devices.emplace_back("cuda:sm_90");
    for (const std::string& device : devices) {
        const Outcome outcome = compile("$DIR/wrong.cu --device " + device);
        EXPECT_EQ(outcome.status, 1);
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(contains(outcome.err, path("wrong.cu") + ":2:36: error: ")) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, "\n    __global__ void f(int* x) { x[0] = y; }\n"));
    }
}

TEST_F(CompileCommand, SuggestsSimilarKernelNames) {
    expect_refused("$DIR/small.cu --device cpu --kernel sxapy",
                   "cannot find kernel 'sxapy' in " + path("small.cu") +
                       ": kernel not found; did you mean 'saxpy'?",
                   1);
    expect_refused("$DIR/none.cu --device cpu",
                   "cannot read file '" + path("none.cu") + "': No such file or directory", 1);
}

TEST_F(CompileCommand, RefusesValuesThatAFlagCannotTake) {
    const std::string file = "$DIR/small.cu ";
    expect_refused("", "FILE is required", 2);
    for (const char* block : {"2048", "0", "x", "32,", "64,32", "1,1,65", "1,1,1,1"})
        expect_refused(file + "--block " + block,
                       "--block: '" + std::string(block) +
                           "' does not have the form X[,Y[,Z]] with at most 1024 threads and a Z "
                           "of at most 64",
                       2);
    for (const char* device : {"cuda:sm_1", "cuda:sm_", "cuda:sm_ninety", "cuda:sm_9000"})
        expect_refused(
            file + "--device " + device,
            "--device: '" + std::string(device) + "' is not an architecture such as cuda:sm_90", 2);
    expect_refused(file + "-D 1x", "-D: '1x' does not have the form NAME or NAME=VALUE", 2);
    expect_refused(file + "-I " + path("none"), "-I: '" + path("none") + "' is not a folder", 2);
    expect_refused(file + "--expalin", "unknown argument '--expalin'; did you mean '--explain'?",
                   2);
    for (const char* flag : {"--sass", "--ptx"})
        expect_refused(file + "--device cpu " + flag,
                       "--device: --ptx and --sass apply only to GPUs, such as cuda:sm_90", 2);
    for (const char* flag : {"--llvm", "--asm", "--explain", "--block 32"})
        expect_refused(file + "--device cuda:sm_90 " + flag,
                       "--device: --llvm, --asm, --explain and --block apply only to the CPU, "
                       "not to cuda:sm_90",
                       2);
}

TEST_F(CompileCommand, RefusesFilesThatItCannotWrite) {
    const Outcome outcome = compile("$DIR/small.cu --device cpu -o /dev/null/x");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(contains(outcome.err, "glint: cannot write file '/dev/null/x': ")) << outcome.err;
}

}  // namespace
}  // namespace glint::test
