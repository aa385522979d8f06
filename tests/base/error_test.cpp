// SPDX-License-Identifier: MIT
#include <glint/base/error.hpp>

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace glint {
namespace {

TEST(Error, MessageHasOperationObjectAndReason) {
    const Error error(ErrorCode::invalid_state, "map shared buffer 'positions' (3.2 MB)",
                      "the resource is already mapped");
    EXPECT_STREQ(error.what(),
                 "cannot map shared buffer 'positions' (3.2 MB): the resource is already mapped");
    EXPECT_EQ(error.operation(), "map shared buffer 'positions' (3.2 MB)");
    EXPECT_EQ(error.reason(), "the resource is already mapped");
    EXPECT_EQ(error.code(), ErrorCode::invalid_state);
    EXPECT_EQ(error.native_code(), 0);
}

TEST(Error, HasItsSourceLocation) {
    const unsigned line = __LINE__ + 1;
    const Error error(ErrorCode::io, "read", "no");
    EXPECT_EQ(error.place().line(), line);
    EXPECT_TRUE(std::string_view(error.place().file_name()).ends_with("error_test.cpp"));
}

TEST(Error, KeepsTheCodeOfADriver) {
    const Error error(ErrorCode::device, "wait", "no", std::source_location::current(), 700);
    EXPECT_EQ(error.native_code(), 700);
}

TEST(Error, EscapesAndShortensQuotedText) {
    const Error escaped(ErrorCode::bad_input, std::string_view("read 'a\0b'", 10),
                        std::string_view("line 3: '\x1b\0' is not a number", 28));
    EXPECT_STREQ(escaped.what(), "cannot read 'a\\x00b': line 3: '\\x1b\\x00' is not a number");
    EXPECT_EQ(escaped.operation(), "read 'a\\x00b'");
    EXPECT_EQ(Error(escaped.code(), escaped.operation(), escaped.reason()).reason(),
              escaped.reason());
    const std::string quoted(50'000'000, '9');
    const Error shortened(ErrorCode::bad_input, "read", "line 3: '" + quoted + "' is too large");
    EXPECT_LT(shortened.reason().size(), 1100u);
    EXPECT_TRUE(shortened.reason().starts_with("line 3: '999"));
    EXPECT_NE(shortened.reason().find("9 ... 9"), std::string::npos);
    EXPECT_TRUE(shortened.reason().ends_with("9' is too large"));
}

}  // namespace
}  // namespace glint
