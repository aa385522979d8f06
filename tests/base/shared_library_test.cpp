// SPDX-License-Identifier: MIT
#include <glint/base/shared_library.hpp>

#include <array>
#include <string>

#include <gtest/gtest.h>

namespace glint {
namespace {

TEST(SharedLibrary, OpensTheFirstCandidateThatLoads) {
    const auto library =
        SharedLibrary::open(std::array<std::string, 2>{"libnone.so.1", "libm.so.6"});
    ASSERT_TRUE(library);
    auto* const cosine = reinterpret_cast<double (*)(double)>(library->find("cos"));
    ASSERT_NE(cosine, nullptr);
    EXPECT_EQ(cosine(0.0), 1.0);
    EXPECT_EQ(library->find("no_such_function"), nullptr);
    EXPECT_EQ(library->path().filename(), "libm.so.6");
}

TEST(SharedLibrary, ReportsWhyEachCandidateFailed) {
    EXPECT_FALSE(SharedLibrary::open(std::array<std::string, 2>{"libnone.so.1", "/none/other.so"}));
    const std::string reason = SharedLibrary::last_failure();
    EXPECT_NE(reason.find("libnone.so.1"), std::string::npos) << reason;
    EXPECT_NE(reason.find("; /none/other.so"), std::string::npos) << reason;
}

}  // namespace
}  // namespace glint
