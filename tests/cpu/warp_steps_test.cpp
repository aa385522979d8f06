// SPDX-License-Identifier: MIT
// Warps that exchange values through volatile memory, relying on lockstep execution.
#include <numeric>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

class CpuWarpSteps : public testing::TestWithParam<const char*> {
protected:
    static compiler::Source steps() {
        compiler::Source source = source_file("warp_steps.cu");
        source.cpu_lowering = GetParam();
        return source;
    }

    Program program_{steps()};
};

TEST_P(CpuWarpSteps, UnrolledReductionWorks) {
    for (const char* kernel : {"reduce", "reduce_after_return"}) {
        if (GetParam() == std::string("lanes") && kernel == std::string("reduce_after_return"))
            continue;
        std::vector<int> out(20);
        program_.run(kernel, {.grid = {20}, .block = {64}}, 40, out.data());
        for (int block = 0; block < 20; ++block) EXPECT_EQ(out[block], 780 + block) << kernel;
    }
}

TEST_P(CpuWarpSteps, OneWarpNeedsNoBarrier) {
    std::vector<int> out(32);
    program_.run("reduce_one_warp", one_block({32}), out.data());
    EXPECT_EQ(out, std::vector<int>(32, 2016));
}

TEST_P(CpuWarpSteps, ThreadsReconvergeAfterABranch) {
    std::vector<int> values(32), out(32);
    std::iota(values.begin(), values.end(), 0);
    program_.run("reduce_global", one_block({32}), values.data(), out.data());
    EXPECT_EQ(out, std::vector<int>(32, 496));
}

TEST_P(CpuWarpSteps, WaitingThreadsSeeWritesOfOthers) {
    if (GetParam() == std::string("lanes")) return;  // lanes do not support waiting loops
    std::vector<int> out(4);
    program_.run("turns", one_block({128}), out.data());
    EXPECT_EQ(out, (std::vector<int>{3, 2, 1, 0}));
    std::vector<int> seen(1);
    program_.run("lanes_wait", one_block({32}), seen.data());
    EXPECT_EQ(seen[0], 7);
}

INSTANTIATE_TEST_SUITE_P(Lowerings, CpuWarpSteps, testing::Values("best", "fibres", "lanes"));

TEST(CpuWarpStepsAsLoops, AreRefused) {
    compiler::Source source = source_file("warp_steps.cu");
    source.cpu_lowering = "loops";
    Program program(source);
    std::vector<int> out(32);
    try {
        program.run("reduce_one_warp", one_block({32}), out.data());
        ADD_FAILURE() << "ran as loops";
    } catch (const Error& error) {
        EXPECT_EQ(error.reason(), "the threads exchange values through volatile memory");
    }
}

TEST(CpuWarpStepsInDebugMode, MissingSyncwarpIsARace) {
    compiler::Source source = source_file("warp_steps.cu");
    source.debug = true;
    Program program(source);
    std::vector<int> out(1);
    try {
        program.run("reduce", one_block({64}), 40, out.data());
        ADD_FAILURE() << "found no race, and gave " << out[0];
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("a race on shared memory"), std::string::npos)
            << error.what();
    }
}

}  // namespace
}  // namespace glint::cpu::test
