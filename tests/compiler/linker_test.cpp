// SPDX-License-Identifier: MIT
#include <glint/compiler/linker.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <glint/base/text.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/detail/definitions.hpp>
#include <glint/compiler/detail/nvjitlink.hpp>
#include <glint/cuda/cubin.hpp>
#include <glint/driver/module.hpp>

#include <base/scratch.hpp>
#include <compiler/compilers.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using driver::detect_input;
using test::expect_error;
using test::ScopedVariable;
using test::TemporaryFolder;
using test::text_of;

const std::string kCaller =
    "extern __device__ int twice(int);\n"
    "extern __device__ int offset;\n"
    "extern \"C\" __global__ void apply(int* x) { *x = twice(*x) + offset; }\n";
const std::string kCallee =
    "__device__ int offset = 5;\n"
    "__device__ int twice(int x) { return 2 * x; }\n"
    "extern \"C\" __global__ void unused(int* x) { *x = 0; }\n";

const ProgramOptions kApart{.relocatable = true};

Binary part(std::string_view target, const std::string& text, BinaryKind kind) {
    return compile_text(target, "part.cu", text, kApart, kind);
}

/// Tests of linking, which need no GPU.
class Linking : public testing::Test {
protected:
    void SetUp() override {
        if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
        if (compiler::nvjitlink_version().empty()) GTEST_SKIP() << "cuda: nvJitLink is missing";
    }

    static Linker both(BinaryKind kind, std::string_view target = "sm_90") {
        Linker linker(target);
        linker.add(part(target, kCaller, kind), "caller")
            .add(part(target, kCallee, kind), "callee");
        return linker;
    }

    TemporaryFolder folder_;
    ScopedVariable cache_{"GLINT_CACHE_DIR", folder_.path() / "cache"};
};

TEST_F(Linking, EachInputKindLinksToMachineCode) {
    for (const BinaryKind kind : {BinaryKind::native, BinaryKind::ptx, BinaryKind::ltoir}) {
        const Binary linked = both(kind).link();
        EXPECT_EQ(detect_input(linked.image), LinkInput::cubin) << static_cast<int>(kind);
        EXPECT_EQ(driver::variables_in_cubin(linked.image), std::vector<std::string>{"offset"});
    }
}

TEST_F(Linking, PtxMayEndInAZero) {
    std::vector<std::byte> text = part("sm_90", kCallee, BinaryKind::ptx).image;
    ASSERT_NE(text.back(), std::byte{0});
    Linker plain("sm_90");
    plain.add(text, "callee");
    text.push_back(std::byte{0});
    Linker terminated("sm_90");
    terminated.add(text, "callee");
    EXPECT_EQ(terminated.link().image, plain.link().image);
}

TEST_F(Linking, KindsMayBeMixed) {
    Linker linker("sm_90");
    linker.add(part("sm_90", kCaller, BinaryKind::ltoir), "caller");
    linker.add(part("sm_90", kCallee, BinaryKind::native), "callee");
    EXPECT_EQ(detect_input(linker.link().image), LinkInput::cubin);
}

TEST_F(Linking, LtoInlinesCalls) {
    const std::string ptx = text_of(both(BinaryKind::ltoir).link({.kind = BinaryKind::ptx}));
    EXPECT_NE(ptx.find(".entry apply("), ptx.npos) << ptx;
    EXPECT_EQ(ptx.find("call"), ptx.npos) << ptx;
    EXPECT_NE(ptx.find(".entry unused("), ptx.npos);
    expect_error(ErrorCode::unsupported,
                 "the output must be machine code. PTX requires an input of LTO-IR",
                 [&] { (void)both(BinaryKind::native).link({.kind = BinaryKind::ptx}); });
}

TEST_F(Linking, UnwantedKernelsAreRemoved) {
    const std::string ptx =
        text_of(both(BinaryKind::ltoir).link({.kernels = {"apply"}, .kind = BinaryKind::ptx}));
    EXPECT_NE(ptx.find(".entry apply("), ptx.npos);
    EXPECT_EQ(ptx.find("unused"), ptx.npos);
}

TEST_F(Linking, FastMathReachesTheCode) {
    const std::string text =
        "extern \"C\" __global__ void divide(float* x) { x[0] = x[1] / x[2]; }\n";
    Linker linker("sm_90");
    linker.add(part("sm_90", text, BinaryKind::ltoir), "divide");
    EXPECT_NE(text_of(linker.link({.kind = BinaryKind::ptx})).find("div.rn.f32"),
              std::string::npos);
    EXPECT_NE(
        text_of(linker.link({.fast_math = true, .kind = BinaryKind::ptx})).find("div.full.ftz.f32"),
        std::string::npos);
}

