// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

namespace glint::test {

/// Returns the complete message of the Error(invalid_argument) that the call throws.
std::string refusal(const auto& call) {
    try {
        call();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        return error.what();
    }
    return "no error";
}

}  // namespace glint::test
