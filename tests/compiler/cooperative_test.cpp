// SPDX-License-Identifier: MIT
// Kernels that synchronize the whole grid are detected from the compiled code.
#include <glint/compiler/compile.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/linker.hpp>
#include <glint/driver/memory.hpp>

#include <base/scratch.hpp>

namespace glint {
namespace {

using Names = std::vector<std::string>;

constexpr const char* kGridKernels = R"(
#include <cooperative_groups.h>
using cooperative_groups::this_grid;

extern "C" __global__ void waits(int* x) {
    for (int i = 0; i < *x; ++i) {
        this_grid().sync();
        x[blockIdx.x] += i;
        this_grid().sync();
    }
}
extern "C" __global__ void halves(int* x) {
    const auto grid = this_grid();
    auto token = grid.barrier_arrive();
    x[1] = 2;
    grid.barrier_wait(static_cast<decltype(token)&&>(token));
}
__device__ __noinline__ void far(cooperative_groups::grid_group grid) { grid.sync(); }
template <class T>
__global__ void calls(T* x) {
    far(this_grid());
    *x = 1;
}
extern "C" __global__ void ranks(unsigned long long* x) { *x = this_grid().thread_rank(); }
extern "C" __global__ void either(int* x) {
    const auto grid = this_grid();
    if (grid.is_valid()) grid.sync();
    *x = 1;
}
extern "C" __global__ void traps(int* x) {
    __syncthreads();
    if (*x) __trap();
}
)";

class CooperativeKernelsOf : public testing::Test {
protected:
    void SetUp() override {
        if (compiler::nvrtc_version().empty()) GTEST_SKIP() << "cuda: NVRTC is missing";
    }
    static Binary compiled(const std::string& target, const ProgramOptions& options = {}) {
        ProgramOptions with_template = options;
        with_template.instantiations = {"calls<int>"};
        return compile_text(target, "waits.cu", kGridKernels, with_template);
    }
    static Names sorted(Names names) {
        std::ranges::sort(names);
        return names;
    }
    test::TemporaryFolder folder_;
    test::ScopedVariable cache_{"GLINT_CACHE_DIR", folder_.path().string()};
};

TEST_F(CooperativeKernelsOf, AreKernelsThatNeedACooperativeLaunch) {
    for (const char* target : {"sm_75", "sm_90", "compute_90"}) {
        const Binary code = compiled(target);
        EXPECT_EQ(sorted(code.cooperative_kernels),
                  sorted({code.symbols.at("calls<int>"), "halves", "waits"}))
            << target;
    }
}

TEST_F(CooperativeKernelsOf, AreKnownForCachedCode) {
    const Binary fresh = compiled("sm_90");
    EXPECT_EQ(compiled("sm_90").cooperative_kernels, fresh.cooperative_kernels);
    EXPECT_EQ(fresh.cooperative_kernels.size(), 3u);
}

TEST_F(CooperativeKernelsOf, AreNotDetectedInDebugCode) {
    EXPECT_EQ(compiled("sm_90", {.debug = true}).cooperative_kernels, Names{});
}

TEST_F(CooperativeKernelsOf, AreKnownAfterLinking) {
    const Binary part = compiled("sm_90", {.relocatable = true});
    Linker linker("sm_90");
    linker.add(part, "waits.cu");
    try {
        EXPECT_EQ(linker.link({.by = LinkOptions::By::nvjitlink}).cooperative_kernels,
                  part.cooperative_kernels);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::unsupported) throw;
        GTEST_SKIP() << "cuda: " << error.what();
    }
}

TEST(CooperativePrograms, RefusePlainLaunchesEvenFromTheCache) {
    if (const std::string why = cuda_unavailable_reason(); !why.empty())
        GTEST_SKIP() << "cuda: " << why;
    Stream stream(Device::open("cuda"));
    DeviceMemory<int> memory(stream.device(), 64);
    fill(stream, memory.span(), 1);
    for (int round = 0; round < 2; ++round) {
        Program program = Program::from_text(stream.device(), "waits.cu", kGridKernels);
        for (const char* name : {"waits", "halves", "calls<int>"})
            EXPECT_THROW(program.kernel<void(int*)>(name).launch(stream, LaunchShape{}, memory),
                         Error)
                << name;
        program.kernel<void(int*)>("either").launch(stream, LaunchShape{}, memory);
        program.kernel<void(int*)>("waits").launch(stream, {.cooperative = true}, memory);
        stream.synchronize();
    }
}

TEST(CooperativeKernelsOnTheCpu, AreCompileErrors) {
    EXPECT_EQ(
        compile_text("cpu", "a.cu", "__global__ void f(int* x) { *x = 1; }").cooperative_kernels,
        Names{});
    EXPECT_THROW((void)compile_text("cpu", "waits.cu", kGridKernels), CompileError);
}

}  // namespace
}  // namespace glint