TEST_F(Linking, OptionsChangeTheCode) {
    const Linker linker = both(BinaryKind::ptx);
    const std::vector<std::byte> plain = linker.link().image;
    EXPECT_NE(linker.link({.max_registers = 16}).image, plain);
    EXPECT_NE(linker.link({.optimized = false}).image, plain);
    const std::string debug = text_of(linker.link({.optimized = false, .debug = true}));
    EXPECT_NE(debug.find(".debug_line"), debug.npos);
    EXPECT_GT(debug.size(), plain.size());
}

TEST_F(Linking, UndefinedSymbolsAreNamed) {
    Linker linker("sm_90");
    linker.add(part("sm_90", kCaller, BinaryKind::native), "caller");
    try {
        (void)linker.link();
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::compile);
        EXPECT_NE(error.reason().find("_Z5twicei"), std::string::npos) << error.what();
    }
}

TEST_F(Linking, DuplicateSymbolsAreNamed) {
    for (const BinaryKind kind : {BinaryKind::native, BinaryKind::ptx}) {
        Linker linker("sm_90");
        const std::string text = "__device__ int twice(int x) { return 2 * x; }\n";
        linker.add(part("sm_90", text, kind), "one").add(part("sm_90", text, kind), "two");
        expect_error(ErrorCode::compile, "'twice' (_Z5twicei) is defined in both 'one' and 'two'",
                     [&] { (void)linker.link(); });
    }
    try {
        Linker linker("sm_90");
        for (const char* name : {"one", "two"})
            linker.add(part("sm_90", kCallee, BinaryKind::ltoir), name);
        (void)linker.link();
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(error.reason().find("symbol multiply defined"), std::string::npos);
    }
}

TEST_F(Linking, DefinitionsAreFoundInPtxAsInCubins) {
    const std::string text = R"(
__device__ int counter;
__device__ float table[3] = {1, 2, 3};
__constant__ double level = 2;
static __device__ int hidden;
__device__ __noinline__ void store(int* x) { *x = counter + hidden; }
__device__ __noinline__ float3 triple(float x) { return make_float3(x, table[1], level); }
template <int k> __global__ void set(int* out) { *out = k; }
__global__ void f(int* x, float3* y) { store(x); *y = triple(2.0f); }
)";
    const auto compiled = [&](BinaryKind kind) {
        return compile_text("sm_90", "d.cu", text,
                            {.instantiations = {"set<7>"}, .relocatable = true}, kind);
    };
    auto in_ptx = compiler::definitions_in_ptx(text_of(compiled(BinaryKind::ptx)));
    auto in_cubin = driver::definitions_in_cubin(compiled(BinaryKind::native).image);
    std::ranges::sort(in_ptx);
    std::ranges::sort(in_cubin);
    EXPECT_EQ(in_ptx, in_cubin);
    EXPECT_EQ(in_ptx, (std::vector<std::string>{"_Z1fPiP6float3", "_Z5storePi", "_Z6triplef",
                                                "counter", "level", "table"}));
}

TEST_F(Linking, KernelsThatLaunchKernelsNeedTheDeviceRuntime) {
    const std::string text =
        "__global__ void child(int* x) { x[threadIdx.x] = 7; }\n"
        "extern \"C\" __global__ void parent(int* x) { child<<<1, 4>>>(x); }\n";
    Linker linker("sm_90");
    linker.add(part("sm_90", text, BinaryKind::native), "launches.cu");
    EXPECT_THROW((void)linker.link(), Error);
    linker.add_device_runtime();
    EXPECT_EQ(detect_input(linker.link().image), LinkInput::cubin);
}

TEST_F(Linking, InstantiationsKeepTheirSymbols) {
    const std::string text = "template <int k> __global__ void set(int* out) { *out = k; }\n";
    Linker linker("sm_90");
    linker.add(
        compile_text("sm_90", "set.cu", text, {.instantiations = {"set<7>"}, .relocatable = true}),
        "set.cu");
    EXPECT_EQ(linker.link().symbols.at("set<7>"), "_Z3setILi7EEvPi");
}

TEST_F(Linking, FilesAreIdentifiedByContent) {
    const auto file = folder_.path() / "callee.bin";
    write_atomically(file, part("sm_90", kCallee, BinaryKind::native).image);
    Linker linker("sm_90");
    linker.add(part("sm_90", kCaller, BinaryKind::native), "caller").add_file(file);
    EXPECT_EQ(detect_input(linker.link().image), LinkInput::cubin);
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { linker.add_file(folder_.path() / "none.o"); });
    expect_error(ErrorCode::bad_input,
                 "the input is not a cubin, PTX, LTO-IR, fatbin, object or library",
                 [&] { linker.add(std::as_bytes(std::span("text")), "notes.txt"); });
}

