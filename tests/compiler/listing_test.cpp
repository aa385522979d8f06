// SPDX-License-Identifier: MIT
#include <glint/backend/source/listing.hpp>

#include <algorithm>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <compiler/compilers.hpp>
#include <support/backends.hpp>

namespace glint::compiler {
namespace {

constexpr const char* kListedSource = R"(
extern "C" __global__ void first(const float* from, float* to) { to[0] = from[0]; }
struct Pair { int a; double b; };
namespace inner {
__global__ void __launch_bounds__(96) second(const Pair pair, const int* const* __restrict__ lists) {
    if (lists[0][0] == pair.a) __trap();
}
}
template <int N>
__global__ void third(int* out) {
    // Threads add where their data says, so that no compiler does without the array.
    __shared__ int counts[N];
    counts[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&counts[out[threadIdx.x] & (N - 1)], 1);
    __syncthreads();
    out[threadIdx.x] = counts[threadIdx.x];
}
)";

class Listings : public testing::TestWithParam<std::string> {
protected:
    Listing inspect(const InspectOptions& options,
                    const std::vector<std::string>& instantiations = {"third<16>", "third<32>"}) {
        Source source = test::source("a.cu", kListedSource);
        source.instantiations = instantiations;
        return test::compiler_called(GetParam())->inspect(source, options);
    }

    std::vector<std::string> signatures(const std::vector<std::string>& kernels) {
        std::vector<std::string> found;
        for (const KernelListing& kernel : inspect({.kernels = kernels}).kernels)
            found.push_back(signature_of(kernel));
        std::sort(found.begin(), found.end());
        return found;
    }
};

using Names = std::vector<std::string>;

TEST_P(Listings, SpellKernelsLikeTheSource) {
    EXPECT_EQ(signatures({}),
              (Names{"first(const float*, float*)", "inner::second(Pair, const int* const*)",
                     "third<16>(int*)", "third<32>(int*)"}));
}

TEST_P(Listings, ContainOnlyRequestedKernels) {
    EXPECT_EQ(signatures({"first"}), (Names{"first(const float*, float*)"}));
    EXPECT_EQ(signatures({"inner::second", "third<32>"}),
              (Names{"inner::second(Pair, const int* const*)", "third<32>(int*)"}));
    EXPECT_EQ(signatures({"third"}), (Names{"third<16>(int*)", "third<32>(int*)"}));
    test::expect_error(ErrorCode::not_found, "kernel not found; did you mean 'inner::second'?",
                       [&] { (void)signatures({"first", "inner::secnod"}); });
}

TEST_P(Listings, ReportTheLimitsOfAKernel) {
    const Listing listing = inspect({.kernels = {"inner::second", "third<32>"}});
    ASSERT_EQ(listing.kernels.size(), 2u);
    const bool in_order = listing.kernels[0].name == "inner::second";
    const KernelListing& second = listing.kernels[in_order ? 0 : 1];
    const KernelListing& third = listing.kernels[in_order ? 1 : 0];
    EXPECT_EQ(second.max_threads_per_block, 96u);
    EXPECT_EQ(second.static_shared_bytes, 0u);
    EXPECT_EQ(third.max_threads_per_block, 1024u);
    EXPECT_EQ(third.registers > 0, GetParam() == "nvrtc");
    EXPECT_EQ(third.static_shared_bytes, 128u);
    EXPECT_TRUE(listing.warnings.empty());
}

TEST_P(Listings, ContainCodeOnRequest) {
    const Listing without = inspect({});
    EXPECT_EQ(without.ptx + without.kernels[0].llvm + without.kernels[0].assembly, "");
    EXPECT_TRUE(without.cubin.empty());
    const Listing with = inspect({.with_code = true});
    const bool on_cpu = GetParam() == "clang";
    EXPECT_EQ(with.kernels[0].llvm.empty(), !on_cpu);
    EXPECT_EQ(with.kernels[0].assembly.empty(), !on_cpu);
    EXPECT_EQ(with.ptx.empty(), on_cpu);
    EXPECT_EQ(with.cubin.empty(), on_cpu);
}

INSTANTIATE_TEST_SUITE_P(Each, Listings, testing::ValuesIn(test::compiler_names()), test::name);

TEST(CpuListings, UseTheRequestedLowering) {
    Source source = test::source("a.cu", kListedSource);
    const auto compiler = test::compiler_called("clang");
    const test::ScopedVariable free("GLINT_CPU_LOWERING", std::nullopt);
    const auto first = [&] { return compiler->inspect(source, {.kernels = {"first"}}).kernels[0]; };
    EXPECT_NE(first().lowering, "fibres");
    source.cpu_lowering = "fibres";
    EXPECT_EQ(first().lowering, "fibres");
    ASSERT_EQ(first().obstacles.size(), 2u);
    EXPECT_EQ(first().obstacles[1].lowering, "loops");
    EXPECT_EQ(first().obstacles[1].reason, "the requested lowering is fibres");
    const test::ScopedVariable forced("GLINT_CPU_LOWERING", "loops");
    EXPECT_EQ(first().lowering, "loops");
}

TEST(CpuListings, UseTheDefaultBlockIfItFits) {
    Source source = test::source("a.cu", kListedSource);
    const auto blocks = [&](const InspectOptions& options) {
        std::vector<unsigned> widths;
        for (const auto& kernel : test::compiler_called("clang")->inspect(source, options).kernels)
            widths.push_back(kernel.block.x);
        return widths;
    };
    EXPECT_EQ(blocks({}), (std::vector<unsigned>{256, 96}));
    EXPECT_EQ(blocks({.block = driver::Dim3{32}}), (std::vector<unsigned>{32, 32}));
}

}  // namespace
}  // namespace glint::compiler
