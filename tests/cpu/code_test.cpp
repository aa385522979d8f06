// SPDX-License-Identifier: MIT
// The code of kernels that run as lanes should match hand-written vector loops. Correct results do
// not show this, because running threads one by one gives the same results.
#include <algorithm>
#include <iterator>
#include <regex>

#include <base/scratch.hpp>

#include "lanes_fixture.hpp"

namespace glint::cpu::test {
namespace {

using driver::Dim3;

/// The optimized code of one kernel.
class Code {
public:
    Code(const std::string& kernel, const Dim3& block) {
        const auto listing = source_compiler().inspect(
            lanes_source("code.cu"), {.kernels = {kernel}, .block = block, .with_code = true});
        const auto& found = listing.kernels.at(0);
        EXPECT_EQ(found.lowering, "lanes") << kernel;
        EXPECT_GE(found.lane_count, 8u) << kernel;
        text_ = found.llvm;
    }

    std::ptrdiff_t count(const std::string& pattern) const {
        const std::regex regex(pattern);
        return std::distance(std::sregex_iterator(text_.begin(), text_.end(), regex), {});
    }
    bool has(const std::string& pattern) const { return count(pattern) > 0; }

private:
    std::string text_;
};

constexpr const char* kVectorLoad = "= load <[0-9]+ x ";
constexpr const char* kVectorStore = "store <[0-9]+ x ";
constexpr const char* kMasked = "call .*@llvm\\.masked\\.(load|store)";
constexpr const char* kScattered = "call .*@llvm\\.masked\\.(gather|scatter)";

struct Kernel {
    const char* name;
    /// True if the last group of lanes may be partly idle.
    bool has_bounds = false;
    /// True if lanes access non-contiguous memory.
    bool is_scattered = false;
    bool writes_rows = true;
    Dim3 block{256};

    friend void PrintTo(const Kernel& kernel, std::ostream* out) { *out << kernel.name; }
};

class CpuCode : public testing::Test {
protected:
    glint::test::ScopedVariable free_{"GLINT_CPU_LOWERING", std::nullopt};
};

class CpuRows : public CpuCode, public testing::WithParamInterface<Kernel> {};

TEST_P(CpuRows, MoveAsVectors) {
    const Kernel& kernel = GetParam();
    const Code code(kernel.name, kernel.block);
    EXPECT_EQ(code.has(kMasked), kernel.has_bounds);
    EXPECT_EQ(code.has(kScattered), kernel.is_scattered);
    EXPECT_TRUE(code.has(kVectorLoad));
    EXPECT_EQ(code.has(kVectorStore), kernel.writes_rows);
    // The code contains neither divisions per lane nor runtime calls for synchronization.
    EXPECT_EQ(code.count("[us](div|rem) <"), 0);
    EXPECT_EQ(code.count("call .*@__glint_(shared|barrier|warp|thread)"), 0);
}

INSTANTIATE_TEST_SUITE_P(
    Kernels, CpuRows,
    testing::Values(Kernel{.name = "saxpy", .has_bounds = true},
                    Kernel{.name = "saxpy_wide", .has_bounds = true},
                    Kernel{.name = "grid_stride", .has_bounds = true},
                    Kernel{.name = "image", .has_bounds = true, .block = {32, 8}},
                    Kernel{.name = "early_return", .has_bounds = true},
                    Kernel{.name = "block_sum", .has_bounds = true}, Kernel{.name = "structs"},
                    Kernel{.name = "colours"}, Kernel{.name = "polynomial"},
                    Kernel{.name = "gathered", .is_scattered = true},
                    Kernel{.name = "total", .writes_rows = false},
                    Kernel{.name = "warp_sum", .writes_rows = false},
                    Kernel{.name = "matrix_tile", .block = {16, 16}}, Kernel{.name = "maths"},
                    Kernel{.name = "divergent"}, Kernel{.name = "halved"}),
    [](const auto& test) { return std::string(test.param.name); });

TEST_F(CpuCode, AtomicAddsAreSummedAcrossLanes) {
    const Code total("total", {256}), columns("columns", {256});
    EXPECT_EQ(total.count("atomicrmw"), 1);
    EXPECT_TRUE(total.has("@llvm\\.vector\\.reduce\\.add"));
    // There is one atomic per group of lanes, in a loop over those groups that added anything.
    EXPECT_GE(columns.count("atomicrmw"), 1);
    EXPECT_LE(columns.count("atomicrmw"), 32);
    EXPECT_TRUE(columns.has(kVectorLoad));
}

TEST_F(CpuCode, UniformValuesAreLoadedOnce) {
    const Code code("polynomial", {256});
    EXPECT_GE(code.count("= load float"), 9);
    EXPECT_EQ(code.count("= load float") % 9, 0);
}

TEST_F(CpuCode, VectorizesDivisions) {
    const Code code("stencil", {256});
    EXPECT_EQ(code.count("[us](div|rem) <"), 0);
    // There is one remainder for each neighbor of the first lane, and one to find the block's index
    // in the grid.
    EXPECT_LE(code.count("[us]rem i32"), 4);
    EXPECT_TRUE(code.has(kMasked));
}

TEST_F(CpuCode, VectorizesConversionsAndShiftsOfAnyOperand) {
    const Code code("converted", {256});
    EXPECT_TRUE(code.has("fptosi <[0-9]+ x float>"));
    EXPECT_TRUE(code.has("fptosi <[0-9]+ x double>"));
    EXPECT_TRUE(code.has("fptoui <[0-9]+ x float>"));
    EXPECT_TRUE(code.has("shl <[0-9]+ x i32>"));
    EXPECT_EQ(code.count("fpto[su]i (float|double)"), 0);
    EXPECT_EQ(code.count(kScattered), 0);
}

#if defined(__x86_64__)
TEST_F(CpuCode, CallsVectorMathFunctions) {
    const Code code("maths", {256});
    for (const char* function : {"sin", "exp", "log"}) {
        EXPECT_TRUE(code.has(std::string("call .*@_ZGV[a-zN0-9]+_") + function)) << function;
        EXPECT_EQ(code.count(std::string("call .*@") + function + "f?\\("), 0) << function;
    }
}
#endif

}  // namespace
}  // namespace glint::cpu::test
