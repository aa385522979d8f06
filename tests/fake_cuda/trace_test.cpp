// $GLINT_TRACE is read when the driver is first used, hence a process for each of these.
#include <cstdlib>

#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>

namespace glint {
namespace {

void allocate_and_end() {
    DeviceMemory<char>(Device::open("cuda"), 1000);
    std::exit(0);
}

class TraceDeathTest : public testing::Test {
protected:
    TraceDeathTest() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }
    ~TraceDeathTest() override { unsetenv("GLINT_TRACE"); }
};

TEST_F(TraceDeathTest, WritesEachCallWithItsResultAndTime) {
    setenv("GLINT_TRACE", "1", 1);
    EXPECT_EXIT(allocate_and_end(), testing::ExitedWithCode(0),
                "glint: trace .[0-9]+.: cuInit.0. = CUDA_SUCCESS, [0-9.]+ us\n(.*\n)*"
                ".*cuMemAlloc_v2.0x[0-9a-f]+, 1000. = CUDA_SUCCESS, [0-9.]+ us\n(.*\n)*"
                ".*cuMemFree_v2.[0-9]+. = CUDA_SUCCESS, [0-9.]+ us\n");
}

TEST_F(TraceDeathTest, IsSilentUnlessAskedFor) {
    for (const char* value : {"", "0"}) {
        setenv("GLINT_TRACE", value, 1);
        EXPECT_EXIT(allocate_and_end(), testing::ExitedWithCode(0), "^$");
    }
}

}  // namespace
}  // namespace glint