TEST_F(Linking, RepeatedLinksAreCached) {
    const auto entries = [&] {
        const auto folder = folder_.path() / "cache" / "binaries";
        return std::ranges::count_if(std::filesystem::recursive_directory_iterator(folder),
                                     [](const auto& entry) { return entry.is_regular_file(); });
    };
    const std::vector<std::byte> first = both(BinaryKind::native).link().image;
    EXPECT_EQ(entries(), 3);
    EXPECT_EQ(both(BinaryKind::native).link().image, first);
    EXPECT_EQ(entries(), 3);
    (void)both(BinaryKind::native).link({.line_info = true});
    EXPECT_EQ(entries(), 4);
}

TEST_F(Linking, TheLogHasTheLinkerOutput) {
    std::string log = "old";
    (void)both(BinaryKind::native).link({.nvjitlink_flags = {"-verbose"}, .log = &log});
    EXPECT_EQ(log.find("old"), std::string::npos);
    EXPECT_NE(log.find("apply"), std::string::npos) << log;
}

TEST_F(Linking, TheLogExplainsFailures) {
    Linker unresolved("sm_90");
    unresolved.add(part("sm_90", kCaller, BinaryKind::native), "caller");
    Linker nonsense("sm_90");
    nonsense.add(std::as_bytes(std::span(std::string_view(".version 9.0\n.target sm_90\nadd;\n"))),
                 "nonsense", LinkInput::ptx);
    Linker twice("sm_90");
    for (const char* name : {"one", "two"})
        twice.add(part("sm_90", kCallee, BinaryKind::native), name);
    for (const Linker* linker : {&unresolved, &nonsense, &twice}) {
        std::string log = "old";
        try {
            (void)linker->link({.log = &log});
            ADD_FAILURE() << "it was linked";
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::compile);
            EXPECT_EQ(text::trim(log), error.reason());
        }
    }
}

TEST_F(Linking, InvalidRequestsAreRefused) {
    expect_error(ErrorCode::invalid_state, "nothing was added to link",
                 [] { (void)Linker("sm_90").link(); });
    expect_error(ErrorCode::invalid_argument,
                 "an architecture has the form sm_90, sm_90a or compute_90",
                 [] { Linker("hopper"); });
    expect_error(ErrorCode::unsupported, "the driver links only for an open device",
                 [] { (void)both(BinaryKind::native).link({.by = LinkOptions::By::driver}); });
    EXPECT_THROW((void)both(BinaryKind::native).link({.nvjitlink_flags = {"-no-such-flag"}}),
                 Error);
}

using LinkedModules = test::OnEachBackend;

TEST_P(LinkedModules, RunOnGpusAndAreRefusedByTheCpu) {
    const Device device = open();
    if (device.kind() == BackendKind::cpu) {
        expect_error(ErrorCode::unsupported,
                     "the CPU has no linker, and compiles a source together with all functions "
                     "that the source calls. Combine the sources with #include",
                     [&] { const Linker linker(device); });
        return;
    }
    const std::string target = compiler::target_of(device);
    for (const auto by : {LinkOptions::By::best, LinkOptions::By::driver})
        for (const BinaryKind kind : {BinaryKind::native, BinaryKind::ptx, BinaryKind::ltoir}) {
            if (by == LinkOptions::By::driver && kind == BinaryKind::ltoir) continue;
            Linker linker(device);
            linker.add(part(target, kCaller, kind), "caller");
            linker.add(part(target, kCallee, kind), "callee");
            const Module module(device, linker.link({.by = by}).image);
            Stream stream(device);
            auto memory = to_device(stream, std::vector<int>{10});
            module.kernel<void(int*)>("apply").launch(stream, {}, memory);
            EXPECT_EQ(to_vector(stream, memory), std::vector<int>{25});
        }
}

TEST_P(LinkedModules, TheDriverRefusesNvJitLinkOnlyFeatures) {
    const Device device = open();
    if (device.kind() == BackendKind::cpu) return;  // the CPU backend has no linker
    Linker linker(device);
    linker.add(part(compiler::target_of(device), kCallee, BinaryKind::ltoir), "callee");
    EXPECT_THROW((void)linker.link({.by = LinkOptions::By::driver}), Error);
}

TEST_P(LinkedModules, KernelsLaunchKernels) {
    const Device device = open();
    // The CPU reports launches from kernels as errors.
    if (device.kind() == BackendKind::cpu) return;
    const std::string text =
        "__global__ void child(int* x) { x[threadIdx.x] = 7 * threadIdx.x; }\n"
        "extern \"C\" __global__ void parent(int* x) { child<<<1, 4>>>(x); }\n";
    Linker linker(device);
    linker.add(part(compiler::target_of(device), text, BinaryKind::native), "launches.cu");
    linker.add_device_runtime();
    const Module module(device, linker.link().image);
    Stream stream(device);
    auto memory = to_device(stream, std::vector<int>(4, -1));
    module.kernel<void(int*)>("parent").launch(stream, {}, memory);
    EXPECT_EQ(to_vector(stream, memory), (std::vector<int>{0, 7, 14, 21}));
}

INSTANTIATE_TEST_SUITE_P(Backends, LinkedModules, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
