// SPDX-License-Identifier: MIT
#include <glint/base/log.hpp>

#include <string>

#include <gtest/gtest.h>

#include <support/complaints.hpp>

namespace glint {
namespace {

TEST(Log, CountsWarningsAndErrorsOnly) {
    const test::ExpectedComplaints two(2);
    const std::size_t before = log::complaint_count();
    log::debug("a detail");
    log::info("some news");
    EXPECT_EQ(log::complaint_count(), before);
    log::warning("a warning");
    log::error("an error");
    EXPECT_EQ(log::complaint_count(), before + 2);
}

TEST(Log, WritesTheMessageToStderrAsItIs) {
    const test::ExpectedComplaints one(1);
    testing::internal::CaptureStderr();
    log::error("100% {of} it");
    EXPECT_NE(testing::internal::GetCapturedStderr().find("error: 100% {of} it\n"),
              std::string::npos);
}

TEST(Log, ShortensQuotedText) {
    const test::ExpectedComplaints one(1);
    testing::internal::CaptureStderr();
    log::warning("'" + std::string(50'000, 'x') + std::string("\0' is bad", 9));
    const std::string said = testing::internal::GetCapturedStderr();
    EXPECT_LT(said.size(), 1100u);
    EXPECT_NE(said.find("x\\x00' is bad\n"), std::string::npos) << said;
}

TEST(Log, WarnsOncePerMessage) {
    const test::ExpectedComplaints two(2);
    for (int i = 0; i < 3; ++i) {
        log::warning_once("the first warning of this test");
        log::warning_once("the second warning of this test");
    }
}

}  // namespace
}  // namespace glint
