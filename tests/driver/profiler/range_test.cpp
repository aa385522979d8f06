// SPDX-License-Identifier: MIT
#include <glint/driver/profiler.hpp>

#include <array>

#include <gtest/gtest.h>

#include <glint/base/shared_library.hpp>

#include <base/scratch.hpp>

namespace glint {
namespace {

// NVTX looks for a tool at a process's first range, so this is the only test with ranges.
TEST(ProfilerRange, ToolsReceiveStartAndEnd) {
    const test::ScopedVariable tool("NVTX_INJECTION64_PATH", GLINT_TEST_LISTENER);
    const std::array<std::string, 1> names{GLINT_TEST_LISTENER};
    {
        const ProfilerRange outer("outer");
        const ProfilerRange inner("inner");
    }
    const auto library = SharedLibrary::open(names);
    ASSERT_TRUE(library.has_value()) << SharedLibrary::last_failure();
    const auto heard = reinterpret_cast<const char* (*)()>(library->find("glint_test_heard"));
    ASSERT_NE(heard, nullptr);
    EXPECT_STREQ(heard(), "start outer; start inner; end 42; end 42; ");
}

}  // namespace
}  // namespace glint
