// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <gtest/gtest.h>

namespace glint::test {

/// Returns the text with the first `what` replaced with `with`. Fails the test if `what` is not
/// found.
inline std::string replaced_once(std::string text, const std::string& what,
                                 const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, text.npos) << what;
    return text.replace(at, what.size(), with);
}

}  // namespace glint::test
