#include <glint/base/error.hpp>

#include <string_view>

#include <gtest/gtest.h>

namespace glint {
namespace {

TEST(Error, SaysWhatOnWhatAndWhy) {
    const Error error(ErrorCode::invalid_state, "map shared buffer 'positions' (3.2 MB)",
                      "it is mapped already");
    EXPECT_STREQ(error.what(), "map shared buffer 'positions' (3.2 MB): it is mapped already");
    EXPECT_EQ(error.operation(), "map shared buffer 'positions' (3.2 MB)");
    EXPECT_EQ(error.reason(), "it is mapped already");
    EXPECT_EQ(error.code(), ErrorCode::invalid_state);
    EXPECT_EQ(error.native_code(), 0);
}

TEST(Error, KnowsWhereItWasRaised) {
    const unsigned line = __LINE__ + 1;
    const Error error(ErrorCode::io, "read", "no");
    EXPECT_EQ(error.place().line(), line);
    EXPECT_TRUE(std::string_view(error.place().file_name()).ends_with("error_test.cpp"));
}

TEST(Error, KeepsTheCodeOfADriver) {
    const Error error(ErrorCode::device, "wait", "no", std::source_location::current(), 700);
    EXPECT_EQ(error.native_code(), 700);
}

}  // namespace
}  // namespace glint
