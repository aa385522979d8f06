// SPDX-License-Identifier: MIT
// $GLINT_TRACE is read when the driver is first used, so each test runs in its own process.
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include <fake_cuda/image.hpp>
#include <glint/driver/graph.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/module.hpp>
#include <glint/driver/profiler.hpp>
#include <glint/interop/cuda/cuda_gl.hpp>

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

void profile_share_and_end() {
    const Device device = Device::open("cuda");
    { const ProfilerScope scope(device); }
    Stream stream(device);
    const Module module(device, fake_cuda::kImage);
    const Graph graph = Graph::capture(
        stream, [&] { module.kernel<void()>("step").launch(stream, {.priority = -1}); });
    const interop::CudaGlApi& gl = interop::cuda_gl();
    gl.map(1, nullptr, nullptr);
    gl.mapped_array(nullptr, nullptr, 2, 3);
    CUDA_EXTERNAL_MEMORY_HANDLE_DESC description{};
    driver::cuda::api().cuImportExternalMemory(nullptr, &description);
    std::exit(0);
}

// Covers calls that glint looks up separately, and calls that older drivers do not have.
TEST_F(TraceDeathTest, WritesCallsOfAllKinds) {
    setenv("GLINT_TRACE", "1", 1);
    const std::string success = " = CUDA_SUCCESS, [0-9.]+ us\n(.*\n)*";
    const std::string line = "glint: trace .[0-9]+.: ";
    EXPECT_EXIT(profile_share_and_end(), testing::ExitedWithCode(0),
                line + "cuProfilerStart.." + success +  //
                    line + "cuProfilerStop.." + success + line +
                    "cuStreamBeginCaptureToGraph.0x[0-9a-f]+, 0x[0-9a-f]+, null, null, 0, 2." +
                    success + line + "cuLaunchKernelEx.0x[0-9a-f]+, 0x[0-9a-f]+, .*" + success +
                    line + "cuStreamGetCaptureInfo_v2.*" + success + line +
                    "cuGraphicsMapResources.1, null, null. = 801, [0-9.]+ us\n(.*\n)*" + line +
                    "cuGraphicsSubResourceGetMappedArray.null, null, 2, 3. = 801, [0-9.]+ "
                    "us\n(.*\n)*" +
                    line + "cuImportExternalMemory.null, 0x[0-9a-f]+. = 801, [0-9.]+ us\n(.*\n)*");
}

TEST_F(TraceDeathTest, IsOffByDefault) {
    for (const char* value : {"", "0"}) {
        setenv("GLINT_TRACE", value, 1);
        EXPECT_EXIT(allocate_and_end(), testing::ExitedWithCode(0), "^$");
    }
}

}  // namespace
}  // namespace glint
