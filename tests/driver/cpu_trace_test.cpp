// SPDX-License-Identifier: MIT
// The CPU reads $GLINT_TRACE when it is first opened, so each test runs in its own process.
#include <cstdlib>

#include <gtest/gtest.h>

#include <driver/kernels.hpp>
#include <driver/plain_memory.hpp>

namespace glint {
namespace {

void work_and_end() {
    Stream stream(Device::open("cpu"));
    auto numbers = test::to_plain_memory(stream, std::vector<unsigned>(1000, 0));
    const Module module(stream.device(), test::compiled(stream.device(), "launch.cu").image);
    module.kernel<void(std::size_t, unsigned*)>("number").launch(
        stream, {.grid = {4}, .block = {256}}, 1000, numbers);
    fill(stream, numbers.span(), 7u);
    const bool is_right = to_vector(stream, numbers) == std::vector<unsigned>(1000, 7);
    numbers = {};
    std::exit(is_right ? 0 : 1);
}

class CpuTraceDeathTest : public testing::Test {
protected:
    CpuTraceDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
    ~CpuTraceDeathTest() override { unsetenv("GLINT_TRACE"); }
};

TEST_F(CpuTraceDeathTest, WritesOperationsWithTheirTime) {
    setenv("GLINT_TRACE", "1", 1);
    const std::string line = "glint: trace .[0-9]+.: cpu[.]";
    const std::string done = " = done, [0-9.]+ us\n(.*\n)*";
    EXPECT_EXIT(work_and_end(), testing::ExitedWithCode(0),
                line + "allocate.4000. = 0x[0-9a-f]+, 0[.]0 us\n(.*\n)*" +  //
                    line + "copy.0x[0-9a-f]+, 0x[0-9a-f]+, 4000." + done + line +
                    "launch.number, 4 x 1 x 1 blocks of 256 x 1 x 1 threads, 0 bytes." + done +
                    line + "fill.0x[0-9a-f]+, 1000 x 1 x 1 of 4 bytes." + done + line +
                    "release.0x[0-9a-f]+." + done);
}

TEST_F(CpuTraceDeathTest, IsOffByDefault) {
    for (const char* value : {"", "0"}) {
        setenv("GLINT_TRACE", value, 1);
        EXPECT_EXIT(work_and_end(), testing::ExitedWithCode(0), "^$");
    }
}

}  // namespace
}  // namespace glint
