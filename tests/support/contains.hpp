// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include <gtest/gtest.h>

namespace glint::test {

inline testing::AssertionResult contains(std::string_view text, std::string_view part) {
    if (text.find(part) != std::string_view::npos) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "'" << text << "' does not contain '" << part << "'";
}

}  // namespace glint::test
