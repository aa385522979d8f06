// SPDX-License-Identifier: MIT
#include <glint/driver/profiler.hpp>

#include <gtest/gtest.h>

#include <driver/kernels.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Profiler = test::OnEachBackend;

// Tests cannot see whether a tool records. This one only checks that work continues and scopes
// nest.
TEST_P(Profiler, AScopeLeavesTheDeviceUsable) {
    const Device device = open();
    Stream stream(device);
    const Module module = test::kernels(device);
    const auto count = module.kernel<void()>("count");
    {
        const ProfilerScope outer(device);
        const ProfilerScope inner(device);
        count.launch(stream, threads(1, 1));
        stream.synchronize();
    }
    count.launch(stream, threads(1, 1));
    EXPECT_EQ(to_vector(stream, module.global<unsigned>("counter")), std::vector<unsigned>{7});
}

INSTANTIATE_TEST_SUITE_P(Backends, Profiler, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
